"""Nearest names for misspelt ones."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.nearest import nearest

COMMANDS = ["add", "list", "show", "search", "check", "edit", "renew", "retire", "review"]


def test_a_slip_finds_its_word() -> None:
    """Swapped, missing and added letters are slips."""
    assert nearest("lst", COMMANDS) == ("list",)
    assert nearest("serach", COMMANDS)[0] == "search"
    assert "nm-17" in nearest("nm-71", ["nm-17", "nm-400"])


def test_a_beginning_finds_what_it_begins() -> None:
    """Half a word is enough."""
    assert set(nearest("ret", COMMANDS)) >= {"retire"}


def test_what_is_far_from_everything_finds_nothing() -> None:
    """A wrong guess is worse than none."""
    assert nearest("banana", COMMANDS) == ()
    assert nearest("", COMMANDS) == ()


@given(st.text(max_size=20), st.lists(st.text(min_size=1, max_size=12), max_size=8))
def test_answers_are_choices_and_few(word: str, choices: list[str]) -> None:
    """Never more than asked for, never anything that is not there."""
    found = nearest(word, choices)
    assert len(found) <= 3
    assert set(found) <= set(choices)


@given(st.sampled_from(COMMANDS))
def test_the_word_itself_comes_first(word: str) -> None:
    """Nothing is nearer than the same."""
    assert nearest(word, COMMANDS)[0] == word
