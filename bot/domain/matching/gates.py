"""Hard gates: an entry that is dead, elsewhere or out of its hours is not compared at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.action import Situation
from bot.domain.match import WhyNot
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.frame import Named
from bot.domain.reading.lexicon import Lexicon, stem
from bot.domain.windows import describe

_STRAY, _MOST_TOLD = 1, 3
_LONGEST = 4000
# "From the production dump", "a copy of what production has", "production's data".
_SOURCE = re.compile(
    r"\b(?:(?:copy|copies|clone|dump|snapshot|image|replica|mirror|data|backup|rows|records|state|"
    r"contents?) (?:of|from|off|out of)|from|off|out of|aus|von|vom|desde|depuis|da|de)\s+"
    r"(?:what(?:'s| is| we have)?\s+(?:in\s+|on\s+)?|the\s+|our\s+|der\s+|dem\s+|la\s+)?"
    r"(?P<first>[\w-]+)|\bwhat(?:ever)? (?P<second>[\w-]+) (?:has|holds|contains|looks like)\b"
)


@dataclass(frozen=True, slots=True)
class Gate:
    """The answer of the gates: open, or why not, with one line for a person either way."""

    open: bool
    why_not: WhyNot | None
    text: str


def time_gate(entry: EntryReading, situation: Situation) -> Gate:
    """Whether the entry lives and its hours are on."""
    own = entry.entry
    if not own.is_live(situation.now):
        when = f" on {own.expires:%Y-%m-%d}" if own.expires else ""
        return Gate(False, WhyNot.EXPIRED, f"it expired{when}")
    windows = own.scope.windows
    if windows and not any(w.contains(situation.now) for w in windows):
        hours = ", ".join(map(describe, windows[:_MOST_TOLD]))
        return Gate(False, WhyNot.OUTSIDE_WINDOW, f"it holds at other times of the week: {hours}")
    return Gate(True, None, "")


def environment_gate(
    entry: EntryReading,
    named: Sequence[Named],
    situation: Situation,
    lexicon: Lexicon,
    text: str = "",
) -> Gate:
    """Whether the action is in the entry's environment.

    The strongest words of the text decide; without any, the channel's or call's environment.
    Where the data come from, by the entry and by the text, is not where it happens.
    """
    if not entry.environments:
        return Gate(True, None, "any environment")
    wanted = ", ".join(sorted(entry.environments))
    away = entry.elsewhere - entry.environments
    if away and any(_covers(entry.environments, n.name, situation, lexicon) for n in named):
        named = [n for n in named if n.name not in away]
    elif away and _is_here(entry, situation, lexicon):
        named = [
            n
            for n in named
            if n.name not in away or (n.strength > _STRAY and not _is_source(n, text))
        ]
    named = [
        n for n in named
        if not (_is_part_of_name(n, entry, lexicon) or _is_what_it_is(n, entry, lexicon))
    ]  # fmt: skip
    if named:
        strongest = max(n.strength for n in named)
        top = [n for n in named if n.strength == strongest]
        for one in top:
            if one.text.lower() in entry.environments or _covers(
                entry.environments, one.name, situation, lexicon
            ):
                return Gate(True, None, one.name)
        return Gate(False, WhyNot.OTHER_ENVIRONMENT, f"{top[0].text} is not {wanted}")
    if situation.environment:
        given = lexicon.environments.canonical(situation.environment)
        told = f"{given} ({situation.whence('environment')})"
        if _covers(entry.environments, given, situation, lexicon):
            return Gate(True, None, told)
        return Gate(False, WhyNot.OTHER_ENVIRONMENT, f"{told} is not {wanted}")
    return Gate(True, None, f"{wanted} (nothing says otherwise)")


def _is_here(entry: EntryReading, situation: Situation, lexicon: Lexicon) -> bool:
    """Whether the channel is of the entry's environment: "the prod dump" comes from elsewhere."""
    given = situation.environment
    canonical = lexicon.environments.canonical(given) if given else ""
    return bool(given) and _covers(entry.environments, canonical, situation, lexicon)


def _is_source(named: Named, text: str) -> bool:
    """Whether the text tells whence something is copied: "what production has", "off live"."""
    low = named.text.lower()
    return any(
        low in {found["first"], found["second"]}
        for found in _SOURCE.finditer(text[:_LONGEST].lower())
    )


def _is_part_of_name(named: Named, entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether it is only a piece of the service's own name: "preview" in preview-farm."""
    text = named.text.lower()
    return any(
        "-".join(key) in text and named.name in {lexicon.environments.names.get(p) for p in key}
        for key in (*entry.keys, *entry.aliases)
        if len(key) > 1
    )


def _is_what_it_is(named: Named, entry: EntryReading, lexicon: Lexicon) -> bool:
    """Whether an unknown word before "cluster" is one that the entry knows: "the seats cluster"."""
    if named.name in lexicon.environments.names or "-" in named.name:
        return False
    about = entry.own | entry.terms.keys()
    return lexicon.things.concept(named.name) in about or stem(named.name) in entry.description


def _covers(wanted: frozenset[str], name: str, situation: Situation, lexicon: Lexicon) -> bool:
    """`prod` takes in `prod-eu`; a bare "prod" means the channel's `prod-eu` where that is set."""
    if name in wanted or name.partition("-")[0] in wanted:
        return True
    given = lexicon.environments.canonical(situation.environment or "")
    return given in wanted and given.partition("-")[0] == name


__all__ = ["Gate", "environment_gate", "time_gate"]
