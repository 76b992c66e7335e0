"""An entry: the card of one that was just learned, and the lines that tell one in full."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.application.records.card import EntryCard
from bot.domain.entry import ANY, Entry, EntryState, Severity, Window
from bot.slack.blocks.parts import actions, button
from bot.slack.blocks.rich import (
    Block,
    Element,
    bullets,
    is_web_address,
    line,
    link,
    moment,
    own,
    person,
    rich,
    words,
)

_SEVERITY = {
    Severity.BLOCK: "It holds the action",
    Severity.WARN: "It warns",
    Severity.ALERT: "It is only counted for the review",
}
_READING_LINES = 6


def entry_card_blocks(card: EntryCard) -> list[Block]:
    """A new entry that nobody typed: what was understood, and Undo, Edit, Make it a warning."""
    entry = card.entry
    lines = [line(*_learned(card)), *entry_lines(entry, card.at)]
    if card.evidence:
        lines.append(line(own("Evidence: "), words(card.evidence, 400)))
    if card.reading:
        lines.append(line(own("Read as:")))
        lines.append(bullets([[words(text, 200)] for text in card.reading[:_READING_LINES]]))
    blocks = [rich(*lines)]
    if entry.state is EntryState.RETIRED:
        return blocks
    return [*blocks, actions(*_buttons(card))]


def entry_lines(entry: Entry, now: datetime) -> list[Element]:
    """What the entry says, a line for each thing it says, and what it does at `now`."""
    lines = [
        line(own(f"{entry.id} ", bold=True), words(entry.action, 300, bold=True)),
        line(own("Last time: "), words(entry.outcome, 400), *_source(entry)),
    ]
    if entry.context and not _says_the_same(entry.context, entry.action):
        lines.append(line(own("When: "), words(entry.context, 300)))
    lines.append(line(own("Where: "), words(scope_text(entry), 400)))
    if entry.instead:
        lines.append(line(own("Instead: ", bold=True), words(entry.instead, 400)))
    return [*lines, line(*_terms(entry, now))]


def _says_the_same(context: str, action: str) -> bool:
    """Whether the context only repeats the action, as after a correction of a short message."""
    said, done = (" ".join(text.lower().split()).strip(" .!") for text in (context, action))
    return said in done or done in said


def scope_text(entry: Entry) -> str:
    """Where it applies: "payments-api · prod · mon–fri 08:00–20:00 Europe/Berlin"."""
    scope = entry.scope
    parts = [
        "every service" if ANY in scope.services else ", ".join(scope.services),
        "every environment" if ANY in scope.environments else ", ".join(scope.environments),
        *(window_text(window) for window in scope.windows),
    ]
    return " · ".join(part for part in parts if part)


def window_text(window: Window) -> str:
    """A weekly stretch: "mon, tue 08:00–20:00 Europe/Berlin"."""
    days = "every day" if len(window.days) == len(set(window.days)) == 7 else ", ".join(window.days)
    return f"{days} {window.start:%H:%M}–{window.end:%H:%M} {window.tz}"


def lifetime(entry: Entry, now: datetime, ends: str = "expires") -> list[Element]:
    """How long it counts: "expires 29 Dec 2026", "expired on 29 Nov 2026", "retired"; or nothing.

    Args:
        entry: The entry.
        now: Aware.
        ends: The word before an end that is still to come.
    """
    if entry.state is EntryState.RETIRED:
        return [own("retired")]
    if entry.expires is None:
        return []
    told = ends if entry.is_live(now) else "expired on"
    return [own(f"{told} "), moment(entry.expires, "{date_short}")]


def _terms(entry: Entry, now: datetime) -> list[Element]:
    does = _SEVERITY[entry.severity] if entry.is_live(now) else "It does nothing any more"
    elements = [own(does)]
    if entry.approvals > 1 and entry.is_live(now):
        elements.append(own(f", {entry.approvals} people must release it"))
    lasts = lifetime(entry, now)
    if lasts:
        elements += [own(" · "), *lasts]
    if entry.owner:
        elements += [own(" · owner "), person(entry.owner)]
    return elements


def _source(entry: Entry) -> list[Element]:
    if not entry.source:
        return []
    if is_web_address(entry.source):
        return [own(" · "), *link(entry.source, "source ↗")]
    return [own(" · "), words(entry.source, 150)]


def _learned(card: EntryCard) -> list[Element]:
    if card.learned_from == "outcome":
        return [own("🧠 Learned from what the agent reported", bold=True)]
    by: Sequence[Element] = [own(" from "), person(card.by)] if card.by else []
    return [own("🧠 Remembered", bold=True), *by]


def _buttons(card: EntryCard) -> list[Element]:
    entry_id = card.entry.id
    buttons = [
        button("Undo", "undo_entry", entry_id),
        button("Edit", "edit_entry", entry_id),
    ]
    if card.proposes_block and card.entry.severity is not Severity.BLOCK:
        buttons.insert(0, button("Make it a block", "make_block", entry_id, style="primary"))
    if card.entry.severity is Severity.BLOCK:
        buttons.append(button("Make it a warning", "make_warning", entry_id))
    return buttons
