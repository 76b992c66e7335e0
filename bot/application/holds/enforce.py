"""What follows from a decision: a hold (new, joined or already kept), a warning, or silence."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.application.holds.end_hold import expire
from bot.application.judging.judge import Judging
from bot.application.negmem import new_id
from bot.application.ports.store import Transaction
from bot.application.posts.show_actions import MOST_ALSO
from bot.application.posts.write_post import redraw, say, write_post
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.records.post import PostKind
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.entry import Severity
from bot.domain.errors import Conflict
from bot.domain.hold import KEPT_MEMORY, WARNING_MEMORY, EntryVersion, Hold


def enforce(
    tx: Transaction, judged: JudgedAnnouncement, judging: Judging, human: bool
) -> JudgedAnnouncement:
    """Store `judged` with what follows from its effect; returns it as stored.

    Args:
        tx: The transaction in which all of it happens.
        judged: The announcement with its decision, not stored yet.
        judging: Where it comes from.
        human: A person's own announcement: a hold becomes a warning.
    """
    if judged.effect is Effect.HOLD and human:
        judged = replace(judged, effect=Effect.WARN)
    since = judged.judged_at - KEPT_MEMORY
    kept = None if human else _kept(tx, judged, since)
    if kept is not None:
        # A person's no stands, whatever the memory says by itself.
        return _answer_kept(tx, replace(judged, effect=Effect.HOLD), kept)
    shared = _announcements_hold(tx, judged)
    if shared is not None:
        if judged.effect is not Effect.HOLD:
            judged = replace(judged, effect=Effect.HOLD, reason="announcement_held")
        if _fits_on_card(shared, judged):
            return _join(tx, judged, judging, shared)
        return _hold(tx, judged, judging)
    if judged.effect is Effect.HOLD:
        judged = _unless_glass_is_broken(tx, judged)
    if judged.effect is Effect.HOLD:
        return _hold(tx, judged, judging)
    tx.announcements.add(judged)
    if judged.effect is Effect.WARN:
        _warn(tx, judged)
    return judged


def _unless_glass_is_broken(tx: Transaction, judged: JudgedAnnouncement) -> JudgedAnnouncement:
    """The hold as a warning where an admin opened the channel, and the agent is not the admin's."""
    said = judged.announcement
    channel = tx.channels.get(said.place.team, said.place.channel) if said.place.channel else None
    glass = channel.break_glass if channel else None
    if glass is None or judged.judged_at >= glass.until or said.principal == glass.by:
        return judged
    pending = tx.holds.pending(said.place.team, said.place.channel, judged.key)
    if pending is not None and glass.by in pending.principals:
        # The same, asked for that admin before: leaving the name out now changes nothing.
        return judged
    if not _belongs_there(tx, judged):
        return judged
    return replace(judged, effect=Effect.WARN, break_glass=True)


def _belongs_there(tx: Transaction, judged: JudgedAnnouncement) -> bool:
    """An opened channel is no door for agents of other channels that merely name it."""
    if judged.agent is None:
        return True
    place = judged.announcement.place
    agents = tx.agents.all(place.team)
    own = [one for one in agents if one.name == judged.agent and one.revoked_at is None]
    return any(one.channel == place.channel for one in own)


def _kept(tx: Transaction, judged: JudgedAnnouncement, since: datetime) -> Hold | None:
    """The hold with which a person said no to this, or to the message that announced it."""
    place = judged.announcement.place
    kept = tx.holds.kept_since(place.team, place.channel, judged.key, since)
    if kept is not None or judged.agent is None or place.ts is None:
        return kept
    said = tx.announcements.at_place(place)
    return tx.holds.kept_since(place.team, place.channel, said.key, since) if said else None


def _announcements_hold(tx: Transaction, judged: JudgedAnnouncement) -> Hold | None:
    """The pending hold of the Slack message that a gate call names as its announcement.

    The two share one hold and one card, whatever the call alone would get.
    """
    place = judged.announcement.place
    if judged.agent is None or place.ts is None:
        return None
    said = tx.announcements.at_place(place)
    hold = tx.holds.get(place.team, said.hold_id) if said and said.hold_id else None
    return hold if hold is not None and hold.is_pending(judged.judged_at) else None


