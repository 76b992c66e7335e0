"""What a call says it changes: values under `set`, `vars` or `patch`, edits, a diff, old values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.requests.diff_text import looks_like_diff, read_diff
from bot.domain.reading.requests.document import Change, read_document, scalar
from bot.domain.reading.requests.settled import SAYS_LITTLE, settled
from bot.domain.reading.requests.structured import read_structured
from bot.domain.reading.tool_call.arguments import edits_of
from bot.domain.reading.tools.tool_grammar import Tools

CHANGES = (
    "patch", "spec", "manifest", "body", "data", "settings", "changes", "set", "vars", "diff",
    "values", "overrides", "config", "json", "resource", "parameters", "params", "operations",
    "variables", "extra_vars", "instructions", "attributes", "change", "delta", "set_values",
    "properties",
)  # fmt: skip
"""Keys whose value says what is changed."""

_BEFORE = ("was", "from", "old", "before", "previous", "current", "old_value", "previous_value")
_EFFECTS = ("change", "effect", "change_action", "action")
_HEAVY = frozenset({"delete", "recreate", "create", "replace", "disable", "enable", "restart"})
_NO_CHANGES = frozenset(
    {"filter", "filters", "headers", "labels", "tags", "metadata", "where", "selector", "auth",
     "match", "query", "source", "context", "meta", "status"}
)  # fmt: skip
_SETTING = frozenset({None, "", "set", "change", "apply"})
_TOLD = frozenset({"reroute", "pause", "resume", "drain", "uncordon", "lock", "unlock", "resize"})
_PAIRS = frozenset({"diff", "change", "changes", "delta"})


def changes_of(args: Mapping[str, object], tools: Tools, kind: str | None = None) -> list[Change]:
    """The changes that a call's keys tell, each with its old value where that is told too.

    Where the call's verb sets something (`kind`) and an old value stands beside it, any nested
    value is one.
    """
    said = (tools.verbs.get(str(args.get(key)).lower(), "") for key in _EFFECTS)
    found = [Change(kind, (), {}) for kind in said if kind in _HEAVY]
    for key in CHANGES:
        value = args.get(key)
        if isinstance(value, str) and looks_like_diff(value):
            found += read_diff(value)
        elif isinstance(value, (Mapping, list)) and value:
            whole = {key: value} if key == "spec" else value
            found += [Change("set", (e["key"],), e) for e in edits_of(value)]
            found += _paired(value) if key in _PAIRS else []
            found += read_structured(whole, tools) if not found else []
    sets = kind in {"set", "change"} and any(k in args for k in _BEFORE)
    found += _deeper(args, tools, sets) if not found else []
    found += _told_by_name(args, tools) if not found and kind in _SETTING else []
    return [_with_before(c, args, len(found) == 1) for c in found][:8]


def _deeper(args: Mapping[str, object], tools: Tools, sets: bool) -> list[Change]:
    """Changes under keys of the interface's own whose names say more than "set"."""
    return [
        change
        for key, value in args.items()
        if isinstance(value, (Mapping, list)) and value and key.lower() not in _NO_CHANGES
        for change in read_structured({key: value}, tools)
        if sets or change.kind != "set"
    ]


def _told_by_name(args: Mapping[str, object], tools: Tools) -> list[Change]:
    """Changes that the name of a key tells: {"op": "update", "canary_traffic_percent": 100}."""
    plain = {k: v for k, v in args.items() if isinstance(v, (int, float, bool)) or v is None}
    return [c for c in read_document(plain, tools) if c.kind in _TOLD]


def edits_in(args: Mapping[str, object]) -> list[dict[str, str]]:
    """The edits of the first key that holds some: [{"key", "old", "new"}]."""
    values = (args.get(key) for key in CHANGES)
    return next((e for v in values if isinstance(v, (Mapping, list)) and (e := edits_of(v))), [])


def with_changes(
    base: PlannedAction, changes: Sequence[Change], kind: str | None = None
) -> list[PlannedAction]:
    """An action that says little by itself, and what it changes, each as an action of its own."""
    settings = tuple(f"{key}." for key in CHANGES)
    bare = {
        k: v
        for k, v in base.parameters.items()
        if not k.startswith(settings) and k not in {"from", "to"}
    }
    return [replace(base, parameters=bare), *settled(base, changes, kind)]


def with_settings(
    actions: Sequence[PlannedAction], args: Mapping[str, object], tools: Tools
) -> list[PlannedAction]:
    """The actions of a known tool, and what the call says that the first of them changes."""
    changes = changes_of(args, tools) if actions and actions[0].kind in SAYS_LITTLE else []
    if not changes or actions[0].mode is not Mode.PLANNED:
        return list(actions)
    return [*with_changes(actions[0], changes), *actions[1:]]


def _paired(value: object) -> list[Change]:
    """{"bitrate": [8000, 6000]}: the old value and the new one."""
    if not isinstance(value, Mapping):
        return []
    pairs = {k: v for k, v in value.items() if isinstance(v, list) and len(v) == 2}
    if len(pairs) != len(value) or any(
        isinstance(x, (Mapping, list)) for v in pairs.values() for x in v
    ):
        return []
    return [
        Change("set", (str(k),), {"key": str(k), "from": scalar(v[0]), "to": scalar(v[1])})
        for k, v in pairs.items()
    ]


def _with_before(change: Change, args: Mapping[str, object], alone: bool) -> Change:
    """The change with the old value that stands beside it: {"set": {"size": 15}, "was": 25}."""
    key = change.parameters.get("key", "")
    if "from" in change.parameters or not key:
        return change
    for name in _BEFORE:
        value = args.get(name)
        if isinstance(value, Mapping):
            value = value.get(key, value.get(key.rsplit(".", 1)[-1]))
        elif not alone:
            value = None
        if isinstance(value, (str, int, float)):
            return Change(change.kind, change.objects, {**change.parameters, "from": scalar(value)})
    return change
