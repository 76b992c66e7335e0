"""An entry as the fields of a form, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.domain.entry import Entry, Scope, Severity
from bot.domain.errors import BadInput, InvalidEntry
from bot.domain.expiry import read_expiry
from bot.domain.windows import describe, windows_in

LIFE = timedelta(days=180)
"""Of an entry whose form names no expiry."""

_EXPIRY_HINT = 'Write "for 90 days", "until 14 March" or a date like 2027-03-01.'


class _When(NamedTuple):
    """When the fields are written, and the zone of the person who writes them."""

    now: datetime
    tz: str


def entry_from_fields(
    fields: Mapping[str, str], now: datetime, *, base: Entry | None = None, owner: str | None = None
) -> Entry:
    """A new entry, or the next version of `base`, with what the fields say.

    Args:
        fields: Any of `action, context, outcome, severity, service, environment, expires, source,
            instead, aliases, window, approvals, owner, reads_as,
            tz`; lists are separated by commas. An empty
            optional field clears it.
        now: Aware.
        base: What absent fields stay as.
        owner: Of a new entry.

    Raises:
        InvalidEntry: `missing` names each field that is wrong and why. What is missing is told by
            `store_entry.checked`, together with what is vague.
    """
    wrong: list[tuple[str, str]] = []
    start = base or _blank(now, owner)
    when = _When(now, fields.get("tz", "UTC"))
    changed: dict[str, object] = {}
    for key, read in _READERS.items():
        if key in fields:
            try:
                changed |= read(fields[key].strip(), start, when)
            except BadInput as bad:
                wrong.append((key, str(bad)))
    scope, bad_scope = _scope(fields, start.scope)
    wrong += bad_scope
    if wrong:
        raise InvalidEntry("; ".join(f"{key}: {why}" for key, why in wrong), "", tuple(wrong))
    if base is None:
        return replace(start, scope=scope, **changed)  # type: ignore[arg-type]  # each reader names its field
    return base.changed(scope=scope, **changed)


def fields_of(entry: Entry) -> dict[str, str]:
    """The fields of an entry, as a form shows them."""
    return {
        "action": entry.action,
        "context": entry.context,
        "outcome": entry.outcome,
        "severity": entry.severity.value,
        "service": ", ".join(entry.scope.services),
        "environment": ", ".join(entry.scope.environments),
        "expires": f"{entry.expires:%Y-%m-%d}" if entry.expires else "",
        "source": entry.source,
        "instead": entry.instead or "",
        "aliases": ", ".join(entry.aliases),
        "window": "; ".join(describe(window) for window in entry.scope.windows),
        "approvals": str(entry.approvals),
        "owner": entry.owner or "",
        "reads_as": _reading_text(entry.reads_as),
    }


def _blank(now: datetime, owner: str | None) -> Entry:
    return Entry(
        id="",
        action="",
        context="",
        outcome="",
        severity=Severity.WARN,
        source="",
        scope=Scope((), ()),
        expires=now + LIFE,
        created=now,
        owner=owner,
    )


def _text(name: str) -> Callable[[str, Entry, _When], dict[str, object]]:
    return lambda value, _entry, _when: {name: value}


def _optional(name: str) -> Callable[[str, Entry, _When], dict[str, object]]:
    return lambda value, _entry, _when: {name: value or None}


def _severity(value: str, _entry: Entry, _when: _When) -> dict[str, object]:
    try:
        return {"severity": Severity(value.lower())}
    except ValueError:
        raise BadInput(f"{value!r} is no severity.", "Use block, warn or alert.") from None


def _expires(value: str, entry: Entry, when: _When) -> dict[str, object]:
    if not value:
        return {}
    # Only of an entry that is stored: a new one's usual end can fall on the day that is named.
    if entry.id and entry.expires is not None and value == f"{entry.expires:%Y-%m-%d}":
        return {}
    until = read_expiry(value, when.now, when.tz)
    if until is None:
        raise BadInput(f"{value!r} is no time to come that I know.", _EXPIRY_HINT)
    return {"expires": until}


def _aliases(value: str, _entry: Entry, _when: _When) -> dict[str, object]:
    return {"aliases": _names(value)}


READING_KEYS = ("kind", "objects", "without", "extent", "to")
"""What a person may correct of how an entry reads; see docs/lexicon.md."""


def _reads_as(value: str, _entry: Entry, _when: _When) -> dict[str, object]:
    """`kind: restart; without: one pod at a time, canary`; empty means "as read"."""
    corrected: dict[str, object] = {}
    for part in value.split(";"):
        key, colon, said = part.partition(":")
        if not part.strip():
            continue
        if not colon or key.strip().lower() not in READING_KEYS or not said.strip():
            raise BadInput(
                f"{part.strip()!r} is no correction.",
                "Write like kind: restart; without: one pod at a time. The keys are "
                f"{', '.join(READING_KEYS)}.",
            )
        words = [word.strip() for word in said.split(",") if word.strip()]
        corrected[key.strip().lower()] = words if len(words) > 1 else words[0]
    return {"reads_as": corrected or None}


def _reading_text(reads_as: Mapping[str, object] | None) -> str:
    return "; ".join(
        f"{key}: {', '.join(map(str, value)) if isinstance(value, list | tuple) else value}"
        for key, value in (reads_as or {}).items()
    )


def _approvals(value: str, _entry: Entry, _when: _When) -> dict[str, object]:
    if value not in {"1", "2"}:
        raise BadInput("One or two people can be asked for.", "Write 1 or 2.")
    return {"approvals": int(value)}


_READERS: dict[str, Callable[[str, Entry, _When], dict[str, object]]] = {
    "action": _text("action"),
    "context": _text("context"),
    "outcome": _text("outcome"),
    "source": _text("source"),
    "instead": _optional("instead"),
    "owner": _optional("owner"),
    "severity": _severity,
    "expires": _expires,
    "aliases": _aliases,
    "approvals": _approvals,
    "reads_as": _reads_as,
}


def _names(value: str) -> tuple[str, ...]:
    return tuple(name for name in re.split(r"\s*,\s*|\s+", value) if name)


def _scope(fields: Mapping[str, str], before: Scope) -> tuple[Scope, list[tuple[str, str]]]:
    wrong = []
    services = _names(fields["service"]) if "service" in fields else before.services
    environments = _names(fields["environment"]) if "environment" in fields else before.environments
    windows = before.windows
    asked = fields.get("window")
    unchanged = asked == "; ".join(describe(window) for window in before.windows)
    if asked is not None and not unchanged:
        windows = windows_in(asked, fields.get("tz", "UTC")) if asked.strip() else ()
        if asked.strip() and not windows:
            wrong.append(("window", "write it like: mon-fri 08:00-20:00 Europe/Berlin"))
    return Scope(services, environments, windows), wrong
