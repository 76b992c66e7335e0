"""The short cards: a warning, "kept by …", and an action that a person stopped."""

from __future__ import annotations

from bot.application.records.card import KeptCard, StoppedCard, WarningCard
from bot.slack.blocks.matches import MOST_SHOWN, in_doubt, the_rest, what_happened, wrong_match
from bot.slack.blocks.parts import actions, button
from bot.slack.blocks.rich import Block, Element, code, line, moment, own, person, rich, words


def warning_blocks(card: WarningCard) -> list[Block]:
    """A headline and a line for each entry: what happened, and what to do instead."""
    lines = [line(own("⚠️ Warning: ", bold=True), words(card.headline, 300, bold=True))]
    if card.break_glass_by:
        glass = [own("This would be held, but "), person(card.break_glass_by)]
        lines.append(line(*glass, own(" opened the channel (break-glass).")))
    lines += in_doubt(card.doubt)
    for entry in card.entries[:MOST_SHOWN]:
        elements = what_happened(entry)
        if entry.instead:
            elements += [own(" · Instead: ", bold=True), words(entry.instead, 400)]
        lines.append(line(*elements))
    lines += the_rest(card.entries)
    blocks = [rich(*lines)]
    if card.entries:
        blocks.append(actions(wrong_match(card.action_id, card.entries, holds=False)))
    return blocks


def kept_blocks(card: KeptCard) -> list[Block]:
    """The answer to a repeat of what was kept blocked a short while ago."""
    title = line(own("⛔ Still blocked: ", bold=True), words(card.headline, 300, bold=True))
    why: list[Element] = [own("Kept by "), person(card.kept_by), own(" at "), moment(card.kept_at)]
    if card.reason:
        why += [own(": "), words(card.reason, 400)]
    return [rich(title, line(*why))]


def stopped_blocks(card: StoppedCard) -> list[Block]:
    """What was stopped, with a button that makes an entry of it."""
    lines = [line(own("✋ Stopped by ", bold=True), person(card.by), *_one(card.headlines))]
    if card.reason:
        lines.append(line(words(card.reason, 400)))
    if card.remembered:
        remembered = own("Remembered as "), words(card.remembered, 40, bold=True)
        return [rich(*lines, line(*remembered))]
    return [rich(*lines, *_question(card)), actions(*_choices(card))]


def _one(headlines: tuple[str, ...]) -> list[Element]:
    return [own(": "), words(headlines[0], 300, bold=True)] if len(headlines) == 1 else []


def _question(card: StoppedCard) -> list[Element]:
    if len(card.headlines) <= 1:
        return []
    lines = [line(own("Which one was meant?"))]
    for number, headline in enumerate(card.headlines[:MOST_SHOWN], 1):
        lines.append(line(own(f"{number}. "), code(headline, 200)))
    return lines


def _choices(card: StoppedCard) -> list[Element]:
    if len(card.headlines) <= 1:
        return [button("Remember this", "remember", card.action_id, style="primary")]
    # One action id cannot come twice in a row of buttons: the number makes them different.
    return [
        button(f"Remember {number}", f"remember:{number - 1}", f"{card.action_id}|{number - 1}")
        for number in range(1, min(len(card.headlines), MOST_SHOWN) + 1)
    ]
