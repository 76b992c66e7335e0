"""Whether only some are taken where an entry takes all: "for the eight admins", `-target=…`."""

from __future__ import annotations

import re

from bot.domain.reading import Frame, Reading, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of

_NO_OTHER = re.compile(
    r"\b(?:no other|nobody else|no one else|none of the (?:others|rest)|not the (?:others|rest)|"
    r"(?:the (?:others|rest)|all (?:the )?others|everyone else|everybody else)\s+(?:\w+\s+)?"
    r"(?:stays?|remains?|keeps?|(?:is|are) (?:left|kept|not))|"
    r"kein(?:e|en)? (?:andere[rsn]?|weitere[rsn]?)|die (?:anderen|übrigen) (?:bleiben|nicht)|"
    r"ning[uú]n otro|los demás (?:no|siguen|quedan)|aucun autre|les autres (?:restent|ne)|"
    r"nenhum outro|os outros (?:ficam|não))\b",
    re.I,
)
_FEW = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|[2-9]|"
    r"[1-4]\d|zwei|drei|vier|fünf|sechs|acht|zehn|dos|tres|cuatro|cinco|deux|trois|quatre|cinq|"
    r"dois|duas|três|quatro)"
)
_FOR_FEW = re.compile(
    rf"\b(?:for|für|para|pour)\s+(?:only\s+|just\s+)?(?:the\s+|our\s+|die\s+|los\s+|las\s+|les\s+|os\s+"
    rf"|as\s+)?{_FEW}\s+((?:[a-zäöü-]+\s+){{0,2}}?[a-zäöü-]+s)\b",
    re.I,
)
_TARGET = re.compile(
    r"\b(?:terraform|tofu|opentofu|terragrunt|cdktf|pulumi)\b.{0,400}?"
    r"\s-{1,2}target[= ][\"']?([\w.:/\[\]\"-]+)"
)
_TIMES = frozenset(
    {"hours", "minutes", "days", "weeks", "months", "seconds", "times", "mins", "hrs", "years",
     "reasons", "horas", "minutos", "heures"}
)  # fmt: skip


def takes_some(entry: EntryReading, frame: Frame, reading: Reading, lexicon: Lexicon) -> str:
    """What in the text says that only some are taken, or ""; the entry takes all."""
    if frame.source is not Source.PROSE:
        return ""
    if said := _NO_OTHER.search(reading.text[:4000]):
        return said[0].lower()
    for few in _FOR_FEW.finditer(frame.planned.text[:2000]):
        words = few[1].lower().split()
        concepts = {lexicon.things.concept(w) for w in words}
        if words[-1] not in _TIMES and not concepts & entry.terms.keys():
            return few[0].lower()
    return ""


def targets_another(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> bool:
    """Whether `-target=x.y` narrows a command to what the entry does not speak of."""
    if frame.source is not Source.COMMAND:
        return False
    named = _TARGET.findall(frame.planned.text[:2000])
    concepts = {lexicon.things.concept(p) for name in named for p in pieces_of(name)}
    return bool(concepts) and not concepts & entry.known - lexicon.things.common


__all__ = ["takes_some", "targets_another"]
