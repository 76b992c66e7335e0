"""From the tables of other languages to look-ups, by form and by the stem that forms share."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from bot.domain.errors import BadInput
from bot.domain.reading.lexicon.build import idioms_of
from bot.domain.reading.lexicon.foreign_forms import foreign_stem, foreign_stem_of_two
from bot.domain.reading.lexicon.inflection import Form
from bot.domain.reading.lexicon.lexicon_types import ForeignLanguage, Kind, Phrasal

_SETS = (
    "markers", "negators", "past", "hypothetical", "questions", "stop", "joints", "so", "going",
    "conditions", "extent_all", "extent_one", "one_by_one",
)  # fmt: skip
_Meaning = TypeVar("_Meaning")


def build_foreign(
    table: Mapping[str, Any], kinds: Mapping[str, Kind]
) -> tuple[ForeignLanguage, ...]:
    """The other languages; a kind that no language knows is an error that names it."""
    languages = []
    for code, row in table.items():
        if unknown := sorted(set(row.get("kinds", {})) - set(kinds)):
            raise BadInput(
                f"languages.{code}.kinds.{unknown[0]} is no kind of action.",
                "The kinds are the tables of actions.toml.",
            )
        languages.append(_foreign(code, row))
    return tuple(languages)


def _foreign(code: str, row: Mapping[str, Any]) -> ForeignLanguage:
    single: dict[str, list[str]] = defaultdict(list)
    phrasals: dict[str, list[Phrasal]] = defaultdict(list)
    fixed: list[tuple[str, str]] = []
    for kind, forms in row.get("kinds", {}).items():
        for text in forms:
            verb, plus, particle = text.lower().partition("+")
            if plus:
                phrasals[verb].append(Phrasal(tuple(particle.split()), kind, Form.BASE))
            elif " " in text:
                fixed.append((kind, text))
            else:
                single[text.lower()].append(kind)
    things = {w.lower(): concept for concept, ws in row.get("things", {}).items() for w in ws}
    alphabetic = {token: kinds for token, kinds in single.items() if token.isalpha()}
    return ForeignLanguage(
        code=code,
        substring=bool(row.get("substring", False)),
        kinds={token: tuple(found) for token, found in single.items()},
        stems=_by_stem(alphabetic, foreign_stem),
        phrasals={token: tuple(found) for token, found in phrasals.items()},
        phrasal_stems=_by_stem(phrasals, foreign_stem_of_two),
        strong={done: verb for verb, done in row.get("participles", {}).items()},
        idioms=idioms_of(fixed),
        things=things,
        past_pattern=re.compile(row["past_pattern"]) if "past_pattern" in row else None,
        **{name: frozenset(row.get(name, ())) for name in _SETS},
    )


def _by_stem(
    table: Mapping[str, Sequence[_Meaning]], stem: Callable[[str], str]
) -> dict[str, tuple[_Meaning, ...]]:
    """What the forms of each stem mean, each once, in order."""
    found: dict[str, list[_Meaning]] = defaultdict(list)
    for token, meanings in table.items():
        if own := stem(token):
            found[own] += meanings
    return {own: tuple(dict.fromkeys(meanings)) for own, meanings in found.items()}


__all__ = ["build_foreign"]
