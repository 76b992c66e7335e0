"""Forms open at once, show what an entry would match, and keep what was typed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.domain.entry import Scope
from tests.fakes.memory_store import MemoryStore
from tests.scenario.incident import Incident

ANNOUNCED = "Flushing the redis cache of payments-api in prod"
BEFORE = datetime(2026, 1, 1, tzinfo=UTC)
TEXT = "flush the redis cache of payments-api in prod => everybody was logged out, block, 90 days"


@pytest.fixture
def room(quiet_room: Incident) -> Incident:
    return quiet_room


def test_an_entry_is_added_from_free_text(room: Incident) -> None:
    """The form is filled; sent as it is, it is stored and counts at once."""
    room.runs("oncall", f"add {TEXT}")
    form = room.form("oncall", "would have matched none")
    room.submits("oncall", form)
    room.hears("oncall", "Stored as nm-1 (block)")
    room.card(room.agent_says(ANNOUNCED), "pending")


def test_the_form_shows_what_the_entry_would_have_matched(room: Incident) -> None:
    """Before it is stored, with the messages."""
    room.judged(room.agent_says(ANNOUNCED))
    room.runs("oncall", f"add {TEXT}")
    form = room.form("oncall", "would have matched 1 of the 1 announcement")
    assert ANNOUNCED in str(form)


def test_what_was_not_tried_yet_is_shown_before_it_is_stored(room: Incident) -> None:
    """An empty form, filled by hand, shows its matches at the first Store."""
    room.judged(room.agent_says(ANNOUNCED))
    room.runs("oncall", "add")
    form = room.form("oncall", "What must not be repeated")
    values = {
        "action": "flush the redis cache",
        "outcome": "everybody was logged out",
        "service": "payments-api",
        "environment": "prod",
    }
    room.submits("oncall", form, **values)
    form = room.form("oncall", "would have matched 1 of the 1 announcement")
    room.submits("oncall", form)
    room.hears("oncall", "Stored as nm-1 (warn)")


def test_what_is_missing_is_said_at_its_input(room: Incident) -> None:
    """And nothing that was typed is lost."""
    room.runs("oncall", "add")
    form = room.form("oncall", "What must not be repeated")
    answer = room.submits(
        "oncall",
        form,
        action="be careful",
        outcome="bad",
        service="payments-api",
        environment="prod",
    )
    room.settles()
    assert "action" in str(answer) or "vague" in str(room.view("oncall"))
    assert room.view("oncall")
    with room.store.read() as tx:
        assert not tx.entries.all(room.team)


def test_an_entry_is_edited_in_the_same_form(room: Incident) -> None:
    """Filled with what it says."""
    room.remembers()
    room.runs("oncall", "edit nm-1")
    form = room.form("oncall", "dropped in-flight transactions")
    room.submits("oncall", form, instead="page the payments team first")
    room.hears("oncall", "nm-1 changed")


@contextmanager
def slow(store: MemoryStore, seconds: float) -> Iterator[None]:
    """The database answers, but late."""
    read = store.read

    def late() -> Any:
        time.sleep(seconds)
        return read()

    store.read = late  # type: ignore[method-assign]  # a slow database, not another one
    try:
        yield
    finally:
        store.read = read  # type: ignore[method-assign]  # as it was


def test_a_form_opens_while_the_database_is_slow(room: Incident) -> None:
    """Empty within three seconds, filled when the database has answered."""
    with slow(room.store, 1.2):
        room.runs("oncall", f"add {TEXT}")
        room.eventually(lambda: room.view("oncall"))
        form = room.form("oncall", "What must not be repeated")
    assert "everybody was logged out" in str(form)


@pytest.mark.parametrize(
    ("role", "command", "words"),
    [
        ("oncall", "edit nm-1", "dropped in-flight transactions"),
        ("oncall", "import", "Entries or postmortem"),
        ("admin", "setup", "People who may release"),
        ("admin", "break-glass", "For how many minutes"),
    ],
)
def test_every_form_opens_while_the_database_is_slow(
    room: Incident, role: str, command: str, words: str
) -> None:
    """The trigger is good for three seconds: something opens at once."""
    room.remembers()
    begun = time.monotonic()
    with slow(room.store, 1.0):
        room.runs(role, command)
        room.eventually(lambda: room.view(role))
        assert time.monotonic() - begun < 3
        room.form(role, words)


def test_a_shortcut_opens_while_the_database_is_slow(room: Incident) -> None:
    """Both of them."""
    room.remembers()
    ts = room.agent_says(ANNOUNCED)
    room.judged(ts)
    for callback_id, words in (
        ("why_no_warning", "Judged now"),
        ("add_to_memory", "What must not be repeated"),
    ):
        begun = time.monotonic()
        with slow(room.store, 1.0):
            room.human("shortcuts", "oncall", callback_id=callback_id, ts=ts)
            room.eventually(lambda: room.view("oncall"))
            assert time.monotonic() - begun < 3
            room.form("oncall", words)


def test_a_submission_is_not_lost_while_the_database_is_slow(room: Incident) -> None:
    """It says that it is worked on, and then what came of it."""
    room.runs("oncall", f"add {TEXT}")
    form = room.form("oncall", "would have matched none")
    with slow(room.store, 1.2):
        assert room.submits("oncall", form)["acked"]
        room.form("oncall", "Stored as nm-1")


def test_a_message_becomes_an_entry(room: Incident) -> None:
    """From the message's menu, since commands do not run in threads."""
    ts = room.agent_says(ANNOUNCED)
    room.human("shortcuts", "oncall", callback_id="add_to_memory", ts=ts)
    form = room.form("oncall", "What must not be repeated")
    assert ANNOUNCED in str(form)
    assert "/archives/" in str(form)


