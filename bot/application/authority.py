"""Who may do what, asked of the directory at the moment of the click and answered by the domain."""

from __future__ import annotations

from bot.application.answers import Answer, refused
from bot.application.negmem import Negmem
from bot.domain.hold import may_administer, may_lessen_protection, not_a_present_member


def refuse_lessening(negmem: Negmem, team: str, user: str, channel: str | None) -> Answer | None:
    """Why the person may not lessen protection, as their answer; None if they may."""
    person = negmem.directory.person(team, user, channel)
    with negmem.store.read() as tx:
        workspace = tx.workspaces.get(team)
    refusal = may_lessen_protection(person, workspace.approvers)
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
