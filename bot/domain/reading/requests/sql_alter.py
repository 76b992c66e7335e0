"""ALTER TABLE and its kin -> planned actions: one for each alteration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.action import PlannedAction
from bot.domain.reading.requests.sql_setting import settings_of
from bot.domain.reading.requests.sql_statement import NOISE, Statement, plain_name, switches_of
from bot.domain.reading.tools.planned import build_action

_MAX_ALTERATIONS = 40
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


def read_alterations(statement: Statement) -> list[PlannedAction]:
    """ALTER TABLE and its kin: one action for each alteration; [] where a phrase says more."""
    if statement.upper[1] not in {"TABLE", "INDEX", "DATABASE", "KEYSPACE", "MATERIALIZED"}:
        return []
    skip = 2
    while skip < len(statement.upper) and statement.upper[skip] in NOISE:
        skip += 1
    if skip >= len(statement.words):
        return []
    table = plain_name(statement.words[skip])
    thing = statement.upper[1].lower()
    rest = list(statement.words[skip + 1 :])
    if [w.upper() for w in rest[:2]] == ["ON", "CLUSTER"]:
        rest = rest[3:]
    actions = []
    switches = switches_of(statement)
    for words in _alterations(rest)[:_MAX_ALTERATIONS]:
        upper = [w.upper() for w in words]
        kind = next((_ALTERATIONS[w] for w in upper[:5] if w in _ALTERATIONS), "")
        if kind == "set":
            part = Statement(" ".join(words), tuple(upper), tuple(words))
            settings = settings_of(part, "set")
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
        plain_name(w)
        for w in words[1:]
        if w.upper() not in NOISE | _SUBJECTS and (w[0].isalnum() or w[0] in "\"`'_")
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
