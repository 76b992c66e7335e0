"""An entry: the card of one that was just learned, and the lines that tell one in full."""

from __future__ import annotations

from collections.abc import Sequence

from bot.application.cards import EntryCard
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
    Severity.BLOCK: "holds the action",
    Severity.WARN: "warns",
    Severity.ALERT: "is only counted for the review",
}
_READING_LINES = 6


def entry_card_blocks(card: EntryCard) -> list[Block]:
    """A new entry that nobody typed: what was understood, and Undo, Edit, Make it a warning."""
    entry = card.entry
    lines = [line(*_learned(card)), *entry_lines(entry)]
    if card.evidence:
        lines.append(line(own("Evidence: "), words(card.evidence, 400)))
    if card.reading:
        lines.append(line(own("Read as:")))
        lines.append(bullets([[words(text, 200)] for text in card.reading[:_READING_LINES]]))
    blocks = [rich(*lines)]
    if entry.state is EntryState.RETIRED:
        return blocks
    return [*blocks, actions(*_buttons(card))]


def entry_lines(entry: Entry) -> list[Element]:
    """What the entry says, a line for each thing it says."""
    lines = [
        line(own(f"{entry.id} ", bold=True), words(entry.action, 300, bold=True)),
        line(own("Last time: "), words(entry.outcome, 400), *_source(entry)),
    ]
    if entry.context and not _says_the_same(entry.context, entry.action):
        lines.append(line(own("When: "), words(entry.context, 300)))
    lines.append(line(own("Where: "), words(scope_text(entry), 400)))
    if entry.instead:
        lines.append(line(own("Instead: ", bold=True), words(entry.instead, 400)))
    return [*lines, line(*_terms(entry))]


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


def _terms(entry: Entry) -> list[Element]:
    elements = [own(f"It {_SEVERITY[entry.severity]}")]
    if entry.approvals > 1:
        elements.append(own(f", {entry.approvals} people must release it"))
    if entry.state is EntryState.RETIRED:
        elements.append(own(" · retired"))
    elif entry.expires is not None:
        elements += [own(" · expires "), moment(entry.expires, "{date_short}")]
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
