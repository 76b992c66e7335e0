"""What hangs on a condition that stands before it: "if it gets worse, we purge the queue"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.domain.reading.lexicon import ForeignLanguage, Lexicon
from bot.domain.reading.prose.clause import Clause
from bot.domain.reading.prose.tone import has_phrase

_IF = frozenset({"if", "unless"})
# Nobody minds, or the one who reads on is spoken to: "if you see a blip, that's me".
_COURTESY = re.compile(
    r"\b(?:nobody|no ?one|no-one|none|nothing|there(?:'s| is| are) no|(?:all|everything) goes|"
    r"(?:ok|okay|fine|alright) (?:with|for|by)|(?:that|it)(?:'s| is) (?:ok|okay|fine|alright)|"
    r"objects?|objections?|minds?|shouts?|screams?|stops? me|complains?|vetoe?s?|speaks? up|"
    r"you|anyone|anybody|someone|somebody|users|customers|people|folks|only|need be|"
    r"otherwise|niemand|keiner|keine|jemand|du|ihr|nadie|alguien|personne|quelqu|vous|tu|ninguém|alguém|"
    r"vocês?)\b"
)
_NOW = frozenset({"now", "already", "jetzt", "ahora", "maintenant", "agora"})
_THOUGHT = frozenset({"hypothetically", "theoretically", "ideally", "alternatively"})
_BARE = 4
_SUBJUNCT = frozenset({"should", "had"})


def with_conditions(
    clauses: list[Clause], language: ForeignLanguage | None, lexicon: Lexicon
) -> list[Clause]:
    """The clauses of one sentence; the one that a leading condition decides on is conditional.

    Args:
        clauses: All clauses of the sentence, in order.
        language: Its language, or None for English.
        lexicon: The words.
    """
    if len(clauses) == 1 or not (
        _conditions(clauses[0], language) or _only_weighs(clauses[0], lexicon)
    ):
        return clauses
    for at, clause in enumerate(clauses[1:], 1):
        if not clause.subordinate and len(clause.tokens) > 1:
            depends = not _NOW & {t.text for t in clause.tokens}
            return [*clauses[:at], replace(clause, conditional=depends), *clauses[at + 1 :]]
    return clauses


def _conditions(clause: Clause, language: ForeignLanguage | None) -> bool:
    """Whether a clause says under which condition something is done."""
    words = [token.text for token in clause.tokens]
    if language:
        opens = words[0] in language.conditions
    else:
        opens = clause.opener in _IF or words[:2] == ["in", "case"] or _inverts(words)
    own = clause.text[clause.tokens[0].start : clause.tokens[-1].end].lower()
    return opens and _COURTESY.search(own) is None


def _only_weighs(clause: Clause, lexicon: Lexicon) -> bool:
    """Whether a clause says nothing but that it is a thought: "one option: …"."""
    words = [token.text for token in clause.tokens]
    if len(words) > _BARE:
        return False
    weighing = lexicon.language.phrases["weighing"]
    return bool(_THOUGHT & set(words)) or has_phrase(" ".join(words), weighing)


def _inverts(words: Sequence[str]) -> bool:
    """Whether a verb in front makes a condition: "should it get worse, …"."""
    return words[0] in _SUBJUNCT and len(words) > 2 and words[1] in {"it", "the", "this", "that"}


__all__ = ["with_conditions"]
