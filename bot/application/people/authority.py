"""Who may do what, asked of the directory at the moment of the click and answered by the domain."""

from __future__ import annotations

from bot.application.negmem import Negmem
from bot.application.people.answers import Answer, refused
from bot.domain.hold import (
    Hold,
    concerned_in,
    may_administer,
    may_lessen_protection,
    not_a_present_member,
)


def refuse_lessening(
    negmem: Negmem, team: str, user: str, channel: str | None, entry_id: str | None = None
) -> Answer | None:
    """Why the person may not lessen protection, as their answer; None if they may.

    Nor may who could not release a hold that is open for the entry `entry_id`.
    """
    person = negmem.directory.person(team, user, channel)
    with negmem.store.read() as tx:
        workspace = tx.workspaces.get(team)
        holds = tx.holds.open(team) if entry_id is not None else ()
    refusal = may_lessen_protection(person, workspace.approvers) or next(
        filter(None, (concerned_in(hold, user) for hold in holds if _shows(hold, entry_id))), None
    )
    return refused(refusal, workspace.approver_label) if refusal else None


def refuse_administering(
    negmem: Negmem, team: str, user: str, channel: str | None
) -> Answer | None:
    """Why the person may not do set-up or break-glass, as their answer; None if they may."""
    refusal = may_administer(negmem.directory.person(team, user, channel))
    return refused(refusal, "a workspace admin or owner") if refusal else None


def refuse_absent(negmem: Negmem, team: str, user: str, channel: str | None) -> Answer | None:
    """Why the person is no present, full member of the channel; None if they are."""
    refusal = not_a_present_member(negmem.directory.person(team, user, channel))
    return refused(refusal, "any full member of this channel") if refusal else None


def _shows(hold: Hold, entry_id: str | None) -> bool:
    return entry_id in {one.entry_id for one in hold.shown}
