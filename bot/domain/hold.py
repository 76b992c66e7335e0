"""The hold: its states, its permit's life, and who may end it.

A hold is pending, then exactly one of released, kept, expired or voided. The functions here say
what may happen; the store makes sure that it happens once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

HOLD_LIFE = timedelta(minutes=30)
PERMIT_LIFE = timedelta(minutes=5)
KEPT_MEMORY = timedelta(hours=1)
"""How long a kept digest is answered "kept by …" in its channel without a new hold."""
WARNING_MEMORY = timedelta(minutes=30)
"""How long the same digest in a channel is not warned about again."""
ROLE_FACTS_LIFE = timedelta(seconds=60)
"""How old facts about a person's role may be when they decide something."""
BREAK_GLASS_LIFE = timedelta(minutes=60)
BREAK_GLASS_PAUSE = timedelta(hours=1)


class HoldState(StrEnum):
    """Where a hold stands; all but `PENDING` are final."""

    PENDING = "pending"
    RELEASED = "released"
    KEPT = "kept"
    EXPIRED = "expired"
    VOIDED = "voided"


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """What is known about a person at the moment of a click.

    Attributes:
        user: Slack user id; with the workspace it identifies the person.
        known: False when the look-up failed: everything is denied then.
        is_bot: Any kind of bot, Slackbot included.
        is_deactivated: The account is closed.
        is_guest: Single- or multi-channel guest.
        is_external: Of another organisation.
        is_admin: Admin or owner of the workspace or the organisation.
        in_channel: Member of the channel in question at this moment.
        groups: User groups the person is in right now.
        tz: IANA zone, for showing times.
        name: What to call the person in text; never decides anything.
    """

    user: str
    known: bool = True
    is_bot: bool = False
    is_deactivated: bool = False
    is_guest: bool = False
    is_external: bool = False
    is_admin: bool = False
    in_channel: bool = False
    groups: frozenset[str] = frozenset()
    tz: str = "UTC"
    name: str = ""

    @property
    def is_full_member(self) -> bool:
        """A present-day human member of the workspace itself."""
        return self.known and not (
            self.is_bot or self.is_deactivated or self.is_guest or self.is_external
        )


