"""Names of services that no entry knows: "(press-cdn, prod)", "the sessions of forum-pg"."""

from __future__ import annotations

import re

from bot.domain.reading.lexicon import Lexicon

_NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+"
_PLACED = re.compile(
    rf"\b(?:on|of|for|in|from|to|into|against|at)\s+(?:the\s+|our\s+|a\s+)?({_NAME})(?:'s)?(?![\w./*-])"
)
_BESIDE_ENVIRONMENT = re.compile(
    rf"(?<![\w.-])({_NAME})(?:'s)?(?:\s*,\s*|\s+in\s+|\s+on\s+|\s+\(|\s+|/)(?:the\s+)?([a-z]+)\b"
)


def other_names(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Hyphenated names that stand where a service's name stands.

    Those after a preposition count when they end like a service's name; those beside the name of
    an environment always do.
    """
    low = text.lower()[:8000]
    if "-" not in low:
        return ()
    kinds = lexicon.language["name_kinds"]
    environments = lexicon.environments
    found = [n for n in _PLACED.findall(low) if n.rsplit("-", 1)[-1] in kinds]
    for name, after in _BESIDE_ENVIRONMENT.findall(low):
        if after in environments.names and after not in environments.weak:
            found.append(name)
    return tuple(
        dict.fromkeys(n for n in found if n not in environments.names and n not in lexicon.words)
    )


__all__ = ["other_names"]
