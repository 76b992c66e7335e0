"""Forms: opened within three seconds however slow the database is, and never lost when sent.

Slack gives a form's trigger three seconds and waits three more for the answer to a submission. So
an empty form opens first and is filled afterwards; and a submission that takes longer than two
seconds shows that it is being worked on, and what came of it as soon as that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import structlog
from slack_bolt import Ack, App, BoltContext

from bot.application.people.answers import Answer
from bot.domain.errors import NegmemError, NotAllowed
from bot.slack.answering import UNEXPECTED, answer, team_of, to_person
from bot.slack.asking import CALL_FAILED
from bot.slack.parsing.interactions import Asker, Click, Submission, read_submission
from bot.slack.room import Room
from bot.slack.views.form import View, loading, told

PATIENCE = 2.0
"""Seconds of Slack's three that a submission may take before the form says that it takes longer."""

_TITLE = "negmem"

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Mend:
    """What is wrong with a form, by input; `form` is the same form with it said on top."""

    errors: Mapping[str, str]
    form: View


@dataclass(frozen=True, slots=True)
class Next:
    """The form that follows."""

    form: View


Submitted = Answer | Mend | Next


def open_form(room: Room, asker: Asker, title: str, build: Callable[[], View]) -> Answer | None:
    """Open an empty form at once, then fill it.

    Args:
        room: See `Room`.
        asker: For whom; a form that they have open already is filled.
        title: Of the form.
        build: Makes the form; may take its time. What it may not do it raises as `NotAllowed`.

    Returns:
        What the person is told besides, when Slack did not open it or they may not; else None.
    """
    client = room.installations.of(asker.team).client
    view_id, hash_ = asker.view_id, None
    if not view_id:
        try:
            opened = client.views_open(trigger_id=asker.trigger_id, view=loading(title))["view"]
        except CALL_FAILED as error:
            log.warning("form not opened", error=type(error).__name__)
            return Answer(False, "Slack did not open the form in time. Please try again.")
        view_id, hash_ = opened["id"], opened.get("hash")
    try:
        view, refusal = _built(title, build), None
    except NotAllowed as refused:
        view, refusal = told(title, str(refused)), Answer(False, str(refused))
    _update(room, asker, view_id, hash_, view)
    return None if asker.view_id else refusal


def fill_form(room: Room, click: Click, title: str, build: Callable[[], View]) -> None:
    """Draw the open form again, after a click in it."""
    view = click.view or {}
    try:
        built = _built(title, build)
    except NotAllowed as refused:
        built = told(title, str(refused))
    _update(room, click.asker, view.get("id", ""), view.get("hash"), built)


def on_submission(
    app: App, room: Room, callback_id: str, do: Callable[[Room, Submission], Submitted]
) -> None:
    """Register what happens when a form is sent."""

    def listener(ack: Ack, body: dict[str, Any], context: BoltContext) -> None:
        sent = read_submission(team_of(context), body)
        work = room.forms.submit(_attempt, do, room, sent)
        try:
            result = work.result(timeout=PATIENCE)
        except TimeoutError:
            ack(response_action="update", view=loading(_TITLE))
            work.add_done_callback(lambda done: _finish_late(room, sent, body["view"]["id"], done))
            return
        _acknowledge(room, sent, ack, result)

    app.view(callback_id)(listener)


def mend(missing: Collection[tuple[str, str]], keys: Collection[str], form: View) -> Mend:
    """Put what is missing to the inputs it is about; what is about none goes to the first."""
    first = next(iter(keys))
    errors: dict[str, str] = {}
    for key, why in missing or ((first, "This cannot be stored as it is."),):
        where = key if key in keys else first
        errors[where] = f"{errors[where]}; {why}" if where in errors else why
    return Mend({key: why[:1000] for key, why in errors.items()}, form)


def _acknowledge(room: Room, sent: Submission, ack: Ack, result: Submitted) -> None:
    if isinstance(result, Mend):
        ack(response_action="errors", errors=dict(result.errors))
    elif isinstance(result, Next):
        ack(response_action="update", view=result.form)
    elif result.ok and sent.asker.channel is not None and not sent.asker.from_home:
        ack()
        answer(to_person(room, sent.asker), lambda: result)
    else:
        ack(response_action="update", view=told(_TITLE, result.text))


def _finish_late(room: Room, sent: Submission, view_id: str, done: Future[Submitted]) -> None:
    result = done.result()
    form = told(_TITLE, result.text) if isinstance(result, Answer) else result.form
    _update(room, sent.asker, view_id, None, form)


def _attempt(
    do: Callable[[Room, Submission], Submitted], room: Room, sent: Submission
) -> Submitted:
    try:
        return do(room, sent)
    except NegmemError as error:
        return Answer(False, str(error))
    except Exception:
        log.exception("a form failed")
        return UNEXPECTED


def _built(title: str, build: Callable[[], View]) -> View:
    try:
        return build()
    except NotAllowed:
        raise
    except NegmemError as error:
        return told(title, str(error))
    except Exception:
        log.exception("a form could not be filled")
        return told(title, UNEXPECTED.text)


def _update(room: Room, asker: Asker, view_id: str, hash_: str | None, view: View) -> None:
    client = room.installations.of(asker.team).client
    more = {"hash": hash_} if hash_ else {}
    try:
        client.views_update(view_id=view_id, view=view, **more)
    except CALL_FAILED as error:
        # The person closed the form, or something newer is in it.
        log.info("form not updated", error=type(error).__name__)
