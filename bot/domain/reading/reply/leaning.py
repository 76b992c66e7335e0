"""How far the words of a reply lean towards "stop", learned from labelled replies.

The word lists in `lexicon/replies/*.toml` say what a phrase means; nobody can list every
circumstance with which people object ("raid starts in ten"). This adds up small weights of words,
pairs and pieces of words, and of the concepts behind them, which all languages share.
`python -m tests.eval.train_replies` writes the weights.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from itertools import combinations
from math import sqrt

SCALE = 10
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
    marks.update(_concept_marks(plain.casefold()))
    return frozenset(marks)


def _concept_marks(text: str) -> Iterator[str]:
    """The concepts that a text names, their pairs near each other in order, and all pairs."""
    named = [found.lastgroup or "" for found in _concepts().finditer(text)]
    order = [one for one, before in zip(named, ["", *named], strict=False) if one != before]
    for one, other in combinations(sorted(set(named)), 2):
        yield f"a {one} {other}"
    order = ["^", *order, "?" if text.endswith(("?", "？")) else "$"]
    for index, one in enumerate(order):
        yield f"k {one}"
        for after in order[index + 1 : index + 3]:
            yield f"k {one} {after}"


@lru_cache(maxsize=1)
def _concepts() -> re.Pattern[str]:
    table = tomllib.loads(_file("concepts.toml"))["concepts"]
    return re.compile("|".join(f"(?P<{name}>{_any_of(words)})" for name, words in table.items()))


def _any_of(words: str) -> str:
    listed = words.split()
    east = [re.escape(word) for word in listed if _EAST_ASIAN.search(word)]
    west = [
        re.escape(word).replace(r"\*", r"\w*")
        for word in listed
        if not _EAST_ASIAN.search(word) and word[0].isalpha() and word != "n't"
    ]
    ends = ["n't(?!\\w)"] if "n't" in listed else []
    ends += ["(?<=\\w)'d(?!\\w)"] if "'d" in listed else []
    whole = [rf"(?<![\w'])(?:{'|'.join(west)})(?![\w'])"] if west else []
    return "|".join([*whole, *ends, *east])


def _general(word: str) -> str:
    if _NUMBER.fullmatch(word):
        return "#"
    return "#name" if _NAME.fullmatch(word) else word


def _pieces(word: str) -> Iterator[str]:
    """Beginnings, middles and ends of a word, of five signs; in Japanese of one to three."""
    lengths: tuple[int, ...] = (5,)
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
    rows = (line.split("\t") for line in _file("weights.tsv").splitlines()[1:])
    return {mark: int(weight) for mark, weight in rows}


def _bias() -> float:
    return _weights().get("", 0) / SCALE


def _file(name: str) -> str:
    folder = resources.files("bot.domain.reading").joinpath("lexicon", "replies")
    return folder.joinpath(name).read_text("utf-8")
