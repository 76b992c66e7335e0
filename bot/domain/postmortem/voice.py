"""How a word tells a deed: in the active, the passive, as a gerund, a noun or a plan."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from bot.domain.action_words import Token, Verb
from bot.domain.lesson_words import load_words
from bot.domain.postmortem.sections import Role
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.unit import UnitKind
from bot.domain.reading.lexicon import Form

_AUXILIARY = frozenset({"was", "were", "been", "got", "gets", "being"})
_PERFECT = frozenset({"has", "have", "had", "'ve", "we've", "i've"})
_PLAN = re.compile(
    r"\b(?:i'?ll|we'?ll|i will|we will|(?:i'?m |we'?re |am |are )?going to|gonna|let me|let's"
    r"|about to|i'?m|we'?re)$"
)
_RESOLVED = re.compile(
    r"\b(?:decided|chose|opted|proceeded|resolved|started|began|went on|moved on|thought it best)"
    r" to$"
)
"""Before a base form: "decided to delete" tells that it was done."""
_SUGGESTED = re.compile(
    r"\b(?:suggested|proposed|recommended|asked|wanted"
    r"|(?:asks|asked|tells|told|instructs|instructed|orders|ordered) [\w`@.-]+) to$"
)
_TRIED = re.compile(
    r"\b(?:idea|attempt|try|reaction|step|move|reflex|measure|response|thing) (?:was|had been) to$"
)
_CARRIED_OUT = re.compile(
    r"\b(?:which|and|so) (?:the |it |was |were |he |she |they |we )?(?:\w+ ){0,3}"
    r"(?:approved|applied|executed|carried out|accepted|followed|done|did)\b",
    re.IGNORECASE,
)
_AGREED = re.compile(
    r"(?:\w+ ){0,3}(?:(?:clicked|pressed|hit|said) (?:on )?\W?(?:approve|yes|ok|go)"
    r"|approved|agreed|confirm(?:s|ed)|accepted|applied|did (?:so|it|that)|went ahead|let it)\b",
    re.IGNORECASE,
)
_UNREAL = re.compile(
    r"\b(?:had to|to|can|will|must|should|could|would|may|might|is|are|gets?) (?:be|been|get)?$"
)
_MOVABLE = re.compile(
    r"^(?:\w+ly|also|then|first|just|now|briefly|finally|only|already|later|again|all|both|each)$"
)
_WHEN = re.compile(r"(?:at|on|by|around|then|,|\d[\d:.,]*|utc|cest|cet|am|pm)$")
_JOINED = re.compile(r"(?:^|, )(?:and|then)\b[^.]{0,60}, $")
_LONGEST_NOUN = 25
_FINITE = frozenset({"went", "was", "were", "had", "did", "came", "could", "has", "have", "gave"})
_DETERMINERS = frozenset({"the", "a", "an", "all", "both", "our", "each", "every", "one", "two"})


class Voice(StrEnum):
    """How a deed is told."""

    ACTIVE = "active"
    PASSIVE = "passive"
    BARE = "bare"
    GERUND = "gerund"
    NOUN = "noun"
    PLAN = "plan"
    COMMAND = "command"


def voice_of(
    sentence: Sentence, clause: Sequence[Token], index: int, verb: Verb, acted: bool
) -> Voice | None:
    """How the token at `index` of a clause tells a deed, or None if it tells none.

    Args:
        sentence: In which the clause stands.
        clause: Its tokens.
        index: Of the token that can be the verb.
        verb: What the token can name.
        acted: Whether somebody who acts was named before in the sentence.
    """
    before = [token.word for token in clause[:index]]
    after = [token.word for token in clause[index + 1 :]]
    if verb.form in {Form.PAST, Form.PARTICIPLE}:
        return _past_voice(sentence, clause[:index], after, verb, acted)
    if verb.form is Form.ING:
        return _ing_voice(sentence, before, after)
    if verb.form is Form.THIRD:
        told = sentence.kind is not UnitKind.TEXT or re.search(r"\d[:.]\d\d", sentence.text)
        acts = (told and is_actor(before) and len(before) <= 6) or _is_person(clause[:index], after)
        return Voice.ACTIVE if acts else None
    resolved = verb.form is Form.BASE and (
        _RESOLVED.search(" ".join(before[-3:]))
        or (_SUGGESTED.search(" ".join(before[-3:])) and was_carried_out(sentence))
    )
    if verb.form is Form.BASE and _TRIED.search(" ".join(before[-4:])):
        return Voice.ACTIVE
    if resolved:
        return Voice.ACTIVE if is_actor(before[:-2]) or is_actor(before[:-1]) else None
    if verb.form is Form.BASE and _PLAN.search(" ".join(before[-4:])):
        return Voice.PLAN if sentence.kind is UnitKind.MESSAGE else None  # else it is to come
    if (
        before[-1:] == ["the"]
        and after[:1] == ["went"]
        and after[1:2] in (["out"], ["live"], ["in"])
    ):
        return Voice.ACTIVE  # "the wipe went out to DN-01"
    if after[:1] == ["of"] and len(before) <= 6 and verb.form in {Form.NOUN, Form.BASE}:
        aside = {"is", "are"} & set(after) or {"during", "while", "after", "before"} & set(before)
        return None if aside else Voice.NOUN
    return _listed_noun(sentence, before, after, verb)


def _listed_noun(
    sentence: Sentence, before: Sequence[str], after: Sequence[str], verb: Verb
) -> Voice | None:
    """In a list of what hurt or helped, "the purge" and "restart of the node" are deeds."""
    if sentence.role not in {Role.HARM, Role.HELP, Role.NO_EFFECT}:
        return None
    is_noun = verb.form is Form.NOUN or (verb.form is Form.BASE and before[-1:] in (["the"], ["a"]))
    return Voice.NOUN if is_noun and len(before) <= 3 and len(after) <= 12 else None


def _past_voice(
    sentence: Sentence, clause: Sequence[Token], after: Sequence[str], verb: Verb, acted: bool
) -> Voice | None:
    back = [token.word for token in clause]
    if _is_no_deed(back, after):
        return None
    while back and (_MOVABLE.match(back[-1]) or _dates(back)):
        back.pop()
    last = back[-1] if back else ""
    if last in _AUXILIARY:
        return None if _UNREAL.search(" ".join(back[-3:-1]) + " ") else Voice.PASSIVE
    if last in {"be", "to", "get"}:  # "old messages get published" tells what became of them
        return None
    if last in _PERFECT:
        return Voice.ACTIVE if is_actor(back[:-1]) else None
    if verb.form is Form.PARTICIPLE:
        return (
            Voice.BARE if back and _leaves_out_subjects(sentence) else None
        )  # "we run" is no past
    if _is_active(sentence, back, acted) or _is_person(clause, after):
        return Voice.ACTIVE
    told = _FINITE & set(back)  # "all readers went to it and took it down": no noun before the verb
    begun = last not in _AUXILIARY and verb.base in {"start", "begin", "run"}
    if begun and after[:1] in ([], ["."], [","]) and _DETERMINERS & set(back[:-1]):
        return None  # "the yearly run started": it did by itself
    is_bare = back and not told and last not in _system() and _leaves_out_subjects(sentence)
    return Voice.BARE if is_bare and len(back) <= _LONGEST_NOUN else None


def _dates(back: Sequence[str]) -> bool:
    """Whether the last word before a verb only says when: "and, at 02:31, dropped"."""
    last, before = back[-1], back[-2:-1]
    if re.fullmatch(r"\d{1,2}[:.]\d{2},?", last):
        return before in (["at"], ["around"], ["by"], ["from"])
    return last in {"at", "around"}


def _is_no_deed(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether the past form is denied, a state, or an adjective ("blocked ids were cleared")."""
    near = before[-3:]
    if not before and {"was", "were"} & set(after[1:6]):
        return True
    return any(word in {"is", "are", "not", "never"} or word.endswith("n't") for word in near)


