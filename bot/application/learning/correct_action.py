"""Hear what people say to an announcement: corrections stop it and are remembered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import structlog

from bot.application.holds.release_hold import release_hold
from bot.application.holds.stop_action import (
    Stop,
    announced_with,
    planned_of,
    stop,
    write_stopped_card,
)
from bot.application.learning.give_reason import Reply, give_reason
from bot.application.learning.remember import remember
from bot.application.learning.understand_reply import understand_reply
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.ports.store import Transaction
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.action import Place, PlannedAction
from bot.domain.errors import NegmemError
from bot.domain.headline import words_of
from bot.domain.hold import PersonFacts
from bot.domain.reading.reply import (
    ReplyKind,
    ReplyReading,
    reaction_stops,
    words_choose,
)
from bot.domain.redaction import redact

log = structlog.get_logger(__name__)

_CLEAR_GO = re.compile(
    r"(?:ok(?:ay)?[, ]+|ja[, ]+|yes[, ]+|s[ií][, ]+|oui[, ]+|sim[, ]+)?"
    r"(?:go|go ahead|go for it|do it|release(?: it)?|los|mach|freigeben|adelante|vas-y|allez-y"
    r"|pode ir|進めて(?:ください)?|実行して(?:ください)?)[.! ]*",
    re.IGNORECASE,
)
"""A whole reply that can only mean "do it now"."""

UNCONFIRMED = (
    "Stopped. Slack could not confirm who you are just now, so nothing was remembered: press"
    " Remember this on the card in a moment."
)


@dataclass(frozen=True, slots=True)
class HumanReply:
    """What a person wrote in a thread."""

    team: str
    channel: str
    thread_ts: str
    ts: str
    user: str
    text: str


def hear_reply(negmem: Negmem, reply: HumanReply) -> Answer | None:
    """Take a person's reply in a thread for what it means.

    Returns:
        What the person is told, or None where the reply is chatter or the thread has no
        announcement.
    """
    with negmem.store.read() as tx:
        judged = _spoken_of(tx, reply)
    said = words_of(judged.announcement.action) if judged is not None else ""
    reading = understand_reply(reply.text, announcement=said)
    answered = _answered(negmem, judged, reply, stops=reading.is_correction)
    if answered is not None:
        return answered
    if judged is None:
        return None
    if reading.kind is ReplyKind.APPROVE:
        return _approve(negmem, judged, reply)
    return _correct(negmem, judged, reply, reading) if reading.is_correction else None


def _answered(
    negmem: Negmem, judged: JudgedAnnouncement | None, reply: HumanReply, *, stops: bool
) -> Answer | None:
    """What the person is told whose reply is the reason that was asked for."""
    try:
        return give_reason(
            negmem,
            Reply(reply.team, reply.channel, reply.thread_ts, reply.user, reply.text),
            stops=stops,
            announced_at=judged.judged_at if judged is not None else None,
        )
    except NegmemError:
        raise
    except Exception:
        if not stops:
            raise
        log.exception("taking a reply for a reason failed, so it only stops")
        return None


def hear_reaction(
    negmem: Negmem, team: str, channel: str, ts: str, user: str, name: str
) -> Answer | None:
    """Stop the announcement at `ts` if the reaction says so; offers to remember it."""
    judged = _stopped_by(negmem, team, channel, ts, name)
    if judged is None:
        return None
    person = negmem.directory.person(team, user, channel)
    if not may_stop(person):
        return None
    by = Stop(user, judged.announcement.place, None, negmem.clock())
    with negmem.store.write() as tx:
        if not _stop_all(tx, judged, by):
            return None
        write_stopped_card(tx, judged, planned_of(judged), by)
    return Answer(True, "Stopped.", subject=judged.id)


def is_stopped_by(negmem: Negmem, team: str, channel: str, ts: str, name: str) -> bool:
    """Whether the reaction says stop, and to something that was announced. Only reads."""
    return _stopped_by(negmem, team, channel, ts, name) is not None


def _stopped_by(
    negmem: Negmem, team: str, channel: str, ts: str, name: str
) -> JudgedAnnouncement | None:
    if not reaction_stops(name):
        return None
    with negmem.store.read() as tx:
        judged = tx.announcements.at_place(Place(team, channel, ts))
    if judged is None or judged.withdrawn or not planned_of(judged):
        return None
    return judged


def _spoken_of(tx: Transaction, reply: HumanReply) -> JudgedAnnouncement | None:
    """The latest announcement before the reply in its thread that plans something."""
    said = tx.announcements.in_thread(reply.team, reply.channel, reply.thread_ts)
    planning = [one for one in said if planned_of(one) and not one.withdrawn]
    earlier = [one for one in planning if (one.announcement.place.ts or "") <= reply.ts]
    return earlier[-1] if earlier else None


def _stop_all(tx: Transaction, judged: JudgedAnnouncement, by: Stop) -> bool:
    """Stop the announcement and the gate calls that belong to it; False if all had ended."""
    stopped = [stop(tx, one, by) for one in announced_with(tx, judged)]
    return any(hold is not None for hold in stopped)


def may_stop(person: PersonFacts) -> bool:
    """Any human member of the channel may stop; on doubt about who it is, the action stops."""
    if not person.known:
        return True
    return not person.is_bot and not person.is_deactivated and person.in_channel


def _approve(negmem: Negmem, judged: JudgedAnnouncement, reply: HumanReply) -> Answer | None:
    """Release by "ok, go" for who may, where those words can mean nothing but this one card.

    A button names what its person saw; words do not. So they count only alone, after the card was
    posted, and while the card still shows what it showed at first.
    """
    with negmem.store.read() as tx:
        hold = tx.holds.get(reply.team, judged.hold_id) if judged.hold_id else None
        posts = tx.outbox.of_subject(reply.team, hold.id) if hold is not None else []
    if hold is None or not hold.is_pending(negmem.clock()):
        return None
    seen = any(post.ts is not None and post.ts < reply.ts for post in posts)
    if not (seen and hold.revision == 1 and _CLEAR_GO.fullmatch(reply.text.strip())):
        return Answer(False, "To release it, press Release on the card: words alone do not.")
    return release_hold(negmem, reply.team, hold.id, reply.user, hold.revision)


def _correct(
    negmem: Negmem, judged: JudgedAnnouncement, reply: HumanReply, reading: ReplyReading
) -> Answer | None:
    person = negmem.directory.person(reply.team, reply.user, reply.channel)
    if not may_stop(person):
        return None
    now = negmem.clock()
    reason = _shown(reading.reason)
    place = Place(reply.team, reply.channel, reply.ts, reply.thread_ts)
    by = Stop(reply.user, place, reason, now)
    with negmem.store.write() as tx:
        stopped = _stop_all(tx, judged, by)
    if not stopped:
        return None
    planned = planned_of(judged)
    picked = _chosen(reply.text, planned)
    chosen = [planned[index] for index in picked] or list(planned)
    unclear = len(planned) > 1 and not picked
    stores = reading.kind is not ReplyKind.WAIT and not reading.once and person.is_full_member
    if stores and not unclear:
        instead = _shown(reading.instead)
        try:
            return remember(negmem, judged, chosen, by, instead)
        except NegmemError:
            raise
        except Exception:
            log.exception("remembering what a person stopped failed", announcement=judged.id)
    answer = _stopped_only(negmem, judged, chosen, by, now)
    return answer if person.known else replace(answer, text=UNCONFIRMED)


def _shown(words: str | None) -> str | None:
    """A person's words without secrets; None where that fails, as a stop needs no reason."""
    try:
        return redact(words) if words else None
    except Exception:
        log.exception("a person's words could not be redacted, so they are left out")
        return None


def _chosen(text: str, planned: Sequence[PlannedAction]) -> tuple[int, ...]:
    """Which actions a reply names; none of them, so all, where it cannot be read."""
    try:
        return words_choose(text, planned)
    except Exception:
        log.exception("choosing among stopped actions failed, so it is all of them")
        return ()


def _stopped_only(
    negmem: Negmem,
    judged: JudgedAnnouncement,
    chosen: Sequence[PlannedAction],
    by: Stop,
    now: datetime,
) -> Answer:
    with negmem.store.write() as tx:
        write_stopped_card(tx, judged, chosen, replace(by, at=now))
    return Answer(True, "Stopped.", subject=judged.id)
