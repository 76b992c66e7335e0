"""Second looks at deeds: what later parts of the document say of them; and each deed once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, takewhile

from bot.domain.action_words import content_of
from bot.domain.lesson_words import load_words
from bot.domain.postmortem.deed import Deed
from bot.domain.postmortem.effects import Effect, effect_of
from bot.domain.postmortem.sections import SILENT, Role
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.voice import Voice
from bot.domain.reading.lexicon import Lexicon, stem

_ALIKE = 0.6
"""Two wordings of one deed: the share of the shorter one's words that the other one has too."""
_BLAMED = 2
"""Words that a deed shares with a follow-up that is about it."""
_ADOPTS = re.compile(
    r"\b(?:automat\w+|permanent\w*|by default|as default|stays?|keep|kept|earlier|faster|sooner"
    r"|quicker|right away|one click|practi[sc]e)\b",
    re.IGNORECASE,
)
"""Follow-ups that want more of a deed."""
_OUTSIDE = re.compile(
    r"\b(?:nothing|none of what) we (?:changed|did)\b"
    r"|\bnot (?:caused|triggered) by (?:us|our|any|a change)"
    r"|\bno (?:change|deployment|deploy|release)s? "
    r"(?:on our side|of ours|by us|had|was|were|since|before)"
    r"|\b(?:provider|carrier|vendor|isp|utility)\b[^.]{0,60}"
    r"\b(?:fault|cut|outage|failure|confirmed|blackout)",
    re.IGNORECASE,
)
"""The cause lies with others, or nowhere in what was done."""
_SETTINGS = frozenset(
    "enable disable raise lower scale_up scale_down add delete allow block open close".split()
)
"""Kinds that set something; to stop and to start may be two steps of one deed."""
_PARTICLES = frozenset("back again up down off out over new old".split())


def harmful(deeds: Sequence[Deed], sentences: Sequence[Sentence], lexicon: Lexicon) -> list[Deed]:
    """The deeds that made it worse, each once.

    Beside what is told right after a deed count: a later deed that undoes it, a follow-up that is
    about it, a list of what helped or had no effect, and in an incident, destruction by itself.
    """
    deeds = [_as_undoing(index, deeds, lexicon) for index in range(len(deeds))]
    judged = [
        _blamed_later(_undone_later(index, deeds, sentences), sentences)
        for index in range(len(deeds))
    ]
    if any(effect_of(sentence.text) is Effect.HARM for sentence in sentences):
        judged = [_suspected(index, judged) for index in range(len(judged))]
    cleared = [
        deed
        for deed in judged
        if deed.sentence.role in {Role.HELP, Role.NO_EFFECT}
        and deed.effect is Effect.NONE
        and not deed.mention.remedial
    ]
    found = [
        deed
        for deed in _named(judged)
        if deed.effect is Effect.HARM
        and (deed.sentence.role is Role.HARM or not any(_same(deed, c) for c in cleared))
    ]
    return _merged(found) or _first_open(judged, sentences)


def _first_open(deeds: Sequence[Deed], sentences: Sequence[Sentence]) -> list[Deed]:
    """Of an incident of which nothing is blamed, the first deed that somebody did before it ended.

    Only where harm is told in the story, before anything helped, and nothing is said to have been
    done by others.
    """
    told = [s for s in sentences if s.role not in SILENT]
    if not any(effect_of(s.text) is Effect.HARM for s in told):
        return []
    if any(_OUTSIDE.search(sentence.text) for sentence in sentences):
        return []
    before = takewhile(lambda deed: deed.effect is not Effect.HELP, deeds)
    acted = (
        deed
        for deed in before
        if _is_open(deed)
        and deed.mention.voice is Voice.ACTIVE
        and deed.mention.verb.kind != "repair"
    )
    return [replace(deed, effect=Effect.HARM) for deed in islice(acted, 1)]


def _as_undoing(index: int, deeds: Sequence[Deed], lexicon: Lexicon) -> Deed:
    """The deed, as one that puts right if it is the opposite of an earlier one on the same thing.

    "Enabled caching for /my/*", later "caching for /my/* disabled".
    """
    deed = deeds[index]
    known = lexicon.kinds.get(deed.mention.verb.kind)
    opposites = (known.opposite if known else frozenset()) & _SETTINGS
    words = _stems_of(deed)
    for other in deeds[:index]:
        eased = other.effect in {Effect.HELP, Effect.NONE}
        if not eased and other.mention.verb.kind in opposites and words & _stems_of(other):
            effect = Effect.UNSAID if deed.effect is Effect.HARM else deed.effect
            return replace(deed, mention=replace(deed.mention, remedial=True), effect=effect)
    return deed


