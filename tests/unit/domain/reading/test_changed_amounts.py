"""Amounts that change, however a text sets the new one beside the old one."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import read
from bot.domain.reading.change import direction_of
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def directions(text: str) -> set[str]:
    """Where the amounts of all planned clauses go."""
    frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    return {f.change.direction for f in frames if f.change and f.mode is Mode.PLANNED} - {""}


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("agents may now hold five chats instead of two", "up"),
        ("three retries rather than ten for the outbound webhooks", "down"),
        ("carts expire after ten minutes instead of two days from tonight", "down"),
        ("sensors shall report every ten seconds instead of every minute", "down"),
        ("mobile clients poll daily instead of hourly, starting tonight", "up"),
        ("the invoices topic keeps its data for 2 days instead of 14 as of now", "down"),
        ("only 12 warm machines in reserve from today, was 80", "down"),
        ("tokens will live for an hour (was 10 min)", "up"),
        ("queue limit of 500 from now on, previously 2000", "down"),
        ("sessions go from a week to 12 hours tonight", "down"),
        ("ab heute nur noch 30 warme Server statt 300", "down"),
        ("a partir de hoy solo 3 reintentos en lugar de 10", "down"),
        ("plus que 5 essais au lieu de 20 dès ce soir", "down"),
        ("a partir de agora 12 réplicas em vez de 6", "up"),
    ],
)
def test_an_amount_beside_the_old_one_says_where_it_goes(text: str, direction: str) -> None:
    """The old amount stands behind "instead of", "was", "so far", in any of the languages."""
    assert directions(text) == {direction}


def test_a_bare_number_has_the_unit_of_the_other_one() -> None:
    """Also where the new value alone has a unit: "2 days instead of 14"."""
    numbers = LEXICON.language.numbers
    assert direction_of("14", "2 days", LEXICON.states, numbers) == "down"
    assert direction_of("20 minutes", "30", LEXICON.states, numbers) == "up"
    assert direction_of("60 seconds", "1 min", LEXICON.states, numbers) == ""


def test_was_before_a_verb_names_no_old_value() -> None:
    """The words around "was" in a report are no values."""
    frames = read(ActionInput(InputForm.TEXT, "In May the cap was put aside by sales"), LEXICON)
    assert all(f.change is None or not f.change.before for f in frames.frames)


def test_what_a_told_verb_led_to_is_told_with_it() -> None:
    """A nominal behind a verb in the past perfect announces nothing."""
    for text in (
        "In June rule set 9 had been switched to blocking on waf-edge",
        "the lists were moved to automatic deletion by the sales team",
    ):
        frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
        assert not [f for f in frames if f.kinds and f.mode is Mode.PLANNED]
