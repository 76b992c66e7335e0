"""Reviews that are kept as data: YAML or JSON with fields, a story and a list of actions."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from bot.domain.postmortem.lines import row_of, split_lines
from bot.domain.postmortem.unit import Document, Unit, UnitKind

_FEWEST_FIELDS = 3
_STORY = 80
"""Characters from which a value tells something."""
_MOST_DEPTH = 6
_TEXT, _WHO = ("text", "message", "body", "content"), ("user", "author", "from", "name", "who")
_WHEN = ("ts", "time", "timestamp", "date", "at", "created")
_OPENS = re.compile(r"(?:\s|#[^\n]*\n|%[^\n]*\n|---)*(?:[{\[]|-\s|[^\n:#*|>]{1,80}:(?:\s|$))")
"""How data begins: a field, a list, a bracket; prose is not parsed as data for nothing."""
_CLOCK = re.compile(r"\b\d{1,2}:\d{2}")


def read_data(text: str, name: str) -> Document | None:
    """The pieces of a review that is YAML or JSON, or None where the text is neither.

    Args:
        text: The whole document.
        name: Of the file, for its title.
    """
    if "\n" not in text or text.count(":") < _FEWEST_FIELDS or not _OPENS.match(text):
        return None
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    if isinstance(root, yaml.SequenceNode):
        said = tuple(_said(root))
        return Document(said, {}, name) if len(said) > 1 else None
    if not isinstance(root, yaml.MappingNode) or len(root.value) < _FEWEST_FIELDS:
        return None
    units = tuple(_units(root, 0))
    tells = any(unit.kind is UnitKind.ROW or len(unit.text) >= _STORY for unit in units)
    return Document(units, dict(_fields(root)), name) if tells else None


def _said(root: yaml.SequenceNode) -> Iterator[Unit]:
    """The messages of a chat that was exported as data."""
    for one in root.value:
        if not isinstance(one, yaml.MappingNode):
            continue
        values = {
            str(k.value).lower(): str(v.value)
            for k, v in one.value
            if isinstance(v, yaml.ScalarNode)
        }
        text = next((values[key] for key in _TEXT if key in values), "")
        who = next((values[key] for key in _WHO if key in values), "")
        when = _CLOCK.search(next((values[key] for key in _WHEN if key in values), ""))
        if text and who:
            line = f"{when.group() if when else '00:00'} {who.replace(' ', '_')}: {text}"
            yield from split_lines([line], one.start_mark.line + 1, is_item=False, group=1)


def _fields(root: yaml.MappingNode) -> Iterator[tuple[str, str]]:
    for key, value in root.value:
        if isinstance(value, yaml.ScalarNode) and len(value.value) < _STORY:
            yield str(key.value).lower(), str(value.value)
        elif isinstance(value, yaml.SequenceNode) and value.value:
            names = [str(one.value) for one in value.value if isinstance(one, yaml.ScalarNode)]
            if len(names) == len(value.value) and all(" " not in one for one in names):
                yield str(key.value).lower(), ", ".join(names)


def _units(node: yaml.MappingNode, depth: int) -> Iterator[Unit]:
    """What the values of a mapping tell; each key is the title of its own section."""
    for group, (key, value) in enumerate(node.value, start=depth * 100 + 1):
        line = key.start_mark.line + 1
        title = str(key.value).replace("_", " ")
        yield Unit(UnitKind.HEADING, title, (0,), (line,), level=min(6, depth + 2))
        if isinstance(value, yaml.ScalarNode):
            first = value.start_mark.line + (2 if value.style in {"|", ">"} else 1)
            lines = str(value.value).rstrip("\n").split("\n")
            yield from split_lines(lines, first, is_item=False, group=group)
        elif isinstance(value, yaml.SequenceNode):
            yield from _listed(value, group)
        elif isinstance(value, yaml.MappingNode) and depth < _MOST_DEPTH:
            yield from _units(value, depth + 1)


def _listed(node: yaml.SequenceNode, group: int) -> Iterator[Unit]:
    for one in node.value:
        line = one.start_mark.line + 1
        if isinstance(one, yaml.MappingNode):
            cells = [(str(k.value).lower(), v) for k, v in one.value]
            plain = [(k, str(v.value)) for k, v in cells if isinstance(v, yaml.ScalarNode)]
            header = tuple(k.replace("_", " ") for k, _ in plain)
            yield row_of([v for _, v in plain], header, line, group)
        elif isinstance(one, yaml.ScalarNode):
            yield from split_lines([str(one.value)], line, is_item=True, group=group)
