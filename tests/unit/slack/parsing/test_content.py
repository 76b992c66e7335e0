"""A message's words come from text, blocks and attachments, each once, and nothing raises."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.parsing.content import text_of


def rich(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"type": "rich_text", "elements": list(elements)}


def section(text: str, kind: str = "mrkdwn") -> dict[str, Any]:
    return {"type": "section", "text": {"type": kind, "text": text}}


def words(text: str, **style: bool) -> dict[str, Any]:
    return {"type": "text", "text": text, "style": style}


def test_the_same_words_in_text_and_blocks_come_once() -> None:
    """Slack sends what a person wrote twice: as mrkdwn and as rich text."""
    message = {
        "text": "Restarting *payments-api* now\n• first `a`\n• then b",
        "blocks": [
            rich(
                {
                    "type": "rich_text_section",
                    "elements": [
                        words("Restarting "),
                        words("payments-api", bold=True),
                        words(" now"),
                    ],
                },
                {
                    "type": "rich_text_list",
                    "style": "bullet",
                    "elements": [
                        {
                            "type": "rich_text_section",
                            "elements": [words("first "), words("a", code=True)],
                        },
                        {"type": "rich_text_section", "elements": [words("then b")]},
                    ],
                },
            )
        ],
    }
    assert text_of(message) == message["text"]


def test_a_fallback_that_joins_the_blocks_is_left_out() -> None:
    """Without a text of its own a post's fallback is its blocks in one line."""
    blocks = [section("Deploy agent"), section("Restarting payments-api")]
    message = {"text": "Deploy agent Restarting payments-api", "blocks": blocks}
    assert text_of(message) == "Deploy agent\nRestarting payments-api"


def test_different_words_in_text_and_blocks_are_both_taken() -> None:
    """What stands only in the blocks is announced as well as what stands only in the text."""
    message = {"text": "Status update", "blocks": [section("I will drop table orders")]}
    assert text_of(message) == "Status update\nI will drop table orders"


def test_a_line_inside_a_longer_one_is_not_lost() -> None:
    """The words "restart api" are not the same as "do not restart api"."""
    message = {"text": "restart api", "blocks": [section("do not restart api")]}
    assert text_of(message).split("\n") == ["restart api", "do not restart api"]


@pytest.mark.parametrize(
    ("block", "read"),
    [
        (section("a &amp; b <http://x.example|x.example>"), "a & b x.example"),
        (section("as it is", "plain_text"), "as it is"),
        ({"type": "header", "text": {"type": "plain_text", "text": "Head"}}, "Head"),
        (
            {"type": "section", "fields": [{"type": "mrkdwn", "text": "*env*\nprod"}]},
            "*env*\nprod",
        ),
        (
            {
                "type": "context",
                "elements": [{"type": "mrkdwn", "text": "small"}, {"type": "image"}],
            },
            "small",
        ),
        ({"type": "markdown", "text": "**Plan**\n- restart x"}, "**Plan**\n- restart x"),
        (
            {
                "type": "table",
                "rows": [
                    [{"type": "raw_text", "text": "host"}, {"type": "raw_text", "text": "db1"}],
                ],
            },
            "host | db1",
        ),
        (
            rich({"type": "rich_text_quote", "elements": [words("restart it")]}),
            "> restart it",
        ),
        (
            rich({"type": "rich_text_preformatted", "elements": [words("kubectl x\nkubectl y")]}),
            "```\nkubectl x\nkubectl y\n```",
        ),
        (
            rich(
                {
                    "type": "rich_text_section",
                    "elements": [
                        words("no", strike=True),
                        {"type": "emoji", "name": "wave"},
                        {"type": "user", "user_id": "U1"},
                        {"type": "channel", "channel_id": "C1"},
                        {"type": "usergroup", "usergroup_id": "S1"},
                        {"type": "broadcast", "range": "here"},
                        {"type": "link", "url": "https://x.example"},
                        {"type": "link", "url": "https://x.example", "text": "x"},
                        {"type": "date", "timestamp": 1, "format": "{time}", "fallback": "noon"},
                    ],
                }
            ),
            "~no~:wave:@U1#C1@S1@herehttps://x.examplexnoon",
        ),
        (
            rich(
                {
                    "type": "rich_text_list",
                    "style": "ordered",
                    "offset": 2,
                    "elements": [{"type": "rich_text_section", "elements": [words("drain")]}],
                }
            ),
            "3. drain",
        ),
        (
            {
                "type": "card",
                "title": {"type": "mrkdwn", "text": "t"},
                "body": {"type": "mrkdwn", "text": "b"},
            },
            "t\nb",
        ),
        ({"type": "task_card", "title": "restart x"}, "restart x"),
        ({"type": "actions", "elements": [{"type": "button", "text": {"text": "Go"}}]}, ""),
        ({"type": "image", "alt_text": "a chart"}, ""),
    ],
)
def test_words_are_found_in_every_kind_of_block(block: dict[str, Any], read: str) -> None:
    """Bots that write only blocks are heard too; buttons and pictures say nothing."""
    assert text_of({"blocks": [block]}) == read


