"""A small trained language model that says how surely two texts belong together.

Words that nobody listed decide much of what people write: "each pod may open three times as many
connections" raises a pool size. The model has read enough English to see that. It answers from
two short texts alone, knows nothing of services, environments or time, and is asked only where the
rules are in doubt. It runs here, on one core, without a network, and gives the same answer each
time. `docs/sense.md` says what it is made of, how it was trained and what it costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache, lru_cache
from hashlib import sha256
from importlib import resources
from threading import Lock

import numpy as np
from onnxruntime import InferenceSession, SessionOptions
from tokenizers import Tokenizer

from bot.domain.errors import BrokenInstallation

MOST_TOKENS = 144
"""Pieces of words of both texts together that are read."""

_REMEMBERED = 2048
"""Answers that are kept: the same action is judged when it is announced, asked for and started."""


class Question(IntEnum):
    """What is asked about two texts.

    Attributes:
        REPEATS: Does the second, an announcement, repeat the first, an entry's action and context?
        CORRECTS: Does the second, a reply, tell the agent not to do the first, or not yet?
    """

    REPEATS = 0
    CORRECTS = 1


class Sense:
    """The model, ready to be asked; safe to be asked by several threads at once.

    Args:
        network: The model in ONNX form: token ids, their mask and which text each belongs to, to
            one number for each `Question`.
        tokenizer: The tokenizer's JSON form.
    """

    def __init__(self, network: bytes, tokenizer: str) -> None:
        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = InferenceSession(network, options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_str(tokenizer)
        self._tokenizer.enable_truncation(MOST_TOKENS)
        self._remembered = lru_cache(_REMEMBERED)(self._answer)

    def ask(self, question: Question, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The log-odds of a yes for each pair of texts, in their order; 0 is undecided.

        Args:
            question: What is asked.
            pairs: The texts. Of very long ones only the beginning counts: 144 pieces of words in
                all.
        """
        return [self._remembered(question, pair) for pair in pairs]

    def _answer(self, question: Question, pair: tuple[str, str]) -> float:
        """One pair at a time: in a batch the rounding of one would depend on the others."""
        first, second = map(_whole, pair)
        read = self._tokenizer.encode(first, second)
        given = {"ids": read.ids, "mask": read.attention_mask, "parts": read.type_ids}
        arrays = {name: np.array([numbers], dtype=np.int64) for name, numbers in given.items()}
        (answers,) = self._session.run(None, arrays)
        return float(answers[0][question])


def _whole(text: str) -> str:
    """The text without halves of characters, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


_FOLDER = resources.files(__package__)
_LOADING = Lock()


def load_sense() -> Sense:
    """The model that comes with negmem, loaded once: whoever asks meanwhile waits for it.

    Raises:
        BrokenInstallation: It is missing or damaged. The next who asks has it looked for again.
    """
    with _LOADING:
        return _loaded()


@cache
def _loaded() -> Sense:
    try:
        return Sense(_network(), _FOLDER.joinpath("tokenizer.json").read_text("utf-8"))
    except Exception as error:  # of many kinds: the runtime's own have no base class
        raise BrokenInstallation(
            "negmem's language model is missing or damaged", _FOLDER
        ) from error


def _network() -> bytes:
    """The network, whole: with a few weights wrong it would load, and answer wrongly."""
    network = _FOLDER.joinpath("network.onnx").read_bytes()
    told = _FOLDER.joinpath("network.onnx.sha256").read_text("utf-8").split()[0]
    if sha256(network).hexdigest() != told:
        raise ValueError("network.onnx is not what network.onnx.sha256 tells.")
    return network


__all__ = ["MOST_TOKENS", "Question", "Sense", "load_sense"]
