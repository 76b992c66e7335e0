"""A diff in a text, as plans and tools print it -> what it takes away, adds and sets."""

from __future__ import annotations

import re

from bot.domain.reading.requests.document import Change

_LINE = re.compile(r"(?:^|\n|;)[ \t]*(-/\+|\+/-|[-+~])[ \t]*(?![-+])([^\n;]{1,300})")
_ASSIGNED = re.compile(r":?\"?([A-Za-z_][\w.-]{0,120})\"?\s*[=:]\s*(.+)")
_ARROW = re.compile(r"\s*(?:->|=>|→)\s*")
_NAME = re.compile(r"[A-Za-z_][\w.-]{1,120}")
_HEADS = frozenset({"resource", "block", "module", "data", "dynamic"})
_MAX = 20


def looks_like_diff(text: str) -> bool:
    """Whether a text is a diff, rather than prose with a dash in it."""
    lines = [line for line in text.splitlines() if line.strip()]
    return bool(lines) and all(re.match(r"\s*[-+~@#}]|\s{2}", line) for line in lines[:_MAX])


def read_diff(text: str) -> list[Change]:
    """The changes of a diff: removed and added blocks, and settings with both their values.

    A setting that is taken out and put in again is set; one that is only taken out is deleted.
    """
    gone: dict[str, str] = {}
    changes: list[Change] = []
    for sign, rest in _LINE.findall(text)[:_MAX]:
        name, value = _named(rest)
        if not name:
            continue
        if value is None:
            kind = {"-": "delete", "+": "add", "~": "set"}.get(sign, "recreate")
            changes.append(Change(kind, _words(rest), {}))
        elif sign == "-":
            gone[name] = value
        else:
            before, *rewritten = _ARROW.split(value, 1)
            was = before if rewritten else gone.pop(name, "")
            changes.append(_set(name, was, rewritten[0] if rewritten else value))
    changes += [Change("delete", (n,), {"key": n, "from": v}) for n, v in gone.items()]
    return changes[:8]


def _named(rest: str) -> tuple[str, str | None]:
    """The name of a setting and its value, or of a block and None."""
    opened = rest.rstrip().endswith(("{", "}", "["))
    assigned = None if opened else _ASSIGNED.match(rest.strip())
    if assigned:
        return assigned[1], assigned[2].strip().strip("\"',")
    found = _NAME.search(rest)
    return (found[0], None) if found else ("", None)


def _words(rest: str) -> tuple[str, ...]:
    """The names and values in the head of a block: `replica { region = "eu" }`."""
    words = _NAME.findall(rest)
    return tuple(dict.fromkeys(w for w in words if w not in _HEADS))[:8]


def _set(name: str, before: str, after: str) -> Change:
    parameters = {"key": name, "to": after.strip().strip("\"'")}
    if before:
        parameters["from"] = before.strip().strip("\"'")
    return Change("set", (name,), parameters)
