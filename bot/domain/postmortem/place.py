"""Services and environments that a document names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from bot.domain.lesson_words import load_words
from bot.domain.postmortem.unit import Document, UnitKind
from bot.domain.reading.lexicon import Environments

_NAME = re.compile(r"(?<![\w./@-])[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+(?![\w@-]|\.\w)")
_OBJECT = re.compile(
    r"\b(?:namespace|topic|table|index|bucket|key|flag|secret|config-?map|column|branch|policy|image|user"
    r"|partition|stream|job|view|volume|certificate|from|to)\s`?$",
    re.I,
)
"""Words before the name of a thing within a service."""
_FIELD = re.compile(
    r"\b(?:affected|impacted|failing)?\s?(?:services?|components?(?:/s)?|systems?|application|scope|affected)"
    r"(?:\(s\))?\s*[:|]\s*`?([A-Za-z][\w.-]{1,60})",
    re.I,
)
_CALLED = re.compile(
    r"\b(?:service|component|system|database|cluster|queue|application|app|tier)s?\s(?:called|named)\s`?([\w.-]{2,60})"
    r"|(?<!\w)`?([a-z][a-z0-9]*-[a-z0-9-]{2,40})`?\s\(?in\s(?:prod|production)\b|(?<!\w)`?([a-z][a-z0-9-]{2,40})`?\s\(?(?:prod|production)\b"
    r"|\bservice\s`?([a-z][a-z0-9]*-[a-z0-9-]+)",
)
_OF_PARTS = re.compile(
    r"\b(?:on|of|for)\s(?:the\s)?([a-z][a-z0-9]{2,20})(?:\s\([\w ]{1,30}\))?\s"
    r"(?:tier|cluster|fleet|nodes|hosts|service|pods)\b"
)
_FOLLOWED = re.compile(
    r"\s(?:environment|cluster|installation|region|namespace|system|account|tier|stage|installation|fleet)\b"
)


@dataclass(frozen=True, slots=True)
class Places:
    """What a document says about where it plays.

    Attributes:
        service: The service that it is about, or None.
        environment: The environment that it is about, normalised, or None.
        weights: Every name of a service in it -> how much speaks for it.
    """

    service: str | None
    environment: str | None
    weights: Mapping[str, float]

    def service_in(self, *texts: str) -> str | None:
        """The name with the most weight in the first text that has one, else the document's."""
        for text in texts:
            names = [name for name in self.weights if _stands_in(name, text)]
            if names:
                return max(names, key=lambda name: (self.weights[name], -text.lower().find(name)))
        return self.service


def places_of(document: Document, environments: Environments) -> Places:
    """Where the document plays, by its fields, its title and how often it names what."""
    weights: defaultdict[str, float] = defaultdict(float)
    plain = frozenset(load_words("postmortem")["english"]["plain"])
    for unit in document.units:
        factor = 2.0 if unit.kind is UnitKind.HEADING and unit.level <= 1 else 1.0
        text = unit.text if unit.kind is not UnitKind.ROW else " | ".join(unit.cells)
        for match in _NAME.finditer(text):
            name = match.group()
            if _OBJECT.search(text[: match.start()]):
                continue
            if _is_name(name, f"`{name}`" in text, environments):
                acted_on = re.search(rf"\b(?:on|of|restarted|called)\s`?{re.escape(name)}\b", text)
                weights[name] += factor * (2 if f"`{name}`" in text else 1) + (
                    0.5 if acted_on else 0
                )
        for found in _FIELD.finditer(text.replace("`", "")):
            weights[found[1].lower()] += 8
        for found in _CALLED.finditer(text):
            name = next(group for group in found.groups() if group)
            if name not in plain and name not in environments.names:
                weights[name] += 3
        for name in _OF_PARTS.findall(text):
            if name not in plain and name not in environments.names:
                weights[name] += 2.5
    for key in ("service", "component", "system", "app", "application"):
        if key in document.fields:
            weights[document.fields[key].strip().lower()] += 12
    service = max(weights, key=lambda name: weights[name], default=None)
    return Places(service, _main_environment(document, environments), dict(weights))


def environment_in(text: str, environments: Environments) -> str | None:
    """The first environment that a text names plainly, normalised."""
    lowered = text.lower()
    for found in re.finditer(r"[a-z][\w-]*", lowered):
        word = found.group()
        if word not in environments.names or lowered[found.end() : found.end() + 1] == "/":
            continue
        if word in environments.weak and not _is_plain(lowered, found.start(), found.end()):
            continue
        return environments.names[word]
    return None


def _is_plain(text: str, start: int, end: int) -> bool:
    """A weak word is an environment beside a preposition or before a word like "cluster"."""
    before = re.search(
        r"\b(?:in|on)(?:\sthe)?\s$|environments?:\s*$|[:,(]\s*$", text[max(0, start - 16) : start]
    )
    after = _FOLLOWED.match(text, end)
    return after is not None or (before is not None and text[start:end] not in {"test", "tests"})


def _main_environment(document: Document, environments: Environments) -> str | None:
    named = document.fields.get("environment") or document.fields.get("env")
    if named:
        return environment_in(named, environments) or environments.canonical(named)
    counts: Counter[str] = Counter()
    for unit in document.units:
        for part in re.split(
            r"[.;|]\s?", unit.text if unit.kind is not UnitKind.ROW else " | ".join(unit.cells)
        ):
            name = environment_in(part, environments)
            if name:
                counts[name] += 1
    if counts["prod"]:
        return "prod"
    return max(counts, key=lambda name: counts[name], default=None)


def _stands_in(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text.lower()) is not None


def _is_name(name: str, is_code: bool, environments: Environments) -> bool:
    if name in environments.names:
        return False
    if "_" in name:
        return False  # a setting, a column, a command
    if is_code:
        return True
    english = load_words("postmortem")["english"]
    parts = name.split("-")
    if re.fullmatch(r"\d+", parts[-1]) and len(parts) == 2:
        return False  # "change-12": a number of something
    return parts[0] not in english["first"] and parts[-1] not in english["last"]
