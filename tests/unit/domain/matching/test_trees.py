"""Trees add up what stands at the ends of the ways that numbers take through them."""

from __future__ import annotations

from math import exp, nan

import pytest

from bot.domain.matching.evidence import SIGNS
from bot.domain.matching.trees import Branch, Trees
from bot.domain.matching.weighing import UNASKED, trees

ONE = "[[0, 1.5, true, 1, 2], -1.0, [1, 0.0, false, 3, 4], 2.0, 3.0]"


@pytest.mark.parametrize(
    ("numbers", "total"),
    [((1.0, 5.0), -1.0), ((1.5, 5.0), -1.0), ((2.0, 0.0), 2.0), ((2.0, 0.1), 3.0),
     ((nan, 9.0), -1.0), ((2.0, nan), 3.0)],
)  # fmt: skip
def test_each_number_goes_left_up_to_the_bound_and_an_unknown_one_where_it_is_told(numbers, total):
    read = Trees.from_json(f'{{"start": 0.5, "trees": [{ONE}, [0.25]]}}')
    assert read.likelihood(numbers) == pytest.approx(1 / (1 + exp(-(total + 0.75))))


def test_the_trees_that_come_with_negmem_ask_only_for_what_is_weighed():
    asked = {node.sign for tree in trees().trees for node in tree if isinstance(node, Branch)}
    assert asked
    assert asked <= set(range(len(SIGNS) + len(UNASKED)))
