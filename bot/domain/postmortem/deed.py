"""Deeds of a document, each with the effect that is told of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.domain.postmortem.effects import Effect, effect_of
from bot.domain.postmortem.mention import Mention
from bot.domain.postmortem.phrase import action_of
from bot.domain.postmortem.sections import SILENT, Role
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.unit import UnitKind
from bot.domain.postmortem.voice import Voice
from bot.domain.reading.lexicon import stem

_FOLLOWING = 4
"""Sentences after a deed in which its effect is looked for."""
_AT_ONCE = 24
"""Characters within which a trigger names its noun: "Trigger: change of …"."""
_TURNS = re.compile(
    r"^\W{0,3}(?:but|however|yet|unfortunately|instead|only|later(?! (?:i|we|it|they)\b)|then|soon"
    r"|(?:\w+ ){1,4}however)\b"
    r"|, however,|\b(?:minutes?|hours?|seconds?|shortly) (?:later|after)",
    re.IGNORECASE,
)
"""After a relief, the harm that came of it all the same."""
_NEXT = re.compile(
    r"^(?:(?:and |but )?(?:then|next) came|(?:the |our )?(?:second|third|next|other|last) "
    r"(?:mistake|error|blunder|problem))\b",
    re.IGNORECASE,
)
"""What leads on to the next deed and says nothing of the one before."""
_BLAMES = re.compile(
    r"\bthe ([a-z-]{3,30}) (?:itself )?(?:was|is) (?:the|our|a) (?:\w+ )?(?:outage|cause|mistake"
    r"|culprit|problem|error|incident|trigger|reason)\b",
    re.IGNORECASE,
)
"""Names the deed that it is about: "the flush was the outage"."""
_REASON = re.compile(
    r"^(?:because|although|since|in the hope|hoping|with the (?:idea|aim|hope|intention)|so that"
    r"|which (?:is|was))\b[^;]*(?:;\s*|$)"
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


def deeds_of(
    sentences: Sequence[Sentence], mentions: Sequence[tuple[Mention, ...]]
) -> Iterator[Deed]:
    """Each deed with what came of it, in order.

    Args:
        sentences: Of the document.
        mentions: Of each sentence.
    """
    taken: set[int] = set()
    for index, sentence in enumerate(sentences):
        for number, mention in enumerate(mentions[index]):
            if index in taken:
                continue
            evidence = list(_evidence(index, number, sentences, mentions, taken))
            first = not number
            effect, used, last = _judge(sentence, mention, evidence, first=first)
            action = action_of(sentence, mention)
            yield Deed(sentence, mention, action, effect, used, last)


def _judge(
    sentence: Sentence, mention: Mention, evidence: Sequence[tuple[str, int]], *, first: bool
) -> tuple[Effect, tuple[str, ...], int]:
    """The effect of a deed, the texts that say so, and the last line that was read for it."""
    before = sentence.text[0 if first else mention.clause[0] : mention.at.start]
    judged_by_row = sentence.effect is not None and sentence.role is Role.HELP
    if sentence.role in SILENT and not judged_by_row:
        return Effect.NONE, (), sentence.last
    if effect_of(before) is Effect.NONE:  # "all went as expected and was rolled back"
        return Effect.NONE, (), sentence.last
    effect, used, last = _first_effect(evidence, sentence.last)
    if mention.remedial and sentence.role is not Role.HARM:
        return (effect if effect is not Effect.HARM else Effect.UNSAID), (), sentence.last
    if _is_blamed(sentence, mention, effect):
        effect = Effect.HARM
    return effect, used, last


def _first_effect(
    evidence: Sequence[tuple[str, int]], last: int
) -> tuple[Effect, tuple[str, ...], int]:
    """The effect that is told first, with up to two texts that tell it."""
    effect = Effect.UNSAID
    used: list[str] = []
    for text, line in evidence:
        found = effect_of(text)
        if effect is Effect.UNSAID:
            effect = found
        elif effect in {Effect.HELP, Effect.NONE} and found is Effect.HARM and _TURNS.search(text):
            effect, used = found, []  # "The alert cleared. The connector, however, had …"
        elif found is not effect:
            break
        if found is not Effect.UNSAID:
            used.append(text)
            last = max(last, line)
        if len(used) == 2:
            break
    return effect, tuple(used), last


def _is_blamed(sentence: Sentence, mention: Mention, effect: Effect) -> bool:
    """Whether the section says that the deed was harmful, whatever its own words say."""
    if sentence.role is Role.HARM:
        judged = sentence.effect is not None and effect is Effect.HELP
        return effect is not Effect.NONE and not judged
    named = mention.voice is not Voice.NOUN or (sentence.opens and mention.at.start <= _AT_ONCE)
    unsaid = effect is Effect.UNSAID and not mention.remedial
    return sentence.role is Role.CAUSE and named and unsaid


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
        blamed = _BLAMES.search(following.text)
        if _NEXT.match(following.text) or (blamed and not _is_about(blamed[1], mention)):
            return
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


def _is_about(noun: str, mention: Mention) -> bool:
    """Whether a noun names the deed: "flush" of "flushing"."""
    return stem(noun.lower()) in {stem(mention.verb.base), stem(mention.verb.kind)}


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
