"""How an action stands in its clause: planned, past, negated, asked, imagined or only looked at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile, pairwise

from bot.domain.action import Mode
from bot.domain.reading.lexicon import Form, Lexicon
from bot.domain.reading.prose.clause import Clause
from bot.domain.reading.prose.imagined import is_imagined
from bot.domain.reading.prose.past import Mood, is_past
from bot.domain.reading.prose.tone import phrases_in
from bot.domain.reading.prose.verbs_in import Found

_REACH = 9
_COMPOUND = 4
_BETWEEN = frozenset(
    {"in", "on", "of", "for", "with", "from", "to", "at", "and", "or", "is", "are", "was", "left",
     "after", "before", "during", "by", "the", "a", "so", "uses", "needs", "matter", "need"}
)  # fmt: skip
_LEAVING = frozenset({"leave", "leaves", "leaving"})
_LEFT = frozenset({"alone", "at", "as", "on", "where"})
_AT_ONCE = frozenset(
    {("at", "once"), ("as", "soon"), ("as", "well"), ("at", "the"), ("on", "monday")}
)
_LETTING = frozenset({"let", "lets", "letting"})
_CALLING_OFF = frozenset({"cancel", "pause"})
_ALONE = ("by itself", "on its own", "by themselves", "on their own")
_BEING = frozenset({"being", "is", "are", "gets", "get", "was", "were", "been"})
_IS_OFF = frozenset({("is", "off"), ("are", "off")})
_STATES = _IS_OFF | {("is", "on"), ("are", "on")}
_FROM_WHEN = frozenset({"from", "for", "until", "till", "now", "tonight", "today", "next", "at"})
_PLANS = frozenset({"plan", "idea", "proposal", "thought"})
_DEAD = frozenset({"dead", "off", "dropped", "buried", "gone", "history", "moot", "void"})
_DOERS = frozenset({"i'm", "we're", "i'll", "we'll", "i", "we"})
_NEAR_DONE = 5
_STATED = frozenset(
    {"phase", "stage", "step", "part", "job", "run", "itself", "is", "are", "has", "have", "been",
     "was", "now", "already", "finally"}
)  # fmt: skip
_COMPLETE = frozenset({"complete", "over", "through", "behind", "finished"})
_HOW = frozenset({"by", "in", "at", "with", "via", "through", "tonight", "tomorrow", "on", "for"})
_GETTING = frozenset({"need", "want", "get", "have", "be", "to"})


def mood_of(clause: Clause, found: Sequence[Found], lexicon: Lexicon) -> Mood:
    """The mood of a clause in which the words `found` stand."""
    staying = lexicon.language["staying"]
    words = tuple(token.text for token in clause.tokens)
    own = " ".join(words)
    inspects = [f.index for f in found if _looks(f, words, lexicon) and not _is_aim(f.index, words)]
    return Mood(
        clause,
        words,
        tuple(_negators(words, own, found, lexicon)),
        tuple(
            i
            for i, word in enumerate(words)
            if (word in staying or word in _LEAVING)
            and _stays(i, words, staying)
            and not _stays_otherwise(i, words, lexicon)
        ),
        clause.called_off,
        clause.tone.reports,
        clause.tone.joke,
        min(inspects, default=len(words)),
        frozenset(f.index for f in found if f.form in {Form.BASE, Form.ING}),
    )


def _stays(at: int, words: Sequence[str], staying: frozenset[str]) -> bool:
    """Whether a word says that things stay: "stays at 12", "leaving the pods alone"."""
    if words[at] in staying:
        return True
    rest = {w for w, after in pairwise((*words[at + 2 :], "")) if (w, after) not in _AT_ONCE}
    return words[at] in _LEAVING and bool(_LEFT & rest)


def _stays_otherwise(at: int, words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether what stays gets another value: "keeps its data for 2 days instead of 14"."""
    numbers = lexicon.language.numbers
    return any(
        pair in {("instead", "of"), ("rather", "than")}
        and any(w[0].isdigit() or w in numbers for w in words[i + 2 : i + 4])
        for i, pair in enumerate(pairwise(words))
        if i > at
    )


