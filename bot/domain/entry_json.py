"""An entry in the JSON form of import, export and files, both ways without loss."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import TypeVar, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.domain.entry import (
    ANY,
    WEEKDAYS,
    Entry,
    EntryState,
    Scope,
    Severity,
    Window,
    WrongMatch,
)
from bot.domain.errors import InvalidEntry

DEFAULT_LIFE = timedelta(days=180)
"""What an import gives an entry whose `expires` is missing or null."""

LONGEST_TEXT = 4_000
"""Characters that one text of an entry may have."""

Json = Mapping[str, object]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """An entry read from JSON, and what was ignored or filled in, one line each."""

    entry: Entry
    notes: tuple[str, ...]


class _Reader:
    """Takes values out of one JSON object and collects what is wrong with them."""

    def __init__(self, raw: Json) -> None:
        self.raw = raw
        self.wrong: list[tuple[str, str]] = []

    def say(self, key: str, why: str) -> None:
        self.wrong.append((key, why))

    def text(self, key: str, *, required: bool = False) -> str:
        value = self.raw.get(key)
        if value is None or value == "":
            if required:
                self.say(key, "is missing")
            return ""
        if not isinstance(value, str):
            self.say(key, f"must be text, not {_kind(value)}")
            return ""
        if len(value) > LONGEST_TEXT:
            self.say(key, f"has {len(value):,} characters, at most {LONGEST_TEXT:,} are kept")
        elif required and not value.strip():
            self.say(key, "is empty")
        return value

    def names(self, key: str, *, required: bool = False) -> tuple[str, ...]:
        value = self.raw.get(key)
        if value is None or value in ("", []):
            if required:
                self.say(key, 'is missing: name it, a list of them, or "*" for all')
            return ()
        items = [value] if isinstance(value, str) else value
        if not isinstance(items, list) or not all(isinstance(i, str) and i.strip() for i in items):
            self.say(key, "must be a name or a list of names")
            return ()
        return tuple(cast(list[str], items))

    def choice(self, key: str, of: Callable[[str], T], default: T, allowed: str) -> T:
        value = self.raw.get(key)
        if value is None:
            return default
        try:
            return of(cast(str, value))
        except ValueError:
            self.say(key, f"is {value!r}, must be one of {allowed}")
            return default

    def moment(self, key: str) -> datetime | None:
        value = self.raw.get(key)
        if value is None:
            return None
        try:
            return read_moment(value)
        except ValueError as why:
            self.say(key, str(why))
            return None


def entry_from_json(
    raw: object, *, now: datetime, as_replay: bool = False, entry_id: str | None = None
) -> ReadEntry:
    """Read one entry.

    Args:
        raw: The decoded JSON object.
        now: Aware; a missing or null `expires` becomes 180 days from its date.
        as_replay: Read what is missing as widely as it may be meant, as `replay` does: no expiry is
            never, no service or environment is all of them, no outcome is none known.
        entry_id: Id to give it instead of its own.

    Raises:
        InvalidEntry: `missing` names each key that is wrong and why.
    """
    if not isinstance(raw, Mapping):
        raise InvalidEntry(
            f"An entry is a JSON object, not {_kind(raw)}.", "Write one object a line."
        )
    read = _Reader(raw)
    notes = [f"unknown key {key!r} ignored" for key in raw if key not in _KEYS]
    expires = read.moment("expires")
    if raw.get("expires") is None and not as_replay:
        expires = _midnight(now) + DEFAULT_LIFE
        notes.append(f"no expiry given: set to {expires:%Y-%m-%d}, 180 days from today")
    if raw.get("severity") is None:
        notes.append("no severity given: warn")
    if expires is not None and expires <= now and raw.get("state") != EntryState.RETIRED.value:
        notes.append(f"expired on {expires:%Y-%m-%d}: it matches nothing until it is renewed")
    everywhere = (ANY,) if as_replay else ()
    entry = Entry(
        id=entry_id if entry_id is not None else read.text("id"),
        action=read.text("action", required=True),
        context=read.text("context"),
        outcome=read.text("outcome", required=not as_replay),
        severity=read.choice("severity", Severity, Severity.WARN, "block, warn, alert"),
        source=read.text("source"),
        scope=Scope(
            read.names("service", required=not as_replay) or everywhere,
            read.names("environment", required=not as_replay) or everywhere,
            _windows(read),
        ),
        expires=expires,
        created=read.moment("created") or now,
        aliases=read.names("aliases"),
        instead=read.text("instead") or None,
        owner=read.text("owner") or None,
        fingerprint=_fingerprint(read),
        approvals=_count(read, "approvals", 1, 2),
        reads_as=_reads_as(read),
        exceptions=_exceptions(read),
        state=read.choice("state", EntryState, EntryState.ACTIVE, "active, retired"),
        version=_count(read, "version", 1, None),
    )
    if read.wrong:
        what = "; ".join(f"{key} {why}" for key, why in read.wrong)
        raise InvalidEntry(f"{what}.", "Mend these keys and try again.", tuple(read.wrong))
    return ReadEntry(entry, tuple(notes))


def entry_to_json(entry: Entry) -> dict[str, object]:
    """The JSON object of an entry; optional keys that say nothing are left out."""
    scope = entry.scope
    full: dict[str, object] = {
        "action": entry.action,
        "context": entry.context,
        "outcome": entry.outcome,
        "severity": entry.severity.value,
        "source": entry.source,
        "expires": write_moment(entry.expires) if entry.expires else None,
        "service": _one_or_list(scope.services),
        "environment": _one_or_list(scope.environments),
    }
    optional: dict[str, object] = {
        "aliases": list(entry.aliases),
        "window": [_window_to_json(window) for window in scope.windows],
        "instead": entry.instead,
        "owner": entry.owner,
        "fingerprint": dict(entry.fingerprint),
        "approvals": entry.approvals if entry.approvals != 1 else None,
        "reads_as": dict(entry.reads_as) if entry.reads_as is not None else None,
        "exceptions": [_exception_to_json(wrong) for wrong in entry.exceptions],
        "state": entry.state.value,
        "created": write_moment(entry.created),
        "version": entry.version if entry.version != 1 else None,
        "id": entry.id,
    }
    return full | {key: value for key, value in optional.items() if value not in (None, [], {}, "")}


def read_moment(value: object) -> datetime:
    """A date (00:00 UTC) or a date and time; without a zone it is UTC.

    Raises:
        ValueError: It is neither.
    """
    if not isinstance(value, str):
        raise ValueError(f"must be a date like 2027-03-14, not {_kind(value)}")
    try:
        moment = datetime.fromisoformat(value)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError(
            f"is {value!r}, must be a date like 2027-03-14 or 2027-03-14T08:00:00Z"
        ) from None


def write_moment(moment: datetime) -> str:
    """The shortest form that `read_moment` reads back to the same moment."""
    utc = moment.astimezone(UTC)
    if utc.time() == time():
        return f"{utc:%Y-%m-%d}"
    return utc.isoformat().replace("+00:00", "Z")


def _midnight(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _kind(value: object) -> str:
    names = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list"}
    return "null" if value is None else names.get(type(value), "an object")


def _one_or_list(names: tuple[str, ...]) -> object:
    return names[0] if len(names) == 1 else list(names)


def _count(read: _Reader, key: str, least: int, most: int | None) -> int:
    value = read.raw.get(key)
    if value is None:
        return 1
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= (most or value):
        return value
    read.say(
        key, f"is {value!r}, must be a whole number from {least}" + (f" to {most}" if most else "")
    )
    return 1


def _fingerprint(read: _Reader) -> dict[str, str]:
    value = read.raw.get("fingerprint")
    if value is None:
        return {}
    if isinstance(value, Mapping) and all(isinstance(v, str | int | float) for v in value.values()):
        return {str(key): str(fact) for key, fact in value.items()}
    read.say("fingerprint", 'must be an object of facts, like {"schema": "42"}')
    return {}


def _reads_as(read: _Reader) -> Json | None:
    value = read.raw.get("reads_as")
    if value is None or isinstance(value, Mapping):
        return cast("Json | None", value)
    read.say("reads_as", f"must be an object or null, not {_kind(value)}")
    return None


def _windows(read: _Reader) -> tuple[Window, ...]:
    value = read.raw.get("window")
    if value is None:
        return ()
    items = [value] if isinstance(value, Mapping) else value
    if not isinstance(items, list):
        read.say("window", "must be a list of windows")
        return ()
    windows = []
    for item in items:
        try:
            windows.append(_window(item))
        except (ValueError, KeyError, AttributeError, TypeError):
            read.say(
                "window",
                'must be like {"days": ["mon"], "from": "08:00", "to": "20:00",'
                ' "tz": "Europe/Berlin"}',
            )
            break
    return tuple(windows)


_CLOCK = re.compile(r"(\d\d):(\d\d)")


def _clock(text: str) -> time:
    hour, minute = cast("re.Match[str]", _CLOCK.fullmatch(text)).groups()
    return time() if (hour, minute) == ("24", "00") else time(int(hour), int(minute))


def _window(raw: Mapping[str, object]) -> Window:
    days = tuple(cast(list[str], raw.get("days") or list(WEEKDAYS)))
    if not set(days) <= set(WEEKDAYS):
        raise ValueError(days)
    tz = cast(str, raw.get("tz", "UTC"))
    try:
        ZoneInfo(tz)
    except (ZoneInfoNotFoundError, OSError) as unknown:
        raise ValueError(tz) from unknown
    return Window(days, _clock(cast(str, raw["from"])), _clock(cast(str, raw["to"])), tz)


def _window_to_json(window: Window) -> dict[str, object]:
    return {
        "days": list(window.days),
        "from": f"{window.start:%H:%M}",
        "to": f"{window.end:%H:%M}",
        "tz": window.tz,
    }


def _exceptions(read: _Reader) -> tuple[WrongMatch, ...]:
    value = read.raw.get("exceptions")
    if value is None:
        return ()
    try:
        return tuple(
            WrongMatch(str(i["digest"]), int(i["version"]), str(i["by"]), read_moment(i["at"]))
            for i in cast(list[dict[str, str]], value)
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        read.say("exceptions", 'must be a list like [{"digest", "version", "by", "at"}]')
        return ()


def _exception_to_json(wrong: WrongMatch) -> dict[str, object]:
    return {
        "digest": wrong.digest,
        "version": wrong.version,
        "by": wrong.by,
        "at": write_moment(wrong.at),
    }


_KEYS = frozenset(
    "action context outcome severity source expires service environment aliases window instead"
    " owner fingerprint approvals reads_as exceptions state created version id".split()
)
