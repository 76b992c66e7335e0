"""Deeds in a sentence: who did what, told in the active, the passive, as a noun or a command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.lesson_words import load_words
from bot.domain.postmortem.effects import pattern
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.unit import UnitKind
from bot.domain.postmortem.words import ActionWords, Token, Verb, tokens_of
from bot.domain.reading.lexicon import Form

_CLAUSE = re.compile(
    r";\s+|:\s+(?!//)(?![^()]{0,200}\))|(?<=\w)\s[—–-]\s(?=\w)|,\s+(?=(?:which|but|so|because|until|although|where|who|and then|and)\b)"
    r"|\s+(?=because\s|although\s|whereupon\s)"
)
_AUXILIARY = frozenset({"was", "were", "been", "got", "gets", "being"})
_PERFECT = frozenset({"has", "have", "had", "'ve", "we've", "i've"})
_PLAN = re.compile(
    r"\b(?:i'?ll|we'?ll|i will|we will|(?:i'?m |we'?re |am |are )?going to|gonna|let me|let's|about to|i'?m|we'?re)$"
)
_UNREAL = re.compile(
    r"\b(?:had to|to|can|will|must|should|could|would|may|might|is|are|gets?) (?:be|been|get)?$"
)
_MOVABLE = re.compile(
    r"^(?:\w+ly|also|then|first|just|now|briefly|finally|only|already|later|not|again|been|being|all|both|each|simply)$"
)
_ALERT = re.compile(
    r"(?:FIRING|RESOLVED|ALERT|CRITICAL|WARNING)\b|(?:alert|monitor|pager|nagios|grafana)\w*", re.I
)


class Voice(StrEnum):
    """How a deed is told."""

    ACTIVE = "active"
    PASSIVE = "passive"
    BARE = "bare"
    GERUND = "gerund"
    NOUN = "noun"
    PLAN = "plan"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Mention:
    """One deed in a sentence.

    Attributes:
        verb: What is done.
        voice: How it is told.
        at: The token that names it.
        clause: Where its clause starts and ends in the sentence.
        subject: Where the words before the verb that belong to it start and end.
        core_end: Where the deed ends and what follows from it begins.
        remedial: It puts something back.
    """

    verb: Verb
    voice: Voice
    at: Token
    clause: tuple[int, int]
    subject: tuple[int, int]
    core_end: int
    remedial: bool


def mentions_in(sentence: Sentence, words: ActionWords) -> tuple[Mention, ...]:
    """The deeds of a sentence, at most one for each clause, in order."""
    found: list[Mention] = []
    if sentence.text.rstrip().endswith("?") or _ALERT.match(sentence.speaker or sentence.text):
        return ()
    tokens = tokens_of(sentence.text)
    acted = (
        bool(tokens)
        and tokens[0].word == "it"
        and any(token.word in _actors() for token in tokens_of(sentence.before))
    )
    for start, end in _clauses(sentence.text):
        clause = [token for token in tokens if start <= token.start < end]
        mention = _first(sentence, clause, (start, end), words, acted)
        if mention is not None and not (found and mention.voice is Voice.BARE):
            found.append(mention)
        acted = acted or any(token.word in _actors() for token in clause)
    return tuple(found)


def _clauses(text: str) -> list[tuple[int, int]]:
    cuts = [0]
    ends = []
    for found in _CLAUSE.finditer(text):
        ends.append(found.start())
        cuts.append(found.end())
    return list(zip(cuts, [*ends, len(text)], strict=True))


def _first(
    sentence: Sentence,
    clause: Sequence[Token],
    span: tuple[int, int],
    words: ActionWords,
    acted: bool,
) -> Mention | None:
    if clause and clause[0].text.startswith("`") and sentence.kind is not UnitKind.TEXT:
        command, end = clause[0], _core_end(sentence.text, clause[0].end, span[1])
        run = Verb("run", Form.NOUN, "run")
        return Mention(run, Voice.COMMAND, command, span, (span[0], span[0]), end, remedial=False)
    for index, token in enumerate(clause):
        if token.word in load_words("postmortem")["kinds"]["adjectives"]:
            continue
        for verb in words.verbs_of(token, clause[index + 1 :]):
            voice = _voice_of(sentence, clause, index, verb, acted)
            if voice is None:
                continue
            end = _core_end(sentence.text, token.end, span[1])
            subject = _subject_start(sentence.text, span[0], token.start)
            remedial = _is_remedial(sentence.text, subject, end)
            mention = Mention(verb, voice, token, span, (subject, token.start), end, remedial)
            if _is_real(sentence, mention):
                return mention
    return None


def _voice_of(
    sentence: Sentence, clause: Sequence[Token], index: int, verb: Verb, acted: bool
) -> Voice | None:
    """How the token at `index` tells a deed, or None if it tells none."""
    before = [token.word for token in clause[:index]]
    after = [token.word for token in clause[index + 1 :]]
    if verb.form in {Form.PAST, Form.PARTICIPLE}:
        return _past_voice(sentence, before, after, verb, acted)
    if verb.form is Form.ING:
        return _ing_voice(sentence, before, after)
    if verb.form is Form.THIRD:
        return Voice.ACTIVE if _is_actor(before) and len(before) <= 6 else None
    if verb.form is Form.BASE and _PLAN.search(" ".join(before[-4:])):
        return Voice.PLAN if sentence.kind is UnitKind.MESSAGE or len(before) <= 3 else None
    if after[:1] == ["of"] and len(before) <= 6 and verb.form in {Form.NOUN, Form.BASE}:
        return None if {"is", "are"} & set(after) else Voice.NOUN
    return _role_noun(sentence, before, after, verb)


def _role_noun(
    sentence: Sentence, before: Sequence[str], after: Sequence[str], verb: Verb
) -> Voice | None:
    """In a list of what hurt, "the purge" and "restart of the node" are deeds."""
    if verb.form is Form.NOUN or (verb.form is Form.BASE and before[-1:] in (["the"], ["a"])):
        named = len(before) <= 3 and len(after) <= 12
        return (
            Voice.NOUN if named and sentence.role.value in {"harm", "help", "no_effect"} else None
        )
    return None


def _past_voice(
    sentence: Sentence, before: Sequence[str], after: Sequence[str], verb: Verb, acted: bool
) -> Voice | None:
    back = list(before)
    if (not back and _is_adjective(after)) or {"is", "are"} & set(back[-3:]):
        return None
    if any(word in {"not", "never", "n't"} or word.endswith("n't") for word in back[-3:]):
        return None
    while back and _MOVABLE.match(back[-1]) and back[-1] not in _AUXILIARY:
        back.pop()
    if back and back[-1] in _AUXILIARY:
        return None if _UNREAL.search(" ".join(back[-3:-1]) + " ") else Voice.PASSIVE
    if back and back[-1] in {"be", "is", "are", "to", "and's"}:
        return None
    if back and back[-1] in _PERFECT:
        return Voice.ACTIVE if _is_actor(back[:-1]) else None
    if verb.form is Form.PARTICIPLE:
        return Voice.BARE if back and _tells_deeds(sentence) else None  # "we run" is no past
    if acted and back == ["it"]:
        return Voice.ACTIVE
    if not back or _is_actor(back):
        return Voice.ACTIVE if (_is_actor(back) or _tells_deeds(sentence)) else None
    if acted and len(back) <= 1 and back[-1] in {"and", "then", "but", ","}:
        return Voice.ACTIVE
    if back[-1] in {"and", ","} and _is_actor_anywhere(back):
        return Voice.ACTIVE
    if _system() & set(back):
        return Voice.BARE if _tells_deeds(sentence) and back[-1] not in _system() else None
    if acted and re.search(r"(?:^|, )(?:and|then)\b[^.]{0,60}, $", " ".join(back) + " "):
        return Voice.ACTIVE
    if _tells_deeds(sentence) and len(back) <= 25 and back[-1] not in _system():
        return Voice.BARE
    return None


def _is_adjective(after: Sequence[str]) -> bool:
    """Whether "blocked" in "blocked ids were cleared" is one: a passive comes after it."""
    return bool({"was", "were"} & set(after[1:6]))


def _ing_voice(sentence: Sentence, before: Sequence[str], after: Sequence[str]) -> Voice | None:
    if not after or after[0] in {",", "the" + "re", "is", "was"}:
        return None
    if not before or before[-1] in {",", "by", "after", "started", "began", "when"}:
        return Voice.GERUND
    if sentence.kind is UnitKind.MESSAGE and before[-1] in {"i'm", "we're", "am", "are", "now"}:
        return Voice.PLAN
    return None


def _tells_deeds(sentence: Sentence) -> bool:
    """Whether the piece is an entry of a timeline, a list or a table, where subjects are left out."""
    return sentence.kind is not UnitKind.TEXT


def _is_actor(before: Sequence[str]) -> bool:
    """Whether the words right before the verb name somebody who acts."""
    near = [word for word in before[-4:] if word.isalpha() or "-" in word or "'" in word]
    if near and near[-1] in _system():
        return False
    return any(
        word in _actors()
        or word.startswith(("oncall-", "on-call"))
        or word.endswith(("-bot", "-agent"))
        for word in near[-3:]
    )


def _is_actor_anywhere(before: Sequence[str]) -> bool:
    return any(word in _actors() for word in before) and before[-1] not in _system()


def _actors() -> frozenset[str]:
    return frozenset(load_words("postmortem")["actors"]["words"])


def _system() -> frozenset[str]:
    return frozenset(load_words("postmortem")["actors"]["system"])


_CUT = re.compile(
    r""",\s(?!i\.e\b|\d|→|->|from\s|to\s\d|\d+\s→)      # a comma, but not one before numbers
      | (?<!i\.e)\.\s | ;\s | \.$
      | \s(?:because|although|so\sthat|in\sthe\shope|whereupon|which)\s
      | \s(?=and\s(?:the|it|all|then|each|we|i|they|no|everything|everyone|nothing|users|this|that)\s)
      | \s(?=and\s\w+\s(?:was|were|went|fell|had|could|did|ran|timed|stopped|is|are)\b)
      | \s(?=and\s\w{3,}(?:ed|ew)\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)


