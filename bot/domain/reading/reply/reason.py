"""The reason in a person's reply, and what to do first or in its place: the clause that says it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.reading.reply.plain import CLAUSE, HIDDEN
from bot.domain.reading.reply.words import ReplyWords

_LEAD = 12  # where "until", if the clause is about a time only, would stand
_CARRIES = 3  # so many words of content make a reason
_TELLING = 2  # so many that are neither common nor announced tell something beside a "not"
_THEN = re.compile(
    r"(?i)(?:then|dann|luego|después|puis|ensuite|depois|danach|and then|und dann|e depois)\b"
)
_TIME_ONLY = re.compile(r"(?:[\d\s:.h]|uhr|am|pm|utc|tomorrow|morgen)*")
_SHORTEST_SO = 2
_OTHERWISE = frozenset("otherwise sonst ansonsten sinon senão senao nämlich".split())
"""Words that stand within the clause that they make a reason."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """One clause and where it stands."""

    text: str
    start: int
    end: int
    joined: bool
    """Whether only a comma stands before it."""
    asked: bool
    """Whether it ends in a question mark."""


def reason_of(plain: str, announcement: str, words: ReplyWords) -> tuple[str | None, str | None]:
    """The reason and the alternative, each no longer than the clauses that carry it.

    Args:
        plain: The reply without mentions and marks, in one of the languages.
        announcement: What it answers; repeating its words gives no reason.
        words: Of the reply's language.

    Returns:
        Both in the person's words; "backup first" is an alternative, and the reason where
        nothing else is told.
    """
    clauses = _clauses_of(plain)
    known = frozenset(re.findall(r"\w+", announcement.casefold()))
    texts = [clause.text for clause in clauses]
    instead = next((text for text in texts if _proposes(text, words, known)), None)
    reason = (
        _after_because(plain, words)
        or _before_so(plain, words)
        or _japanese(plain, words)
        or _stated(plain, clauses, words, known)
        or _carried(texts, words)
        or _denied(clauses, words, known)
        or _comes_first(texts, words, known)
        or _after_until(plain, words)
    )
    return reason, instead


def _clauses_of(plain: str) -> list[_Clause]:
    found: list[_Clause] = []
    start, joined = 0, False
    for cut in [*CLAUSE.finditer(plain), None]:
        end = cut.start() if cut else len(plain)
        if plain[start:end].strip():
            asked = cut is not None and cut.group().strip()[:1] in ("?", "？")
            found.append(_Clause(plain[start:end], start, end, joined, asked))
        if cut:
            start, joined = cut.end(), cut.group().strip() == ","
    return found


def _after_because(plain: str, words: ReplyWords) -> str | None:
    because = words.because.search(plain)
    rest = plain[because.end() :].strip() if because else ""
    if because is None or not rest:
        return None
    if because.group().casefold() in _OTHERWISE:
        clause = next(c for c in _clauses_of(plain) if c.end >= because.end())
        if clause.start < because.start():  # "we lose the quorum otherwise"
            return _trim(clause.text)
    return _trim(CLAUSE.split(rest)[0]) or None


def _before_so(plain: str, words: ReplyWords) -> str | None:
    """`Legal has not signed off, so hold your horses`: what leads to the stop."""
    so = words.so.search(plain)
    if so is None:
        return None
    stops = (words.forbid, words.wait, words.first, words.instead)
    then = words.edge.sub("", plain[so.end() :].strip(), count=1).strip()
    if not any(p.search(plain, so.end()) for p in stops) and not _is_order(then, words):
        return None
    head = re.split(r"[.!?\n]\s", plain[: so.start()].strip(" ,;"))[-1]
    return _trim(head) if len(head.split()) >= _SHORTEST_SO else None


def _japanese(plain: str, words: ReplyWords) -> str | None:
    if words.language != "ja":
        return None
    cut = re.search(r"([^、。！!]{3,60}?)(?:ので|のため|ため、|から(?:[、。]|$)|んで、)", plain)
    return cut[1] if cut and not words.forbid.search(cut[1]) else None


def _stated(
    plain: str, clauses: Sequence[_Clause], words: ReplyWords, known: frozenset[str]
) -> str | None:
    """The first clause that is a reason by itself, with the next one if only a comma parts them.

    Of a fact and what would come of it ("replica 2 lags, you'd lose half") the fact is enough.
    """
    for index, clause in enumerate(clauses):
        if not _is_reason(clause.text, words, known) or _only_asks(clause, words):
            continue
        end = clause.end
        for following in clauses[index + 1 : index + 2]:
            adds = following.joined and not words.result.match(following.text)
            if adds and _is_reason(following.text, words, known):
                end = following.end
        return _trim(words.lead.sub("", plain[clause.start : end], count=1))
    return None


def _only_asks(clause: _Clause, words: ReplyWords) -> bool:
    """`orphaned by which definition?` tells nothing; `want to lose the audit events?` does."""
    return clause.asked and not words.danger.search(clause.text)


def _denied(clauses: Sequence[_Clause], words: ReplyWords, known: frozenset[str]) -> str | None:
    """A clause that tells of somebody or something with a "not" in it: `4.11 kennt das nicht`."""
    for clause in clauses:
        bare = words.lead.sub("", clause.text, count=1).strip()
        if clause.asked or _is_alternative(bare, words) or words.until.match(bare):
            continue
        stop = words.forbid.search(bare) or words.wait.search(bare)
        if stop is None or not bare[: stop.start()].split():
            continue
        if len(_told(bare, words, known)) >= _TELLING:
            return _trim(bare)
    return None


def _comes_first(clauses: Sequence[str], words: ReplyWords, known: frozenset[str]) -> str | None:
    """`snapshot them first`: where nothing else is told, what must come before is the reason."""
    for clause in clauses:
        if words.first.search(clause) and _told(clause, words, known):
            return _trim(words.edge.sub("", clause))
    return None


def _told(clause: str, words: ReplyWords, known: frozenset[str]) -> list[str]:
    """The words of content that the announcement does not have."""
    own = _own_words(_bare(clause, words), known)
    return [word for word in own if word not in words.vote]


def _carried(clauses: Sequence[str], words: ReplyWords) -> str | None:
    """A reason that stands in one clause with a word that stops: `wait that node is a member`."""
    for clause in clauses:
        if _is_alternative(clause, words) or _THEN.match(clause):
            continue
        head = words.wait.match(clause)
        rest = clause[head.end() :] if head else clause
        stops = words.forbid.search(rest) or words.first.search(rest) or words.ask.search(rest)
        enough = len(_bare(rest, words).split()) >= _CARRIES
        if not enough or stops or words.language == "ja" or words.until.search(rest[:_LEAD]):
            continue
        if head or len(clauses) > 1:
            return _trim(rest)
    return None


def _bare(clause: str, words: ReplyWords) -> str:
    """What is left of a clause without cues and filler."""
    for pattern in (words.forbid, words.wait, words.go, words.filler):
        clause = pattern.sub(" ", clause)
    return re.sub(r"[^\w ]", " ", clause).strip()


def _is_alternative(clause: str, words: ReplyWords) -> bool:
    if words.demand.search(clause):
        return False  # "the vendor wants the dump first" says why
    return bool(
        words.first.search(clause) or words.instead.search(clause) or _is_order(clause, words)
    )


def _is_order(clause: str, words: ReplyWords) -> bool:
    """Whether a clause begins with what to do: `switch it`, but not `switch-1 is down`."""
    order = words.order.match(clause)
    return order is not None and not clause.startswith("-", order.end())


def _proposes(clause: str, words: ReplyWords, known: frozenset[str]) -> bool:
    """Whether a clause says what to do first or in its place: "stop" alone proposes nothing.

    Nor does a stop that repeats what was announced, "cancel the resize".
    """
    if not _is_alternative(clause, words):
        return False
    head = words.filler.sub("", clause).strip()
    if words.first.search(clause) or not (words.wait.match(head) or words.forbid.match(head)):
        return True
    own = _own_words(_bare(clause, words), known)
    return any(word not in words.vote for word in own)


def _own_words(bare: str, known: frozenset[str]) -> list[str]:
    """The words that the announcement does not have; `known` are those that it has."""
    return [word for word in re.findall(r"\w+", bare.casefold()) if word not in known]


def _is_reason(clause: str, words: ReplyWords, known: frozenset[str]) -> bool:
    clause = words.lead.sub("", clause, count=1).strip()
    plan = _THEN.match(clause) and not words.danger.search(clause)
    if plan or _is_alternative(clause, words) or words.ask.search(clause):
        return False
    shown = words.state.sub(HIDDEN, words.idle.sub(HIDDEN, clause))
    stops = words.forbid.search(shown) or words.wait.search(shown)
    if stops and not words.danger.search(clause) and not words.demand.search(clause):
        return False
    bare = _bare(clause, words)
    if words.language == "ja":
        return len(bare) >= 3
    return len(bare.split()) >= 2 and bool(_own_words(bare, known))


def _after_until(plain: str, words: ReplyWords) -> str | None:
    """`until the backup is done` is a reason; `until 16:00` is none."""
    match = words.until.search(plain)
    if not match or words.language == "ja":
        return None
    rest = CLAUSE.split(plain[match.start() :])[0]
    if _is_alternative(rest, words) and not words.wait.search(plain):
        return None
    content = _bare(words.until.sub(" ", rest), words)
    if _TIME_ONLY.fullmatch(content.casefold()):
        return None
    return _trim(rest) if len(content.split()) >= 2 else None


def _trim(clause: str) -> str:
    clause = re.sub(r"(?i)^(?:and|but|so|und|aber|y|pero|et|mais|e|mas|que)\s+", "", clause.strip())
    return clause.strip(" .,!;:-–—…")
