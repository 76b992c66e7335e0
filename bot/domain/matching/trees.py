"""Boosted decision trees: many small questions about numbers, added up to one likelihood."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, isnan
from typing import NamedTuple


class Branch(NamedTuple):
    """A question about one number.

    Attributes:
        sign: Position of the number.
        most: Up to this the way goes left, to the node `left`; above it to `right`.
        unknown_left: Where an unknown number goes.
    """

    sign: int
    most: float
    unknown_left: bool
    left: int
    right: int


Node = Branch | float
"""A question, or the end of a way with what it adds."""


@dataclass(frozen=True, slots=True)
class Trees:
    """Trees whose ends add up to log-odds.

    Attributes:
        start: The log-odds before any question.
        trees: Each a list of nodes, the first being its root.
    """

    start: float
    trees: tuple[tuple[Node, ...], ...]

    @classmethod
    def from_json(cls, text: str) -> Trees:
        """The trees from the form in which they are kept.

        Args:
            text: `{"start": …, "trees": [[node, …], …]}`; a node is a number, or the five
                attributes of a `Branch`.
        """
        kept = json.loads(text)
        nodes = (
            tuple(Branch(*node) if isinstance(node, list) else float(node) for node in tree)
            for tree in kept["trees"]
        )
        return cls(float(kept["start"]), tuple(nodes))

    def likelihood(self, numbers: Sequence[float]) -> float:
        """The likelihood, from 0 to 1, for some numbers; one that is not known is NaN."""
        total = self.start
        for tree in self.trees:
            node = tree[0]
            while isinstance(node, Branch):
                number = numbers[node.sign]
                left = node.unknown_left if isnan(number) else number <= node.most
                node = tree[node.left if left else node.right]
            total += node
        return 1 / (1 + exp(-total))


__all__ = ["Branch", "Trees"]
