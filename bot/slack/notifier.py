"""The Notifier port over Slack's Web API: puts cards into channels, and finds them again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import structlog
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.application.ports.slack import SendFailure
from bot.application.records.card import Card, ReviewCard
from bot.application.records.post import Post
from bot.slack.asking import CALL_FAILED, asked_to_wait, code_of, pages, status_of
from bot.slack.blocks import Drawing, draw
from bot.slack.charts import Charts
from bot.slack.installation import Installations

_TOO_MUCH = frozenset({"invalid_blocks", "msg_blocks_too_long", "invalid_blocks_format"})
_LATER = frozenset({"internal_error", "fatal_error", "service_unavailable", "request_timeout"})
_RETRY_SECONDS = 5.0
_CLOCKS_DIFFER = timedelta(minutes=5)

log = structlog.get_logger(__name__)


class SlackNotifier:
    """See `bot.application.ports.slack.Notifier`.

    Args:
        installations: The workspaces.
        charts: Draws and uploads the charts of reviews.
    """

    def __init__(self, installations: Installations, charts: Charts) -> None:
        self._installed = installations
        self._charts = charts

    def teams(self) -> tuple[str, ...]:
        """The workspaces that the app is installed in."""
        return self._installed.teams()

    def post(self, post: Post, card: Card, thread_ts: str | None) -> str:
        """Post it and return its ts.

        Raises:
            SendFailure: It was not taken, or nobody knows.
        """
        client = self._installed.of(post.team).client
        where: dict[str, Any] = {"channel": post.channel}
        if thread_ts is not None:
            where |= {"thread_ts": thread_ts, "reply_broadcast": post.broadcast}
        more = {"unfurl_links": False, "unfurl_media": False}
        answer = self._send(client.chat_postMessage, self._drawing(post, card), {**where, **more})
        return str(answer["ts"])

    def update(self, post: Post, card: Card) -> None:
        """Draw the posted message again.

        Raises:
            SendFailure: It was not taken.
        """
        client = self._installed.of(post.team).client
        where = {"channel": post.channel, "ts": post.ts}
        self._send(client.chat_update, self._drawing(post, card), where)

    def find(self, post: Post, thread_ts: str | None) -> str | None:
        """The ts of a message that carries this post's id, read back from the channel.

        Raises:
            SendFailure: The channel cannot be read, so nobody knows.
        """
        installed = self._installed.of(post.team)
        for message in self._since(installed.client, post, thread_ts):
            # Any app can write metadata: only our own counts.
            if installed.us.wrote(message) and _post_id(message) == post.id:
                return str(message["ts"])
        return None

    def _since(self, client: WebClient, post: Post, thread_ts: str | None) -> list[dict[str, Any]]:
        oldest = f"{(post.created_at - _CLOCKS_DIFFER).timestamp():.6f}"
        asked = {"channel": post.channel, "include_all_metadata": True, "limit": 200}
        try:
            if thread_ts is not None:
                found = pages(client.conversations_replies, ts=thread_ts, oldest=oldest, **asked)
            else:
                found = pages(client.conversations_history, oldest=oldest, **asked)
            return [message for page in found for message in page["messages"]]
        except CALL_FAILED as error:
            raise _failure(error) from error

    def _drawing(self, post: Post, card: Card) -> Drawing:
        if isinstance(card, ReviewCard):
            return draw(card, self._charts.file_of(post, card))
        return draw(card)

    def _send(self, method: Any, drawing: Drawing, where: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send blocks; where Slack refuses them, the text says the same."""
        whole = {**where, "text": drawing.text, "metadata": drawing.metadata}
        try:
            answer = method(**whole, blocks=drawing.blocks)
        except SlackApiError as error:
            if error.response.get("error") not in _TOO_MUCH:
                raise _failure(error) from error
            log.error("blocks refused", error=error.response.get("error"))
            answer = self._send_text(method, whole)
        except CALL_FAILED as error:
            raise _failure(error) from error
        found: Mapping[str, Any] = answer.data
        return found

    def _send_text(self, method: Any, whole: Mapping[str, Any]) -> Any:
        try:
            # An update without `blocks` would keep nothing of the old ones, but an empty list is
            # what Slack documents for removing them.
            return method(**whole, blocks=[])
        except CALL_FAILED as error:
            raise _failure(error) from error


def _failure(error: BaseException) -> SendFailure:
    if isinstance(error, SlackApiError):
        return _refused(error)
    return SendFailure("unreachable", _RETRY_SECONDS)


def _refused(error: SlackApiError) -> SendFailure:
    seconds = asked_to_wait(error, _RETRY_SECONDS)
    if seconds is not None:
        return SendFailure("ratelimited", seconds)
    code = code_of(error)
    if code in _LATER or status_of(error) >= 500:
        return SendFailure(code, _RETRY_SECONDS)
    return SendFailure(code)


def _post_id(message: Mapping[str, Any]) -> object:
    payload = (message.get("metadata") or {}).get("event_payload") or {}
    return payload.get("post_id")
