"""What a clause acts on, as it is written: a name, or else the words for its object."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from bot.domain.reading.environment import REGIONAL
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import is_name
from bot.domain.reading.text import Token
from bot.domain.reading.wording import as_written

_NAME = re.compile(r"[a-z][\w.-]*[-_.]?[a-z0-9]", re.I)
_PLACING = frozenset({"on", "of", "for", "in", "to", "from", "at"})
_REGION = re.compile(r"[a-z]{2,}-[a-z]+-\d[a-z]?")


def target_and_objects(
    head: Collection[str], tokens: Sequence[Token], lexicon: Lexicon
) -> tuple[str | None, tuple[str, ...]]:
    """The target, and the words for what is acted on within it.

    Args:
        head: Concepts of the direct object.
        tokens: The clause.
        lexicon: The words.

    Returns:
        The name that follows "on" or "of", or else the first name; without a name the object's
        words are the target. Both as written.
    """
    names = [at for at, token in enumerate(tokens) if _is_target(token, lexicon)]
    placed = [at for at in names if at and tokens[at - 1].text in _PLACING]
    environments = lexicon.environments.names
    words = [w for w in as_written(head, tokens, lexicon) if w.lower() not in environments]
    if not names:
        return " ".join(words) or None, ()
    target = tokens[(placed or names)[0]].raw
    return target, tuple(w for w in words if w != target)


def _is_target(token: Token, lexicon: Lexicon) -> bool:
    """Whether a token names a service or a thing: no environment, region, version or verb."""
    word = token.text
    return (
        is_name(token)
        and _NAME.fullmatch(token.raw) is not None
        and word not in lexicon.environments.names
        and word not in lexicon.words
        and not _REGION.fullmatch(word)
        and REGIONAL.fullmatch(word) is None
        and not lexicon.environments.names.keys() >= set(re.split(r"[-_.]", word))
    )


__all__ = ["target_and_objects"]
