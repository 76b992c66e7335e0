"""What stands in a message, without what only looks like something: clean text and its tokens."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

MAX_BYTES = 65_536
"""A longer input is not read; the decision about it is a hold."""

_CONFUSABLE = dict(
    zip(
        "аеорсухіјѕԁһԛԝвкмнтАВЕКМНОРСТХУІЈЅαβεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "aeopcyxijsdhqwbkmhtABEKMHOPCTXYIJSaBeiKvoptuxABEZHIKMNOPTYX",
        strict=True,
    )
)
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\x00-\x08\x0b-\x1f\x7f-\x9f]"
)
_OTHER_SCRIPT = re.compile(r"[Ͱ-ӿ\u0500-\u052f]")
_SEAM = re.compile(
    r"(?<=[\u3040-\u30ff\u4e00-\u9fff])(?=[A-Za-z0-9`])|(?<=[A-Za-z0-9`*])(?=[\u3040-\u30ff\u4e00-\u9fff])"
)
_ELISION = re.compile(r"(?<![\w'])([jldnmtscJLDNMTSC]|qu|Qu)'(?=[^\W\d_]{3,}(?![\w.-]*'))")
_NAME_PIECE = re.compile(r"[^\W_]+|[-_./:@*=]+|\s+|[^\w\s]+")
_WORD = re.compile(r"[\w.-]+")
_LATIN = re.compile(r"[A-Za-z]")
_SLACK_LINK = re.compile(r"<(https?://[^<>|\s]{1,2000})(?:\|([^<>]{0,500}))?>")
_SLACK_REF = re.compile(r"<[@#!][^<>|]{1,80}(?:\|([^<>]{0,200}))?>")
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
_DASHES = str.maketrans({"‐": "-", "‑": "-", "‒": "-", "−": "-", "’": "'", "‘": "'", "“": '"',
                         "”": '"', "\t": " ", "\u2028": "\n", "\u2029": "\n",
                         "\xa0": " "})  # fmt: skip

_TOKEN = re.compile(
    r"\u27e6\d+\u27e7"  # a code span, cut out before
    r"|(?:->|=>|-->|→|⇒|➜|➔|⟶)"
    r"|(?:(?<=\s)|^)--?[A-Za-z][\w-]*"  # a flag
    r"|(?:(?<=[\s'\"(=])|^)/[\w*][\w./*-]*"  # a path
    r"|~?\d[\d.,]*\d?(?=\s?[%€$])"
    r"|~?\d{1,3}(?:,\d{3})+(?![\d\w])"  # a number of thousands
    r"|\w+(?:['./:@*+-]+\w+)*(?:[-_.]?\*)?"
    r"|[.,;:!?()\[\]{}=*|&+<>\"/–—-]"
)


class Token(NamedTuple):
    """One token: lower-case text, its text as written, and where it stands."""

    text: str
    raw: str
    start: int
    end: int


def clean(text: str) -> str:
    """Text in one form: NFKC, without control and invisible marks, look-alike letters folded.

    A letter of another script inside a Latin word is read as the Latin one it imitates, so that
    a name written with it is the same name. Slack's escapes and links become plain text.
    """
    text = unicodedata.normalize("NFKC", text).translate(_DASHES)
    text = _INVISIBLE.sub("", text)
    if "<" in text:
        text = _SLACK_LINK.sub(lambda m: m[2] or m[1], text)
        text = _SLACK_REF.sub(lambda m: m[1] or "", text)
    for entity, plain in _ENTITIES:
        text = text.replace(entity, plain)
    if "'" in text:
        text = _ELISION.sub(r"\1 ", text)
    if not text.isascii():
        text = _SEAM.sub(" ", text)
    return _WORD.sub(_fold, text) if _OTHER_SCRIPT.search(text) else text


def _fold(match: re.Match[str]) -> str:
    word = match[0]
    if not (_LATIN.search(word) and _OTHER_SCRIPT.search(word)):
        return word
    return "".join(_CONFUSABLE.get(letter, letter) for letter in word)


def tokens_of(text: str) -> list[Token]:
    """The tokens of a clean text, in order; linear in its length."""
    new = tuple.__new__  # what `Token(…)` does, without the call of its own in between
    return [
        new(Token, ((raw := m[0]).lower(), raw, m.start(), m.end())) for m in _TOKEN.finditer(text)
    ]


def names_in(text: str) -> Iterator[tuple[str, str]]:
    """(word, what joins it to the one before): "" at the start, " " for a space or a mark."""
    joint = " "
    for piece in _NAME_PIECE.findall(text.lower()):
        if piece[0].isalnum():
            yield piece, joint
            joint = ""
        elif piece.isspace():
            joint = " " if joint in {"", " "} else joint
        else:
            joint = piece if joint == "" else " "


__all__ = ["MAX_BYTES", "Token", "clean", "names_in", "tokens_of"]
