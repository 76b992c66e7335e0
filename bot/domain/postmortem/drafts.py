"""From the sentences of a document to its drafts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice

from bot.domain.action_words import ActionWords
from bot.domain.entry import Severity
from bot.domain.naming import environment_in
from bot.domain.postmortem.blame import harmful
from bot.domain.postmortem.deed import Deed, deeds_of
from bot.domain.postmortem.draft import Draft
from bot.domain.postmortem.effects import Effect, effect_of, is_grave
from bot.domain.postmortem.mention import Mention, mentions_in
from bot.domain.postmortem.phrase import context_of
from bot.domain.postmortem.place import Places
from bot.domain.postmortem.sections import Role
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.unit import UnitKind
from bot.domain.reading.lexicon import Lexicon

_MOST_DEEDS = 300
"""More deeds than a review has."""
_OUTCOME = 240
_PASSED = re.compile(
    r"\bpassed\b|as expected|no (?:customer |user )?impact|nothing was affected|no users?"
    r" (?:was|were)|had an effect on users|all (?:good|ok|green|went well)|went well|smooth"
    r"|no errors|no users? noticed|nobody noticed"
    r"|(?:objectives?|goals?|targets?|expectations?) (?:were |was )?(?:all )?(?:met|reached|kept)"
    r"|(?:no \w+|nothing) (?:was|were) (?:lost|dropped|affected)|hypothesis (?:was )?confirmed"
    r"|as designed|budget (?:was )?untouched",
    re.IGNORECASE,
)


def drafts_of(
    sentences: Sequence[Sentence], places: Places, lexicon: Lexicon, *, is_drill: bool = False
) -> tuple[Draft, ...]:
    """The harmful deeds of a document, each once, in order; of a drill that went well, none."""
    if is_drill and any(_PASSED.search(sentence.text) for sentence in sentences):
        return ()
    words = ActionWords(lexicon)
    mentions = [mentions_in(sentence, words) for sentence in sentences]
    deeds = list(islice(deeds_of(sentences, mentions), _MOST_DEEDS))
    before: dict[int, list[str]] = {}
    for sentence in sentences:
        before.setdefault(sentence.unit, []).append(sentence.text)
    impact = _impact(sentences, mentions)
    return tuple(
        _draft(deed, places, lexicon, _above(deed, before), before[deed.sentence.unit], impact)
        for deed in harmful(deeds, sentences, lexicon)
    )


def _above(deed: Deed, texts: Mapping[int, Sequence[str]]) -> Sequence[str]:
    """The sentences of the paragraph before, where the deed stands in prose."""
    return texts.get(deed.sentence.unit - 1, ()) if deed.sentence.kind is UnitKind.TEXT else ()


def _impact(sentences: Sequence[Sentence], mentions: Sequence[tuple[Mention, ...]]) -> str:
    """The first sentence of the story that tells harm and no deed: what the incident led to."""
    for sentence, found in zip(sentences, mentions, strict=True):
        told = sentence.role is Role.NARRATIVE and not found
        if told and effect_of(sentence.text) is Effect.HARM:
            return sentence.text
    return ""


def _draft(
    deed: Deed,
    places: Places,
    lexicon: Lexicon,
    above: Sequence[str],
    paragraph: Sequence[str],
    impact: str,
) -> Draft:
    sentence = deed.sentence
    outcome = ("; ".join(deed.evidence) or impact or sentence.text)[:_OUTCOME].strip(' "”')
    earlier = [*above, *paragraph[: paragraph.index(sentence.text)]]
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
