"""How an action stands, for the agent that asked."""

from __future__ import annotations

from dataclasses import dataclass

from bot.application.constraints import constraints_of
from bot.application.negmem import Negmem
from bot.application.permits import current_permit
from bot.application.ports import Transaction
from bot.application.records import Agent, JudgedAnnouncement
from bot.domain.decision import Effect
from bot.domain.errors import NotFound
from bot.domain.hold import Hold, HoldState, Permit


@dataclass(frozen=True, slots=True)
class ActionView:
    """An action as its agent sees it.

    Attributes:
        judged: The announcement and its decision.
        hold: The hold, with a pending one past its life as expired.
        permit: What it may start with, if it may.
        reason: The decision's reason in a sentence.
        card_url: Link to the card, or None when there is none (yet).
        constraints: Text for the agent's prompt.
    """

    judged: JudgedAnnouncement
    hold: Hold | None
    state: HoldState | None
    permit: Permit | None
    reason: str
    card_url: str | None
    constraints: str
    who_may: str


def view_action(negmem: Negmem, agent: Agent, action_id: str) -> ActionView:
    """The action and what may be done now; issues the permit of one that may start.

    Raises:
        NotFound: It is not one of this agent's actions.
    """
    with negmem.store.read() as tx:
        judged = own_action(tx, agent, action_id)
    permit_due = judged.effect is not Effect.HOLD
    if permit_due:
        with negmem.store.write() as tx:
            current_permit(tx, judged, negmem.clock())
    with negmem.store.read() as tx:
        return _view(negmem, tx, own_action(tx, agent, action_id))


def own_action(tx: Transaction, agent: Agent, action_id: str) -> JudgedAnnouncement:
    """The agent's own action.

    Raises:
        NotFound: There is none under that id, or it is another agent's.
    """
    judged = tx.announcements.get(agent.team, action_id)
    if judged is None or judged.agent != agent.name:
        raise NotFound("No action of yours has this id.", "Ask with POST /v1/actions first.")
    return judged


def hold_state(hold: Hold | None, negmem: Negmem) -> HoldState | None:
    """The hold's state, with a pending one past its life read as expired."""
    if hold is None:
        return None
    if hold.state is HoldState.PENDING and not hold.is_pending(negmem.clock()):
        return HoldState.EXPIRED
    return hold.state


def _view(negmem: Negmem, tx: Transaction, judged: JudgedAnnouncement) -> ActionView:
    place = judged.announcement.place
    team = place.team
    hold = tx.holds.get(team, judged.hold_id) if judged.hold_id else None
    state = hold_state(hold, negmem)
    permit = tx.permits.get(team, judged.id)
    if permit is not None and (permit.spent_at or negmem.clock() >= permit.expires_at):
        permit = None
    posts = tx.outbox.of_subject(team, hold.id) if hold else []
    posted = next((post for post in posts if post.ts), None)
    url = negmem.directory.permalink(team, posted.channel, posted.ts or "") if posted else None
    failed = next((post.trouble for post in posts if post.state.value == "failed"), None)
    channel = tx.channels.get(team, place.channel) if place.channel else None
    trouble = failed or (channel.trouble if channel else None)
    if hold is not None and place.channel is None:
        trouble = "no channel is known for this agent"
    who_may = tx.workspaces.get(team).approver_label
    return ActionView(
        judged=judged,
        hold=hold,
        state=state,
        permit=permit,
        reason=_reason(judged, hold, state, trouble),
        card_url=url,
        constraints=constraints_of(judged),
        who_may=who_may,
    )


_REASONS = {
    "no_match": "Nothing in the memory speaks against it.",
    "no_action_read": "no_action_read: no action was read in it.",
    "undetermined_program": (
        "undetermined_program: what this would run cannot be known beforehand, and the memory"
        " has block entries for this scope. Write the command out."
    ),
    "unreadable": "unreadable: it could not be read, so it is held.",
    "too_large": "too_large: more than 64 kB is held unread. Send the action alone.",
    "not_decodable": "not_decodable: it is no valid text, so it is held.",
    "announcement_held": "The announcement that it belongs to is held.",
}


def _reason(
    judged: JudgedAnnouncement, hold: Hold | None, state: HoldState | None, trouble: str | None
) -> str:
    if judged.reason == "kept" and hold is not None:
        return f"kept by <@{hold.ended_by}>: the same was kept blocked less than an hour ago."
    told = _REASONS.get(judged.reason)
    if told is None:
        first = judged.matches[0] if judged.matches else None
        told = f"{first.entry_id}: {first.outcome}" if first else judged.reason
    if judged.break_glass:
        told = f"An admin opened this channel, so this hold became a warning. {told}"
    if state is HoldState.PENDING and trouble:
        told = f"{told} No card could be posted ({trouble}): the hold stays."
    return told
