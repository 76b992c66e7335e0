"""Clues save time and nothing else: whatever a pattern finds has one of its group's clues in it."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.domain.redaction import addresses, assignments, formats, renewals, statements
from bot.domain.redaction.clues import Clues

CORPUS = Path(__file__).parents[3] / "corpus"
GROUPS = {
    "formats": (formats.CLUES, formats._PATTERNS),
    "addresses": (
        addresses.CLUES,
        (
            *addresses._PATTERNS, addresses._USERINFO, addresses._SCHEMELESS, addresses._PARAMETER,
            addresses._COOKIES, addresses._BASIC,
        ),
    ),
    "statements": (
        statements.CLUES, (*statements._PATTERNS, statements._INSERT, statements._IN_SECRET)
    ),
    "named": (assignments.CLUES_OF_NAMED, (assignments._NAMED,)),
    "renewals": (renewals.CLUES, (renewals._RENEWED, renewals._NAMED_AFTER)),
    "prose": (assignments.CLUES_OF_PROSE, assignments._IN_PROSE),
}  # fmt: skip
EACH = [
    pytest.param(clues, pattern, id=f"{name}-{number}")
    for name, (clues, patterns) in GROUPS.items()
    for number, pattern in enumerate(patterns)
]
ASCII = st.characters(min_codepoint=9, max_codepoint=126)


def written(alternatives: str) -> str:
    """A pattern without what looks around: the generator tries such things out one by one."""
    return re.sub(r"\(\?<?[!=](?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)", "", alternatives)


@pytest.mark.parametrize(("clues", "pattern"), EACH)
def test_what_a_pattern_is_written_for_has_a_clue(clues: Clues, pattern: re.Pattern[str]) -> None:
    """Texts made from the pattern itself, in any case that it takes."""
    texts = st.from_regex(re.compile(written(pattern.pattern)), alphabet=ASCII)

    @given(texts)
    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    def check(text: str) -> None:
        for line in (text, text.upper(), text.lower()):
            assert not (pattern.search(line) and clues.absent_in(line)), line

    check()


def test_no_line_of_any_corpus_loses_a_find() -> None:
    lines = {
        line
        for path in CORPUS.rglob("*.jsonl")
        for raw in path.read_text("utf-8").splitlines()
        for line in _texts(json.loads(raw.replace("{+}", "")))
    }
    assert len(lines) > 1_000
    for clues, patterns in GROUPS.values():
        for line in filter(clues.absent_in, lines):
            assert not any(pattern.search(line) for pattern in patterns), line


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return value.splitlines()
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [line for one in inner for line in _texts(one)]


def test_letters_beyond_ascii_are_no_way_around() -> None:
    """Without case, "\u017f" is an "s" and the Kelvin sign a "k": such lines are read closely."""
    assert not statements.CLUES.absent_in("pa\u017f\u017fword 'x'")
    assert not formats.CLUES.absent_in("\u212ahf")
