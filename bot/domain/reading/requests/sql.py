"""SQL -> planned actions: the statement's kind, the objects it names, whether it has a WHERE.

Statements with a fixed head ("VACUUM FULL", "ALTER SYSTEM SET") are read by the phrases of
`lexicon/tools/sql.toml`, in any dialect and also where the rest is not valid SQL. `sql_rows` reads
those that change rows, `sql_alter` those that alter tables, `sql_setting` those that set a value.
"""

from __future__ import annotations

from dataclasses import replace

from bot.domain.action import PlannedAction
from bot.domain.reading.requests.sql_alter import read_alterations
from bot.domain.reading.requests.sql_called import read_called
from bot.domain.reading.requests.sql_rows import read_rows
from bot.domain.reading.requests.sql_setting import settings_of
from bot.domain.reading.requests.sql_statement import (
    NOISE,
    ROW_HEADS,
    SWITCHES,
    Statement,
    phrase_of,
    plain_name,
    statements_of,
    switches_of,
)
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tools

_MAKING = {"VACUUM": "FULL", "OPTIMIZE": "FINAL", "DROP": "CASCADE", "TRUNCATE": "CASCADE"}
_CLAUSES = frozenset({
    "WHERE", "SET", "USING", "VALUES", "SELECT", "AS", "WITH", "ORDER", "LIMIT", "RETURNING",
    "REFERENCES", "ADD", "DROP", "ALTER", "MODIFY", "RENAME", "CHANGE", "DEFAULT",
})  # fmt: skip


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
        actions += [replace(a, lacks=_lacking(statement)) for a in read]
    return actions


def _lacking(statement: Statement) -> tuple[str, ...]:
    """What a statement is not without the word that would make it so: VACUUM (ANALYZE) x."""
    word = _MAKING.get(statement.upper[0], "")
    return (word.lower(),) if word and word not in statement.upper else ()


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
        found = read_rows(statement)
        if found:
            return found
    if head == "ALTER" and len(statement.upper) > 2:
        altered = _altered(statement, tools) or read_alterations(statement)
        if altered:
            return altered
    if called := read_called(statement, tools):
        return called
    phrase, kind = phrase_of(statement, tools)
    if not kind:
        return []
    if kind in READ_ONLY_KINDS:
        asked = (tools.sql_options.get(word.lower(), "") for word in statement.upper)
        kind = next(filter(None, asked), kind)
    if kind in {"set", "none"} or "set" in phrase.split():
        return settings_of(statement, kind) if kind != "none" else []
    return [_plain(statement, phrase, kind)]


def _altered(statement: Statement, tools: Tools) -> list[PlannedAction]:
    """`ALTER WAREHOUSE x SUSPEND`: a later word says what is done to anything but a table."""
    if statement.upper[1] in {"TABLE", "INDEX", "KEYSPACE", "MATERIALIZED"}:
        return []
    for phrase, meaning in tools.sql_alter.items():
        if statement.has(phrase.upper()):
            kind, *about = meaning.split()
            thing, *names = (w for w in statement.words[1:6] if w.upper() not in phrase.upper())
            objects = [thing.lower(), *map(plain_name, names), *about]
            parameters = switches_of(statement)
            return [
                build_action(
                    kind, target=None, objects=objects, parameters=parameters, text=statement.text
                )
            ]
    return []


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
        if upper not in NOISE and (word[0].isalnum() or word[0] in "\"`'_"):
            names.append(plain_name(word))
    parameters = switches_of(statement)
    if "WHERE" in statement.upper:
        parameters["where"] = "given"
    if statement.has("PARTITION"):
        parameters["partition"] = "given"
    things = [w for w in wanted[1:] if w.upper() in NOISE - {"TO", "ON", "FROM", "OR"}]
    switches = {s.lower() for s in SWITCHES}
    objects = [*things, *(n for n in names[:8] if n.lower() not in switches)]
    return build_action(
        kind, target=None, objects=objects, parameters=parameters, text=statement.text
    )
