"""The cues of a reply, sentence by sentence: what stops, what approves, and which one counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.reading.reply.bounds import LONGEST
from bot.domain.reading.reply.kinds import ReplyKind
from bot.domain.reading.reply.leaning import leaning
from bot.domain.reading.reply.plain import HIDDEN
from bot.domain.reading.reply.words import ReplyWords, languages_of, load_reply_words

_SENTENCE = re.compile(r"[^.!?;。！？\n…]+[.!?;。！？…]*")
_OUTCRY = re.compile(r"[?？][!！]|[!！][?？]")
_LEANS, _LEANS_SHORT, _LEANS_AGAINST_WORDS = 1.0, 1.4, 2.0
_LEANS_AWAY, _LEANS_FAR_AWAY = -1.0, -2.5
"""Log-odds from which a lean counts: in a text that tells something, in a short one, against words
of approval or a harmless "no", against a cue to wait, and against any. Set on replies held out."""
_TOO_FEW = 2  # words that show no language
_FEW = 4  # words that may not show which of the languages but English
_SHORT = 400  # signs of a text that is looked at in several languages
_NAME = re.compile(
    r"(?<![a-zA-Z])[a-zA-Z]*\d[\w.]*\w|(?<=\w )(?:\d{1,4}\b(?! ?%)|[B-DF-HJ-NP-XZ]\b)"
    r"|(?<!\w)\w+(?:[-_]\w+)+"
)
_WORD = re.compile(r"\w+(?:[-_.]\w+)*")
_JOINS = re.compile(
    r"(?i)(?:^|[,;:.!()→–—-]\s*|\b(?:so|and|but|then|well|please|und|also|aber|dann|y|pero|así que|"
    r"et|mais|donc|alors|e|mas|então|entonces|its?|it's|that's|is|am|i'm|all)\s+)$"
)
_LONGEST_JOIN = 16
_TELLS = 22  # characters; shorter replies are set phrases, which the word lists know better


@dataclass(frozen=True, slots=True)
class Cues:
    """What the words of a reply say by themselves.

    Attributes:
        stop: How it stops the action, if it does.
        approved: Whether it approves.
    """

    stop: ReplyKind | None
    approved: bool


def cues_of(plain: str, named: frozenset[str]) -> tuple[ReplyWords, Cues]:
    """The cues of a reply, in the first of its likely languages in which it has any."""
    likely = languages_of(plain, load_reply_words())
    enough = _TOO_FEW if likely[0].language == "en" else _FEW
    several = len(plain) <= _SHORT and len(plain.split()) <= enough
    for words in likely if several else likely[:1]:
        cues = _of_sentences(plain, words, named)
        if cues.stop is not None or cues.approved or words.idle.search(plain):
            return words, cues
    return likely[0], Cues(None, approved=False)


def stop_of(cues: Cues, plain: str, words: ReplyWords) -> ReplyKind | None:
    """What the cues say, or what the whole reply leans to where no cue is plain.

    A lean alone delays: it stops, and a person decides whether it is remembered.
    """
    if cues.stop is not None and words.firm.match(plain):
        return cues.stop  # "no good": single words of it lean the other way
    lean = leaning(plain)
    if cues.stop is not None:
        away = _LEANS_FAR_AWAY if _is_told(plain, words) else _LEANS_AWAY
        return cues.stop if lean > away else None
    needed = _LEANS if len(plain) >= _TELLS or plain.endswith(("?", "？")) else _LEANS_SHORT
    if cues.approved or words.idle.search(plain):
        needed = _LEANS_AGAINST_WORDS
    return ReplyKind.WAIT if lean > needed else None


def _is_told(plain: str, words: ReplyWords) -> bool:
    """Whether a reply says "don't" itself, and not only what speaks against it."""
    shown = words.idle.sub(HIDDEN, plain)
    return any(p.search(shown) for p in (words.forbid, words.first)) or bool(
        words.firm.search(plain)
    )


def named_by(announcement: str) -> frozenset[str]:
    """The names in an announcement that are no plain words: `edge-b`, `5.1`, 3 of `replica 3`."""
    return frozenset(name.casefold() for name in _NAME.findall(announcement[:LONGEST]))


def _of_sentences(plain: str, words: ReplyWords, named: frozenset[str]) -> Cues:
    """Sentence by sentence; the later sentence has the last word."""
    stop: ReplyKind | None = None
    approved = False
    for match in _SENTENCE.finditer(plain):
        kind = kind_of(match.group(), words, named)
        if kind is ReplyKind.APPROVE:
            stop, approved = None, True
        elif kind is not None:
            stop = kind if stop is None or kind is ReplyKind.FORBID else stop
    return Cues(stop, approved)


def kind_of(
    sentence: str, words: ReplyWords, named: frozenset[str] = frozenset()
) -> ReplyKind | None:
    """What one sentence says, None where it neither stops nor approves.

    Args:
        sentence: Of a reply without mentions and marks of format.
        words: The words of its language.
        named: Names that the announcement has.
    """
    body = sentence.strip(" .!;。！…¡¿")
    if _OUTCRY.search(sentence):
        body = body.rstrip("?？!！ ")  # "all at once?!" asks nothing
    if body.endswith(("?", "？")) or (words.language == "ja" and body.endswith("か")):
        return ReplyKind.FORBID if words.ask.search(body) else None
    if words.firm.search(body):
        return ReplyKind.FORBID
    shown = words.idle.sub(HIDDEN, body)
    found = [
        (match.start(), kind)
        for kind, pattern in (
            (ReplyKind.WAIT, words.wait),
            (ReplyKind.FIRST, words.first),
            (ReplyKind.FORBID, words.forbid),
            (ReplyKind.FORBID, words.instead),
            (ReplyKind.FORBID, words.danger),
            *([(ReplyKind.FORBID, words.bad)] if _names(body, named) else []),
        )
        for match in [pattern.search(shown)]
        if match
    ]
    went = _approvals(body, words)
    if not found:
        return ReplyKind.APPROVE if went else None
    last = max(start for start, _ in found)
    kindly = words.language == "ja" and {kind for _, kind in found} & {ReplyKind.FIRST}
    if went and not kindly and went[-1] >= _place(body, shown, last):
        plainly = words.forbid.search(shown) or words.wait.search(shown)
        if not plainly or went[-1] > _place(body, shown, plainly.end()):
            return ReplyKind.APPROVE
    return _strongest(shown, words, found)


def _names(sentence: str, named: frozenset[str]) -> bool:
    """Whether a sentence is about something that the announcement names."""
    return any(name.casefold() in named for name in _WORD.findall(sentence))


def _approvals(body: str, words: ReplyWords) -> list[int]:
    """Where approvals stand: at the head of a clause, or in more than a word, and not negated."""
    places = []
    against = [m.span() for p in (words.forbid, words.wait) for m in p.finditer(body)]
    idle = [m.span() for m in words.idle.finditer(body)]
    for match in words.go.finditer(body):
        at = match.start()
        if any(start <= at < end for start, end in against) and not any(
            start <= at < end for start, end in idle
        ):
            continue
        if (
            words.language == "ja"
            or " " in match.group()
            or _JOINS.search(body, max(0, at - _LONGEST_JOIN), at)
        ):
            places.append(at)
    return places


def _place(body: str, shown: str, at: int) -> int:
    """The place in the sentence of a place in the sentence with idle phrases hidden."""
    return len(body) - (len(shown) - at)


def _strongest(shown: str, words: ReplyWords, found: Sequence[tuple[int, ReplyKind]]) -> ReplyKind:
    kinds = {kind for _, kind in found}
    without_wait = words.wait.sub(HIDDEN, shown)
    if words.forbid.search(without_wait):
        return ReplyKind.FORBID
    for kind in (ReplyKind.WAIT, ReplyKind.FIRST):
        if kind in kinds:
            return kind
    return ReplyKind.FORBID


__all__ = ["Cues", "cues_of", "kind_of", "named_by", "stop_of"]
