"""Candidates: every clause of a document in which somebody may have done something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from bot.domain.action_words import ActionWords, Token, Verb, tokens_of
from bot.domain.postmortem.clause import clauses_of, core_end, subject_start
from bot.domain.postmortem.foreign import language_of, told_in
from bot.domain.postmortem.proposals import is_only_proposed, is_turned_down
from bot.domain.postmortem.sentence import Sentence
from bot.domain.postmortem.telling import Telling, actors, is_put_back, telling_of
from bot.domain.postmortem.unit import UnitKind
from bot.domain.reading.lexicon import Form

_ALERT = re.compile(
    r"\W{0,3}(?:FIRING|RESOLVED|ALERT|ALARM|CRITICAL|WARNING)\b"
    r"|\W{0,3}(?:alert|monitor|pager|nagios|grafana|prometheus|datadog|zabbix)\w*",
    re.I,
)
_AND = re.compile(
    r"(?:,\s|\s)(?:and|then|but)\s(?:then\s|also\s|later\s)?(?=[a-z]+)"
    r"|,\s(?=[a-z-]{3,}\s(?:(?:the|an?|its|our|their|all|both|it|them|every|each|two|three)\b|in|up|off"
    r"|down|on|out|back)\s)"
)
"""Where another deed of the same people begins."""
_CHANGED = re.compile(
    r"(?<=[a-z`] )(?:\d[\w.,%]* ?(?:->|→|=>) ?\d[\w.,%]*|:?= ?(?:true|false|on|off)\b)"
    r"|\bfrom \d[\w.,%]* ?\w{0,5} to \d[\w.,%]*",
    re.IGNORECASE,
)
"""Two values: "prefetch 10 -> 500"."""
_BACK = re.compile(
    r"\b(?:back (?:to|on|off|in|up)|(?:on|off|up|in) again)\b|\bagain\W*$", re.IGNORECASE
)
_ASIDE = re.compile(r"\b(?:without|until|before|unless|while|instead of)\b")
_PURPOSE = re.compile(r"\bto (?:get|bring|have|win|take|put)\b.{1,60}\b(?:back|again)\b")
_OVER = re.compile(
    r"\band (?:re-?)?(?:started|ran|launched|created|built) (?:it|them|one)\b.{0,12}\bagain"
)
"""Ended and begun anew is a restart, and puts nothing back."""
_AGENT = re.compile(r"\b(?:[\w-]*agent|[\w-]*bot|assistant|copilot|automation|script)\b", re.I)
"""Who is called "it" later on in a paragraph."""
_EARLY = 8
_CODE_ONLY = re.compile(r"`[^`]{2,60}[ /=][^`]{1,240}`")
_SILENT_E = re.compile(
    r"(?:(?<!e)at|iz|is|ur|uc|ag|ov|as|ut|rg|iv|dl|nc|rv|lv|ibl|(?<![aeo])id|(?<![aeiouc])us|pon|(?<![ae])ir"
    r"|(?<![aeo])ok|dg|(?<![aeo])in|quir|rib|(?<![aeou])ul|(?<!e)am|(?<!a)im|sum|(?<![aeo])ik|(?<![aeo])op|(?<![aei])ap|(?<![ae])ip"
    r"|pl|kl|gl|bl|tl|fl)$|^[^aeiou]*[aeiouy][bcdfgklmnprstvz]$"
)
"""Ends of a stem whose base form has an "e": "postponed", "wired", but not "focused"."""
_MADE_UP = re.compile(r"[a-z][a-z-]{3,}ed$")
_IDLE_PAST = frozenset(
    (
        "noticed reported decided asked called confirmed acknowledged joined agreed assumed "
        "believed learned informed explained tried wanted needed looked checked investigated "
        "identified seemed discovered declared received affected caused resulted happened occurred "
        "failed expected led observed detected suspected concluded considered discussed planned "
        "proposed suggested waited remained stayed recovered returned continued ended finished "
        "completed lasted arrived appeared turned helped worked showed opened paged alerted "
        "escalated complained contacted based related required allowed supposed intended involved "
        "indeed shared used stalled crashed timed dropped hanged piled "
        "climbed increased decreased improved missed resolved solved mitigated stabilized "
        "stabilised verified monitored reviewed documented owed clicked approved accepted pressed "
        "answered replied responded mentioned noted realised realized thought hoped feared signed "
        "logged charged queued connected delayed rejected refused ignored disconnected broken "
        "degraded prepared drafted submitted offered drew supplied provided delivered worded typed "
        "authored compiled gathered collected measured counted estimated calculated compared "
        "traced spotted guessed wondered argued insisted objected warned promised apologised "
        "apologized thanked praised summoned met attended hosted presented printed felt went came "
        "got had seen announced published issued posted tweeted "
    ).split()
)
_TAKES = {"took": "take", "put": "put", "sent": "send", "threw": "throw", "wrote": "write",
          "published": "publish"}  # fmt: skip
_PRESENT = {"takes": "take", "puts": "put", "sends": "send", "throws": "throw", "writes": "write",
            "publishes": "publish", "cuts": "cut", "shuts": "shut", "pulls": "pull"}  # fmt: skip
_SUBORDINATE = re.compile(
    r"(?<![\w-])(?:since|until|till|before|while|whether|as if|if|provided|unless|why)\s"
    r"(?:[\w`'’-]+\s){0,6}"
    r"(?:had been|has been|was|were|is|are|been|being)\s(?:\w+ly\s)?$"
)
"""What stands before a passive that only dates or limits something else."""
_ASKS = re.compile(r"\W*(?:what|how)\b", re.IGNORECASE)
_UNREAL = re.compile(r"\bwould (?:have|be)\b")
_REFUSED = re.compile(
    r"\b(?:not|never) (?:done|executed|carried out|followed|applied|tried)"
    r"|\b(?:rejected|declined)\b|decided against",
    re.IGNORECASE,
)


_PRESSED = {
    "pressed": "press", "clicked": "click", "hit": "hit", "tapped": "tap", "ticked": "tick",
    "chose": "choose", "selected": "select", "picked": "pick", "confirmed": "confirm",
}  # fmt: skip
"""With a quoted label behind it, it did what the label says."""
_PLAIN = frozenset({Telling.ACTIVE, Telling.HEAD, Telling.CARRIED, Telling.THIRD})
"""How a verb that the lexicon does not know may be told."""
_SUFFERED = frozenset({Telling.PASSIVE, Telling.BARE, Telling.STATE})
"""How it mostly tells what happened, unless it says where something was put."""
_TOWARDS = frozenset("to into onto from on".split())
"""What stands behind it then: "was linked to the stores"."""
_OBJECT = re.compile(r"(?:the|an?|all|both|our|its|each|every)$|.*(?:[`_\d]|\w-\w)")
"""The word behind a verb that opens an entry: "reseating the cable", and not "planning ahead"."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One action that a document tells of, harmful or not.

    Attributes:
        index: Of its sentence in the document.
        sentence: In which it stands.
        verb: What was done.
        telling: How it is told.
        at: The token that names it.
        clause: Where its clause starts and ends in the sentence.
        subject: Where the words before the verb that belong to it start and end.
        core_end: Where the action ends and what follows from it begins.
        remedial: It puts something back.
        language: Of the words; empty for English.
    """

    index: int
    sentence: Sentence
    verb: Verb
    telling: Telling
    at: Token
    clause: tuple[int, int]
    subject: tuple[int, int]
    core_end: int
    remedial: bool
    language: str = ""


def alerts(sentence: Sentence) -> bool:
    """Whether a machine that watches says it."""
    return _ALERT.match(sentence.speaker or sentence.text) is not None


def candidates_of(sentences: Sequence[Sentence], words: ActionWords) -> Iterator[Candidate]:
    """The candidates of a document, in order, at most one for each clause."""
    language, unit, agent = language_of(sentences), -1, False
    for index, sentence in enumerate(sentences):
        text = sentence.text
        if text.rstrip().endswith("?") or alerts(sentence):
            continue
        tokens = tokens_of(text)
        agent = agent if sentence.unit == unit else False
        unit = sentence.unit
        acted = agent and any(token.word == "it" for token in tokens[:_EARLY])
        agent = agent or _AGENT.search(text) is not None
        for span in _clauses(text, tokens, words):
            clause = [token for token in tokens if span[0] <= token.start < span[1]]
            if language:
                found = _foreign(index, sentence, clause, span, language)
            else:
                found = _in_clause(index, sentence, clause, span, words, acted)
            if found is not None and not _is_no_action(found, text):
                yield found
            acted = acted or any(token.word in actors() for token in clause)


def _is_no_action(found: Candidate, text: str) -> bool:
    """Whether it only dates something else, was refused, or spells out the action before it."""
    lead = text[found.clause[0] : found.at.start]
    if found.clause[0] == 0 and _ASKS.match(lead):
        return True
    if found.telling is Telling.COMMAND:
        return text[: found.clause[0]].rstrip().endswith(":")
    after = found.sentence.after
    if is_only_proposed(text, after):
        return True
    if found.telling is Telling.ORDER and is_turned_down(after):
        return True
    if found.telling in {Telling.ASKED, Telling.PLAN}:
        return _REFUSED.search(text) is not None or _REFUSED.search(after) is not None
    if found.telling is Telling.GERUND and _UNREAL.search(text, *found.clause):
        return True
    return _SUBORDINATE.search(lead) is not None


def _clauses(text: str, tokens: Sequence[Token], words: ActionWords) -> Iterator[tuple[int, int]]:
    """Clauses, cut before an "and" that another action follows."""
    starts = {token.start: token for token in tokens}
    for start, end in clauses_of(text):
        at = start
        for joint in _AND.finditer(text, start, end):
            token = None if _OVER.match(text, joint.start() + 1) else starts.get(joint.end())
            pasts = {verb.form for verb in words.verbs_of(token)} if token else set()
            if pasts & {Form.PAST, Form.PARTICIPLE}:
                yield at, joint.start()
                at = joint.end()
        yield at, end


def _in_clause(
    index: int,
    sentence: Sentence,
    clause: Sequence[Token],
    span: tuple[int, int],
    words: ActionWords,
    acted: bool,
) -> Candidate | None:
    """The action that a clause tells most plainly."""
    order = list(Telling)
    best: tuple[int, int, Verb, Telling] | None = None
    for at, token in enumerate(clause):
        readings = words.verbs_of(token, clause[at + 1 :]) or _unknown(token, clause[at + 1 :])
        for verb in sorted(readings, key=lambda one: Levenshtein.distance(one.base, token.word)):
            telling = telling_of(sentence, clause, at, verb, acted=acted)
            after = clause[at + 1].word if at + 1 < len(clause) else ""
            opens = at == 0 and sentence.kind is not UnitKind.TEXT
            if telling is None or (verb.kind == "other" and not _is_plain(telling, after, opens)):
                continue
            behind = (verb.kind == "other") + (telling is Telling.ORDER)  # "Shift lead sets x"
            behind += 2 * (telling is Telling.BARE and after == "by")  # "run by ops deploys x"
            rank = (order.index(telling) // 4 + behind, at)
            if best is None or rank < best[:2]:
                best = (*rank, verb, telling)
    if best is not None:
        _, at, verb, telling = best
        return _made(index, sentence, clause[at], span, verb, telling)
    return _without_verb(index, sentence, clause, span)


def _is_plain(telling: Telling, after: str, opens: bool) -> bool:
    """Whether a verb that the lexicon does not know tells a deed.

    Args:
        telling: How it is told.
        after: The word behind it.
        opens: Whether it opens an entry.
    """
    if telling is Telling.GERUND:
        return opens and _OBJECT.match(after) is not None
    return telling in _PLAIN or (telling in _SUFFERED and after in _TOWARDS)


def _foreign(
    index: int, sentence: Sentence, clause: Sequence[Token], span: tuple[int, int], language: str
) -> Candidate | None:
    """The action that a clause tells in another language."""
    told = told_in(sentence, span, language)
    if told is None:
        return _without_verb(index, sentence, clause, span)
    at, verb, telling = told
    end = core_end(sentence.text, at.end, span[1])
    back = verb.kind in {"rollback", "restore"} or is_put_back(sentence.text[slice(*span)])
    subject = (span[0], at.start)
    return Candidate(index, sentence, verb, telling, at, span, subject, end, back, language)


def _unknown(token: Token, after: Sequence[Token]) -> tuple[Verb, ...]:
    """A verb that the lexicon does not know: "reseated", 'pressed "delete all"'."""
    word = token.word
    if word in _PRESSED and any(one.text[0] in "\"“„«'`" for one in after[:3]):
        return (Verb("run", Form.PAST, _PRESSED[word]),)
    if word in _TAKES:
        return (Verb("other", Form.PAST, _TAKES[word]),)
    if word in _PRESENT:
        return (Verb("other", Form.THIRD, _PRESENT[word]),)
    form = Form.ING if word.endswith("ing") else Form.PAST
    past = word[:-3] + "ed" if form is Form.ING else word
    if not _MADE_UP.match(past) or past in _IDLE_PAST or past.endswith("eed"):
        return ()
    root = past[:-2]
    if root[-1] == root[-2] and root[-1] not in "ls":
        root = root[:-1]
    elif _SILENT_E.search(root):
        root += "e"
    return (Verb("other", form, root),)


def _without_verb(
    index: int, sentence: Sentence, clause: Sequence[Token], span: tuple[int, int]
) -> Candidate | None:
    """Entries without a verb: a command, two values, something that is back."""
    if not clause or sentence.kind is UnitKind.TEXT:
        return None
    changed = _CHANGED.search(sentence.text, *span)
    put = Verb("set", Form.PAST, "set")
    if changed is not None:
        at = Token("", changed.start(), changed.start())
        stop = sentence.text.rfind(". ", span[0], at.start)
        opens = span[0] if stop < 0 else stop + 2
        back = is_put_back(sentence.text[slice(*span)])
        subject = (opens, at.start)
        return Candidate(
            index, sentence, put, Telling.CHANGE, at, span, subject, changed.end(), back
        )
    if _CODE_ONLY.match(clause[0].text):
        run = Verb("run", Form.NOUN, "run")
        return _made(index, sentence, clause[0], span, run, Telling.COMMAND)
    found = _BACK.search(sentence.text, *span)
    if found is None or found.start() - span[0] > 60:
        return None
    at = next((token for token in clause if token.start >= found.start()), clause[-1])
    return _made(index, sentence, at, span, put, Telling.BARE)


def _made(
    index: int, sentence: Sentence, at: Token, span: tuple[int, int], verb: Verb, telling: Telling
) -> Candidate:
    text = sentence.text
    end = core_end(text, at.end, span[1])
    opens = span[0] if telling is Telling.COMMAND else subject_start(text, span[0], at.start)
    told = _OVER.sub(" ", _PURPOSE.sub(" ", text[opens:end].lower()))
    back = is_put_back(_ASIDE.split(told)[0])
    return Candidate(index, sentence, verb, telling, at, span, (opens, at.start), end, back)
