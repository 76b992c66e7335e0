"""The card of a held action: the one thing a person reads at 3 a.m."""

from __future__ import annotations

from bot.application.posts.show_actions import LONGEST_QUOTE, LONGEST_SHOWN, MOST_ALSO
from bot.application.records.card import HoldCard
from bot.domain.hold import HoldState
from bot.domain.lengths import units
from bot.slack.blocks.matches import MOST_SHOWN, in_doubt, in_full, the_rest, wrong_match
from bot.slack.blocks.parts import actions, button, small
from bot.slack.blocks.rich import (
    Block,
    Element,
    code,
    is_person,
    line,
    mention,
    own,
    preformatted,
    rich,
    words,
)
from bot.slack.blocks.text import clean, counted, escaped, named, times, when

_TITLES = {
    HoldState.PENDING: "🛑 Held: ",
    HoldState.RELEASED: "✅ Released: ",
    HoldState.KEPT: "⛔ Kept blocked: ",
    HoldState.EXPIRED: "⌛ Expired, stays blocked: ",
    HoldState.VOIDED: "🚫 Void: ",
}
_LEAST_ROOM = 200
"""UTF-16 units of a gate call that does not fit any more, and so cannot be released here."""


def hold_blocks(card: HoldCard) -> list[Block]:
    """The card in its present state; buttons only while it is pending."""
    shown = card.entries[:MOST_SHOWN]
    several = len(card.entries) > 1
    lines = [line(*_title(card))]
    if card.went_ahead:
        lines.append(line(own("⚠️ The agent went ahead while this was held.", bold=True)))
    lines += _asked_at_the_gate(card)
    lines += in_doubt(card.doubt)
    for entry in shown:
        lines += in_full(entry, name_action=several)
    lines += the_rest(card.entries)
    if card.end_reason:
        lines.append(line(own("Reason: "), words(card.end_reason, 400)))
    blocks = [rich(*lines)]
    if card.state is HoldState.PENDING:
        blocks.append(actions(*_buttons(card)))
        return [*blocks, small(_who_and_until(card))]
    return [*blocks, small(_how_it_ended(card))]


def _title(card: HoldCard) -> list[Element]:
    call = mention(card.mention) if card.state is HoldState.PENDING else []
    return [*call, own(_TITLES[card.state], bold=True), words(card.headline, 200, bold=True)]


def _asked_at_the_gate(card: HoldCard) -> list[Element]:
    """A gate call has no message above the card, so the card says what was asked."""
    lines, room = [], LONGEST_SHOWN
    if card.announced_by is None:
        agent = code(card.agent or "an agent", 80)
        lines.append(line(own("Asked by "), agent, own(" at the gate:")))
        if card.quote.strip():
            lines.append(preformatted(card.quote, LONGEST_QUOTE))
            room -= units(card.quote)
    for quoted in card.also[:MOST_ALSO]:
        room = max(room, _LEAST_ROOM)
        lines.append(line(own("Also asked at the gate:")))
        lines.append(preformatted(quoted, min(room, LONGEST_QUOTE)))
        room -= units(quoted)
    return lines


def _buttons(card: HoldCard) -> list[Element]:
    seen = f"{card.hold_id}|{card.revision}"
    buttons = [
        button("Release", "release", seen, style="primary"),
        button("Keep blocked", "keep", seen),
    ]
    if card.entries:
        buttons.append(wrong_match(card.action_id, card.entries, holds=True))
    return buttons


def _who_and_until(card: HoldCard) -> str:
    who = f"{card.who_may[:1].upper()}{card.who_may[1:]}"
    parts = [f"{named(who, 200)} can release", f"until {when(card.expires_at)}"]
    if card.approvals > 1:
        approved = " by " + ", ".join(map(_name, card.approved_by)) if card.approved_by else ""
        parts.append(f"{len(card.approved_by)} of {card.approvals} approvals{approved}")
    if card.asked > 1:
        parts.append(f"asked {times(card.asked)}")
    return " · ".join(parts)


def _how_it_ended(card: HoldCard) -> str:
    parts = [_ending(card)]
    if card.ended_at is not None:
        parts[0] += f" at {when(card.ended_at)}"
    if card.asked > 1:
        parts.append(f"asked {times(card.asked)}")
    return " · ".join(parts)


def _ending(card: HoldCard) -> str:
    by = f" by {_name(card.ended_by)}" if card.ended_by else ""
    if card.state is HoldState.RELEASED and len(card.approved_by) > 1:
        by = f" by {' and '.join(map(_name, card.approved_by))}"
    return {
        HoldState.RELEASED: f"Released{by}",
        HoldState.KEPT: f"Kept blocked{by}",
        HoldState.EXPIRED: "Nobody decided in time: stays blocked, ended",
        HoldState.VOIDED: f"No longer valid{by}, nothing was released; ended",
        HoldState.PENDING: counted(card.asked, "request"),
    }[card.state]


def _name(user: str | None) -> str:
    who = user or ""
    return f"<@{who}>" if is_person(who) else escaped(clean(who, 80))
