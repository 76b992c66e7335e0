"""Verb, noun or adjective: in which class a word of action stands."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.reading.lexicon import Form, Lexicon, Sense

_VERB_LEADS = frozenset(
    {"to", "will", "i'll", "we'll", "i", "we", "me", "us", "then", "now", "please", "must",
     "gonna", "can", "could", "would", "should", "may", "might", "shall", "let's", "not", "never",
     "don't", "won't", "i'd", "and", "or", "just", "simply", "only", "also", "they", "you",
     "cannot", "can't", "doesn't", "didn't", "does", "did", "do", "plan:", "first", "next",
     "finally", "immediately", "second", "third", "he", "she", "someone", "who", "re", "even",
     "clicking", "pressing", "choosing", "click", "press", "hitting",
     "either", "quickly", "manually", "temporarily", "helps", "let", "wants", "want"}
)  # fmt: skip
_DETERMINERS = frozenset(
    {"the", "a", "an", "this", "that", "its", "our", "all", "every", "any", "no", "new", "old",
     "of",
     "on", "in", "over", "into", "their", "for"}
)  # fmt: skip
_BEFORE_VALUE = frozenset({"to", "from", "with", "by", "as", "→", "->", "=>", "=", "mode"})
_STATING = frozenset(
    {"keeps", "is", "was", "fails", "failed", "hangs", "has", "needs", "takes", "looks", "keep",
     "are", "were", "fail", "hang", "have", "need", "take", "look", "seem", "seems", "cost",
     "costs"}
)  # fmt: skip
_SUBJECT = 5
_FINITE = frozenset(
    {
        "gets",
        "goes",
        "will",
        "becomes",
        "lands",
        "hits",
        "comes",
        "ships",
        "leaves",
        "loses",
        "takes",
        "handles",
        "serves",
        "carries",
        "receives",
        "absorbs",
        "moves",
        "switches",
    }
)
_NO_NOUN = frozenset(
    {"the", "a", "an", "all", "every", "each", "our", "its", "their", "both", "it", "them", "in",
     "on", "to", "at", "for", "from", "by", "with", "and", "of", "as", "that", "this", "these"}
)  # fmt: skip
_GOES = frozenset({"goes", "go", "gets", "get", "will", "is", "are", "comes", "come", "become"})
_SHORTEST_OBJECT = 2
_ARTICLES = frozenset({"the", "a", "an", "our", "every", "all", "those"})
_FROM, _TO = (["from"], ["off"]), (["to"], ["into"], ["against"])
SERVING = {
    "read": _FROM, "reads": _FROM, "load": _FROM, "loads": _FROM, "fetch": _FROM,
    "fetches": _FROM, "pull": _FROM, "pulls": _FROM, "write": _TO, "writes": _TO,
    "talk": _TO, "talks": _TO, "query": (["the"], ["from"]), "queries": (["the"], ["from"]),
    "hit": (["the"],), "hits": (["the"],), "use": (["the"],), "uses": (["the"],),
}  # fmt: skip
_PERSONS = frozenset({"i", "we", "i'm", "we're", "i'll", "we'll", "they", "you"})
_FROM_WHEN = ("as of now", "from now on", "as of today", "from today", "as of tonight",
              "from tonight", "starting now", "starting today", "starting tonight", "as of 1",
              "from here on", "from this minute")  # fmt: skip
_SAID_OF = (["is"], ["has"], ["was"], ("is",), ("has",), ("was",))
_PRONOUNS = frozenset(
    {"it", "them", "what", "whatever", "everything", "who", "which", "him", "her", "us", "me"}
)
_COUNTING = frozenset(
    {"the", "of", "no", "all", "any", "these", "a", "both", "our", "its", "some", "more", "most",
     "those", "last", "old", "new", "every", "other", "stuck", "running", "pending"}
)  # fmt: skip


def is_told_of(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether the first word is what the clause tells of: "restart of the api", "restart done"."""
    second = words[1] if len(words) > 1 else ""
    language = lexicon.language
    if (
        second in {"of", "is", "day", "time", "week", "season"}
        or second in language["done"] | language["called_off"]
    ):
        return True
    if second == "not" and tuple(words[2:3]) in {("needed",), ("necessary",), ("required",)}:
        return True
    if second.isalpha() and second not in _NO_NOUN | _PRONOUNS and words[2:3] in _SAID_OF:
        return True  # "copy phase is done"
    for at, word in enumerate(words[2:_SUBJECT], 2):
        if word in _FINITE:
            return not any(w in _DETERMINERS or w in _PRONOUNS for w in words[1:at])
    return False


