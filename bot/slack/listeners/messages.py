"""What is said in a channel: announcements of agents, replies of people, edits, deletions."""

from __future__ import annotations

from typing import Any

from slack_bolt import App, BoltContext

from bot.application.check_action import ActionRequest, check_action
from bot.application.correct_action import HumanReply, hear_reply
from bot.application.hear_agent import hear_agent_report
from bot.application.watch_channel import topic_changed, watched_channel
from bot.application.withdraw_announcement import announcement_deleted, announcement_edited
from bot.domain.action import ActionInput, Announcement, InputForm
from bot.slack.answering import answer, team_of, to_person
from bot.slack.once import Once
from bot.slack.parsing.events import Deleted, Edited, Heard, Said, Speaker, TopicSet, read_event
from bot.slack.parsing.interactions import Asker
from bot.slack.patience import patiently
from bot.slack.room import Room


def register(app: App, room: Room) -> None:
    """Listen to messages. `app.event`, since `app.message` drops posts without text."""

    def on_message(event: dict[str, Any], body: dict[str, Any], context: BoltContext) -> None:
        team = team_of(context)
        heard = read_event(team, event, room.installations.of(team).us)
        if heard is not None:
            once = Once(room.negmem, team, f"said:{event.get('channel')}:{event.get('ts')}")
            patiently(lambda: _hear(room, heard, body.get("event_id"), once))

    app.event("message")(on_message)


def _hear(room: Room, heard: Heard, event_id: str | None, once: Once) -> None:
    match heard:
        case Deleted(place):
            announcement_deleted(room.negmem, place)
        case TopicSet(team, channel):
            topic_changed(room.negmem, team, channel)
        case Edited(said):
            _hear_edit(room, said, event_id)
        case Said() if heard.is_complete and _is_watched(room, heard) and once.ours():
            _hear_said(room, heard, event_id)


def _is_watched(room: Room, said: Said) -> bool:
    channel = said.place.channel or ""
    return watched_channel(room.negmem, said.place.team, channel) is not None


def _hear_said(room: Room, said: Said, event_id: str | None) -> None:
    if said.speaker is Speaker.AGENT:
        hear_agent_report(room.negmem, said.place, said.text, said.announcer)
        check_action(room.negmem, _request(room, said, event_id))
    elif not _hear_reply(room, said) and _warns_people(room, said.place.team):
        check_action(room.negmem, _request(room, said, event_id))


def _hear_edit(room: Room, said: Said, event_id: str | None) -> None:
    judged = said.speaker is Speaker.AGENT or _warns_people(room, said.place.team)
    if judged and _is_watched(room, said):
        announcement_edited(room.negmem, _request(room, said, event_id))


def _hear_reply(room: Room, said: Said) -> bool:
    """Whether a person's message meant something in its thread; they are told what."""
    place = said.place
    if place.thread_ts is None or place.channel is None or said.user is None:
        return False
    reply = HumanReply(
        place.team, place.channel, place.thread_ts, place.ts or "", said.user, said.text
    )
    heard = hear_reply(room.negmem, reply)
    if heard is None:
        return False
    asker = Asker(place.team, said.user, place.channel, place.thread_ts)
    answer(to_person(room, asker), lambda: heard)
    return True


def _request(room: Room, said: Said, event_id: str | None) -> ActionRequest:
    return ActionRequest(
        announcement=Announcement(
            place=said.place,
            action=ActionInput(InputForm.TEXT, text=said.text),
            announcer=said.announcer,
            at=said.at,
            principal=_principal(room, said),
        ),
        thread=room.directory.thread_texts(said.place.team, said.place),
        delivery_key=event_id,
        human=said.speaker is Speaker.PERSON,
    )


def _principal(room: Room, said: Said) -> str | None:
    """The person under whose account an app posts; in doubt it is taken for one."""
    if said.user is None or said.speaker is Speaker.PERSON:
        return said.user
    own_name = room.directory.acts_under_own_name(said.place.team, said.user)
    return None if own_name else said.user


def _warns_people(room: Room, team: str) -> bool:
    with room.negmem.store.read() as tx:
        return tx.workspaces.get(team).warn_people
