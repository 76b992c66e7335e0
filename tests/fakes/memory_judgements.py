"""In-memory repositories of entries and of the announcements judged by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.application.records.announcement import JudgedAnnouncement
from bot.application.records.fires import Fires
from bot.domain.action import Place
from bot.domain.decision import Effect
from bot.domain.entry import Entry, EntryState, Severity
from bot.domain.errors import Conflict
from bot.domain.hold import HoldState
from tests.fakes.memory_state import State

ENDED_BY_WEEK = (HoldState.RELEASED, HoldState.KEPT, HoldState.EXPIRED)


class MemoryEntries:
    def __init__(self, state: State) -> None:
        self._state = state

    def get(self, team: str, entry_id: str) -> Entry | None:
        return self._state.entries.get((team, entry_id))

    def add(self, team: str, entry: Entry) -> Entry:
        number = self._state.numbers.get(team, 0)
        if not entry.id:
            number += 1
            entry = replace(entry, id=f"nm-{number}")
        elif entry.id.startswith("nm-") and entry.id[3:].isdecimal():
            number = max(number, int(entry.id[3:]))
        if (team, entry.id) in self._state.entries:
            raise Conflict(f"There is an entry {entry.id} already.")
        self._state.numbers[team] = number
        self._store(team, entry)
        return entry

    def update(self, team: str, entry: Entry) -> None:
        stored = self.get(team, entry.id)
        if stored is None or stored.version != entry.version - 1:
            raise Conflict(f"Entry {entry.id} was changed meanwhile.")
        self._store(team, entry)

    def _store(self, team: str, entry: Entry) -> None:
        self._state.entries[team, entry.id] = entry
        self._state.changed_at[team, entry.id] = self._state.raise_entries_version(team)

    def all(self, team: str, *, include_retired: bool = False) -> Sequence[Entry]:
        return [
            entry
            for (owner, _), entry in self._state.entries.items()
            if owner == team and (include_retired or entry.state is EntryState.ACTIVE)
        ]

    def changed_since(self, team: str, entries_version: int) -> Sequence[Entry]:
        changed = [
            (version, key)
            for key, version in self._state.changed_at.items()
            if key[0] == team and version > entries_version
        ]
        return [self._state.entries[key] for _, key in sorted(changed)]


class MemoryAnnouncements:
    def __init__(self, state: State) -> None:
        self._state = state

    def _of(self, team: str) -> list[JudgedAnnouncement]:
        """The workspace's announcements, oldest first."""
        found = [each for key, each in self._state.announcements.items() if key[0] == team]
        return sorted(found, key=lambda each: each.judged_at)

    def add(self, judged: JudgedAnnouncement) -> None:
        team = judged.announcement.place.team
        agent, idempotency_key = judged.agent, judged.idempotency_key
        if agent and idempotency_key and self.by_idempotency_key(team, agent, idempotency_key):
            raise Conflict("This idempotency key was used already.")
        if (team, judged.id) in self._state.announcements:
            raise Conflict(f"There is an action {judged.id} already.")
        self._state.announcements[team, judged.id] = judged

    def update(self, judged: JudgedAnnouncement) -> None:
        key = (judged.announcement.place.team, judged.id)
        stored = self._state.announcements.get(key)
        if stored is not None:
            self._state.announcements[key] = replace(
                stored,
                hold_id=judged.hold_id,
                superseded_by=judged.superseded_by,
                withdrawn=judged.withdrawn,
                effect=judged.effect,
                reason=judged.reason,
            )

    def get(self, team: str, action_id: str) -> JudgedAnnouncement | None:
        return self._state.announcements.get((team, action_id))

    def at_place(self, place: Place) -> JudgedAnnouncement | None:
        if place.ts is None:
            return None
        wanted = (place.channel, place.ts)
        found = [
            each
            for each in self._of(place.team)
            if (each.announcement.place.channel, each.announcement.place.ts) == wanted
            and each.agent is None
        ]
        return found[-1] if found else None

    def by_idempotency_key(self, team: str, agent: str, key: str) -> JudgedAnnouncement | None:
        found = (e for e in self._of(team) if (e.agent, e.idempotency_key) == (agent, key))
        return next(found, None)

    def in_thread(self, team: str, channel: str, thread_ts: str) -> Sequence[JudgedAnnouncement]:
        return [
            each
            for each in self._of(team)
            if each.announcement.place.channel == channel
            and thread_ts in (each.announcement.place.ts, each.announcement.place.thread_ts)
            and each.superseded_by is None
        ]

    def of_hold(self, team: str, hold_id: str) -> Sequence[JudgedAnnouncement]:
        return [each for each in self._of(team) if each.hold_id == hold_id]

    def warned_since(self, team: str, channel: str, key: str, since: datetime, but: str) -> bool:
        return any(
            each.announcement.place.channel == channel
            and (each.key, each.effect) == (key, Effect.WARN)
            and each.judged_at >= since
            and each.id != but
            for each in self._of(team)
        )

    def since(self, team: str, since: datetime, limit: int) -> Sequence[JudgedAnnouncement]:
        found = [each for each in reversed(self._of(team)) if each.judged_at >= since]
        return found[:limit]

    def fires(self, team: str, entry_id: str, before: datetime | None = None) -> Fires:
        held: set[str] = set()
        warned: set[str] = set()
        alerted: set[str] = set()
        last: JudgedAnnouncement | None = None
        judged_in_time = (e for e in self._of(team) if before is None or e.judged_at < before)
        for judged in judged_in_time:
            key = judged.hold_id or judged.id
            for match in judged.matches + judged.alerts:
                if match.entry_id == entry_id:
                    last = judged
                    if match in judged.alerts:
                        alerted.add(key)
                    elif (judged.effect, match.severity) == (Effect.HOLD, Severity.BLOCK):
                        held.add(key)
                    else:
                        warned.add(key)
        holds = [self._state.holds[team, key] for key in held if (team, key) in self._state.holds]
        ended = Counter(hold.state for hold in holds)
        entry = self._state.entries.get((team, entry_id))
        return Fires(
            fired=len(held | warned | alerted),
            held=len(held),
            warned=len(warned - held),
            released=ended[HoldState.RELEASED],
            kept=ended[HoldState.KEPT],
            expired=ended[HoldState.EXPIRED],
            wrong=len(entry.exceptions) if entry else 0,
            last_at=last.judged_at if last else None,
            last_channel=last.announcement.place.channel if last else None,
            last_ts=last.announcement.place.ts if last else None,
        )

    def alerted_since(self, team: str, since: datetime, limit: int) -> Sequence[JudgedAnnouncement]:
        return [each for each in self.since(team, since, len(self._of(team))) if each.alerts][
            :limit
        ]

    def count_since(self, team: str, since: datetime) -> int:
        return sum(each.judged_at >= since for each in self._of(team))

    def fires_of_all(self, team: str) -> Mapping[str, Fires]:
        matched = {m.entry_id for each in self._of(team) for m in each.matches + each.alerts}
        known = {entry_id for owner, entry_id in self._state.entries if owner == team}
        all_fires = {entry_id: self.fires(team, entry_id) for entry_id in matched | known}
        placeless = {"last_channel": None, "last_ts": None}
        return {
            entry_id: replace(fires, **placeless)
            for entry_id, fires in all_fires.items()
            if fires.fired or fires.wrong
        }

    def fires_by_week(self, team: str, since: datetime) -> Sequence[tuple[str, str, int]]:
        counts = Counter((f"{at:%G-W%V}", what) for at, what in self._happened(team) if at >= since)
        return [(week, what, count) for (week, what), count in sorted(counts.items())]

    def _happened(self, team: str) -> Iterator[tuple[datetime, str]]:
        for judged in self._of(team):
            if judged.effect is Effect.WARN:
                yield judged.judged_at, "warned"
            if judged.alerts:
                yield judged.judged_at, "alert"
        for (owner, _), hold in self._state.holds.items():
            if owner == team and hold.state in ENDED_BY_WEEK:
                yield hold.opened_at, hold.state.value
        for (owner, _), entry in self._state.entries.items():
            if owner == team:
                yield from ((wrong.at, "wrong") for wrong in entry.exceptions)
