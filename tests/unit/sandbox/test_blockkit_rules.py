"""What may stand where, what must be there and what must be unique."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.sandbox.blockkit import violations

WORDS = {"type": "plain_text", "text": "w"}
BUTTON = {"type": "button", "text": WORDS, "action_id": "a"}


def message(*blocks: Any) -> dict[str, Any]:
    return {"text": "t", "blocks": list(blocks)}


def modal(*blocks: Any, **keys: Any) -> dict[str, Any]:
    return {"type": "modal", "title": WORDS, "blocks": list(blocks)} | keys


def actions(*elements: Any) -> dict[str, Any]:
    return {"type": "actions", "elements": list(elements)}


def asked(**element: Any) -> dict[str, Any]:
    return {"type": "input", "label": WORDS, "element": element}


def test_an_unknown_block_type_is_refused_by_name():
    """A block type that Slack does not document is not passed through."""
    assert violations(message({"type": "banner"}), "message") == [
        "blocks[0].type: unknown block type 'banner'"
    ]


@pytest.mark.parametrize(
    ("block", "surface", "fine"),
    [
        ({"type": "markdown", "text": "# t"}, "message", True),
        ({"type": "markdown", "text": "# t"}, "modal", False),
        ({"type": "markdown", "text": "# t"}, "home", False),
        ({"type": "alert", "text": WORDS}, "modal", True),
        ({"type": "alert", "text": WORDS}, "message", False),
        ({"type": "card", "title": WORDS}, "home", True),
        ({"type": "card", "title": WORDS}, "modal", False),
        ({"type": "task_card", "task_id": "1", "title": "t"}, "message", True),
        ({"type": "task_card", "task_id": "1", "title": "t"}, "home", False),
        ({"type": "table", "rows": [[{"type": "raw_text", "text": "c"}]]}, "home", False),
        ({"type": "file", "external_id": "f", "source": "remote"}, "message", False),
    ],
)
def test_a_block_stands_only_on_its_surfaces(block: dict[str, Any], surface: Any, fine: bool):
    """Some blocks are for messages only, `alert` for modals only, `file` for none."""
    payload = message(block) if surface == "message" else {"type": surface, "blocks": [block]}
    if surface == "modal":
        payload["title"] = WORDS
    assert (violations(payload, surface) == []) is fine


@pytest.mark.parametrize(
    ("blocks", "line"),
    [
        (
            [{"type": "divider", "block_id": "b"}] * 2,
            "blocks[1].block_id: duplicate block_id 'b'",
        ),
        (
            [actions(BUTTON, BUTTON)],
            "blocks[0].elements[1].action_id: duplicate action_id 'a' in this block",
        ),
        (
            [actions({"type": "overflow", "options": [{"text": WORDS, "value": "v"}] * 2})],
            "blocks[0].elements[0].options: duplicate option value 'v'",
        ),
        ([{"type": "section"}], "blocks[0]: text or fields is required"),
        (
            [{"type": "header", "text": {"type": "mrkdwn", "text": "h"}}],
            "blocks[0].text.type: must be plain_text",
        ),
        (
            [{"type": "section", "text": {"type": "mrkdwn", "text": "h", "emoji": True}}],
            "blocks[0].text.emoji: unknown property",
        ),
        (
            [actions({"type": "plain_text_input", "action_id": "p"})],
            "blocks[0].elements[0].type: 'plain_text_input' is not allowed here",
        ),
        (
            [actions(BUTTON | {"style": "green"})],
            "blocks[0].elements[0].style: must be one of danger, primary",
        ),
        ([actions(BUTTON | {"colour": "red"})], "blocks[0].elements[0].colour: unknown property"),
        (
            [{"type": "image", "alt_text": "a"}],
            "blocks[0]: exactly one of image_url, slack_file is required",
        ),
        (
            [{"type": "table", "rows": [[{"type": "raw_text", "text": ""}]]}],
            "blocks[0].rows[0][0].text: must be at least 1 character(s)",
        ),
        (
            [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{}]}]}],
            "blocks[0].elements[0].elements[0].type: unknown ''",
        ),
        ([7], "blocks[0]: must be an object"),
    ],
)
def test_a_malformed_message_is_refused_at_the_place(blocks: list[Any], line: str):
    """The line says where and what."""
    assert violations(message(*blocks), "message") == [line]


def test_ids_may_repeat_between_blocks_and_between_attachments():
    """An action_id is unique in its block only, a block_id in its list of blocks only."""
    divider = {"type": "divider", "block_id": "b"}
    twice = message(actions(BUTTON), actions(BUTTON), divider)
    assert violations(twice | {"attachments": [{"blocks": [divider]}]}, "message") == []


def test_an_input_needs_a_submit_button():
    """A modal that asks something has a way to send it."""
    asking = asked(type="plain_text_input")
    assert violations(modal(asking), "modal") == [
        "view.submit: required when there is an input block"
    ]
    assert violations(modal(asking, submit=WORDS), "modal") == []


@pytest.mark.parametrize("key", ["title", "submit", "close"])
def test_a_home_view_has_no_frame(key: str):
    """Title and buttons belong to modals."""
    assert violations({"type": "home", "blocks": [], key: WORDS}, "home") == [
        f"view.{key}: not allowed on a home view"
    ]


def test_a_view_says_its_type():
    """A modal published as Home is refused."""
    assert violations(modal(), "home")[0] == "view.type: must be home"


def test_a_file_input_works_in_modals_only():
    """On Home the input itself is allowed, this element is not."""
    asking = asked(type="file_input")
    assert violations(modal(asking, submit=WORDS), "modal") == []
    assert violations({"type": "home", "blocks": [asking]}, "home") == [
        "view.blocks[0].element: file_input only works in modals"
    ]


@pytest.mark.parametrize(
    ("element", "line"),
    [
        ({"type": "datepicker", "initial_date": "2026-02-30"}, "must be a date, YYYY-MM-DD"),
        ({"type": "timepicker", "initial_time": "24:00"}, "does not match"),
        (
            {"type": "plain_text_input", "min_length": 5, "max_length": 4},
            "min_length is greater than max_length",
        ),
        ({"type": "number_input"}, "required"),
        (
            {
                "type": "number_input",
                "is_decimal_allowed": True,
                "min_value": "9",
                "max_value": "1.5",
            },
            "min_value is greater than max_value",
        ),
        (
            {
                "type": "radio_buttons",
                "options": [{"text": WORDS, "value": "v"}],
                "initial_option": {"text": WORDS, "value": "w"},
            },
            "must exactly match one of the options",
        ),
    ],
)
def test_a_contradictory_element_is_refused(element: dict[str, Any], line: str):
    """First values and bounds must fit each other."""
    (found,) = violations(modal(asked(**element), submit=WORDS), "modal")
    assert line in found


@pytest.mark.parametrize(
    ("payload", "line"),
    [
        ({}, "(root): no_text: one of text, blocks, attachments is required"),
        ({"text": "", "blocks": []}, "(root): no_text: one of text, blocks, attachments"),
        ({"text": "x" * 40_001}, "text: msg_too_long: 40001 characters, maximum 40000"),
        ({"text": "t", "blocks": "[]"}, "blocks: must be an array"),
        ({"text": "t", "metadata": {"event_type": "e"}}, "metadata.event_payload: required"),
    ],
)
def test_a_message_as_a_whole_is_checked(payload: dict[str, Any], line: str):
    """The codes that Slack answers for a whole message are named in the line."""
    (found,) = violations(payload, "message")
    assert found.startswith(line)


WORD = st.sampled_from(
    [
        *("type", "text", "blocks", "elements", "options", "element", "rows", "chart", "series"),
        *("data", "label", "axis_config", "categories", "value", "initial_option", "confirm"),
    ]
)
KIND = st.sampled_from(
    [
        *("section", "actions", "button", "table", "rich_text", "rich_text_list", "input", "line"),
        *("data_visualization", "overflow", "card", "carousel", "number_input", "plain_text"),
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | KIND,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(WORD, inner, max_size=4)
        | st.builds(lambda kind, rest: rest | {"type": kind}, KIND, st.dictionaries(WORD, inner))
    ),
    max_leaves=20,
)
PAYLOAD = st.dictionaries(st.sampled_from(["text", "title", "attachments"]), JSON)


@settings(suppress_health_check=[HealthCheck.too_slow])  # the deep trees, not the checker
@given(PAYLOAD, JSON)
def test_any_json_is_judged_without_an_error(payload: dict[str, Any], blocks: Any):
    """Whatever an app sends, the answer is a list of lines, never an exception."""
    for surface in ("message", "modal", "home"):
        assert all(": " in line for line in violations({**payload, "blocks": blocks}, surface))
        assert all(": " in line for line in violations({**payload, "blocks": [blocks]}, surface))
