"""A call that writes or edits a file: its content, or the text before and after."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.action import PlannedAction
from bot.domain.reading.commands.file_edit import read_change, read_write

_PATHS = ("path", "file_path", "file", "filename", "filepath", "target_file")
_CONTENT = ("content", "contents", "new_string", "new_str", "file_text", "new_content", "insert")
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
