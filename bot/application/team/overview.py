"""What a person looks at: open holds, their entries due for review, numbers, set-up state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.posts.tell_trouble import trouble_text
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.records.workspace import Channel, Workspace
from bot.domain.action import Place
from bot.domain.entry import Entry, Severity
from bot.domain.hold import Hold

WEEKS = 4
DUE_WITHIN = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class OpenHold:
    """A pending hold with the announcement that opened it, where its card is, and the link."""

    hold: Hold
    judged: JudgedAnnouncement
    card: Place | None
    card_url: str | None = None


@dataclass(frozen=True, slots=True)
class Stats:
    """Numbers of a workspace.

    Attributes:
        entries: Live entries by severity.
        weeks: (ISO week, {`warned|released|kept|expired|wrong|alert`: count}), oldest first.
        announcements: Judged in the last four weeks.
    """

    entries: Mapping[Severity, int]
    weeks: tuple[tuple[str, Mapping[str, int]], ...]
    announcements: int


@dataclass(frozen=True, slots=True)
class Home:
    """The Home tab of one person.

    Attributes:
        holds: Open holds of the workspace.
        due: The person's entries that expire within two weeks.
        stats: See `Stats`.
        channels: Channels negmem is in.
        missing: What the set-up still lacks, one sentence each.
        at: The moment of all this.
    """

    holds: tuple[OpenHold, ...]
    due: tuple[Entry, ...]
    stats: Stats
    channels: tuple[Channel, ...]
    missing: tuple[str, ...]
    workspace: Workspace
    at: datetime


def open_holds(negmem: Negmem, team: str) -> tuple[OpenHold, ...]:
    """Pending holds, oldest first."""
    now = negmem.clock()
    with negmem.store.read() as tx:
        shown = _open_holds(tx, team, now)
    return _linked(negmem, shown)


def stats(negmem: Negmem, team: str) -> Stats:
    """The last weeks in numbers."""
    with negmem.store.read() as tx:
        return _stats(tx, team, negmem.clock())


def home(negmem: Negmem, team: str, user: str) -> Home:
    """What the person's Home tab shows."""
    now = negmem.clock()
    with negmem.store.read() as tx:
        workspace = tx.workspaces.get(team)
        channels = tuple(tx.channels.all(team))
        mine = [entry for entry in tx.entries.all(team) if entry.owner == user]
        soon = now + DUE_WITHIN
        found = Home(
            holds=_open_holds(tx, team, now),
            due=tuple(e for e in mine if e.expires is not None and e.expires <= soon),
            stats=_stats(tx, team, now),
            channels=channels,
            missing=_missing(workspace, channels),
            workspace=workspace,
            at=now,
        )
    return replace(found, holds=_linked(negmem, found.holds))


def _open_holds(tx: Transaction, team: str, now: datetime) -> tuple[OpenHold, ...]:
    found = []
    for hold in tx.holds.open(team):
        actions = tx.announcements.of_hold(team, hold.id)
        if not actions or not hold.is_pending(now):
            continue
        post = next((one for one in tx.outbox.of_subject(team, hold.id) if one.ts), None)
        card = Place(team, post.channel, post.ts) if post is not None else None
        found.append(OpenHold(hold, actions[0], card))
    return tuple(found)


def _linked(negmem: Negmem, holds: Sequence[OpenHold]) -> tuple[OpenHold, ...]:
    """With links to their cards: asked for after the transaction, since Slack may take its time."""

    def link(card: Place | None) -> str | None:
        if card is None:
            return None
        return negmem.directory.permalink(card.team, card.channel or "", card.ts or "")

    return tuple(replace(one, card_url=link(one.card)) for one in holds)


def _stats(tx: Transaction, team: str, now: datetime) -> Stats:
    live = [entry for entry in tx.entries.all(team) if entry.is_live(now)]
    since = now - timedelta(weeks=WEEKS)
    weeks: dict[str, dict[str, int]] = {}
    for week, what, count in tx.announcements.fires_by_week(team, since):
        weeks.setdefault(week, {})[what] = count
    return Stats(
        entries={one: sum(e.severity is one for e in live) for one in Severity},
        weeks=tuple(sorted(weeks.items())),
        announcements=tx.announcements.count_since(team, since),
    )


def _missing(workspace: Workspace, channels: Sequence[Channel]) -> tuple[str, ...]:
    missing = []
    if not workspace.is_set_up:
        missing.append("Nobody but admins and owners can release yet: `/negmem setup` names more.")
    if not channels:
        missing.append("I am in no channel yet: invite me to your incident channels.")
    if workspace.review.channel is None:
        missing.append("No channel is set for the weekly review: `/negmem setup` sets it.")
    missing += [
        f"<#{one.id}> has no {lacks}: `/negmem channel service=… env=…` there."
        for one in channels
        if one.watched and one.id != workspace.review.channel and (lacks := _scope_lacks(one))
    ]
    missing += [
        f"I cannot post to <#{one.id}>: {trouble_text(one.trouble)}."
        for one in channels
        if one.trouble
    ]
    return tuple(missing)


def _scope_lacks(channel: Channel) -> str:
    named = {"service": channel.service, "environment": channel.environment}
    return " and no ".join(name for name, value in named.items() if value is None)
