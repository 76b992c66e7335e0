"""Parameters are known by what people call them, however their words are joined."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('`kubectl patch deploy web -p \'{"spec":{"terminationGracePeriodSeconds":5}}\'`', "drain"),
        ('{"tool":"nomad","op":"set","job":"web","set":{"kill_timeout":"5s"}}', "drain"),
        ("`redis-cli -h r1 config set maxmemory-policy allkeys-lru`", "eviction"),
        ("`redis-cli -h r1 config set maxmemory_policy allkeys-lru`", "eviction"),
        ("`step ca provisioner update x --x509-max-dur=24h`", "validity"),
        ('PUT /orders/_settings {"index":{"refresh_interval":"30s"}}', "refresh"),
    ],
)
def test_what_people_call_a_parameter_is_acted_on(text: str, word: str) -> None:
    """The frame of a setting is about the thing as well as about the parameter."""
    frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    assert any(LEXICON.things.concept(word) in frame.head for frame in frames)


def test_a_team_says_what_it_calls_a_parameter() -> None:
    """In negmem.toml, like every table of the tools."""
    lexicon = load_lexicon({"tools": {"spoken": {"mxq": "conveyor"}}})
    (frame,) = [
        f
        for f in read(ActionInput(InputForm.TEXT, '{"tool":"x","set":{"mxq":5}}'), lexicon).frames
        if f.kinds
    ]
    assert "conveyor" in frame.head
