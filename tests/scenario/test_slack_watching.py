"""What the bot listens to in a channel, and what it leaves alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.application.team.set_up import store_set_up
from bot.domain.entry import Scope
from bot.slack.catch_up import catch_up
from bot.slack.once import Once
from tests.scenario.incident import Incident, payload_of

ANNOUNCED = "Restarting payments-api in prod now"


def section(text: str) -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


@pytest.mark.parametrize(
    "message",
    [
        {"text": "", "blocks": [section("*Restarting* payments-api in prod now")]},
        {"text": "Status", "attachments": [{"text": ANNOUNCED, "fallback": "Status"}]},
        {"text": ANNOUNCED + "\n" + "all is well " * 3300},
        {"text": "Restarting <http://payments-api|payments-api> in prod now"},
    ],
    ids=["only blocks", "an attachment", "40,000 characters", "a link"],
)
def test_an_announcement_is_found_wherever_its_words_stand(
    room: Incident, message: dict[str, Any]
) -> None:
    """In text, blocks and attachments."""
    ts = room.agent_says(**message)
    assert "Held" in room.card(ts, "pending")["text"]


@pytest.mark.parametrize("message", [{"text": "", "blocks": [{"type": "divider"}]}])
def test_a_message_without_words_is_judged_as_saying_nothing(
    room: Incident, message: dict[str, Any]
) -> None:
    """And raises nothing."""
    assert room.judged(room.agent_says(**message)).effect.value == "allow"


def test_a_streamed_message_is_judged_when_it_is_complete(room: Incident) -> None:
    """Half a sentence may mean the opposite."""
    ts = room.agent_says("Restarting payments-api", streaming_state="in_progress")
    room.human("edits", ts=ts, text=ANNOUNCED, streaming_state="in_progress")
    room.settles()
    assert len(room.thread(ts)) == 1
    whole = "Restarting payments-api in prod now, since its p99 is at 4 s."
    room.human("edits", ts=ts, text=whole, streaming_state="completed")
    room.card(ts, "pending")


def test_a_streamed_report_counts_when_it_is_complete(room: Incident) -> None:
    """As any other report: the agent went ahead."""
    ts = room.agent_says(ANNOUNCED)
    room.card(ts, "pending")
    done = room.agent_says("Done:", thread_ts=ts, streaming_state="in_progress")
    whole = "Done: payments-api restarted."
    room.human("edits", ts=done, text=whole, streaming_state="completed")
    room.eventually(lambda: [m for m in room.thread(ts) if "although this was held" in m["text"]])


def test_the_older_kind_of_bot_message_is_an_agents(room: Incident) -> None:
    """Under a name of its own, and without a bot user."""
    ts = room.agent_says(ANNOUNCED, username="Deploy robot")
    assert "Held" in room.card(ts, "pending")["text"]


def test_every_event_may_come_twice(room: Incident) -> None:
    """Announcement, reply, click: each has its effect once."""
    carrier = room.sandbox.dispatcher.carrier
    send = carrier.send

    async def twice(parcel: Any) -> Any:
        await send(parcel)
        return await send(parcel)

    carrier.send = twice  # type: ignore[method-assign]  # what a repeating Slack does
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    room.agent_says("Done: payments-api restarted.", thread_ts=ts)
    room.eventually(lambda: [m for m in room.thread(ts) if "although this was held" in m["text"]])
    room.clicks("oncall", card, "keep")
    room.card(ts, "kept")
    room.settles()
    texts = [message["text"] for message in room.thread(ts)]
    assert sum("although this was held" in text for text in texts) == 1
    assert sum("Kept blocked by" in text for text in texts) == 1
    with room.store.read() as tx:
        events = [one.event.value for one in tx.audit.records(room.team)]
        (judged,) = tx.announcements.in_thread(room.team, room.channel, ts)[:1]
        hold = tx.holds.get(room.team, judged.hold_id or "")
    assert hold is not None
    assert hold.asked == 1
    assert [events.count(one) for one in ("held", "went_ahead", "kept")] == [1, 1, 1]


def test_a_repeat_joins_the_pending_hold(room: Incident) -> None:
    """One card, with a counter."""
    ts = room.agent_says(ANNOUNCED)
    card = room.card(ts, "pending")
    room.agent_says(ANNOUNCED)

    def asked_twice() -> dict[str, Any] | None:
        now = room.card(ts)
        return now if "asked twice" in now["text"] else None

    assert room.eventually(asked_twice)["ts"] == card["ts"]


def test_in_a_thread_it_means_what_the_thread_is_about(room: Incident) -> None:
    """So "restarting it now" is held."""
    room.channel_is_about(None, "prod")
    parent = room.agent_says("payments-api in prod answers with 5xx.")
    ts = room.agent_says("Restarting it now.", thread_ts=parent)
    card = room.card(parent, "pending")
    assert card["thread_ts"] == parent
    assert card["ts"] > ts


def test_an_unfurled_link_is_no_edit(room: Incident) -> None:
    """The hold and its card stay as they are."""
    ts = room.agent_says(f"{ANNOUNCED}, see https://x.example.")
    card = room.card(ts, "pending")
    preview = [{"from_url": "https://x.example", "text": "drop table orders in prod"}]
    room.sandbox.home.unfurl(room.channel, ts, preview)
    room.settles()
    now = room.card(ts)
    assert (now["ts"], payload_of(now)["state"]) == (card["ts"], "pending")


def test_an_attachment_that_only_looks_unfurled_is_held(room: Incident) -> None:
    """An app may write Slack's marks into what it says itself, and link to what it marks."""
    marked = [{"from_url": "https://x.example", "text": ANNOUNCED}]
    for text in ("Working on it.", "Working on it, see https://x.example for more."):
        ts = room.agent_says(text, attachments=marked)
        held = room.card(ts, "pending")
        catch_up(room.slack, room.team, lambda _seconds: False)
        assert payload_of(room.card(ts))["state"] == "pending"
        room.clicks("oncall", held, "keep")
        room.card(ts, "kept")