def test_words_are_found_in_attachments_each_once() -> None:
    """Older bots write attachments; their fallback counts only where nothing else is there."""
    attachments = [
        {"pretext": "Plan", "title": "Restart", "text": "restart x", "fallback": "Plan Restart"},
        {"fields": [{"title": "env", "value": "prod"}], "fallback": "f"},
        {"fallback": "only this"},
        {"blocks": [section("in a block")]},
        {"text": "restart x"},
    ]
    assert text_of({"text": "", "attachments": attachments}).split("\n") == [
        "Plan",
        "Restart",
        "restart x",
        "env: prod",
        "only this",
        "in a block",
    ]


PAGE = "https://wiki.example/runbook"


@pytest.mark.parametrize(
    "marks",
    [
        {"from_url": PAGE},
        {"from_url": PAGE + "/?utm=1", "original_url": PAGE},
        {"is_msg_unfurl": True, "from_url": PAGE},
        {"is_app_unfurl": True, "app_unfurl_url": PAGE},
    ],
)
@pytest.mark.parametrize(
    "linking",
    [
        {"text": f"see <{PAGE}|link>"},
        {"text": "see link", "blocks": [section(f"see <{PAGE}|link>")]},
    ],
)
def test_an_unfurled_link_is_nobodys_words(linking: dict[str, Any], marks: dict[str, Any]) -> None:
    """Slack adds what a link leads to; the agent did not say that."""
    message = {**linking, "bot_id": "B1", "attachments": [{**marks, "text": "drop table orders"}]}
    assert text_of(message) == "see link"


@pytest.mark.parametrize("mark", ["from_url", "original_url", "app_unfurl_url", "is_msg_unfurl"])
def test_an_attachment_that_an_app_marked_itself_is_its_words(mark: str) -> None:
    """A mark without the link hides nothing: Slack unfurls only what the message links to."""
    attachments = [{mark: PAGE, "text": "drop table orders"}]
    message = {"text": "Working on it.", "bot_id": "B1", "attachments": attachments}
    assert text_of(message) == "Working on it.\ndrop table orders"


def test_what_a_person_shares_is_not_their_words() -> None:
    """People write no attachments; a message that they forward comes as a marked one."""
    shared = {"is_msg_unfurl": True, "is_share": True, "from_url": PAGE, "text": "no, do not"}
    assert text_of({"text": "", "user": "U1", "attachments": [shared]}) == ""


def test_titles_of_images_and_footers_are_words_and_buttons_are_choices() -> None:
    """What is shown of the agent's own is read; what a person may choose is no announcement."""
    button = {"type": "button", "text": words("Restart payments-api")}
    picture = {"type": "image", "image_url": PAGE, "alt_text": "graph", "title": words("Then drop")}
    message = {
        "text": "Plan",
        "blocks": [section("Plan"), picture, {"type": "actions", "elements": [button]}],
        "attachments": [{"fallback": "fallen back", "footer": "and restart x"}],
    }
    assert text_of(message).split("\n") == ["Plan", "Then drop", "fallen back", "and restart x"]


@pytest.mark.parametrize("message", [{}, {"text": None}, {"text": None, "blocks": None}])
def test_a_message_without_words_is_empty(message: dict[str, Any]) -> None:
    """Slack sends `text: null`; it raises nothing."""
    assert text_of(message) == ""


def test_forty_thousand_characters_are_taken_whole() -> None:
    """Nothing is cut before it is judged."""
    assert len(text_of({"text": "restart x " * 4000})) == 39_999


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "text", "elements", "rows", "fields", "style", "title", "blocks", "url"]
            ),
            inner | st.sampled_from(["rich_text", "section", "table", "mrkdwn", "rich_text_list"]),
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["text", "blocks", "attachments"]), ANYTHING))
def test_no_shape_raises(message: dict[str, Any]) -> None:
    """Whatever comes, there is a text."""
    assert isinstance(text_of(message), str)


def test_deep_nesting_raises_nothing() -> None:
    """An announcement hidden so deep that Slack would refuse it is no way past the reader."""
    block: dict[str, Any] = section("deep")
    for _ in range(900):
        block = {"type": "section", "elements": [block]}
    nested: dict[str, Any] = words("x")
    for _ in range(900):
        nested = {"type": "odd", "elements": [nested]}
    blocks = [block, rich({"type": "rich_text_section", "elements": [nested]})]
    assert text_of({"text": "restart x", "blocks": blocks}) == "restart x"


@given(st.lists(st.text(alphabet="ab ", min_size=1, max_size=6), min_size=1, max_size=5))
def test_every_line_of_a_block_is_somewhere(lines: list[str]) -> None:
    """Leaving out repeats loses no line."""
    read = text_of({"text": lines[0], "blocks": [section(line) for line in lines]})
    bare = {line.replace(" ", "") for line in read.split("\n")}
    whole = "".join(bare)
    assert all(line.replace(" ", "") in bare or line.replace(" ", "") in whole for line in lines)
