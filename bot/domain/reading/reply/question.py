"""A "no" that answers what the announcement asks is no "don't".

"Any objections?" - "no" lets the agent go on; "Is gw-1 drained?" - "no" tells something. To all
else a "no" stops: the agent wrote the question, and must not be able to take a person's "no" away.
So what may be asked, and how the "no" may go on, are lists of what is allowed
(`lexicon/replies/questions.toml`); a question that they lack costs a click.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from enum import Enum, auto

from bot.domain.reading.reply.question_words import question_words

_TAIL = 400  # signs of an announcement in which its last questions are looked for
_LONGEST_ANSWER = 120  # signs of what may follow a "no" and let the agent go on
_SENTENCE_END = re.compile(r"(?<=[.!;])\s+|[?。]\s*|\n+")  # no dot of `api.internal`
_ASKED_END = re.compile(r"\?(?!\w)|(?<=か)。")
_CLAUSE = re.compile(
    r"[,;:()、–—]+\s*|\s+-+\s+|\s+\b(?:or|and|but|oder|und|aber|o|y|ou|et|e|mas)\b\s+",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:(?:btw|by the way|and|but|so|also|(?:quick|one|another) (?:check|question)|just checking"
    r"|und|aber|also|übrigens|y|pero|et|mais|e|mas)\b[,:]? +)*",
    re.IGNORECASE,
)
_NONE = r"none|keine?|ningun[oa]|ninguna|aucune?|nenhuma?|なし"
_NO = re.compile(rf"\W*(?:(?P<none>{_NONE})|no|nope|nah|nein|nee|non|não|nao|いいえ|いや)\b", re.I)
_YES = re.compile(
    r"\W*(?:yes|yep|yeah|yup|i do|we do|ja|doch|jep|s[ií]|oui|si|sim|はい|ええ)(?!\w)", re.I
)
_NOT = re.compile(r"\W*(?:not|nothing)\b", re.I)
"""Neither is a "no", but "not at all" answers as one."""
_TURNS_ROUND = frozenset("no não nao".split())
"""Right before a word these are no "no" of their own: "no go", "no vale", "não pode ir"."""
_SET_OFF = re.compile(r"\s*(?:[,.;:、。…)]|\n|\s[–—-]+\s|[–—])")
"""What parts a "no" from what follows it."""
_DASHED = re.compile(r"\s*[–—/-]+\s*")
_NEGATES = re.compile(
    r"\b(?:not|\w+n't|cannot|never|no(?:body| one)?|nothing|nicht|kein\w*|nie|pas|jamais|rien|não"
    r"|nao|nunca|sin|sem)\b|ない|ません",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"thank|thx|danke|gracias|merci|obrigad|please\b(?! (?:go|proceed|do it))", re.IGNORECASE
)
"""With these a "no" is a courteous "don't", even where objections were asked for."""
_ORDER = re.compile(
    r"\b(?:don'?t|do not|stop|wait|hold|abort|cancel|nicht machen|lass|warte|halt|para|espera|"
    r"attends|arr[êe]te)\b|やめ|待っ",
    re.IGNORECASE,
)
_DRAWN_OUT = re.compile(r"(?<!\w)n\w{0,3}?([aeioãõu])\1{2,}", re.IGNORECASE)
_WORD = re.compile(r"[\w']+")
_SAYS_SO = frozenset(
    "it its it's that that's this they the is isn't are aren't was wasn't not still yet there "
    "nicht noch ist sind das die der es está están todavía aún pas encore n'est c'est não ainda "
    "is'nt isnt arent thats".split()
)
"""With words of the question these only answer it: "that's not drained"."""


class _Asked(Enum):
    """What a "no" answers without stopping anything."""

    OBJECTIONS = auto()
    STATE = auto()


def without_answer(
    plain: str, announcement: str, lets_go: Callable[[str], bool] = lambda _: False
) -> str:
    """The reply without the "no" that only answers the question that the announcement ends in.

    Args:
        plain: The reply without mentions and marks of format.
        announcement: What it answers; where it asks nothing, the reply stays as it is.
        lets_go: Whether what follows the "no" approves and stops nothing.
    """
    answer = _NO.match(plain)
    if answer is None and not _NOT.match(plain):
        return plain
    asked = _questions_of(announcement)
    kinds = [_kind_of(question, before) for question, before in asked]
    if not kinds or None in kinds:
        return plain
    if answer is None:
        objections = kinds[-1] is _Asked.OBJECTIONS
        return "" if objections and _goes_on(plain, none=False, set_off=True) else plain
    follows = plain[answer.end() :]
    rest = follows.strip()
    if rest[:1] in ("!", "！", "?", "？") and rest:
        return plain
    rest = rest.strip(" ,.;:、。…–—-)")  # a smile too
    if _THANKS.match(rest) or _ORDER.search(rest):
        return plain
    words = question_words()
    set_off = not follows or _SET_OFF.match(follows) is not None
    joined = not set_off or _DASHED.match(follows) is not None
    if joined and answer[0].strip().casefold() in _TURNS_ROUND and words.never_after.match(rest):
        return plain
    if _goes_on(rest, none=answer["none"] is not None, set_off=set_off):
        return ""
    if kinds[-1] is _Asked.STATE and _only_says_so(rest, asked[-1][0]):
        return ""
    # "No, not ok": what only sounds like leave is read with its "no" as well.
    return rest if set_off and not _NEGATES.search(rest) and lets_go(rest) else plain


def objects(
    plain: str, announcement: str, lets_go: Callable[[str], bool] = lambda _: False
) -> bool:
    """Whether a reply says "yes" where that objects: to "Any objections?", the last thing asked.

    Args:
        plain: The reply without mentions and marks of format.
        announcement: What it answers.
        lets_go: Whether what follows the "yes" approves and stops nothing: "yes, go ahead".
    """
    answer = _YES.match(plain)
    if answer is None or not asked_for_objections(announcement):
        return False
    rest = plain[answer.end() :].strip(" ,.;:、。…–—-)!")
    return not (rest and (_goes_on(rest, none=False, set_off=True) or lets_go(rest)))


def asks_to_wait(announcement: str) -> bool:
    """Whether any of the questions near the end of an announcement asks whether to wait."""
    return any(map(question_words().waiting.search, _asked_near_end(announcement)))


def asked_for_objections(announcement: str) -> str:
    """The question for objections that no other question follows; "" without one."""
    for asked in _asked_near_end(announcement)[-1:]:
        if _asks_for_objections(asked):
            return asked
    return ""


def is_drawn_out(text: str) -> bool:
    """Whether a reply has a "nooo": that answers no question, it is called out.

    Args:
        text: The reply as it was written, with all its letters.
    """
    return _DRAWN_OUT.search(text) is not None


def _goes_on(rest: str, *, none: bool, set_off: bool) -> bool:
    """Whether all that follows a "no" lets the agent go on."""
    if not rest:
        return True
    if len(rest) > _LONGEST_ANSWER:
        return False
    words = question_words()
    if set_off:
        return words.detached.fullmatch(rest) is not None
    return (words.of_none if none else words.attached).fullmatch(rest) is not None


def _only_says_so(rest: str, asked: str) -> bool:
    """Whether it only repeats the question as its answer."""
    told = set(_WORD.findall(rest.casefold()))
    return told <= set(_WORD.findall(asked.casefold())) | _SAYS_SO


def _questions_of(announcement: str) -> list[tuple[str, str]]:
    """The questions near the end of an announcement that ends in one, each with what is before it.

    A "no" may answer an earlier one: "OK to proceed? Any objections?"
    """
    text = unicodedata.normalize("NFKC", announcement).replace("’", "'")
    tail = text[-_TAIL:].rstrip(" \t\n*_~`\"')")
    head, mark, after = tail.rpartition("?")
    if not mark or any(char.isalnum() for char in after):
        return []
    if question_words().leave.search(tail):
        return [("", "")]  # whatever it asks besides, it asks for leave
    asked = [*(re.split(r"\?(?!\S)", head.rstrip(" ?!")))]
    questions = []
    before = text[: -len(tail)] if len(text) > _TAIL else ""
    for one in asked:
        sentences = [part for part in _SENTENCE_END.split(one.strip(" ?!\t\n")) if part.strip()]
        if not sentences:
            continue
        before += " " + " ".join(sentences[:-1])
        questions.append((sentences[-1].strip(" *_~`\"'¿¡"), before))
        before += f" {sentences[-1]}"
    return questions


def _asked_near_end(announcement: str) -> list[str]:
    """The questions near the end of an announcement, whatever follows them."""
    tail = unicodedata.normalize("NFKC", announcement).replace("’", "'")[-_TAIL:]
    asked = []
    for one in _ASKED_END.split(tail)[:-1]:
        sentences = [part for part in _SENTENCE_END.split(one.strip()) if part.strip()]
        asked += [sentences[-1].strip(" *_~`\"'¿¡")] if sentences else []
    return asked


def _kind_of(asked: str, before: str) -> _Asked | None:
    """What is asked for; None for all that a "no" answers with a "don't"."""
    if _asks_for_objections(asked):
        return _Asked.OBJECTIONS
    return _Asked.STATE if _asks_of_state(asked, before) else None


def _asks_for_objections(asked: str) -> bool:
    """Whether a clause of it asks for objections, and none for leave or agreement."""
    words = question_words()
    clauses = [one for one in map(str.strip, _CLAUSE.split(asked)) if one]
    found = [words.objections.fullmatch(clause) is not None for clause in clauses]
    others = (one for one, objects in zip(clauses, found, strict=True) if not objects)
    return (
        any(found)
        and not words.beside.search(asked)
        and not any(words.head.match(one) for one in others)
    )


def _asks_of_state(asked: str, before: str) -> bool:
    """Whether all of it asks for the state of a thing that is known or named."""
    bare = asked[_OPENING.match(asked).end() :]  # type: ignore[union-attr]  # matches nothing, too
    for state in question_words().states:
        for form in state.forms:
            found = form.fullmatch(bare)
            if found is not None and state.is_thing(found["thing"], before):
                return True
    return False


__all__ = [
    "asked_for_objections", "asks_to_wait", "is_drawn_out", "objects", "without_answer",
]  # fmt: skip
