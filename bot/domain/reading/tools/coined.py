"""Verbs in words that no list holds: `deletefamily`, `recheck`, `JOB_STATE_CANCELLED`."""

from __future__ import annotations

import re

from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tools

_SHORTEST, _LONGEST = 6, 40
_SHORT_VERB, _LONG_VERB = 3, 5
_SHORTEST_REST = 3
_ENDINGS = (
    "s",
    "d",
    "r",
    "rs",
    "er",
    "ers",
    "ed",
    "ing",
    "ings",
    "ion",
    "ions",
    "al",
    "ment",
    "able",
)
_TOLD = ("stats", "stat", "info", "status", "list", "history", "progress", "log", "logs", "report")
_BEGINS = frozenset({"run", "start"})
_OF_STATE = re.compile(r"(?:[a-z]+[ _-])*?(?:state|status|phase|mode)[ _-]")
_ASIDE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_")
_STATE_KEY = re.compile(
    r"(?:(?:desired|requested|target|wanted|new|goal|power|run|running|life-?cycle|admin|operational|"
    r"expected|intended|next|to)-?)?(?:state|status|phase|condition)|power|ensure|lifecycle|mode|"
    r"activation|admin|availability"
)


def glued_verb(word: str, tools: Tools) -> tuple[str, tuple[str, ...]] | None:
    """The kind and the rest of a word that is glued together of a verb and its object.

    `deletefamily` begins with its verb, `clusterreset` ends with it. A verb that is also the
    beginning of other words ("set", "drop") counts only before the name of a thing.
    """
    if not _SHORTEST <= len(word) <= _LONGEST or not word.isascii() or not word.isalpha():
        return None
    firm, brief = tools.words["glued_verbs"], tools.words["glued_short_verbs"]
    things = tools.words["glued_things"]
    for length in range(min(len(word) - _SHORTEST_REST, 12), _SHORT_VERB - 1, -1):
        verb, rest = word[:length], word[length:]
        long_enough = rest not in _ENDINGS and len(rest) > _SHORTEST_REST
        if verb in firm and (rest in things or long_enough):
            return "inspect" if rest.endswith(_TOLD) else tools.verbs[verb], (rest,)
        if verb in brief and rest in things:
            return tools.verbs[verb], (rest,)
    for length in range(min(len(word) - _SHORTEST_REST, 12), _LONG_VERB - 1, -1):
        verb, rest = word[-length:], word[:-length]
        if verb in firm and (rest in things or rest in tools.verbs):
            return tools.verbs[verb], (rest,)
    return None


def repeated_verb(word: str, tools: Tools) -> str:
    """The kind of doing something again: `recheck` and `re-send` name what they do again."""
    if word[:2] != "re" or word in tools.words["not_again"]:
        return ""
    again = word[2:].removeprefix("-")
    kind = tools.verbs.get(again, "") if len(again) > _SHORTEST_REST else ""
    if kind in READ_ONLY_KINDS or kind in _BEGINS:
        return "retry"
    return kind


def coined_verb(pieces: list[str], tools: Tools) -> tuple[str, tuple[str, ...]] | None:
    """The kind of the first piece of an identifier that has a verb inside it, and the rest."""
    for index, piece in enumerate(pieces):
        others = (*pieces[:index], *pieces[index + 1 :])
        if again := repeated_verb(piece, tools):
            return again, others
        if found := glued_verb(piece, tools):
            return found[0], (*others, *found[1])
    return None


def kind_of_state(key: str, value: str, tools: Tools) -> str:
    """The kind that brings about a state: {"requestedState": "JOB_STATE_CANCELLED"} cancels.

    Args:
        key: The last part of the key: `desired_state`, `powerState`.
        value: The state, in any spelling; a word that is no state gives "".
        tools: For the states.
    """
    if not _STATE_KEY.fullmatch(_ASIDE.sub("-", key).lower()):
        return ""
    whole = _ASIDE.sub("-", value.strip())[:60].lower().strip("-")
    plain = _OF_STATE.sub("", whole, count=1)
    power = "power" in key.lower()
    if power and f"power-{plain}" in tools.states:
        return tools.states[f"power-{plain}"]
    return tools.states.get(whole, tools.states.get(plain, ""))