def _is_active(sentence: Sentence, back: Sequence[str], acted: bool) -> bool:
    """Whether somebody who acts is the subject of the past form after `back`."""
    if not back:
        return _leaves_out_subjects(sentence)
    if is_actor(back) or (acted and list(back) == ["it"]):
        return True
    last = back[-1]
    if acted and len(back) == 1 and last in {"and", "then", "but", ","}:
        return True
    if last in {"and", ","} and any(word in actors() for word in back):
        return True
    joined = _JOINED.search(" ".join(back) + " ") is not None
    return acted and joined and not _system() & set(back)


def _is_person(before: Sequence[Token], after: Sequence[str]) -> bool:
    """Whether a lone word with a capital does something to something: "Kim flushed the cache"."""
    cut = max((i + 1 for i, token in enumerate(before) if token.word in {",", ")"}), default=0)
    dated = len(before) > 1 and before[0].word == "at" and before[1].word[0].isdigit()
    before = [token for token in before[cut:] if not _WHEN.match(token.word)]
    if len(before) != 1 or not (re.fullmatch(r"[A-Z][A-Za-z]+", before[0].text) or dated):
        return False
    name = before[0].word
    is_thing = (name.endswith("s") and not before[0].text.isupper()) or name in _system()
    acted_on = bool(after) and (
        after[0] in _DETERMINERS | {"new", "old", "another"} or after[0].startswith("`")
    )
    return acted_on and not is_thing


