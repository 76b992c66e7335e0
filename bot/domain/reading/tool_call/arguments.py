"""The arguments of a tool call: words, flags, edits and names in the shapes clients give."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.domain.reading.requests.document import flat, scalar
from bot.domain.reading.tools.tool_grammar import Tool, Tools

RENAMED = {
    "old": "from", "previous": "from", "before": "from", "current": "from", "old_value": "from",
    "new": "to", "value": "to", "val": "to", "newvalue": "to",
    "after": "to", "new_value": "to", "desired": "to",
    "desired_count": "replicas", "desiredcount": "replicas", "count": "replicas",
    "desired_capacity": "replicas", "num_replicas": "replicas", "instances": "replicas",
    "ns": "namespace", "tag": "image", "revision": "version",
}  # fmt: skip
_EDITED = (
    "key",
    "id",
    "name",
    "setting",
    "param",
    "parameter",
    "option",
    "field",
    "property",
    "path",
)
_FALSE = frozenset({"", "false", "none", "no", "0", "off", "null"})
_WAYS = frozenset({"job_type", "mode", "run_mode", "run_type", "execution_mode", "apply_mode"})
_SETTING = frozenset({"key", "name", "setting", "param", "option"})


def without(args: Mapping[str, object], *keys: str) -> dict[str, object]:
    """The arguments but for some keys."""
    return {k: v for k, v in args.items() if k not in keys}


def words_of(value: object) -> list[str]:
    """A list of scalars as words; [] for anything else."""
    if not isinstance(value, (list, tuple)):
        return []
    return (
        [scalar(v) for v in value] if all(isinstance(v, (str, int, float)) for v in value) else []
    )


def edits_of(value: object) -> list[dict[str, str]]:
    """Edits with their key and values under one name each: {"key", "from", "to"}.

    They come as a list of {"key", "old", "new"}, as one such, or as {key: {"from", "to"}}.
    """
    if isinstance(value, Mapping):
        nested = [{"key": str(k), **v} for k, v in value.items() if isinstance(v, Mapping)]
        items: list[object] = list(nested) if len(nested) == len(value) else [value]
    else:
        items = list(value) if isinstance(value, list) else []
    found: list[dict[str, str]] = []
    for item in items[:20]:
        if not isinstance(item, Mapping) or (item.get("op") and "/" in str(item.get("path"))):
            return []  # an operation of a JSON patch says what it does by its path
        key = next((item[k] for k in _EDITED if k in item), 0)
        values = {RENAMED.get(str(k).lower(), str(k).lower()): scalar(v) for k, v in item.items()}
        both = {"to", "from"} <= set(values)
        if not isinstance(key, str) or not (both or (_SETTING & set(item) and "to" in values)):
            return []
        found.append({"key": key, **{k: v for k, v in values.items() if k in {"to", "from"}}})
    return found


def kebab(name: str) -> str:
    """`UpdateTable`, `update_table` -> `update-table`."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name)
    return spaced.replace("_", "-").lower()


def keyed_words(program: str, tool: Tool, args: Mapping[str, object]) -> list[str]:
    """A call whose grammar says which key is which flag, as the words of a command."""
    words = [program]
    for key, flag in tool.keys.items():
        value = args.get(key)
        if value is None or value is False or value == "":
            continue
        text = ",".join(words_of(value)) if isinstance(value, list) else scalar(value)
        if isinstance(value, Mapping):
            text = " ".join(f"{k}={v}" for k, v in flat(value).items())
        words += [text] if not flag else [flag] if value is True else [flag, text]
    return words


def is_tried(key: str, value: object, tools: Tools) -> bool:
    """Whether a key says that it is only tried: {"check": true}, {"job_type": "check"}."""
    said = scalar(value).lower()
    if key in tools.words["rehearsal_keys"]:
        return said not in _FALSE
    return key in _WAYS and said.replace("_", "-") in tools.words["rehearsals"]


def acts(name: str, args: Mapping[str, object]) -> bool:
    """Whether a call without a verb is still a call: it has a tool's name and arguments."""
    return bool(name) and bool(args)


def only_scales(kind: str, parameters: Mapping[str, str]) -> bool:
    """Changing nothing but a number of replicas is scaling."""
    return (
        kind in {"set", "change", "apply", "run"}
        and "version" not in parameters
        and "replicas" in parameters
    )


def shown(name: str, args: Mapping[str, object]) -> str:
    """A call as one line of text: its tool and its scalar arguments."""
    pairs = [f"{k}={scalar(v)}" for k, v in args.items() if isinstance(v, (str, int, float, bool))]
    return " ".join([name, *pairs])[:400].strip()
