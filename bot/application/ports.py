"""What the use cases need from outside, as small Protocols.

The store's two doors give a transaction; what a use case does in one happens wholly or not at all.
Every look-up names its workspace: one workspace never sees another's rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.application.cards import Card
from bot.application.records import (
    Agent,
    Channel,
    Fact,
    Fires,
    JudgedAnnouncement,
    Post,
    Question,
    ReportedOutcome,
    Review,
    Workspace,
)
from bot.domain.action import Place
from bot.domain.audit import AuditEvent, AuditRecord
from bot.domain.entry import Entry
from bot.domain.hold import Hold, HoldState, Permit, PersonFacts

Clock = Callable[[], datetime]
"""The present moment, aware, in UTC."""


class Workspaces(Protocol):
    """Set-ups, by workspace."""

    def get(self, team: str) -> Workspace:
        """The workspace's set-up; a new one with defaults and a fresh permit key if unknown."""

    def put(self, workspace: Workspace) -> None:
        """Store all but `entries_version`, which only `Entries` raises."""

    def entries_version(self, team: str) -> int:
        """How often entries of the workspace were changed; see `get`."""

    def permit_key(self, team: str) -> str:
        """The key that the workspace's permits are derived from; see `get`."""

    def all(self) -> Sequence[Workspace]:
        """Every known workspace."""


class Channels(Protocol):
    """Channels, by workspace and id."""

    def get(self, team: str, channel: str) -> Channel | None:
        """The channel, or None if negmem has not met it."""

    def put(self, channel: Channel) -> None:
        """Store it."""

    def all(self, team: str) -> Sequence[Channel]:
        """Every channel of the workspace."""


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

    def recent(self, team: str, states: Sequence[HoldState], limit: int) -> Sequence[Hold]:
        """The latest holds in these states, newest first."""


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


class Outbox(Protocol):
    """Channel posts, written down before they are sent."""

    def add(self, post: Post) -> None:
        """Store it, to be sent."""

    def redraw(self, team: str, subjects: Sequence[str]) -> None:
        """Have each post of these subjects drawn again."""

    def claim(
        self, teams: Sequence[str], now: datetime, lease: datetime, limit: int
    ) -> Sequence[Post]:
        """Posts of these workspaces, due, undrawn and not leased to a replica, oldest first.

        They are leased to the caller until `lease`. A post whose `parent` has no ts yet, or an
        earlier post of the same channel that is still waiting, is not among them. A lease that
        ran out counts as an attempt: its holder may have sent the post and died.
        """

    def renew(self, post_id: str, lease: datetime, until: datetime) -> bool:
        """Lengthen the lease that was given until `lease`; False if it is somebody else's now."""

    def sent(self, post_id: str, ts: str, drawn: int) -> None:
        """It is in the channel at `ts`, drawn at that revision; the lease ends."""

    def failed(self, post_id: str, trouble: str, retry_at: datetime | None) -> None:
        """Slack refused it; None gives it up."""

    def get(self, post_id: str) -> Post | None:
        """By id."""

    def of_subject(self, team: str, subject: str) -> Sequence[Post]:
        """Posts about one subject, oldest first."""

    def at(self, team: str, channel: str, ts: str) -> Post | None:
        """The post that is this message, or None."""


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


class Agents(Protocol):
    """Agents and the hashes of their tokens."""

    def add(self, agent: Agent) -> None:
        """Store it.

        Raises:
            Conflict: The name is taken by an agent that is not revoked.
        """

    def by_token_hash(self, token_hash: str) -> Agent | None:
        """The agent that is not revoked, of whatever workspace, with its `channel_met`."""

    def is_live(self, token_hash: str) -> bool:
        """Whether `by_token_hash` finds an agent."""

    def all(self, team: str) -> Sequence[Agent]:
        """Agents of the workspace, revoked ones included."""

    def revoke(self, team: str, name: str, at: datetime) -> bool:
        """False if there is none under that name."""


class Deliveries(Protocol):
    """Incoming deliveries already seen."""

    def first_time(self, team: str, key: str, at: datetime) -> bool:
        """Note the key; False if it was noted before. Keys are kept for at least a day."""