def _core_end(text: str, start: int, end: int) -> int:
    found = _CUT.search(text, start, end)
    return found.start() if found else end


def _subject_start(text: str, start: int, end: int) -> int:
    """Where the noun phrase before the verb starts: after adverbials and conjunctions."""
    lead = re.compile(
        r"""(?:at|on|by|from|around|because|since|before|after|during|within|this|that|in|to|with|as|while|when|for|until|once)\s[^,]{1,120},\s
          | (?:and|but|so|then|also|next|later|instead|finally|first|,|\s)+\b
          | (?:at|around|by|from)\s\d{1,2}[:.]?\d{0,2}\s(?:utc|local|ce?s?t|am|pm)?\s?
          | on\s(?:\d{1,2}\s\w{3,9}(?:\s\d{4})?|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:\s(?:morning|evening|afternoon|night))?|\w{3,9}\s\d{1,2})\s
          | (?:this|that|next|the\snext)\s(?:morning|evening|afternoon|night|day)\s(?:at\s\d{1,2}[:.]\d{2}\s)?
          | (?:in\sorder\s)?to\s[^,]{1,80}\s(?=the\s|a\s|an\s)
        """,
        re.VERBOSE | re.IGNORECASE,
    )
    while (found := lead.match(text, start, end)) and found.end() > start:
        start = found.end()
    return start


