"""A matched entry in two to four lines: what happened, why it matched, what to do instead."""

from __future__ import annotations

from collections.abc import Sequence

from bot.application.records.card import CardEntry
from bot.application.records.fires import Fires
from bot.slack.blocks.parts import button, confirmation, option, select
from bot.slack.blocks.rich import Element, line, link, moment, own, words
from bot.slack.blocks.text import clean, times

MOST_SHOWN = 3
"""Entries drawn in full; the rest are named. All of them keep a card under 13,000 characters."""

_FIRST = "It fires for the first time"
_OUTCOME, _SOURCE, _WHY, _INSTEAD, _DOUBT = 240, 90, 200, 220, 400


def what_happened(entry: CardEntry) -> list[Element]:
    """What it led to: "nm-17 · dropped in-flight transactions · postmortem 2026-09-14 ↗"."""
    elements = [own(entry.entry_id, bold=True), own(" · "), words(entry.outcome, _OUTCOME)]
    if entry.source:
        elements += [own(" · "), words(entry.source, _SOURCE)]
    return [*elements, *_arrow(entry.source_url, "source")]


def in_full(entry: CardEntry, *, name_action: bool) -> list[Element]:
    """The lines of one entry on a hold's card.

    Args:
        entry: The match.
        name_action: Say what the entry is about too, where a card has several.
    """
    lines = [line(*what_happened(entry))]
    if name_action:
        lines.insert(0, line(words(entry.action, 200, bold=True)))
    if entry.why:
        lines.append(line(own("Why: "), words(" · ".join(entry.why), _WHY)))
    if entry.weakened:
        lines.append(line(own("Weakened: "), words(entry.weakened, 200)))
    if entry.instead:
        lines.append(line(own("Instead: ", bold=True), words(entry.instead, _INSTEAD)))
    told = history(entry.fires, entry.last_url) if entry.fires.fired else [own(_FIRST)]
    return [*lines, line(*told)]


def in_doubt(doubt: str | None) -> list[Element]:
    """What the gate itself is in doubt about, and how to mend it, as a line of the card."""
    return [line(own("In doubt: ", bold=True), words(doubt, _DOUBT))] if doubt else []


def history(fires: Fires, last_url: str | None) -> list[Element]:
    """How it did: "Fired 4 times, released once · last on 12 Nov ↗", with the date as the link."""
    if fires.fired <= 0:
        return [own("Never fired")]
    told = f"Fired {times(fires.fired)}"
    counts = (("released", fires.released), ("kept", fires.kept), ("wrong", fires.wrong))
    told += "".join(f", {name} {times(count)}" for name, count in counts if count)
    elements = [own(told)]
    if fires.last_at is not None:
        elements += [own(" · last on "), moment(fires.last_at, "{date_short}", last_url)]
    return [*elements, *_arrow(last_url)]


def the_rest(entries: Sequence[CardEntry]) -> list[Element]:
    """A line that names the entries not drawn in full, if there are any."""
    rest = entries[MOST_SHOWN:]
    if not rest:
        return []
    names = ", ".join(entry.entry_id for entry in rest)
    return [line(own(f"And {len(rest)} more: "), words(names, 250))]


def wrong_match(action_id: str, entries: Sequence[CardEntry], *, holds: bool) -> Element:
    """The button that calls the match wrong; a menu where there are several.

    Args:
        action_id: What was matched.
        entries: Its matches.
        holds: Whether the action is held, so that the click may release it: the question says so.
    """
    which = entries[0].entry_id if len(entries) == 1 else "The chosen entry"
    releases = " If nothing else holds it, it is released now." if holds else ""
    told = f"{which} will not match this action again.{releases}"
    sure = confirmation("Wrong match?", told, "Wrong match")
    if len(entries) == 1:
        return button("Wrong match", "wrong", f"{action_id}|{which}", confirm=sure)
    choices = [
        option(f"{entry.entry_id}: {clean(entry.action, 50)}", f"{action_id}|{entry.entry_id}")
        for entry in entries
    ]
    return select("wrong", "Wrong match …", choices, confirm=sure)


def _arrow(url: str | None, name: str = "") -> list[Element]:
    found = link(url, f"{name} ↗".strip())
    return [own(" "), *found] if found else []
