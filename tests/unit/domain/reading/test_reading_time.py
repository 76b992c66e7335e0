"""How the time of reading grows: with the length of the text, not with its square."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from bot.domain.action import ActionInput, InputForm
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon


@pytest.mark.parametrize(
    "unit", ["word. ", "restart, ", "drop; ", "a -> b ", "not restart ", "x=1 "]
)
def test_four_times_the_text_takes_at_most_eight_times_as_long(unit: str) -> None:
    """No clause looks through all the others, and no statement through the whole text."""
    takes_at_most_eight_times_as_long(lambda count: unit * count)


@pytest.mark.parametrize("blank", [" ", "\t", "\n ", "\u3000"])
@pytest.mark.parametrize(
    "around",
    ["Restarting payments-api{}x", "Restarting payments-api{}:x", "kubectl delete pod{}x",
     "DROP TABLE carts{}x", "Run a{}cluster-reset", "{}restart payments-api{}"],
)  # fmt: skip
def test_four_times_the_white_space_takes_at_most_eight_times_as_long(
    around: str, blank: str
) -> None:
    takes_at_most_eight_times_as_long(lambda count: around.replace("{}", blank * 4 * count))


def takes_at_most_eight_times_as_long(text: Callable[[int], str]) -> None:
    """Reading the text of 4,000 units takes at most eight times as long as that of 1,000."""

    def seconds(count: int) -> float:
        action = ActionInput(form=InputForm.TEXT, text=text(count))
        best = float("inf")
        for _ in range(2):
            begun = time.process_time()
            read(action, load_lexicon())
            best = min(best, time.process_time() - begun)
        return best

    seconds(10)  # the lexicon is loaded
    assert seconds(4000) < 8 * seconds(1000)
