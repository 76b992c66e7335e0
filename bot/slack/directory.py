"""The Directory port over Slack's Web API: who people are, and what Slack says now.

Facts about roles are kept for less than a minute and dropped when Slack says that they changed;
membership of the channel and the text of an announcement are asked for at every click.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import structlog
from slack_sdk.errors import SlackApiError

from bot.application.ports.slack import ChannelNow, MessageNow
from bot.domain.action import Place
from bot.domain.errors import NotFound
from bot.domain.hold import ROLE_FACTS_LIFE, PersonFacts
from bot.domain.reading.digest import digest_of
from bot.slack.asking import CALL_FAILED, code_of, pages
from bot.slack.fresh import Fresh
from bot.slack.installation import Installations
from bot.slack.parsing.content import text_of
from bot.slack.parsing.seal import announced, seal_of
from bot.slack.person_facts import facts_of

_LINK_SECONDS = 3600.0
_NO_LINKS_SECONDS = 30.0
"""How long no link is asked for after Slack did not answer: a card has many, and each takes 3 s."""
_FAILED = (*CALL_FAILED, NotFound)
"""Nobody could be asked: a workspace without the app is known to nobody here."""
_THREAD_MESSAGES = 15
# With these answers there are no user groups to be in: nobody can be one of theirs.
_NO_GROUPS = frozenset(
    {"missing_scope", "paid_teams_only", "plan_upgrade_required", "not_allowed_token_type"}
)
_GONE = frozenset({"message_not_found", "thread_not_found"})

log = structlog.get_logger(__name__)


class SlackDirectory:
    """See `bot.application.ports.slack.Directory`.

    Args:
        installations: The workspaces.
        monotonic: A clock in seconds for the age of facts.
    """

    def __init__(
        self, installations: Installations, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._installed = installations
        life = ROLE_FACTS_LIFE.total_seconds()
        self._users: Fresh[tuple[str, str], Mapping[str, Any]] = Fresh(life, monotonic)
        self._groups: Fresh[str, tuple[Mapping[str, Any], ...]] = Fresh(life, monotonic)
        self._links: Fresh[tuple[str, str, str], str] = Fresh(_LINK_SECONDS, monotonic)
        self._monotonic = monotonic
        self._no_links_until: dict[str, float] = {}

    def person(self, team: str, user: str, channel: str | None) -> PersonFacts:
        """Facts at most 60 s old; `known=False` when a look-up failed."""
        try:
            facts = facts_of(team, self._user(team, user))
            in_channel = channel is not None and self._is_member(team, channel, user)
            groups = self._groups_of(team, user, facts.is_admin)
            return replace(facts, in_channel=in_channel, groups=groups)
        except _FAILED as error:
            log.warning("person not looked up", user=user, error=code_of(error))
            return PersonFacts(user, known=False)

    def message(self, team: str, place: Place) -> MessageNow:
        """The message at `place`, read again now; never from a cache."""
        if place.channel is None or place.ts is None:
            return MessageNow(readable=False)
        try:
            found = self._find(team, place.channel, place.ts, place.thread_ts)
        except _FAILED as error:
            if code_of(error) in _GONE:
                return MessageNow(readable=True)
            log.warning("announcement not read", channel=place.channel, error=code_of(error))
            return MessageNow(readable=False)
        if found is None or found.get("subtype") == "tombstone":
            return MessageNow(readable=True)
        action = announced(text_of(found), seal_of(found))
        return MessageNow(readable=True, text=action.text, digest=digest_of(action))

    def channel(self, team: str, channel: str) -> ChannelNow | None:
        """None when it cannot be looked up."""
        try:
            found = self._installed.of(team).lookups.conversations_info(channel=channel)["channel"]
            topic = found.get("topic") or {}
            by = topic.get("creator") or ""
            return ChannelNow(
                name=found.get("name") or "",
                topic=topic.get("value") or "",
                topic_by_member=bool(by) and facts_of(team, self._user(team, by)).is_full_member,
                is_external=bool(found.get("is_ext_shared")),
                is_archived=bool(found.get("is_archived")),
            )
        except _FAILED as error:
            log.warning("channel not looked up", channel=channel, error=code_of(error))
            return None

    def permalink(self, team: str, channel: str, ts: str) -> str | None:
        """A link to a message, or None."""
        if self._monotonic() < self._no_links_until.get(team, 0.0):
            return None
        try:
            return self._links.get((team, channel, ts), lambda: self._link(team, channel, ts))
        except _FAILED as error:
            if not isinstance(error, SlackApiError):
                self._no_links_until[team] = self._monotonic() + _NO_LINKS_SECONDS
            return None

    def thread_texts(self, team: str, place: Place) -> tuple[str, ...]:
        """The texts before `place` in its thread, oldest first; empty when they cannot be read."""
        if place.channel is None or place.ts is None or place.thread_ts is None:
            return ()
        client = self._installed.of(team).lookups
        try:
            answer = client.conversations_replies(
                channel=place.channel, ts=place.thread_ts, latest=place.ts, limit=_THREAD_MESSAGES
            )
        except _FAILED as error:
            log.warning("thread not read", channel=place.channel, error=code_of(error))
            return ()
        us = self._installed.of(team).us
        earlier = [m for m in answer["messages"] if m["ts"] < place.ts and not us.wrote(m)]
        return tuple(text for message in earlier if (text := text_of(message)))

    def acts_under_own_name(self, team: str, user: str) -> bool:
        """Whether `user` is known to be a bot: then no person stands behind a post of theirs."""
        try:
            return facts_of(team, self._user(team, user)).is_bot
        except _FAILED:
            return False

    def group_handles(self, team: str) -> Mapping[str, str]:
        """User groups by id, each as people write it: "@oncall-payments"."""
        try:
            return {group["id"]: f"@{group['handle']}" for group in self._all_groups(team)}
        except _FAILED:
            return {}

    def forget_person(self, team: str, user: str) -> None:
        """Slack says that something about the person changed."""
        self._users.forget((team, user))

    def forget_groups(self, team: str) -> None:
        """Slack says that a user group changed."""
        self._groups.forget(team)

    def _user(self, team: str, user: str) -> Mapping[str, Any]:
        def look_up() -> Mapping[str, Any]:
            found: Mapping[str, Any] = self._installed.of(team).lookups.users_info(user=user)[
                "user"
            ]
            return found

        return self._users.get((team, user), look_up)

    def _is_member(self, team: str, channel: str, user: str) -> bool:
        method = self._installed.of(team).lookups.conversations_members
        return any(user in page["members"] for page in pages(method, channel=channel, limit=999))

    def _groups_of(self, team: str, user: str, is_admin: bool) -> frozenset[str]:
        """Groups of the person; for an admin, who needs none, a failed look-up is no matter."""
        try:
            groups = self._all_groups(team)
        except _FAILED as error:
            if is_admin or code_of(error) in _NO_GROUPS:
                return frozenset()
            raise
        return frozenset(group["id"] for group in groups if user in group.get("users", ()))

    def _all_groups(self, team: str) -> tuple[Mapping[str, Any], ...]:
        client = self._installed.of(team).lookups

        def look_up() -> tuple[Mapping[str, Any], ...]:
            return tuple(client.usergroups_list(include_users=True)["usergroups"])

        return self._groups.get(team, look_up)

    def _link(self, team: str, channel: str, ts: str) -> str:
        answer = self._installed.of(team).lookups.chat_getPermalink(channel=channel, message_ts=ts)
        return str(answer["permalink"])

    def _find(
        self, team: str, channel: str, ts: str, thread_ts: str | None
    ) -> Mapping[str, Any] | None:
        client = self._installed.of(team).lookups
        within: dict[str, Any] = {"channel": channel, "oldest": ts, "latest": ts, "inclusive": True}
        if thread_ts is None or thread_ts == ts:
            answer = client.conversations_history(**within, limit=1)
        else:
            answer = client.conversations_replies(**within, ts=thread_ts, limit=5)
        return next((one for one in answer["messages"] if one.get("ts") == ts), None)
