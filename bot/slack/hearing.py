"""What follows from what was heard in a channel, however it was heard: as an event or read back."""

from __future__ import annotations

from bot.application.actions.check_action import ActionRequest, check_action
from bot.application.actions.withdraw_announcement import announcement_deleted, announcement_edited
from bot.application.learning.correct_action import HumanReply, hear_reply
from bot.application.learning.hear_agent import hear_agent_report
from bot.application.learning.tell_how_to_object import tell_how_to_object
from bot.application.posts.repost_card import own_post_deleted
from bot.application.team.watch_channel import topic_changed, watched_channel
from bot.domain.action import Announcement
from bot.slack.answering import answer, to_person
from bot.slack.once import Once
from bot.slack.parsing.events import Deleted, Edited, Heard, Said, Speaker, TopicSet
from bot.slack.parsing.interactions import Asker
from bot.slack.parsing.seal import announced
from bot.slack.room import Room


def once_for(room: Room, said: Said) -> Once:
    """The right to act on a message, whichever way it is heard."""
    return Once(room.negmem, said.place.team, f"said:{said.place.channel}:{said.place.ts}")


def hear(room: Room, heard: Heard, once: Once | None) -> None:
    """Do what follows from it.

    Args:
        room: See `Room`.
        heard: What was heard.
        once: For what was said or edited: see `once_for`.

    Raises:
        MemoryUnavailable: The database cannot be asked; hear it again later with the same `once`.
    """
    match heard:
        case Deleted(place, ours):
            (own_post_deleted if ours else announcement_deleted)(room.negmem, place)
        case TopicSet(team, channel):
            topic_changed(room.negmem, team, channel)
        case Edited(said):
            _hear_again(room, said, once or once_for(room, said))
        case Said() if heard.is_complete and _is_watched(room, heard):
            once = once or once_for(room, heard)
            if once.ours():
                _hear_said(room, heard)
            else:
                # Heard before: nothing, unless it says something else now or was never judged.
                _hear_again(room, heard, once)


def _is_watched(room: Room, said: Said) -> bool:
    channel = said.place.channel or ""
    return watched_channel(room.negmem, said.place.team, channel) is not None


def _hear_said(room: Room, said: Said) -> None:
    if said.speaker is Speaker.AGENT:
        check_action(room.negmem, _request(room, said))
        hear_agent_report(room.negmem, said.place, said.text, said.announcer)
    elif not _hear_reply(room, said) and _warns_people(room, said.place.team):
        check_action(room.negmem, _request(room, said))


def _hear_again(room: Room, said: Said, once: Once) -> None:
    """A message says something else now, or has been written to its end."""
    is_agent = said.speaker is Speaker.AGENT
    if not (is_agent or _warns_people(room, said.place.team)) or not _is_watched(room, said):
        return
    announcement_edited(room.negmem, _request(room, said))
    if is_agent and once.ours():
        hear_agent_report(room.negmem, said.place, said.text, said.announcer)


def _hear_reply(room: Room, said: Said) -> bool:
    """Whether a person's message meant something in its thread; they are told what."""
    place = said.place
    if place.channel is None or place.ts is None or said.user is None:
        return False
    thread_ts = place.thread_ts or place.ts
    reply = HumanReply(place.team, place.channel, thread_ts, place.ts, said.user, said.text)
    if place.thread_ts is None:
        asker = Asker(place.team, said.user, place.channel, None)
        answer(to_person(room, asker), lambda: tell_how_to_object(room.negmem, reply, said.at))
        return False
    heard = hear_reply(room.negmem, reply)
    if heard is None:
        return False
    asker = Asker(place.team, said.user, place.channel, place.thread_ts)
    answer(to_person(room, asker), lambda: heard)
    return True


def _request(room: Room, said: Said) -> ActionRequest:
    return ActionRequest(
        announcement=Announcement(
            place=said.place,
            action=announced(said.text, said.seal),
            announcer=said.announcer,
            at=said.at,
            principal=_principal(room, said),
        ),
        thread=room.directory.thread_texts(said.place.team, said.place),
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
