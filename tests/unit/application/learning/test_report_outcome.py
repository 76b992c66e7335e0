"""What went clearly worse after an action is remembered; nothing else is."""

import pytest

from bot.application.learning.report_outcome import report_outcome
from bot.domain.action import InputForm
from bot.domain.entry import Severity
from bot.domain.outcome import Outcome
from tests.fakes.bench import BLOCK, WARN, Bench, agent


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK, WARN)
    return made


COMMAND = "kubectl -n prod scale deploy/cart --replicas=2"
WORSE = Outcome(True, 0, metrics_before={"error_pct": 0.2}, metrics_after={"error_pct": 31.0})


def outcome(bench, told, command=COMMAND):
    asking = agent()
    judged = bench.announce(
        command, agent=asking, form=InputForm.COMMAND, service="cart", environment="prod"
    )
    return report_outcome(bench.negmem, asking, judged.id, told)


def test_an_action_after_which_things_got_clearly_worse_is_remembered_as_a_warning(bench):
    learned = outcome(bench, WORSE)
    entry = bench.entry(learned.entry_id)
    assert entry.severity is Severity.WARN
    assert "31" in entry.outcome
    assert (entry.expires - bench.now).days == 30
    assert bench.posts(entry.id) == ["lesson"]
    assert outcome(bench, WORSE).proposes_block


@pytest.mark.parametrize(
    "told",
    [
        Outcome(True, 0, metrics_before={"error_pct": 4.0}, metrics_after={"error_pct": 0.1}),
        Outcome(False, 1, "error: You must be logged in to the server (Unauthorized)"),
        Outcome(False, 1, "Unable to connect to the server: dial tcp: i/o timeout"),
    ],
)
def test_what_helped_or_had_no_effect_teaches_nothing(bench, told):
    learned = outcome(bench, told)
    assert (learned.lesson, learned.entry_id) == (False, None)
