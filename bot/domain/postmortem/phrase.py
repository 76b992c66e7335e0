"""A deed as the action of an entry: "push the new rule to all regions in one step"."""

from __future__ import annotations

import re

from bot.domain.postmortem.mention import Mention, Voice
from bot.domain.postmortem.sentence import Sentence

_LONGEST = 160
_AUXILIARY = re.compile(
    r"\s*\b(?:had|has|have|was|were|been|being|got|gets|also|then|first|just|only|again|\w+ly)\s*$", re.I
)
_TAIL = re.compile(r"[\s,;:.–—-]+$")
_NO_NOUN = re.compile(r"^(?:it|that|this|which|they|them|these|those)$", re.I)


def action_of(sentence: Sentence, mention: Mention) -> str:
    """The deed in the imperative, in the words of the sentence, at most a line long."""
    text = sentence.text
    rest = text[mention.at.end : mention.core_end].strip()
    subject = _subject(text[slice(*mention.subject)])
    base = mention.verb.base
    if mention.voice is Voice.NOUN:
        words = text[mention.at.start : mention.core_end]
        before = re.sub(r"^(?:the|a|an|our)\s+", "", subject, flags=re.I)
        phrase = f"{before} {words}" if before and len(before.split()) <= 4 else words
    elif mention.voice in {Voice.PASSIVE, Voice.BARE} and not _NO_NOUN.match(subject):
        phrase = f"{base} {subject} {rest}"
    else:
        phrase = f"{base} {rest}"
    phrase = _TAIL.sub("", " ".join(phrase.split()))
    return phrase if len(phrase) <= _LONGEST else phrase[:_LONGEST].rsplit(" ", 1)[0] + " …"


def context_of(sentence: Sentence, mention: Mention) -> str:
    """The circumstances that the sentence tells before the deed, or nothing."""
    lead = sentence.text[mention.clause[0] : mention.subject[0]].strip(" ,")
    if len(lead.split()) < 3 or re.match(r"(?:at|by|from|around)\s\d", lead, re.I):
        return ""
    return lead


def _subject(text: str) -> str:
    while True:
        shorter = _AUXILIARY.sub("", text)
        if shorter == text:
            return text.strip(" ,")
        text = shorter
