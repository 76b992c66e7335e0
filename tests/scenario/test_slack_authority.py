"""Who may decide, as the set-up says it, and what an admin may open for a while."""

from __future__ import annotations

from typing import Any

from bot.application.holds.release_hold import release_hold
from bot.application.team.set_up import store_set_up
from bot.domain.entry import Scope, Severity
from bot.sandbox.world.posting import Draft, post
from tests.scenario.incident import Incident, payload_of

ANNOUNCED = "Restarting payments-api in prod now"


def set_up(room: Incident, **fields: Any) -> None:
    nobody: dict[str, Any] = {"groups": [], "users": [], "all_members": False, "approver_label": ""}
    store_set_up(room.negmem, room.team, "test", {**nobody, **fields})


def test_without_set_up_only_admins_release(room: Incident) -> None:
    """Never "anyone"."""
    set_up(room)
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    room.clicks("oncall", card, "release")
    room.hears("oncall", "not one of the approvers")
    room.clicks("admin", card, "release")
    room.card(ts, "released")


def test_a_person_may_be_named(room: Incident) -> None:
    """And another of the same channel may not."""
    set_up(room, users=[room.world.people["oncall2"]])
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    room.clicks("oncall", card, "release")
    room.hears("oncall", "not one of the approvers")
    room.clicks("oncall2", card, "release")
    room.card(ts, "released")


def test_every_full_member_may_where_the_team_says_so(room: Incident) -> None:
    """Guests and people of other organisations are none."""
    set_up(room, all_members=True)
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    for role, words in (("guest", "Guests"), ("external", "other organisations")):
        room.clicks(role, card, "release")
        room.hears(role, words)
    room.clicks("oncall", card, "release")
    room.card(ts, "released")


def test_who_left_the_channel_or_the_company_may_not(room: Incident) -> None:
    """From the moment on in which Slack knows it."""
    home, people = room.sandbox.home, room.world.people
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    pressed = as_pressed_before(room, card)
    home.remove(room.channel, people["oncall"])
    assert pressed("oncall").ok is False
    home.change_person(people["oncall2"], deleted=True)
    room.eventually(lambda: not pressed("oncall2").ok or None)
    assert payload_of(room.card(ts))["state"] == "pending"


def as_pressed_before(room: Incident, card: dict[str, Any]) -> Any:
    """Press Release as somebody whose screen still shows the card."""
    hold_id = next(
        element["value"].split("|")[0]
        for block in card["blocks"]
        for element in block.get("elements", [])
        if element.get("action_id") == "release"
    )

    def press(role: str) -> Any:
        return release_hold(room.negmem, room.team, hold_id, room.world.people[role], 1)

    return press


def test_the_one_for_whom_an_agent_acts_decides_nothing(room: Incident) -> None:
    """An app that posts under a person's account acts for that person."""
    person = room.world.people["oncall"]
    ts = posted_under(room, person)
    card = room.card(ts, "pending")
    room.clicks("oncall", card, "release")
    room.hears("oncall", "The agent acts for you")
    room.clicks("oncall", card, "wrong")
    room.hears("oncall", "The agent acts for you")
    room.clicks("oncall2", card, "release")
    room.card(ts, "released")


def posted_under(room: Incident, person: str) -> str:
    """A message that an app posted with a person's own token."""
    world = room.sandbox.world
    with world.locked():
        app = {"bot_id": "B0TOKEN", "app_id": "A0TOKEN"}
        channel, author = world.channels[room.channel], world.people[person]
        return post(world, channel, author, Draft(text=ANNOUNCED), app).ts


def test_of_several_entries_one_can_be_called_wrong(room: Incident) -> None:
    """The hold ends only if no other block entry holds it."""
    room.remembers(
        action="restart payments-api",
        outcome="the ledger lost its lock",
        source="incident 12",
        context="",
        aliases=(),
    )
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    assert {"nm-1", "nm-2"} <= set(payload_of(card)["entry_ids"])
    choose(room, card, "nm-1")
    room.hears("oncall", "nm-1 will not match this again")
    now = room.eventually(lambda: with_entries(room, ts, ["nm-2"]))
    assert payload_of(now)["state"] == "pending"
    choose(room, now, "nm-2")
    room.hears("oncall", "The hold is released")
    room.card(ts, "released")
    room.runs("oncall", "show nm-1")
    room.hears("oncall", "1 match called wrong")


