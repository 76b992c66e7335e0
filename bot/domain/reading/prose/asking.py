"""Whether a sentence is a question; "…, objections?" after a plan is none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.text import Token

_AGREEING = frozenset(
    {"ok", "okay", "fine", "good", "alright", "right", "that", "this", "you", "anyone", "it"}
)
_INVERTED = frozenset({"is", "are", "was", "were", "does", "did", "has", "do", "should", "can",
                       "could", "would", "will"})  # fmt: skip
# "whatever comes after the ?"
_NAMES_THE_MARK = re.compile(r"\b(?:the|after the|das|dem|el|le|du|do) \?$", re.I)


def asks_in(sentence: str, tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether a sentence is a question; "…, objections?" after a plan is none."""
    low = sentence.rstrip(" \"')*_`")
    words = [t.text for t in tokens if t.text[0].isalnum()]
    if not words:
        return False
    first = words[0]
    if ("?" in low[-3:] and not _NAMES_THE_MARK.search(low)) or low.endswith("？"):
        tail = low[max(low.rfind(","), low.rfind(" - "), low.rfind(";"), -1) + 1 :].strip().lower()
        tagged = tail != low.strip().lower() and len(tail.split()) <= 4
        leading = first in lexicon.language["question_words"] or low.startswith("¿")
        return not tagged or leading or _asks_on(tail) or _asks_behind_a_colon(low)
    if first in {"what", "which", "how", "who", "why"}:
        return len(words) > 2 and words[1] not in {"i", "a"}
    inverted = first in {"does", "did", "should", "would", "could", "can", "is", "are", "has"}
    return inverted and len(words) > 3 and words[1] in {
        "i", "we", "you", "anyone", "anybody", "someone", "it",
    }  # fmt: skip


def _asks_behind_a_colon(text: str) -> bool:
    """Whether the question begins behind a heading: "mailer prod: is it safe to move it, or …?"."""
    words = text.lower().rpartition(": ")[2].split()
    return words[:1] != [] and words[0] in _INVERTED and words[1:2] != ["for"]


def _asks_on(tail: str) -> bool:
    """Whether the last part goes on asking, "and is the sync off?": "is that ok?" only agrees."""
    words = tail.removeprefix("and ").removeprefix("or ").strip("? ").split()
    return (
        tail.startswith(("and ", "or "))
        and bool(_INVERTED & set(words[:1]))
        and not _AGREEING & set(words)
    )


__all__ = ["asks_in"]