def test_a_message_tells_why_it_got_no_warning(room: Incident) -> None:
    """With the near misses, and a way to make it an entry."""
    room.remembers(
        action="flush the redis cache", scope=Scope(("payments-api",), ("staging",)), aliases=()
    )
    ts = room.agent_says(ANNOUNCED)
    room.judged(ts)
    room.human("shortcuts", "oncall", callback_id="why_no_warning", ts=ts)
    form = room.form("oncall", "Judged now")
    assert "it was let through" in str(form)
    room.http.post(
        "/human/clicks",
        json={
            "user": room.world.people["oncall"],
            "view_id": form["id"],
            "action_id": "make_entry",
        },
    )
    room.form("oncall", "What must not be repeated")


@pytest.mark.parametrize(
    ("text", "changes", "words"),
    [
        (ANNOUNCED, {"scope": Scope(("payments-api",), ("staging",))}, "staging"),
        (ANNOUNCED, {"expires": BEFORE}, "expired"),
        ("Not flushing the redis cache of payments-api in prod", {}, "not"),
        ("Scaling the redis cache of payments-api in prod to 3", {}, "scale"),
    ],
    ids=["scope", "expired", "negated", "another action"],
)
def test_a_near_miss_tells_its_reason(
    room: Incident, text: str, changes: dict[str, Any], words: str
) -> None:
    """Another scope, too old, said not to happen, or something else."""
    room.remembers(**{"action": "flush the redis cache", "aliases": (), "context": "", **changes})
    ts = room.agent_says(text)
    room.judged(ts)
    room.human("shortcuts", "oncall", callback_id="why_no_warning", ts=ts)
    told = str(room.form("oncall", "Judged now"))
    assert "Close, but no match" in told
    assert words in told.partition("Close, but no match")[2]


def test_the_form_says_what_is_too_vague_with_a_proposal(room: Incident) -> None:
    """Before anything is stored."""
    room.runs("oncall", "add restart things => bad")
    assert "For example: " in str(room.form("oncall", "What must not be repeated"))


def test_a_whole_sentence_of_free_text_is_understood(room: Incident) -> None:
    """Action, time of the week, outcome, severity and end."""
    text = (
        "restart payments-api in prod during peak => dropped in-flight payments, block, for 90 days"
    )
    room.runs("oncall", f"add {text}")
    room.submits("oncall", room.form("oncall", "would have matched none"))
    room.hears("oncall", "Stored as nm-1 (block)")
    with room.store.read() as tx:
        entry = tx.entries.get(room.team, "nm-1")
    assert entry is not None
    assert entry.outcome == "dropped in-flight payments"
    assert (entry.scope.services, entry.scope.environments) == (("payments-api",), ("prod",))
    assert entry.scope.windows, "during peak"
    assert entry.expires is not None
    assert 89 <= (entry.expires - room.clock()).days <= 91


def test_the_set_up_is_an_admins(room: Incident) -> None:
    """Whoever else asks is told so."""
    room.runs("oncall", "setup")
    room.hears("oncall", "Only workspace admins and owners")
    room.runs("admin", "setup")
    form = room.form("admin", "People who may release")
    room.submits("admin", form, hold_minutes="45")
    room.hears("admin", "@oncall-payments or an admin can release")
    with room.store.read() as tx:
        assert tx.workspaces.get(room.team).hold_minutes == 45


def test_a_postmortem_is_pasted_and_its_drafts_are_chosen(room: Incident) -> None:
    """What made it worse becomes entries."""
    room.runs("oncall", "import")
    form = room.form("oncall", "Entries or postmortem")
    text = (
        "# Payments outage\n\nService: payments-api, production.\n\n## Timeline\n\n"
        "- 10:04 We restarted payments-api in prod, which dropped all in-flight transactions.\n"
    )
    room.submits("oncall", form, text=text)
    form = room.form("oncall", "Store these")
    room.submits("oncall", form, service="payments-api", environment="prod")
    room.hears("oncall", "Stored nm-1")


def test_home_shows_what_is_open_and_what_is_missing(room: Incident) -> None:
    """Holds, my entries, numbers, set-up."""
    room.remembers(expires=room.clock())
    room.human("homes", "oncall")

    def drawn() -> dict[str, Any] | None:
        state = room.http.get(f"/human/state?user={room.world.people['oncall']}").json()
        home: dict[str, Any] | None = state.get("home")
        return home if home and "Held right now" in str(home) else None

    home = room.eventually(drawn)
    assert "My entries due soon" in str(home)
    assert "nm-1" in str(home)
