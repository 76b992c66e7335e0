"""A deed as the action of an entry: "push the new rule to all regions in one step"."""

from __future__ import annotations

import re

from bot.domain.postmortem.candidate import Candidate
from bot.domain.postmortem.clause import core_end
from bot.domain.postmortem.foreign import phrase_in
from bot.domain.postmortem.telling import Telling, actors, is_actor

_LONGEST = 160
_SUBJECT_FIRST = frozenset(
    {Telling.PASSIVE, Telling.BARE, Telling.THING, Telling.STATE, Telling.CHANGE}
)
_AUXILIARY = re.compile(
    r"\s*\b(?:had|has|have|is|are|was|were|been|being|got|gets|also|then|first|just|only|again|\w+ly|therefore|thus|hence|however|instead|too|subsequently)\s*$",
    re.I,
)
_TAIL = re.compile(r"[\s,;:.–—\"”-]+$")
_PARTICLE = re.compile(r"(off|up|down|out|over)\b\s*", re.I)
_ON = re.compile(r"(on|in)\b(?!\s(?:the|all|both|an?|each|every)\b)\s*", re.I)
_TIME = re.compile(
    r"\s(?:at|from|around|by)\s\d{1,2}[:.]\d{2}(?::\d{2})?(?:Z\b|\s?(?:utc|local|cest|cet|am|pm)\b)?(?!\d|\s+to\b)",
    re.I,
)
_PURPOSE = re.compile(
    r"\s(?:in\sorder\sto|so\sas\sto|with\s(?:a|the)\s(?:view|aim|intention)\s(?:to|of)|in\san\sattempt\sto|in\sthe\shope|as\spart\sof|to\s(?:get|make|free|speed|save|shrink"
    r"|bring|clear|relieve|gain|allow|avoid|prevent|send|help|fix|force|reduce|stop|work|keep))\b.*$",
    re.I | re.DOTALL,
)
"""Why it was done: no part of what an agent would announce."""
_PRONOUN = re.compile(r"(?:it|this|that|them|these|those)\b(?!\s\w+\s(?:was|were|had)\b)", re.I)
_STOPS = "and|but|was|were|had|has|is|are|on|in|at|to|from|which|that|by|for|so|then|still|got"
_THING = re.compile(
    rf"\b(?:the|an?|our|its|their|both|all)\s(?:old|new)?\s?((?!(?:{_STOPS})\b)[\w`][\w`.=/-]*"
    rf"(?:\s(?!(?:{_STOPS}|with|of)\b)[\w`][\w`.=/-]*){{0,2}}(?:\s(?:with|of)\s(?:the\s)?[\w`][\w`.=/-]*)?)",
    re.I,
)
_BY = re.compile(
    r"(?:^|\s)by\s((?:[\w'’-]+\s){0,2}?[\w'’-]+)(?=$|[,;.)]|\s(?:at|on|in|for|to|from|with)\s)"
)
"""Who may have done it."""
_COMMAND = re.compile(r":\s`[^`\n]{1,120}`")
_VALUES = re.compile(
    r"\d.{0,12}(?:instead of|->|→|=>|\bto\b|statt|rather than|where).{0,12}\d"
    r"|[\w.]+\s?=\s?[\w.]+|--\w"
)
_NO_NOUN = re.compile(r"^(?:it|that|this|which|they|them|these|those)$", re.I)


