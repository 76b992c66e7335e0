"""Trees add up what stands at the ends of the ways that numbers take through them."""

from __future__ import annotations

import re
from math import exp, nan

import pytest

from bot.domain.errors import BrokenInstallation
from bot.domain.matching.evidence import SIGNS
from bot.domain.matching.trees import Branch, Trees
from bot.domain.matching.weighing import UNASKED, trees
from tests.fakes.damage import DAMAGES, TREES

ONE = "[[0, 1.5, true, 1, 2], -1.0, [1, 0.0, false, 3, 4], 2.0, 3.0]"


@pytest.mark.parametrize(
    ("numbers", "total"),
    [((1.0, 5.0), -1.0), ((1.5, 5.0), -1.0), ((2.0, 0.0), 2.0), ((2.0, 0.1), 3.0),
     ((nan, 9.0), -1.0), ((2.0, nan), 3.0)],
)  # fmt: skip
def test_each_number_goes_left_up_to_the_bound_and_an_unknown_one_where_it_is_told(numbers, total):
    read = Trees.from_json(f'{{"start": 0.5, "trees": [{ONE}, [0.25]]}}')
    assert read.likelihood(numbers) == pytest.approx(1 / (1 + exp(-(total + 0.75))))


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", '{"start": 0.5}', '{"start": null, "trees": [[1.0]]}',
     '{"start": 0.5, "trees": 7}', '{"start": 0.5, "trees": []}', '{"start": 0.5, "trees": [[]]}',
     '{"start": 0.5, "trees": [["a"]]}', '{"start": 0.5, "trees": [[[0, 1.5, true, 1]]]}',
     '{"start": 0.5, "trees": [[[0, 1.5, true, 1, 9], 1.0]]}',
     '{"start": 0.5, "trees": [[[0, 1.5, true, 0, 1], 1.0]]}',
     '{"start": 0.5, "trees": [[[-1, 1.5, true, 1, 1], 1.0]]}',
     '{"start": 0.5, "trees": [[["0", 1.5, true, 1, 1], 1.0]]}',
     '{"start": 0.5, "trees": [[[0, null, true, 1, 1], 1.0]]}',
     '{"start": 0.5, "trees": [[NaN]]}'],
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
    asked = {node.sign for tree in trees().trees for node in tree if isinstance(node, Branch)}
    assert asked
    assert asked <= set(range(len(SIGNS) + len(UNASKED)))
