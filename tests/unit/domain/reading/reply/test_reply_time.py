"""How long a reply takes to read: no longer than a moment, whatever it or the announcement is."""

from __future__ import annotations

import time

import pytest

from bot.domain.reading.reply import read_reply
from bot.domain.reading.reply.courtesy import tells_something

UNITS = [
    "x ", "word", "?", "x? ", '"', "'", "\n", "\t", "\n?", "*", "(", ",", "-", "a-", "_", "_a", "1",
    "1.", "1 ", ":a", "<@", "no ", "no, ", "ok with ", "なし", "\ufdfa", "a . ", "until 1",
    "Don't restart it: the batch is still running on node-3. ",
]  # fmt: skip
PLAN = "Restarting payments-api in prod now: "
A_MOMENT = 0.4
"""Seconds of the processor, several times what it takes."""


def seconds(text: str, announcement: str) -> float:
    """The better of two."""
    best = float("inf")
    for _ in range(2):
        begun = time.process_time()
        read_reply(text, announcement=announcement)
        best = min(best, time.process_time() - begun)
    return best


@pytest.fixture(scope="module", autouse=True)
def _loaded():
    read_reply("no", announcement=PLAN)


@pytest.mark.parametrize("unit", UNITS)
def test_the_announcement_costs_no_more_than_its_length(unit: str):
    """Its words are known once, and its question looked for at its end."""
    long = [PLAN + unit * (size // len(unit)) for size in (4_000, 64_000)]
    short, longer = (seconds("no, don't do that", one) for one in long)
    assert longer < 16 * short + 0.05
    assert longer < A_MOMENT


@pytest.mark.parametrize("unit", UNITS)
def test_a_reply_costs_a_moment_at_most(unit: str):
    """Of a long one the ends are read."""
    text = unit * (64_000 // len(unit))
    assert seconds(text, f"{PLAN} Ready?") < A_MOMENT
    assert seconds(f"no {text} x", text) < A_MOMENT


@pytest.mark.parametrize("unit", [" ", "\n", "1", "-", " -", "a ", "a, ", "thanks "])
def test_whether_a_text_tells_something_is_seen_in_a_moment(unit: str):
    begun = time.process_time()
    tells_something(f"a{unit * (40_000 // len(unit))}b")
    assert time.process_time() - begun < A_MOMENT


@pytest.mark.parametrize(
    "text",
    [
        f"{'lorem ipsum ' * 3000} no, don't do that",
        f"no, don't do that. {'lorem ipsum ' * 3000}",
        f"{'.' * 5000} stop",
        f"stop {'!' * 5000}",
    ],
    ids=["behind", "before", "behind signs", "before signs"],
)
def test_a_stop_at_either_end_of_a_very_long_reply_is_heard(text: str):
    assert read_reply(text, announcement=PLAN).is_correction