@dataclass(frozen=True, slots=True)
class ApproverPolicy:
    """Who may release besides workspace admins and owners.

    Attributes:
        groups: User group ids.
        users: User ids.
        all_members: Every full member of the channel.
    """

    groups: frozenset[str] = frozenset()
    users: frozenset[str] = frozenset()
    all_members: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids to mention, groups first."""
        return (*sorted(self.groups), *sorted(self.users))


class Refusal(StrEnum):
    """Why a person may not do what the click asks for; `REFUSAL_TEXT` says it in words."""

    LOOKUP_FAILED = "lookup_failed"
    BOT = "bot"
    DEACTIVATED = "deactivated"
    EXTERNAL = "external"
    GUEST = "guest"
    NOT_IN_CHANNEL = "not_in_channel"
    ANNOUNCER = "announcer"
    PRINCIPAL = "principal"
    NOT_AN_APPROVER = "not_an_approver"
    NOT_AN_ADMIN = "not_an_admin"
    ALREADY_APPROVED = "already_approved"


REFUSAL_TEXT = {
    Refusal.LOOKUP_FAILED: "Slack could not confirm who you are just now, so nothing was changed.",
    Refusal.BOT: "Bots and workflows cannot do this.",
    Refusal.DEACTIVATED: "This account is deactivated.",
    Refusal.EXTERNAL: "People of other organisations cannot do this.",
    Refusal.GUEST: "Guests cannot do this.",
    Refusal.NOT_IN_CHANNEL: "Only members of the channel can do this: join it first.",
    Refusal.ANNOUNCER: "Whoever announced the action cannot decide about it.",
    Refusal.PRINCIPAL: "The agent acts for you, so somebody else has to decide.",
    Refusal.NOT_AN_APPROVER: "You are not one of the approvers.",
    Refusal.NOT_AN_ADMIN: "Only workspace admins and owners can do this.",
    Refusal.ALREADY_APPROVED: "You approved already: a second person has to.",
}


def not_a_present_member(person: PersonFacts) -> Refusal | None:
    """Why the person is not a present, human, full member of the channel; None if they are."""
    checks = (
        (not person.known, Refusal.LOOKUP_FAILED),
        (person.is_bot, Refusal.BOT),
        (person.is_deactivated, Refusal.DEACTIVATED),
        (person.is_external, Refusal.EXTERNAL),
        (person.is_guest, Refusal.GUEST),
        (not person.in_channel, Refusal.NOT_IN_CHANNEL),
    )
    return next((refusal for failed, refusal in checks if failed), None)


def may_lessen_protection(person: PersonFacts, policy: ApproverPolicy) -> Refusal | None:
    """Why the person may not weaken, retire or except an entry; None if they may.

    Without configuration that means admins and owners, never "anyone".
    """
    refusal = not_a_present_member(person)
    if refusal is not None:
        return refusal
    approver = (
        person.is_admin
        or person.user in policy.users
        or bool(person.groups & policy.groups)
        or policy.all_members
    )
    return None if approver else Refusal.NOT_AN_APPROVER


def concerned_in(hold: Hold, user: str) -> Refusal | None:
    """Why `user` may not decide about this hold, whatever their role; None if nothing."""
    if user in hold.announcers:
        return Refusal.ANNOUNCER
    return Refusal.PRINCIPAL if user in hold.principals else None


def may_release(
    person: PersonFacts,
    policy: ApproverPolicy,
    *,
    announcers: Collection[str],
    principals: Collection[str],
    approved_by: Collection[str] = (),
) -> Refusal | None:
    """Why the person may not release this hold; None if they may.

    Args:
        person: Facts at the click, at most `ROLE_FACTS_LIFE` old.
        policy: Who may, besides admins and owners.
        announcers: User ids under which the held action was announced.
        principals: People for whom the announcing agents act.
        approved_by: Who approved already, where an entry asks for two people.
    """
    if person.user in announcers:
        return Refusal.ANNOUNCER
    if person.user in principals:
        return Refusal.PRINCIPAL
    refusal = may_lessen_protection(person, policy)
    if refusal is None and person.user in approved_by:
        return Refusal.ALREADY_APPROVED
    return refusal


def may_administer(person: PersonFacts) -> Refusal | None:
    """Why the person may not do set-up or break-glass; None if they may."""
    refusal = not_a_present_member(person)
    if refusal is None and not person.is_admin:
        return Refusal.NOT_AN_ADMIN
    return refusal


@dataclass(frozen=True, slots=True)
class EntryVersion:
    """An entry at the version that a card showed."""

    entry_id: str
    version: int


@dataclass(frozen=True, slots=True)
class Hold:
    """A held action.

    Attributes:
        id: `hold-…`.
        team: Workspace.
        channel: Channel of the card, or None when no card can be posted.
        digest: Key of exactly what is held: the digest of the input and its situation.
        text_digest: Digest of the announcement's message, read again on Release; None without one.
        announcement_ts: Message whose text is read again on Release; None for a gate call.
        thread_ts: Thread of the card; None when it stands by itself.
        shown: The entry versions on the card.
        announcers: User, bot, app and agent ids under which it was announced.
        principals: People for whom those agents act.
        opened_at, expires_at: Aware.
        state: See `HoldState`.
        asked: How often the same digest was announced while pending.
        also: Keys of gate calls that share this hold's announcement and are on its card.
        revision: Raised whenever the card shows other entries or actions; a click names the
            revision that its person saw.
        approvals: How many different people have to release.
        approved_by: Who did so far, in order.
        ended_by: User id of who ended it; None for expiry and voiding.
        ended_at: When.
        end_reason: What that person said afterwards, or why it was voided.
        reminded: The reminder at half its life was written.
        went_ahead: The agent reported the action as done while it was held.
    """

    id: str
    team: str
    channel: str | None
    digest: str
    shown: tuple[EntryVersion, ...]
    opened_at: datetime
    expires_at: datetime
    announcement_ts: str | None = None
    text_digest: str | None = None
    thread_ts: str | None = None
    announcers: frozenset[str] = frozenset()
    principals: frozenset[str] = frozenset()
    state: HoldState = HoldState.PENDING
    asked: int = 1
    also: tuple[str, ...] = ()
    revision: int = 1
    approvals: int = 1
    approved_by: tuple[str, ...] = ()
    ended_by: str | None = None
    ended_at: datetime | None = None
    end_reason: str | None = None
    reminded: bool = False
    went_ahead: bool = False

    def is_pending(self, now: datetime) -> bool:
        """Whether it can still be released at the aware moment `now`."""
        return self.state is HoldState.PENDING and now < self.expires_at


@dataclass(frozen=True, slots=True)
class Permit:
    """The right to start one action once.

    Attributes:
        action_id: The action it is for.
        digest: Digest of exactly that action.
        token: What the client hands in.
        issued_at, expires_at: Aware; `PERMIT_LIFE` apart.
        spent_at: When it was spent, or None.
    """

    action_id: str
    digest: str
    token: str = field(repr=False)
    issued_at: datetime
    expires_at: datetime
    spent_at: datetime | None = None
