"""What an agent says in the thread of its own announcement: done although held, or failed."""

from __future__ import annotations

from bot.application.holds.stop_action import planned_of
from bot.application.holds.went_ahead import note_went_ahead
from bot.application.learning.report_outcome import record_outcome
from bot.application.negmem import Negmem
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.action import ActionInput, InputForm, Mode, Place
from bot.domain.errors import BadInput
from bot.domain.outcome import Outcome
from bot.domain.reading import read
from bot.domain.reading.report import Report, read_report


def hear_agent_report(negmem: Negmem, place: Place, text: str, announcer: str) -> bool:
    """Take an agent's later message in its thread for a report.

    Args:
        negmem: What every use case is handed.
        place: Where the message stands; its `thread_ts` names the thread.
        text: What it says.
        announcer: Who says it.

    Returns:
        Whether it was a report; a message that plans something new is judged besides.
    """
    if place.thread_ts is None or place.channel is None:
        return False
    with negmem.store.read() as tx:
        said = tx.announcements.in_thread(place.team, place.channel, place.thread_ts)
        own = [
            one
            for one in said
            if one.announcement.announcer == announcer
            and one.announcement.place.ts != place.ts
            and planned_of(one)
        ]
        judged = own[-1] if own else None
    report = _report(negmem, judged, text) if judged else None
    if judged is None or report is None:
        return False
    note_went_ahead(negmem, judged, announcer)
    outcome = Outcome(ok=report.ok, exit_code=report.exit_code, note=text[:4_000])
    record_outcome(negmem, judged, outcome, announcer)
    return True


def _report(negmem: Negmem, judged: JudgedAnnouncement, text: str) -> Report | None:
    """A report in so many words, or the same kind of action told as past."""
    told = read_report(text)
    if told is not None:
        return told
    kinds = {one.kind for one in planned_of(judged)}
    try:
        reading = read(ActionInput(InputForm.TEXT, text=text), negmem.memories.lexicon)
    except BadInput:
        # Too long for a report; it was judged, and held, as an announcement.
        return None
    did = any(one.mode is Mode.PAST and one.kind in kinds for one in reading.planned)
    return Report(True, None) if did else None