class Facts(Protocol):
    """Current facts about services."""

    def put(self, fact: Fact) -> None:
        """Store it in place of the earlier value; an untrusted one displaces no trusted one."""

    def of(self, team: str, service: str | None, environment: str | None) -> Sequence[Fact]:
        """Facts of one service in one environment, trusted and untrusted ones."""


class Questions(Protocol):
    """Questions to people, open in threads."""

    def ask(self, question: Question) -> None:
        """Store it; an earlier one to the same person in the same thread is replaced."""

    def take(
        self, team: str, channel: str, thread_ts: str, user: str, now: datetime
    ) -> Question | None:
        """The question open for that person there, which is closed by this."""


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


class Transaction(Protocol):
    """One transaction over all repositories."""

    workspaces: Workspaces
    channels: Channels
    entries: Entries
    announcements: Announcements
    holds: Holds
    permits: Permits
    outcomes: Outcomes
    outbox: Outbox
    audit: Audit
    agents: Agents
    deliveries: Deliveries
    facts: Facts
    questions: Questions
    reviews: Reviews

    def signal(self, topic: str) -> None:
        """Wake whoever listens for `topic`, everywhere, once this is committed."""


class UnitOfWork(Protocol):
    """The store's two doors."""

    def read(self) -> AbstractContextManager[Transaction]:
        """A consistent view; nothing is written.

        Raises:
            MemoryUnavailable: The database cannot be asked.
        """

    def write(self) -> AbstractContextManager[Transaction]:
        """Committed when the block ends well, rolled back when it raises.

        Raises:
            MemoryUnavailable: The database cannot be asked.
        """


EVERY_TOPIC = "*"
"""Published where signals may have been missed: whoever waits looks at everything."""


class Signals(Protocol):
    """Waking: it only wakes, the database is the truth."""

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener(topic)` from any thread for each signal; returns how to end that.

        The topic is `EVERY_TOPIC` where signals may have been missed.
        """


@dataclass(frozen=True, slots=True)
class MessageNow:
    """A message as Slack has it at this moment.

    Attributes:
        readable: False when Slack could not be asked or refused.
        text: Its whole text as the reader takes it, or None when it is gone.
        digest: Of the whole message, as an announcement's digest is made.
    """

    readable: bool
    text: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class ChannelNow:
    """A channel as Slack has it: its name, its topic and whether a full member set that."""

    name: str
    topic: str = ""
    topic_by_member: bool = False
    is_external: bool = False
    is_archived: bool = False


class Directory(Protocol):
    """Who people are and what Slack says now. Looks up Slack, never decides."""

    def person(self, team: str, user: str, channel: str | None) -> PersonFacts:
        """Facts at most 60 s old; `known=False` when a look-up failed.

        Without a channel (the Home tab) `in_channel` is true.
        """

    def message(self, team: str, place: Place) -> MessageNow:
        """The message at `place`, read again."""

    def channel(self, team: str, channel: str) -> ChannelNow | None:
        """None when it cannot be looked up."""

    def permalink(self, team: str, channel: str, ts: str) -> str | None:
        """A link to a message, or None."""


@dataclass(slots=True)
class SendFailure(Exception):
    """Slack did not take a post.

    Attributes:
        code: Slack's error, or `unreachable`.
        retry_after: Seconds to wait; None means it is final.
        maybe_sent: The answer was lost: the message may be there.
    """

    code: str
    retry_after: float | None = None
    maybe_sent: bool = False


class Notifier(Protocol):
    """Puts cards into channels."""

    def teams(self) -> Sequence[str]:
        """The workspaces that it can post to."""

    def post(self, post: Post, card: Card, thread_ts: str | None) -> str:
        """Post it and return its ts.

        Raises:
            SendFailure: It was not taken, or nobody knows.
        """

    def update(self, post: Post, card: Card) -> None:
        """Draw the posted message again.

        Raises:
            SendFailure: It was not taken.
        """

    def find(self, post: Post, thread_ts: str | None) -> str | None:
        """The ts of a message that carries this post's id, read back from the channel."""


@dataclass(frozen=True, slots=True)
class Ports:
    """What a use case is handed."""

    store: UnitOfWork
    clock: Clock
    directory: Directory
