"""How far the words of a reply lean towards "stop", learned from labelled replies.

The word lists in `lexicon/replies/*.toml` say what a phrase means; nobody can list every
circumstance with which people object ("raid starts in ten"). This adds up small weights of words,
pairs and pieces of words instead. `python -m tests.eval.train_replies` writes the weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from math import sqrt

SCALE = 100
"""A weight in the file is this many times what it adds to the log-odds of a text with one mark."""

_TOKEN = re.compile(r"[\w'-]+|[?!.,…？！。、]|[^\w\s]")
_NUMBER = re.compile(r"[\d.,:%]+\w{0,2}")
_NAME = re.compile(r"(?=.{0,60}\d)[\w-]+|\w*_\w*|[\w']{3,}-[\w'-]{3,}")
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_LONGEST_COUNT = 6


def leaning(plain: str) -> float:
    """The log-odds that a reply is a correction: above 0 it leans towards "stop".

    Args:
        plain: The reply without mentions and marks of format.
    """
    marks = marks_of(plain)
    weights = _weights()
    return sum(weights.get(mark, 0) for mark in marks) / SCALE / sqrt(len(marks)) + _bias()


def marks_of(plain: str) -> frozenset[str]:
    """What is weighed: words, pairs of words (next to each other or one apart), pieces of words.

    Numbers and names with digits or hyphens are weighed as such and not as themselves.
    """
    words = ["^", *map(_general, _TOKEN.findall(plain.casefold())), "$"]
    marks = {f"n {min(_LONGEST_COUNT, len(words) // 2)}"}
    for index, word in enumerate(words):
        marks.add(f"w {word}")
        marks.update(f"p {word} {after}" for after in words[index + 1 : index + 2])
        marks.update(f"s {word} {after}" for after in words[index + 2 : index + 3])
        marks.update(f"c {piece}" for piece in _pieces(word))
    return frozenset(marks)


def _general(word: str) -> str:
    if _NUMBER.fullmatch(word):
        return "#"
    return "#name" if _NAME.fullmatch(word) else word


def _pieces(word: str) -> Iterator[str]:
    """Beginnings, middles and ends of a word; in Japanese of up to three signs."""
    lengths: tuple[int, ...] = (3, 4, 5)
    if _EAST_ASIAN.search(word):
        lengths = (1, 2, 3)
    elif word[0].isalpha():
        word = f"<{word}>"
    else:
        return
    for length in lengths:
        for start in range(len(word) - length + 1):
            yield word[start : start + length]


@lru_cache(maxsize=1)
def _weights() -> dict[str, int]:
    folder = resources.files("bot.domain.reading").joinpath("lexicon", "replies")
    lines = folder.joinpath("weights.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {mark: int(weight) for mark, weight in rows}


def _bias() -> float:
    return _weights().get("", 0) / SCALE
