"""How an action stands in a clause in another language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.action import Mode
from bot.domain.reading.lexicon import ForeignLanguage, Form
from bot.domain.reading.prose.clause import Clause
from bot.domain.reading.prose.verbs_in import Found

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
# "the backup of last night" says which, not when.
_OF_WHEN = re.compile(
    r"\b(?:von|vom|der|des|de|del|da|do|d|desde|seit|depuis)\s+(?:la |o |a )?"
    r"(?:gestern|vorgestern|letzten?r?|ayer|anoche|hier|ontem|passad[oa]|dernière?)\b"
)
# Negators that count only before their verb: "no reinicio nada".
_BEFORE = frozenset(
    {"no", "não", "nunca", "jamás", "nada", "nadie", "ninguém", "tampoco", "ningún", "ninguna",
     "nenhum", "nenhuma"}
)  # fmt: skip
_AND = frozenset({"y", "e", "et", "und", "pero", "mas", "mais", "aber", "luego", "dann", "puis",
                  "depois", "después", "ensuite"})  # fmt: skip
_WITHOUT = frozenset({"ohne", "sem", "sans", "sin", "senza", "zonder"})
_PURPOSE = frozenset({"para", "pra", "pour"})  # with a verb behind it
_PARTICIPLE = re.compile(r"(?:t|en|ad[oa]s?|id[oa]s?|[éi]e?s?|ue?s?)$")
_JOINED = 4
# "der Schalter ist umgelegt, sobald …": what waits for something is not done.
_ONCE = re.compile(
    r"\b(?:sobald|sowie die|en cuanto|tan pronto|nada más|dès que|aussitôt que|une fois que|"
    r"assim que|logo que|tão logo)\b"
)
_WAS = frozenset({"wurde", "wurden", "war", "waren", "fue", "fueron", "foi", "foram", "été",
                  "habe", "hat", "haben", "ai", "avons"})  # fmt: skip
_HAVE = frozenset(
    {"habe", "hat", "haben", "hatte", "hatten", "wurde", "wurden", "war", "waren", "he", "ha",
     "hemos", "han", "había", "fue", "fueron", "foi", "foram", "tinha", "ai", "a", "avons", "ont",
     "avait", "été"}
)  # fmt: skip


def foreign_mode(
    one: Found, found: Sequence[Found], words: Sequence[str], clause: Clause,
    language: ForeignLanguage,
) -> Mode:  # fmt: skip
    """The mode of one word of action.

    Args:
        one: The word.
        found: All words of action of the clause.
        words: The clause's words, lower-case.
        clause: The clause.
        language: Its language.
    """
    if _asks(clause):
        return Mode.QUESTION
    start, end, joint = _scope(one, found, words, language)
    scope = words[start:end]
    place = one.index - start
    if _negated(scope, place, _own_text(clause, start, end), language):
        return Mode.NEGATED
    if joint and any(f.index < start for f in found):
        return Mode.HYPOTHETICAL  # "die Worker, welche neu starten"
    if _is_past(one, scope, place, clause, (start, end), language):
        return Mode.PAST
    imagined = set(scope) & (language.hypothetical - {"si", "se"})
    if imagined or (scope and scope[0] in language.conditions):
        return Mode.HYPOTHETICAL
    return Mode.READ_ONLY if one.kinds == ("inspect",) else Mode.PLANNED


def with_joined_past(
    modes: Sequence[Mode], found: Sequence[Found], words: Sequence[str]
) -> list[Mode]:
    """The modes; what "and" joins to a participle that is told is told with it.

    "wurde geleert und neu importiert", "fue vaciada y reimportada".
    """
    joined: list[Mode] = []
    for at, (one, mode) in enumerate(zip(found, modes, strict=True)):
        if at and mode is Mode.PLANNED and joined[-1] is Mode.PAST:
            between = words[found[at - 1].index + 1 : one.index]
            told = found[at - 1].form is Form.PARTICIPLE and _PARTICIPLE.search(words[one.index])
            if told and _AND & set(between) and len(between) <= _JOINED:
                mode = Mode.PAST
        joined.append(mode)
    return joined


def clause_mode(words: Sequence[str], clause: Clause, language: ForeignLanguage) -> Mode:
    """The mode of a clause without a word of action."""
    if _asks(clause):
        return Mode.QUESTION
    text = _own_text(clause, 0, len(words))
    if _negated(words, len(words), text, language):
        return Mode.NEGATED
    if _tells(words, text, language):
        return Mode.PAST
    imagined = set(words) & (language.hypothetical - {"si", "se"})
    return Mode.HYPOTHETICAL if imagined else Mode.PLANNED


def _asks(clause: Clause) -> bool:
    text = clause.text
    return clause.question or "¿" in text or text.rstrip().endswith("?")


def _own_text(clause: Clause, start: int, end: int) -> str:
    if start >= end:
        return ""
    return clause.text[clause.tokens[start].start : clause.tokens[end - 1].end].lower()


def _scope(
    one: Found, found: Sequence[Found], words: Sequence[str], language: ForeignLanguage
) -> tuple[int, int, bool]:
    """Where the part of a clause begins and ends that says how an action stands.

    It ends at a word that opens a subordinate clause, and begins behind the one it stands in.

    Returns:
        Begin, end, and whether a subordinate clause is meant.
    """
    start, end, joint = 0, len(words), False
    for at, word in enumerate(words):
        acts = any(f.index < at for f in found) and any(f.index > at for f in found)
        opens = word in language.joints or opens_purpose(words, at, found)
        if not opens and word not in language.so and not (word in _AND and acts):
            continue
        if at < one.index:
            if opens and not any(f.index < at for f in found):
                continue  # "hay que reiniciar"
            start, joint = at + 1, opens
        elif at > one.index:
            end = at
            break
    return start, end, joint


def opens_purpose(words: Sequence[str], at: int, found: Sequence[Found]) -> bool:
    """Whether what follows only says what for: "para quitar la alerta"."""
    return words[at] in _PURPOSE and any(f.index == at + 1 for f in found)


def _negated(scope: Sequence[str], place: int, text: str, language: ForeignLanguage) -> bool:
    for at, word in enumerate(scope):
        if word not in language.negators or (word in _BEFORE and at > place):
            continue
        if word in _WITHOUT and at > place:
            continue  # behind a verb it says how, not that it is not done
        if word == "nichts" and scope[at + 1 : at + 2] in (["mehr"], ("mehr",)):
            continue
        return True
    several = [n for n in language.negators if " " in n]
    return any(n in text for n in several)


def _is_past(
    one: Found, scope: Sequence[str], place: int, clause: Clause, span: tuple[int, int],
    language: ForeignLanguage,
) -> bool:  # fmt: skip
    if one.form is Form.PAST:
        return True
    if one.form is Form.PARTICIPLE:
        if _ONCE.search(clause.text.lower()) and not _WAS & set(scope[:place]):
            return False
        return not set(scope) & language.going or bool(_HAVE & set(scope[:place]) - {"a"})
    text = _own_text(clause, *span)
    if one.form is Form.NOUN:
        return _tells(scope, text, language)
    # A verb in the present is told of only by what stands before it.
    before = _own_text(clause, span[0], span[0] + place)
    return _tells(scope[:place], before, language) or bool(
        language.past_pattern and language.past_pattern.match(_own_text(clause, one.index, span[1]))
    )


def _tells(words: Sequence[str], text: str, language: ForeignLanguage) -> bool:
    told = set(_WORD.findall(_OF_WHEN.sub(" ", text)))
    if set(words) & (language.past - {"se"}) and told & language.past:
        return True
    return bool(language.past_pattern and language.past_pattern.search(text))


__all__ = ["clause_mode", "foreign_mode", "opens_purpose", "with_joined_past"]
