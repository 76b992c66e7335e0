"""What was decided and became of it: announcements, holds, permits, outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from bot.application.records.announcement import JudgedAnnouncement, ReportedOutcome
from bot.application.records.fires import Fires
from bot.domain.action import Place
from bot.domain.hold import Hold, Permit


class Announcements(Protocol):
    """Judged announcements."""

    def add(self, judged: JudgedAnnouncement) -> None:
        """Store a new one, with a row for each match.

        Raises:
            Conflict: Its id, or its agent's idempotency key, is taken.
        """

    def update(self, judged: JudgedAnnouncement) -> None:
        """Store `hold_id`, `superseded_by`, `withdrawn`, effect and reason."""

    def get(self, team: str, action_id: str) -> JudgedAnnouncement | None:
        """By id."""

    def at_place(self, place: Place) -> JudgedAnnouncement | None:
        """The latest judgement of the Slack message at `place.ts` in `place.channel`.

        Gate calls that name it as their announcement do not count.
        """

    def by_idempotency_key(self, team: str, agent: str, key: str) -> JudgedAnnouncement | None:
        """The gate call that came with this key."""

    def in_thread(self, team: str, channel: str, thread_ts: str) -> Sequence[JudgedAnnouncement]:
        """Current (not superseded) judgements in a thread, its parent included, oldest first."""

    def of_hold(self, team: str, hold_id: str) -> Sequence[JudgedAnnouncement]:
        """Those that opened or joined a hold, oldest first."""

    def warned_since(self, team: str, channel: str, key: str, since: datetime, but: str) -> bool:
        """Whether another action than `but` with the key was warned about since then."""

    def since(self, team: str, since: datetime, limit: int) -> Sequence[JudgedAnnouncement]:
        """The newest announcements since that moment, newest first, of any effect."""

    def alerted_since(self, team: str, since: datetime, limit: int) -> Sequence[JudgedAnnouncement]:
        """The newest of them that an alert entry matched, newest first."""

    def count_since(self, team: str, since: datetime) -> int:
        """How many announcements there were since that moment, of any effect."""

    def fires(self, team: str, entry_id: str, before: datetime | None = None) -> Fires:
        """How the entry did in its matches, all or those judged before a moment.

        A hold that repeats joined counts once.
        """

    def fires_of_all(self, team: str) -> Mapping[str, Fires]:
        """How every entry that fired or was called wrong did, by id; without the latest's place."""

    def fires_by_week(self, team: str, since: datetime) -> Sequence[tuple[str, str, int]]:
        """(ISO week, `warned|released|kept|expired|wrong|alert`, count) since that moment."""


class Holds(Protocol):
    """Holds."""

    def add(self, hold: Hold) -> None:
        """Store a new, pending one.

        Raises:
            Conflict: The digest is pending in the channel already. The transaction goes on:
                `pending` finds that hold.
        """

    def get(self, team: str, hold_id: str) -> Hold | None:
        """By id."""

    def update_pending(self, hold: Hold) -> bool:
        """Store `hold` if the stored state is still pending; False if it ended meanwhile."""

    def annotate(self, hold: Hold) -> None:
        """Store `end_reason` and `went_ahead` of an ended hold."""

    def pending(self, team: str, channel: str | None, digest: str) -> Hold | None:
        """The pending hold of that digest in the channel."""

    def kept_since(
        self, team: str, channel: str | None, digest: str, since: datetime
    ) -> Hold | None:
        """The latest hold of that digest kept in the channel at or after `since`."""

    def open(self, team: str, channel: str | None = None) -> Sequence[Hold]:
        """Pending holds of the workspace, or of one channel, oldest first."""

    def due(self, now: datetime) -> Sequence[Hold]:
        """Pending holds of every workspace that are expired, or half over and not reminded."""


class Permits(Protocol):
    """Permits, one for each action at a time."""

    def issue(self, team: str, permit: Permit) -> None:
        """Store it in place of the action's earlier one."""

    def get(self, team: str, action_id: str) -> Permit | None:
        """The action's latest permit."""

    def spend(self, team: str, permit: Permit, at: datetime) -> bool:
        """Mark it spent if it was not; False if somebody was first."""


class Outcomes(Protocol):
    """What agents reported."""

    def add(self, team: str, outcome: ReportedOutcome) -> None:
        """Store it."""

    def of(self, team: str, action_id: str) -> Sequence[ReportedOutcome]:
        """Reports about one action, oldest first."""
