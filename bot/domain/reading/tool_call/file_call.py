"""A call that writes or edits a file: its content, or the text before and after."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.action import PlannedAction
from bot.domain.reading.commands.file_edit import read_change, read_write
from bot.domain.reading.requests.document import scalar
from bot.domain.reading.tool_call.arguments import shown
from bot.domain.reading.tools.planned import build_action

_PATHS = ("path", "file_path", "file", "filename", "filepath", "target_file")
_CONTENT = ("content", "contents", "new_string", "new_str", "file_text", "new_content", "insert")
_FILES = ("file", "file_path", "filename", "filepath", "target_file", "values_file", "manifest")
_SETTINGS = ("yaml_path", "yamlPath", "json_path", "jsonPath", "key_path", "keypath", "key",
             "setting", "property", "field", "parameter", "param", "option", "path")  # fmt: skip
_OLD = ("old", "from", "before", "old_value", "previous", "current", "was")
_NEW = ("new", "to", "after", "new_value", "value")
_SIDES = (
    ("old_string", "new_string"),
    ("old_str", "new_str"),
    ("find", "replace"),
    ("search", "replace"),
    ("old", "new"),
    ("before", "after"),
    ("from", "to"),
    ("pattern", "replacement"),
)


def read_file_call(name: str, args: Mapping[str, object]) -> list[PlannedAction] | None:
    """What a call does to a file, or None where it does nothing to one."""
    if (edit := _edited_setting(name, args)) is not None:
        return [edit]
    path = next((args[k] for k in _PATHS if args.get(k)), None)
    if not isinstance(path, str):
        return None
    for before, after in _SIDES:
        old, new = args.get(before), args.get(after)
        if before == "from" and "/" not in path:
            continue
        if isinstance(old, str) and isinstance(new, str):
            return [read_change([path], old, new, f"{name} {path} {new[:200]}")]
    content = next((args[k] for k in _CONTENT if isinstance(args.get(k), str)), None)
    if isinstance(content, str):
        return read_write([path], content, f"{name} {path}")
    return None


def _edited_setting(name: str, args: Mapping[str, object]) -> PlannedAction | None:
    """A setting in a file: {"file": "values.yaml", "path": "a.b", "old": 60, "new": 12}."""
    file = next((args[k] for k in _FILES if isinstance(args.get(k), str)), None)
    key = next((args[k] for k in _SETTINGS if isinstance(args.get(k), str)), None)
    new = next((args[k] for k in _NEW if k in args), None)
    if not isinstance(file, str) or not isinstance(key, str) or "/" in key.lstrip("/"):
        return None
    if new is None and not any(k in args for k in _NEW):
        return None
    if isinstance(new, (Mapping, list)) or (isinstance(new, str) and "\n" in new):
        return None
    old = next((args[k] for k in _OLD if k in args), None)
    parameters = {"file": file[:200], "key": key.lstrip("$./"), "to": scalar(new)}
    if old is not None:
        parameters["from"] = scalar(old)
    return build_action(
        "set", target=None, objects=[parameters["key"]], parameters=parameters,
        text=shown(name, args),
    )  # fmt: skip
