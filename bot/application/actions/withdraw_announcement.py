"""An announcement was edited or deleted: its hold is void, and a new text is judged."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.application.actions.check_action import ActionRequest, check_action
from bot.application.holds.void_hold import hold_the_others, void_hold
from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.action import Place
from bot.domain.reading.digest import digest_of


def announcement_edited(negmem: Negmem, request: ActionRequest) -> JudgedAnnouncement | None:
    """Void the hold of the earlier text and judge the new one.

    Returns:
        The new judgement, or None when the content is what was judged already.
    """
    now = negmem.clock()
    with negmem.store.write() as tx:
        before = tx.announcements.at_place(request.announcement.place)
        if before is not None and _is_the_same(before, request):
            return None
        if before is not None:
            _void_hold_of(negmem, tx, before, "the announcement was edited", now)
    judged = check_action(negmem, request)
    if before is not None and before.id != judged.id:
        with negmem.store.write() as tx:
            for one in (before, *_calls_for(tx, before)):
                tx.announcements.update(replace(one, superseded_by=judged.id))
    return judged


def _is_the_same(before: JudgedAnnouncement, request: ActionRequest) -> bool:
    """Whether it is what was judged: to the letter, or with the same seal and no word more.

    Read back, a post lacks what its app had marked as a link's preview and was judged by.
    """
    now, then = request.announcement.action, before.announcement.action
    sealed = bool(now.host_context) and now.host_context == then.host_context
    return (sealed and len(now.text) <= len(then.text)) or before.digest == digest_of(now)


def announcement_deleted(negmem: Negmem, place: Place) -> None:
    """Void the hold of a deleted announcement; other messages change nothing."""
    now = negmem.clock()
    with negmem.store.write() as tx:
        judged = tx.announcements.at_place(place)
        if judged is None or judged.withdrawn:
            return
        tx.announcements.update(replace(judged, withdrawn=True))
        _void_hold_of(negmem, tx, judged, "the announcement was deleted", now)


def _calls_for(tx: Transaction, said: JudgedAnnouncement) -> list[JudgedAnnouncement]:
    """Gate calls that name this message as their announcement."""
    place = said.announcement.place
    if place.channel is None or place.ts is None:
        return []
    around = tx.announcements.in_thread(place.team, place.channel, place.ts)
    return [one for one in around if one.agent and one.announcement.place.ts == place.ts]


def _void_hold_of(
    negmem: Negmem, tx: Transaction, judged: JudgedAnnouncement, why: str, now: datetime
) -> None:
    hold = tx.holds.get(judged.announcement.place.team, judged.hold_id) if judged.hold_id else None
    if hold is not None and hold.announcement_ts == judged.announcement.place.ts:
        void_hold(tx, hold, why, now)
        hold_the_others(negmem, tx, hold.team, hold.id, now)
