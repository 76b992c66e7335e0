"""What speaks for and against a candidate, as named signs that `weights.tsv` weighs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.lesson_words import load_words
from bot.domain.postmortem.candidate import Candidate, alerts
from bot.domain.postmortem.doer_signs import signs_of_doer
from bot.domain.postmortem.effects import Effect, effect_of, pattern
from bot.domain.postmortem.passage_signs import signs_of_passage
from bot.domain.postmortem.place import environment_told
from bot.domain.postmortem.sections import Role
from bot.domain.postmortem.story import Story
from bot.domain.postmortem.telling import Telling, actors
from bot.domain.reading.lexicon import stem

_TOLD = frozenset(
    {Telling.ACTIVE, Telling.HEAD, Telling.PASSIVE, Telling.DID, Telling.BARE, Telling.CARRIED}
)
_DONE = _TOLD | {Telling.COMMAND, Telling.CHANGE, Telling.THIRD, Telling.PLAN, Telling.DOES}
_HAPPENING = frozenset({Telling.PASSIVE, Telling.BARE, Telling.THING, Telling.STATE})
_AS_SUBJECT = frozenset({Telling.GERUND, Telling.NOUN, Telling.DID})
"""Tellings that can be what does harm: "Purging it took the origin down"."""
_FOLLOWING = 3
_FEW = 3
"""Sentences of harm below which a document tells of little."""
_MANY = 2
"""Words of an action that name much; words that make an echo."""


def signs_of(story: Story, number: int) -> frozenset[str]:
    """The signs of a candidate.

    Args:
        story: The document.
        number: Of the candidate.
    """
    candidate = story.candidates[number]
    return frozenset(
        (
            *_of_itself(story, number, candidate),
            *signs_of_doer(candidate),
            *_of_words(story, candidate),
            *_of_what_follows(story, candidate),
            *_of_order(story, number, candidate),
            *_of_others(story, number, candidate),
            *_of_echoes(story, number, candidate),
            *signs_of_passage(story, number),
        )
    )


def signs_of_none(story: Story) -> frozenset[str]:
    """The signs that nothing in the document was harmful."""
    text = " ".join(sentence.text for sentence in story.sentences).lower()
    found = {"none", *_of_drill(story, text)}
    misses = sum(1 for _ in pattern("signs", "near_miss").finditer(f"{story.title} {text}".lower()))
    if misses:
        found.add("none:near miss")
    if misses > _MANY:
        found.add("none:near miss told much")
    told = [story.title, *(sentence.text for sentence in story.sentences)]
    outside = sum(pattern("signs", "outside").search(one.lower()) is not None for one in told)
    if outside:
        found.add("none:outside")
    if outside > 1:
        found.add("none:outside more than once")
    fates = sum(1 for _ in pattern("signs", "fate").finditer(f"{story.title} {text}".lower()))
    if fates:
        found.add("none:fate")
    if fates > _MANY:
        found.add("none:fate told much")
    if pattern("signs", "untouched").search(text):
        found.add("none:untouched")
    cells = [effect_of(one.effect) for one in story.sentences if one.effect]
    harms = sum(effect is Effect.HARM for effect in (*story.effects, *cells))
    if harms == 0:
        found.add("none:no harm")
    elif harms < _FEW:
        found.add("none:little harm")
    return frozenset(found)


def _of_drill(story: Story, text: str) -> set[str]:
    """That it is a drill, by its title, and that it passed."""
    if not pattern("signs", "drill").search(story.title.lower()):
        return set()
    passes = sum(1 for _ in pattern("signs", "passed").finditer(text))
    much = {"none:drill passed much"} if passes > _MANY else set()
    return {"none:drill", *(["none:drill passed"] if passes else []), *much}


def _of_itself(story: Story, number: int, candidate: Candidate) -> Iterator[str]:
    """How and where it is told."""
    sentence, things = candidate.sentence, story.things[number]
    yield f"told:{candidate.telling.value}"
    yield f"in:{sentence.kind.value}"
    yield f"section:{sentence.role.value}"
    if candidate.remedial:
        yield "puts back"
    if candidate.verb.kind == "other":
        yield "kind:unknown"
    happens = {candidate.verb.kind, candidate.verb.base} & _kinds("consequences")
    if happens and candidate.telling in _HAPPENING:
        yield "kind:happens"
    for group in ("destructive", "light", "idle", "restarting", "setting", "moving"):
        if candidate.verb.kind in _kinds(group):
            yield f"kind:{group}"
    if not things:
        yield "names nothing"
    elif len(things) > _MANY:
        yield "names much"
    if re.search(r"\d", story.actions[number]):
        yield "names a number"
    if "`" in story.actions[number]:
        yield "names code"
    if any(name in story.actions[number].lower() for name in story.places.weights):
        yield "names a service"


def _of_words(story: Story, candidate: Candidate) -> Iterator[str]:
    """Words of the clause that date, limit, judge."""
    text = candidate.sentence.text.lower()
    clause = text[slice(*candidate.clause)]
    for name in ("deliberate", "latent"):
        if pattern("modes", name).search(clause):
            yield f"words:{name}"
    for name in ("elsewhere", "unreal", "drastic"):
        if pattern("signs", name).search(clause):
            yield f"words:{name}"
    if pattern("signs", "copes").search(text[candidate.clause[0] :]):
        yield "words:copes"
    here = environment_told(clause, story.environments)
    if here is not None and here != story.places.environment:
        yield "words:other environment"
    if pattern("signs", "judgement").search(text):
        yield "words:judgement"
    speaker = candidate.sentence.speaker.lower()
    if re.search(r"[\w-]*(?:agent|bot|on-?call|automation|script)\b", f"{speaker} {clause}"):
        yield "words:on call"
    if set(clause.split()) & actors():
        yield "words:actor"
    subject = text[slice(*candidate.subject)]
    if pattern("signs", "counted").search(subject):
        yield "words:counted"
    if candidate.telling in _HAPPENING and pattern("signs", "people").match(subject):
        yield "happens to people"


def _of_what_follows(story: Story, candidate: Candidate) -> Iterator[str]:
    """Effects that are told beside it, in its sentence and in the next ones."""
    sentence, text = candidate.sentence, candidate.sentence.text
    if sentence.effect is not None:
        cell = effect_of(sentence.effect)
        yield f"cell:{cell.value}"
        if re.search(r"\d", sentence.effect):
            yield "cell:figures" if cell is Effect.HARM else f"cell:{cell.value} with figures"
    later = (
        one.clause[0]
        for one in story.candidates
        if one.index == candidate.index
        and one.clause[0] > candidate.clause[0]
        and one.telling in _TOLD
    )
    lead = text[: candidate.clause[0]]
    rest = text[candidate.core_end : max(candidate.core_end, next(later, len(text)))]
    inside = text[candidate.clause[0] : candidate.core_end]
    for name, part in (("lead", lead), ("rest", rest), ("inside", inside)):
        effect = effect_of(part) if len(part) > 2 else Effect.UNSAID
        if effect is not Effect.UNSAID:
            yield f"{name}:{effect.value}"
        if effect is Effect.NONE and name != "lead" and _no_effect(part):
            yield "plainly no effect"
        if effect is Effect.HARM and name != "lead" and candidate.telling in _AS_SUBJECT:
            yield "subject of harm"
    if pattern("signs", "leads_to").match(rest.lower().lstrip(" ,;.:-–—")):
        yield "link:leads to"
    opening = text[candidate.clause[0] : candidate.at.start].lower().lstrip(" ,;.:-–—")
    if pattern("signs", "leads_to").match(opening):
        yield "link:led to it"
    if pattern("signs", "because").search(lead.lower()[-60:] + inside.lower()[:12]):
        yield "link:because"
    yield from _next(story, candidate)


def _next(story: Story, candidate: Candidate) -> Iterator[str]:
    acted = {c.index for c in story.candidates if c.telling in _TOLD}
    is_open = True
    for offset in range(1, _FOLLOWING + 1):
        index = candidate.index + offset
        if index >= len(story.sentences):
            return
        following = story.sentences[index]
        same_unit = following.unit == candidate.sentence.unit
        if following.role is not candidate.sentence.role:
            return
        name = f"next{offset}" + ("" if same_unit else " piece")
        if story.effects[index] is not Effect.UNSAID:
            yield f"{name}:{story.effects[index].value}"
            if is_open:
                yield f"then:{story.effects[index].value}"
                if story.effects[index] is Effect.HARM and re.search(r"\d", following.text):
                    yield "then:figures"
                is_open = False
            if offset == 1 and story.effects[index] is Effect.NONE and _no_effect(following.text):
                yield "next plainly no effect"
        if offset == 1 and pattern("signs", "judgement").search(following.text.lower()):
            yield "next:judgement"
        if offset == 1 and pattern("signs", "leads_to").match(following.text.lower()):
            yield "next:leads to"
        if is_open and alerts(following):
            yield "then:alert"
        if index in acted:
            is_open = False


def _of_order(story: Story, number: int, candidate: Candidate) -> Iterator[str]:
    """Its place in the story, before or after harm and other actions."""
    acts = [n for n, c in enumerate(story.candidates) if c.telling in _TOLD and not c.remedial]
    told = candidate.sentence.role in {Role.NARRATIVE, Role.RESPONSE, Role.MIXED}
    if told and acts and number == acts[0]:
        yield "order:first action"
    distance = story.first_harm - candidate.index
    if told and -1 <= distance <= _FOLLOWING:
        yield "order:at first harm"
    if told:
        yield "order:before harm" if distance > 0 else "order:after harm"
    before = [story.effects[i] for i in range(max(0, candidate.index - 2), candidate.index)]
    worsens = candidate.index > 0 and pattern("signs", "worsens").search(
        story.sentences[candidate.index - 1].text.lower()
    )
    if worsens:
        yield "before:worsens"
    if Effect.HARM in before[: len(before) - bool(worsens)]:
        yield "before:harm"
    if Effect.HELP in before:
        yield "before:help"
    if candidate.index and pattern("signs", "announces").search(
        story.sentences[candidate.index - 1].text.lower()
    ):
        yield "before:announces"
    for name in ("announces", "worsens"):
        if pattern("signs", name).search(candidate.sentence.text.lower()):
            yield f"words:{name}"


def _of_others(story: Story, number: int, candidate: Candidate) -> Iterator[str]:
    """Other candidates: what undoes it, what it undoes, where else it is told."""
    mine = story.things[number]
    for other, one in enumerate(story.candidates):
        if other == number or not mine & story.things[other]:
            continue
        if one.remedial and not candidate.remedial and other > number:
            yield "undone later" if candidate.telling in _DONE else "came back later"
        if candidate.remedial and not one.remedial and other < number:
            yield "undoes"
        if one.index != candidate.index and story.same(number, other):
            yield "told again"
            yield f"told again:{one.sentence.role.value}"
            effect = effect_of(one.sentence.effect or one.sentence.text[one.core_end :])
            if effect is not Effect.UNSAID:
                yield f"told again with:{effect.value}"


def _of_echoes(story: Story, number: int, candidate: Candidate) -> Iterator[str]:
    """Sentences elsewhere that share its words: title, cause, follow-ups, lessons."""
    mine = {*story.things[number], stem(candidate.verb.base), stem(candidate.verb.kind)}
    title = {stem(word) for word in re.findall(r"[a-z][\w-]+", story.title.lower())}
    is_title = candidate.sentence.text in story.title  # a document of one line
    if not is_title and mine & title and stem(candidate.verb.kind) in title:
        yield "echo:title"
    for sentence, (stems, signs) in zip(story.sentences, story.echoes, strict=True):
        if sentence.unit != candidate.sentence.unit and len(mine & stems) >= _MANY:
            yield from signs


def _no_effect(text: str) -> bool:
    """Whether a text says in so many words that nothing came of it."""
    return pattern("signs", "no_effect").search(text.lower()) is not None


def _kinds(group: str) -> frozenset[str]:
    return frozenset(load_words("postmortem")["kinds"][group])
