"""The app's manifest, for the local workspace and for whoever creates the app."""

from __future__ import annotations

from importlib import resources
from typing import Any

import yaml


def manifest() -> dict[str, Any]:
    """The manifest as it stands in `manifest.yml`."""
    text = resources.files("bot.slack").joinpath("manifest.yml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded
