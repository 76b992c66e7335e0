"""How the time of reading a document grows: with its length, not with its square."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pytest

from bot.domain.postmortem import read_postmortem
from bot.domain.postmortem.columns_form import with_bars
from bot.domain.postmortem.introduced import introduced_in
from bot.domain.postmortem.lines import clean
from bot.domain.postmortem.plain_form import plain_lines


def seconds(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best


def grows(read: Callable[[str], object], text: Callable[[int], str], count: int) -> bool:
    """Whether four times the text takes more than eight times as long; a moment is no measure."""
    read(text(10))  # the words are loaded
    little, much = text(count), text(4 * count)
    return seconds(lambda: read(much)) > max(0.02, 8 * seconds(lambda: read(little)))


def introduced(text: str) -> object:
    return introduced_in(text.split("\n"))


def plain(text: str) -> Sequence[str]:
    return list(plain_lines(text.split("\n")))


def barred(text: str) -> Sequence[str]:
    return with_bars(text.split("\n"))


@pytest.mark.parametrize("unit", ["-", " ", "|", "`", "*", "_", "=", ".", "„", "a", "a-", "- "])
@pytest.mark.parametrize("before", ["x", "team: ", "| ", "a: i ", "Parts\n", "Parts\na: "])
def test_names_that_one_long_line_introduces(unit: str, before: str) -> None:
    assert not grows(introduced, lambda count: f"{before}{unit * count}x", 4000)


@pytest.mark.parametrize("unit", ["\n", "- \n", "| a | b |\n", "Parts\n", "team: a-a\n"])
def test_names_that_many_lines_introduce(unit: str) -> None:
    assert not grows(introduced, lambda count: unit * count, 1000)


def test_what_is_not_read_of_a_document_introduces_nothing() -> None:
    """A file of 20 MB is as long as what is read of it."""
    line = "x" + "-" * 16_000 + "x"
    assert seconds(lambda: introduced_in([line] * 1000)) < 1
    late = ["x" * 250] * 1000 + ["A program which we call mooring opens the locks."]
    assert not introduced_in(late).services
    assert introduced_in(late[-1:]).services == {"mooring"}


@pytest.mark.parametrize(
    ("read", "before", "unit", "after"),
    [
        (clean, "x", "`", "x"),
        (plain, "x", "_", "x"),
        (plain, "x", ".", "x"),
        (plain, ":END:\n* a", " ", "x"),
        (barred, "(up / down)", " ", "x\n10:00  a  20\n10:01  b  20\n10:03  c  33"),
    ],
)
def test_other_runs_of_signs(
    read: Callable[[str], object], before: str, unit: str, after: str
) -> None:
    assert not grows(read, lambda count: f"{before}{unit * count}{after}", 2000)


@pytest.mark.parametrize("unit", ["-", " ", "|", "`", "*", "_"])
def test_a_whole_document(unit: str) -> None:
    assert not grows(read_postmortem, lambda count: f"x{unit * count}x", 1900)
