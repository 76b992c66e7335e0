"""Forms, Home and lists keep to Slack's limits, whatever is in them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.application.actions.explain_message import Explanation
from bot.application.entries.backtest import Backtest
from bot.application.entries.entry_fields import entry_from_fields
from bot.application.entries.read_entries import EntryView
from bot.application.records.announcement import JudgedAnnouncement, ShownNearMiss
from bot.application.records.fires import Fires
from bot.application.records.workspace import Channel, ReviewTime, Workspace
from bot.application.team.overview import Home, OpenHold, Stats
from bot.domain.action import (
    ActionInput,
    Announcement,
    InputForm,
    Place,
    PlannedAction,
)
from bot.domain.audit import AuditEvent, AuditRecord
from bot.domain.decision import Decision, Effect
from bot.domain.entry import EntryState, Severity, WrongMatch
from bot.domain.hold import ApproverPolicy, Hold
from bot.domain.match import Match, NearMiss, WhyNot
from bot.sandbox.blockkit import violations
from bot.slack.blocks.lists import (
    decision_lines,
    entry_in_full,
    entry_page,
    hold_lines,
    stats_lines,
)
from bot.slack.blocks.rich import rich
from bot.slack.blocks.spoken import spoken
from bot.slack.views.entry_form import (
    KEYS,
    LABELS,
    Shown,
    end_as_written,
    entry_form,
    fingerprint,
)
from bot.slack.views.explanation import explanation_view
from bot.slack.views.form import loading, told
from bot.slack.views.home import home_view
from bot.slack.views.setup_form import setup_form
from bot.slack.views.small_forms import break_glass_form, drafts_form, import_form, narrow_form
from tests.unit.slack.blocks.cards import HOSTILE, NOON, entry

LONG = "x" * 50_000
FIELDS = dict.fromkeys(KEYS, "") | {"severity": "block", "approvals": "2"}
ZONES = ("UTC", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
PRIVATE = {"channel": "C1", "thread_ts": "1.2", "from_home": False}


def judged(text: str = "Restarting x", **changes: Any) -> JudgedAnnouncement:
    said = Announcement(
        Place("T1", "C1", "1.2"), ActionInput(InputForm.TEXT, text=text), "A1", NOON
    )
    near = (ShownNearMiss("nm-1", "expired", HOSTILE),)
    fields: dict[str, Any] = {"headline": text[:200], "near_misses": near, **changes}
    return JudgedAnnouncement(
        "act-1", said, "d" * 64, effect=Effect.ALLOW, reason="x", judged_at=NOON, **fields
    )


def decision() -> Decision:
    match = Match(
        replace(entry(), action=LONG, outcome=HOSTILE, instead=LONG),
        Severity.BLOCK,
        (LONG, HOSTILE),
        PlannedAction("restart"),
        weakened=LONG,
    )
    near = NearMiss(entry(action=HOSTILE), WhyNot.EXPIRED, LONG)
    return Decision(Effect.HOLD, "matched", (match,) * 30, (match,) * 30, (near,) * 30)


def home(**changes: Any) -> Home:
    hold = Hold("hold-1", "T1", "C1", "d" * 64, (), NOON, NOON + timedelta(minutes=30))
    open_hold = OpenHold(hold, judged(HOSTILE), None, "https://x.example/1")
    fields: dict[str, Any] = {
        "holds": (open_hold,) * 50,
        "due": (entry(action=LONG),) * 50,
        "stats": Stats({Severity.BLOCK: 3}, (("2026-W48", {"warned": 2}),), 7),
        "channels": (Channel("T1", "C1"),),
        "missing": tuple(f"<#C{number}> has no service: {LONG}" for number in range(60)),
        "workspace": Workspace("T1"),
        "at": NOON,
    }
    return Home(**{**fields, **changes})


TESTED = Backtest(
    hits=tuple((judged(LONG), ("why",)) for _ in range(300)),
    tried=400,
    gaps=(),
    reading=(LONG,) * 40,
)
GAPS = tuple((key, LONG) for key in KEYS) * 3
WORKSPACE = Workspace(
    "T1",
    approvers=ApproverPolicy(frozenset({"S1", "S_gone"}), frozenset({"U1"}), all_members=True),
    review=ReviewTime("C1", "fri", 14, "Europe/Berlin"),
)

VIEWS: dict[str, dict[str, Any]] = {
    "loading": loading("New entry"),
    "told": told("negmem", HOSTILE + LONG),
    "told nothing": told("negmem", ""),
    "entry, empty": entry_form(FIELDS, Shown(), PRIVATE, title="New entry"),
    "entry, unknown severity": entry_form({"severity": "??"}, Shown(), PRIVATE, title="New"),
    "entry, everything": entry_form(
        dict.fromkeys(KEYS, LONG),
        Shown(GAPS, (LONG,) * 20, TESTED),
        PRIVATE,
        title="Edit entry",
    ),
    "narrow": narrow_form("nm-17", {"action": LONG, "service": HOSTILE}, PRIVATE),
    "break glass": break_glass_form(PRIVATE),
    "import": import_form(PRIVATE, LONG),
    "drafts": drafts_form(LONG, "https://x.example", [(LONG, ["service"])] * 30, PRIVATE),
    "setup": setup_form(WORKSPACE, {f"S{n}": f"@{n}{LONG}" for n in range(300)}, PRIVATE),
    "setup without groups": setup_form(Workspace("T1"), {}, PRIVATE),
    "explanation": explanation_view(LONG, Explanation(judged(), decision()), PRIVATE),
    "explanation of nothing": explanation_view("", Explanation(None, decision()), PRIVATE),
}


@pytest.mark.parametrize("name", VIEWS)
def test_slack_takes_every_form(name: str) -> None:
    """Within every limit of a modal."""
    assert violations(VIEWS[name], "modal") == []


@pytest.mark.parametrize("whole", [home(), home(holds=(), due=(), missing=())])
def test_slack_takes_every_home(whole: Home) -> None:
    """Within every limit of Home."""
    assert violations(home_view(whole), "home") == []


def _records() -> tuple[AuditRecord, ...]:
    record = AuditRecord("T1", 1, NOON, "U1", AuditEvent.ENTRY_ADDED, "nm-1", {}, "0", "1")
    return (record,) * 8


def test_slack_takes_every_list() -> None:
    """Within every limit of a message, at every edge."""
    wrong = (WrongMatch("d" * 64, 1, "U1", NOON),) * 40
    fires = Fires(fired=3, last_at=NOON)
    whole = EntryView(entry(exceptions=wrong, action=LONG), fires, (LONG,) * 40, _records(), NOON)
    retired = EntryView(entry(state=EntryState.RETIRED, expires=None), Fires(), (), (), NOON)
    holds = home().holds
    messages = [
        entry_page(
            [entry(action=LONG)] * 45,
            10,
            f"Entries with {LONG[:200]}",
            f"search|{LONG[:200]}",
            NOON,
        ),
        entry_page([], 0, "Entries", "list|", NOON),
        entry_in_full(whole),
        entry_in_full(retired),
        [rich(*decision_lines(decision()))],
        [rich(*hold_lines(holds))],
        [rich(*hold_lines(()))],
        [rich(*stats_lines(home().stats))],
    ]
    for blocks in messages:
        assert violations({"text": "x", "blocks": blocks}, "message") == []


def test_a_form_knows_whether_its_fields_were_tried() -> None:
    """White space is no change; a word is."""
    assert fingerprint({"action": " restart  x "}) == fingerprint({"action": "restart x"})
    assert fingerprint({"action": "restart x"}) != fingerprint({"action": "restart y"})


def test_a_page_in_the_middle_turns_both_ways() -> None:
    """Each button names where it leads."""
    row = entry_page([entry()] * 35, 10, "Entries", "list|all", NOON)[-1]
    values = {element["action_id"]: element["value"] for element in row["elements"]}
    assert values == {"page_back": "0|list|all", "page_next": "20|list|all"}


def said(view: Any) -> str:
    """All letters of a view's rich text, in order."""
    blocks = view["blocks"] if isinstance(view, dict) else view
    return spoken(blocks)