def _undone_later(index: int, deeds: Sequence[Deed], sentences: Sequence[Sentence]) -> Deed:
    """The deed, harmful if a later one undoes it: nobody sets back what was right.

    What helped at first was not right either if harm is told before it is set back.
    """
    deed = deeds[index]
    relieved = deed.effect is Effect.HELP and not deed.mention.remedial
    if not _is_open(deed) and not (relieved and deed.sentence.role not in SILENT):
        return deed
    words = _stems_of(deed)
    for other in deeds[index + 1 :]:
        undoes = other.mention.remedial and other.mention.verb.kind not in {"run", "retry"}
        if undoes and words & _stems_of(other):
            told = _harm_between(deed, other, sentences)
            if relieved and not told:
                return deed
            return replace(deed, effect=Effect.HARM, evidence=told or deed.evidence)
    return deed


def _harm_between(deed: Deed, other: Deed, sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """The first sentence that tells harm after one deed and before another."""
    between = (s for s in sentences if deed.sentence.last < s.first < other.sentence.first)
    return tuple(islice((s.text for s in between if effect_of(s.text) is Effect.HARM), 1))


def _suspected(index: int, deeds: Sequence[Deed]) -> Deed:
    """The deed, harmful if it destroys by itself and nobody says that it was right.

    Not in a sentence that also puts things right, and not a stop after harm was blamed: that
    contains the damage.
    """
    deed = deeds[index]
    same = [other for other in deeds if other.sentence is deed.sentence]
    contains = deed.mention.verb.kind in {"stop", "kill", "cancel", "block"}
    if any(other.mention.remedial for other in same) or (
        contains and any(other.effect is Effect.HARM for other in deeds[:index])
    ):
        return deed
    kinds = load_words("postmortem")["kinds"]["destructive"]
    if _is_open(deed) and deed.mention.voice is Voice.ACTIVE and deed.mention.verb.kind in kinds:
        return replace(deed, effect=Effect.HARM)
    return deed


def _is_open(deed: Deed) -> bool:
    """Whether nothing is said of the effect of a deed that could have been harmful."""
    silent = deed.sentence.role in SILENT or deed.mention.remedial
    return deed.effect is Effect.UNSAID and not silent and deed.mention.voice is not Voice.NOUN


def _stems_of(deed: Deed) -> set[str]:
    """The things that a deed is about: its words without its verb, numbers and particles."""
    words = set(content_of(deed.action)) - _PARTICLES - {deed.mention.verb.base}
    return {stem(word) for word in words if not word[0].isdigit() and len(word) > 2}


def _blamed_later(deed: Deed, sentences: Sequence[Sentence]) -> Deed:
    """The deed, harmful if the follow-ups are about it: they are there so that it never recurs."""
    if not _is_open(deed):
        return deed
    words = {stem(word) for word in content_of(deed.action)}
    for sentence in sentences:
        if sentence.role is Role.FOLLOW_UP and not _ADOPTS.search(sentence.text):
            shared = words & {stem(word) for word in content_of(sentence.text)}
            if len(shared) >= _BLAMED:
                return replace(deed, effect=Effect.HARM)
    return deed


def _named(deeds: Sequence[Deed]) -> Iterator[Deed]:
    """The deeds, with "what hurt: the purge" carried over to the purge that it means."""
    for deed in deeds:
        if deed.effect is not Effect.HARM or len(content_of(deed.action)) > 1:
            yield deed
            continue
        meant = [
            other
            for other in deeds
            if other is not deed
            and other.mention.verb.kind == deed.mention.verb.kind
            and len(content_of(other.action)) > 1
            and other.sentence.role not in SILENT
        ]
        if meant and not any(other.effect is Effect.HARM for other in meant):
            yield replace(meant[0], effect=Effect.HARM)


def _same(deed: Deed, other: Deed) -> bool:
    """Whether both tell the same deed."""
    light = load_words("postmortem")["kinds"]["light"]
    both_light = deed.mention.verb.base in light and other.mention.verb.base in light
    both_why = deed.sentence.role is other.sentence.role is Role.WHYS
    one, two = ({stem(word) for word in content_of(each.action)} for each in (deed, other))
    if both_why and len(one & two) >= _BLAMED:
        return True  # each "why?" tells the one before again
    if deed.mention.verb.kind != other.mention.verb.kind and not both_light:
        return False
    fewer = min(len(one), len(two))
    return fewer > 1 and len(one & two) / fewer >= _ALIKE


def _merged(deeds: Sequence[Deed]) -> list[Deed]:
    """Each deed once: the fullest wording, with the first outcome that is told."""
    merged: list[Deed] = []
    for deed in deeds:
        twin = next((i for i, other in enumerate(merged) if _same(deed, other)), None)
        if twin is None:
            merged.append(deed)
            continue
        other = merged[twin]
        fuller = deed if len(content_of(deed.action)) > len(content_of(other.action)) else other
        merged[twin] = replace(fuller, evidence=fuller.evidence or other.evidence or deed.evidence)
    return merged
