"""Under which service an entry of an action is stored: a channel's name is only a hint."""

from dataclasses import replace

import pytest

from bot.application.entries.add_entry import Author, draft_from_text
from bot.application.learning.correct_action import HumanReply, hear_reply
from bot.application.learning.remember import lacks_service
from bot.application.learning.report_outcome import record_outcome
from bot.application.records.workspace import Channel
from bot.domain.audit import AuditEvent
from bot.domain.outcome import Outcome
from tests.fakes.bench import CHANNEL, TEAM, Bench
from tests.fakes.directory import MEMBER

NAMED = Channel(TEAM, CHANNEL, "inc-payments-latency", service="payments", scope_from="name")
NO = "no, don't do that, the auditors are on it"


@pytest.fixture
def bench():
    made = Bench()
    put(made, NAMED)
    return made


def put(bench, channel):
    with bench.store.write() as tx:
        tx.channels.put(channel)


def stopped(bench, text, reply=NO):
    judged = bench.announce(text)
    ts = judged.announcement.place.ts
    said = HumanReply(TEAM, CHANNEL, ts, bench.next_ts(), MEMBER, reply)
    return judged, hear_reply(bench.negmem, said)


def test_another_thing_is_not_stored_under_the_channels_name(bench):
    """It is stopped all the same, and the person is asked."""
    judged, answer = stopped(bench, "Rebooting the bastion host in staging")
    assert AuditEvent.ENTRY_ADDED not in bench.events()
    assert AuditEvent.CORRECTED in bench.events()
    assert "bastion host" in answer.text
    assert "only in this channel's name" in answer.text
    assert lacks_service(bench.negmem, TEAM, judged.id)


@pytest.mark.parametrize(
    ("text", "service"),
    [
        ("Restarting all the pods in prod", "payments"),
        ("Flushing the cache of ledger-web in prod", "ledger-web"),
    ],
)
def test_a_part_or_a_named_service_is_stored(bench, text, service):
    judged, answer = stopped(bench, text)
    assert bench.entry(answer.subject).scope.services == (service,)
    assert not lacks_service(bench.negmem, TEAM, judged.id)


def test_what_people_stated_for_the_channel_counts(bench):
    put(bench, replace(NAMED, scope_from="command"))
    _, answer = stopped(bench, "Rebooting the bastion host in staging")
    assert bench.entry(answer.subject).scope.services == ("payments",)


def test_what_was_announced_is_no_circumstance_of_itself(bench):
    """The reason is the outcome, and only what the person proposes is what to do instead."""
    text = "Resizing the ledger-db instance in prod to db.r6g.4xlarge"
    _, answer = stopped(bench, text, "stop, replication lag is over a minute")
    entry = bench.entry(answer.subject)
    assert (entry.outcome, entry.instead) == ("replication lag is over a minute", None)
    assert (entry.context, entry.scope.services) == ("", ("ledger-db",))


def test_a_form_leaves_empty_what_only_the_name_gives(bench):
    def draft(text):
        return draft_from_text(bench.negmem, Author(TEAM, MEMBER, CHANNEL), text).fields

    assert "service" not in draft("")
    assert "service" not in draft("reboot the bastion host in staging => ssh was lost")
    assert draft("restart all pods in prod => dropped payments")["service"] == "payments"
    put(bench, replace(NAMED, scope_from="topic", service="ledger"))
    assert draft("")["service"] == "ledger"


def test_a_lesson_is_not_stored_under_the_channels_name_either(bench):
    judged = bench.announce("Rebooting the bastion host in staging")
    failed = Outcome(ok=False, exit_code=1, stderr="data loss: 40 sessions were dropped")
    assert record_outcome(bench.negmem, judged, failed, "agent").entry_id is None
