"""Requests that a message writes out: the request line, headers and body are one action."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon
from bot.domain.reading.requests.request_text import find_requests

LEXICON = load_lexicon()


def actions_in(text: str) -> list[PlannedAction]:
    """The actions with a kind that a message announces, looks left out."""
    reading = read(ActionInput(InputForm.TEXT, text), LEXICON)
    return [a for a in reading.planned if a.parameters.get("method")]


@pytest.mark.parametrize(
    ("text", "kind", "target"),
    [
        ("DELETE https://search.prod:9200/events-2023", "delete", "events-2023"),
        ('PUT /flags/dark-mode {"enabled": false}', "disable", "dark-mode"),
        ("POST http://db2.prod:8008/reinitialize\n{}", "rebuild", "db2.prod"),
        (
            "POST https://nomad.prod:4646/v1/job/prices/dispatch HTTP/1.1\nX-Token: a\n\n"
            '{"Meta": {"day": "1"}}',
            "run",
            "prices",
        ),
        ("`POST /connectors/ledger-sink/restart` on connect in prod", "restart", "ledger-sink"),
        ("Now: PUT /connectors/ledger-sink/pause, then we wait", "pause", "ledger-sink"),
        ('POST _reindex\n{"source": {"index": "a"}}', "reindex", None),
    ],
)
def test_a_request_line_is_read_as_a_request(text: str, kind: str, target: str | None) -> None:
    """Method, path and body say what is done, also without backticks around them."""
    (action,) = actions_in(text)
    assert (action.kind, action.target) == (kind, target)


def test_each_request_of_a_list_is_an_action() -> None:
    """A plan of two requests has two actions, in their order."""
    text = "1. PUT /connectors/a/pause\n2. POST /connectors/b/restart"
    assert [(a.kind, a.target) for a in actions_in(text)] == [("pause", "a"), ("restart", "b")]


def test_the_sentence_around_gives_its_mode() -> None:
    """A request that is not sent is not planned; one that only looks neither."""
    (action,) = actions_in("I am not going to DELETE /connectors/ledger-sink today")
    assert action.mode is not Mode.PLANNED
    (look,) = actions_in("GET https://search.prod:9200/_cat/indices?v")
    assert look.mode is Mode.READ_ONLY


@pytest.mark.parametrize(
    "text",
    [
        "curl -X DELETE https://search.prod/events",
        "http PUT https://search.prod/events a=b",
        "We post /etc/hosts to the wiki",
        "DELETE FROM events",
    ],
)
def test_other_texts_hold_no_request(text: str) -> None:
    """A client's own method, prose and SQL are left to their readers."""
    assert find_requests(text) == ()


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_after_a_request_line_is_survived(tail: str) -> None:
    """The stretch of a request lies within the text, whatever follows the method."""
    text = f"PUT /a/b {tail}"
    for request in find_requests(text):
        assert 0 <= request.start < request.end <= len(text)
