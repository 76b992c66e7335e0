"""What a channel post shows, as data: composed from stored state, drawn by the Slack room.

All text in a card is what people and agents wrote, with secrets removed; the drawer makes it inert.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.application.records.fires import Fires
from bot.domain.decision import Effect
from bot.domain.entry import Entry, Severity
from bot.domain.hold import HoldState


@dataclass(frozen=True, slots=True)
class CardEntry:
    """One matched entry on a card.

    Attributes:
        entry_id, version: What a release names.
        action: The entry's action.
        outcome: What happened last time.
        severity: As it counts here, after weakening.
        source: Text; `source_url` is the link in it, if it is one.
        why: What agreed, a few words each.
        weakened: Why it counts less than it says, or None.
        instead: What to do instead, or None.
        fires: How often it fired, up to the present one.
        last_url: Link to the latest earlier match, or None; see `link_cards`.
    """

    entry_id: str
    version: int
    action: str
    outcome: str
    severity: Severity
    source: str
    source_url: str | None
    why: tuple[str, ...]
    weakened: str | None
    instead: str | None
    fires: Fires
    last_url: str | None = None


@dataclass(frozen=True, slots=True)
class HoldCard:
    """A held action.

    Attributes:
        post_id, hold_id, action_id, digest: For the metadata and the buttons.
        headline: "restart payments-api in prod".
        quote: The beginning of what the agent said.
        also: Beginnings of gate calls that share the hold: a release is for them too.
        revision: Part of the buttons' value, so that a click names what was seen.
        announced_by: User id of the announcing bot, or None; `agent` is the gate agent's name.
        state: Of the hold; decides the buttons.
        entries: Block and warn matches, most severe first.
        who_may: "@oncall-payments or an admin".
        mention: Slack user and group ids to mention on the first drawing.
        expires_at: When it stays blocked by itself.
        asked: How often the same was asked while pending.
        approvals, approved_by: How many people it takes, and who did so far (user ids).
        ended_by, ended_at, end_reason: How it ended.
        went_ahead: The agent acted although it was held.
        doubt: What the gate is in doubt about; None where the entries say why it is held.
    """

    post_id: str
    hold_id: str
    action_id: str
    digest: str
    headline: str
    quote: str
    announced_by: str | None
    agent: str | None
    state: HoldState
    entries: tuple[CardEntry, ...]
    who_may: str
    mention: tuple[str, ...]
    opened_at: datetime
    expires_at: datetime
    also: tuple[str, ...] = ()
    revision: int = 1
    asked: int = 1
    approvals: int = 1
    approved_by: tuple[str, ...] = ()
    ended_by: str | None = None
    ended_at: datetime | None = None
    end_reason: str | None = None
    went_ahead: bool = False
    doubt: str | None = None


@dataclass(frozen=True, slots=True)
class WarningCard:
    """A warned action: short. `break_glass_by` tells that it would have been held.

    `doubt` is as on a hold's card.
    """

    post_id: str
    action_id: str
    digest: str
    headline: str
    entries: tuple[CardEntry, ...]
    break_glass_by: str | None = None
    doubt: str | None = None


@dataclass(frozen=True, slots=True)
class KeptCard:
    """The same was kept blocked less than an hour ago: no new hold."""

    post_id: str
    action_id: str
    digest: str
    headline: str
    kept_by: str
    kept_at: datetime
    reason: str | None


@dataclass(frozen=True, slots=True)
class StoppedCard:
    """A person stopped an announced action; nothing is stored yet. Offers *Remember this*.

    Attributes:
        by: User id of who stopped it.
        headlines: The stopped actions; several mean that the card asks which one was meant.
        remembered: An entry was made of it since.
    """

    post_id: str
    action_id: str
    digest: str
    by: str
    headlines: tuple[str, ...]
    reason: str | None
    remembered: str | None = None


@dataclass(frozen=True, slots=True)
class EntryCard:
    """A new entry that nobody typed into a form.

    Attributes:
        learned_from: `correction` or `outcome`.
        by: User id of who corrected; None for an outcome.
        evidence: Numbers before and after, for an outcome.
        reading: What was understood, one line each.
        proposes_block: A second failure like it: the card offers to make it a block.
        at: Moment of the drawing, by which the entry counts still or no more.
    """

    post_id: str
    action_id: str | None
    entry: Entry
    at: datetime
    learned_from: str
    by: str | None
    evidence: str | None = None
    reading: tuple[str, ...] = ()
    proposes_block: bool = False


@dataclass(frozen=True, slots=True)
class LoggedAlert:
    """What an alert entry logged: its action, where it was announced, and the link to that."""

    headline: str
    channel: str | None = None
    ts: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """The parent of a weekly review.

    Attributes:
        numbers: `fired, held, warned, released, kept, wrong, alerts, entries, expiring`.
        alerts: What alert entries logged; see `link_cards`.
        weeks: (ISO week, {effect: count}) oldest first, for the chart.
        retired: Entries that this review retired by itself: (id, why).
        items: How many replies follow, and how many are answered.
    """

    post_id: str
    review_id: str
    week: str
    numbers: Mapping[str, int]
    weeks: tuple[tuple[str, Mapping[str, int]], ...]
    alerts: tuple[LoggedAlert, ...]
    retired: tuple[tuple[str, str], ...]
    items: int
    answered: int


@dataclass(frozen=True, slots=True)
class ReviewItemCard:
    """One entry in a review thread.

    Attributes:
        questions: Why it is asked about, worst first, in a person's words.
        at: Moment of the drawing, by which the entry counts still or no more.
        fires: Its evidence.
        last_url: Link to the latest match; see `link_cards`.
        mention_owner: Mention the owner (once).
        done, done_by, done_at: What was done: "renewed", "weakened".
    """

    post_id: str
    review_id: str
    entry: Entry
    at: datetime
    questions: tuple[str, ...]
    fires: Fires
    last_url: str | None
    mention_owner: bool
    done: str | None = None
    done_by: str | None = None
    done_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NoteCard:
    """A sentence. `mention` are user or group ids put in front of it."""

    post_id: str
    text: str
    mention: tuple[str, ...] = ()
    effect: Effect | None = None
    action_id: str | None = None
    detail: Mapping[str, object] = field(default_factory=dict)


Card = (
    HoldCard
    | WarningCard
    | KeptCard
    | StoppedCard
    | EntryCard
    | ReviewCard
    | ReviewItemCard
    | NoteCard
)
