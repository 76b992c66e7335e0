"""A document that says how something shall be (a manifest, a patch) -> what it changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_MAX_LEAVES = 60
_MAX_DEPTH = 12
_FALSE = frozenset({"", "0", "false", "null", "none", "no", "off"})

_FINDS = frozenset({"query", "filter", "where", "match", "match_all", "term", "delete", "remove"})
_VERBS = {"delete": "delete", "remove": "delete", "create": "create", "add": "add"}


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a document changes: the kind of action, what it is, and its new value."""

    kind: str
    objects: tuple[str, ...]
    parameters: Mapping[str, str]


def scalar(value: object) -> str:
    """A JSON scalar as the text that a person would write."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)[:200]


def leaves(value: object, path: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """(dotted path, scalar as text) for every leaf; list positions are left out of the path."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else str(key), depth + 1)
    elif isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        for inner in value:
            yield from leaves(inner, path, depth + 1)
    else:
        yield path[:200], scalar(value)


def flat(value: object) -> dict[str, str]:
    """The leaves of a JSON object as parameters, at most sixty; {} for anything else."""
    out: dict[str, str] = {}
    if isinstance(value, (Mapping, list)):
        for path, text in leaves(value):
            if len(out) >= _MAX_LEAVES:
                break
            if path:
                out[path] = f"{out[path]},{text}"[:200] if path in out else text
    return out


def read_document(document: object, meanings: Mapping[str, str]) -> list[Change]:
    """The changes of a document.

    Args:
        document: A decoded JSON or YAML value.
        meanings: End of a dotted path -> kind, or "kind if true|kind if false".

    Returns:
        A change for each leaf whose path has a meaning; where none has, one "set" for each leaf,
        at most eight.
    """
    found: list[Change] = []
    others: list[Change] = []
    for path, value in flat(document).items():
        meaning = _meaning(path, value, meanings)
        key = path.rsplit(".", 1)[-1]
        parameters = {"key": path, "to": value}
        if not meaning and (verb := _verb_above(path)):
            named = tuple(p for p in path.split(".") if p and p.lower() not in _FINDS)
            others.append(Change(verb, named, {"key": path, "of": value}))
            continue
        if meaning:
            yes, _, no = meaning.partition("|")
            kind = no if no and value.lower() in _FALSE else yes
            if kind in {"scale", "deploy"}:
                parameters[{"scale": "replicas", "deploy": "image"}[kind]] = value
            if kind != "none":
                found.append(Change(kind, (key,), parameters))
        elif not path.startswith(("metadata.", "apiVersion", "kind", "status.")):
            others.append(Change("set", tuple(dict.fromkeys((key, path))), parameters))
    return found[:8] if found else others[:8]


def _verb_above(path: str) -> str:
    """The kind that a part above the leaf names: {"replicas": {"Delete": {"region": "eu"}}}."""
    above = path.lower().split(".")[:-1]
    return next((_VERBS[part] for part in above if part in _VERBS), "")


def _meaning(path: str, value: str, meanings: Mapping[str, str]) -> str:
    """The meaning of the longest end of `path` that has one, or of that end with its value."""
    parts = path.split(".")
    for start in range(len(parts)):
        end = ".".join(parts[start:])
        meaning = meanings.get(f"{end}={value}") or meanings.get(end)
        if meaning:
            return meaning
    return ""
