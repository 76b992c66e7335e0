"""How the time of reading grows: with the length of the text, not with its square."""

from __future__ import annotations

import time

import pytest

from bot.domain.action import ActionInput, InputForm
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon


@pytest.mark.parametrize(
    "unit", ["word. ", "restart, ", "drop; ", "a -> b ", "not restart ", "x=1 "]
)
def test_four_times_the_text_takes_at_most_eight_times_as_long(unit: str) -> None:
    """No clause looks through all the others, and no statement through the whole text."""

    def seconds(count: int) -> float:
        action = ActionInput(form=InputForm.TEXT, text=unit * count)
        best = float("inf")
        for _ in range(2):
            begun = time.process_time()
            read(action, load_lexicon())
            best = min(best, time.process_time() - begun)
        return best

    seconds(10)  # the lexicon is loaded
    assert seconds(4000) < 8 * seconds(1000)
