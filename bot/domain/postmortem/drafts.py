"""From deeds and what followed them to drafts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from bot.domain.action_words import ActionWords, content_of
from bot.domain.entry import Severity
from bot.domain.lesson_words import load_words
from bot.domain.naming import environment_in
from bot.domain.postmortem.draft import Draft
from bot.domain.postmortem.effects import Effect, effect_of, is_grave
from bot.domain.postmortem.mention import Mention, mentions_in
from bot.domain.postmortem.phrase import action_of, context_of
from bot.domain.postmortem.place import Places
from bot.domain.postmortem.sections import SILENT, Role
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.unit import UnitKind
from bot.domain.postmortem.voice import Voice
from bot.domain.reading.lexicon import Lexicon, stem

_FOLLOWING = 4
"""Sentences after a deed in which its effect is looked for."""
_ALIKE = 0.6
"""Two wordings of one deed: the share of the shorter one's words that the other one has too."""
_AT_ONCE = 24
"""Characters within which a trigger names its noun: "Trigger: change of …"."""
_BLAMED = 2
"""Words that a deed shares with a follow-up that is about it."""
_MOST_DEEDS = 300
"""More deeds than a review has."""
_OUTCOME = 240
_PASSED = re.compile(
    r"\bpassed\b|as expected|no (?:customer |user )?impact|nothing was affected|no users?"
    r" (?:was|were)|had an effect on users|all (?:good|ok|green|went well)|went well|smooth"
    r"|no users? noticed|nobody noticed",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"^(?:because|although|since|in the hope|so that|which (?:is|was))\b[^;]*(?:;\s*|$)"
)
"""Why it was done, which is not what came of it."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A mention with its sentence and the effect that was found for it."""

    sentence: Sentence
    mention: Mention
    action: str
    effect: Effect
    evidence: tuple[str, ...]
    last_line: int


def drafts_of(
    sentences: Sequence[Sentence], places: Places, lexicon: Lexicon, *, is_drill: bool = False
) -> tuple[Draft, ...]:
    """The harmful deeds of a document, each once, in order; of a drill that went well, none."""
    if is_drill and any(_PASSED.search(sentence.text) for sentence in sentences):
        return ()
    words = ActionWords(lexicon)
    mentions = [mentions_in(sentence, words) for sentence in sentences]
    deeds = list(islice(_deeds(sentences, mentions), _MOST_DEEDS))
    deeds = [_blamed_later(_undone_later(deed, deeds), sentences) for deed in deeds]
    if any(effect_of(sentence.text) is Effect.HARM for sentence in sentences):
        deeds = [_suspected(deed) for deed in deeds]
    harmful = [deed for deed in _named(deeds) if deed.effect is Effect.HARM]
    cleared = [
        deed
        for deed in deeds
        if deed.sentence.role in {Role.HELP, Role.NO_EFFECT}
        and deed.effect is Effect.NONE
        and not deed.mention.remedial
    ]
    kept = [
        deed
        for deed in harmful
        if deed.sentence.role is Role.HARM or not any(_same(deed, other) for other in cleared)
    ]
    before: dict[int, list[str]] = {}
    for sentence in sentences:
        before.setdefault(sentence.unit, []).append(sentence.text)
    impact = _impact(sentences, mentions)
    return tuple(
        _draft(deed, places, lexicon, before[deed.sentence.unit], impact) for deed in _merged(kept)
    )


def _deeds(
    sentences: Sequence[Sentence], mentions: Sequence[tuple[Mention, ...]]
) -> Iterator[Deed]:
    taken: set[int] = set()
    for index, sentence in enumerate(sentences):
        for number, mention in enumerate(mentions[index]):
            if index in taken:
                continue
            evidence = list(_evidence(index, number, sentences, mentions, taken))
            effect, used, last = _judge(sentence, mention, evidence)
            action = action_of(sentence, mention)
            yield Deed(sentence, mention, action, effect, used, last)


def _judge(
    sentence: Sentence, mention: Mention, evidence: Sequence[tuple[str, int]]
) -> tuple[Effect, tuple[str, ...], int]:
    """The effect of a deed, the texts that say so, and the last line that was read for it."""
    effect, used, last = Effect.UNSAID, [], sentence.last
    before = sentence.text[: mention.at.start]
    if effect_of(before) is Effect.NONE:  # "all went as expected and was rolled back"
        return Effect.NONE, (), sentence.last
    for text, line in evidence:
        found = effect_of(text)
        if effect is Effect.UNSAID:
            effect = found
        elif found is not effect:
            break
        if found is not Effect.UNSAID:
            used.append(text)
            last = max(last, line)
        if len(used) == 2:
            break
    judged_by_row = sentence.effect is not None and sentence.role is Role.HELP
    if sentence.role in SILENT and not judged_by_row:
        return Effect.NONE, (), sentence.last
    if mention.remedial and not (effect is Effect.HARM and _in_own_sentence(sentence, used)):
        return (effect if effect is not Effect.HARM else Effect.UNSAID), (), sentence.last
    if sentence.role is Role.HARM and effect is not Effect.NONE:
        effect = Effect.HARM
    blamed = sentence.role is Role.CAUSE and (
        mention.voice is not Voice.NOUN or (sentence.opens and mention.at.start <= _AT_ONCE)
    )
    if blamed and effect is Effect.UNSAID and not mention.remedial:
        effect = Effect.HARM
    return effect, tuple(used), last