def action_of(mention: Candidate) -> str:
    """The deed in the imperative, in the words of the sentence, at most a line long."""
    sentence, text = mention.sentence, mention.sentence.text
    rest = text[mention.at.end : mention.core_end].strip()
    rest = "" if rest.startswith(",") else rest  # "are throttled, 35 % of them fail"
    subject = _subject(text[slice(*mention.subject)])
    base = mention.verb.base
    if mention.language:
        told = (mention.at, mention.clause, mention.core_end, base, mention.language)
        return phrase_in(text, *told)[:_LONGEST]
    if mention.telling is Telling.COMMAND:
        phrase = f"{base} {mention.at.text} {rest}"
    elif mention.telling in {Telling.NOUN, Telling.DID}:
        phrase = f"{base} {rest.removeprefix('of ')}"
    elif mention.telling in _SUBJECT_FIRST and not _NO_NOUN.match(subject):
        switches = base in {"switch", "turn", "flip"}
        particle = _PARTICLE.match(rest) or (_ON.match(rest) if switches else None)
        if particle:
            base, rest = f"{base} {particle[1]}", rest[particle.end() :]
        phrase = f"{base} {subject} {_without_doer(rest)}".rstrip() + _spelled_out(text, mention)
    elif _NO_NOUN.match(subject) and mention.telling in _SUBJECT_FIRST:
        phrase = f"{base} {_named(f'it {rest}', sentence.before)}"
    else:
        named = _named(rest, text[: mention.at.start], sentence.before)
        spelled = _command_after(text, mention.core_end) or _values_after(text, mention.core_end)
        phrase = f"{base} {named}{spelled}"
    phrase = _PURPOSE.sub("", phrase)
    phrase = _closed(_TAIL.sub("", " ".join(_TIME.sub("", phrase).split())))
    return phrase if len(phrase) <= _LONGEST else phrase[:_LONGEST].rsplit(" ", 1)[0] + " …"


def _without_doer(rest: str) -> str:
    """What follows a passive, without who did it: "to 1 by on-call"."""
    for found in _BY.finditer(rest):
        if is_actor(found[1].lower().split()):
            return rest[: found.start()] + rest[found.end() :]
    return rest


def _closed(phrase: str) -> str:
    """With the quotation mark at its end that was cut off with the full stop."""
    if phrase.count('"') % 2:
        return f'{phrase}"'
    return f"{phrase}”" if phrase.count("“") > phrase.count("”") else phrase


def _named(rest: str, *texts: str) -> str:
    """What was acted on, with a pronoun at its head replaced by the thing that was named last.

    Args:
        rest: What follows the verb.
        texts: In which the thing may be named, nearest first.
    """
    pronoun = _PRONOUN.match(rest)
    if pronoun is None:
        return rest
    for text in texts:
        things = [found[1] for found in _THING.finditer(text) if not _acts(found[1])]
        if things:
            return f"{things[-1]} {rest[pronoun.end() :].lstrip()}"
    return rest


def _acts(thing: str) -> bool:
    return any(word in actors() for word in thing.lower().split())


def _spelled_out(text: str, mention: Candidate) -> str:
    """What a colon after the verb spells out: "Routing table changed: supplier B for all"."""
    end = mention.core_end
    if mention.at.end != end or text[end : end + 2] != ": ":
        return ""
    return text[end : core_end(text, end + 2, len(text))]


def _command_after(text: str, end: int) -> str:
    """The command with which it was done, behind a colon: "cleared all: `…`"."""
    found = _COMMAND.match(text, end)
    return found.group() if found else ""


def _values_after(text: str, end: int) -> str:
    """The values that a colon spells out: "pushed a config: backoff max 1 s instead of 300 s"."""
    if text[end : end + 2] not in {": ", ""} and text[end - 2 : end] != ": ":
        return ""
    stop = core_end(text, min(len(text), end + 2), len(text))
    told = text[end:stop]
    return f"{told}" if _VALUES.search(told) else ""


def context_of(mention: Candidate) -> str:
    """The circumstances that the sentence tells before the deed, or nothing."""
    lead = mention.sentence.text[mention.clause[0] : mention.subject[0]].strip(" ,")
    lead = re.sub(r"^(?:and|but|then|so)\s+", "", lead)
    if len(lead.split()) < 3 or re.match(r"(?:at|by|from|around)\s\d", lead, re.I):
        return ""
    return lead


def _subject(text: str) -> str:
    while True:
        shorter = _AUXILIARY.sub("", text)
        if shorter == text:
            break
        text = shorter
    noun = re.sub(r"^(?:the|an?|our)\s+", "", text.strip(" ,"), flags=re.I)
    is_plain = re.match(r"[A-Z][a-z]+(?:\s|$)", noun) is not None
    return noun[:1].lower() + noun[1:] if is_plain else noun
