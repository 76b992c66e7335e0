"""SQL -> planned actions: the statement's kind, the objects it names, whether it has a WHERE.

Statements with a fixed head ("VACUUM FULL", "ALTER SYSTEM SET") are read by the phrases of
`lexicon/tools/sql.toml`, in any dialect and also where the rest is not valid SQL. Statements that
change rows are parsed by sqlglot, since their table and their WHERE may stand deep inside; what it
cannot parse is read from its words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from bot.domain.action import PlannedAction
from bot.domain.reading.requests.sql_statement import (
    ROW_HEADS,
    Statement,
    phrase_of,
    statements_of,
)
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import Tools

_PARSED = 4_000
"""Longer statements are read from their words alone."""

_MAX_ALTERATIONS = 40
_DIALECTS = ("postgres", "mysql", "")
_NOISE = frozenset({
    "IF", "EXISTS", "NOT", "ONLY", "TABLE", "TABLES", "INDEX", "DATABASE", "SCHEMA", "FROM", "INTO",
    "ON", "LOCAL", "LOW_PRIORITY", "QUICK", "IGNORE", "TO", "SLAVE", "OR", "REPLACE", "UNIQUE",
    "TEMPORARY", "TEMP", "CLUSTER", "THE", "COLUMN", "CONSTRAINT", "PARTITION", "USER", "ROLE",
    "MATERIALIZED", "VIEW", "SEQUENCE", "EXTENSION", "FUNCTION", "TRIGGER", "KEYSPACE", "TYPE",
})  # fmt: skip
_CLAUSES = frozenset({
    "WHERE", "SET", "USING", "VALUES", "SELECT", "AS", "WITH", "ORDER", "LIMIT", "RETURNING",
    "REFERENCES", "ADD", "DROP", "ALTER", "MODIFY", "RENAME", "CHANGE", "DEFAULT",
})  # fmt: skip
_SWITCHES = (
    "CONCURRENTLY", "CASCADE", "FINAL", "FULL", "FORCE", "NOWAIT", "VERBOSE", "ONLINE", "ALL",
    "NOT VALID", "SKIP LOCKED", "RESTART IDENTITY", "DEDUPLICATE", "IF EXISTS", "ASYNC", "SYNC",
)  # fmt: skip
_SETTINGS = re.compile(
    r"(?<![\w.])([A-Za-z_][\w.]{0,120})\s*(?:=|\bTO\b)\s*('[^']*'|\"[^\"]*\"|[\w.+-]+)", re.I
)


def read_sql(text: str, tools: Tools) -> list[PlannedAction]:
    """The actions of a text in SQL, in order; never raises.

    Settings that hold for the session (`SET lock_timeout = …`) become parameters of the
    statements after them.
    """
    actions: list[PlannedAction] = []
    session: dict[str, str] = {}
    statements = statements_of(text)
    for number, statement in enumerate(statements):
        read = _read(statement, tools)
        if read and number + 1 < len(statements) and _for_session(statement):
            session.update({a.parameters["key"]: a.parameters["to"] for a in read})
            read = [
                replace(a, main=False, parameters={**a.parameters, "scope": "session"})
                for a in read
            ]
        elif session:
            read = [replace(a, parameters={**session, **a.parameters}) for a in read]
        actions += read
    return actions


def _for_session(statement: Statement) -> bool:
    """Whether a SET holds for the session alone."""
    lasting = ("GLOBAL", "PERSIST", "PERSIST_ONLY")
    return statement.upper[0] == "SET" and not any(
        w in lasting or w.startswith("@@GLOBAL") for w in statement.upper
    )


def _read(statement: Statement, tools: Tools) -> list[PlannedAction]:
    head = statement.upper[0]
    if head.startswith("\\"):
        return [_meta(statement)]
    if head == "EXPLAIN":
        return _explained(statement, tools)
    if head in ROW_HEADS:
        found = _rows(statement)
        if found:
            return found
    if head == "ALTER" and len(statement.upper) > 2:
        altered = _altered(statement)
        if altered:
            return altered
    called = _called(statement, tools) if head in {"SELECT", "CALL", "EXEC", "DO", "WITH"} else []
    if called:
        return called
    phrase, kind = phrase_of(statement, tools)
    if not kind:
        return []
    if kind in {"set", "none"} or "set" in phrase.split():
        return _setting(statement, kind) if kind != "none" else []
    return [_plain(statement, phrase, kind)]


def _meta(statement: Statement) -> PlannedAction:
    """Psql's own commands, which begin with a backslash: most look, `i` and `copy from` do not."""
    head = statement.upper[0]
    kind = "inspect"
    if head in {"\\I", "\\IR"}:
        kind = "run"
    elif head == "\\COPY" and "FROM" in statement.upper:
        kind = "import"
    return build_action(
        kind, target=None, objects=statement.words[1:3], parameters={}, text=statement.text
    )