def with_entries(room: Incident, ts: str, entries: list[str]) -> dict[str, Any] | None:
    card = room.card(ts)
    return card if payload_of(card)["entry_ids"] == entries else None


def choose(room: Incident, card: dict[str, Any], entry_id: str) -> None:
    """Call one match wrong: by the button, or in the menu where there are several."""
    (wrong,) = (
        element
        for block in card["blocks"]
        for element in block.get("elements", [])
        if element.get("action_id") == "wrong"
    )
    values = [one["value"] for one in wrong.get("options", [])] or [wrong["value"]]
    (value,) = (one for one in values if one.endswith(f"|{entry_id}"))
    room.clicks("oncall", card, "wrong", value=value)


def test_break_glass_is_no_way_around_for_the_admins_own_agent(room: Incident) -> None:
    """What acts for whoever opened the channel stays held."""
    room.runs("admin", "break-glass 30 payments are down worldwide")
    room.hears("admin", "Open until")
    ts = posted_under(room, room.world.people["admin"])
    room.card(ts, "pending")
    room.card(room.agent_says("Restarting payments-api in prod after all"), "warned")


def test_break_glass_ends_by_itself_and_leaves_pending_holds(room: Incident) -> None:
    """It is said in the channel, and it does not come again within an hour."""
    before = room.agent_says(ANNOUNCED)
    room.card(before, "pending")
    room.runs("admin", "break-glass 10 payments are down worldwide")
    room.hears("admin", "Open until")
    assert payload_of(room.card(before))["state"] == "pending"
    room.runs("admin", "break-glass 90 payments are down worldwide")
    room.hears("admin", "1 to 60 minutes")
    room.time_passes(minutes=11)
    room.eventually(lambda: [m for m in room.messages() if "opening of this channel" in m["text"]])
    room.card(room.agent_says("Restarting payments-api in prod once more"), "pending")
    room.runs("admin", "break-glass 10 still down")
    room.hears("admin", "not again before")


def test_what_lessens_protection_needs_an_approver(room: Incident) -> None:
    """Whoever may not release may not take the entry away either."""
    for command in ("retire nm-1", "unwatch", "channel env=staging", "fact payments-api prod a=1"):
        room.runs("guest", command)
        room.eventually(lambda: room.told("guest"))
        assert "Guests cannot do this" in room.told("guest")[-1], command
    card = room.card(room.agent_says(ANNOUNCED), "pending")
    room.clicks("guest", card, "wrong")
    room.eventually(lambda: len(room.told("guest")) >= 5 or None)
    with room.store.read() as tx:
        entry = tx.entries.get(room.team, "nm-1")
        channel = tx.channels.get(room.team, room.channel)
    assert entry is not None
    assert (entry.version, entry.exceptions) == (1, ())
    assert channel is not None
    assert (channel.watched, channel.environment) == (True, "prod")


def test_a_changed_entry_redraws_the_card_and_asks_again(room: Incident) -> None:
    """A release is for exactly what was shown."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    room.runs("oncall", "edit nm-1")
    form = room.form("oncall", "dropped in-flight transactions")
    room.submits("oncall", form, outcome="dropped every payment of the day")
    room.hears("oncall", "nm-1 changed")
    room.clicks("oncall", card, "release")
    room.hears("oncall", "The card has changed since you saw it")
    now = room.eventually(
        lambda: c if "every payment of the day" in (c := room.card(ts))["text"] else None
    )
    room.clicks("oncall", now, "release")
    room.card(ts, "released")


def test_many_matches_make_one_card_that_slack_takes(room: Incident) -> None:
    """Long as they may be; the most severe first, the rest by number."""
    for number in range(12):
        room.remembers(
            action="restart payments-api",
            outcome=f"outage {number}: " + "customers waited and waited " * 60,
            instead="drain the queue first, " * 60,
            context="",
            source=f"incident {number} " + "x" * 300,
            severity=Severity.WARN if number % 2 else Severity.BLOCK,
            scope=Scope(("payments-api", f"payments-{number}"), ("prod",)),
            aliases=(),
        )
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    room.settles()
    assert len([m for m in room.thread(ts) if payload_of(m).get("state")]) == 1
    assert len(str(card["blocks"])) < 13_000
    assert "more: " in card["text"]
