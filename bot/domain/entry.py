"""The entry: one negative memory, with the scope in which it applies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, time
from enum import StrEnum
from types import MappingProxyType
from zoneinfo import ZoneInfo

ANY = "*"
"""The explicit scope "everywhere": it counts as scope, an absent one does not."""

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

NO_FACTS: Mapping[str, str] = MappingProxyType({})


class Severity(StrEnum):
    """How much an entry asks for: hold, say the risk, or only log the anomaly for review."""

    BLOCK = "block"
    WARN = "warn"
    ALERT = "alert"

    @property
    def rank(self) -> int:
        """How much it asks for as a number; more is more severe."""
        return _RANKS[self]

    @property
    def weaker(self) -> Severity:
        """One step down; an alert stays an alert."""
        return {Severity.BLOCK: Severity.WARN}.get(self, Severity.ALERT)


_RANKS = {Severity.ALERT: 0, Severity.WARN: 1, Severity.BLOCK: 2}


class EntryState(StrEnum):
    """Whether an entry takes part in decisions."""

    ACTIVE = "active"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Window:
    """A weekly stretch of time in a zone; `start` after `end` runs over midnight.

    Attributes:
        days: Names out of `WEEKDAYS`: the days on which the stretch begins.
        start: Local time of day, inclusive.
        end: Local time of day, exclusive; equal to `start` means the whole day.
        tz: Name of an IANA zone.
    """

    days: tuple[str, ...]
    start: time
    end: time
    tz: str

    def contains(self, moment: datetime) -> bool:
        """Whether the aware `moment` lies in the stretch."""
        local = moment.astimezone(ZoneInfo(self.tz))
        today, clock = WEEKDAYS[local.weekday()], local.time()
        if self.start < self.end:
            return today in self.days and self.start <= clock < self.end
        yesterday = WEEKDAYS[local.weekday() - 1]
        return (today in self.days and clock >= self.start) or (
            self.start != self.end and yesterday in self.days and clock < self.end
        )


@dataclass(frozen=True, slots=True)
class Scope:
    """Where and when an entry applies: services, environments (`("*",)` is all), weekly windows.

    No windows means always.
    """

    services: tuple[str, ...]
    environments: tuple[str, ...]
    windows: tuple[Window, ...] = ()


@dataclass(frozen=True, slots=True)
class WrongMatch:
    """A match that a person called wrong: for that version of the entry and that digest."""

    digest: str
    version: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Entry:
    """One negative memory.

    Attributes:
        id: `nm-…` in a workspace; any string in files.
        action: What was done, in a person's words.
        context: The circumstances under which it went badly.
        outcome: What it led to.
        severity: See `Severity`.
        source: Where the lesson comes from: a postmortem, a link, a correction.
        scope: Where and when it applies.
        expires: Aware; dead from this moment on. None is "never" and occurs only in files.
        created: Aware.
        aliases: Other names of the service.
        instead: The safer alternative, if one is known.
        owner: The Slack user who answers for it.
        fingerprint: Facts about the system when it was learned.
        approvals: How many different people must release it: 1 or 2.
        reads_as: A person's correction of how the action reads, as written in the JSON form
            (see `bot.domain.reading.entry.correction`); None means "as read".
        exceptions: Matches called wrong.
        state: Active or retired.
        version: Raised by each change; a release names the versions that were shown.
    """

    id: str
    action: str
    context: str
    outcome: str
    severity: Severity
    source: str
    scope: Scope
    expires: datetime | None
    created: datetime
    aliases: tuple[str, ...] = ()
    instead: str | None = None
    owner: str | None = None
    fingerprint: Mapping[str, str] = field(default_factory=lambda: NO_FACTS)
    approvals: int = 1
    reads_as: Mapping[str, object] | None = None
    exceptions: tuple[WrongMatch, ...] = ()
    state: EntryState = EntryState.ACTIVE
    version: int = 1

    def is_live(self, now: datetime) -> bool:
        """Whether the entry takes part in decisions at the aware moment `now`."""
        return self.state is EntryState.ACTIVE and (self.expires is None or now < self.expires)

    def changed(self, **fields: object) -> Entry:
        """The next version of this entry, with `fields` replaced.

        Matches called wrong stay so where the change does not touch what the entry matches.
        """
        after = replace(self, version=self.version + 1, **fields)  # type: ignore[arg-type]  # names are checked by `replace` at run time
        if after.matches_like(self):
            kept = tuple(replace(wrong, version=after.version) for wrong in after.exceptions)
            after = replace(after, exceptions=kept)
        return after

    def matches_like(self, other: Entry) -> bool:
        """Whether both match the same announcements, whatever they then say."""
        return all(getattr(self, name) == getattr(other, name) for name in _MATCHING_FIELDS)


_MATCHING_FIELDS = ("action", "context", "scope", "aliases", "reads_as", "fingerprint")
