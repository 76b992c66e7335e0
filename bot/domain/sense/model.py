"""The network and its tokenizer, and what they may be asked."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from hashlib import sha256
from pathlib import Path
from threading import Lock

MOST_TOKENS = 144
"""Pieces of words of both texts together that are read."""

_REMEMBERED = 2048
"""Answers that are kept: the same action is judged when it is announced, asked for and started.
No text is: those of people may hold secrets, so an answer is found again by a digest."""


class Question(IntEnum):
    """What is asked about two texts.

    Attributes:
        REPEATS: Does the second, an announcement, repeat the first, an entry's action and context?
        CORRECTS: Does the second, a reply, tell the agent not to do the first, or not yet?
        WORSENED: Does the second, a passage of a postmortem, tell what was done and made worse what
            the first, the gist of its document, tells of?
    """

    REPEATS = 0
    CORRECTS = 1
    WORSENED = 2


_RECALLING: ContextVar[bool] = ContextVar("recalling", default=False)


class Unasked(Exception):
    """What `recalling` meets where the model has not been asked yet.

    Attributes:
        question: What is to be asked.
        pairs: About which texts.
    """

    def __init__(self, question: Question, pairs: Sequence[tuple[str, str]]) -> None:
        super().__init__("the language model has not been asked yet")
        self.question, self.pairs = question, pairs


@contextmanager
def recalling() -> Iterator[None]:
    """Answers inside are only recalled: thinking takes long where others wait for their turn.

    Raises:
        Unasked: From inside: ask this outside, and try again.
    """
    token = _RECALLING.set(True)
    try:
        yield
    finally:
        _RECALLING.reset(token)


class Sense:
    """The model, ready to be asked; safe to be asked by several threads at once.

    Args:
        network: The model in ONNX form: token ids and their mask to a number for each `Question`.
            A file, since bytes that are handed over would stay in memory twice.
        tokenizer: The tokenizer's JSON form.
    """

    def __init__(self, network: Path, tokenizer: Path) -> None:
        # Imported here: they take a third of a second, and most commands ask nothing.
        from onnxruntime import InferenceSession, SessionOptions
        from tokenizers import Tokenizer

        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = InferenceSession(str(network), options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(MOST_TOKENS)
        self._remembered: OrderedDict[bytes, float] = OrderedDict()
        self._remembering = Lock()

    def ask(self, question: Question, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The log-odds of a yes for each pair of texts, in their order; 0 is undecided.

        Args:
            question: What is asked.
            pairs: The texts. Of very long ones only the beginning counts: 144 pieces of words in
                all.

        Raises:
            Unasked: Inside `recalling`.
        """
        whole = [(_whole(first), _whole(second)) for first, second in pairs]
        keys = {pair: _digest(question, *pair) for pair in whole}
        known = {pair: self._recalled(key) for pair, key in keys.items()}
        unasked = [pair for pair, answer in known.items() if answer is None]
        if unasked and _RECALLING.get():
            raise Unasked(question, unasked)
        new = {pair: self._worked_out(question, pair, keys[pair]) for pair in unasked}
        return [new[pair] if (answer := known[pair]) is None else answer for pair in whole]

    def _recalled(self, key: bytes) -> float | None:
        with self._remembering:
            known = self._remembered.get(key)
            if known is not None:
                self._remembered.move_to_end(key)
        return known

    def _worked_out(self, question: Question, pair: tuple[str, str], key: bytes) -> float:
        """A new answer, kept; threads that ask the same at once may each work it out."""
        answer = self._answer(question, *pair)
        with self._remembering:
            self._remembered[key] = answer
            self._remembered.move_to_end(key)
            if len(self._remembered) > _REMEMBERED:
                self._remembered.popitem(last=False)
        return answer

    def _answer(self, question: Question, first: str, second: str) -> float:
        """One pair at a time: in a batch the rounding of one would depend on the others."""
        import numpy as np  # here for the same reason

        read = self._tokenizer.encode(first, second)
        given = {"ids": read.ids, "mask": read.attention_mask}
        arrays = {name: np.array([numbers], dtype=np.int64) for name, numbers in given.items()}
        (answers,) = self._session.run(None, arrays)
        return float(answers[0][question])


def _digest(question: Question, first: str, second: str) -> bytes:
    """What stands for a question about two texts; the length tells where the first ends."""
    return sha256(f"{question:d} {len(first)} {first}{second}".encode()).digest()


def _whole(text: str) -> str:
    """The text without halves of characters, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


__all__ = ["MOST_TOKENS", "Question", "Sense", "Unasked", "recalling"]
