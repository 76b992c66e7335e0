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


def test_a_talk_is_read_as_messages() -> None:
    """Names that open line after line are those who speak."""
    text = (
        "# Fares of toll-engine were wrong (service: toll-engine, environment: prod)\n\n"
        "CHAIR: What was done before that?\n"
        "PLATFORM: At two I pointed toll-engine at the new currency feed.\n"
        "PRICING: All fares were wrong from then on, 2,140 tickets were sold too cheap.\n"
        "CHAIR: And then?\n"
        "PLATFORM: Old feed at 15:20.\n"
        "PRICING: Fares were right again.\n"
    )
    assert actions(text) == ["point toll-engine at the new currency feed"]


def test_a_note_beside_a_message_is_what_came_of_it() -> None:
    """In reviews that are data, a row has its event and a remark on it."""
    text = (
        '{"title": "Points lost", "service": "points-db", "env": "production", "timeline": [\n'
        '{"t": "08:12", "msg": "agent: added an index to points-db", "note": "no effect"},\n'
        '{"t": "08:25", "msg": "agent: archived rows of 2024 of points-db", "note": "fast"},\n'
        '{"t": "09:40", "msg": "support: members lost their points"},\n'
        '{"t": "12:30", "msg": "rows of points-db copied back, points right again"}]}'
    )
    assert actions(text) == ["archive rows of 2024 of points-db"]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (
            "At 13:00 Joaquim had let Terraform apply the clean-up to the policy of edge-waf. "
            "All orders were refused.",
            "apply the clean-up to the policy of edge-waf",
        ),
        (
            "04:25 we replay the last six hours of telemetry into frost-watch so as to see when it "
            "began. The replay took everything down.",
            "replay the last six hours of telemetry into frost-watch",
        ),
        (
            "card-auth was slow. We made it worse. Then we lowered the timeout of card-auth "
            "from 8 s to 2 s. Half of the payments were declined.",
            "lower the timeout of card-auth from 8 s to 2 s",
        ),
    ],
)
def test_who_lets_something_act_or_tells_in_the_present_acts(text: str, action: str) -> None:
    """Not only in the simple past."""
    assert actions(text) == [action]


def test_a_name_before_a_verb_acts_in_romance_languages() -> None:
    """Logs in the present tense: "Marta pone …"."""
    text = (
        "# Bitácora de guardia: recordatorios de citas-core en producción\n\n"
        "- 07:05 Marta sube los consumidores de 2 a 6. La cola sigue igual.\n"
        "- 07:20 Marta pone el tiempo de espera de citas-core en 1 segundo.\n"
        "- 07:40 Los pacientes reciben el mismo recordatorio treinta veces.\n"
        "- 08:15 El tiempo de espera vuelve a 30 segundos.\n"
    )
    found = actions(text)
    assert len(found) == 1
    assert found[0].startswith("poner el tiempo de espera")
