"""How a word tells an action: in the active, the passive, at the head of an entry, as a noun."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache

from bot.domain.action_words import Token, Verb
from bot.domain.lesson_words import load_words
from bot.domain.postmortem.effects import pattern
from bot.domain.postmortem.sections import Role
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.unit import UnitKind
from bot.domain.reading.lexicon import Form


class Telling(StrEnum):
    """How an action is told; those that come first tell it most plainly."""

    ACTIVE = "active"
    """Somebody did it: "we restarted", "the agent had raised"."""
    HEAD = "head"
    """It opens an entry: "Restarted the node"."""
    PASSIVE = "passive"
    DID = "did"
    """A noun that somebody did: "did a rolling restart of"."""
    CARRIED = "carried"
    """It was resolved: "decided to delete"."""
    BARE = "bare"
    """An entry without its auxiliary: "prefetch raised to 500"."""
    COMMAND = "command"
    CHANGE = "change"
    """Two values: "prefetch 10 -> 500"."""
    THIRD = "third"
    """In the present: "Ravi kills the instances"."""
    PLAN = "plan"
    GERUND = "gerund"
    ORDER = "order"
    """In the imperative."""
    NOUN = "noun"
    ASKED = "asked"
    DOES = "does"
    """Somebody or something did it to something: "sorting loaded new parameters"."""
    THING = "thing"
    """A thing did it, or it happened: "the pods restarted"."""
    STATE = "state"


_AUXILIARY = frozenset("was were been got gets being".split())
_BEING = frozenset("is are was were".split())
_PERFECT = frozenset("has have had 've we've i've".split())
_DENIED = frozenset("not never nobody nothing no without cannot none".split())
_DETERMINERS = frozenset(
    "the a an all both our each every one two this that another these those".split()
)
_OBJECTS = _DETERMINERS | frozenset("new old its their his her my some three four five".split())
_OF = [[word] for word in ("of", "to", "on", "for", "from", "in", "with", "without")]
_DID = frozenset("did performed triggered initiated executed ran ordered forced".split())
"""Verbs whose object is the action: "did a rolling restart of"."""
_NEAR = 4
_SETS = frozenset("rule data change replica record result stateful feature tool".split())
_FINITE = frozenset("went was were had did came could has have gave is are".split())
_MODAL = re.compile(
    r"\b(?:will|would|shall|should|could|can|must|may|might|needs?|cannot|won't|do|does|did|didn't"
    r"|n't|never|not|be|let|have to|had to)\b"
)
_PLAN = re.compile(
    r"\b(?:i'?ll|we'?ll|i will|we will|going to|gonna|let me|let's|about to|i'?m|we'?re|will now)$"
)
_RESOLVED = re.compile(
    r"\b(?:decided|chose|opted|proceeded|resolved|started|began|moved|went on|moved on|elected"
    r"|thought it best|(?:idea|attempt|try|reaction|step|move|measure|response|thing)"
    r" (?:was|had been)) to$"
)
_BEGINS = re.compile(r"(?:started|began) to$")
"""Things begin to do something as well: "6 TB began to move"."""
_LET = re.compile(
    r"\b(?:(?:let|lets|letting|having|made|makes|got)\s(?:(?:the|an?|our|his|her|their|my)\s)?"
    r"|(?:had|has)\s(?:(?:the|our|his|her|their|my)\s)?(?!an?\b))"
    r"(?!(?:been|not|never|to)\b)[\w`-]+(?:\s(?!to\b)[\w`-]+)?$"
)
"""Somebody who has something do it: "had let Terraform apply", "had the run use"."""
_PARTICLES = frozenset("out off up down over in on".split())
_NARRATORS = frozenset("we i they you".split())
_ASKED = re.compile(
    r"\b(?:suggest\w*|propos\w*|recommend\w*|ask\w*|want\w*|advis\w*|request\w*|tried|try|trying)\b"
    r".{0,30}\bto$"
)
_ORDERED = re.compile(r"\b(?:tells|told|instruct\w*|order(?:s|ed)|direct(?:s|ed))\b.{0,30}\bto$")
"""What somebody with authority orders is done unless it is refused."""
_CARRIED_OUT = re.compile(
    r"\b(?:which|and|so) (?:the |it |was |were |he |she |they |we )?(?:\w+ ){0,3}"
    r"(?:approved|applied|executed|carried out|accepted|followed|done|did)\b",
    re.IGNORECASE,
)
_AGREED = re.compile(
    r"(?:so )?(?:it was )?done\b|complied|obeyed|(?:\w+ ){0,2}followed (?:this|that|the|it)\b"
    r"|(?:\w+ ){0,3}(?:(?:clicked|pressed|hit|said) (?:on )?\W?(?:approve|yes|ok|go)"
    r"|approved|agreed|confirm(?:s|ed)|accepted|applied|did (?:so|it|that)|went ahead|let it)\b",
    re.IGNORECASE,
)
_MOVABLE = re.compile(
    r"^(?:\w+ly|also|then|first|just|now|only|already|later|again|all|both|each|once|so|thus"
    r"|therefore|hence|however|thereby|instead|too|though|meanwhile|afterwards|today|yesterday)$"
)
_WHEN = re.compile(r"(?:at|on|by|around|then|,|\d[\d:.,]*|utc|cest|cet|am|pm)$")
_AROUND_NAMES = _PERFECT | frozenset(
    "because when after since that as before while although though but and then so so, also first "
    "who which later now".split()
)
_SHORT = 6
_STAFF = "staff"
"""What "IT" is, unlike "it"."""


def telling_of(
    sentence: Sentence, clause: Sequence[Token], index: int, verb: Verb, *, acted: bool
) -> Telling | None:
    """How the token at `index` of a clause tells an action, or None if it tells none.

    Args:
        sentence: In which the clause stands.
        clause: Its tokens.
        index: Of the token that can be the verb.
        verb: What the token can name.
        acted: Whether somebody who acts was named before in the sentence.
    """
    before, after = clause[:index], [token.word for token in clause[index + 1 :]]
    if verb.base in _PARTICLES or _no_deed().match(sentence.text, clause[index].start):
        return None
    words = [token.word for token in before]
    if clause[index].word == "set" and words[-1:] and words[-1] in _SETS:
        return None
    if verb.form in {Form.PAST, Form.PARTICIPLE}:
        joined = bool(clause) and clause[0].start > 0
        return _past(sentence, before, after, acted=acted, joined=joined)
    if verb.form is Form.ING:
        return _ing(words, after)
    if verb.form is Form.THIRD:
        acts = is_actor(words[-_SHORT:]) or _is_person(before, after)
        opens = not words and (sentence.speaker or sentence.kind is UnitKind.ROW)
        return Telling.THIRD if acts or opens else None
    if verb.form is Form.NOUN:
        return _noun(sentence, words, after)
    return _base(sentence, before, after)


def _noun(sentence: Sentence, before: Sequence[str], after: Sequence[str]) -> Telling | None:
    if before[-1:] in (["no"], ["to"], ["not"]):
        return None
    if _DID & set(before[-_NEAR:]):
        return Telling.DID
    if after[:1] and after[0] in _compound():
        return None  # "the build farm"
    if after[:1] and after[0] in _BEING and after[1:2] and after[1].endswith("ing"):
        return None  # "the merge is eating the disks"
    listed = sentence.role in {Role.HARM, Role.HELP, Role.NO_EFFECT} and len(before) <= _SHORT
    return Telling.NOUN if listed or after[:1] in _OF or before[-1:] == ["the"] else None


def _past(
    sentence: Sentence, before: Sequence[Token], after: Sequence[str], *, acted: bool, joined: bool
) -> Telling | None:
    back = [_STAFF if token.text == "IT" else token.word for token in before]
    if any(word in _DENIED or word.endswith("n't") for word in back[-3:]):
        return None
    while back and (_MOVABLE.match(back[-1]) or _WHEN.match(back[-1])):
        back.pop()
    last = back[-1] if back else ""
    if last in _AUXILIARY:
        unreal = _MODAL.search(" ".join(back[-4:-1])) or back[-2:-1] == ["to"]
        return None if unreal else Telling.PASSIVE
    if last in {"be", "to", "get", "getting", "not"} or last in _DETERMINERS:
        return None  # "to get published", "the deleted rows"
    if last in {"is", "are"}:
        return Telling.STATE
    if not back:
        return _at_head(after, is_joined=bool(before) or joined or not sentence.opens, acted=acted)
    suffered = after[:1] == ["by"]  # "healer suspended by on-call"
    if suffered and sentence.kind is not UnitKind.TEXT:
        return Telling.BARE
    if is_actor(back) or _is_person(before, after) or (acted and last in {"it", "and", "who"}):
        return Telling.ACTIVE
    if _PLAN.search(" ".join(back[-4:])) or _MODAL.search(last):
        return None
    is_entry = sentence.kind is not UnitKind.TEXT and not _FINITE & set(back)
    if after[:1] and after[0] in _OBJECTS and len(back) <= _SHORT:
        return Telling.ACTIVE if is_entry else Telling.DOES
    return Telling.BARE if is_entry else Telling.THING


def _at_head(after: Sequence[str], *, is_joined: bool, acted: bool) -> Telling | None:
    if {"was", "were"} & set(after[1:5]) and not acted:
        return None  # "Blocked ids were cleared"
    if acted and is_joined:
        return Telling.ACTIVE
    return Telling.HEAD


def _ing(before: Sequence[str], after: Sequence[str]) -> Telling | None:
    if not after or after[0] in {",", "is", "was"}:
        return None
    last = before[-1] if before else ""
    if last in {"i'm", "we're", "am", "now"} or list(before[-2:]) == ["we", "are"]:
        return Telling.PLAN
    if last in _DETERMINERS:
        return Telling.NOUN if after[0] == "of" else None
    opens = {"", ",", "by", "after", "started", "began", "when", "of", "from", ":", "tried"}
    return Telling.GERUND if last in opens else None


def _base(sentence: Sentence, told: Sequence[Token], after: Sequence[str]) -> Telling | None:
    before = [token.word for token in told]
    near = " ".join(before[-6:])
    if not before:
        return Telling.ORDER
    if _PLAN.search(near):
        return Telling.PLAN
    if before[-1] == "to":
        if _RESOLVED.search(near) or _ORDERED.search(near):
            begins = _BEGINS.search(near) and not is_actor(before[:-2])
            return None if begins and not _is_person(told[:-2], after) else Telling.CARRIED
        if not _ASKED.search(near):
            return None
        carried = _CARRIED_OUT.search(sentence.text) or _AGREED.match(sentence.after)
        return Telling.CARRIED if carried else Telling.ASKED
    if _LET.search(near):
        return Telling.CARRIED
    if _MODAL.search(" ".join(before[-3:])):
        return None
    if _NARRATORS & set([word for word in before if not _MOVABLE.match(word)][-1:]):
        return Telling.THIRD
    if after[:1] and after[0] in _compound():
        return None
    named = _DETERMINERS & set(before[-3:]) or after[:1] in (["of"], ["on"])
    return Telling.NOUN if named else None


def is_actor(before: Sequence[str]) -> bool:
    """Whether the words right before a verb name somebody who acts."""
    plain = [word.strip("`") for word in before[-4:]]
    near = [word for word in plain if word.isalpha() or "-" in word or "'" in word]
    if near and near[-1] in _system():
        return False
    return any(
        word in actors() or word.startswith(("oncall", "on-call")) or word.endswith(endings())
        for word in near[-3:]
    )


def _is_person(before: Sequence[Token], after: Sequence[str]) -> bool:
    """Whether a lone word with a capital does something to something: "Kim flushed the cache"."""
    if before[-1:] and before[-1].word == ")" and before[0].text.istitle():
        opens = next((i for i, token in enumerate(before) if token.word == "("), 0)
        before = before[:opens] if len(before) - opens <= _SHORT else before  # "Lena (IT) stops"
    cut = max((i + 1 for i, token in enumerate(before) if token.word in {",", ")"}), default=0)
    near = [
        token
        for token in before[cut:]
        if not _WHEN.match(token.word) and token.word not in _AROUND_NAMES
    ]
    if not 1 <= len(near) <= 2 or not all(re.fullmatch(r"[A-Z][\w.]*", t.text) for t in near):
        return False
    name = near[-1].word if near[-1].text != "IT" else _STAFF
    is_thing = (name.endswith("s") and not near[-1].text.isupper()) or name in _system()
    return bool(after) and not is_thing and after[0] not in {".", ","}


def actors() -> frozenset[str]:
    """Words for those who act."""
    return frozenset(load_words("postmortem")["actors"]["words"])


def endings() -> tuple[str, ...]:
    """Last parts of the names of those who act: "-agent"."""
    return tuple(load_words("postmortem")["actors"]["endings"])


@cache
def _no_deed() -> re.Pattern[str]:
    """What begins like a deed and tells what happened, was found, or was looked at."""
    return re.compile("|".join(load_words("postmortem")["modes"]["no_deed"]), re.IGNORECASE)


def _compound() -> frozenset[str]:
    """Nouns that a noun before them only tells apart: "the build farm"."""
    return frozenset(load_words("postmortem_places")["compound"]["nouns"])


def _system() -> frozenset[str]:
    return frozenset(load_words("postmortem")["actors"]["system"])


def is_put_back(text: str) -> bool:
    """Whether what is done puts something back."""
    return pattern("modes", "remedial").search(text.lower()) is not None