def is_adjective(words: Sequence[str], at: int, senses: Sequence[Sense], lexicon: Lexicon) -> bool:
    """Whether it only describes a noun: "the running load test", "the fixed count"."""
    told = all(s.form in {Form.PAST, Form.PARTICIPLE} for s in senses)
    if at == 0:
        if not told or len(words) <= 2:
            return False
        following = lexicon.words.get(words[1], ())
        if any(s.form is Form.NOUN for s in following):
            return True  # "failed imports of today"
        described = words[1].isalpha() and words[1] not in _NO_NOUN
        return described and bool(_GOES & set(words[2:6]))  # "corrected version goes out"
    if told and (words[at - 1] in _BEFORE_VALUE or words[at + 1 : at + 2] in (["→"], ["->"])):
        return True  # "levelled → tiered"
    if at + 1 >= len(words) or not words[at + 1][0].isalpha():
        return False
    if words[at + 1] in {"of", "the", "it", "by", "at", "in", "on", "to", "from", "and"}:
        return False
    if told and words[at - 1][0].isdigit():
        return True  # "9,000 terminated workflows"
    shaped = all(s.form in {Form.ING, Form.PAST, Form.PARTICIPLE} for s in senses)
    return shaped and words[at - 1] in _DETERMINERS


def is_made_by(words: Sequence[str], at: int, senses: Sequence[Sense]) -> bool:
    """Whether it only says whose a thing is: "putting in the one issued by the new CA"."""
    told = all(s.form in {Form.PAST, Form.PARTICIPLE} for s in senses)
    if not told or at < _SHORTEST_OBJECT or words[at + 1 : at + 2] not in (["by"], ("by",)):
        return False
    leads = words[at - 1] in {"one", "ones"} or words[at - 2] in _ARTICLES
    return leads and any(w.endswith("ing") and len(w) > len("being") for w in words[:at])


def serves_elsewhere(words: Sequence[str], at: int) -> bool:
    """Whether a thing reads or writes elsewhere from now on: "searches read from v13 as of now"."""
    if not 0 < at <= min(_SUBJECT, len(words) - 1) or words[at] not in SERVING:
        return False
    if _PERSONS & set(words[:at]):
        return False
    if words[at - 1] in _VERB_LEADS or words[at + 1 : at + 2] not in SERVING[words[at]]:
        return False
    rest = " ".join(words[at + 1 :])
    return any(when in rest for when in _FROM_WHEN)


def as_noun(words: Sequence[str], at: int, form: Form) -> Form:
    """A base form that no subject, modal or clause opening precedes is a noun: "the release"."""
    if form in {Form.BASE, Form.THIRD} and at == 0 and len(words) > 1 and words[1] in _STATING:
        return Form.NOUN
    if form not in {Form.BASE, Form.THIRD} or at == 0:
        return form
    before = words[at - 1]
    if form is Form.BASE and {"let", "lets", "letting"} & set(words[max(0, at - 6) : at]):
        return form
    if form is Form.THIRD:
        described = before in _COUNTING or before[0].isdigit() or before.endswith(("ed", "ing"))
        return Form.NOUN if described else form
    if before in _VERB_LEADS or not before[0].isalnum():
        return form
    return Form.NOUN


__all__ = ["as_noun", "is_adjective", "is_made_by", "is_told_of", "serves_elsewhere"]
