"""Make entries of stopped actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bot.application.entries.entry_service import service_of
from bot.application.entries.store_entry import store_entry
from bot.application.holds.end_hold import REASON_LIFE
from bot.application.holds.stop_action import Stop, planned_of, write_stopped_card
from bot.application.judging.judge import decided_alone, judge_again
from bot.application.learning.give_reason import NO_REASON, lacks_reason, reason_in_correction
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.people.authority import refuse_absent
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import redraw, write_post
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.records.post import PostKind
from bot.application.records.question import Question, QuestionKind
from bot.domain.action import ActionInput, InputForm, Place, PlannedAction, Situation
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.errors import BrokenInstallation, InvalidEntry
from bot.domain.headline import describe, headline, said_besides, shortened, words_of
from bot.domain.matching import Memory
from bot.domain.reading import read

CORRECTION_LIFE = timedelta(days=30)


def remember(
    negmem: Negmem,
    judged: JudgedAnnouncement,
    chosen: Sequence[PlannedAction],
    by: Stop,
    instead: str | None = None,
) -> Answer:
    """Store an entry for each chosen action, and show it in the thread.

    What a block entry says already is not stored twice. What cannot become an entry (no service is
    known, the action is too vague) is stopped all the same, and the card says what is missing.
    """
    said, new = _said_already(negmem, judged, chosen)
    noted = _reasons_noted(negmem, said, by) if said else ""
    if not new:
        return Answer(True, f"Kept blocked; {_says(said)} so already.{noted}", subject=said[0])
    link = negmem.directory.permalink(by.place.team, by.place.channel or "", by.place.ts or "")
    stored: list[Entry] = []
    trouble = ""
    for planned in new:
        try:
            stored.append(_store(negmem, judged, planned, by, link, instead))
        except (InvalidEntry, BrokenInstallation) as not_stored:
            trouble = str(not_stored)
    if not stored:
        with negmem.store.write() as tx:
            write_stopped_card(tx, judged, new, by)
        return Answer(True, f"Stopped. It could not be remembered: {trouble}", subject=judged.id)
    names = ", ".join(dict.fromkeys(entry.id for entry in stored))
    text = f"Stopped and remembered as {names}."
    text += f" {_says(said)} the rest already.{noted}" if said else ""
    text += f" Not all of it could be remembered: {trouble}" if trouble else ""
    return Answer(True, text, subject=stored[0].id)


def _said_already(
    negmem: Negmem, judged: JudgedAnnouncement, chosen: Sequence[PlannedAction]
) -> tuple[list[str], list[PlannedAction]]:
    """The block entries that match one of the chosen actions, and the actions that none matches.

    An entry about something else in the same announcement says nothing of these.
    """
    if not any(match.severity is Severity.BLOCK for match in judged.matches):
        return [], list(chosen)
    with negmem.store.read() as tx:
        again = judge_again(negmem, tx, judged, negmem.clock())
    blocked = [
        (match.entry.id, _deed(again.said.as_shown(match.planned)))
        for match in again.decision.matches
        if match.severity is Severity.BLOCK and not match.unread
    ]
    wanted = {_deed(planned) for planned in chosen}
    said = list(dict.fromkeys(entry_id for entry_id, deed in blocked if deed in wanted))
    covered = {deed for _, deed in blocked}
    return said, [planned for planned in chosen if _deed(planned) not in covered]


def _reasons_noted(negmem: Negmem, entry_ids: Sequence[str], by: Stop) -> str:
    """Give the reason to those of the entries that have none; what the person is told, or asked."""
    told = []
    with negmem.store.write() as tx:
        for entry_id in entry_ids:
            team = by.place.team
            told.append(reason_in_correction(negmem, tx, team, by.user, entry_id, by.reason))
            entry = tx.entries.get(team, entry_id)
            if entry is not None and lacks_reason(entry):
                _ask_why(tx, by, entry)
                told.append(f"What would have happened? Your next reply is noted for {entry_id}.")
    return "".join(f" {one}" for one in told if one)


def _deed(planned: PlannedAction) -> tuple[object, ...]:
    return (planned.kind, planned.target, planned.objects, planned.text)


def _says(entry_ids: Sequence[str]) -> str:
    return f"{', '.join(entry_ids)} {'says' if len(entry_ids) == 1 else 'say'}"


def remember_stop(negmem: Negmem, team: str, action_id: str, user: str) -> Answer:
    """*Remember this* on the card of a stopped action; any present, full member may."""
    with negmem.store.read() as tx:
        judged = tx.announcements.get(team, action_id)
        posts = tx.outbox.of_subject(team, action_id)
    if judged is None:
        return Answer(False, "I do not know this action any more.")
    refusal = refuse_absent(negmem, team, user, judged.announcement.place.channel)
    if refusal is not None:
        return refusal
    card = next((post for post in posts if post.kind is PostKind.STOPPED), None)
    reason = card.detail.get("reason") if card else None
    place = judged.announcement.place
    by = Stop(
        user,
        Place(place.team, place.channel, place.ts, place.thread_ts),
        reason if isinstance(reason, str) else None,
        negmem.clock(),
    )
    return remember(negmem, judged, planned_of(judged), by)


def lacks_service(negmem: Negmem, team: str, action_id: str) -> bool:
    """Whether a stopped action can be remembered only once a person says which service it is."""
    with negmem.store.read() as tx:
        judged = tx.announcements.get(team, action_id)
        if judged is None:
            return False
        try:
            for planned in planned_of(judged):
                service_of(negmem, tx, judged, planned)
        except InvalidEntry:
            return True
    return False


def _store(
    negmem: Negmem,
    judged: JudgedAnnouncement,
    planned: PlannedAction,
    by: Stop,
    link: str | None,
    instead: str | None,
) -> Entry:
    with negmem.store.read() as tx:
        service = service_of(negmem, tx, judged, planned)
    environment = planned.environment or _environment(negmem, judged)
    if environment is None:
        raise InvalidEntry(
            "no environment is known for it.",
            "Name it with `/negmem channel environment=…`, or add the entry by hand.",
            (("environment", "is not known"),),
        )
    entry = Entry(
        id="",
        action="",
        context=shortened(said_besides(planned_of(judged), judged.announcement.action), 300),
        outcome=by.reason or NO_REASON,
        severity=Severity.BLOCK,
        source=link or "correction in Slack",
        scope=Scope((service,), (environment,)),
        expires=by.at + CORRECTION_LIFE,
        created=by.at,
        owner=by.user,
        instead=instead,
    )
    wording = _wording(negmem, judged, planned, entry)
    with negmem.store.write() as tx:
        stored = store_entry(negmem, tx, by.place.team, replace(entry, action=wording), by.user)
        detail = {"action_id": judged.id, "by": by.user}
        write_post(tx, PostKind.ENTRY_STORED, stored.id, by.place, by.at, detail=detail)
        # An older entry that says the same may be without a reason, too: this may be its own.
        reason_in_correction(negmem, tx, by.place.team, by.user, stored.id, by.reason)
        stored = tx.entries.get(by.place.team, stored.id) or stored
        if lacks_reason(stored):
            _ask_why(tx, by, stored)
        redraw(tx, by.place.team, judged.id)
    return stored


def _environment(negmem: Negmem, judged: JudgedAnnouncement) -> str | None:
    """The environment that the announcement names most surely, else the channel's."""
    reading = read(judged.announcement.action, negmem.memories.lexicon)
    named = max(reading.environments, key=lambda one: one.strength, default=None)
    return named.name if named is not None else judged.environment


