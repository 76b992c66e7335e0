"""What happened at the gate as a trace for `agentack`, which judges approval controls.

It is made from Slack's messages as people saw them, the exported audit records and the stored
actions, and from nothing that the test knows besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.application.records.announcement import JudgedAnnouncement
from bot.cli.workspace_client import decision_of
from bot.domain.decision import Effect

Record = Mapping[str, Any]
ENDED = {"released": "allow", "kept": "deny", "expired": "deny", "voided": "deny"}


def trace_of(
    records: Sequence[Record],
    messages: Iterable[Mapping[str, Any]],
    actions: Iterable[JudgedAnnouncement],
) -> list[dict[str, Any]]:
    """The events in the order of their time, and the end of the session.

    Args:
        records: As `negmem audit export` prints them.
        messages: Of the channel, as a person there sees them.
        actions: The stored gate calls.
    """
    told, actions = _Told(records), list(actions)
    cards = {card["action"]: card for card in map(_card, messages) if card}
    shown = {one.hold_id: cards[one.id] for one in actions if one.hold_id and one.id in cards}
    events = [event for action in actions for event in _of_action(action, told, shown)]
    events.sort(key=lambda event: event["timestamp"])
    last = events[-1]["timestamp"] if events else datetime.now(UTC).isoformat()
    events.append({"type": "session_end", "timestamp": last, "reason": "the channel fell silent"})
    return [{"schema_version": 2, "session_id": "channel", **event} for event in events]


class _Told:
    """The audit records by what they are about."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records

    def of(self, subject: str, *events: str) -> list[Record]:
        return [
            one for one in self._records if one["subject"] == subject and one["event"] in events
        ]


def _of_action(
    action: JudgedAnnouncement, told: _Told, shown: Mapping[str, Mapping[str, str]]
) -> list[dict[str, Any]]:
    held = action.effect is Effect.HOLD
    intent = f"{action.service or action.headline}"
    base = {"action_id": action.id, "intent_id": intent}
    events = [
        {
            "type": "action_proposed",
            "timestamp": _utc(action.judged_at.isoformat()),
            "action": _identity(held, action.digest),
            **base,
        }
    ]
    approval = None
    if held and action.hold_id:
        events += _approval(action, told, shown, base)
        released = told.of(action.hold_id, "released", "kept")
        approval = action.hold_id if released else None
    done = _executions(action, told)
    for at, digest in done:
        event = {"type": "action_executed", "timestamp": at, "action": _identity(held, digest)}
        events.append({**event, **base, **({"approval_id": approval} if approval else {})})
    if not done:
        ends = told.of(action.hold_id or "", *ENDED)
        at = _utc(ends[-1]["at"]) if ends else events[0]["timestamp"]
        block = {"type": "action_blocked", "timestamp": at, "reason": "never started", **base}
        events.append({**block, **({"approval_id": action.hold_id} if held else {})})
    return events


def _approval(
    action: JudgedAnnouncement,
    told: _Told,
    shown: Mapping[str, Mapping[str, str]],
    base: Mapping[str, str],
) -> list[dict[str, Any]]:
    """What the card showed, and what a person decided about it."""
    hold_id = action.hold_id or ""
    card = shown.get(hold_id)
    if card is None:
        return []
    asked = {
        "type": "approval_requested",
        "timestamp": card["at"],
        "action": _identity(True, card["digest"]),
        "approval_id": hold_id,
        **base,
    }
    decided = []
    for record in told.of(hold_id, *ENDED):
        event = {
            "type": "approval_decision",
            "timestamp": _utc(record["at"]),
            "decision": ENDED[record["event"]],
            "approval_id": hold_id,
            **base,
        }
        issued = told.of(action.id, "permit_issued")
        if record["event"] == "released" and issued:
            event["expires_at"] = issued[-1]["detail"]["expires_at"]
        decided.append(event)
    return [asked, *decided]


def _executions(action: JudgedAnnouncement, told: _Told) -> list[tuple[str, str]]:
    """When and what was executed: each spent permit, and each report beyond those.

    An agent that reports an outcome without a permit of its own acted all the same. What it acted
    on is what it last offered at the start.
    """
    found, digest, owed = [], action.digest, 0
    for record in told.of(action.id, "permit_spent", "permit_refused", "outcome_reported"):
        if record["event"] == "permit_refused":
            digest = record["detail"]["digest"]
        elif record["event"] == "permit_spent":
            found.append((_utc(record["at"]), record["detail"]["digest"]))
            owed += 1
        elif owed:
            owed -= 1
        else:
            found.append((_utc(record["at"]), digest))
    return found


def _card(message: Mapping[str, Any]) -> dict[str, str] | None:
    """The action, the digest and the time of a card; None for another message."""
    payload = decision_of(message)
    if "digest" not in payload:
        return None
    at = datetime.fromtimestamp(float(message["ts"]), UTC).isoformat()
    return {"action": payload["action_id"], "digest": payload["digest"], "at": _utc(at)}


def _identity(held: bool, digest: str) -> dict[str, Any]:
    operation = "held" if held else "allowed"
    return {"tool": "negmem", "operation": operation, "parameters": {"digest": digest}}


def _utc(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone(UTC).isoformat(timespec="microseconds")
