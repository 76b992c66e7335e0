"""A text -> statements in SQL, and whether it is SQL at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.domain.reading.tools.tool_grammar import Tools

_TOKEN = re.compile(
    r"(?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z))"
    r"|(?P<body>\$(?P<tag>[A-Za-z_]*)\$.*?(?:\$(?P=tag)\$|\Z))"
    r"|(?P<string>(?:\b[NnEeBb])?'(?:[^'\\]|''|\\.)*(?:'|\Z))"
    r'|(?P<name>"[^"]*(?:"|\Z)|`[^`]*(?:`|\Z))'
    r"|(?P<word>[\w@][\w.$@*/:-]*)"
    r"|(?P<end>;)|(?P<other>\S)",
    re.S,
)


ROW_HEADS = frozenset({"DELETE", "UPDATE", "INSERT", "MERGE", "WITH", "REPLACE"})


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: its source, its words in upper case, and the words as written."""

    text: str
    upper: tuple[str, ...]
    words: tuple[str, ...]

    def has(self, phrase: str) -> bool:
        """Whether the words of a phrase, in capitals, stand in it one after the other."""
        return f" {phrase} " in f" {' '.join(self.upper)} "


NOISE = frozenset({
    "IF", "EXISTS", "NOT", "ONLY", "TABLE", "TABLES", "INDEX", "DATABASE", "SCHEMA", "FROM", "INTO",
    "ON", "LOCAL", "LOW_PRIORITY", "QUICK", "IGNORE", "TO", "SLAVE", "OR", "REPLACE", "UNIQUE",
    "TEMPORARY", "TEMP", "CLUSTER", "THE", "COLUMN", "CONSTRAINT", "PARTITION", "USER", "ROLE",
    "MATERIALIZED", "VIEW", "SEQUENCE", "EXTENSION", "FUNCTION", "TRIGGER", "KEYSPACE", "TYPE",
})  # fmt: skip
"""Words between a phrase and the name of its object."""

SWITCHES = (
    "CONCURRENTLY", "CASCADE", "FINAL", "FULL", "FORCE", "NOWAIT", "VERBOSE", "ONLINE", "ALL",
    "NOT VALID", "SKIP LOCKED", "RESTART IDENTITY", "DEDUPLICATE", "IF EXISTS", "ASYNC", "SYNC",
)  # fmt: skip
"""Words that say how a statement does what it does."""


_SENTENCE = frozenset({
    "THE", "WE", "I", "WILL", "PLEASE", "NOW", "IT", "THIS", "THAT", "OUR", "AGAIN",
    "TONIGHT", "LATER", "FIRST",
})  # fmt: skip


_PLAIN_SQL = frozenset({
    "SELECT", "DELETE", "UPDATE", "INSERT", "ALTER", "DROP", "CREATE", "TRUNCATE", "VACUUM", "KILL",
    "REINDEX", "GRANT", "REVOKE", "EXPLAIN", "OPTIMIZE", "ANALYZE", "WITH", "MERGE",
})  # fmt: skip


_FOLLOWS = {
    "SELECT": "FROM", "DELETE": "FROM", "UPDATE": "SET", "INSERT": "INTO", "MERGE": "INTO",
    "REPLACE": "INTO", "WITH": "AS",
}  # fmt: skip


_PROCEDURE = re.compile(r"\w+(?:\.\w+)+|\w+_\w+")
_CALLING = frozenset({"EXEC", "EXECUTE", "CALL"})
_FIRST_WORD = re.compile(r"\s*([A-Za-z]{2}[\w.$@*/:-]*)")


def looks_like_sql(text: str, tools: Tools) -> bool:
    """Whether a text that stands alone is SQL and no sentence.

    Its phrase is in capitals, or has two words, or goes on as SQL does: UPDATE … SET.
    """
    begins = _FIRST_WORD.match(text[:600])
    if begins and begins[1].upper() not in _heads(tools):
        return False
    statements = statements_of(text[:600])
    if not statements:
        return False
    first = statements[0]
    head = first.words[0]
    if head.startswith("\\"):
        return True
    rest = first.words[1:]
    phrase, _ = phrase_of(first, tools)
    called = first.upper[0] in _CALLING and bool(rest)
    if called and (head.isupper() or "(" in rest) and _PROCEDURE.fullmatch(rest[0]):
        return True
    if not phrase or not rest:
        return bool(phrase) and text.rstrip().endswith(";")
    shouted = head.isupper() and any(w.isupper() and len(w) > 1 for w in rest)
    if shouted and first.upper[0] in _PLAIN_SQL:
        return True
    if head.isupper() and phrase.count(" ") > 1:
        return True
    if _SENTENCE & set(first.upper[:12]):
        return False
    if head.isupper():
        more = "=" in rest or len(statements) > 1
        return shouted or more or first.upper[0] in _PLAIN_SQL
    return phrase.count(" ") > 0 or _reads_on(first.upper)


@lru_cache(maxsize=8)
def _heads(tools: Tools) -> frozenset[str]:
    """The words that a statement can begin with, in capitals: most sentences begin otherwise."""
    return _CALLING | {phrase.split(" ", 1)[0].upper() for phrase in tools.sql}


def _reads_on(upper: Sequence[str]) -> bool:
    """Whether the word that a statement in small letters needs next stands where it should."""
    near = upper[1:2]
    if upper[0] == "UPDATE":
        near = upper[2:5]
    elif upper[0] in {"SELECT", "WITH"}:
        near = upper
    return _FOLLOWS.get(upper[0], "") in near


def statements_of(text: str) -> list[Statement]:
    """The statements of a text, without comments; never raises."""
    out: list[Statement] = []
    words: list[str] = []
    begin = 0
    if text.lstrip().startswith("\\"):
        line = text.strip().splitlines()[0]
        return [Statement(line, tuple(line.upper().split()), tuple(line.split()))]
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup if found.lastgroup != "tag" else "body"
        if kind == "end":
            _close(out, words, text[begin : found.end()])
            words, begin = [], found.end()
        elif kind != "comment":
            words.append(found[0])
    _close(out, words, text[begin:])
    return out


def _close(out: list[Statement], words: Sequence[str], source: str) -> None:
    if words:
        out.append(Statement(source.strip(), tuple(w.upper() for w in words), tuple(words)))


def phrase_of(statement: Statement, tools: Tools) -> tuple[str, str]:
    """The longest known phrase that the statement begins with, and its kind."""
    plain = [w for w in statement.upper[:8] if w != "("]
    for length in range(min(5, len(plain)), 0, -1):
        phrase = " ".join(plain[:length]).lower()
        if phrase in tools.sql:
            return phrase, tools.sql[phrase]
    return "", ""


def plain_name(word: str) -> str:
    """A name without quotes and what stands around it."""
    bare = word[1:] if word[1:2] == "'" and word[:1] in "NnEeBb" else word
    return bare.strip("\"`'[]();,")


def switches_of(statement: Statement) -> dict[str, str]:
    """The switches of a statement as parameters."""
    return {s.lower().replace(" ", "_"): "true" for s in SWITCHES if statement.has(s)}