def _ing_voice(sentence: Sentence, before: Sequence[str], after: Sequence[str]) -> Voice | None:
    if not after or after[0] in {",", "is", "was"}:
        return None
    if not before and _is_part_of_noun(after):
        return None
    if not before or before[-1] in {",", "by", "after", "started", "began", "when"}:
        return Voice.GERUND
    if sentence.kind is UnitKind.MESSAGE and before[-1] in {"i'm", "we're", "am", "are", "now"}:
        return Voice.PLAN
    return None


def _is_part_of_noun(after: Sequence[str]) -> bool:
    """Whether an -ing form at the head belongs to a noun: "Routing table of x changed"."""
    determined = _DETERMINERS & set(after[:1])
    if not determined and after[1:2] and after[1].endswith("s") and after[2:3]:
        return after[2] in _DETERMINERS  # "Clearing house refuses the connection"
    return (
        not determined and any(word.endswith("ed") for word in after[1:8]) and after[1:2] != ["to"]
    )


def _leaves_out_subjects(sentence: Sentence) -> bool:
    """Whether the piece is an entry of a timeline, a list, a table or a chat."""
    return sentence.kind is not UnitKind.TEXT


def was_carried_out(sentence: Sentence) -> bool:
    """Whether a sentence that proposes something, or the next one, also tells that it was done."""
    agreed = _AGREED.match(sentence.after)
    return agreed is not None or _CARRIED_OUT.search(sentence.text) is not None


def is_actor(before: Sequence[str]) -> bool:
    """Whether the words right before a verb name somebody who acts."""
    plain = [word.strip("`") for word in before[-4:]]
    near = [word for word in plain if word.isalpha() or "-" in word or "'" in word]
    if near and near[-1] in _system():
        return False
    return any(
        word in actors()
        or word.startswith(("oncall-", "on-call"))
        or word.endswith(("-bot", "-agent"))
        for word in near[-3:]
    )


def actors() -> frozenset[str]:
    """Words for those who act."""
    return frozenset(load_words("postmortem")["actors"]["words"])


def _system() -> frozenset[str]:
    return frozenset(load_words("postmortem")["actors"]["system"])
