"""Cards for the tests of how they look: ordinary ones, and ones at every edge."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

from bot.application.records.card import (
    Card,
    CardEntry,
    EntryCard,
    HoldCard,
    KeptCard,
    LoggedAlert,
    NoteCard,
    ReviewCard,
    ReviewItemCard,
    StoppedCard,
    WarningCard,
)
from bot.application.records.fires import Fires
from bot.domain.entry import Entry, EntryState, Scope, Severity, Window
from bot.domain.hold import HoldState

_ALERT_URL = "https://acme.slack.example/archives/C1/p2"
NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
DRAWN = NOON - timedelta(days=30)
HOSTILE = (
    "<!channel> <@U0EVIL> <https://evil.example|payroll> *bold* `code` &lt; https://evil.example"
)


def card_entry(number: int = 17, **changes: Any) -> CardEntry:
    fields: dict[str, Any] = {
        "entry_id": f"nm-{number}",
        "version": 3,
        "action": "restart service payments-api",
        "outcome": "dropped in-flight transactions, 40 min recovery",
        "severity": Severity.BLOCK,
        "source": "postmortem 2026-09-14",
        "source_url": "https://wiki.example/pm/14",
        "why": ("restart = restart", "payments-api", "prod (this channel)", "5xx, peak"),
        "weakened": None,
        "instead": "drain the queue, then restart one pod at a time",
        "fires": Fires(fired=4, held=4, released=1, last_at=NOON),
        "last_url": "https://acme.slack.example/archives/C1/p1",
    }
    return CardEntry(**{**fields, **changes})


def hold_card(**changes: Any) -> HoldCard:
    fields: dict[str, Any] = {
        "post_id": "post-1",
        "hold_id": "hold-1",
        "action_id": "act-1",
        "digest": "d" * 64,
        "headline": "restart payments-api in prod",
        "quote": "Restarting payments-api now",
        "announced_by": "A0AGENT",
        "agent": None,
        "state": HoldState.PENDING,
        "entries": (card_entry(),),
        "who_may": "@oncall-payments or an admin",
        "mention": (),
        "opened_at": NOON,
        "expires_at": NOON,
    }
    return HoldCard(**{**fields, **changes})


def entry(**changes: Any) -> Entry:
    fields: dict[str, Any] = {
        "id": "nm-17",
        "action": "restart service payments-api",
        "context": "traffic peak",
        "outcome": "dropped in-flight transactions",
        "severity": Severity.BLOCK,
        "source": "postmortem 2026-09-14",
        "scope": Scope(
            ("payments-api",), ("prod",), (Window(("mon", "tue"), time(8), time(20), "UTC"),)
        ),
        "expires": NOON,
        "created": NOON,
        "instead": "drain the queue",
        "owner": "U0OWNER",
        "approvals": 2,
    }
    return Entry(**{**fields, **changes})


def ended(state: HoldState, **changes: Any) -> HoldCard:
    return hold_card(state=state, ended_by="U1", ended_at=NOON, end_reason="safe now", **changes)


def _long(length: int) -> str:
    return ("x" * 60 + " ") * (length // 61)


def review(**changes: Any) -> ReviewCard:
    fields: dict[str, Any] = {
        "post_id": "post-9",
        "review_id": "rev-1",
        "week": "2026-W48",
        "numbers": {"fired": 9, "held": 4, "warned": 5, "entries": 12, "expiring": 2, "alerts": 1},
        "weeks": (("2026-W47", {"warned": 2}), ("2026-W48", {"warned": 5, "released": 1})),
        "alerts": (LoggedAlert("resize ledger-db", "C1", "2.1", _ALERT_URL),),
        "retired": (("nm-3", "expired, untouched in two reviews"),),
        "items": 3,
        "answered": 1,
    }
    return ReviewCard(**{**fields, **changes})


def review_item(**changes: Any) -> ReviewItemCard:
    fields: dict[str, Any] = {
        "post_id": "post-10",
        "review_id": "rev-1",
        "entry": entry(),
        "at": DRAWN,
        "questions": ("It expires on 1 Dec. Does it still hold?", "Released four times in five"),
        "fires": Fires(fired=5, released=4, last_at=NOON),
        "last_url": None,
        "mention_owner": True,
    }
    return ReviewItemCard(**{**fields, **changes})


def hostile_entry(number: int) -> CardEntry:
    return card_entry(
        number,
        action=HOSTILE,
        outcome=HOSTILE,
        source=HOSTILE,
        source_url="javascript:alert(1)",
        why=(HOSTILE,),
        weakened=HOSTILE,
        instead=HOSTILE,
    )


def huge_entry(number: int) -> CardEntry:
    return card_entry(
        number,
        action=_long(5000),
        outcome="🛑" * 7000,
        source=_long(5000),
        why=(_long(4000), _long(4000)),
        weakened=_long(4000),
        instead=_long(13500),
    )


def all_cards() -> dict[str, Card]:
    """Every kind of card in every state, and each at its edges."""
    cards: dict[str, Card] = {
        "held": hold_card(),
        "held, mentioned, two approvals, asked again": hold_card(
            mention=("S0ONCALL", "U2"), approvals=2, approved_by=("U1",), asked=3
        ),
        "held at the gate": hold_card(
            announced_by=None, agent="deploy-bot", quote="kubectl rollout restart deploy/x\nagain"
        ),
        "held, shared with gate calls": hold_card(also=("kubectl delete pod x",) * 9, revision=4),
        "held by many": hold_card(entries=tuple(card_entry(n) for n in range(40))),
        "held by nothing known": hold_card(entries=(), quote=""),
        "held, hostile": hold_card(headline=HOSTILE, quote=HOSTILE, entries=(hostile_entry(1),)),
        "held, approvers by id": hold_card(who_may="<!subteam^S1> or <@U2>"),
        "held, huge": hold_card(
            headline=_long(9000),
            quote=_long(40000),
            announced_by=None,
            agent=_long(500),
            who_may=_long(4000),
            also=(_long(4000),) * 20,
            entries=tuple(huge_entry(n) for n in range(40)),
        ),
        "went ahead": ended(HoldState.KEPT, went_ahead=True),
        "released by two": ended(HoldState.RELEASED, approved_by=("U1", "U2"), asked=2),
        "expired": hold_card(state=HoldState.EXPIRED, ended_at=NOON),
        "voided": hold_card(state=HoldState.VOIDED, ended_at=NOON, end_reason="edited"),
        "ended, hostile reason": hold_card(
            state=HoldState.KEPT, ended_by="U1", ended_at=NOON, end_reason=HOSTILE + _long(4000)
        ),
        "warning": WarningCard("post-2", "act-2", "e" * 64, "restart x", (card_entry(),)),
        "warning, glass broken": WarningCard(
            "post-2", "act-2", "e" * 64, "restart x", (card_entry(), card_entry(18)), "U0ADMIN"
        ),
        "warning, huge": WarningCard(
            "post-2", "act-2", "e" * 64, _long(9999), tuple(huge_entry(n) for n in range(40))
        ),
        "warning, hostile": WarningCard(
            "post-2", "act-2", "e" * 64, HOSTILE, (hostile_entry(1), hostile_entry(2))
        ),
        "warning of nothing": WarningCard("post-2", "act-2", "e" * 64, "", ()),
        "kept": KeptCard("post-3", "act-3", "f" * 64, "restart x", "U1", NOON, "not during peak"),
        "kept, no reason": KeptCard("post-3", "act-3", "f" * 64, HOSTILE, "agent:x", NOON, None),
        "stopped": StoppedCard("post-4", "act-4", "a" * 64, "U1", ("restart x",), "not now"),
        "stopped, several": StoppedCard(
            "post-4", "act-4", "a" * 64, "U1", ("restart x", HOSTILE, "drain y"), None
        ),
        "stopped, remembered": StoppedCard(
            "post-4", "act-4", "a" * 64, "U1", ("restart x",), HOSTILE, remembered="nm-18"
        ),
        "stopped, nothing read": StoppedCard("post-4", "act-4", "a" * 64, "U1", (), None),
        "learned": EntryCard(
            "post-5", "act-5", entry(), DRAWN, "correction", "U1", reading=("restart",)
        ),
        "learned from an outcome": EntryCard(
            "post-5",
            "act-5",
            entry(severity=Severity.WARN, owner=None, expires=None, source="https://w.example/1"),
            DRAWN,
            "outcome",
            None,
            evidence="p99 120 ms before, 900 ms after",
            proposes_block=True,
        ),
        "learned, hostile and huge": EntryCard(
            "post-5",
            "act-5",
            entry(
                action=HOSTILE + _long(9000),
                outcome=_long(9000),
                context=HOSTILE,
                instead=_long(9000),
                scope=Scope(("*",), tuple(f"env{n}" for n in range(300))),
            ),
            DRAWN,
            "correction",
            "U1",
            evidence=_long(9000),
            reading=(HOSTILE, *(_long(3000),) * 30),
        ),
        "review": review(),
        "review, a quiet week": review(
            numbers={"entries": 3},
            weeks=(("2026-W47", {}), ("2026-W48", {"warned": 0})),
            alerts=(),
            retired=(),
        ),
        "review, nothing to do": review(items=0, answered=0, weeks=(), alerts=(), retired=()),
        "review, huge": review(
            weeks=tuple((f"2026-W{n:02}", {"warned": n, "kept": 3}) for n in range(1, 53)),
            alerts=(LoggedAlert(HOSTILE),) * 300,
            retired=tuple((f"nm-{n}", _long(900)) for n in range(300)),
            items=10,
            answered=10,
        ),
        "review item": review_item(),
        "review item, done": review_item(done="renewed", done_by="U1", done_at=NOON),
        "review item, expired": review_item(at=NOON + timedelta(days=90)),
        "review item, retired": review_item(entry=entry(state=EntryState.RETIRED)),
        "review item, huge": review_item(
            entry=entry(owner=None, action=_long(9000), outcome=HOSTILE),
            questions=tuple(_long(2000) for _ in range(20)),
        ),
        "note": NoteCard("post-11", "Nobody decided in 15 minutes.", mention=("S0ONCALL", "U2")),
        "note, hostile": NoteCard("post-11", f"The agent went ahead: {HOSTILE}", ("U0ADMIN",)),
        "note, huge": NoteCard("post-11", HOSTILE + _long(13500)),
        "note, empty": NoteCard("post-11", ""),
    }
    return cards
