"""Apps, what their manifest says, and their installations in workspaces."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the sandbox reads from an app manifest (version 2).

    Attributes:
        bot_scopes: Scopes that a bot token of this app gets.
        bot_events: Names of subscribed events, such as `message.channels`.
        commands: Slash commands with their leading slash.
        shortcuts: callback_id -> `message` or `global`.
    """

    name: str
    bot_name: str
    bot_scopes: tuple[str, ...] = ()
    bot_events: frozenset[str] = frozenset()
    commands: Mapping[str, str] = field(default_factory=dict)
    shortcuts: Mapping[str, str] = field(default_factory=dict)
    shortcut_names: Mapping[str, str] = field(default_factory=dict)
    home_tab: bool = False
    interactive: bool = False


def read_manifest(manifest: Mapping[str, Any]) -> Manifest:
    """Read a manifest as it stands in `manifest.yml`, already parsed.

    Sections that are missing mean that the app does not have the feature.
    """
    features = manifest.get("features", {})
    settings = manifest.get("settings", {})
    events = settings.get("event_subscriptions", {})
    information = manifest.get("display_information", {})
    name = information.get("name", "app")
    shortcuts = features.get("shortcuts", [])
    return Manifest(
        name=name,
        bot_name=features.get("bot_user", {}).get("display_name", name),
        bot_scopes=tuple(manifest.get("oauth_config", {}).get("scopes", {}).get("bot", ())),
        bot_events=frozenset(events.get("bot_events", ())),
        commands={
            command["command"]: command.get("description", "")
            for command in features.get("slash_commands", [])
        },
        shortcuts={one["callback_id"]: one["type"] for one in shortcuts},
        shortcut_names={one["callback_id"]: one["name"] for one in shortcuts},
        home_tab=bool(features.get("app_home", {}).get("home_tab_enabled")),
        interactive=bool(settings.get("interactivity", {}).get("is_enabled")),
    )


@dataclass(slots=True)
class App:
    """An app. Only the app under test listens; others post through tokens or as people say."""

    id: str
    manifest: Manifest
    client_id: str
    client_secret: str
    signing_secret: str
    verification_token: str
    app_token: str
    icon: str = ""
    installations: dict[str, "Installation"] = field(default_factory=dict)


@dataclass(slots=True)
class Installation:
    """An app in one workspace: its bot user there, its token and the scopes it was granted."""

    app: App
    team: str
    bot_user: str
    bot_id: str
    bot_token: str
    scopes: tuple[str, ...]
    updated: int
    revoked: bool = False


def bot_profile(installation: Installation) -> dict[str, Any]:
    """Return the `bot_profile` that goes with each post of the app."""
    return {
        "id": installation.bot_id,
        "deleted": installation.revoked,
        "name": installation.app.manifest.name,
        "updated": installation.updated,
        "app_id": installation.app.id,
        "icons": icons(installation.app),
        "team_id": installation.team,
    }


def icons(app: App, sizes: Sequence[int] = (36, 48, 72)) -> dict[str, str]:
    """Return the icon addresses of an app, in the sizes asked for."""
    return {f"image_{size}": app.icon for size in sizes}
