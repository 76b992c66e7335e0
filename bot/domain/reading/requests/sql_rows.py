"""SQL that changes rows -> planned actions: the table, and the WHERE that bounds it.

Parsed by sqlglot, since the table and the WHERE may stand deep inside; what it cannot parse is
read from its words.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from bot.domain.action import PlannedAction
from bot.domain.reading.requests.sql_statement import NOISE, Statement, plain_name
from bot.domain.reading.tools.planned import build_action

_PARSED = 4_000
"""Longer statements are read from their words alone."""

_DIALECTS = ("postgres", "mysql", "")
_ROW_KINDS: tuple[tuple[type[exp.Expression], str], ...] = (
    (exp.Delete, "delete"),
    (exp.Update, "change"),
    (exp.Insert, "add"),
    (exp.Merge, "change"),
)


def read_rows(statement: Statement) -> list[PlannedAction]:
    """Statements that change rows, wherever they stand in the text; [] where none is found."""
    tree = _parse(statement.text)
    if tree is None:
        return _rows_by_words(statement)
    actions = []
    for node in tree.walk():
        kind = next((k for t, k in _ROW_KINDS if isinstance(node, t)), None)
        if kind is None:
            continue
        named = node.this if isinstance(node.this, exp.Expression) else None
        table = named.find(exp.Table) if named is not None else None
        where = node.args.get("where")
        parameters = {"where": where.this.sql()[:200] if where is not None else "none"}
        if kind == "add":
            parameters = {}
        objects = ["rows", *([_table_name(table)] if table is not None else [])]
        if isinstance(node, exp.Update):
            objects += [e.this.sql() for e in node.expressions[:8] if isinstance(e, exp.EQ)]
        actions.append(_row_action(kind, objects, parameters, statement.text))
    if not actions and statement.upper[0] != "WITH":
        return _rows_by_words(statement)
    return actions


def _row_action(
    kind: str, objects: Sequence[str], parameters: dict[str, str], text: str
) -> PlannedAction:
    return build_action(kind, target=None, objects=objects, parameters=parameters, text=text)


def _table_name(table: exp.Table) -> str:
    return ".".join(part.name for part in table.parts)


def _parse(text: str) -> exp.Expression | None:
    if len(text) > _PARSED:
        return None
    for dialect in _DIALECTS:
        try:
            tree = sqlglot.parse_one(text.rstrip("; \n"), dialect=dialect or None)
        except (SqlglotError, RecursionError, ValueError, TypeError, AttributeError, IndexError):
            continue  # the parser's own failures on odd text: the words are read instead
        return tree if isinstance(tree, exp.Expression) else None
    return None


_ROW_WORDS = {
    "DELETE": "delete", "UPDATE": "change", "INSERT": "add", "REPLACE": "add",
    "MERGE": "change",
}  # fmt: skip


def _rows_by_words(statement: Statement) -> list[PlannedAction]:
    for index, word in enumerate(statement.upper):
        kind = _ROW_WORDS.get(word)
        if kind is None:
            continue
        rest = statement.words[index + 1 :]
        name = next((w for w in rest if w.upper() not in NOISE), "")
        where = "WHERE" in statement.upper[index:]
        parameters = {} if kind == "add" else {"where": "given" if where else "none"}
        return [_row_action(kind, ["rows", plain_name(name)], parameters, statement.text)]
    return []