def _in_own_sentence(sentence: Sentence, used: Sequence[str]) -> bool:
    return any(text in sentence.text or text == sentence.effect for text in used)


def _evidence(
    index: int,
    number: int,
    sentences: Sequence[Sentence],
    mentions: Sequence[tuple[Mention, ...]],
    taken: set[int],
) -> Iterator[tuple[str, int]]:
    """Texts in which the effect of a deed may stand, nearest first, with their last line."""
    sentence, mention = sentences[index], mentions[index][number]
    if sentence.effect is not None:
        yield sentence.effect, sentence.last
        return
    later = mentions[index][number + 1 :]
    end = later[0].at.start if later else len(sentence.text)
    rest = _REASON.sub("", sentence.text[mention.core_end : end].strip(" ,;."))
    if rest:
        yield rest, sentence.last
    if later:
        return
    for offset in range(1, _FOLLOWING + 1):
        if index + offset >= len(sentences):
            return
        following = sentences[index + offset]
        own_unit = mention.voice is Voice.NOUN or sentence.role is Role.WHYS
        near = following.unit == sentence.unit or not own_unit
        if not near or not _follows(sentence, following):
            return
        if mentions[index + offset]:
            if offset == 1 and _is_execution(mention, sentence, mentions[index + 1][0], following):
                taken.add(index + 1)
                continue
            head = following.text[: mentions[index + offset][0].clause[0]].strip(" ,;:")
            if head:
                yield head, following.last
            return
        yield following.text, following.last


def _follows(sentence: Sentence, following: Sentence) -> bool:
    """Whether the second sentence can tell what came of the first."""
    if following.role is not sentence.role:
        return False
    if sentence.kind in {UnitKind.MESSAGE, UnitKind.ROW}:
        return True
    if sentence.kind is UnitKind.ITEM or following.kind is UnitKind.ITEM:
        same_list = following.group == sentence.group
        return same_list and (
            following.unit == sentence.unit
            or sentence.role in {Role.NARRATIVE, Role.RESPONSE, Role.CAUSE, Role.MIXED}
        )
    return following.group == sentence.group or following.unit == sentence.unit + 1


def _is_execution(plan: Mention, sentence: Sentence, done: Mention, following: Sentence) -> bool:
    """Whether the next message says that the announced deed is done."""
    return (
        plan.voice is Voice.PLAN
        and following.kind is UnitKind.MESSAGE
        and following.speaker == sentence.speaker
        and not done.remedial
    )


def _undone_later(deed: Deed, deeds: Sequence[Deed]) -> Deed:
    """The deed, harmful if a later one undoes it: nobody sets back what was right."""
    if not _is_open(deed):
        return deed
    later = deeds[next(i for i, each in enumerate(deeds) if each is deed) + 1 :]
    words = _stems_of(deed)
    for other in later:
        undoes = other.mention.remedial and other.mention.verb.kind not in {"run", "retry"}
        if undoes and len(words & _stems_of(other)) >= 1:
            return replace(deed, effect=Effect.HARM)
    return deed


def _suspected(deed: Deed) -> Deed:
    """The deed, harmful if it destroys by itself and nobody says that it was right."""
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
    left_out = {
        deed.mention.verb.base,
        "back",
        "again",
        "up",
        "down",
        "off",
        "out",
        "over",
        "new",
        "old",
    }
    words = set(content_of(deed.action)) - left_out
    return {stem(word) for word in words if not word[0].isdigit() and len(word) > 2}


def _blamed_later(deed: Deed, sentences: Sequence[Sentence]) -> Deed:
    """The deed, harmful if the follow-ups are about it: they are there so that it never recurs."""
    if not _is_open(deed):
        return deed
    words = {stem(word) for word in content_of(deed.action)}
    for sentence in sentences:
        if sentence.role is Role.FOLLOW_UP:
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
    if deed.mention.verb.kind != other.mention.verb.kind and not both_light:
        return False
    one, two = ({stem(word) for word in content_of(each.action)} for each in (deed, other))
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


def _impact(sentences: Sequence[Sentence], mentions: Sequence[tuple[Mention, ...]]) -> str:
    """The first sentence of the story that tells harm and no deed: what the incident led to."""
    for sentence, found in zip(sentences, mentions, strict=True):
        told = sentence.role is Role.NARRATIVE and not found
        if told and effect_of(sentence.text) is Effect.HARM:
            return sentence.text
    return ""


def _draft(
    deed: Deed, places: Places, lexicon: Lexicon, paragraph: Sequence[str], impact: str
) -> Draft:
    sentence = deed.sentence
    outcome = ("; ".join(deed.evidence) or impact or sentence.text)[:_OUTCOME].strip(' "”')
    earlier = paragraph[: paragraph.index(sentence.text)] if sentence.text in paragraph else ()
    environment = environment_in(deed.action, lexicon.environments) or environment_in(
        sentence.text, lexicon.environments
    )
    return Draft(
        action=deed.action,
        service=places.service_in(deed.action, sentence.text, *reversed(earlier), outcome),
        environment=environment or places.environment,
        context=context_of(sentence, deed.mention),
        outcome=outcome,
        severity=Severity.BLOCK if is_grave(outcome) else Severity.WARN,
        lines=(sentence.first, deed.last_line),
    )
