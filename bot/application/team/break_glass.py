"""Break-glass: an admin opens a channel for a while; loud, and it ends by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.application.negmem import Negmem
from bot.application.people.answers import Answer, clock_time
from bot.application.people.authority import refuse_administering
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import say
from bot.application.records.workspace import BreakGlass, Channel
from bot.domain.action import Place
from bot.domain.audit import AuditEvent
from bot.domain.hold import BREAK_GLASS_LIFE, BREAK_GLASS_PAUSE
from bot.domain.redaction import redact


def open_break_glass(
    negmem: Negmem, team: str, channel: str, user: str, reason: str, minutes: int = 60
) -> Answer:
    """Let new holds in the channel become warnings, for at most an hour.

    Pending holds stay. Not for an agent that acts for this admin, and not again within an hour.
    """
    refusal = refuse_administering(negmem, team, user, channel)
    if refusal is not None:
        return refusal
    longest = int(BREAK_GLASS_LIFE.total_seconds() // 60)
    if not reason.strip():
        return Answer(False, "Say why: `/negmem break-glass 30 payments are down worldwide`.")
    if not 1 <= minutes <= longest:
        return Answer(False, f"A channel can be opened for 1 to {longest} minutes.")
    now = negmem.clock()
    with negmem.store.write() as tx:
        known = tx.channels.get(team, channel) or Channel(team, channel)
        too_soon = _too_soon(known.break_glass, now)
        if too_soon is not None:
            return too_soon
        glass = BreakGlass(
            user, redact(reason.strip())[:500], now, now + timedelta(minutes=minutes)
        )
        tx.channels.put(replace(known, break_glass=glass))
        _announce(tx, team, channel, glass, minutes, now)
    return Answer(True, f"Open until {clock_time(glass.until)}.")


def end_break_glass(tx: Transaction, channel: Channel, now: datetime) -> None:
    """Say in the channel, once, that an opening is over, and write it down."""
    glass = channel.break_glass
    if glass is None or not is_over(glass, now):
        return
    opening = f"opening:{channel.id}:{glass.opened_at.isoformat()}"
    if not tx.deliveries.first_time(channel.team, opening, now):
        return  # another replica says so in this moment
    tx.channels.put(replace(channel, break_glass=replace(glass, said_over=True)))
    text = "The opening of this channel is over: actions that went badly before are held again."
    say(tx, Place(channel.team, channel.id), text, now)
    detail: dict[str, object] = {"opened_at": glass.opened_at.isoformat()}
    tx.audit.append(channel.team, "negmem", AuditEvent.BREAK_GLASS_ENDED, channel.id, detail, now)


def is_over(glass: BreakGlass | None, now: datetime) -> bool:
    """Whether an opening is over and nobody was told."""
    return glass is not None and glass.until <= now and not glass.said_over


def _too_soon(earlier: BreakGlass | None, now: datetime) -> Answer | None:
    if earlier is None or now >= earlier.until + BREAK_GLASS_PAUSE:
        return None
    again = earlier.until + BREAK_GLASS_PAUSE
    when = clock_time(again)
    return Answer(False, f"This channel was opened already: not again before {when}.")


def _announce(
    tx: Transaction, team: str, channel: str, glass: BreakGlass, minutes: int, now: datetime
) -> None:
    how_long = "1 minute" if minutes == 1 else f"{minutes} minutes"
    text = f"opened this channel for {how_long}: new holds become warnings. Why: {glass.reason}"
    say(tx, Place(team, channel), text, now, mention=(glass.by,))
    detail: dict[str, object] = {"reason": glass.reason, "until": glass.until.isoformat()}
    tx.audit.append(team, glass.by, AuditEvent.BREAK_GLASS_OPENED, channel, detail, now)
