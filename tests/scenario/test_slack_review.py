"""The weekly review: when it comes, what it asks, and what each answer does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.application.actions.check_action import ActionRequest, check_action
from bot.application.holds.keep_hold import keep_hold
from bot.application.holds.release_hold import release_hold
from bot.application.holds.wrong_match import call_wrong
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.records.fact import Fact
from bot.application.team.set_up import store_set_up
from bot.domain.action import ActionInput, Announcement, InputForm, Place
from bot.domain.entry import Entry, Scope, Severity
from tests.scenario.incident import Incident

End = Callable[[Negmem, str, str, str], Answer]
ROUNDS = ("one", "two", "three", "four", "five")


def review_channel(room: Incident) -> str:
    return room.world.channels["oncall-review"]


def parents(room: Incident) -> list[dict[str, Any]]:
    return [m for m in room.messages(review_channel(room)) if "Weekly review" in m["text"]]


def parent_of_review(room: Incident, count: int = 1) -> dict[str, Any]:
    return room.eventually(lambda: found if len(found := parents(room)) == count else None)[-1]


def items(room: Incident, parent: dict[str, Any], count: int) -> list[dict[str, Any]]:
    def look() -> list[dict[str, Any]] | None:
        replies = room.thread(parent["ts"], review_channel(room))[1:]
        return replies if len(replies) >= count else None

    return room.eventually(look)


def reviewed(room: Incident, count: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    room.runs("oncall", "review")
    parent = parent_of_review(room)
    return parent, items(room, parent, count)


def about(found: list[dict[str, Any]], entry_id: str) -> dict[str, Any]:
    (one,) = (m for m in found if f"\n{entry_id} " in m["text"])
    return one


def says(room: Incident, parent: dict[str, Any], words: str) -> dict[str, Any]:
    """The reply with these words, once it is drawn so."""

    def look() -> dict[str, Any] | None:
        thread = room.thread(parent["ts"], review_channel(room))
        return next((m for m in thread if words in m["text"]), None)

    return room.eventually(look)


def test_it_comes_once_at_the_hour_of_the_teams_zone(quiet_room: Incident) -> None:
    """Not before, and not again that week."""
    room, zone = quiet_room, ZoneInfo("Asia/Kolkata")
    when = {"review_day": "mon", "review_hour": 9, "review_tz": "Asia/Kolkata"}
    store_set_up(room.negmem, room.team, "test", when)
    now = room.clock().astimezone(zone)
    monday = (now + timedelta(days=7 - now.weekday())).replace(hour=8, minute=30)
    room.time_passes(seconds=(monday - now).total_seconds())
    room.settles()
    assert parents(room) == []
    room.time_passes(minutes=31)
    parent_of_review(room)
    room.time_passes(minutes=1)
    room.time_passes(days=2)
    room.settles()
    assert len(parents(room)) == 1
    room.time_passes(days=7)
    parent_of_review(room, count=2)


def fire(room: Incident, text: str, end: End) -> None:
    """An announcement of this text is judged, and its hold ended so."""
    said = Announcement(
        place=Place(room.team, room.channel),
        action=ActionInput(InputForm.TEXT, text=text),
        announcer="A0OTHER",
        at=room.clock(),
        principal=None,
    )
    judged = check_action(room.negmem, ActionRequest(said))
    assert judged.hold_id is not None, text
    answer = end(room.negmem, room.team, judged.hold_id, room.world.people["oncall"])
    assert answer.ok, answer


def released(negmem: Negmem, team: str, hold_id: str, user: str) -> Answer:
    return release_hold(negmem, team, hold_id, user, 1)


def wrong(entry_id: str) -> End:
    def end(negmem: Negmem, team: str, hold_id: str, user: str) -> Answer:
        with negmem.store.read() as tx:
            (judged,) = tx.announcements.of_hold(team, hold_id)
        channel = judged.announcement.place.channel or ""
        return call_wrong(negmem, team, user, channel, judged.id, entry_id)

    return end


def stale_set(room: Incident) -> dict[str, str]:
    """Entries that each raise one question: id -> words of it."""
    now = room.clock()
    asked: dict[str, str] = {}

    def stale(words: str, action: str, **changes: Any) -> Entry:
        entry = room.remembers(**{"action": action, "aliases": (), "context": "", **changes})
        asked[entry.id] = words
        return entry

    stale("Expired on", "drain node web-1", expires=now - timedelta(days=1))
    stale("Expires on", "drain node web-2", expires=now + timedelta(days=3))
    stale("not fired for 60 days", "drain node web-3", created=now - timedelta(days=100))
    stale("Released 4 of 5", "restart service payments-api")
    stale("Kept blocked all 5", "flush the redis cache")
    excepted = stale("Called a wrong match", "drop table orders")
    stale("The system changed", "drain node web-4", fingerprint={"schema": "42"})
    gone = room.sandbox.home.add_person("kim", "Kim")
    stale("Its owner is gone", "drain node web-5", owner=gone)
    twin = room.remembers(action="drain node web-6", aliases=(), context="")
    with room.store.write() as tx:
        again = replace(twin, id="", created=twin.created + timedelta(days=1))
        asked[tx.entries.add(room.team, again).id] = "Says the same as"
        vague = replace(twin, id="", action="be careful", scope=Scope(("careful",), ("prod",)))
        asked[tx.entries.add(room.team, vague).id] = "Vague"
        fact = Fact(room.team, "payments-api", "prod", "schema", "43", "test", now)
        tx.facts.put(fact)
    room.sandbox.home.change_person(gone, deleted=True)
    for number in ROUNDS:
        ending: End = keep_hold if number == "five" else released
        fire(room, f"Restarting payments-api in prod, take {number}", ending)
        fire(room, f"Flushing the redis cache of payments-api in prod, take {number}", keep_hold)
    fire(room, "Dropping table orders of payments-api in prod", wrong(excepted.id))
    return asked


def test_all_of_a_stale_set_is_asked_about_and_nothing_of_a_good_one(
    quiet_room: Incident,
) -> None:
    """Worst first, each with its evidence; an owner is called once."""
    room = quiet_room
    good = [
        room.remembers(action=action, aliases=(), context="", owner=room.world.people["oncall2"])
        for action in ("delete the payouts queue", "rotate the ledger key", "scale workers to zero")
    ]
    asked = stale_set(room)
    parent, found = reviewed(room, len(asked))
    assert len(found) == len(asked) == 10
    for entry_id, words in asked.items():
        assert words in about(found, entry_id)["text"], entry_id
    assert not any(f"\n{entry.id} " in m["text"] for m in found for entry in good)
    assert "Expired on" in found[0]["text"]
    owner = f"<@{room.world.people['oncall']}>"
    assert sum(m["text"].startswith(owner) for m in found) == 1
    assert "To decide in this thread: 10 of 10" in parent["text"]


def test_the_chart_is_told_in_words_too(room: Incident) -> None:
    """As the picture's alternative text, which the message's text repeats."""
    fire(room, "Restarting payments-api in prod", keep_hold)
    room.runs("oncall", "review")
    parent = parent_of_review(room)
    (picture,) = (block for block in parent["blocks"] if block["type"] == "image")
    assert "1 kept" in picture["alt_text"]
    assert "1 kept" in parent["text"]


def test_anomalies_of_the_week_are_counted_and_linked(quiet_room: Incident) -> None:
    """An alert entry says nothing in the thread; the review says what it saw."""
    room = quiet_room
    room.remembers(severity=Severity.ALERT)
    ts = room.agent_says("Restarting payments-api in prod now")
    room.judged(ts)
    room.runs("oncall", "review")
    parent = parent_of_review(room)
    assert len(room.thread(ts)) == 1
    assert "1 anomaly logged by alert entries" in parent["text"]
    assert f"/archives/{room.channel}/p{ts.replace('.', '')}" in str(parent["blocks"])


@pytest.fixture
def asked(quiet_room: Incident) -> Incident:
    """A room with one entry, nm-1, that the review asks about."""
    quiet_room.remembers(expires=quiet_room.clock() + timedelta(days=3))
    return quiet_room


def clicks(room: Incident, role: str, item: dict[str, Any], action_id: str, **more: Any) -> None:
    room.clicks(role, item, action_id, channel=review_channel(room), **more)


def entry_of(room: Incident) -> Entry:
    with room.store.read() as tx:
        found = tx.entries.get(room.team, "nm-1")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("choice", "words"),
    [("renew", "Renewed by"), ("weaken", "Weakened by"), ("retire", "Retired by")],
)
def test_an_answer_acts_at_once_and_redraws_its_reply(
    asked: Incident, choice: str, words: str
) -> None:
    """And the parent counts it."""
    room, before = asked, entry_of(asked)
    parent, (item,) = reviewed(room, 1)
    clicks(room, "oncall", item, f"review_{choice}")
    assert says(room, parent, words)["ts"] == item["ts"]
    says(room, parent, "in this thread answered")
    after = entry_of(room)
    assert after.version == before.version + 1
    assert {
        "renew": after.expires != before.expires,
        "weaken": after.severity is Severity.WARN,
        "retire": after.state.value == "retired",
    }[choice]


def test_narrowing_asks_to_what(asked: Incident) -> None:
    """In a form, filled with the scope as it is."""
    room = asked
    room.runs("oncall", "review")
    parent = parent_of_review(room)
    (item,) = items(room, parent, 1)
    clicks(room, "oncall", item, "review_narrow")
    form = room.form("oncall", "payments-api")
    room.submits("oncall", form, window="mon-fri 08:00-20:00 Europe/Berlin")
    says(room, parent, "Narrowed by")
    assert entry_of(room).scope.windows


def test_an_owner_is_chosen_from_the_people(asked: Incident) -> None:
    """The menu in the reply."""
    room = asked
    parent, (item,) = reviewed(room, 1)
    clicks(room, "oncall", item, "review_reassign", value=room.world.people["oncall2"])
    says(room, parent, "Reassigned by")
    assert entry_of(room).owner == room.world.people["oncall2"]


def test_an_owner_is_somebody_who_is_there(asked: Incident) -> None:
    """No bot, no guest, nobody who left."""
    room = asked
    _, (item,) = reviewed(room, 1)
    before = entry_of(room)
    for someone in (room.world.people["guest"], room.world.agent_bot_user):
        clicks(room, "oncall", item, "review_reassign", value=someone)
        room.eventually(lambda: "Choose somebody" in room.told("oncall")[-1] or None)
    assert entry_of(room) == before


def test_who_may_not_lessen_protection_answers_nothing(asked: Incident) -> None:
    """They are told who may; the reply stays as it is."""
    room = asked
    home = room.sandbox.home
    room.world.people["colleague"] = colleague = home.add_person("nadia", "Nadia")
    home.invite(review_channel(room), colleague)
    parent, (item,) = reviewed(room, 1)
    clicks(room, "colleague", item, "review_retire")
    room.hears("colleague", "not one of the approvers")
    assert entry_of(room).state.value == "active"
    assert "To decide in this thread: 1 of 1" in parent["text"]


def test_what_nobody_touches_in_two_reviews_is_retired_and_said(quiet_room: Incident) -> None:
    """Only what has expired."""
    room = quiet_room
    store_set_up(room.negmem, room.team, "test", {"review_day": "mon", "review_hour": 0})
    room.remembers(expires=room.clock() - timedelta(days=1))
    room.remembers(action="drain node web-3", created=room.clock() - timedelta(days=100))
    for count in (1, 2, 3):
        room.time_passes(days=7)
        parent = parent_of_review(room, count)
    assert "Retired by itself: nm-1" in parent["text"]
    with room.store.read() as tx:
        states = [one.state.value for one in tx.entries.all(room.team, include_retired=True)]
    assert states == ["retired", "active"]
