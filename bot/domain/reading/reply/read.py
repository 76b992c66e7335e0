"""A person's reply in the thread of an announcement: a correction, an approval or neither."""

from __future__ import annotations

from bot.domain.reading.reply.answer import (
    agrees_to_wait,
    explains_no,
    is_against,
    says_to_go_on,
    uses_it,
)
from bot.domain.reading.reply.bounds import ends_of, thinned
from bot.domain.reading.reply.courtesy import is_all_in_passing, is_courtesy
from bot.domain.reading.reply.cues import cues_of, named_by, stop_of
from bot.domain.reading.reply.kinds import ReplyKind, ReplyReading
from bot.domain.reading.reply.plain import HIDDEN, plain_of
from bot.domain.reading.reply.question import (
    asked_for_objections,
    asks_to_wait,
    is_drawn_out,
    objects,
    without_answer,
)
from bot.domain.reading.reply.reason import reason_of
from bot.domain.reading.reply.sense import overrules
from bot.domain.reading.reply.signs import by_sign
from bot.domain.sense import Sense


def read_reply(
    text: str, *, announcement: str = "", by_words: bool = False, sense: Sense | None = None
) -> ReplyReading:
    """Reads one reply.

    Args:
        text: The reply as Slack has it. Of a very long one the beginning and the end are read:
            4,000 signs, 600 words and marks.
        announcement: The announcement it answers; a reply that only repeats words of it gives no
            reason.
        by_words: Do not ask the language model, for whoever found that it fails.
        sense: The language model to ask, by default the one that comes with negmem.
    """
    text = ends_of(text)
    whole = thinned(plain_of(text))
    plain = whole if is_drawn_out(text) else without_answer(whole, announcement, _lets_go)
    sign = by_sign(text)
    words, cues = cues_of(plain, named_by(announcement))
    stop = cues.stop
    if plain and sign is None:
        stop = None if is_all_in_passing(whole) else stop_of(cues, plain, words)
        asks = announcement and not by_words and (stop is not None or not cues.approved)
        if cues.stop is None and _is_told_to_go_on(whole, announcement):
            stop, asks = None, False
        if asks and overrules(
            sense,
            announcement,
            whole,
            stops=stop is not None,
            harmless=words.idle.search(plain) is not None,
        ):
            stop = None if stop else ReplyKind.WAIT  # like a lean, its answer alone delays
    if stop is None and sign is not ReplyKind.FORBID:
        approves = cues.approved or sign is ReplyKind.APPROVE
        if _objects(text, plain, whole, announcement, approves=approves):
            stop = ReplyKind.WAIT
            plain = plain or whole
    if stop is None:
        if sign is not None and not cues.approved:
            return ReplyReading(sign, language=words.language)
        kind = ReplyKind.APPROVE if cues.approved else ReplyKind.CHATTER
        return ReplyReading(kind, language=words.language)
    reason, instead = reason_of(plain, announcement, words)
    once = words.once.search(plain) is not None and not words.forbid.search(
        words.once.sub(HIDDEN, words.wait.sub(HIDDEN, plain))
    )
    return ReplyReading(stop, reason, instead, once, words.language)


def _objects(text: str, plain: str, whole: str, announcement: str, *, approves: bool) -> bool:
    """Whether a reply without a cue to stop objects to what was asked, or to all.

    Args:
        text: The reply as it was written.
        plain: The reply without a "no" that only answers a question.
        whole: The reply with it.
        announcement: What it answers.
        approves: Whether words or signs of it approve.
    """
    if is_against(whole) or (not approves and explains_no(plain)):
        return True
    if asks_to_wait(announcement) and agrees_to_wait(whole, text, approves=approves):
        return True
    if objects(whole, announcement, _lets_go):
        return True
    asked = "" if approves or is_courtesy(whole) else asked_for_objections(announcement)
    return bool(asked) and uses_it(whole, asked)


def _is_told_to_go_on(whole: str, announcement: str) -> bool:
    """Whether it answers "Should I wait?" with "no need"; then no lean counts."""
    return asks_to_wait(announcement) and says_to_go_on(whole)


def _lets_go(rest: str) -> bool:
    """Whether a text approves and has nothing that stops."""
    words, cues = cues_of(rest, frozenset())
    return cues.approved and stop_of(cues, rest, words) is None and not is_against(rest)


__all__ = ["read_reply"]