def _explained(statement: Statement, tools: Tools) -> list[PlannedAction]:
    """EXPLAIN looks; EXPLAIN ANALYZE runs what it explains."""
    skip = 1
    runs = False
    while skip < len(statement.upper) and statement.upper[skip] in {
        "ANALYZE", "ANALYSE", "VERBOSE", "(", ")", ",", "BUFFERS", "FORMAT", "JSON", "COSTS", "ON",
    }:  # fmt: skip
        runs = runs or statement.upper[skip].startswith("ANALY")
        skip += 1
    rest = Statement(
        " ".join(statement.words[skip:]), statement.upper[skip:], statement.words[skip:]
    )
    inner = _read(rest, tools) if rest.upper else []
    if runs and inner:
        return inner
    return [
        build_action(
            a.kind, target=a.target, objects=a.objects, parameters=a.parameters,
            read_only=True, text=statement.text,
        )
        for a in inner
    ] or [_plain(statement, "", "inspect")]  # fmt: skip


_ROW_KINDS: tuple[tuple[type[exp.Expression], str], ...] = (
    (exp.Delete, "delete"),
    (exp.Update, "change"),
    (exp.Insert, "add"),
    (exp.Merge, "change"),
)


def _rows(statement: Statement) -> list[PlannedAction]:
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
        name = next((w for w in rest if w.upper() not in _NOISE), "")
        where = "WHERE" in statement.upper[index:]
        parameters = {} if kind == "add" else {"where": "given" if where else "none"}
        return [_row_action(kind, ["rows", _plain_name(name)], parameters, statement.text)]
    return []


def _plain_name(word: str) -> str:
    return word.strip("\"`'[]();,")


_SUBJECTS = frozenset({
    "COLUMN", "PARTITION", "PARTITIONS", "INDEX", "CONSTRAINT", "KEY", "FOREIGN", "PRIMARY", "PART",
    "PROJECTION", "TRIGGER", "STATISTICS", "CHECK", "VALUE",
})  # fmt: skip
_ALTERATIONS = {
    "DROP": "drop", "TRUNCATE": "truncate", "DETACH": "detach", "ATTACH": "attach",
    "REORGANIZE": "rebuild", "REBUILD": "rebuild", "COALESCE": "alter", "ADD": "alter",
    "DELETE": "delete", "UPDATE": "change", "ALTER": "alter", "MODIFY": "alter",
    "CHANGE": "alter", "RENAME": "rename", "DISABLE": "disable", "ENABLE": "enable",
    "ENGINE": "rebuild", "FREEZE": "backup", "VALIDATE": "alter", "MOVE": "move",
    "OWNER": "alter", "SET": "set", "RESET": "set", "CONVERT": "rebuild", "CLEAR": "clear",
    "EXCHANGE": "alter", "MATERIALIZE": "rebuild", "REPLACE": "alter", "FETCH": "restore",
    "CLUSTER": "rebuild", "DISCARD": "drop", "IMPORT": "import", "LOCK": "alter",
}  # fmt: skip


def _altered(statement: Statement) -> list[PlannedAction]:
    """ALTER TABLE and its kin: one action for each alteration; [] where a phrase says more."""
    if statement.upper[1] not in {"TABLE", "INDEX", "DATABASE", "KEYSPACE", "MATERIALIZED"}:
        return []
    skip = 2
    while skip < len(statement.upper) and statement.upper[skip] in _NOISE:
        skip += 1
    if skip >= len(statement.words):
        return []
    table = _plain_name(statement.words[skip])
    thing = statement.upper[1].lower()
    rest = list(statement.words[skip + 1 :])
    if [w.upper() for w in rest[:2]] == ["ON", "CLUSTER"]:
        rest = rest[3:]
    actions = []
    switches = _switches(statement)
    for words in _alterations(rest)[:_MAX_ALTERATIONS]:
        upper = [w.upper() for w in words]
        kind = next((_ALTERATIONS[w] for w in upper[:5] if w in _ALTERATIONS), "")
        if kind == "set":
            part = Statement(" ".join(words), tuple(upper), tuple(words))
            settings = _setting(part, "set")
            actions += [
                replace(a, objects=(table, *a.objects), text=statement.text) for a in settings
            ]
            continue
        if kind:
            actions.append(_alteration(statement, kind, (thing, table), words, switches))
    return actions or [
        build_action(
            "alter", target=None, objects=[thing, table], parameters={}, text=statement.text
        )
    ]