def _hold(tx: Transaction, judged: JudgedAnnouncement, judging: Judging) -> JudgedAnnouncement:
    place, now = judged.announcement.place, judged.judged_at
    pending = tx.holds.pending(place.team, place.channel, judged.key)
    if pending is not None and not pending.is_pending(now):
        # Its time is over and the minute's job has not come by yet.
        expire(tx, pending, now)
        pending = None
    if pending is not None:
        return _join(tx, judged, judging, pending)
    hold = _new_hold(tx, judged, judging)
    try:
        tx.holds.add(hold)
    except Conflict:
        # Another replica opened one for the same digest since we looked.
        first = tx.holds.pending(place.team, place.channel, judged.key)
        if first is None:
            raise
        return _join(tx, judged, judging, first)
    return _open(tx, judged, hold)


def _answer_kept(tx: Transaction, judged: JudgedAnnouncement, kept: Hold) -> JudgedAnnouncement:
    """Say who kept it, once in a thread; a gate call has its answer, and the hold its card."""
    judged = replace(judged, hold_id=kept.id, reason="kept")
    tx.announcements.add(judged)
    place = judged.announcement.place
    if judged.agent is None and place.channel is not None and not _told_in_thread(tx, judged):
        write_post(tx, PostKind.KEPT, judged.id, place, judged.judged_at)
    return judged


def _told_in_thread(tx: Transaction, judged: JudgedAnnouncement) -> bool:
    """Whether an earlier message of its thread was told the same of the same hold."""
    place = judged.announcement.place
    if place.channel is None or place.thread_ts is None:
        return False
    before = tx.announcements.in_thread(place.team, place.channel, place.thread_ts)
    return any(
        one.hold_id == judged.hold_id and one.agent is None and one.reason == judged.reason
        for one in before
        if one.id != judged.id
    )


def _join(
    tx: Transaction, judged: JudgedAnnouncement, judging: Judging, hold: Hold
) -> JudgedAnnouncement:
    """Join a pending hold. What its card does not show yet raises its revision."""
    judged = replace(judged, hold_id=hold.id)
    tx.announcements.add(judged)
    said = judged.announcement
    keys = (hold.digest, *hold.also)
    joined = replace(
        hold,
        asked=hold.asked + 1,
        also=hold.also if judged.key in keys else (*hold.also, judged.key),
        shown=_merged(hold.shown, _versions(judged)),
        approvals=max(hold.approvals, _approvals(judging)),
        announcers=hold.announcers | {said.announcer},
        principals=hold.principals | ({said.principal} if said.principal else frozenset()),
    )
    if replace(joined, asked=hold.asked) != hold:
        # Whoever looked before did not see this: an approval so far was for something else.
        joined = replace(joined, revision=hold.revision + 1, approved_by=())
    if not tx.holds.update_pending(joined):
        raise AssertionError("a pending hold ended inside the transaction that read it")
    redraw(tx, said.place.team, hold.id)
    _point_to_card(tx, judged, hold)
    detail: dict[str, object] = {
        "action": judged.id,
        "digest": judged.digest,
        "asked": joined.asked,
    }
    tx.audit.append(
        said.place.team, said.announcer, AuditEvent.HOLD_JOINED, hold.id, detail, judged.judged_at
    )
    return judged


def _fits_on_card(hold: Hold, judged: JudgedAnnouncement) -> bool:
    """A card shows all that its release is for; what does not fit gets a hold of its own."""
    return judged.key in (hold.digest, *hold.also) or len(hold.also) < MOST_ALSO


def _point_to_card(tx: Transaction, judged: JudgedAnnouncement, hold: Hold) -> None:
    """Tell another thread that its announcement is held too: silence would read as a yes."""
    place = judged.announcement.place
    thread = place.thread_ts or place.ts
    if judged.agent is not None or place.channel is None or thread in (None, hold.thread_ts):
        return
    text = "Held: the same is held in this channel already. Its card decides for this one too."
    say(tx, place, text, judged.judged_at, subject=judged.id)