def test_a_person_is_left_alone(room: Incident) -> None:
    """Their own announcement gets nothing, until the set-up asks for warnings."""
    ts = room.says("oncall", ANNOUNCED)
    room.settles()
    assert len(room.thread(ts)) == 1
    store_set_up(room.negmem, room.team, "test", {"warn_people": True})
    again = f"{ANNOUNCED} now"  # other words: the first may be judged late, and is warned of once
    assert payload_of(room.card(room.says("oncall", again)))["state"] == "warned"


def test_a_reply_that_comes_twice_stops_once(room: Incident) -> None:
    """Slack repeats what was not acknowledged in time; the second time nothing happens."""
    ts = room.agent_says("Flushing the redis cache of payments-api in prod")
    room.judged(ts)
    reply = room.says("oncall", "no, that logs everybody out", thread_ts=ts)
    room.hears("oncall", "remembered as nm-2")
    with room.store.read() as tx:
        assert not Once(room.negmem, room.team, f"said:{room.channel}:{reply}").ours()
        assert len(tx.entries.all(room.team)) == 2


def test_a_no_in_the_channel_is_told_where_it_counts(room: Incident) -> None:
    """To that person alone, once; in the thread the same words stop it."""
    ts = room.agent_says("Flushing the redis cache of payments-api in prod")
    room.judged(ts)
    room.says("oncall", "no, don't do that")
    room.hears("oncall", "here in the channel it stops nothing")
    room.says("oncall", "no, stop it")
    room.says("oncall", "no, don't do that", thread_ts=ts)
    room.hears("oncall", "remembered as nm-2")
    assert sum("it stops nothing" in text for text in room.told("oncall")) == 1
    assert not [text for text in room.told("oncall2") if "it stops nothing" in text]


