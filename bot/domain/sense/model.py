"""The network and its tokenizer, and what they may be asked."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from enum import IntEnum
from hashlib import sha256
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
        # Imported here: they take a third of a second, and most commands ask nothing.
        from onnxruntime import InferenceSession, SessionOptions
        from tokenizers import Tokenizer

        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = InferenceSession(network, options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_str(tokenizer)
        self._tokenizer.enable_truncation(MOST_TOKENS)
        self._remembered: OrderedDict[bytes, float] = OrderedDict()
        self._remembering = Lock()

    def ask(self, question: Question, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """The log-odds of a yes for each pair of texts, in their order; 0 is undecided.

        Args:
            question: What is asked.
            pairs: The texts. Of very long ones only the beginning counts: 144 pieces of words in
                all.
        """
        return [self._recalled(question, _whole(first), _whole(second)) for first, second in pairs]

    def _recalled(self, question: Question, first: str, second: str) -> float:
        """The answer, kept or new; threads that ask the same at once may each work it out."""
        key = _digest(question, first, second)
        with self._remembering:
            kept = self._remembered.get(key)
            if kept is not None:
                self._remembered.move_to_end(key)
                return kept
        answer = self._answer(question, first, second)
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
        given = {"ids": read.ids, "mask": read.attention_mask, "parts": read.type_ids}
        arrays = {name: np.array([numbers], dtype=np.int64) for name, numbers in given.items()}
        (answers,) = self._session.run(None, arrays)
        return float(answers[0][question])


def _digest(question: Question, first: str, second: str) -> bytes:
    """What stands for a question about two texts; the length tells where the first ends."""
    return sha256(f"{question:d} {len(first)} {first}{second}".encode()).digest()


def _whole(text: str) -> str:
    """The text without halves of characters, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


__all__ = ["MOST_TOKENS", "Question", "Sense"]