def _new_hold(tx: Transaction, judged: JudgedAnnouncement, judging: Judging) -> Hold:
    said, now = judged.announcement, judged.judged_at
    place = said.place
    life = timedelta(minutes=tx.workspaces.get(place.team).hold_minutes)
    text_digest = _digest_of_message(tx, judged)
    return Hold(
        id=new_id("hold"),
        team=place.team,
        channel=place.channel,
        digest=judged.key,
        shown=_versions(judged),
        opened_at=now,
        expires_at=now + life,
        announcement_ts=place.ts if text_digest else None,
        text_digest=text_digest,
        thread_ts=place.thread_ts or place.ts,
        announcers=frozenset({said.announcer}),
        principals=frozenset({said.principal} if said.principal else ()),
        approvals=_approvals(judging),
    )


def _digest_of_message(tx: Transaction, judged: JudgedAnnouncement) -> str | None:
    """Digest of the Slack message to be read again on Release; None where none is known."""
    place = judged.announcement.place
    if judged.agent is None:
        return judged.digest if place.ts is not None else None
    said = tx.announcements.at_place(place) if place.ts is not None else None
    return said.digest if said is not None else None


def _open(tx: Transaction, judged: JudgedAnnouncement, hold: Hold) -> JudgedAnnouncement:
    said, now = judged.announcement, judged.judged_at
    judged = replace(judged, hold_id=hold.id)
    tx.announcements.add(judged)
    if hold.channel is not None:
        write_post(tx, PostKind.HOLD, hold.id, said.place, now, broadcast=True)
    tx.signal(f"hold:{hold.id}")
    detail: dict[str, object] = {
        "action": judged.id,
        "digest": judged.digest,
        "announcement_ts": hold.announcement_ts,
        "channel": hold.channel,
        "entries": [[one.entry_id, one.version] for one in hold.shown],
        "principal": said.principal,
        "agent": judged.agent,
        "expires_at": hold.expires_at.isoformat(),
    }
    tx.audit.append(hold.team, said.announcer, AuditEvent.HELD, hold.id, detail, now)
    return judged


def _warn(tx: Transaction, judged: JudgedAnnouncement) -> None:
    """One warning for an entry in a thread, one for a digest in a channel within half an hour."""
    place, now = judged.announcement.place, judged.judged_at
    if place.channel is None:
        return
    if not (_warned_already(tx, judged, now) and not judged.break_glass):
        write_post(tx, PostKind.WARNING, judged.id, place, now)
    if judged.break_glass:
        detail: dict[str, object] = {"action": judged.id, "digest": judged.digest}
        tx.audit.append(
            place.team, judged.announcement.announcer, AuditEvent.WARNED, judged.id, detail, now
        )


def _warned_already(tx: Transaction, judged: JudgedAnnouncement, now: datetime) -> bool:
    place = judged.announcement.place
    team, channel = place.team, place.channel or ""
    since = now - WARNING_MEMORY
    # Who is warned of the same at this very moment, in another replica, waits here for the first.
    window = int(now.timestamp() // WARNING_MEMORY.total_seconds())
    tx.deliveries.first_time(team, f"warned:{channel}:{judged.key}:{window}", now)
    if tx.announcements.warned_since(team, channel, judged.key, since, judged.id):
        return True
    thread = place.thread_ts or place.ts
    if thread is None:
        return False
    before = tx.announcements.in_thread(team, channel, thread)
    told = {m.entry_id for one in before if one.id != judged.id for m in one.matches}
    return all(match.entry_id in told for match in judged.matches)


def _versions(judged: JudgedAnnouncement) -> tuple[EntryVersion, ...]:
    return tuple(EntryVersion(match.entry_id, match.version) for match in judged.matches)


def _merged(
    first: tuple[EntryVersion, ...], second: tuple[EntryVersion, ...]
) -> tuple[EntryVersion, ...]:
    newer = {one.entry_id: one for one in (*first, *second)}
    return tuple(newer.values())


def _approvals(judging: Judging) -> int:
    blocks = [m.entry for m in judging.decision.matches if m.severity is Severity.BLOCK]
    return max((entry.approvals for entry in blocks), default=1)
