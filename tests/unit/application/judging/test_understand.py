"""What is read out of an action carries none of its secrets into anything that is kept."""

from dataclasses import replace

import pytest

from bot.application.judging.understand import understand
from bot.application.learning.correct_action import HumanReply, hear_reply
from bot.domain.action import ActionInput, InputForm
from bot.domain.reading.lexicon import load_lexicon
from bot.domain.redaction import redact
from tests.eval.secrets import load, sets
from tests.fakes.bench import BLOCK, CHANNEL, RESTART, TEAM, Bench, agent
from tests.fakes.directory import ONCALL

SHORTEST = 5  # shorter secrets are found in ordinary words


def taken_out():
    """Lines of the corpora with the secrets that redaction finds in them."""
    for path in sets().values():
        for case in load(path)[::9]:
            clean = redact(case.line)
            gone = [one for one in case.secrets if one not in clean and len(one) >= SHORTEST]
            if gone:
                yield case.line, gone


@pytest.fixture(scope="module")
def lines():
    found = list(taken_out())
    assert len(found) > 80
    return found


def handed_over(line):
    """The same line in each form in which an action comes."""
    yield ActionInput(InputForm.TEXT, text=line)
    yield ActionInput(InputForm.COMMAND, text=line)
    yield ActionInput(InputForm.TOOL, tool="run_shell", args={"command": line})


def test_no_secret_of_an_action_stands_in_what_is_read_out_of_it(lines):
    """Without quotes, flag and case a secret is a word like any other; it goes all the same."""
    for line, secrets in lines:
        for action in handed_over(line):
            said = understand(action, load_lexicon(), from_gate=True)
            kept = str((said.planned, said.redacted)).casefold()
            assert not [one for one in secrets if one.casefold() in kept], line


@pytest.mark.parametrize(
    ("command", "secret"),
    [
        ("mysqladmin -u root password 'Fresh#4411'", "fresh#4411"),
        ("mongorestore --username=ops --password Kl4pperstorch dump/", "kl4pperstorch"),
        ("PASSWORD=Winter-Owl-77; kubectl -n prod rollout restart deploy/$PASSWORD", "owl"),
        ("redis-cli -h payments-api -a 'r3d is fake 9' FLUSHALL", "r3d is fake"),
    ],
)
@pytest.mark.parametrize("form", [InputForm.TEXT, InputForm.COMMAND])
def test_no_card_row_or_entry_carries_a_secret_of_the_action(command, secret, form):
    """Down to the entry that a person's no makes of it."""
    bench = Bench()
    bench.remember(BLOCK, {**BLOCK, "id": "nm-9", "action": "restart any service", "service": "*"})
    bench.announce(command, agent=agent(), form=form)
    ts = bench.announce(command).announcement.place.ts
    reply = HumanReply(TEAM, CHANNEL, ts, bench.next_ts(), ONCALL, "No, don't do that, it is busy.")
    hear_reply(bench.negmem, reply)
    with bench.store.read() as tx:
        assert secret not in str(tx.state).casefold()


def test_a_service_that_is_called_a_secret_is_still_named_by_its_entry():
    bench = Bench()
    bench.remember(BLOCK)
    hidden = "PASSWORD=payments-api; kubectl -n prod rollout restart deploy/$PASSWORD"
    judged = bench.announce(hidden, agent=agent(), form=InputForm.COMMAND)
    assert judged.matches[0].agreed == ("same kind: restart", "payments-api", "prod")


def test_an_action_without_secrets_is_shown_as_it_was_read():
    action = ActionInput(InputForm.TEXT, text=RESTART)
    said = understand(action, load_lexicon(), from_gate=False)
    assert said.planned == said.reading.planned
    assert said.as_shown(replace(said.planned[0], main=False)).text == said.planned[0].text
