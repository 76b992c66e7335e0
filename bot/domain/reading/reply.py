"""A person's reply in the thread of an announcement: a correction, an approval or neither."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.action import PlannedAction
from bot.domain.reading.reply_answer import (
    agrees_to_wait,
    explains_no,
    is_against,
    says_to_go_on,
    uses_it,
)
from bot.domain.reading.reply_courtesy import is_all_in_passing, is_courtesy
from bot.domain.reading.reply_leaning import leaning
from bot.domain.reading.reply_plain import SHORTCODE, plain_of
from bot.domain.reading.reply_question import (
    asked_for_objections,
    asks_to_wait,
    is_drawn_out,
    objects,
    without_answer,
)
from bot.domain.reading.reply_reason import CLAUSE, reason_of
from bot.domain.reading.reply_sense import overrules
from bot.domain.reading.reply_words import (
    ReplyWords,
    language_of,
    languages_of,
    load_reply_words,
)
from bot.domain.sense import Sense


class ReplyKind(StrEnum):
    """What a reply means for the announced action."""

    FORBID = "forbid"
    WAIT = "wait"
    FIRST = "first"
    APPROVE = "approve"
    CHATTER = "chatter"


@dataclass(frozen=True, slots=True)
class ReplyReading:
    """What was read out of a reply.

    Attributes:
        kind: See `ReplyKind`.
        reason: Why, in the person's words and without the rest of the sentence; None where none
            is given.
        instead: What to do first or in its place, in the person's words.
        once: Whether it is plainly for this once ("not now", "in 10 minutes").
        language: The language it was read in.
    """

    kind: ReplyKind
    reason: str | None = None
    instead: str | None = None
    once: bool = False
    language: str = "en"

    @property
    def is_correction(self) -> bool:
        """Whether the action must stop."""
        return self.kind in (ReplyKind.FORBID, ReplyKind.WAIT, ReplyKind.FIRST)


_STOP_NAMES = frozenset(
    "no_entry no_entry_sign octagonal_sign x raised_hand hand thumbsdown -1 stop_sign "
    "raised_back_of_hand negative_squared_cross_mark heavy_multiplication_x no_good".split()
)
_STOP_SIGNS = frozenset("⛔🚫🛑❌✋🤚👎❎✖🙅")
_GO_SIGNS = frozenset("👍👌✅🚀🎉🙌🟢💯🆗☑✔")
_SENTENCE = re.compile(r"[^.!?;。！？\n…]+[.!?;。！？…]*")
_VOTE = re.compile(r"([+-])1(?:$|(?<=-1)(?:\s*[,;:!.–—](?!\d)|\s+(?:to|from|on|for|here)\b))")
_OUTCRY = re.compile(r"[?？][!！]|[!！][?？]")
_HIDDEN = "\u25a1"
_LEANS, _LEANS_SHORT, _LEANS_AGAINST_WORDS = 1.0, 1.4, 2.0
_LEANS_AWAY, _LEANS_FAR_AWAY = -1.0, -2.5
"""Log-odds from which a lean counts: in a text that tells something, in a short one, against words
of approval or a harmless "no", against a cue to wait, and against any. Set on replies held out."""
_TOO_FEW = 2  # words that show no language
_FEW = 4  # words that may not show which of the languages but English
_SHORT = 400  # signs of a text that is looked at in several languages
_TELLS = 22  # characters; shorter replies are set phrases, which the word lists know better
_LONGEST = 4000
_MOST_MARKS, _LAST_MARKS = 600, 200
"""Words and signs of a long reply that are read, and how many of them at its end."""
_MARK = re.compile(r"\w+|[^\w\s]")
_RUN = re.compile(r"(?:[^\w\s]\s?){13,}")
_KEPT_OF_RUN = 6


def reaction_stops(name: str) -> bool:
    """Whether a reaction with this Slack name, with or without a skin tone, means stop."""
    return name.strip(":").split("::")[0] in _STOP_NAMES


def read_reply(
    text: str, *, announcement: str = "", by_words: bool = False, sense: Sense | None = None
) -> ReplyReading:
    """Reads one reply.

    Args:
        text: The reply as Slack has it. Of a very long one the beginning and the end are read:
            4,000 signs, 600 words and marks.
        announcement: The announcement it answers; a reply that only repeats words of it gives no
            reason.
        by_words: Do not ask the language model, for whoever found that it fails.
        sense: The language model to ask, by default the one that comes with negmem.
    """
    text = _ends_of(text)
    whole = _thinned(plain_of(text))
    plain = whole if is_drawn_out(text) else without_answer(whole, announcement, _lets_go)
    sign = _by_sign(text)
    words, cues = _understood(plain, _named_by(announcement))
    stop = cues.stop
    if plain and sign is None:
        stop = None if is_all_in_passing(whole) else _weighed(cues, plain, words)
        asks = announcement and not by_words and (stop is not None or not cues.approved)
        if cues.stop is None and _is_told_to_go_on(whole, announcement):
            stop, asks = None, False
        if asks and overrules(
            sense,
            announcement,
            whole,
            stops=stop is not None,
            harmless=words.idle.search(plain) is not None,
        ):
            stop = None if stop else ReplyKind.WAIT  # like a lean, its answer alone delays
    if stop is None and sign is not ReplyKind.FORBID:
        approves = cues.approved or sign is ReplyKind.APPROVE
        if _objects(text, plain, whole, announcement, approves=approves):
            stop = ReplyKind.WAIT
            plain = plain or whole
    if stop is None:
        if sign is not None and not cues.approved:
            return ReplyReading(sign, language=words.language)
        kind = ReplyKind.APPROVE if cues.approved else ReplyKind.CHATTER
        return ReplyReading(kind, language=words.language)
    reason, instead = reason_of(plain, announcement, words)
    once = words.once.search(plain) is not None and not words.forbid.search(
        words.once.sub(_HIDDEN, words.wait.sub(_HIDDEN, plain))
    )
    return ReplyReading(stop, reason, instead, once, words.language)


def _objects(text: str, plain: str, whole: str, announcement: str, *, approves: bool) -> bool:
    """Whether a reply without a cue to stop objects to what was asked, or to all.

    Args:
        text: The reply as it was written.
        plain: The reply without a "no" that only answers a question.
        whole: The reply with it.
        announcement: What it answers.
        approves: Whether words or signs of it approve.
    """
    if is_against(whole) or (not approves and explains_no(plain)):
        return True
    if asks_to_wait(announcement) and agrees_to_wait(whole, text, approves=approves):
        return True
    if objects(whole, announcement, _lets_go):
        return True
    asked = "" if approves or is_courtesy(whole) else asked_for_objections(announcement)
    return bool(asked) and uses_it(whole, asked)


def _is_told_to_go_on(whole: str, announcement: str) -> bool:
    """Whether it answers "Should I wait?" with "no need"; then no lean counts."""
    return asks_to_wait(announcement) and says_to_go_on(whole)


def _ends_of(text: str) -> str:
    """The beginning and the end of a very long reply."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[: _LONGEST * 3 // 4]}\n{text[-_LONGEST // 4 :]}"


