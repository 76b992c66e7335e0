"""Clicks, commands and forms are plain data, and no shape raises."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.parsing.interactions import (
    Asker,
    element_value,
    private_of,
    read_click,
    read_command,
    read_message_shortcut,
    read_submission,
    remembered,
)


def click(**changes: Any) -> dict[str, Any]:
    body = {
        "type": "block_actions",
        "user": {"id": "U1"},
        "channel": {"id": "C1"},
        "message": {"ts": "2.0", "thread_ts": "1.0"},
        "trigger_id": "t1",
        "actions": [{"action_id": "release", "block_id": "b1", "value": "hold-1|2"}],
    }
    return {**body, **changes}


def test_a_click_tells_who_pressed_what_where() -> None:
    """The value holds opaque ids."""
    found = read_click("T1", click())
    assert found.asker == Asker("T1", "U1", "C1", "1.0", "t1")
    assert (found.action_id, found.block_id) == ("release", "b1")
    assert found.ids(2) == ("hold-1", "2")
    assert found.ids(3) == ("hold-1", "2", "")


def test_a_card_in_the_channel_is_answered_in_the_channel() -> None:
    """An answer in the thread would not be seen from there."""
    message = {"ts": "2.0", "thread_ts": "1.0", "subtype": "thread_broadcast"}
    assert read_click("T1", click(message=message)).asker.thread_ts is None


def test_a_click_in_an_ephemeral_answer_has_its_channel() -> None:
    """Slack sends no message with it."""
    body = click(channel=None, message=None, container={"channel_id": "C9"})
    assert read_click("T1", body).asker.channel == "C9"


@pytest.mark.parametrize(
    ("element", "value"),
    [
        ({"value": "x"}, "x"),
        ({"value": None}, ""),
        ({"selected_option": {"value": "a|b"}}, "a|b"),
        ({"selected_option": None}, ""),
        ({"selected_user": "U2"}, "U2"),
        ({"selected_conversation": "C2"}, "C2"),
        ({"selected_options": [{"value": "a"}, {"value": "b"}]}, ("a", "b")),
        ({"selected_options": []}, ()),
        ({"selected_users": ["U1", "U2"]}, ("U1", "U2")),
        ({}, ""),
    ],
)
def test_what_an_element_holds(element: dict[str, Any], value: object) -> None:
    """Of every kind that the forms use."""
    assert element_value(element) == value


@pytest.mark.parametrize(
    ("text", "name", "rest"),
    [
        ("", "", ""),
        ("  ADD  restart x =&gt; bad ", "add", "restart x => bad"),
        ("show nm-1", "show", "nm-1"),
        ("check restarting <http://x.prod|x.prod>", "check", "restarting x.prod"),
    ],
)
def test_a_command_is_its_first_word(text: str, name: str, rest: str) -> None:
    """Unescaped, as a person wrote it."""
    body = {"text": text, "user_id": "U1", "channel_id": "C1", "trigger_id": "t1"}
    found = read_command("T1", body)
    assert (found.name, found.rest) == (name, rest)
    assert found.asker == Asker("T1", "U1", "C1", None, "t1")


def test_a_form_remembers_who_opened_it() -> None:
    """What it was given comes back with its submission."""
    asker = Asker("T1", "U1", "C1", "1.0", from_home=True)
    view = {
        "private_metadata": json.dumps(remembered(asker, entry_id="nm-1")),
        "state": {"values": {"users": {"value": {"selected_users": ["U1"]}}}},
    }
    sent = read_submission("T1", {"user": {"id": "U1"}, "view": view})
    assert (sent.asker.channel, sent.asker.thread_ts, sent.asker.from_home) == ("C1", "1.0", True)
    assert sent.private["entry_id"] == "nm-1"
    assert sent.fields() == {"users": "U1"}


@pytest.mark.parametrize("kept", ["", "no json", "[]", "null"])
def test_a_form_from_another_time_remembers_nothing(kept: str) -> None:
    """And raises nothing."""
    assert private_of({"private_metadata": kept}) == {}


ANYTHING = st.recursive(
    st.none() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                [
                    "id",
                    "ts",
                    "value",
                    "state",
                    "values",
                    "actions",
                    "view",
                    "subtype",
                    "selected_option",
                ]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=10,
)
BODY = st.dictionaries(
    st.sampled_from(["user", "channel", "message", "view", "actions", "container", "text"]),
    ANYTHING,
)


@given(BODY)
def test_no_shape_raises(body: dict[str, Any]) -> None:
    """Slack can send what it likes."""
    read_click("T1", body)
    read_command("T1", body)
    read_submission("T1", body)
    read_message_shortcut("T1", body)
