"""The weekly review: the parent with its numbers and chart, and one reply for each entry."""

from __future__ import annotations

from bot.application.records.card import ReviewCard, ReviewItemCard
from bot.slack.blocks.entry import entry_lines
from bot.slack.blocks.matches import history
from bot.slack.blocks.parts import actions, button, header, picture, plain
from bot.slack.blocks.rich import (
    Block,
    Element,
    bullets,
    line,
    link,
    mention,
    moment,
    own,
    person,
    rich,
    words,
)
from bot.slack.blocks.text import counted, ends, week_of

_NUMBERS = ("fired", "held", "warned", "released", "kept", "expired", "wrong")
CHARTED = ("warned", "released", "kept", "expired", "wrong")
"""What the chart counts, from the bottom up."""


def review_blocks(card: ReviewCard, chart_file: str | None = None) -> list[Block]:
    """The parent of the thread.

    Args:
        card: What it shows.
        chart_file: Id of the uploaded chart; without it the weeks are told in words.
    """
    numbers = [f"{name} {count}" for name in _NUMBERS if (count := card.numbers.get(name, 0))]
    lines = [
        line(own("Last seven days: "), own(" · ".join(numbers) or "nothing fired")),
        line(own(_state_of_entries(card))),
        line(own(_state_of_items(card))),
    ]
    for entry_id, why in card.retired[:10]:
        retired = own("Retired by itself: "), words(entry_id, 40, bold=True)
        lines.append(line(*retired, own(", "), words(why, 200)))
    if card.alerts or card.numbers.get("alerts"):
        lines.append(_alerts(card))
    # The moment after the comma tells reviews on demand apart; Slack shows when it was posted.
    blocks = [header(f"Weekly review {card.week.partition(',')[0]}"), rich(*lines)]
    if not has_chart(card):
        return blocks
    if chart_file:
        return [*blocks, picture(chart_text(card), chart_file)]
    return [*blocks, rich(line(own("Fires by week:")), bullets(_weeks(card)))]


def has_chart(card: ReviewCard) -> bool:
    """Whether anything fired in the weeks that it counts: an empty chart tells nothing."""
    return any(counts.get(name) for _, counts in card.weeks for name in CHARTED)


def chart_text(card: ReviewCard) -> str:
    """The chart in words, for whoever does not see it."""
    return "Fires by week. " + _sentences(card)


def review_item_blocks(card: ReviewItemCard) -> list[Block]:
    """One entry with its evidence and the question that it raises."""
    call = mention([card.entry.owner]) if card.mention_owner and card.entry.owner else []
    asked = [line(*call, own("❓ "), words(text, 300, bold=True)) for text in card.questions[:1]]
    asked += [line(own("Also: "), words(text, 300)) for text in card.questions[1:4]]
    made: list[Element] = [own(" · made on "), moment(card.entry.created, "{date_short}")]
    told = entry_lines(card.entry, card.at)
    lines = [*asked, *told, line(*history(card.fires, card.last_url), *made)]
    if card.done is not None:
        return [rich(*lines, line(*_done(card)))]
    return [rich(*lines), _choices(card)]


def _choices(card: ReviewItemCard) -> Block:
    value = f"{card.review_id}|{card.entry.id}|{card.entry.version}"
    return actions(
        button("Renew", "review_renew", value, style="primary"),
        button("Narrow", "review_narrow", value),
        button("Weaken", "review_weaken", value),
        button("Retire", "review_retire", value),
        {
            "type": "users_select",
            "action_id": "review_reassign",
            "placeholder": plain("Reassign …", 150),
        },
        block_id=value,
    )


def _done(card: ReviewItemCard) -> list[Element]:
    elements = [own(f"✔️ {(card.done or '').capitalize()}", bold=True)]
    if card.done_by:
        elements += [own(" by "), person(card.done_by)]
    if card.done_at:
        elements += [own(" on "), moment(card.done_at, "{date_short} {time}")]
    return elements


def _state_of_entries(card: ReviewCard) -> str:
    entries, expiring = card.numbers.get("entries", 0), card.numbers.get("expiring", 0)
    soon = f", {expiring} expiring soon" if expiring else ""
    return f"{counted(entries, 'entry', 'entries')} in memory{soon}"


def _state_of_items(card: ReviewCard) -> str:
    if card.items == 0:
        return "Nothing to decide this week."
    if card.answered >= card.items:
        return f"All in this thread answered, {card.answered} of {card.items}. Thank you!"
    return f"To decide in this thread: {card.items - card.answered} of {card.items}"


def _alerts(card: ReviewCard) -> Element:
    count = card.numbers.get("alerts", len(card.alerts))
    elements = [own(f"{counted(count, 'anomaly', 'anomalies')} logged by alert entries")]
    for number, told in enumerate(card.alerts[:10], 1):
        shown = link(told.url, f"{number} ↗") or [words(told.headline, 100)]
        elements += [own(": " if number == 1 else ", "), *shown]
    return line(*elements)


def _weeks(card: ReviewCard) -> list[list[Element]]:
    return [[words(one)] for one in _told(card)[-12:]]


def _sentences(card: ReviewCard) -> str:
    return " ".join(f"{one}." for one in _told(card))


def _told(card: ReviewCard) -> list[str]:
    """Each week in which anything fired."""
    fired = [(week, counts) for week, counts in card.weeks if any(map(counts.get, CHARTED))]
    return [f"{week_of(week)}: {ends(counts, CHARTED)}" for week, counts in fired]
