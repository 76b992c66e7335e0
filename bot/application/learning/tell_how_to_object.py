"""Tell who says "no" in the channel how to object: words there stop nothing."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from bot.application.holds.stop_action import planned_of
from bot.application.learning.correct_action import HumanReply, may_stop
from bot.application.learning.understand_reply import understand_reply
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.ports.store import Transaction
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.headline import words_of
from bot.domain.reading.reply import ReplyKind

RIGHT_AFTER = timedelta(minutes=5)
"""So long after an announcement a "no" in its channel is taken to be about it."""
_LATEST = 50
_MENTION = re.compile(r"<@([UW][A-Z0-9]+)")
_IN_THREAD = (
    "If that is about the action that was just announced: here in the channel it stops nothing."
    " Reply in the thread of the announcement"
)
_BY_BUTTON = f"{_IN_THREAD}, or press Keep blocked on its card."
_BY_SIGN = f"{_IN_THREAD}, or react to it with :no_entry:."


def tell_how_to_object(negmem: Negmem, said: HumanReply, at: datetime) -> Answer | None:
    """What a person is told who seems to object in the channel; once for each announcement.

    Args:
        negmem: What every use case is handed.
        said: A person's message that stands in no thread; its `thread_ts` is its own `ts`.
        at: When it was written. What is read back later gets no answer.

    Returns:
        None where the message is no plain "don't", follows no announcement of an agent, or speaks
        to another person.
    """
    now = negmem.clock()
    if now - at > RIGHT_AFTER or understand_reply(said.text).kind is not ReplyKind.FORBID:
        return None
    with negmem.store.read() as tx:
        judged = _just_announced(tx, said, now)
    if judged is None or not _objects_to(negmem, said, judged):
        return None
    place = judged.announcement.place
    with negmem.store.write() as tx:
        key = f"objection:{said.channel}:{place.ts}"
        if _is_kept(tx, judged) or not tx.deliveries.first_time(said.team, key, now):
            return None
        hold = tx.holds.get(said.team, judged.hold_id) if judged.hold_id else None
    pending = hold is not None and hold.is_pending(now)
    return Answer(False, _BY_BUTTON if pending else _BY_SIGN, subject=judged.id)


def _just_announced(tx: Transaction, said: HumanReply, now: datetime) -> JudgedAnnouncement | None:
    """The latest announcement of an agent before the message, in the channel itself."""
    for judged in tx.announcements.since(said.team, now - RIGHT_AFTER, _LATEST):
        announced, place = judged.announcement, judged.announcement.place
        in_channel = place.channel == said.channel and place.thread_ts in (None, place.ts)
        by_person = announced.announcer == announced.principal
        if in_channel and not by_person and judged.agent is None and (place.ts or "") < said.ts:
            current = judged.superseded_by is None and not judged.withdrawn
            return judged if current and planned_of(judged) else None
    return None


def _objects_to(negmem: Negmem, said: HumanReply, judged: JudgedAnnouncement) -> bool:
    """Whether the message is a plain "don't" also as an answer to it, of somebody who may stop."""
    words = words_of(judged.announcement.action)
    if understand_reply(said.text, announcement=words).kind is not ReplyKind.FORBID:
        return False
    for user in _MENTION.findall(said.text):
        called = negmem.directory.person(said.team, user, None)
        if not called.known or not called.is_bot:
            return False
    person = negmem.directory.person(said.team, said.user, said.channel)
    return person.known and may_stop(person)


def _is_kept(tx: Transaction, judged: JudgedAnnouncement) -> bool:
    place = judged.announcement.place
    since = judged.judged_at
    if judged.reason == "kept":
        return True
    return tx.holds.kept_since(place.team, place.channel, judged.key, since) is not None
