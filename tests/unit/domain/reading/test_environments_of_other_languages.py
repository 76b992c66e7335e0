"""Environments named in a compound, or in front of words that are no nouns."""

from __future__ import annotations

import pytest

from bot.domain.reading.environment import environments_in
from bot.domain.reading.lexicon import load_lexicon
from bot.domain.reading.text import tokens_of

LEXICON = load_lexicon()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("im Testsystem starte ich alles neu", "test"),
        ("auf der Abnahmeumgebung", "acceptance"),
        ("im Entwicklungscluster", "dev"),
        ("auf dem Produktivsystem", "prod"),
        ("en el entorno de pruebas antes de cada ronda", "test"),
        ("no ambiente de testes agora", "test"),
    ],
)
def test_an_environment_in_another_language_is_found(text: str, name: str) -> None:
    """As surely as "in the test environment"."""
    found = environments_in(tokens_of(text), LEXICON)
    assert {n.name for n in found if n.strength > 1} == {name}
