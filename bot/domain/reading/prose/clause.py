"""One clause: the stretch in which one verb, one negation, one question counts."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.reading.prose.tone import Tone
from bot.domain.reading.text import Token


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause.

    Attributes:
        tokens: Its tokens.
        sentence: Number of its sentence.
        text: The sentence it stands in.
        question: The sentence asks.
        tone: What the sentence says about all of it.
        subordinate: It explains, times or conditions another clause.
        opener: The word that opened it ("because"), or "".
        called_off: It says that what it names is not done, or a verdict beside it does.
        over: A verdict beside it says that it is done: "Done: the restart".
        conditional: A condition before it decides whether it is done.
    """

    tokens: tuple[Token, ...]
    sentence: int
    text: str
    question: bool
    tone: Tone
    subordinate: bool = False
    opener: str = ""
    called_off: bool = False
    over: bool = False
    conditional: bool = False


__all__ = ["Clause"]
