"""Every click, command and form gets an answer: the one wrapper around what they start.

Expected outcomes are values. A `NegmemError` is told in its own words; anything else is logged,
and the person is told that nothing was changed. Nothing is raised into Bolt: a listener that raises
right after its `ack()` takes the acknowledgement back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import structlog
from slack_bolt import Ack, App, BoltContext, Respond

from bot.application.people.answers import Answer
from bot.domain.errors import NegmemError
from bot.slack.asking import CALL_FAILED
from bot.slack.blocks.rich import Block, line, rich
from bot.slack.blocks.sentence import sentence
from bot.slack.blocks.spoken import spoken
from bot.slack.home_tab import publish_home
from bot.slack.parsing.interactions import Asker, Click, read_click
from bot.slack.placing import placed_click
from bot.slack.room import Room
from bot.slack.views.form import loading, modal

UNEXPECTED = Answer(
    False, "Something went wrong on my side. Nothing was released or changed; please try again."
)
NOT_IN_TIME = "Slack did not let me answer in time, so nothing was changed. Please press it again."

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Told:
    """An answer that is more than a sentence."""

    blocks: Sequence[Block]
    in_place: bool = False
    """It replaces the message that was clicked, as a list does when it is paged."""


Answered = Answer | Told | None
Tell = Callable[[Answer | Told], None]


def attempt(work: Callable[[], Answered]) -> Answered:
    """What `work` answers; errors become answers."""
    try:
        return work()
    except NegmemError as error:
        return Answer(False, str(error))
    except Exception:
        log.exception("a listener failed")
        return UNEXPECTED


def answer(tell: Tell, work: Callable[[], Answered]) -> None:
    """Do `work` and tell its answer, if it has one. Never raises."""
    found = attempt(work)
    if found is None:
        return
    try:
        tell(found)
    except CALL_FAILED:
        log.exception("an answer could not be told")


def to_person(room: Room, asker: Asker, respond: Respond | None = None) -> Tell:
    """Tell it in the channel, to that person alone; `respond` is the second way to them."""

    def tell(found: Answer | Told) -> None:
        blocks = drawn(found)
        text = spoken(blocks)
        in_place = isinstance(found, Told) and found.in_place
        if not in_place and _ephemeral(room, asker, text, blocks):
            return
        if respond is not None:
            respond(text=text, blocks=blocks, response_type="ephemeral", replace_original=in_place)

    return tell


def by_response(respond: Respond) -> Tell:
    """Tell it as the answer to a command, which reaches channels that the bot is not in too."""

    def tell(found: Answer | Told) -> None:
        blocks = drawn(found)
        respond(text=spoken(blocks), blocks=blocks, response_type="ephemeral")

    return tell


def drawn(found: Answer | Told) -> list[Block]:
    """An answer as blocks."""
    if isinstance(found, Told):
        return list(found.blocks)
    return [rich(line(*sentence(found.text, 2500)))]


def team_of(context: BoltContext) -> str:
    """The workspace in whose name the app acts on this request."""
    found = context.authorize_result
    return (found.team_id if found else None) or context.team_id or ""


def on_click(app: App, room: Room, action_id: Any, do: Callable[[Room, Click], Answered]) -> None:
    """Register what happens on a button or menu."""

    def listener(ack: Ack, body: dict[str, Any], context: BoltContext, respond: Respond) -> None:
        ack()
        click = read_click(team_of(context), body)
        can_respond = respond if body.get("response_url") else None
        if (click.view or {}).get("type") == "home":
            _answer_in_home(room, click, do)
        else:
            answer(to_person(room, click.asker, can_respond), lambda: do(room, click))

    app.action(action_id)(listener)


def _answer_in_home(room: Room, click: Click, do: Callable[[Room, Click], Answered]) -> None:
    """Answer in a modal, which opens at once: in Home there is no channel to answer in."""
    asker = click.asker
    client = room.installations.of(asker.team).client
    try:
        opened = client.views_open(trigger_id=asker.trigger_id, view=loading("negmem"))["view"]
    except CALL_FAILED as error:
        log.warning("a click in Home opened no modal", error=type(error).__name__)
        _draw_home(room, asker, NOT_IN_TIME)
        return
    waiting = replace(click, asker=replace(asker, view_id=opened["id"]))

    def tell(found: Answer | Told) -> None:
        client.views_update(view_id=opened["id"], view=modal("negmem", drawn(found)))
        _draw_home(room, asker)

    answer(tell, lambda: do(room, placed_click(room, waiting)))


def _draw_home(room: Room, asker: Asker, told: str = "") -> None:
    try:
        publish_home(room, asker.team, asker.user, told)
    except (*CALL_FAILED, NegmemError) as error:
        log.warning("Home not drawn", error=type(error).__name__)


def _ephemeral(room: Room, asker: Asker, text: str, blocks: list[Block]) -> bool:
    if asker.channel is None:
        return False
    where: dict[str, Any] = {"thread_ts": asker.thread_ts} if asker.thread_ts else {}
    client = room.installations.of(asker.team).client
    try:
        client.chat_postEphemeral(
            channel=asker.channel, user=asker.user, text=text, blocks=blocks, **where
        )
    except CALL_FAILED as error:
        log.warning("ephemeral answer refused", error=type(error).__name__)
        return False
    return True
