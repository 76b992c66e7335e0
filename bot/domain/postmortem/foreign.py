"""Actions told in other languages than English."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from bot.domain.action_words import Token, Verb
from bot.domain.lesson_words import load_words
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.telling import Telling
from bot.domain.postmortem.unit import UnitKind
from bot.domain.reading.lexicon import Form

_LANGUAGES = ("de", "fr", "es", "pt", "ja")
_ENGLISH = frozenset("the of and to was were on for with that it we at by from".split())
_KANA = re.compile(r"[\u3040-\u30ff]")
_HEAD = 4
_WHOLE = 2
"""Words of a verb that stand together: "neu gestartet"."""
_OF = re.compile(r"^\W*(?:du|de la|de l'|des|de|del|do|da|dos|das|der|von)\s", re.I)
"""What stands between a noun for an action and its object."""


_PARTICLE = re.compile(r"\s(?:ab|aus|ein|an|zu|um|zurück|durch|neu|vor)\W*$")
"""What a German verb leaves at the end of its clause."""


@dataclass(frozen=True, slots=True)
class Tongue:
    """How one language tells actions.

    Attributes:
        passive: What makes a passive.
        active: Who acts, or a form that says so.
        denied: What says that it was not done.
        aside: What stands before the action at the head of a clause.
        dropped: What is no part of the action.
        verb_last: Whether an infinitive stands behind its object.
        verbs: Infinitive, kind and the pattern of its past forms.
        generic: Forms of any other verb, and what makes them an infinitive.
        idle: Beginnings of verbs that are no deeds.
    """

    passive: re.Pattern[str]
    active: re.Pattern[str]
    denied: re.Pattern[str]
    aside: re.Pattern[str]
    dropped: re.Pattern[str]
    verb_last: bool
    verbs: tuple[tuple[str, str, re.Pattern[str]], ...]
    generic: tuple[tuple[re.Pattern[str], str], ...] = ()
    idle: re.Pattern[str] | None = None


def language_of(sentences: Sequence[Sentence]) -> str | None:
    """The language that a document is written in; None for English."""
    text = " ".join(sentence.text for sentence in sentences[:400]).lower()
    if len(_KANA.findall(text)) > len(text) / 20:
        return "ja"
    words = Counter(re.findall(r"[^\W\d_]+", text))
    foreign = load_words("postmortem_foreign")
    counts = {code: sum(words[w] for w in foreign[code]["stop"]) for code in _LANGUAGES}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] > sum(words[w] for w in _ENGLISH) else None


@cache
def tongue(code: str) -> Tongue:
    """The words of a language."""
    table = load_words("postmortem_foreign")[code]
    passive, active, denied, aside, dropped = (
        re.compile(table[key], re.I) for key in ("passive", "active", "denied", "aside", "dropped")
    )
    verbs = tuple(
        (infinitive, kind, re.compile(_bounded(forms, code), re.I))
        for infinitive, (kind, forms) in table["verbs"].items()
    )
    generic = tuple((re.compile(form, re.I), base) for form, base in table.get("generic", ()))
    idle = re.compile(table["idle"], re.I) if generic else None
    return Tongue(passive, active, denied, aside, dropped, table["verb_last"], verbs, generic, idle)


def _bounded(forms: str, code: str) -> str:
    """The forms as whole words; a German participle before a noun is none of a verb."""
    if code == "ja":
        return forms
    return rf"\b(?:{forms})" + (r"(?!e[nrsm]?\s+(?-i:[A-ZÄÖÜ]))" if code == "de" else "")


_REGULAR = frozenset({"de"})
"""Languages in which a form shows its infinitive."""
_SEPARABLE = re.compile(
    r"([a-zöü]{2,}?)(?:te|t|ten|en)\s(?:.{1,80}\s)?(ab|aus|ein|an|zu|um|durch|vor|auf|nach|los|weg)",
    re.I,
)
"""A verb and its particle at the end of the clause: "spielt … ein"."""
_LASTING = re.compile(r"wird|werden|est|sont|es|son|é|são|se", re.I)
"""A passive in the present, which outside of a log tells how things always are."""
_ENDED = re.compile(r"(?:ó|aron|ieron|jeron|uvo|uso|ou|aram|eram|iram|iu|eu)$", re.I)
"""A past form: "se cambió", "desligou-se"."""
_CLOCK = re.compile(r"\d{1,2}\s?[:.h]\s?\d{2}|\d\s?(?:Uhr|h)\b")
_FINITE = re.compile(
    r"(?!ge)[a-zäöüß]{2,}t(?:en?)?$|[a-zäöüß]{2,}(?:ieß|ob|ahm|og|of)(?:en)?$", re.I
)
_SUBJECT = re.compile(
    r"^(?:(?:der|die|das|eine?|unsere?|herr|frau|le|la|les|l['’]|une?|el|los|las|una?|o|a|os|as|uma?)"
    r"\s?)?(?:[\w-]{2,}\s?){1,3}$",
    re.I,
)
"""A noun phrase of a few words."""
_DOER = re.compile(
    r"(?:[^,]{0,40}?\s)??(?:(?:der|die|das|ein|eine|unser|unsere|herr|frau)\s)?[\w.-]{2,40}\s(?:hat|haben|hatte|hatten)\s"
    r"|[^,]{0,40}?\b(?:hat|haben|hatte|hatten)\s(?:der|die|das|ein|eine|unser|unsere|herr|frau)\s[\w-]{2,40}\s",
    re.I,
)
"""Who did it in German, with the auxiliary: "Der Rufdienst hat", "um 6 hat die Schicht"."""
_NAMES_TELL = frozenset({"fr", "es", "pt"})
_NAME = re.compile(r"[A-ZÀ-Ý][a-zà-ÿ]{1,20}(?:\s[A-ZÀ-Ý][\wà-ÿ.]{0,20})?\s")


def told_in(
    sentence: Sentence, span: tuple[int, int], code: str
) -> tuple[Token, Verb, Telling] | None:
    """The action that a clause tells in a language, or None."""
    words, text = tongue(code), sentence.text
    clause = text[slice(*span)]
    verbs = words.verbs if words.denied.search(clause) is None else ()
    found = [
        (match.start(), -len(match.group()), infinitive, kind, match)
        for infinitive, kind, forms in verbs
        if (match := forms.search(clause))
    ]
    if not found:
        found = [*_generic(words, clause, sentence.kind)]
    if not found:
        return None
    _, _, infinitive, kind, match = min(found, key=lambda one: one[:2])
    apart = (
        words.verb_last and kind != "other" and len(match.group().split()) > _WHOLE
    )  # "spielt … ein"
    word = match.group().split()[0] if apart else match.group()
    infinitive = _own(words, match.group(), code) or infinitive
    at = Token(word, span[0] + match.start(), span[0] + match.start() + len(word))
    head = words.aside.sub("", clause)
    if head[:_HEAD] and head.startswith(match.group()[:_HEAD]):
        told = sentence.kind is UnitKind.TEXT and not words.verb_last
        telling = Telling.ACTIVE if told else Telling.HEAD  # its ending says who did it
    elif passive := words.passive.search(clause):
        lasting = _LASTING.fullmatch(passive.group()) and not _ENDED.search(match.group())
        lasting = lasting and sentence.kind is UnitKind.TEXT and not _CLOCK.search(sentence.text)
        if lasting and not words.active.search(clause):
            return None  # how things always are
        telling = Telling.STATE if lasting else Telling.PASSIVE
    elif words.active.search(clause) or _is_person(clause[: match.start()], code):
        telling = Telling.ACTIVE
    else:
        telling = Telling.BARE if sentence.kind is not UnitKind.TEXT else Telling.NOUN
    return at, Verb(kind, Form.PAST, infinitive), telling


def _own(words: Tongue, told: str, code: str) -> str | None:
    """The infinitive of the verb that the document uses, where its form shows it."""
    if code == "de" and (parts := _SEPARABLE.fullmatch(told)):
        return f"{parts[2]}{parts[1]}en".lower()
    if code not in _REGULAR or " " in told:
        return None
    for form, base in words.generic:
        if (match := form.fullmatch(told)) is not None:
            return match.expand(base).lower()
    return None


def _generic(
    words: Tongue, clause: str, kind: UnitKind
) -> Iterator[tuple[int, int, str, str, re.Match[str]]]:
    """A verb that is not listed, where its form says that something was done."""
    if words.denied.search(clause) or words.idle is None:
        return
    told = clause.rstrip(' .!;,:)»”"')
    if kind is UnitKind.TEXT and not (words.passive.search(told) or words.active.search(told)):
        return
    for form, base in words.generic:
        match = form.search(told)
        if match is None or words.idle.match(match.group().strip()):
            continue
        infinitive = match.expand(base).lower()
        if not words.idle.match(infinitive):
            yield match.start(), 0, infinitive, "other", match
            return


def _is_person(before: str, code: str) -> bool:
    """Whether all that stands before a verb is a name: "Marta pone"; German nouns look like it."""
    return code in _NAMES_TELL and _NAME.fullmatch(before) is not None


def _is_subject(words: Tongue, before: str, verb: str, code: str) -> bool:
    """Whether all that stands before a verb in the active is who did it."""
    if code == "ja" or words.passive.search(before) or (code == "de" and not _FINITE.match(verb)):
        return False
    return _SUBJECT.match(words.aside.sub("", before)) is not None


def phrase_in(text: str, at: Token, span: tuple[int, int], end: int, base: str, code: str) -> str:
    """The action with its infinitive: "den Cache von card-auth leeren", "vider le cache"."""
    words = tongue(code)
    before, after = text[span[0] : at.start], text[at.end : end]
    acts = words.active.search(before) or _is_person(before, code)
    acts = acts and not words.passive.search(before)
    if words.verb_last and (doer := _DOER.match(before)) and words.active.search(doer.group()):
        before = before[doer.end() :]
    if len(after.split()) > 1 and (acts or (not words.verb_last and words.active.search(at.text))):
        before = ""  # who did it, and when
    elif len(after.split()) > 1 and _is_subject(words, before, at.text, code):
        before = ""
    before = words.dropped.sub(" ", words.aside.sub("", before))
    after = _OF.sub("", words.dropped.sub(" ", after))
    if words.verb_last:
        after = _PARTICLE.sub("", after)
    thing = " ".join(f"{before} {after}".split()).strip(" ,;:.–—-。、")
    thing = thing.replace("`", "") if thing.count("`") % 2 else thing
    if words.verb_last:
        thing = re.sub(r"^Der ", "den ", thing)
    return f"{thing} {base}" if words.verb_last else f"{base} {thing}"


__all__ = ["language_of", "phrase_in", "told_in", "tongue"]
