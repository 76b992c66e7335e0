"""Commands in blocks of their own, and heads of tickets, as exports have them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.postmortem import Draft, read_postmortem
from bot.domain.postmortem.command_blocks import with_commands_inside
from bot.domain.postmortem.document import read_document

COMMAND = "kafka-consumer-groups --group mail-out --reset-offsets --to-earliest --execute"
TOLD = (
    "# Old mails again\n\nService: mail-out, production.\n\n"
    "At 16:12 Ana wanted to get past one record and ran{open}\n{command}\n{close}\n"
    "4 million old mails were sent once more and 60,000 customers complained.\n"
)


def only(text: str) -> Draft:
    (draft,) = read_postmortem(text)
    return draft


@pytest.mark.parametrize(
    ("opened", "closed"),
    [("\n```", "```"), (":\n\n```sh", "```"), ("\n{noformat}", "{noformat}"),
     ("\n{code:bash}", "{code}")],
)  # fmt: skip
def test_a_command_in_a_block_is_what_was_run(opened: str, closed: str) -> None:
    text = TOLD.format(open=opened, command=COMMAND, close=closed)
    assert COMMAND in only(text).action


def test_a_prompt_is_no_part_of_the_command() -> None:
    inside = with_commands_inside("and ran\n```\nroot@db1:~# rm -rf /data\n```\nEnd")
    assert inside == "and ran `rm -rf /data`.\n\n\n\nEnd"


def test_a_log_in_a_block_stays_one() -> None:
    log = "It said:\n```\none\ntwo\nthree\n```\n"
    assert with_commands_inside(log) == log


@settings(max_examples=200)
@given(st.text("a `~{}code:noformat#|\n", max_size=200))
def test_as_many_lines_come_out_as_went_in(text: str) -> None:
    assert with_commands_inside(text).count("\n") == text.count("\n")


def test_the_head_of_a_ticket_tells_no_deed() -> None:
    head = (
        "Resolution: Fixed               Votes:        0\n"
        "Issue links:\n  Blocks       LOGI-20844   Idempotency key for texts       Open\n"
    )
    told = " ".join(unit.text for unit in read_document(head).units)
    assert "Fixed" not in told
    assert "LOGI" not in told


def test_dots_lead_to_the_values_of_a_form() -> None:
    form = (
        "Caller ............. Control room\nBusiness service ... Telemetry\n"
        "Configuration item . plant-hist\n\nOn 2 May Ana deleted all tables of plant-hist. "
        "Nineteen days of values were lost.\n"
    )
    assert "Caller" not in only(form).action
    assert only(form).service == "plant-hist"


def test_a_pod_counts_as_its_service_and_a_namespace_is_one() -> None:
    pod = only(
        "# Records lost\n\nobs-store keeps the records in production.\n\nAt 9:10 Ana force deleted "
        "the pod obs-store-0 while it was writing. 4,000 records were lost.\n"
    )
    assert pod.service == "obs-store"
    space = only(
        "# All slow\n\nAt 9:10 Ana restarted all deployments in namespace pulse at once in "
        "production. Requests failed for twenty minutes.\n"
    )
    assert space.service == "pulse"


def test_a_value_that_something_changes_to_is_no_service() -> None:
    draft = only(
        "# Fahrten\n\nUm 9:10 hat Ana auf Produktion bei fahrt-vergabe die Strategie von "
        "RollingUpdate auf Recreate umgestellt. 4.000 Anfragen schlugen fehl.\n"
    )
    assert draft.service == "fahrt-vergabe"