def _is_remedial(text: str, start: int, end: int) -> bool:
    told = _PURPOSE.sub(" ", text[start:end].lower())
    return pattern("modes", "remedial").search(told) is not None


_PURPOSE = re.compile(r"\bto (?:get|bring|have|win|take|put)\b.{1,60}\b(?:back|again)\b")
"""Why it was done is not what was done: "to get the files back"."""


def _is_real(sentence: Sentence, mention: Mention) -> bool:
    """Whether the deed took place, and was one: not a proposal, a habit or a consequence."""
    text = sentence.text.lower()
    start, end = mention.clause
    before = text[start : mention.at.start]
    core = text[start : mention.core_end]
    if mention.voice is not Voice.PLAN and pattern("modes", "not_done").search(before):
        return False
    if re.search(r"\bnot (?:done|executed|applied|carried out|performed)\b", text[start:end]):
        return False
    if pattern("modes", "latent").search(text[mention.subject[0] : mention.core_end]):
        return False
    if mention.voice not in {Voice.PASSIVE, Voice.BARE}:
        return True
    return sentence.effect is not None or not _is_consequence(sentence, mention)


def _is_consequence(sentence: Sentence, mention: Mention) -> bool:
    """Whether a passive tells what became of things rather than what somebody did to them."""
    text, (start, end) = sentence.text.lower(), mention.clause
    if pattern("modes", "deliberate").search(text[start:end]):
        return False
    kinds, kind = load_words("postmortem")["kinds"], mention.verb.kind
    timed = re.search(r"\d{1,2}[:.]\d{2}", text[start : mention.at.start]) is not None
    if not sentence.opens and not timed and kind in kinds["destructive"]:
        return True
    subject = text[slice(*mention.subject)]
    counted = (
        re.search(r"\d|\b(?:two|three|four|five|many|most|some|several)\b", subject) is not None
    )
    if counted and mention.voice is Voice.BARE:
        return True
    if kind in kinds["opening"] and sentence.opens and not counted:
        return False
    return kind in kinds["consequences"]