def _looks(found: Found, words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether what follows is only looked at, or, at a clause's begin, talked about.

    What a thing looks like ("it looks slow") and what is done to it ("being scanned") is no look.
    """
    known = lexicon.kinds.get(found.kinds[0])
    if known is None:
        return False
    passive = found.index > 0 and words[found.index - 1] in _BEING
    if known.read_only and (words[found.index] == "looks" or passive):
        return False
    return known.read_only or (known.office and found.index == 0)


def _is_aim(at: int, words: Sequence[str]) -> bool:
    """Whether looking is only what somebody acts for: "for easier tracing I'm adding …"."""
    return words[0] in {"for", "to"} and bool(_DOERS & set(words[at + 1 :]))


def _negators(
    words: Sequence[str], own: str, found: Sequence[Found], lexicon: Lexicon
) -> list[int]:
    negators = lexicon.language["negators"]
    instead = [
        i
        for i, pair in enumerate(pairwise(words))
        if pair in {("instead", "of"), ("rather", "than")}
    ]
    if not any(word in negators for word in words):
        return instead
    phrases = lexicon.language.phrases["no_negation"]
    harmless = {own[:start].count(" ") for start in phrases_in(own, phrases)}
    harmless -= {at for at in harmless if words[at] == "no" and _names_an_act(at, words, found)}
    return instead + [i for i, word in enumerate(words) if word in negators and i not in harmless]


def _names_an_act(at: int, words: Sequence[str], found: Sequence[Found]) -> bool:
    """Whether "no" belongs to a noun of action behind a thing: "no data guard failover"."""
    ends = [f.index for f in found if f.form is Form.NOUN and at + 1 < f.index <= at + _COMPOUND]
    return any(not _BETWEEN & set(words[at + 1 : end]) for end in ends)


def mode_of(found: Found | None, mood: Mood, lexicon: Lexicon) -> Mode:
    """The mode of one word of action, or of a clause without any."""
    at = found.index if found else len(mood.words)
    form = found.form if found else Form.NOUN
    if mood.clause.question or (mood.words and mood.words[0] in {"does", "did"}):
        return Mode.QUESTION
    smiles = mood.clause.tone.smiles and not (form is Form.ING and at == 0)
    if (mood.joke or smiles) and not _is_said_by_doer(mood):
        return Mode.HYPOTHETICAL
    if _negated(at, form, mood, found) or _called_off(found, mood, lexicon):
        return Mode.NEGATED
    if found is None and mood.words[:1] == ("no",) and len(mood.words) > 1:
        return Mode.NEGATED
    if found is None and _is_state(mood.words):
        return Mode.PAST
    end = found.end if found else at
    if is_past(at, form, mood) or _is_over(at, end, form, mood, lexicon):
        return Mode.PAST
    if is_imagined(found, mood, lexicon):
        return Mode.HYPOTHETICAL
    if mood.inspects < at:
        return Mode.READ_ONLY
    return Mode.PLANNED


def _is_said_by_doer(mood: Mood) -> bool:
    first = mood.words[0] if mood.words else ""
    return first in {"i'm", "i'll", "we're", "we'll"}


def _is_state(words: Sequence[str]) -> bool:
    """Whether a clause only says how a thing is: "the check is off", with no time for it."""
    return bool(_STATES & set(pairwise(words))) and not _FROM_WHEN & set(words)


def _called_off(found: Found | None, mood: Mood, lexicon: Lexicon) -> bool:
    """Whether it says that it is not done; calling off or putting on hold is an action itself."""
    if mood.called_off:
        return not (found and set(found.kinds) & _CALLING_OFF and found.form is not Form.NOUN)
    if found is None:
        return False
    if found.form is Form.NOUN and {"hold", "holding"} & set(mood.words[: found.index]):
        return True  # "holding the deploy"
    if found.end >= len(mood.words):
        return False
    after = mood.words[found.end :]
    if found.form in {Form.NOUN, Form.ING} and _IS_OFF & set(pairwise(after[:8])):
        return True
    if found.form is not Form.NOUN and not _PLANS & set(mood.words[: found.index]):
        return False
    if _PLANS & set(mood.words[: found.index]) and _DEAD & set(after):
        return True
    if after[0] == "not" and after[1:2] in {("needed",), ("necessary",), ("required",)}:
        return True
    called = lexicon.language["called_off"] - {"off"}
    return after[0] in called and "with" not in mood.words[: found.index]


def _is_over(at: int, end: int, form: Form, mood: Mood, lexicon: Lexicon) -> bool:
    """Whether a nominal is said to be done: "failover done at 14:02", "Done: the failover"."""
    if mood.clause.over:
        return form in {Form.NOUN, Form.PAST, Form.PARTICIPLE}
    if form is not Form.NOUN or not at < end < len(mood.words) or mood.clause.subordinate:
        return False
    if _GETTING & set(mood.words[:at]):
        return False
    done = lexicon.language["done"]
    rest = list(dropwhile(lambda word: word in _STATED, mood.words[end : end + _NEAR_DONE]))
    stated = len(rest) < len(mood.words[end : end + _NEAR_DONE])
    if not rest or rest[0] not in (done if not stated else done | _COMPLETE):
        return False
    return not (stated and _HOW & set(rest[1:2]))


def _gives_way(negator: int, at: int, words: Sequence[str]) -> bool:
    """Whether "instead of scaling" stands before somebody does something: "… I restart it"."""
    return words[negator] in {"instead", "rather"} and bool(_DOERS & set(words[negator + 1 : at]))


def _negated(at: int, form: Form, mood: Mood, found: Found | None) -> bool:
    acts = found is not None
    if form is Form.BASE and _LETTING & set(mood.words[:at]):
        rest = " ".join(mood.words[at + 1 :])
        if phrases_in(rest, _ALONE):
            return True
    negators = [n for n in mood.negators if acts or mood.words[n] not in {"instead", "rather"}]
    if any(at - _REACH <= n < at and not _gives_way(n, at, mood.words) for n in negators):
        return True
    nominal = form in {Form.NOUN, Form.PAST, Form.PARTICIPLE}
    if nominal and any(
        n > at and mood.words[n - 1] in {"is", "are", "will", "be", "do", "does", "was"}
        for n in mood.negators
    ):
        return True
    return any(s < at or nominal for s in mood.stays)


__all__ = ["Mood", "mode_of", "mood_of"]
