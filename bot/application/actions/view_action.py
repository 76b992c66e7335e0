"""How an action stands, for the agent that asked."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from bot.application.actions.constraints import constraints_of
from bot.application.judging.reasons import reason_text
from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.records.agent import Agent
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.records.post import PostState
from bot.domain.action import Place
from bot.domain.errors import NotFound
from bot.domain.headline import shortened
from bot.domain.hold import Hold, HoldState, Permit


@dataclass(frozen=True, slots=True)
class ActionView:
    """An action as its agent sees it.

    Attributes:
        judged: The announcement and its decision.
        hold: Its hold, or None.
        state: The hold's state, with a pending one past its life as expired.
        permit: What it may start with, if it may.
        reason: The decision's reason in a sentence.
        card: Where the card is, or None when there is none (yet).
        card_url: Link to the card, once `for_reading` asked for it.
        constraints: Text for the agent's prompt.
        who_may: Who may release the hold; "" where there is none.
    """

    judged: JudgedAnnouncement
    hold: Hold | None
    state: HoldState | None
    permit: Permit | None
    reason: str
    card: Place | None
    constraints: str
    who_may: str
    card_url: str | None = None


def view_action(negmem: Negmem, agent: Agent, action_id: str) -> ActionView:
    """The action and what may be done now.

    Raises:
        NotFound: It is not one of this agent's actions.
    """
    with negmem.store.read() as tx:
        view = view_in(negmem, tx, own_action(tx, agent, action_id))
    return for_reading(negmem, view)


def view_in(
    negmem: Negmem, tx: Transaction, judged: JudgedAnnouncement, permit: Permit | None = None
) -> ActionView:
    """The same for a judged action inside the caller's transaction; see `for_reading`.

    Args:
        negmem: What every use case is handed.
        tx: The transaction.
        judged: The action.
        permit: Its permit, where it was issued just now.
    """
    team = judged.announcement.place.team
    hold = tx.holds.get(team, judged.hold_id) if judged.hold_id else None
    state = hold_state(hold, negmem)
    seen = _CardSeen() if hold is None else _card(tx, hold)
    return ActionView(
        judged=judged,
        hold=hold,
        state=state,
        permit=permit or _valid_permit(tx, judged, negmem.clock()),
        reason=_reason(judged, hold, state, seen.trouble),
        card=seen.place,
        constraints=constraints_of(judged),
        who_may="" if hold is None else tx.workspaces.get(team).approver_label,
    )


def own_action(tx: Transaction, agent: Agent, action_id: str) -> JudgedAnnouncement:
    """The agent's own action.

    Raises:
        NotFound: There is none under that id, or it is another agent's.
    """
    judged = tx.announcements.get(agent.team, action_id)
    if judged is None or judged.agent != agent.name or judged.judged_at < agent.created_at:
        raise NotFound("No action of yours has this id.", "Ask with POST /v1/actions first.")
    return judged


def hold_state(hold: Hold | None, negmem: Negmem) -> HoldState | None:
    """The hold's state, with a pending one past its life read as expired."""
    if hold is None:
        return None
    if hold.state is HoldState.PENDING and not hold.is_pending(negmem.clock()):
        return HoldState.EXPIRED
    return hold.state


def for_reading(negmem: Negmem, view: ActionView) -> ActionView:
    """The view with a link to its card, and with people's names for Slack's mentions.

    Outside Slack nobody sees whom those mean. Done after the transaction, since the directory may
    have to ask Slack, and meanwhile nobody else could write.
    """
    if view.hold is None:
        return view  # nobody kept it and nobody is to release it: no name, no card
    team = view.judged.announcement.place.team

    def name(found: re.Match[str]) -> str:
        known = " ".join(negmem.directory.person(team, found[1], None).name.split())
        return shortened(known, _LONGEST_NAME) if known else f"user {found[1]}"

    def named(text: str) -> str:
        return _GROUP.sub(r"user group \1", _PERSON.sub(name, text))

    # Other reasons are an entry's words, which stay to the letter.
    reason = named(view.reason) if view.judged.reason == "kept" else view.reason
    url = _link(negmem, view.card) if view.card is not None else None
    return replace(view, reason=reason, who_may=named(view.who_may), card_url=url)


def _link(negmem: Negmem, card: Place) -> str | None:
    return negmem.directory.permalink(card.team, card.channel or "", card.ts or "")


_PERSON = re.compile(r"<@([A-Z0-9]+)>")
_GROUP = re.compile(r"<!subteam\^([A-Z0-9]+)>")
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class _CardSeen:
    """Where the hold's card is, or why there is none."""

    place: Place | None = None
    trouble: str | None = None


def _card(tx: Transaction, hold: Hold) -> _CardSeen:
    if hold.channel is None:
        return _CardSeen(trouble="no channel is known for this agent")
    posts = tx.outbox.of_subject(hold.team, hold.id)
    posted = next((post for post in posts if post.ts), None)
    if posted is not None:
        return _CardSeen(Place(hold.team, posted.channel, posted.ts))
    failed = next((post.trouble for post in posts if post.state is PostState.FAILED), None)
    channel = tx.channels.get(hold.team, hold.channel)
    return _CardSeen(trouble=failed or (channel.trouble if channel else None))


def _valid_permit(tx: Transaction, judged: JudgedAnnouncement, now: datetime) -> Permit | None:
    permit = tx.permits.get(judged.announcement.place.team, judged.id)
    if permit is None or permit.spent_at is not None or now >= permit.expires_at:
        return None
    return permit


def _reason(
    judged: JudgedAnnouncement, hold: Hold | None, state: HoldState | None, trouble: str | None
) -> str:
    if judged.reason == "kept" and hold is not None:
        return f"kept by <@{hold.ended_by}>: the same was kept blocked less than an hour ago."
    told = reason_text(judged)
    if judged.break_glass:
        told = f"An admin opened this channel, so this hold became a warning. {told}"
    if state is HoldState.PENDING and trouble:
        told = f"{told} No card could be posted ({trouble}): the hold stays."
    return told
