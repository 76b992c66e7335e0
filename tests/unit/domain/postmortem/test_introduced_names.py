"""Plain words that a document introduces are services; who acts in it is none."""

from __future__ import annotations

import pytest

from bot.domain.postmortem import read_postmortem
from bot.domain.postmortem.introduced import introduced_in


@pytest.mark.parametrize(
    "text",
    [
        "h2. Systems\n\n||Name||What it does||\n|mooring|opens the locks|\n",
        "## Parts\n\n| name | is |\n|---|---|\n| `mooring` | opens the locks |\n",
        "Parts\n-----\n  mooring      opens the locks of the harbour\n",
        "## Glossary\n\n- **mooring**: opens the locks\n",
        "## Words\n\n`mooring`\n: opens the locks\n",
        "Locks are opened by a program which we call mooring.\n",
        "The locks hung, and *mooring* was slow. Load on mooring doubled.\n",
        "We looked again. mooring answered late. Load on mooring doubled.\n",
        "Locks belong to mooring (the lock keeper). Load on mooring doubled.\n",
    ],
)
def test_a_plain_word_that_is_introduced_is_a_service(text: str) -> None:
    assert introduced_in(text.splitlines()).services == {"mooring"}


@pytest.mark.parametrize(
    "text",
    [
        "Parts\n-----\n  tide-warden      agent for chores, may change things\n",
        "[06:42] tide-warden: I restart it, ok?\n",
        "team: tide-warden @ Harbour\n",
    ],
)
def test_who_acts_is_no_service(text: str) -> None:
    found = introduced_in(text.splitlines())
    assert found.actors == {"tide-warden"}
    assert not found.services


@pytest.mark.parametrize(
    "text",
    [
        "[06:42] mooring: latency 300 ms\n",
        '13:26 mooring: page switched to "we keep your bookings"\n',
    ],
)
def test_a_service_that_heads_a_line_does_not_act(text: str) -> None:
    assert not introduced_in(text.splitlines()).actors


def test_a_thing_within_a_service_is_none() -> None:
    text = "We changed the table `berths`. Load on berths doubled.\n"
    assert not introduced_in(text.splitlines()).services


def test_a_draft_has_the_service_that_its_deed_names_not_who_did_it() -> None:
    text = (
        "# Locks shut\n\nteam: tide-warden @ Harbour\nenv: prod\n\n## Parts\n\n| name | is |\n"
        "|---|---|\n| `mooring` | opens the locks |\n| `quay` | sells tickets |\n\n## Timeline\n\n"
        "- 09:10 quay sells no tickets\n"
        "- 09:20 We deleted all reservations in mooring by hand. All locks stayed shut, 400 ships "
        "waited for two hours.\n- 11:20 Reservations restored from the backup.\n"
    )
    assert [draft.service for draft in read_postmortem(text)] == ["mooring"]
