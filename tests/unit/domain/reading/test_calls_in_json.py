"""Tool calls as agents write them, in many shapes: `JSON => KIND TARGET`.

The kind "look" stands for what only looks or rehearses; the target "*" for any.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()
LINES = (Path(__file__).parent / "statements" / "tool_calls.txt").read_text().splitlines()


@pytest.mark.parametrize("line", LINES)
def test_what_a_call_does_is_read(line: str) -> None:
    """The verb may stand in the tool's name, in a key, in a path, in a command, in a list."""
    call, _, wanted = line.rpartition(" => ")
    kind, target = wanted.split(" ", 1)
    planned = [a for a in read(ActionInput(InputForm.TEXT, call), LEXICON).planned if a.kind]
    told = [("look" if a.mode is Mode.READ_ONLY else a.kind, a.target or "-") for a in planned]
    if kind == "look":
        assert told
        assert all(k == "look" for k, _ in told)
    else:
        assert any(k == kind and target in {"*", t} for k, t in told), told
