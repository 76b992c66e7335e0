"""Typical calls of the tools that on-call teams use, from their documentation: kind and target.

Each line of `calls/*.txt` is `COMMAND => KIND TARGET`. The kind "look" stands for what only looks
or rehearses, "nothing" for what does nothing by itself; the target "-" for none, "*" for any.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from importlib import resources
from pathlib import Path

import pytest

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.commands.command_text import looks_like_command
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()
CALLS = Path(__file__).parent / "calls"


def calls() -> list[tuple[str, str, str]]:
    """(command, kind, target) of every line."""
    lines = [line for f in sorted(CALLS.glob("*.txt")) for line in f.read_text().splitlines()]
    parts = [line.rpartition(" => ") for line in lines if " => " in line]
    return [(command, *wanted.split(" ", 1), "*")[:3] for command, _, wanted in parts]  # type: ignore[misc]  # a kind, and a target or "*"


def told(action: PlannedAction) -> tuple[str, str]:
    """Kind and target as the lines give them."""
    looks = action.mode is Mode.READ_ONLY
    return "look" if looks else action.kind, action.target or "-"


@pytest.mark.parametrize(("command", "kind", "target"), calls())
def test_what_a_call_does_is_read(command: str, kind: str, target: str) -> None:
    """A message that holds it is taken as a command, with its kind and target."""
    assert looks_like_command(command, LEXICON.tools)
    found = [told(a) for a in read_command(command, LEXICON).actions] or [("nothing", "-")]
    assert any(kind == k and target in {"*", t} for k, t in found), found


def test_each_program_has_one_grammar() -> None:
    """A second grammar for a program would silently take the place of the first."""
    seen: dict[str, list[str]] = defaultdict(list)
    folder = resources.files("bot.domain.reading.lexicon").joinpath("tools")
    for file in folder.iterdir():
        if file.name.endswith(".toml"):
            for key, table in tomllib.loads(file.read_text("utf-8")).get("tool", {}).items():
                for name in str(table.get("names", key)).split():
                    seen[name].append(f"{file.name}: {key}")
    assert {n: where for n, where in seen.items() if len(where) > 1} == {}
