"""Signs of who did it and who tells it: people act, things happen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.postmortem.candidate import Candidate
from bot.domain.postmortem.effects import pattern
from bot.domain.postmortem.telling import Telling

_BY_SUBJECT = frozenset({Telling.ACTIVE, Telling.THIRD, Telling.CARRIED, Telling.DID})
_BY_OBJECT = _BY_SUBJECT | {Telling.HEAD}
_SUBJECT = re.compile(
    r"\b(we|i|they|it|he|she|you|who|which|that|this)(?:'ve|'d)?(?:\s(?:\w+ly|had|have|has|also|then"
    r"|first|just|now|all|decided to|therefore))*\W*$"
)
_NO_OBJECT = frozenset("at for until till during by from as when because and with about".split())


def signs_of_doer(candidate: Candidate) -> Iterator[str]:
    """The pronoun before the verb, whether a machine tells it, and whether it names no object."""
    sentence = candidate.sentence
    subject = _SUBJECT.search(sentence.text[slice(*candidate.subject)].lower())
    if subject is not None and candidate.telling in _BY_SUBJECT:
        yield f"subject:{subject[1]}"
    if sentence.speaker and pattern("signs", "machines").match(sentence.speaker.lower()):
        yield "a machine tells it"
    rest = sentence.text[candidate.at.end : candidate.core_end].split()
    if candidate.telling in _BY_OBJECT and rest[:1] and rest[0].lower() in _NO_OBJECT:
        yield "names no object"