def test_a_reaction_stops_an_announcement(room: Incident) -> None:
    """With an offer to remember it."""
    ts = room.agent_says("Flushing the redis cache of payments-api in prod")
    room.judged(ts)
    room.human("reactions", "oncall", ts=ts, name="no_entry")
    room.hears("oncall", "Stopped")
    card = room.card(ts, "stopped")
    room.clicks("oncall", card, "remember")
    room.hears("oncall", "remembered as nm-2")


def test_remembering_asks_for_the_service_that_only_the_channels_name_gives(room: Incident) -> None:
    """The form has what was stopped and why, and the service is left to the person."""
    with room.store.write() as tx:
        about = tx.channels.get(room.team, room.channel)
        tx.channels.put(replace(about, service="payments", scope_from="name"))
    ts = room.agent_says("Rebooting the bastion host in staging")
    room.judged(ts)
    room.says("oncall", "no, that drops the auditors' sessions", thread_ts=ts)
    room.hears("oncall", "only in this channel's name")
    room.clicks("oncall", room.card(ts, "stopped"), "remember")
    form = room.form("oncall", "drops the auditors' sessions")
    room.submits("oncall", form, service="bastion")
    room.submits("oncall", room.form("oncall", "would have matched 1 of"))
    room.hears("oncall", "Stored as nm-2 (block)")
    with room.store.read() as tx:
        (entry,) = [one for one in tx.entries.all(room.team) if one.id == "nm-2"]
    assert entry.scope == Scope(("bastion",), ("staging",))


def test_who_goes_ahead_although_held_is_called_out(room: Incident) -> None:
    """In the thread, once, with those on call mentioned."""
    ts = room.agent_says(ANNOUNCED)
    room.card(ts, "pending")
    room.agent_says("Done: payments-api restarted.", thread_ts=ts)
    loud = room.eventually(
        lambda: next((m for m in room.thread(ts) if "although this was held" in m["text"]), None)
    )
    assert f"<!subteam^{room.world.user_groups['oncall-payments']}>" in loud["text"]
    room.agent_says("Done: payments-api is restarted and healthy.", thread_ts=ts)
    room.settles()
    assert sum("although this was held" in m["text"] for m in room.thread(ts)) == 1
    assert "went ahead" in room.card(ts, "pending")["text"]
    with room.store.read() as tx:
        events = [one.event.value for one in tx.audit.records(room.team)]
    assert events.count("went_ahead") == 1


def test_a_wrong_match_ends_the_hold_and_does_not_come_again(room: Incident) -> None:
    """For that announcement and that version of the entry."""
    ts = room.agent_says(ANNOUNCED)
    room.clicks("oncall", room.card(ts, "pending"), "wrong")
    room.hears("oncall", "will not match this again")
    room.card(ts, "released")
    assert room.judged(room.agent_says(ANNOUNCED)).effect.value == "allow"


def test_a_channel_is_watched_when_the_bot_is_invited(room: Incident) -> None:
    """It says so, and what it takes the channel to be about."""
    home, people = room.sandbox.home, room.world.people
    channel = home.add_channel(
        "inc-ledger-prod", members=[people["oncall"], room.world.agent_bot_user]
    )
    home.invite(channel, home.bot_user, people["oncall"])
    welcome = room.eventually(
        lambda: next((m for m in room.messages(channel) if "I watch what" in m["text"]), None)
    )
    assert "ledger" in welcome["text"]


def test_a_topic_counts_when_a_member_sets_it(room: Incident) -> None:
    """A guest's does not."""
    home, people = room.sandbox.home, room.world.people
    channel = home.add_channel(
        "war-room", members=[people["oncall"], people["guest"], room.world.agent_bot_user]
    )
    home.invite(channel, home.bot_user, people["oncall"])
    room.eventually(lambda: room.messages(channel))
    home.set_topic(channel, "service=search env=prod", people["guest"])
    room.settles()
    home.set_topic(channel, "service=ledger env=prod", people["oncall"])

    def scope() -> str | None:
        with room.store.read() as tx:
            known = tx.channels.get(room.team, channel)
        assert known is None or known.service != "search"
        return known.service if known else None

    assert room.eventually(scope) == "ledger"
