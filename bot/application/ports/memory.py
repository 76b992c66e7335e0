"""What a workspace remembers: its entries, their reviews, and the audit records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Protocol

from bot.application.records.review import Review
from bot.domain.audit import AuditEvent, AuditRecord
from bot.domain.entry import Entry


class Entries(Protocol):
    """Entries. Each change raises the workspace's `entries_version`."""

    def get(self, team: str, entry_id: str) -> Entry | None:
        """The entry at its present version, retired ones included."""

    def add(self, team: str, entry: Entry) -> Entry:
        """Store a new entry; an empty id becomes the next `nm-N`. Returns it as stored.

        Raises:
            Conflict: The id is taken.
        """

    def update(self, team: str, entry: Entry) -> None:
        """Store the next version.

        Raises:
            Conflict: The stored version is not `entry.version - 1`.
        """

    def all(self, team: str, *, include_retired: bool = False) -> Sequence[Entry]:
        """Entries in the order of their creation."""

    def changed_since(self, team: str, entries_version: int) -> Sequence[Entry]:
        """Entries changed after that `entries_version`, retired ones included."""


class Reviews(Protocol):
    """Weekly reviews."""

    def claim(self, review: Review) -> bool:
        """Store it; False if the workspace's week has one already."""

    def get(self, team: str, review_id: str) -> Review | None:
        """By id."""

    def update(self, review: Review) -> None:
        """Store its items."""

    def latest(self, team: str, limit: int) -> Sequence[Review]:
        """Newest first."""

    def weekly(self, team: str, limit: int) -> Sequence[Review]:
        """Newest first, without those on demand."""


class Audit(Protocol):
    """The chained records. Storing one locks the workspace's head row: it is done last of all."""

    def append(
        self,
        team: str,
        actor: str,
        event: AuditEvent,
        subject: str,
        detail: dict[str, object],
        at: datetime,
    ) -> None:
        """Store the next record with the transaction's end."""

    def records(self, team: str) -> Iterator[AuditRecord]:
        """The workspace's records in order."""

    def about(self, team: str, subject: str, limit: int) -> Sequence[AuditRecord]:
        """The latest records about one subject, in order."""