def test_an_explanation_is_a_sentence() -> None:
    """Nothing stands between its words and its full stop."""
    plain = judged(near_misses=())
    opened = replace(plain, effect=Effect.WARN, break_glass=True)
    for stored, words in (
        (plain, "it was let through."),
        (opened, "it got a warning (this channel was opened by an admin)."),
    ):
        assert words in said(explanation_view("x", Explanation(stored, decision()), PRIVATE))


def test_what_is_missing_is_named_as_its_field_is() -> None:
    """A person sees labels, not keys."""
    form = entry_form(FIELDS, Shown((("outcome", "Say it."),)), PRIVATE, title="New entry")
    assert f"{LABELS['outcome']}: Say it." in said(form)
    assert {
        block["block_id"]: block["label"]["text"] for block in form["blocks"] if "label" in block
    } == LABELS


def test_what_an_entry_would_match_is_said_above_its_fields() -> None:
    """Who presses Store again has seen it, on a phone too."""
    form = entry_form(FIELDS, Shown((), ("expires in 180 days",), TESTED), PRIVATE, title="New")
    first = next(n for n, block in enumerate(form["blocks"]) if block["type"] == "input")
    above = said(form["blocks"][:first])
    assert "would have matched 300 of the 400 announcements" in above
    assert "Filled in: expires in 180 days." in above


@pytest.mark.parametrize(
    ("days", "tz", "written"),
    [
        (90, "UTC", "2026-03-31"),
        (90, "Pacific/Auckland", "2026-04-01"),
        (1, "UTC", None),
    ],
)
def test_an_end_is_written_as_a_day_unless_it_is_near(
    days: int, tz: str, written: str | None
) -> None:
    """Hours would be lost on one that is near."""
    now = datetime(2025, 12, 31, 15, tzinfo=UTC)
    end = (now + timedelta(days=days)).isoformat()
    assert end_as_written(end, now, tz) == (written or end)


@example(days=181.0, tz="UTC")  # the day before is the usual end of a new entry
@given(days=st.floats(3, 1000), tz=st.sampled_from(ZONES))
def test_an_end_that_is_written_as_a_day_is_not_cut_short(days: float, tz: str) -> None:
    """Stored from the form, it is the same end, or up to a day later."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    end = now + timedelta(seconds=int(days * 86_400))
    fields = {"expires": end_as_written(end.isoformat(), now, tz), "tz": tz}
    stored = entry_from_fields(fields, now).expires
    assert stored is not None
    assert timedelta(0) <= stored - end <= timedelta(days=1, hours=1)
