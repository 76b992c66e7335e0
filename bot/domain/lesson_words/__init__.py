"""The words from which lessons are read, as data: metrics, tools' errors, commands, postmortems."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any


@cache
def load_words(name: str) -> Mapping[str, Any]:
    """The table `name`.toml of this package.

    Args:
        name: File name without its suffix.

    Returns:
        The parsed table, the same object each time: read it, do not change it.
    """
    text = resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
