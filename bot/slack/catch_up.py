"""After downtime: what was said meanwhile is read back, since Slack delivers no event again.

What is read goes through the same deduplication as events do, so that reading too much does no
harm and two replicas may read at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

import structlog
from slack_sdk.errors import SlackApiError

from bot.application.posts.tell_trouble import CHANNEL_TROUBLE
from bot.application.team.watch_channel import channel_left, watched_channel
from bot.domain.errors import MemoryUnavailable
from bot.slack.asking import CALL_FAILED, asked_to_wait, code_of, pages
from bot.slack.hearing import hear, once_for
from bot.slack.parsing.events import Us, moment_of, read_message
from bot.slack.room import Room

LONGEST = timedelta(hours=6)
"""What was said earlier than that is over: nobody is called at night for it."""

OVERLAP = timedelta(minutes=10)
"""How far before the latest judged announcement reading begins: events come in no order."""

_PAGE = 200
_MOST_PAGES = 5
_MOST_THREADS = 50
_MOST_CHANNEL_PAGES = 10
_MOST_WAITS = 10
_LONGEST_WAIT = 60.0
_MOST_JUDGED = 2000
LIMITED_SECONDS = 75.0
"""Slack limits by the minute: when one that it told of is over, with some time to spare."""

_AGAIN_SECONDS = 5.0
"""Between two runs: connections that break again and again cost no more than that."""

log = structlog.get_logger(__name__)

Message = Mapping[str, Any]


class CatchUp:
    """Reads back what was missed, in a thread of its own, one run at a time.

    Args:
        room: See `Room`.
        limited_seconds: How long after `missed` it looks again.
    """

    def __init__(self, room: Room, limited_seconds: float = LIMITED_SECONDS) -> None:
        self._room, self._limited_seconds = room, limited_seconds
        self._again_at: float | None = None
        self._wanted, self._ending = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._serve, name="catch-up", daemon=True)
        self._thread.start()

    def soon(self) -> None:
        """Catch up now, or once more after the run that is going on. Returns at once."""
        self._wanted.set()

    def missed(self) -> None:
        """Slack leaves events out: catch up now, and again when its minute is over."""
        self._again_at = time.monotonic() + self._limited_seconds
        self.soon()

    def stop(self) -> None:
        """End it, within a moment."""
        self._ending.set()
        self._wanted.set()
        self._thread.join(timeout=5)

    def _serve(self) -> None:
        while self._is_time() and not self._ending.is_set():
            for team in self._room.installations.teams():
                try:
                    catch_up(self._room, team, self._ending.wait)
                except MemoryUnavailable:
                    log.warning("catching up waits for the memory", seconds=_AGAIN_SECONDS)
                    self._wanted.set()
                except Exception:
                    log.exception("catching up failed", team=team)
            if self._wanted.is_set():
                self._ending.wait(_AGAIN_SECONDS)

    def _is_time(self) -> bool:
        """Wait until catching up is wanted, or due again; always true."""
        again_at = self._again_at
        left = None if again_at is None else max(again_at - time.monotonic(), 0.0)
        if not self._wanted.wait(left) and self._again_at == again_at:
            self._again_at = None
        self._wanted.clear()
        return True


def catch_up(room: Room, team: str, wait: Callable[[float], bool]) -> int:
    """Hear what was said since the latest judged announcement of each watched channel.

    Args:
        room: See `Room`.
        team: Workspace.
        wait: Waits that many seconds, where Slack asks for it; true when there is no time left.

    Returns:
        How many messages were looked at.
    """
    reading = _Reading(room, team, wait)
    return sum(reading.hear_channel(channel) for channel in reading.channels())


class _Reading:
    def __init__(self, room: Room, team: str, wait: Callable[[float], bool]) -> None:
        self._room, self._team, self._wait = room, team, wait
        self._waits = 0
        installed = room.installations.of(team)
        self.client, self._us = installed.client, installed.us
        self._start = room.negmem.clock() - LONGEST
        self._cursors = _cursors(room, team, self._start)

    def channels(self) -> Iterator[str]:
        """Watched channels that the bot is in; one it was invited to meanwhile is among them."""
        asked = {"types": "public_channel,private_channel", "exclude_archived": True, "limit": 999}
        found = self._pages(self.client.conversations_list, _MOST_CHANNEL_PAGES, **asked)
        for page in found:
            for channel in page["channels"]:
                if channel.get("is_member") and watched_channel(
                    self._room.negmem, self._team, channel["id"]
                ):
                    yield channel["id"]

    def hear_channel(self, channel: str) -> int:
        """Hear what was missed in one channel; a channel that cannot be read is left out."""
        try:
            since = self._cursors.get(channel, self._start)
            missed = sorted(self._missed(channel, since), key=lambda one: str(one.get("ts")))
        except CALL_FAILED as error:
            self._not_read(channel, error)
            return 0
        for message in missed:
            self._hear(channel, message)
        return len(missed)

    def _missed(self, channel: str, since: datetime) -> Iterator[Message]:
        threads = 0
        for message in self._since_we_joined(channel):
            if _is_new(message, since):
                yield message
            latest = moment_of(str(message.get("latest_reply", "")))
            if latest is not None and latest >= since and threads < _MOST_THREADS:
                threads += 1
                yield from self._replies(channel, str(message["ts"]), since)

    def _since_we_joined(self, channel: str) -> Iterator[Message]:
        """The channel's messages, newest first, back to our own invitation."""
        for page in self._history(channel):
            for message in page["messages"]:
                if _is_our_joining(message, self._us):
                    return
                yield message

    def _history(self, channel: str) -> Iterator[Mapping[str, Any]]:
        # From the beginning of the time in question, since a parent tells of its late replies.
        method, oldest = self.client.conversations_history, _ts(self._start)
        return self._pages(method, _MOST_PAGES, channel=channel, oldest=oldest, limit=_PAGE)

    def _replies(self, channel: str, ts: str, since: datetime) -> Iterator[Message]:
        method, oldest = self.client.conversations_replies, _ts(since)
        asked = {"channel": channel, "ts": ts, "oldest": oldest, "limit": _PAGE}
        for page in self._pages(method, _MOST_PAGES, **asked):
            yield from (one for one in page["messages"] if one.get("ts") != ts)

    def _hear(self, channel: str, message: Message) -> None:
        said = read_message(self._team, channel, message, self._us)
        if said is None:
            return
        try:
            hear(self._room, said, once_for(self._room, said))
        except MemoryUnavailable:
            raise
        except Exception:
            log.exception("a missed message failed", channel=channel)

    def _pages(
        self, method: Callable[..., Any], most: int, **asked: Any
    ) -> Iterator[Mapping[str, Any]]:
        return islice(pages(lambda **now: self._patiently(method, **now), **asked), most)

    def _patiently(self, method: Callable[..., Any], **asked: Any) -> Any:
        """Call Slack; where it asks to wait, wait: nobody waits for the answer."""
        while True:
            try:
                return method(**asked)
            except SlackApiError as error:
                seconds = asked_to_wait(error, _LONGEST_WAIT)
                self._waits += 1
                if seconds is None or self._waits > _MOST_WAITS:
                    raise
                if self._wait(min(seconds, _LONGEST_WAIT)):
                    raise

    def _not_read(self, channel: str, error: BaseException) -> None:
        code = code_of(error)
        log.warning("what was said meanwhile could not be read", channel=channel, error=code)
        if code in CHANNEL_TROUBLE:
            channel_left(self._room.negmem, self._team, channel, code)


def _cursors(room: Room, team: str, start: datetime) -> dict[str, datetime]:
    """By channel: from when on something may have been missed."""
    with room.negmem.store.read() as tx:
        judged = tx.announcements.since(team, start, _MOST_JUDGED)
    latest: dict[str, datetime] = {}
    for one in judged:
        channel, at = one.announcement.place.channel, moment_of(one.announcement.place.ts or "")
        if channel is not None and at is not None and one.agent is None:
            latest[channel] = max(at, latest.get(channel, at))
    return {channel: max(start, at - OVERLAP) for channel, at in latest.items()}


def _is_new(message: Message, since: datetime) -> bool:
    """Said or edited since then."""
    edited = message.get("edited")
    moments = (message.get("ts"), edited.get("ts") if isinstance(edited, Mapping) else None)
    found = (moment_of(str(one)) for one in moments if one)
    return any(at is not None and at >= since for at in found)


def _is_our_joining(message: Message, us: Us) -> bool:
    joined = message.get("subtype") in ("channel_join", "group_join")
    return joined and message.get("user") == us.bot_user


def _ts(moment: datetime) -> str:
    return f"{moment.timestamp():.6f}"
