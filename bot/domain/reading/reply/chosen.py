"""Which of several announced actions a reply speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.action import PlannedAction
from bot.domain.reading.reply.bounds import ends_of, thinned
from bot.domain.reading.reply.cues import kind_of
from bot.domain.reading.reply.kinds import ReplyKind
from bot.domain.reading.reply.plain import CLAUSE, plain_of
from bot.domain.reading.reply.words import language_of, load_reply_words


def words_choose(reply_text: str, actions: Sequence[PlannedAction]) -> tuple[int, ...]:
    """Which of several planned actions a reply speaks of, as their positions; empty means all.

    What the sentences that stop name decides ("restart is fine, but don't flush"), else what the
    whole reply names.

    Args:
        reply_text: The person's reply.
        actions: The planned actions of the announcement, in its order.
    """
    plain = thinned(plain_of(ends_of(reply_text)))
    words = language_of(plain, load_reply_words())
    stopping = [
        clause
        for clause in CLAUSE.split(plain)
        if clause and kind_of(clause, words) not in (None, ReplyKind.APPROVE)
    ]
    for text in (" ".join(stopping), plain):
        chosen = _named_in(text, actions)
        if chosen and len(chosen) < len(actions):
            return chosen
    return ()


def _named_in(text: str, actions: Sequence[PlannedAction]) -> tuple[int, ...]:
    scores = [_naming(text.casefold(), action) for action in actions]
    best = max(scores, default=0)
    if not best:
        return ()
    return tuple(index for index, score in enumerate(scores) if score == best)


def _naming(text: str, action: PlannedAction) -> int:
    """How clearly a text names an action: by its target, its objects, its kind."""
    stem = action.kind.split("_")[0][:5]
    named = sum(2 for name in (action.target, *action.objects) if name and name.casefold() in text)
    return named + (1 if stem and re.search(rf"\b{re.escape(stem)}", text) else 0)


__all__ = ["words_choose"]
