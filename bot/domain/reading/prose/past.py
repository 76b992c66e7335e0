"""What a clause says about its actions, and whether it reports them as past."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.reading.lexicon import Form
from bot.domain.reading.prose.clause import Clause

_PAST_VERBS = frozenset(
    {"broke", "caused", "gave", "took", "led", "made", "died", "lost", "failed", "killed", "ended",
     "resulted", "cost", "meant", "was", "were", "had", "did", "went", "saturated", "noticed",
     "crashed", "happened", "came", "hurt", "bit", "burned", "burnt", "corrupted", "ran", "fell",
     "wiped", "deadlocked", "stopped", "threw", "left"}
)  # fmt: skip
_ADJECTIVAL = frozenset(
    {"the", "a", "an", "every", "all", "each", "any", "these", "those", "that", "this", "our",
     "its",
     "of", "with", "no", "for", "from", "on", "most", "some"}
)  # fmt: skip
_DID_TO = re.compile(
    r"^(?:(?!that\b|which\b|who\b|where\b|whatever\b|and\b|to\b|so\b)\S+ ){1,6}?"
    r"(?<!the )(?<!all )(?<!and )(?<!a )(?:\w{3,}ed|got|cut|took|broke|made|left|sent|hit|threw|"
    r"ate|cost|blew|burnt|froze|drove|gave|brought|lost|drew) "
    r"(?:the|our|us|their|half|all|both|everything|everyone|everybody|every|people|customers|users|"
    r"clients|production|prod)\b"
)
_ASIDES = frozenset(
    {"after", "since", "because", "why", "what", "whatever", "how", "who", "which", "where", "when",
     "as", "if", "whether", "until", "while", "once"}
)  # fmt: skip
_EARLY = 3
_THAT_DID = re.compile(
    r"^(?:the|that|this|our) (?:\S+ ){1,8}?(?:that|which) (?:\w{3,}ed|cut|took|broke|had|was|were|"
    r"got|made|cost|left|went)\b"
)
_IS_WHY = re.compile(
    r"\b(?:is|are|'s) (?:why|the reason|the cause|to blame|how we|what (?:broke|caused|killed|led|"
    r"brought|made|cost|got|gave|took|hit|did)|where (?:the|our|all|it)|the culprit|behind)\b|"
    r"\bexplains?\b"
)
# "On 7 Oct the agent altered …": a day and a past form tell, "on 7 Oct: …" plans.
_MONTH = (
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|ober)?"
)
_DAY = (
    rf"(?:the )?\d{{1,2}}(?:st|nd|rd|th)?\.?(?: of)? {_MONTH}|{_MONTH} \d{{1,2}}|"
    r"\d{1,2}\.\d{1,2}\.?|\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}"
)
_ON_DAY = re.compile(
    rf"^(?:on|in) (?:{_DAY})\b[^:]{{0,12}}? (?:the|an?|our|we|i|one|some\w*|they) "
)
# "two steps: topic purged, then consumers restarted": what a plan lists is not done yet.
_LISTS_STEPS = re.compile(
    r"(?:^|[\s,])(?:steps?|plan|changes|actions|todo|to do|next|order|sequence|schedule|agenda|"
    r"window|up next|coming up|runbook)(?: (?:for|of|in) [^:]{1,40}| now| today| tonight)?: "
)
# "the flag is on as soon as Flux syncs"
_ONCE = re.compile(r"^[^.;]*?\b(?:once|as soon as|the moment|the minute|when the|when it)\b")
_THEN = re.compile(
    r"(?:^|[,;:] ?|\b(?:and|only) )(?:then|after that|afterwards|next),? [^,;:]{0,60}$"
)
_ASIDE = re.compile(r"\([^()]{0,200}\)")
_LASTING = frozenset({"until", "till", "for", "now", "tonight", "today", "tomorrow"})
_FROM_NOW = frozenset({"until", "till", "now", "tonight", "shortly"})
_GOING_ON = frozenset({"until", "till", "afterwards", "thereafter"})
_EARLIER = {("from", "before"), ("from", "earlier")}  # "the big UPDATE from before"
_DOING = frozenset({"doing", "running", "starting", "repeating", "triggering", "issuing"})
_HAPPENING = frozenset({"gets", "get", "getting"})  # "it gets switched off this morning"
_FUTURE = frozenset({"will", "i'll", "we'll", "going", "gonna", "now", "next", "tomorrow"})
_JOINING = frozenset({"at", "in", "on", "with", "because", "again", "for", "after", "and", "to"})
_OBJECTS = frozenset({"all", "the", "our", "every", "both", "its", "their", "each", "it", "them"})
# Forms that are no participle: "it ran", not "it is run".
_ONLY_PAST = frozenset(
    {"ran", "reran", "took", "threw", "went", "gave", "began", "broke", "froze", "wrote", "shrank",
     "grew", "blew", "tore", "did", "undid", "withdrew", "overwrote", "rewrote", "fell", "flew"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mood:
    """What the clause says about the actions in it; positions are of its tokens."""

    clause: Clause
    words: tuple[str, ...]
    negators: tuple[int, ...]
    stays: tuple[int, ...]
    called_off: bool
    reports: bool
    joke: bool
    inspects: int
    verbs: frozenset[int] = frozenset()


def is_past(at: int, form: Form, mood: Mood) -> bool:
    """Whether the word of action at a place is reported as done."""
    words = mood.words
    before = words[max(0, at - 4) : at]
    if _did_something(at, form, mood):
        return True
    if mood.reports and form is not Form.ING and not _HAPPENING & {*before, *words[at : at + 1]}:
        return not (_FUTURE & set(words[:at])) and words[0] not in _DOING
    if form in {Form.PAST, Form.PARTICIPLE}:
        return _is_done(at, form, mood)
    if form is Form.ING:
        if {"was", "were", "been", "stopped", "finished"} & set(words[max(0, at - 2) : at]):
            return True
        after = _told_after(at, form, words)
        return (
            bool(_PAST_VERBS & set(after))
            and not mood.clause.subordinate
            and "was" not in after[-1:]
        )
    if form is Form.NOUN:
        if "got" in before or _IS_WHY.search(" ".join(words[at + 1 :])):
            return True  # "it got a restart", "the purge of May is why …"
        own = _main([w for w, prior in _with_prior(words, 0) if not _describing(prior)])
        told = {*own, *_main(_told(mood, at))}
        return bool(_PAST_VERBS & told) and "will" not in words
    return form is Form.BASE and (
        bool({"did", "had"} & set(before))
        or (at == 0 and bool(_PAST_VERBS & set(_told_after(at, form, words))))
    )


def _told_after(at: int, form: Form, words: Sequence[str]) -> tuple[str, ...]:
    """The words behind one that tell of it, and describe no noun."""
    return _main([
        w for i, (w, prior) in enumerate(_with_prior(words, at + 1), at + 1)
        if not _describing(prior) and not (i == at + 1 and form is Form.ING and _goes_on(words, i))
    ])  # fmt: skip


def _main(words: Sequence[str]) -> tuple[str, ...]:
    """The words without the verbs of what is said by the way: "after it died", "why it failed".

    "The restart that failed took the site down": the second verb tells of the restart.
    """
    found, aside = [], False
    for word in words:
        if aside and (word in _PAST_VERBS or word.endswith("ed")):
            aside = False
            continue
        aside = aside or word in _ASIDES
        found.append(word)
    return tuple(found)


def _is_done(at: int, form: Form, mood: Mood) -> bool:
    """Whether a past form or a participle tells: "it was purged", "purged", not "gets purged"."""
    words = mood.words
    before = words[max(0, at - 4) : at]
    if {"was", "were", "had", "has", "have", "been", "i've", "we've", "got"} & set(before):
        return True
    if {"gets", "get", "be", "being", "is", "are", "will", "getting"} & set(before):
        settled = {"is", "are"} & set(before) and not {"being", "be", "gets", "get"} & set(before)
        lasts = bool(_GOING_ON & mood.clause.tone.words) or _waits(at, mood) or _follows(at, mood)
        return bool(settled) and not mood.clause.tone.announced and not lasts
    if form is Form.PAST and words[at : at + 1] and words[at] in _ONLY_PAST:
        return True
    listed = _is_listed(mood)
    if listed is not None:
        return not listed
    if at and words[at + 1 : at + 2] and words[at + 1] in _OBJECTS:
        return True  # "their engineer kicked all clients off"
    lasting = (
        _LASTING & set(words[at + 1 :])
        or mood.clause.tone.words & _FROM_NOW
        or "from here on" in mood.clause.text
    )
    return form is Form.PAST and not lasting


def _is_listed(mood: Mood) -> bool | None:
    """Whether a bare participle is a step of a plan, or, False, of a day in the past."""
    sentence = mood.clause.text.lower()
    if _ON_DAY.match(sentence):
        return False
    return True if _LISTS_STEPS.search(sentence) and not mood.reports else None


def _waits(at: int, mood: Mood) -> bool:
    """Whether what "is" done still waits for something: "it is switched once Flux syncs"."""
    rest = mood.clause.text[mood.clause.tokens[at].end :] if at < len(mood.words) else ""
    return _ONCE.match(rest.lower()) is not None


def _follows(at: int, mood: Mood) -> bool:
    """Whether it comes after something that is still to come: "then pool 3 is taken out"."""
    before = mood.clause.text[: mood.clause.tokens[at].start] if at < len(mood.words) else ""
    return _THEN.search(before.lower()) is not None


def _did_something(at: int, form: Form, mood: Mood) -> bool:
    """Whether a verb behind it tells what it did, or that it was earlier.

    "the drain on Monday queued the release", "flushing it got us blocked".
    """
    words = mood.words
    if form is Form.NOUN and words[at + 1 : at + 3] in _EARLIER:
        return True
    if form is Form.NOUN and at <= _EARLY and _THAT_DID.match(_from_here(mood)):
        return True
    leads = at <= _EARLY if form is Form.NOUN else form is Form.ING and at == 0
    return leads and _DID_TO.search(" ".join(words[at + 1 :])) is not None


def _from_here(mood: Mood) -> str:
    """The sentence from the clause's begin on, lower-case, not far."""
    start = mood.clause.tokens[0].start if mood.clause.tokens else 0
    return mood.clause.text[start : start + 160].lower()


def _describing(prior: str) -> bool:
    """Whether what follows a word describes a noun: "the failed pods", "1,300 failed runs"."""
    return prior in _ADJECTIVAL or (prior[0].isdigit() and ":" not in prior)


def _goes_on(words: Sequence[str], at: int) -> bool:
    """Whether a noun can follow: "restarting failed pods", not "restarting failed"."""
    return at + 1 < len(words) and words[at + 1][0].isalpha() and words[at + 1] not in _JOINING


def _with_prior(words: Sequence[str], start: int) -> list[tuple[str, str]]:
    """The words from `start` on, each with the one before it."""
    return [(words[i], words[i - 1]) for i in range(max(start, 1), len(words))]


def _told(mood: Mood, at: int) -> tuple[str, ...]:
    """The words that tell of a nominal, past any parentheses: "the purge (prod) took …"."""
    if at >= len(mood.clause.tokens):
        return ()
    start = mood.clause.tokens[at].start
    rest = _ASIDE.sub(" ", mood.clause.text[start : start + 240]).lower()
    return tuple(re.split(r"[,;:→]", rest, maxsplit=1)[0].split()[:14])


__all__ = ["Mood", "is_past"]
