"""A reply beside the announcement that it answers, and when the language model overrules its words.

The model is asked only where its answer can matter: not about an order, a courtesy or an approval.
"""

from __future__ import annotations

import re

from bot.domain.reading.reply.courtesy import is_courtesy
from bot.domain.reading.reply.order import is_order
from bot.domain.sense import Question, Sense, load_sense

_ANNOUNCEMENT, _REPLY = 120, 200
_STOPS, _STOPS_AGAINST_WORDS, _GOES_ON = 1.0, 3.0, -2.0
"""Log-odds from which the language model overrules the words: no cue, a harmless "no", and a cue
to stop, with the announcement and without. Set on learn17 to learn19 and learn31."""
_STOPS_SHORT, _SHORT = 2.0, 28
"""The same without a cue for a reply of less than so many signs: of "CPU is at 95 %" the model's
answer follows the announcement more than the reply."""
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def overrules(
    sense: Sense | None, announcement: str, whole: str, *, stops: bool, harmless: bool = False
) -> bool:
    """Whether the language model is sure of the other than the words say.

    A negative order it never overrules, and no other stop where only the announcement makes it
    sure: its text is the agent's.

    Args:
        sense: The model; None is the one that comes with negmem.
        announcement: What the reply answers.
        whole: The reply without mentions and marks of format.
        stops: Whether its words stop. Those that approve are not to be asked about.
        harmless: Whether they hold a "no" that means none.
    """

    def answer(beside: str) -> float:
        return (sense or load_sense()).ask(Question.CORRECTS, [texts_of_reply(beside, whole)])[0]

    if stops:
        if is_order(whole):
            return False
        return answer(announcement) <= _GOES_ON and answer("") <= _GOES_ON
    if is_courtesy(whole):
        return False
    return answer(announcement) > _needed(whole, harmless=harmless)


def _needed(whole: str, *, harmless: bool) -> float:
    if harmless:
        return _STOPS_AGAINST_WORDS
    length = len(whole) + len(_EAST_ASIAN.findall(whole[:_SHORT]))  # each tells as much as two
    return _STOPS if length >= _SHORT else _STOPS_SHORT


def texts_of_reply(announcement: str, plain: str) -> tuple[str, str]:
    """The two texts.

    Args:
        announcement: What the reply answers; may be empty.
        plain: The reply without mentions and marks of format.
    """
    return announcement[:_ANNOUNCEMENT], plain[:_REPLY]


__all__ = ["overrules", "texts_of_reply"]
