"""Typical statements of many dialects, from their documentation: `STATEMENT => KIND`."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.domain.reading.lexicon import load_lexicon
from bot.domain.reading.requests.sql import read_sql
from bot.domain.reading.requests.sql_statement import looks_like_sql

LEXICON = load_lexicon()
LINES = (Path(__file__).parent / "statements" / "dialects.txt").read_text().splitlines()


@pytest.mark.parametrize("line", LINES)
def test_what_a_statement_does_is_read(line: str) -> None:
    """It is taken for SQL where it stands alone, and its kind is read."""
    statement, _, kind = line.rpartition(" => ")
    assert looks_like_sql(statement, LEXICON.tools)
    assert kind in {a.kind for a in read_sql(statement, LEXICON.tools)}


@pytest.mark.parametrize(
    "text",
    [
        "CALL me when the restore is done",
        "execute the plan once the standby is up",
        "Purge of the binlogs is next",
        "alter the plan, we keep the standby offline",
    ],
)
def test_sentences_are_no_statements(text: str) -> None:
    """Words that begin a statement begin sentences, too."""
    assert not looks_like_sql(text, LEXICON.tools)
