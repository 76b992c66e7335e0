"""What a clause acts on, as it is written: a name, or else the words for its object."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.domain.reading.environment import REGIONAL
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.remembering import remembered
from bot.domain.reading.terms import is_identifier
from bot.domain.reading.text import Token
from bot.domain.reading.wording import as_written, meanings_of

_NAME = re.compile(r"[a-z][\w.-]*[-_.]?[a-z0-9]", re.I)
_PLACING = frozenset({"on", "of", "for", "in", "to", "from", "at"})
_REGION = re.compile(r"[a-z]{2,}-[a-z]+-\d[a-z]?")

# Sizes of machines and versions say what it becomes, not what it is: db.r6g.4xlarge, v1.31.2.
_SIZE = re.compile(
    r"(?:db|cache|search|ml|kafka|mq|ra3|dc2)?\.?[a-z]{1,3}\d[a-z-]{0,5}\.\d{0,3}x?"
    r"(?:nano|micro|small|medium|large|metal)(?:[.-]\w+)?|"
    r"(?:db-)?(?:standard|custom|perf|highmem|highcpu|n\d[a-z]?|e2|c\d[a-z]?|m\d[a-z]?|t2[ad])-"
    r"(?:standard|custom|highmem|highcpu|micro|small|medium|\d+)(?:-[\w-]+)?|"
    r"standard_[a-z]+\d+\w*|(?:gp|bc|hs)_gen\d_\d+|v?\d+(?:\.\d+)+(?:[-+]\w+)?",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Written:
    """What a clause writes, made out once for all its frames.

    Attributes:
        target: The name that follows "on" or "of", or else the first name; "" without any.
        meanings: The concepts of each word, and the word as written.
    """

    target: str
    meanings: Sequence[tuple[frozenset[str], str]]


def written_of(tokens: Sequence[Token], lexicon: Lexicon) -> Written:
    """The names and words of a clause."""
    names = [at for at, token in enumerate(tokens) if _is_target(token.text, token.raw, lexicon)]
    placed = [at for at in names if at and tokens[at - 1].text in _PLACING]
    target = tokens[(placed or names)[0]].raw if names else ""
    return Written(target, meanings_of(tokens, lexicon))


def target_and_objects(
    head: Collection[str], written: Written, lexicon: Lexicon
) -> tuple[str | None, tuple[str, ...]]:
    """The target, and the words for what is acted on within it.

    Args:
        head: Concepts of the direct object.
        written: What the clause writes.
        lexicon: The words.

    Returns:
        The clause's target; without a name the object's words are the target. Both as written.
    """
    environments = lexicon.environments.names
    words = [w for w in as_written(head, written.meanings) if w.lower() not in environments]
    if not written.target:
        return " ".join(words) or None, ()
    return written.target, tuple(w for w in words if w != written.target)


@remembered
def _is_target(word: str, raw: str, lexicon: Lexicon) -> bool:
    """Whether a token names a service or a thing: no environment, region, version or verb."""
    return (
        is_identifier(raw)
        and _NAME.fullmatch(raw) is not None
        and word not in lexicon.environments.names
        and word not in lexicon.words
        and not _REGION.fullmatch(word)
        and not _SIZE.fullmatch(word)
        and REGIONAL.fullmatch(word) is None
        and not lexicon.environments.names.keys() >= set(re.split(r"[-_.]", word))
    )


__all__ = ["Written", "target_and_objects", "written_of"]
