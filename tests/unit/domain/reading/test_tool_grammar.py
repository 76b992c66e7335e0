"""Tool grammars are data: a team adds its own, and is told what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.domain.errors import BadInput
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.lexicon import load_lexicon
from bot.domain.reading.tools.tool_grammar import load_tools


def test_every_kind_that_a_grammar_names_is_known() -> None:
    """A misspelt kind in the data would match nothing."""
    lexicon = load_lexicon()
    tools = load_tools()
    rules = [r for t in tools.by_name.values() for r in t.rules]
    kinds = {r.kind for r in rules} | {k for r in rules for k in r.with_flags.values()}
    kinds |= set(tools.verbs.values()) | set(tools.sql.values()) | {h.kind for h in tools.http}
    assert kinds - {"", "none"} <= set(lexicon.kinds)


def test_a_team_adds_its_own_tool() -> None:
    """Names, subcommands and flags from negmem.toml are read like the built-in ones."""
    extra = {"tool": {"shipit": {"environment": "--where", "does": {"yeet": "deploy"}}}}
    lexicon = load_lexicon({"tools": extra})
    (action,) = read_command("shipit yeet web --where prod", lexicon).actions
    assert (action.kind, action.target, action.environment) == ("deploy", "web", "prod")
    (before,) = read_command("shipit yeet web", load_lexicon()).actions
    assert before.kind != "deploy"


def test_a_team_adds_a_verb_and_a_wrapper() -> None:
    """Both forms of the built-in files work."""
    extra = {"verbs": {"restart": "kickstart"}, "wrapper": [{"names": "asroot"}]}
    lexicon = load_lexicon({"tools": extra})
    (action,) = read_command("asroot acme kickstart web", lexicon).actions
    assert (action.kind, action.target) == ("restart", "web")


@pytest.mark.parametrize(
    ("extra", "key"),
    [
        ({"tool": {"x": {"does": {"a": 1}}}}, "tool.x"),
        ({"tool": {"x": {"wrong": 1}}}, "wrong"),
        ({"tool": {"x": {"does": {"a": {"kind": "stop", "tarqet": "1"}}}}}, "tarqet"),
        ({"tool": {"x": 1}}, "tool.x"),
        ({"wrapper": [{"flags": "-c"}]}, "wrapper"),
        ({"verbs": {"stop": 3}}, "verbs.stop"),
        ({"http": [{"path": "/x"}]}, "http"),
        ({"sql": {"drop": 1}}, "sql"),
    ],
)
def test_what_is_wrong_is_said_with_its_key(extra: dict[str, Any], key: str) -> None:
    """An error names the file, the key and where the form is described."""
    with pytest.raises(BadInput) as caught:
        load_tools(extra)
    assert key in str(caught.value)
    assert "docs/tools.md" in str(caught.value)