def _thinned(plain: str) -> str:
    """The same without long runs of signs, and without the middle of very many words."""
    plain = _RUN.sub(lambda run: run[0][:_KEPT_OF_RUN] + run[0][-_KEPT_OF_RUN:], plain)
    plain = _ends_of(plain)
    marks = [mark.span() for mark in _MARK.finditer(plain)]
    if len(marks) <= _MOST_MARKS:
        return plain
    end, start = marks[_MOST_MARKS - _LAST_MARKS][0], marks[-_LAST_MARKS][0]
    return f"{plain[:end]}\n{plain[start:]}"


def _lets_go(rest: str) -> bool:
    """Whether a text approves and has nothing that stops."""
    words, cues = _understood(rest, frozenset())
    return cues.approved and _weighed(cues, rest, words) is None and not is_against(rest)


@dataclass(frozen=True, slots=True)
class _Cues:
    stop: ReplyKind | None
    approved: bool


def _understood(plain: str, named: frozenset[str]) -> tuple[ReplyWords, _Cues]:
    """The cues of a reply, in the first of its likely languages in which it has any."""
    likely = languages_of(plain, load_reply_words())
    enough = _TOO_FEW if likely[0].language == "en" else _FEW
    several = len(plain) <= _SHORT and len(plain.split()) <= enough
    for words in likely if several else likely[:1]:
        cues = _cues(plain, words, named)
        if cues.stop is not None or cues.approved or words.idle.search(plain):
            return words, cues
    return likely[0], _Cues(None, approved=False)


