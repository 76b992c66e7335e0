"""A post appears once, whatever Slack answers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from slack_sdk import WebClient

from bot.application.ports.slack import SendFailure
from bot.application.records.card import NoteCard
from bot.application.records.post import Post, PostKind
from bot.slack.charts import Charts
from bot.slack.installation import Installations
from bot.slack.notifier import SlackNotifier
from tests.unit.slack.blocks.cards import all_cards, hold_card
from tests.unit.slack.conftest import Slack


@pytest.fixture
def notifier(slack: Slack) -> SlackNotifier:
    installed = Installations([slack.installation])
    return SlackNotifier(installed, Charts(installed))


def post_in(slack: Slack, post_id: str = "post-1", **more: Any) -> Post:
    now = datetime.now(UTC)
    return Post(post_id, slack.team, slack.channel, PostKind.HOLD, "hold-1", now, now, **more)


def test_slack_takes_every_card(slack: Slack, notifier: SlackNotifier) -> None:
    """As blocks, not as the text behind them; and takes it again when it is drawn again."""
    for name, card in all_cards().items():
        ts = notifier.post(post_in(slack), card, None)
        message = slack.messages()[-1]
        assert (message["ts"], bool(message["blocks"])) == (ts, True), name
        notifier.update(post_in(slack, ts=ts), card)
        assert len(slack.messages()[-1]["blocks"]) == len(message["blocks"]), name


def test_a_broadcast_reply_is_seen_in_the_channel(slack: Slack, notifier: SlackNotifier) -> None:
    """A reply alone notifies nobody."""
    parent = slack.agent_says("Restarting payments-api")
    ts = notifier.post(post_in(slack, broadcast=True), hold_card(), parent)
    assert slack.thread(parent)[-1]["ts"] == ts
    assert slack.messages()[-1]["ts"] == ts


def test_the_metadata_is_read_back(slack: Slack, notifier: SlackNotifier) -> None:
    """By it a lost answer is found again, in a thread and in the channel."""
    parent = slack.agent_says("Restarting payments-api")
    in_thread = notifier.post(post_in(slack), hold_card(), parent)
    in_channel = notifier.post(post_in(slack), NoteCard("post-2", "hello"), None)
    assert notifier.find(post_in(slack), parent) == in_thread
    assert notifier.find(post_in(slack, "post-2"), None) == in_channel
    assert notifier.find(post_in(slack, "post-3"), None) is None


def test_another_apps_metadata_is_not_believed(slack: Slack, notifier: SlackNotifier) -> None:
    """Any app can write ours."""
    agent = slack.sandbox.home.add_app("mimic")
    slack.sandbox.home.invite(slack.channel, agent.bot_user)
    mimic = WebClient(token=agent.bot_token, base_url=slack.sandbox.api_url)
    metadata = {"event_type": "negmem_post", "event_payload": {"post_id": "post-1"}}
    mimic.chat_postMessage(channel=slack.channel, text="me", metadata=metadata)
    assert notifier.find(post_in(slack), None) is None


def test_a_lost_answer_may_have_been_sent_and_is_found(
    slack: Slack, notifier: SlackNotifier
) -> None:
    """The client does not send it a second time by itself."""
    slack.fails(method="chat.postMessage", lose_answer=True)
    with pytest.raises(SendFailure) as failed:
        notifier.post(post_in(slack), hold_card(), None)
    assert failed.value.retry_after is not None
    ours = [m for m in slack.messages() if m.get("bot_id") == slack.installation.us.bot_id]
    assert notifier.find(post_in(slack), None) == ours[0]["ts"]
    assert len(ours) == 1


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ({"error": "not_in_channel"}, ("not_in_channel", None)),
        ({"error": "is_archived"}, ("is_archived", None)),
        ({"error": "ratelimited", "status": 429, "retry_after": 7}, ("ratelimited", 7.0)),
        ({"error": "internal_error"}, ("internal_error", 5.0)),
    ],
)
def test_refusals_are_told_apart(
    slack: Slack,
    notifier: SlackNotifier,
    fault: dict[str, Any],
    expected: tuple[str, float | None],
) -> None:
    """What is final, and what is worth another try, and when."""
    slack.fails(method="chat.postMessage", **fault)
    with pytest.raises(SendFailure) as failed:
        notifier.post(post_in(slack), hold_card(), None)
    found = failed.value
    assert (found.code, found.retry_after) == expected


@pytest.mark.parametrize("error", ["invalid_blocks", "msg_blocks_too_long"])
def test_refused_blocks_become_text(slack: Slack, notifier: SlackNotifier, error: str) -> None:
    """The text says the same, and still carries the metadata."""
    slack.fails(method="chat.postMessage", error=error)
    notifier.post(post_in(slack), hold_card(), None)
    message = slack.messages()[-1]
    assert "Held: restart payments-api in prod" in message["text"]
    assert notifier.find(post_in(slack), None) == message["ts"]


def test_a_review_shows_its_chart(slack: Slack, notifier: SlackNotifier) -> None:
    """A picture with its words beside it."""
    notifier.post(post_in(slack), all_cards()["review"], None)
    pictures = [b for b in slack.messages()[-1]["blocks"] if b["type"] == "image"]
    assert len(pictures) == 1
    assert "Week of 23 Nov: 5 warned, 1 released" in pictures[0]["alt_text"]


def test_a_review_without_its_chart_is_posted_all_the_same(
    slack: Slack, notifier: SlackNotifier
) -> None:
    """The numbers are told in words then."""
    slack.fails(method="files.getUploadURLExternal", error="internal_error")
    notifier.post(post_in(slack), all_cards()["review"], None)
    assert "Week of 23 Nov: 5 warned, 1 released" in slack.messages()[-1]["text"]
