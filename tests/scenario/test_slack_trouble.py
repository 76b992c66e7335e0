"""When Slack or the database fails: the block stays, the rest goes on, the person is told."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from slack_sdk import WebClient

from tests.scenario.incident import Incident, payload_of

ANNOUNCED = "Restarting payments-api in prod now"


def fails(room: Incident, **fault: Any) -> None:
    room.http.post("/faults", json={"times": 1, **fault}).raise_for_status()


@pytest.mark.parametrize("method", ["users.info", "conversations.members", "usergroups.list"])
def test_who_cannot_be_confirmed_releases_nothing(room: Incident, method: str) -> None:
    """A failed look-up denies, and says so."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    fails(room, method=method, error="internal_error", times=5)
    room.clicks("oncall", card, "release")
    room.hears("oncall", "could not confirm who you are")
    assert payload_of(room.card(ts))["state"] == "pending"


def test_an_announcement_that_cannot_be_read_again_is_not_released(room: Incident) -> None:
    """Nothing is released that might have changed."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    fails(room, method="conversations.history", error="internal_error")
    room.clicks("oncall", card, "release")
    room.hears("oncall", "nothing released")
    assert payload_of(room.card(ts))["state"] == "pending"


def test_a_database_that_is_down_releases_nothing(room: Incident) -> None:
    """The click is answered all the same."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    room.store.down = True
    room.clicks("oncall", card, "release")
    room.eventually(lambda: room.told("oncall"))
    room.store.down = False
    assert payload_of(room.card(ts))["state"] == "pending"


def test_an_announcement_is_judged_once_the_database_is_back(room: Incident) -> None:
    """Slack does not send an acknowledged event again, so it is kept."""
    room.store.down = True
    ts = room.agent_says(ANNOUNCED)
    room.settles()
    room.store.down = False
    room.card(ts, "pending")


def test_a_lost_answer_makes_no_second_card(room: Incident) -> None:
    """The thread is read back before it is sent again."""
    fails(room, method="chat.postMessage", lose_answer=True)
    ts = room.agent_says(ANNOUNCED)
    room.card(ts, "pending")
    room.time_passes(seconds=10)
    room.settles()
    cards = [m for m in room.thread(ts) if payload_of(m).get("state")]
    assert len(cards) == 1


@pytest.mark.parametrize("error", ["invalid_blocks", "msg_blocks_too_long"])
def test_refused_blocks_become_text(room: Incident, error: str) -> None:
    """The card is there, and the hold with it."""
    fails(room, method="chat.postMessage", error=error)
    assert "🛑 Held" in room.card(room.agent_says(ANNOUNCED), "pending")["text"]


def test_two_clicks_at_once_have_one_winner(room: Incident) -> None:
    """The other is told who was first."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    clicks = [
        threading.Thread(target=room.human, args=("clicks", role), kwargs=_press(card))
        for role in ("oncall", "oncall2")
    ]
    for click in clicks:
        click.start()
    for click in clicks:
        click.join()
    room.card(ts, "released")
    answers = room.eventually(
        lambda: (
            [*room.told("oncall"), *room.told("oncall2")]
            if room.told("oncall") and room.told("oncall2")
            else None
        )
    )
    assert sorted("Already released by" in answer for answer in answers) == [False, True]


def _press(card: dict[str, Any]) -> dict[str, Any]:
    return {"ts": card["ts"], "action_id": "release"}


def test_an_emptied_user_group_leaves_only_admins(room: Incident) -> None:
    """Nobody of it may release then."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    room.sandbox.home.set_group_members(room.world.user_groups["oncall-payments"], [])
    room.settles()
    room.clicks("oncall", card, "release")
    room.hears("oncall", "not one of the approvers")
    room.clicks("admin", card, "release")
    room.card(ts, "released")


@pytest.mark.parametrize("error", ["is_archived", "not_in_channel", "channel_not_found"])
def test_a_card_that_cannot_be_posted_is_told_elsewhere(room: Incident, error: str) -> None:
    """The hold stays, the people at the review hear of it, and so does an admin at home."""
    fails(room, method="chat.postMessage", error=error)
    ts = room.agent_says(ANNOUNCED)
    told = noted(room, "I cannot post to #inc-payments-latency")
    assert "Held all the same, and nobody sees it there: Restarting payments-api" in told
    with room.store.read() as tx:
        hold = tx.holds.get(room.team, room.judged(ts).hold_id)
    assert hold is not None
    assert hold.state.value == "pending"
    room.human("homes", "admin")
    room.eventually(lambda: "I cannot post to" in str(room.home("admin")) or None)