def _weighed(cues: _Cues, plain: str, words: ReplyWords) -> ReplyKind | None:
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
    shown = words.idle.sub(_HIDDEN, plain)
    return any(p.search(shown) for p in (words.forbid, words.first)) or bool(
        words.firm.search(plain)
    )


def _by_sign(text: str) -> ReplyKind | None:
    """What signs and their names say: a stop sign stops, a thumb approves."""
    vote = _VOTE.match(text.strip())
    if vote is not None:
        return ReplyKind.FORBID if vote[1] == "-" else ReplyKind.APPROVE
    names = {match.group(1) for match in SHORTCODE.finditer(text)}
    if names & _STOP_NAMES or any(char in _STOP_SIGNS for char in text):
        return ReplyKind.FORBID
    if any(char in _GO_SIGNS for char in text):
        return ReplyKind.APPROVE
    return None


def _named_by(announcement: str) -> frozenset[str]:
    """The names in an announcement that are no plain words: `edge-b`, `5.1`, 3 of `replica 3`."""
    return frozenset(name.casefold() for name in _NAME.findall(announcement[:_LONGEST]))


def _cues(plain: str, words: ReplyWords, named: frozenset[str]) -> _Cues:
    """Sentence by sentence; the later sentence has the last word."""
    stop: ReplyKind | None = None
    approved = False
    for match in _SENTENCE.finditer(plain):
        kind = _of_sentence(match.group(), words, named)
        if kind is ReplyKind.APPROVE:
            stop, approved = None, True
        elif kind is not None:
            stop = kind if stop is None or kind is ReplyKind.FORBID else stop
    return _Cues(stop, approved)


def _of_sentence(
    sentence: str, words: ReplyWords, named: frozenset[str] = frozenset()
) -> ReplyKind | None:
    body = sentence.strip(" .!;。！…¡¿")
    if _OUTCRY.search(sentence):
        body = body.rstrip("?？!！ ")  # "all at once?!" asks nothing
    if body.endswith(("?", "？")) or (words.language == "ja" and body.endswith("か")):
        return ReplyKind.FORBID if words.ask.search(body) else None
    if words.firm.search(body):
        return ReplyKind.FORBID
    shown = words.idle.sub(_HIDDEN, body)
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
    without_wait = words.wait.sub(_HIDDEN, shown)
    if words.forbid.search(without_wait):
        return ReplyKind.FORBID
    for kind in (ReplyKind.WAIT, ReplyKind.FIRST):
        if kind in kinds:
            return kind
    return ReplyKind.FORBID


def words_choose(reply_text: str, actions: Sequence[PlannedAction]) -> tuple[int, ...]:
    """Which of several planned actions a reply speaks of, as their positions; empty means all.

    What the sentences that stop name decides ("restart is fine, but don't flush"), else what the
    whole reply names.

    Args:
        reply_text: The person's reply.
        actions: The planned actions of the announcement, in its order.
    """
    plain = _thinned(plain_of(_ends_of(reply_text)))
    words = language_of(plain, load_reply_words())
    stopping = [
        clause
        for clause in CLAUSE.split(plain)
        if clause and _of_sentence(clause, words) not in (None, ReplyKind.APPROVE)
    ]
    for text in (" ".join(stopping), plain):
        chosen = _named_in(text, actions)
        if chosen and len(chosen) < len(actions):
            return chosen
    return ()


def _named_in(text: str, actions: Sequence[PlannedAction]) -> tuple[int, ...]:
    scores = [_naming(text.casefold(), action) for action in actions]
    best = max(scores, default=0)
    if not best:
        return ()
    return tuple(index for index, score in enumerate(scores) if score == best)


def _naming(text: str, action: PlannedAction) -> int:
    """How clearly a text names an action: by its target, its objects, its kind."""
    stem = action.kind.split("_")[0][:5]
    named = sum(2 for name in (action.target, *action.objects) if name and name.casefold() in text)
    return named + (1 if stem and re.search(rf"\b{re.escape(stem)}", text) else 0)
