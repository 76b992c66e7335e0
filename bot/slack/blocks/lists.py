"""Answers that only their asker sees: lists of entries and holds, an entry in full, numbers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.application.entries.read_entries import EntryView
from bot.application.judging.reasons import words_for
from bot.application.team.overview import OpenHold, Stats
from bot.domain.audit import AuditRecord
from bot.domain.decision import Decision, Effect
from bot.domain.entry import Entry, EntryState, WrongMatch
from bot.domain.match import Match
from bot.slack.blocks.entry import entry_lines, lifetime, scope_text
from bot.slack.blocks.matches import history
from bot.slack.blocks.parts import actions, button, confirmation
from bot.slack.blocks.rich import (
    Block,
    Element,
    bullets,
    line,
    link,
    moment,
    own,
    person,
    rich,
    words,
)
from bot.slack.blocks.text import counted, ends, week_of

PAGE = 10
"""Entries on one page of a list."""
MOST_HOLDS = 20

_DAY_AND_TIME = "{date_short} {time}"
_EFFECTS = {
    Effect.ALLOW: "✅ Nothing known against it",
    Effect.WARN: "⚠️ It would get a warning",
    Effect.HOLD: "🛑 It would be held",
}


def entry_page(
    entries: Sequence[Entry], offset: int, title: str, page_value: str, now: datetime
) -> list[Block]:
    """One page of a list of entries, with buttons to the others.

    Args:
        entries: All of them.
        offset: The first one shown.
        title: What the list is.
        page_value: What the buttons carry besides the offset.
        now: By which they count still or no more.
    """
    shown = entries[offset : offset + PAGE]
    if not shown:
        return [rich(line(own(f"{title}: none.")))]
    heading = f"{title}: {_span(offset + 1, offset + len(shown), len(entries))}"
    blocks = [rich(line(own(heading, bold=True)), bullets([_in_a_line(one, now) for one in shown]))]
    return blocks + _turns(offset, len(entries), page_value)


def _span(first: int, last: int, of: int) -> str:
    """Which of them are shown: "3" where all are, else "1–10 of 23", "21 of 21"."""
    if last - first + 1 == of:
        return str(of)
    return f"{first} of {of}" if first == last else f"{first}–{last} of {of}"


def _turns(offset: int, count: int, page_value: str) -> list[Block]:
    turns = []
    if offset > 0:
        turns.append(button("Back", "page_back", f"{max(0, offset - PAGE)}|{page_value}"))
    if offset + PAGE < count:
        turns.append(button("Next", "page_next", f"{offset + PAGE}|{page_value}"))
    return [actions(*turns)] if turns else []


def _in_a_line(entry: Entry, now: datetime) -> list[Element]:
    elements = [
        own(f"{entry.id} ", bold=True),
        words(entry.action, 150),
        own(f" · {entry.severity.value} · "),
        words(scope_text(entry), 120),
    ]
    lasts = lifetime(entry, now, "until")
    return [*elements, own(" · "), *lasts] if lasts else elements


def entry_in_full(view: EntryView) -> list[Block]:
    """An entry with its evidence, what was understood, what was called wrong, and its records."""
    lines = [*entry_lines(view.entry, view.at), line(*history(view.fires, None))]
    if view.reading:
        lines += [line(own("Read as:")), bullets([[words(one, 200)] for one in view.reading[:6]])]
    wrong = view.entry.exceptions
    if wrong:
        lines.append(line(own(f"{counted(len(wrong), 'match', 'matches')} called wrong:")))
        lines.append(bullets([_exception(one) for one in wrong[-5:]]))
    if view.history:
        lines.append(line(own("Changes:")))
        lines.append(bullets([_record(one) for one in view.history]))
    return [rich(*lines), actions(*_entry_buttons(view.entry))]


def _entry_buttons(entry: Entry) -> list[Element]:
    again = button("Renew", "renew_entry", entry.id)
    if entry.state is EntryState.RETIRED:
        return [again]
    sure = confirmation("Retire?", f"{entry.id} will no longer warn or hold.", "Retire")
    return [
        again,
        button("Edit", "edit_entry", entry.id),
        button("Narrow", "narrow_entry", entry.id),
        button("Weaken", "weaken_entry", f"{entry.id}|{entry.version}"),
        button("Retire", "retire_entry", entry.id, confirm=sure),
    ]


def _exception(wrong: WrongMatch) -> list[Element]:
    on: list[Element] = [own(" on "), moment(wrong.at, "{date_short}")]
    return [own("by "), person(wrong.by), *on, own(f", digest {wrong.digest[:12]}…")]


def _record(record: AuditRecord) -> list[Element]:
    told = record.event.value.removeprefix("entry_").replace("_", " ")
    return [own(f"{told} by "), person(record.actor), own(" on "), moment(record.at, _DAY_AND_TIME)]


def decision_lines(decision: Decision) -> list[Element]:
    """A decision with the reason for each match and why the nearest others do not match."""
    lines = [line(own(_EFFECTS[decision.effect], bold=True))]
    told = words_for(decision.reason)
    if told and not decision.matches:
        lines.append(line(own(told)))
    for match in (*decision.matches[:5], *decision.alerts[:3]):
        lines += _match(match)
    if decision.near_misses:
        lines.append(line(own("Close, but no match:")))
        near = [
            [
                own(f"{one.entry.id} ", bold=True),
                words(one.entry.action, 120),
                own(": "),
                words(one.text),
            ]
            for one in decision.near_misses[:3]
        ]
        lines.append(bullets(near))
    return lines


def _match(match: Match) -> list[Element]:
    entry = match.entry
    first = [
        own(f"{entry.id} ", bold=True),
        words(entry.action, 150),
        own(f" · {match.severity.value} · "),
        words(entry.outcome, 250),
    ]
    lines = [line(*first), line(own("Why: "), words(" · ".join(match.agreed), 300))]
    if match.weakened:
        lines.append(line(own("Weakened: "), words(match.weakened, 200)))
    if entry.instead:
        lines.append(line(own("Instead: ", bold=True), words(entry.instead, 300)))
    return lines


def hold_lines(holds: Sequence[OpenHold]) -> list[Element]:
    """Open holds, oldest first."""
    if not holds:
        return [line(own("No action is held right now."))]
    more = f", the oldest {MOST_HOLDS} of them:" if len(holds) > MOST_HOLDS else ""
    heading = line(own(counted(len(holds), "open hold") + more, bold=True))
    return [heading, bullets([_open_hold(one) for one in holds[:MOST_HOLDS]])]


def _open_hold(one: OpenHold) -> list[Element]:
    elements = [words(one.judged.headline, 200, bold=True)]
    if one.hold.channel:
        elements += [own(" in "), {"type": "channel", "channel_id": one.hold.channel}]
    elements += [own(" · until "), moment(one.hold.expires_at)]
    found = link(one.card_url, "card ↗")
    return [*elements, own(" · "), *found] if found else elements


def stats_lines(stats: Stats) -> list[Element]:
    """The last weeks in numbers."""
    memory = ", ".join(f"{count} {severity.value}" for severity, count in stats.entries.items())
    lines = [
        line(own("Entries: ", bold=True), own(memory or "none")),
        line(own("Announcements judged in four weeks: ", bold=True), own(str(stats.announcements))),
    ]
    if stats.weeks:
        told = [f"{week_of(week)}: {ends(counts, sorted(counts))}" for week, counts in stats.weeks]
        lines.append(bullets([[own(one)] for one in told]))
    return lines
