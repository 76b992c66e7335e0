"""Forms of documents whose rows and figures say what became of an action."""

from __future__ import annotations

import pytest

from bot.domain.postmortem import read_postmortem


def actions(text: str) -> list[str]:
    return [draft.action for draft in read_postmortem(text)]


def test_columns_that_stand_apart_by_spaces_are_a_table() -> None:
    """As in a report that was written in an editor."""
    text = (
        "# Review of tile-api\n\nTIME    ACTION                                 RESULT\n"
        "10:02   cache of tile-api purged in one go     origin down, maps lost for all\n"
        "10:09   second node of tile-api added          no change\n"
        "10:20   cache filled by hand                   all good\n"
    )
    assert actions(text) == ["purge cache of tile-api in one go"]


def test_figures_of_a_timeline_tell_what_an_action_did() -> None:
    """The column's name says whether a fall is bad; the row before says from where."""
    text = (
        "# Pickers idle at lift-ctl, production\n\n"
        "| Clock | Step | Lifts moving | Orders/h |\n|---|---|---|---|\n"
        "| 04:00 | normal | 40 | 2,100 |\n"
        "| 04:33 | belt sensor of aisle 3 cleaned | 40 | 2,090 |\n"
        "| 04:41 | zone map of lift-ctl loaded from last month's file | 3 | 120 |\n"
        "| 04:55 | mechanics called | 3 | 118 |\n"
        "| 08:55 | today's zone map of lift-ctl loaded again | 40 | 2,080 |\n"
    )
    found = actions(text)
    assert len(found) == 1
    assert "last month's file" in found[0]


@pytest.mark.parametrize(
    "head",
    [
        "*Kim R.* — 12/Mar 18:40",
        "Kim R. 12 Mar 2026, 18:40",
        "@kim 18:40",
        "Kim R. (2026-03-12 18:40)",
    ],
)
def test_a_line_with_name_and_time_says_who_writes_what_follows(head: str) -> None:
    """In exports of trackers and chats, with a date or without."""
    text = (
        "# Declines at card-switch (production)\n\n"
        f"{head}\nLowered the issuer timeout of card-switch from 8 s to 2 s.\n\n"
        f"{head.replace('Kim', 'Ada').replace('kim', 'ada')}\nDecline rate 9 % -> 64 %. \n\n"
        f"{head}\nTimeout of card-switch is 8 s again, declines are normal.\n"
    )
    assert actions(text) == ["lower the issuer timeout of card-switch from 8 s to 2 s"]


def test_one_who_acts_under_a_name_is_no_service() -> None:
    """Helpers, copilots and responders are not what they act on."""
    text = (
        "[09:15] ops-helper: all tickets of gate-shop fail, production\n"
        "[09:26] ops-helper: replacing the key set of gate-shop with 2026B\n"
        "[09:29] nora: now NOTHING works, all tickets are rejected\n"
        "[09:41] felix: put the old key set back\n[09:44] nora: ok again\n"
    )
    assert {draft.service for draft in read_postmortem(text)} == {"gate-shop"}


def test_a_value_that_looks_like_a_name_is_no_service() -> None:
    """What a policy is set to is said of the service that has it."""
    text = (
        "Our cluster behind rank-keeper (production) was nearly full. We switched the eviction "
        "policy to allkeys-lru. Half of the ranks were lost.\n"
    )
    assert [draft.service for draft in read_postmortem(text)] == ["rank-keeper"]


def test_an_action_that_names_another_environment_is_not_of_the_live_one() -> None:
    """What was tried in staging taught nothing about production."""
    text = (
        "# Timeouts of coupon-lb\nEnvironment: production\n\n"
        "- Raised the timeout of coupon-lb in staging from 3 s to 10 s.\n"
        "- Restarted all nodes of coupon-lb in production at once. 40,000 coupons were lost.\n"
    )
    assert actions(text) == ["restart all nodes of coupon-lb in production at once"]