def _alteration(
    statement: Statement,
    kind: str,
    named: tuple[str, str],
    words: Sequence[str],
    switches: Mapping[str, str],
) -> PlannedAction:
    """One part of an ALTER: `named` is the type of the thing altered and its name."""
    thing, table = named
    upper = [w.upper() for w in words]
    subject = [w.lower() for w in upper if w in _SUBJECTS][:3]
    names = [
        _plain_name(w)
        for w in words[1:]
        if w.upper() not in _NOISE | _SUBJECTS and (w[0].isalnum() or w[0] in "\"`'_")
    ]
    parameters = dict(switches)
    if upper[0] == "ADD":
        parameters["add"] = " ".join(subject) or "column"
    if "WHERE" in upper or kind in {"delete", "change"}:
        parameters["where"] = (
            " ".join(words[upper.index("WHERE") + 1 :])[:200] if ("WHERE" in upper) else "none"
        )
    if not subject and upper[0] in {"ADD", "DROP", "MODIFY", "CHANGE"}:
        subject = ["column"]
    objects = [*subject, table, *names[:4]] if subject else [thing, table, *names[:4]]
    return build_action(
        kind, target=None, objects=objects, parameters=parameters, text=statement.text
    )


def _alterations(words: Sequence[str]) -> list[list[str]]:
    """The parts of an ALTER, separated by commas outside parentheses."""
    parts: list[list[str]] = [[]]
    depth = 0
    for word in words:
        depth += (word == "(") - (word == ")")
        if word == "," and depth <= 0:
            parts.append([])
        elif word != ";":
            parts[-1].append(word)
    return [p for p in parts if p]


def _called(statement: Statement, tools: Tools) -> list[PlannedAction]:
    """Functions that act although a SELECT calls them: `pg_terminate_backend(…)`."""
    actions = []
    for index, word in enumerate(statement.words[:-1]):
        name = word.lower().rsplit(".", 1)[-1]
        if statement.words[index + 1] == "(" and name in tools.sql_functions:
            inside = statement.words[index + 2 : index + 5]
            names = [_plain_name(w) for w in inside if w not in {")", ",", "("}]
            actions.append(
                build_action(
                    tools.sql_functions[name],
                    target=None,
                    objects=[name, *names],
                    parameters={"where": "given"} if "WHERE" in statement.upper else {},
                    text=statement.text,
                )
            )
    return actions


def _setting(statement: Statement, kind: str) -> list[PlannedAction]:
    """Each `key = value` of a statement that sets something."""
    body = statement.text
    begin = re.search(r"\b(?:SET|RESET|PERSIST)\b", body, re.I)
    body = body[begin.end() :] if begin else body
    pairs = _SETTINGS.findall(re.sub(r"\b(?:GLOBAL|SESSION|LOCAL|PERSIST)\b|@@\w+\.", " ", body))
    if not pairs:
        words = [w for w in statement.words[1:] if w.upper() not in {"SET", "SYSTEM", "GLOBAL"}]
        pairs = [(words[0], words[1] if len(words) > 1 else "default")] if words else []
    return [
        build_action(
            kind, target=None, objects=[key],
            parameters={"key": key, "to": value.strip("'\"")}, text=statement.text,
        )
        for key, value in pairs[:8]
    ]  # fmt: skip


def _switches(statement: Statement) -> dict[str, str]:
    return {s.lower().replace(" ", "_"): "true" for s in _SWITCHES if statement.has(s)}


def _plain(statement: Statement, phrase: str, kind: str) -> PlannedAction:
    """A statement whose phrase says what it does: the words after it are its objects."""
    wanted = phrase.split()
    plain = [(u, w) for u, w in zip(statement.upper, statement.words, strict=True) if u != "("]
    names: list[str] = []
    on_cluster = False
    for upper, word in plain[len(wanted) :]:
        if upper in _CLAUSES:
            break
        if on_cluster:
            on_cluster = False
            continue
        on_cluster = upper == "CLUSTER" and "ON" in statement.upper
        if upper not in _NOISE and (word[0].isalnum() or word[0] in "\"`'_"):
            names.append(_plain_name(word))
    parameters = _switches(statement)
    if "WHERE" in statement.upper:
        parameters["where"] = "given"
    if statement.has("PARTITION"):
        parameters["partition"] = "given"
    things = [w for w in wanted[1:] if w.upper() in _NOISE - {"TO", "ON", "FROM", "OR"}]
    switches = {s.lower() for s in _SWITCHES}
    objects = [*things, *(n for n in names[:8] if n.lower() not in switches)]
    return build_action(
        kind, target=None, objects=objects, parameters=parameters, text=statement.text
    )
