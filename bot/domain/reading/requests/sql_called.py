"""Functions and procedures that act: a SELECT, CALL, EXEC or block that calls them."""

from __future__ import annotations

from bot.domain.action import PlannedAction
from bot.domain.reading.requests.sql_statement import Statement, plain_name
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tools
from bot.domain.reading.tools.verbs import pieces_of

_RUNNING = frozenset({"CALL", "EXEC", "EXECUTE", "BEGIN"})
_HEADS = frozenset({"SELECT", "DO", "WITH"}) | _RUNNING
_VERB_AND_OBJECT = 2
_OWNERS = frozenset(
    {"pg", "rds", "sp", "xp", "ps", "mysql", "citus", "dblink", "cron", "partman", "dbms"}
)
_COMPUTES = frozenset(
    {"split", "replace", "lock", "convert", "format", "merge", "set", "open", "start"}
)


def read_called(statement: Statement, tools: Tools) -> list[PlannedAction]:
    """The actions of what a statement calls; [] where that only computes or looks."""
    head = statement.upper[0]
    if head not in _HEADS or len(statement.words) < _VERB_AND_OBJECT:
        return []
    actions = []
    for index, word in enumerate(statement.words[:-1]):
        kind = tools.sql_functions.get(_tail(word), "")
        first = index == 1 and head in _RUNNING | {"SELECT"}
        kind = kind or (_acting(_tail(word), head in _RUNNING, tools) if first else "")
        if kind and statement.words[index + 1] == "(":
            actions.append(_action(kind, index, statement))
    if actions or head not in _RUNNING:
        return actions
    kind = tools.sql_functions.get(_tail(statement.words[1]), "")
    kind = kind or _acting(_tail(statement.words[1]), True, tools)
    if kind or head != "BEGIN":
        return [_action(kind or "run", 1, statement)]
    return []


def _tail(word: str) -> str:
    """The name of a function without what owns it: `msdb.dbo.sp_start_job`."""
    return word.lower().rsplit(".", 1)[-1]


def _acting(name: str, runs: bool, tools: Tools) -> str:
    """The kind of a function whose own name begins with a verb: `decompress_chunk`, or "".

    Only a procedure that is run may be named by the verb alone, or by one that also computes.
    """
    pieces = name.split("_")
    while len(pieces) > 1 and pieces[0] in _OWNERS:
        pieces = pieces[1:]
    computes = pieces[0] in _COMPUTES or len(name.split("_")) < _VERB_AND_OBJECT
    if computes and not runs:
        return ""
    kind = tools.verbs.get(pieces[0], "")
    return "" if kind in READ_ONLY_KINDS else kind


def _action(kind: str, index: int, statement: Statement) -> PlannedAction:
    word = statement.words[index]
    inside = [w for w in statement.words[index + 1 : index + 7] if w not in {")", ",", "("}]
    return build_action(
        kind,
        target=None,
        objects=[word, *pieces_of(_tail(word)), *(plain_name(w) for w in inside[:3])],
        parameters={"where": "given"} if "WHERE" in statement.upper else {},
        text=statement.text,
    )
