"""The form of an entry, with what is still too vague and what it would have matched."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bot.application.entries.backtest import Backtest
from bot.application.records.announcement import JudgedAnnouncement
from bot.slack.blocks.parts import actions, button, divider
from bot.slack.blocks.rich import Block, bullets, line, moment, own, rich, words
from bot.slack.blocks.text import counted
from bot.slack.views.form import View, choice, modal, says, text_input

ENTRY_FORM = "entry_form"
TRY_OUT = "try_out"
SEVERITIES = {
    "block": "Block: hold it for a release",
    "warn": "Warn: say the risk, let it go on",
    "alert": "Alert: only count it for the review",
}
APPROVALS = {"1": "One person releases it", "2": "Two people have to release it"}
LABELS = {
    "action": "What must not be repeated",
    "outcome": "What happened last time",
    "severity": "What follows",
    "service": "Service",
    "environment": "Environment",
    "context": "Under which circumstances",
    "instead": "What to do instead",
    "expires": "Until when",
    "window": "Only at these times",
    "aliases": "Other names of the service",
    "source": "Where the lesson comes from",
    "reads_as": "Read it as (where it was misunderstood)",
    "approvals": "Who releases it",
}
KEYS = tuple(LABELS)
_ASIDE = frozenset({"outcome", "severity", "instead", "source", "approvals"})
"""What decides nothing about which announcements an entry matches."""
_SHOWN_HITS = 8
_SOON = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the form says about the entry in it.

    Attributes:
        gaps: Key, and what is missing or too vague there, with a proposal.
        notes: What was filled in by itself.
        tested: What it would have matched; None where it is too unfinished to try.
    """

    gaps: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    tested: Backtest | None = None


def entry_form(
    fields: Mapping[str, str], shown: Shown, private: Mapping[str, Any], *, title: str
) -> View:
    """The form.

    Args:
        fields: As `bot.application.entries.entry_fields` names them.
        shown: What is said about them.
        private: What the form remembers; the fields that were tried are added.
        title: What the form is for.
    """
    blocks = [
        *_gaps(shown.gaps),
        *_in_short(shown),
        *_inputs(fields),
        actions(button("What would it match?", TRY_OUT, "fields"), block_id=TRY_OUT),
        *_tested(shown),
    ]
    remembered = {**private, "tried": fingerprint(fields) if shown.tested else ""}
    return modal(title, blocks, callback_id=ENTRY_FORM, submit="Store", private=remembered)


def fingerprint(fields: Mapping[str, str]) -> str:
    """By which the form knows whether what was tried would match the same as these fields."""
    known = {key: " ".join(fields.get(key, "").split()) for key in KEYS if key not in _ASIDE}
    return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:24]


def end_as_written(expires: str, now: datetime, tz: str) -> str:
    """An end as people write it: the last whole day, since a day that is named counts wholly.

    Args:
        expires: ISO 8601, aware; one that is less than two days away stays as it is.
        now: Aware.
        tz: IANA zone of the person who reads it.
    """
    end = datetime.fromisoformat(expires)
    if end - now < _SOON:
        return expires
    return f"{(end - timedelta(seconds=1)).astimezone(ZoneInfo(tz)):%Y-%m-%d}"


def _inputs(fields: Mapping[str, str]) -> list[Block]:
    def text(key: str, hint: str = "", **more: Any) -> Block:
        return text_input(key, LABELS[key], fields.get(key, ""), hint=hint, **more)

    def pick(key: str, options: Mapping[str, str], usual: str) -> Block:
        return choice(key, LABELS[key], options, fields.get(key) or usual)

    return [
        text(
            "action",
            "What is done to what: “restart payments-api”, “drop an index on orders”.",
            optional=False,
        ),
        text("outcome", optional=False, multiline=True),
        pick("severity", SEVERITIES, "warn"),
        text("service", "One or several, with commas; * is every one.", optional=False),
        text("environment", "prod, staging …; * is every one.", optional=False),
        text("context"),
        text("instead", multiline=True),
        text("expires", "A date, “for 90 days”, “end of quarter”."),
        text("window", "mon-fri 08:00-20:00 Europe/Berlin"),
        text("aliases"),
        text("source", "A link to the postmortem, for example."),
        text(
            "reads_as",
            "kind: restart; without: one pod at a time. Empty: as read below.",
        ),
        pick("approvals", APPROVALS, "1"),
    ]


def _gaps(gaps: Sequence[tuple[str, str]]) -> list[Block]:
    if not gaps:
        return []
    items = [
        [own(f"{LABELS.get(key, key)}: ", bold=True), words(why, 400)] for key, why in gaps[:10]
    ]
    return [rich(line(own("Still missing or too vague:", bold=True)), bullets(items)), divider()]


def _in_short(shown: Shown) -> list[Block]:
    """What must not be missed above the fields: what was filled in, what it would have matched."""
    blocks = [says(f"Filled in: {note}.") for note in shown.notes[:5]]
    if shown.tested is not None and shown.tested.hits:
        listed = own(" They are listed at the end; Store stores it.")
        blocks.append(rich(line(own(_matched(shown.tested), bold=True), listed)))
    return blocks


def _tested(shown: Shown) -> list[Block]:
    tested = shown.tested
    if tested is None:
        return []
    lines = []
    if tested.reading:
        lines += [line(own("Read as:")), bullets([[words(one, 200)] for one in tested.reading[:6]])]
    lines.append(line(own(_matched(tested), bold=True)))
    if tested.hits:
        lines.append(bullets(_hits(tested)))
    return [divider(), rich(*lines)]


def _matched(tested: Backtest) -> str:
    said = counted(tested.tried, "announcement")
    if not tested.hits:
        return f"It would have matched none of the {said} of the last 30 days."
    share = f" ({tested.share:.0%})" if tested.share is not None else ""
    return f"It would have matched {len(tested.hits)} of the {said} of the last 30 days{share}."


def _hits(tested: Backtest) -> list[list[dict[str, Any]]]:
    items = [
        [moment(judged.judged_at, "{date_short} {time}"), own(" "), words(_said(judged), 200)]
        for judged, _agreed in tested.hits[:_SHOWN_HITS]
    ]
    more = len(tested.hits) - _SHOWN_HITS
    return [*items, [own(f"and {more} more")]] if more > 0 else items


def _said(judged: JudgedAnnouncement) -> str:
    action = judged.announcement.action
    return action.text or judged.headline