def test_a_card_that_was_not_taken_comes_when_the_bot_is_back(room: Incident) -> None:
    """What is still pending is shown, where it belongs, and can be released."""
    fails(room, method="chat.postMessage", error="not_in_channel")
    ts = room.agent_says(ANNOUNCED)
    noted(room, "I cannot post to #inc-payments-latency")
    home = room.sandbox.home
    home.remove(room.channel, home.bot_user)
    room.eventually(lambda: trouble_of(room) == "not_in_channel" or None)
    home.invite(room.channel, home.bot_user, room.world.people["oncall"])
    card = room.card(ts, "pending")
    room.clicks("oncall", card, "release")
    room.card(ts, "released")


def test_other_channels_get_their_cards_while_one_takes_none(room: Incident) -> None:
    """And the trouble is over when a post gets through again."""
    fails(room, method="chat.postMessage", error="is_archived")
    room.agent_says(ANNOUNCED)
    noted(room, "it is archived")
    home = room.sandbox.home
    members = [home.bot_user, room.world.agent_bot_user, room.world.people["oncall"]]
    other = home.add_channel("inc-other", members=members)
    again = room.agent_says("Restarting payments-api in prod right now", channel=other)
    room.eventually(lambda: [m for m in room.thread(again, other) if payload_of(m)])
    room.card(room.agent_says("Restarting payments-api in prod after all"), "pending")
    with room.store.read() as tx:
        assert [one.id for one in tx.channels.all(room.team) if one.trouble] == []


def test_a_card_refused_in_every_form_is_told_elsewhere(room: Incident) -> None:
    """Its blocks, and then its text."""
    fails(room, method="chat.postMessage", error="invalid_blocks", times=2)
    room.agent_says(ANNOUNCED)
    assert "Slack refuses it (invalid_blocks)" in noted(room, "I cannot post to")


def test_an_archived_channel_is_noted_and_watched_again_when_it_is_back(room: Incident) -> None:
    """Slack says both."""
    home, admin = room.sandbox.home, room.world.people["admin"]
    home.archive_channel(room.channel, admin)
    room.eventually(lambda: trouble_of(room) == "is_archived" or None)
    home.archive_channel(room.channel, admin, archived=False)
    room.eventually(lambda: trouble_of(room) is None or None)
    room.card(room.agent_says(ANNOUNCED), "pending")


def test_a_channel_left_alone_stays_so_when_it_is_back(room: Incident) -> None:
    """Archiving and back is no invitation."""
    home, admin = room.sandbox.home, room.world.people["admin"]
    room.runs("oncall", "unwatch")
    room.hears("oncall", "no longer watch")
    home.archive_channel(room.channel, admin)
    room.eventually(lambda: trouble_of(room) == "is_archived" or None)
    home.archive_channel(room.channel, admin, archived=False)
    room.eventually(lambda: trouble_of(room) is None or None)
    ts = room.agent_says(ANNOUNCED)
    room.settles()
    assert len(room.thread(ts)) == 1


def test_a_removed_bot_says_so_elsewhere(room: Incident) -> None:
    """Anybody may remove it, and that ends the protection there."""
    room.sandbox.home.remove(room.channel, room.sandbox.home.bot_user)
    noted(room, "I was removed from #inc-payments-latency")
    assert trouble_of(room) == "not_in_channel"


def test_a_renamed_channel_goes_by_its_new_name(room: Incident) -> None:
    """A scope that was set by command stays."""
    room.sandbox.home.rename_channel(room.channel, "inc-ledger-prod", room.world.people["admin"])

    def renamed() -> Any:
        with room.store.read() as tx:
            known = tx.channels.get(room.team, room.channel)
        return known if known and known.name == "inc-ledger-prod" else None

    assert room.eventually(renamed).service == "payments-api"
    room.card(room.agent_says(ANNOUNCED), "pending")


def noted(room: Incident, words: str) -> str:
    """What was said with these words in the review's channel."""
    review = room.world.channels["oncall-review"]
    found: str = room.eventually(
        lambda: next((m["text"] for m in room.messages(review) if words in m["text"]), None)
    )
    return found


def trouble_of(room: Incident) -> str | None:
    with room.store.read() as tx:
        known = tx.channels.get(room.team, room.channel)
    return known.trouble if known else None


def test_an_expired_trigger_is_told(room: Incident) -> None:
    """The person tries again."""
    fails(room, method="views.open", error="expired_trigger_id")
    room.runs("oncall", "add something => bad")
    room.hears("oncall", "did not open the form in time")


def test_a_button_of_another_time_is_answered(room: Incident) -> None:
    """Every click gets an answer."""
    bot = WebClient(token=room.sandbox.home.bot_token, base_url=room.sandbox.api_url)
    old = {
        "type": "actions",
        "elements": [
            {
                "type": "button",
                "text": {"type": "plain_text", "text": "Old"},
                "action_id": "from_long_ago",
                "value": "x",
            }
        ],
    }
    ts = bot.chat_postMessage(channel=room.channel, text="old", blocks=[old])["ts"]
    room.clicks("oncall", {"ts": ts}, "from_long_ago")
    room.hears("oncall", "another version of mine")
