"""Deeds in a sentence, each with the stretch of text that tells it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.domain.action_words import ActionWords, Token, Verb, tokens_of
from bot.domain.lesson_words import load_words
from bot.domain.postmortem.clause import clauses_of, core_end, subject_start
from bot.domain.postmortem.effects import pattern
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.unit import UnitKind
from bot.domain.postmortem.voice import Voice, actors, voice_of
from bot.domain.reading.lexicon import Form

_ALERT = re.compile(
    r"(?:FIRING|RESOLVED|ALERT|CRITICAL|WARNING)\b|(?:alert|monitor|pager|nagios|grafana)\w*", re.I
)
_PURPOSE = re.compile(r"\bto (?:get|bring|have|win|take|put)\b.{1,60}\b(?:back|again)\b")
"""Why it was done is not what was done: "to get the files back"."""
_OVER = re.compile(
    r"\band (?:re-?)?(?:started|ran|launched|created|built) (?:it|them|one)\b.{0,12}\bagain"
)
"""Ended and begun anew is a restart, and puts nothing back."""
_HAPPENS = re.compile(
    r"(?:ran|runs?|running)\s(?:into|out|low|dry|hot|full|late|smoothly|well|over|behind|away|on\s(?:wrong|old|stale|bad))\b"
    r"|rolled out to (?:all|every|the|both)\b|read (?:in|about|that)\b"
    r"|(?:concluded|assumed|decided|figured)\sthat\b"
    r"|(?:run|repair|rebuild|restore|restart|failover|resync|deploy|backup|import|migration)"
    r"\s(?:took|needed|lasts?|lasted)\b|run\s(?:was|is|had|started|began|failed|finished|ended|took|came)\b",
    re.IGNORECASE,
)
"""What things do by themselves ("the ledger ran into deadlocks"), and runs that are things."""
_ASIDE = re.compile(r"\b(?:without|until|before|unless|while|instead of)\b")
_SO = re.compile(r"(?:so|which)\s", re.IGNORECASE)
_REASON = re.compile(r"(?:because|although)\s", re.IGNORECASE)
_CHANGED = re.compile(
    r"(?<=[a-z`] )(?:\d[\w.,%]* ?(?:->|→|=>) ?\d[\w.,%]*|:?= ?(?:true|false|on|off)\b)",
    re.IGNORECASE,
)
"""An entry that only writes two values down: "prefetch 10 -> 500"."""
_SHORT = 6
_PUT_BACK = re.compile(r"\b(?:back (?:to|on|off|in|up)|(?:on|off|up|in) again)\b", re.IGNORECASE)
"""An entry without a verb that puts something back: "`max_poll` back to 500", "dedup on again"."""
_SUBORDINATE = re.compile(
    r"\b(?:since|until|till|before|while|whether|as if|unless)\s(?:[\w`'’-]+\s){0,6}"
    r"(?:had been|has been|was|were|is|are|been|being)\s(?:\w+ly\s)?$"
)
"""What stands before a passive that only dates or limits something else."""
_CODE = re.compile(r"`[^`\n]{1,300}`")
_GOES = frozenset(
    "came come comes coming went go goes fell fall is are was were has have had at work "
    "works worked get gets got moved moves switched stayed".split()
)
"""Verbs before "back" that tell what things did."""
_NOBODY = re.compile(r"\b(?:nothing|none|no (?:change|one|body)|nobody|neither)\b[^.]{0,30}$")
_COUNTED = re.compile(
    r"(?<![\w-])\d[\d.,]*(?![\w-])|\b(?:two|three|four|five|many|most|some|several|each|every|all)\b"
)


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
        and any(token.word in actors() for token in tokens_of(sentence.before))
    )
    for start, end in clauses_of(sentence.text):
        clause = [token for token in tokens if start <= token.start < end]
        mention = _first(sentence, clause, (start, end), words, acted)
        if mention is None or _is_told_as_effect(sentence, mention, bool(found)):
            pass
        elif (
            mention.voice is Voice.COMMAND
            and found
            and _spells_out(sentence.text, found[-1], mention)
        ):
            found[-1] = replace(found[-1], core_end=mention.core_end)
        else:
            found.append(mention)
        acted = acted or any(token.word in actors() for token in clause)
    return tuple(found)


def _spells_out(text: str, deed: Mention, command: Mention) -> bool:
    """Whether a command is the one with which the deed before it was done: "Cleared all: `…`"."""
    return text[: command.clause[0]].rstrip().endswith(":") and deed.clause[1] < command.at.start


def _is_told_as_effect(sentence: Sentence, mention: Mention, is_later: bool) -> bool:
    """Whether the clause tells what the deed before it led to: ", so all pods were stopped"."""
    if mention.voice is Voice.BARE and is_later:
        return True
    if is_later and _SO.match(sentence.text, mention.clause[0]) and mention.verb.base == "apply":
        return True
    if mention.clause[0] > 0 and _REASON.match(sentence.text, mention.clause[0]):
        return True
    follows = _SO.match(sentence.text, mention.clause[0]) is not None
    return follows and mention.voice in {Voice.PASSIVE, Voice.BARE}


def _first(
    sentence: Sentence,
    clause: Sequence[Token],
    span: tuple[int, int],
    words: ActionWords,
    acted: bool,
) -> Mention | None:
    told = _told(sentence, clause, span, words, acted)
    if told is not None or not clause or sentence.kind is UnitKind.TEXT:
        return told
    if clause[0].text.startswith("`") and not _is_put_back(sentence.text[slice(*span)]):
        command, end = clause[0], core_end(sentence.text, clause[0].end, span[1])
        run = Verb("run", Form.NOUN, "run")
        return Mention(run, Voice.COMMAND, command, span, (span[0], span[0]), end, remedial=False)
    changed = _CHANGED.search(sentence.text, *span)
    if changed is not None and not _is_put_back(sentence.text[slice(*span)]):
        at = Token("", changed.start(), changed.start())
        stop = sentence.text.rfind(". ", span[0], at.start)
        opens = span[0] if stop < 0 else stop + 2
        to = Verb("set", Form.PAST, "set")
        return Mention(to, Voice.BARE, at, span, (opens, at.start), changed.end(), remedial=False)
    back = _PUT_BACK.search(sentence.text, *span)
    lead = [token.word for token in clause if back and token.start < back.start()]
    if back is None or span[0] > 0 or len(lead) > _SHORT or _GOES & set(lead):
        return None
    at = next((token for token in clause if token.start >= back.start()), clause[-1])
    end = core_end(sentence.text, at.end, span[1])
    put = Verb("set", Form.PAST, "set")
    return Mention(put, Voice.BARE, at, span, (span[0], at.start), end, remedial=True)


def _is_put_back(text: str) -> bool:
    return _PUT_BACK.search(text) is not None


def _told(
    sentence: Sentence,
    clause: Sequence[Token],
    span: tuple[int, int],
    words: ActionWords,
    acted: bool,
) -> Mention | None:
    """The first token of a clause that tells a deed."""
    for index, token in enumerate(clause):
        if token.word in load_words("postmortem")["kinds"]["adjectives"]:
            continue
        if _HAPPENS.match(sentence.text, token.start):
            continue
        for verb in words.verbs_of(token, clause[index + 1 :]):
            voice = voice_of(sentence, clause, index, verb, acted)
            if voice is None:
                continue
            end = core_end(sentence.text, token.end, span[1])
            subject = subject_start(sentence.text, span[0], token.start)
            remedial = _is_remedial(sentence.text, subject, end)
            mention = Mention(verb, voice, token, span, (subject, token.start), end, remedial)
            if _is_real(sentence, mention):
                return mention
    return None


def _is_remedial(text: str, start: int, end: int) -> bool:
    told = _ASIDE.split(_OVER.sub(" ", _PURPOSE.sub(" ", text[start:end].lower())))[0]
    return pattern("modes", "remedial").search(told) is not None


def _is_real(sentence: Sentence, mention: Mention) -> bool:
    """Whether the deed took place, and was one: not a proposal, a habit or a consequence."""
    text = _CODE.sub(lambda code: "`" + "_" * (len(code.group()) - 2) + "`", sentence.text.lower())
    start, end = mention.clause
    before = text[start : mention.at.start].rsplit(" and ", 1)[-1]
    carried = mention.verb.form is Form.BASE and mention.voice is Voice.ACTIVE
    if (
        mention.voice is not Voice.PLAN
        and not carried
        and pattern("modes", "not_done").search(before)
    ):
        return False
    if _NOBODY.search(before) or _SUBORDINATE.search(text[start : mention.at.start]):
        return False
    if mention.voice is Voice.GERUND and re.search(r"\bwould (?:have|be)\b", text[start:end]):
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
    if mention.verb.base in kinds["consequences"]:
        kind = mention.verb.base  # "dropped … in again" is still a drop
    timed = re.search(r"\d{1,2}[:.]\d{2}", text[start : mention.at.start]) is not None
    if not sentence.opens and not timed and kind in kinds["destructive"]:
        return True
    subject = text[slice(*mention.subject)]
    counted = _COUNTED.search(subject) is not None
    if counted and mention.voice is Voice.BARE:
        return True
    if kind in kinds["opening"] and sentence.opens and not counted:
        return False
    return kind in kinds["consequences"]
