"""Trees add up what stands at the ends of the ways that numbers take through them."""

from __future__ import annotations

import re
from math import exp, nan

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.errors import BrokenInstallation
from bot.domain.matching.trees import Trees
from bot.domain.matching.weighing import nearest, signs_of, trees
from bot.domain.reading import read
from tests.fakes.damage import DAMAGES, TREES
from tests.unit.domain.matching.block_entries import NOW, block_entry, memory_of


def kept(trees: str, *, start: str = "0.5") -> str:
    """Trees in the form in which they are kept, about one number."""
    return f'{{"signs": ["a"], "start": {start}, "trees": {trees}}}'


ONE = "[[0, 1.5, true, 1, 2], -1.0, [1, 0.0, false, 3, 4], 2.0, 3.0]"


@pytest.mark.parametrize(
    ("numbers", "total"),
    [((1.0, 5.0), -1.0), ((1.5, 5.0), -1.0), ((2.0, 0.0), 2.0), ((2.0, 0.1), 3.0),
     ((nan, 9.0), -1.0), ((2.0, nan), 3.0)],
)  # fmt: skip
def test_each_number_goes_left_up_to_the_bound_and_an_unknown_one_where_it_is_told(numbers, total):
    read_ = Trees.from_json(f'{{"signs": ["a", "b"], "start": 0.5, "trees": [{ONE}, [0.25]]}}')
    known = dict(zip("ab", numbers, strict=True))
    assert read_.likelihood(known) == pytest.approx(1 / (1 + exp(-(total + 0.75))))


def test_a_number_that_is_not_given_is_unknown():
    read_ = Trees.from_json(f'{{"signs": ["a", "b"], "start": 0.5, "trees": [{ONE}, [0.25]]}}')
    assert read_.likelihood({"c": 1.0}) == read_.likelihood({"a": nan, "b": nan})


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", '{"signs": ["a"], "start": 0.5}', kept("[[1.0]]", start="null"),
     kept("7"), kept("[]"), kept("[[]]"), kept('[["a"]]'), kept("[[[0, 1.5, true, 1]]]"),
     kept("[[[0, 1.5, true, 1, 9], 1.0]]"), kept("[[[0, 1.5, true, 0, 1], 1.0]]"),
     kept("[[[-1, 1.5, true, 1, 1], 1.0]]"), kept("[[[1, 1.5, true, 1, 1], 1.0]]"),
     kept('[[["0", 1.5, true, 1, 1], 1.0]]'), kept("[[[0, null, true, 1, 1], 1.0]]"),
     kept("[[NaN]]"), '{"start": 0.5, "trees": [[1.0]]}'],
)  # fmt: skip
def test_what_cannot_be_trees_is_refused(text):
    """Without a tree nothing would match, and a way that leads back would never end."""
    with pytest.raises(ValueError, match="These are no trees"):
        Trees.from_json(text)


@pytest.mark.parametrize("name", [name for name, (part, *_) in DAMAGES.items() if part is TREES])
def test_what_is_wrong_with_the_trees_is_said_and_how_to_mend_it(damaged, name):
    told = damaged(name)
    with pytest.raises(BrokenInstallation, match=f"^{re.escape(told)}$"):
        trees()


def test_the_trees_that_come_with_negmem_ask_only_for_what_is_weighed():
    actions = ("Restart all pods at once", "Drop the orders table")
    memory = memory_of(*(block_entry("orders-api", one, entry_id=one) for one in actions))
    where = Situation(now=NOW, service="orders-api", environment="prod")
    reading = read(ActionInput(InputForm.TEXT, "restarting every pod"), memory.lexicon)
    near = nearest(memory.ruled(reading, where)[1])
    weighed = signs_of(near[0], near, {one.at: 0.0 for one in near})
    assert set(trees().signs) == set(weighed)
