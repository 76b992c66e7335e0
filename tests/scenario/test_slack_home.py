"""App Home: what is open, what is mine, what the set-up lacks; its buttons answer in place."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scenario.incident import Incident


@pytest.fixture
def room(quiet_room: Incident) -> Incident:
    quiet_room.remembers(expires=quiet_room.clock())
    return quiet_room


def opened(room: Incident, role: str, words: str) -> dict[str, Any]:
    """The person's Home, once these words are in it."""
    room.human("homes", role)

    def drawn() -> dict[str, Any] | None:
        home = room.home(role)
        return home if words in str(home) else None

    return room.eventually(drawn)


def clicks(room: Incident, role: str, action_id: str) -> None:
    done = room.http.post(
        "/human/clicks", json={"user": room.world.people[role], "action_id": action_id}
    ).json()
    assert done["acked"], done


def test_home_shows_what_is_held_and_what_is_mine(room: Incident) -> None:
    """Holds, my entries, numbers, set-up."""
    home = str(opened(room, "oncall", "My entries due soon"))
    assert "nm-1" in home
    assert "No action is held right now" in home
    room.remembers(action="flush the redis cache", aliases=())
    room.card(room.agent_says("Flushing the redis cache of payments-api in prod"), "pending")
    opened(room, "oncall", "1 open hold")


def test_home_shows_nothing_of_channels_that_one_is_not_in(room: Incident) -> None:
    """Not even that something is held there."""
    room.remembers(action="flush the redis cache", aliases=())
    room.card(room.agent_says("Flushing the redis cache of payments-api in prod"), "pending")
    outsider = room.sandbox.home.add_person("nadia", "Nadia Brandt")
    room.world.people["outsider"] = outsider
    home = opened(room, "outsider", "Held right now")
    assert "redis" not in str(home)


def test_an_entry_is_renewed_from_home(room: Incident) -> None:
    """The answer comes in a modal, and Home is drawn again."""
    opened(room, "oncall", "nm-1")
    clicks(room, "oncall", "renew_entry")
    room.form("oncall", "nm-1 renewed until")
    room.eventually(lambda: opened(room, "oncall", "Nothing of yours expires"))


@pytest.mark.parametrize("refused", ["expired_trigger_id", "exchanged_trigger_id"])
def test_a_click_that_opens_nothing_is_answered_in_home(room: Incident, refused: str) -> None:
    """Nothing is changed then, and pressing it again does what it says."""
    opened(room, "oncall", "nm-1")
    fault = {"method": "views.open", "error": refused, "times": 1}
    assert room.http.post("/faults", json=fault).json()["ok"]
    clicks(room, "oncall", "renew_entry")
    told = "so nothing was changed"
    room.eventually(lambda: told in str(room.home("oncall")))
    assert room.view("oncall") is None
    clicks(room, "oncall", "renew_entry")
    room.form("oncall", "nm-1 renewed until")
    room.eventually(lambda: told not in str(room.home("oncall")))


def test_an_entry_is_added_from_home(room: Incident) -> None:
    """By a member of a watched channel; what came of it is said in the form."""
    opened(room, "oncall", "Set-up")
    clicks(room, "oncall", "home_add")
    form = room.form("oncall", "What must not be repeated")
    room.submits(
        "oncall",
        form,
        action="flush the redis cache",
        outcome="everybody was logged out",
        service="payments-api",
        environment="prod",
    )
    room.form("oncall", "Stored as nm-2")


def test_who_is_in_no_watched_channel_adds_nothing_from_home(room: Incident) -> None:
    """Membership of a channel is what makes somebody a member of the team here."""
    outsider = room.sandbox.home.add_person("nadia", "Nadia Brandt")
    room.world.people["outsider"] = outsider
    opened(room, "outsider", "Set-up")
    clicks(room, "outsider", "home_add")
    form = room.form("outsider", "What must not be repeated")
    room.submits(
        "outsider",
        form,
        action="flush the redis cache",
        outcome="everybody was logged out",
        service="payments-api",
        environment="prod",
    )
    room.form("outsider", "in one that I watch")
    with room.store.read() as tx:
        assert len(tx.entries.all(room.team)) == 1


def test_the_set_up_is_reached_from_home_by_admins(room: Incident) -> None:
    """Anybody else reads who may."""
    opened(room, "oncall", "Set-up")
    clicks(room, "oncall", "home_setup")
    room.form("oncall", "Only workspace admins and owners")
    opened(room, "admin", "Set-up")
    clicks(room, "admin", "home_setup")
    room.form("admin", "People who may release")