def _ask_why(tx: Transaction, by: Stop, entry: Entry) -> None:
    thread = by.place.thread_ts or by.place.ts
    if by.place.channel is None or thread is None:
        return
    tx.questions.ask(
        Question(
            team=by.place.team,
            channel=by.place.channel,
            thread_ts=thread,
            user=by.user,
            kind=QuestionKind.ENTRY_REASON,
            subject=entry.id,
            until=by.at + REASON_LIFE,
        )
    )


def _wording(
    negmem: Negmem, judged: JudgedAnnouncement, planned: PlannedAction, entry: Entry
) -> str:
    """The shortest wording under which the entry matches the very announcement it came from."""
    whole = shortened(words_of(judged.announcement.action), 200)
    said = headline([planned], judged.announcement.action, service=judged.service)
    candidates = (said, describe(planned, service=entry.scope.services[0]), planned.text, whole)
    situation = Situation(now=entry.created, service=judged.service, environment=judged.environment)
    for wording in dict.fromkeys(one for one in candidates if one):
        memory = Memory(negmem.memories.lexicon)
        try:
            memory.put(replace(entry, id="new", action=wording))
        except InvalidEntry:
            continue
        again = decided_alone(judged.announcement.action, situation, memory)
        own = decided_alone(ActionInput(InputForm.TEXT, text=wording), situation, memory)
        if again.matches and own.matches:
            return wording
    raise InvalidEntry(
        "the action is too vague to recognise again.",
        "Add it by hand and name what is done to what.",
        (("action", "is too vague"),),
    )
