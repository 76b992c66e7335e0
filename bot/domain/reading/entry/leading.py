"""Verbs that an entry begins with, where no other text would be read by them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from bot.domain.reading.lexicon import Form, Lexicon

_FIRST = re.compile(r"\W*([A-Za-z-]+)")
_CARRIED = re.compile(
    r"\W*+(?:re-?)?(?:run|do|start|perform|execute|trigger|issue|use|force)\s++(?:an?\s++|the\s++)?"
    r"[a-z0-9]+-([a-z]+)\b",
    re.I,
)


@cache
def _leading() -> Mapping[str, tuple[str, ...]]:
    text = resources.files(__package__).joinpath("leading.toml").read_text(encoding="utf-8")
    table: Mapping[str, list[str]] = tomllib.loads(text)
    return {verb: tuple(kinds.split()) for kinds, verbs in table.items() for verb in verbs}


def led_by(action: str) -> tuple[str, tuple[str, ...]]:
    """The verb that an entry's action begins with and its kinds; ("", ()) where it is no such verb.

    Args:
        action: The clean action of an entry, an imperative.
    """
    first = _FIRST.match(action)
    verb = first[1].lower() if first else ""
    kinds = _leading().get(verb, ())
    return (verb, kinds) if kinds else ("", ())


def carried_kinds(action: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The kinds of the deed in "Run a cluster-reset": what a hyphenated name ends with."""
    found = _CARRIED.match(action)
    senses = lexicon.words.get(found[1].lower(), ()) if found else ()
    return tuple(
        dict.fromkeys(
            s.kind
            for s in senses
            if s.form in {Form.BASE, Form.NOUN}
            and not (lexicon.kinds[s.kind].read_only or lexicon.kinds[s.kind].office)
        )
    )


def carried_words(action: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The word for the deed in "Run a cluster-reset", where there is one."""
    found = _CARRIED.match(action)
    return (found[1].lower(),) if found and carried_kinds(action, lexicon) else ()


__all__ = ["carried_kinds", "carried_words", "led_by"]
