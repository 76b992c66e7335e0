"""Channels and direct messages, and the form in which the Web API shows them."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Topic:
    """A topic or a purpose: who set it and when (Unix seconds)."""

    value: str = ""
    creator: str = ""
    last_set: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return it as it stands in a channel object."""
        return {"value": self.value, "creator": self.creator, "last_set": self.last_set}


@dataclass(slots=True)
class Channel:
    """A conversation.

    Attributes:
        kind: `channel` (public), `group` (private), `im` or `mpim`.
        teams: Workspaces that share it; the first is its home.
        ephemerals: Posts for one person only, in ts order; see `messages`.
    """

    id: str
    name: str
    kind: str
    creator: str
    created: int
    teams: list[str]
    members: list[str] = field(default_factory=list)
    topic: Topic = field(default_factory=Topic)
    purpose: Topic = field(default_factory=Topic)
    previous_names: list[str] = field(default_factory=list)
    is_archived: bool = False
    last_ts: int = 0

    @property
    def home(self) -> str:
        """The workspace that the channel belongs to."""
        return self.teams[0]

    @property
    def is_private(self) -> bool:
        """Whether only members may see it."""
        return self.kind != "channel"

    @property
    def is_ext_shared(self) -> bool:
        """Whether more than one organisation shares it (Slack Connect)."""
        return len(self.teams) > 1

    def next_ts(self, now: float) -> str:
        """Return the ts of the next post: unique and increasing here, whatever the clock does."""
        self.last_ts = max(int(now * 1_000_000), self.last_ts + 1)
        seconds, micros = divmod(self.last_ts, 1_000_000)
        return f"{seconds}.{micros:06d}"


def channel_json(
    channel: Channel, viewer: str, *, viewer_team: str, num_members: bool = False
) -> dict[str, Any]:
    """Return a conversation object as the bot user `viewer` gets it."""
    if channel.kind == "im":
        other = next((one for one in channel.members if one != viewer), viewer)
        return {
            "id": channel.id,
            "created": channel.created,
            "is_archived": False,
            "is_im": True,
            "is_org_shared": False,
            "context_team_id": viewer_team,
            "updated": channel.created * 1000,
            "user": other,
        }
    shown: dict[str, Any] = {
        "id": channel.id,
        "name": channel.name,
        "is_channel": channel.kind == "channel",
        "is_group": channel.kind == "group",
        "is_im": False,
        "is_mpim": channel.kind == "mpim",
        "is_private": channel.is_private,
        "created": channel.created,
        "is_archived": channel.is_archived,
        "is_general": channel.name == "general",
        "unlinked": 0,
        "name_normalized": channel.name,
        "is_shared": channel.is_ext_shared,
        "is_org_shared": False,
        "is_pending_ext_shared": False,
        "pending_shared": [],
        "context_team_id": viewer_team,
        "updated": max(channel.created, channel.topic.last_set) * 1000,
        "creator": channel.creator,
        "is_ext_shared": channel.is_ext_shared,
        "shared_team_ids": list(channel.teams),
        "pending_connected_team_ids": [],
        "is_member": viewer in channel.members,
        "topic": channel.topic.as_json(),
        "purpose": channel.purpose.as_json(),
        "previous_names": list(channel.previous_names),
    }
    if num_members:
        shown["num_members"] = len(channel.members)
    return shown


def sharing_json(channel: Channel, viewer_team: str) -> dict[str, Any]:
    """Return what `conversations.info` adds for a channel that organisations share."""
    if not channel.is_ext_shared:
        return {}
    return {
        "conversation_host_id": channel.home,
        "internal_team_ids": [viewer_team],
        "connected_team_ids": [team for team in channel.teams if team != viewer_team],
    }
