"""A message event is one of a few plain facts, or nothing for us."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.action import Place
from bot.slack.parsing.events import Deleted, Edited, Said, Speaker, TopicSet, Us, read_event

US = Us(app_id="A0NEGMEM", bot_id="B0NEGMEM", bot_user="U0NEGMEM")
TS = "1795953600.000100"


def event(**fields: Any) -> dict[str, Any]:
    return {"type": "message", "channel": "C1", "ts": TS, "text": "Restarting x", **fields}


def agent(**fields: Any) -> dict[str, Any]:
    return event(user="U0BOT", bot_id="B0AGENT", app_id="A0AGENT", **fields)


def said(heard: object) -> Said:
    assert isinstance(heard, Said)
    return heard


def read(message: dict[str, Any]) -> object:
    return read_event("T1", message, US)


def test_another_apps_message_is_an_agents() -> None:
    """It is announced by the app, at its place and moment."""
    heard = said(read(agent()))
    assert heard.speaker is Speaker.AGENT
    assert heard.announcer == "A0AGENT"
    assert heard.place == Place("T1", "C1", TS)
    assert heard.at.isoformat() == "2026-11-29T12:00:00.000100+00:00"


@pytest.mark.parametrize(
    ("fields", "announcer"),
    [
        ({"subtype": "bot_message", "bot_id": "B9", "username": "ci"}, "B9"),
        ({"subtype": "bot_message", "username": "ci"}, "unknown"),
        ({"user": "U2", "bot_profile": {"app_id": "A9"}}, "A9"),
        ({"user": "U2", "bot_id": "B9", "text": None, "blocks": []}, "B9"),
    ],
)
def test_every_kind_of_bot_is_an_agent(fields: dict[str, Any], announcer: str) -> None:
    """Classic apps, webhooks, posts under a person's own token: whatever is not typed by hand."""
    heard = said(read(event(**fields)))
    assert (heard.speaker, heard.announcer) == (Speaker.AGENT, announcer)


@pytest.mark.parametrize("subtype", [None, "file_share", "me_message", "thread_broadcast"])
def test_a_person_is_who_has_neither_bot_nor_app(subtype: str | None) -> None:
    """A hand-typed message, whatever its subtype."""
    fields = {"subtype": subtype} if subtype else {}
    assert said(read(event(user="U1", **fields))).speaker is Speaker.PERSON


@pytest.mark.parametrize(
    "fields",
    [
        {"user": "U0NEGMEM"},
        {"bot_id": "B0NEGMEM"},
        {"bot_id": "B1", "app_id": "A0NEGMEM", "username": "negmem in disguise"},
        {"bot_id": "B1", "bot_profile": {"app_id": "A0NEGMEM"}},
        {"user": "USLACKBOT"},
        {"user": "U1", "subtype": "channel_join"},
        {"user": "U1", "subtype": "pinned_item"},
        {"user": "U1", "ts": None},
        {"user": "U1", "ts": "soon"},
        {},
    ],
)
def test_our_own_posts_and_notices_say_nothing(fields: dict[str, Any]) -> None:
    """Ours are known by id, never by name; Slack's notices are nobody's words."""
    assert read(event(**fields)) is None


def test_a_reply_knows_its_thread_and_a_parent_has_none() -> None:
    """A parent carries its own ts as thread_ts once it has replies."""
    assert said(read(agent(thread_ts="1.2"))).place.thread_ts == "1.2"
    assert said(read(agent(thread_ts=TS))).place.thread_ts is None


def test_a_streamed_message_is_incomplete_until_it_says_so() -> None:
    """Half a sentence is not judged."""
    assert not said(read(agent(streaming_state="in_progress"))).is_complete
    assert said(read(agent(streaming_state="completed"))).is_complete
    assert said(read(agent(streaming_state="errored"))).is_complete


def changed(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "message",
        "subtype": "message_changed",
        "channel": "C1",
        "ts": "9.9",
        "message": now,
        "previous_message": before,
    }


