"""What the app asks Slack for, and why: each method, event and command with its scopes.

The manifest says the same, and a test holds both to what the code does.
Source of the rules: docs.slack.dev, reference of methods and events, read in November 2026.
"""

from __future__ import annotations

from collections.abc import Mapping

METHODS: Mapping[str, tuple[str, ...]] = {
    "auth.test": (),
    "bots.info": ("users:read",),
    "chat.getPermalink": (),
    "chat.postEphemeral": ("chat:write",),
    "chat.postMessage": ("chat:write",),
    "chat.update": ("chat:write",),
    "conversations.history": ("channels:history", "groups:history"),
    "conversations.info": ("channels:read", "groups:read"),
    "conversations.list": ("channels:read", "groups:read"),
    "conversations.members": ("channels:read", "groups:read"),
    "conversations.replies": ("channels:history", "groups:history"),
    "files.completeUploadExternal": ("files:write",),
    "files.getUploadURLExternal": ("files:write",),
    "usergroups.list": ("usergroups:read",),
    "users.info": ("users:read",),
    "views.open": (),
    "views.publish": (),
    "views.update": (),
}
"""Methods of the Web API that the bot calls, with the scopes that each needs."""

EVENTS: Mapping[str, tuple[str, ...]] = {
    "app_home_opened": (),
    "channel_archive": ("channels:read",),
    "channel_left": ("channels:read",),
    "channel_rename": ("channels:read",),
    "channel_unarchive": ("channels:read",),
    "group_archive": ("groups:read",),
    "group_left": ("groups:read",),
    "group_rename": ("groups:read",),
    "group_unarchive": ("groups:read",),
    "member_joined_channel": ("channels:read", "groups:read"),
    "message.channels": ("channels:history",),
    "message.groups": ("groups:history",),
    "reaction_added": ("reactions:read",),
    "subteam_members_changed": ("usergroups:read",),
    "subteam_updated": ("usergroups:read",),
    "user_change": ("users:read",),
}
"""Events that the bot subscribes to, with the scopes that each needs."""

COMMANDS = ("/negmem",)
"""Slash commands; they need the scope `commands`, as shortcuts do."""

SHORTCUTS: Mapping[str, str] = {
    "add_to_memory": "Add to negative memory",
    "why_no_warning": "Why no warning?",
}
"""Message shortcuts: callback id and name."""


def all_scopes() -> frozenset[str]:
    """Every bot scope that the manifest has to ask for, and no other."""
    needed = {scope for scopes in (*METHODS.values(), *EVENTS.values()) for scope in scopes}
    return frozenset(needed | {"commands"})
