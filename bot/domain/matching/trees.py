"""Boosted decision trees: many small questions about numbers, added up to one likelihood."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, isnan, nan
from typing import Any, NamedTuple


class Branch(NamedTuple):
    """A question about one number.

    Attributes:
        sign: Position of the number's name among `Trees.signs`.
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
        signs: The names of the numbers that are asked for.
        start: The log-odds before any question.
        trees: Each a list of nodes, the first being its root.
    """

    signs: tuple[str, ...]
    start: float
    trees: tuple[tuple[Node, ...], ...]

    @classmethod
    def from_json(cls, text: str) -> Trees:
        """The trees from the form in which they are kept.

        Args:
            text: `{"signs": [name, …], "start": …, "trees": [[node, …], …]}`; a node is a
                number, or the five attributes of a `Branch`.

        Raises:
            ValueError: They are not in that form. Without a tree, or where ways lead back, nothing
                could be told from them.
        """
        try:
            kept = json.loads(text, parse_constant=_refuse)
            trees = tuple(tuple(map(_node, tree)) for tree in kept["trees"])
            read = cls(tuple(map(str, kept["signs"])), float(kept["start"]), trees)
            if trees and all(_leads_on(tree, len(read.signs)) for tree in trees):
                return read
        except (TypeError, KeyError, ValueError) as wrong:
            raise ValueError(f"These are no trees: {wrong!r}.") from None
        raise ValueError("These are no trees whose every way leads to an end.")

    def likelihood(self, known: Mapping[str, float]) -> float:
        """The likelihood, from 0 to 1, for some numbers by their names; others are unknown."""
        numbers = [known.get(name, nan) for name in self.signs]
        total = self.start
        for tree in self.trees:
            node = tree[0]
            while isinstance(node, Branch):
                number = numbers[node.sign]
                left = node.unknown_left if isnan(number) else number <= node.most
                node = tree[node.left if left else node.right]
            total += node
        return 1 / (1 + exp(-total))


def _node(kept: Any) -> Node:
    if not isinstance(kept, list):
        return float(kept)
    sign, most, unknown_left, left, right = kept
    return Branch(sign, float(most), unknown_left, left, right)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number to go by")


def _leads_on(tree: Sequence[Node], signs: int) -> bool:
    """Whether every way through the tree ends: each question leads to later nodes only."""
    return bool(tree) and all(
        0 <= node.sign < signs
        and at < min(node.left, node.right)
        and max(node.left, node.right) < len(tree)
        for at, node in enumerate(tree)
        if isinstance(node, Branch)
    )


__all__ = ["Branch", "Trees"]