def test_a_change_of_the_words_is_an_edit() -> None:
    """The new text at the old place."""
    heard = read(changed(agent(), agent(text="Restarting y", edited={"user": "U0BOT"})))
    assert isinstance(heard, Edited)
    assert (heard.said.text, heard.said.place.ts) == ("Restarting y", TS)


@pytest.mark.parametrize(
    "now",
    [
        {"reply_count": 1, "latest_reply": "2.0"},
        {"attachments": [{"from_url": "https://x.example", "text": "preview"}]},
        {"streaming_state": "in_progress", "text": "Restarting y"},
        {"reactions": [{"name": "eyes"}]},
    ],
)
def test_unfurls_counts_and_half_streams_are_no_edit(now: dict[str, Any]) -> None:
    """Only what somebody said counts."""
    before = agent(text="Restarting x, see <https://x.example>")
    assert read(changed(before, {**before, **now})) is None


def test_the_end_of_a_stream_is_heard_even_with_the_same_words() -> None:
    """The last chunk may have been complete before it was marked so."""
    heard = read(changed(agent(streaming_state="in_progress"), agent(streaming_state="completed")))
    assert isinstance(heard, Edited)


def test_our_own_edited_post_is_nothing() -> None:
    """Redrawing a card is not an announcement."""
    ours = event(bot_id="B0NEGMEM", username="custom")
    assert read(changed(ours, {**ours, "text": "other"})) is None


def test_the_deletion_of_our_own_post_is_told_apart() -> None:
    """Somebody removed a card of ours."""
    gone = {
        "type": "message",
        "subtype": "message_deleted",
        "channel": "C1",
        "deleted_ts": TS,
        "previous_message": event(bot_id="B0NEGMEM", user="U0NEGMEM", thread_ts="1.2"),
    }
    assert read(gone) == Deleted(Place("T1", "C1", TS, "1.2"), ours=True)


def test_a_deletion_names_the_place() -> None:
    """Also that of a parent with replies, which arrives as a tombstone."""
    gone = {
        "type": "message",
        "subtype": "message_deleted",
        "channel": "C1",
        "deleted_ts": TS,
        "previous_message": agent(thread_ts="1.2"),
    }
    assert read(gone) == Deleted(Place("T1", "C1", TS, "1.2"))
    tombstone = changed(agent(), {"subtype": "tombstone", "ts": TS, "text": "gone"})
    assert read(tombstone) == Deleted(Place("T1", "C1", TS))


def test_a_deletion_of_which_nothing_is_known_is_still_one() -> None:
    """`previous_message` may be missing."""
    gone = {"type": "message", "subtype": "message_deleted", "channel": "C1", "deleted_ts": TS}
    assert read(gone) == Deleted(Place("T1", "C1", TS))


def test_a_topic_tells_who_set_it() -> None:
    """Topics of bots and guests do not count, so that has to be known."""
    topic = event(subtype="channel_topic", topic="service=x", user="U1")
    assert read(topic) == TopicSet("T1", "C1", "service=x", "U1")


ANYTHING = st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.lists(st.text())
KEYS = ["subtype", "user", "bot_id", "app_id", "bot_profile", "ts", "thread_ts", "text", "blocks"]
MESSAGE = st.dictionaries(st.sampled_from(KEYS), ANYTHING)


@given(MESSAGE, MESSAGE, st.sampled_from(["message_changed", "message_deleted", None, "x"]))
def test_no_shape_raises(
    fields: dict[str, Any], before: dict[str, Any], subtype: str | None
) -> None:
    """Slack can send what it likes."""
    whole = {**fields, "channel": "C1", "message": fields, "previous_message": before}
    read({**whole, "subtype": subtype})
    read(whole)


@pytest.mark.parametrize("broken", [{}, {"channel": None}, {"channel": "C1", "subtype": 7}])
def test_broken_events_say_nothing(broken: dict[str, Any]) -> None:
    """And raise nothing."""
    assert read({"type": "message", **broken}) is None
