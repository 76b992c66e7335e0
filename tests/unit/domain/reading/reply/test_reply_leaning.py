"""The lean of a reply: learned, general, and never more than a delay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.reading.reply import ReplyKind, read_reply
from bot.domain.reading.reply.leaning import leaning, marks_of
from tests.eval.train_replies import LEARNED, WEIGHTS, f1, learn


def test_the_weights_say_what_they_were_learned_from():
    """A set is learned from after its first score; whoever adds one writes the weights again."""
    assert WEIGHTS.read_text("utf-8").splitlines()[0].split() == (
        f"# Learned from {' '.join(LEARNED)} by python -m tests.eval.train_replies".split()
    )


def test_numbers_and_names_are_weighed_by_their_kind():
    assert marks_of("gw-1 is 20 min behind") == marks_of("db_7 is 45 min behind")


def test_what_is_learned_in_one_language_counts_in_another():
    """Concepts are shared: who has not agreed is the same in all six."""
    shared = {mark for mark in marks_of("Sony hasn't approved that") if mark.startswith("k ")}
    assert "k neg consent" in shared & marks_of("a Sony não aprovou")
    assert "k neg consent" in shared & marks_of("la Sony no lo ha aprobado")


def test_learning_tells_apart_what_it_was_shown():
    examples = [
        (sorted(marks_of(text)), stops)
        for text, stops in (
            ("the job is still running", True),
            ("the job is done", False),
            ("people are still connected", True),
            ("thanks a lot", False),
        )
    ]
    assert f1(learn(examples), examples) == 1.0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the standby hasn't caught up", "the standby has caught up"),
        ("legal hasn't seen that", "legal has seen that"),
        ("der Snapshot ist noch nicht durch", "der Snapshot ist durch"),
        ("el respaldo no ha terminado", "el respaldo ha terminado"),
    ],
)
def test_what_is_not_done_leans_more_to_stop_than_what_is(one: str, other: str):
    assert leaning(one) > leaning(other)


def test_a_lean_alone_only_delays():
    """No word list holds it, so a person decides whether it is remembered."""
    reading = read_reply("an artist is rendering on those as we speak")
    assert reading.kind in (ReplyKind.WAIT, ReplyKind.FORBID)
    assert read_reply("the buyers will be standing in the rain").kind in (
        ReplyKind.WAIT,
        ReplyKind.CHATTER,
    )


@given(st.text(min_size=1, max_size=200))
def test_any_text_has_a_lean(text: str):
    assert -50 < leaning(text) < 50
