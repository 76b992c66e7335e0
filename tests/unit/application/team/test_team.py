"""Set-up, channels, break-glass, facts: what a team decides, and who may."""

import pytest

from bot.application.due_work import due_work
from bot.application.holds.keep_hold import keep_hold
from bot.application.ports.slack import ChannelNow
from bot.application.records.fact import Fact
from bot.application.records.workspace import Channel
from bot.application.reviews.review_entries import review_now
from bot.application.team.break_glass import open_break_glass
from bot.application.team.overview import home
from bot.application.team.record_fact import record_fact
from bot.application.team.set_up import set_up
from bot.application.team.watch_channel import (
    joined_channel,
    set_channel_scope,
    topic_changed,
    unwatch,
    watched_channel,
)
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.errors import BadInput
from bot.domain.hold import HoldState
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, WARN, Bench, agent
from tests.fakes.directory import ADMIN, GROUP, MEMBER, ONCALL


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK, WARN)
    return made


def channel(bench, channel_id=CHANNEL):
    with bench.store.read() as tx:
        return tx.channels.get(TEAM, channel_id)


def test_only_admins_set_up_and_bad_values_are_named(bench):
    assert not set_up(bench.negmem, TEAM, ONCALL, CHANNEL, {"hold_minutes": 10}).ok
    assert set_up(bench.negmem, TEAM, ADMIN, CHANNEL, {"hold_minutes": 10}).ok
    for fields in ({"hold_minutes": 1}, {"review_day": "someday"}, {"review_tz": "Mars"}):
        with pytest.raises(BadInput):
            set_up(bench.negmem, TEAM, ADMIN, CHANNEL, fields)
    with bench.store.read() as tx:
        workspace = tx.workspaces.get(TEAM)
    assert (workspace.hold_minutes, workspace.approvers.groups) == (10, frozenset({GROUP}))


def test_an_invited_bot_watches_and_reads_its_scope_from_the_name(bench):
    bench.directory.channels["C7"] = ChannelNow("inc-checkout-web-prod")
    answer = joined_channel(bench.negmem, TEAM, "C7")
    assert "checkout-web" in answer.text
    assert (channel(bench, "C7").service, channel(bench, "C7").environment) == (
        "checkout-web",
        "prod",
    )


def test_a_topic_counts_only_from_a_member_and_a_command_wins(bench):
    bench.directory.channels["C7"] = ChannelNow("inc-1", "service=ledger env=staging", False)
    joined_channel(bench.negmem, TEAM, "C7")
    assert channel(bench, "C7").service is None
    bench.directory.channels["C7"] = ChannelNow("inc-1", "service=ledger env=staging", True)
    topic_changed(bench.negmem, TEAM, "C7")
    assert (channel(bench, "C7").service, channel(bench, "C7").scope_from) == ("ledger", "topic")
    assert set_channel_scope(bench.negmem, TEAM, "C7", ONCALL, "payments-api", "production").ok
    topic_changed(bench.negmem, TEAM, "C7")
    assert (channel(bench, "C7").service, channel(bench, "C7").environment) == (
        "payments-api",
        "prod",
    )


def test_unwatching_and_scoping_need_an_approver(bench):
    assert not unwatch(bench.negmem, TEAM, CHANNEL, MEMBER).ok
    assert not set_channel_scope(bench.negmem, TEAM, CHANNEL, MEMBER, "x", None).ok
    assert watched_channel(bench.negmem, TEAM, CHANNEL) is not None
    assert unwatch(bench.negmem, TEAM, CHANNEL, ONCALL).ok
    assert watched_channel(bench.negmem, TEAM, CHANNEL) is None


def test_break_glass_turns_new_holds_into_warnings_and_leaves_pending_ones(bench):
    pending = bench.announce()
    assert not open_break_glass(bench.negmem, TEAM, CHANNEL, ONCALL, "all is down", 30).ok
    assert not open_break_glass(bench.negmem, TEAM, CHANNEL, ADMIN, " ", 30).ok
    assert not open_break_glass(bench.negmem, TEAM, CHANNEL, ADMIN, "all is down", 61).ok
    assert open_break_glass(bench.negmem, TEAM, CHANNEL, ADMIN, "all is down", 30).ok
    judged = bench.announce("Restarting payments-api in prod right away.")
    assert (judged.effect, judged.break_glass) == (Effect.WARN, True)
    assert bench.hold(pending).state is HoldState.PENDING
    assert AuditEvent.WARNED in bench.events()


def test_break_glass_is_not_for_the_admins_own_agent(bench):
    open_break_glass(bench.negmem, TEAM, CHANNEL, ADMIN, "all is down", 30)
    judged = bench.announce(agent=agent(acts_for=ADMIN))
    assert judged.effect is Effect.HOLD


def test_break_glass_ends_by_itself_and_not_again_within_an_hour(bench):
    open_break_glass(bench.negmem, TEAM, CHANNEL, ADMIN, "all is down", 30)
    bench.later(minutes=31)
    due_work(bench.negmem)
    due_work(bench.negmem)
    assert bench.events().count(AuditEvent.BREAK_GLASS_ENDED) == 1
    assert bench.announce().effect is Effect.HOLD
    assert not open_break_glass(bench.negmem, TEAM, CHANNEL, ADMIN, "again", 30).ok
    bench.later(minutes=61)
    assert open_break_glass(bench.negmem, TEAM, CHANNEL, ADMIN, "again", 30).ok


def test_a_trusted_fact_that_differs_weakens_one_step(bench):
    bench.remember(
        {**BLOCK, "id": "nm-50", "fingerprint": {"schema": "42"}, "action": "stop payments-api"}
    )
    stop = "Stopping payments-api in prod."
    assert bench.announce(stop, service="payments-api").effect is Effect.HOLD
    assert not record_fact(
        bench.negmem, TEAM, MEMBER, CHANNEL, "payments-api", "prod", "schema", "43"
    ).ok
    assert record_fact(
        bench.negmem, TEAM, ONCALL, CHANNEL, "payments-api", "prod", "schema", "43"
    ).ok
    later = bench.announce(stop + " Again.", service="payments-api")
    assert later.effect is Effect.WARN
    assert later.matches[0].weakened


@pytest.mark.parametrize("told", ["prod", "production", " PRD "])
@pytest.mark.parametrize("asked", ["prod", "Production"])
def test_a_fact_holds_for_the_environment_by_whatever_name(bench, told, asked):
    """It is kept and looked up under one name, whoever tells it and whoever asks."""
    drifting = {
        **BLOCK,
        "id": "nm-50",
        "fingerprint": {"schema": "42"},
        "environment": "production",
    }
    (entry,) = bench.remember({**drifting, "action": "stop payments-api"})
    fact = ("payments-api", told, "schema", "43")
    assert record_fact(bench.negmem, TEAM, ONCALL, CHANNEL, *fact).ok
    stop = bench.announce("Stopping payments-api.", service="payments-api", environment=asked)
    assert stop.effect is Effect.WARN
    answer = review_now(bench.negmem, TEAM, CHANNEL, ONCALL)
    with bench.store.read() as tx:
        items = tx.reviews.get(TEAM, answer.subject).items
    asked_about = " ".join(q for item in items if item.entry_id == entry.id for q in item.questions)
    assert "schema was 42, is 43" in asked_about


@pytest.mark.parametrize("asked", ["prod", "production"])
def test_an_agents_fact_holds_for_the_environment_by_whatever_name(bench, asked):
    """Likewise for what a trusted agent tells along with a call."""
    bench.remember(
        {**BLOCK, "id": "nm-50", "fingerprint": {"schema": "42"}, "action": "stop payments-api"}
    )
    where = {"service": "payments-api", "environment": "Production"}
    telling = agent(trusted_facts=True)
    bench.announce("Looking around.", agent=telling, facts={"schema": "43"}, **where)
    stop = bench.announce(
        "Stopping payments-api.", service="payments-api", environment=asked, agent=agent("other")
    )
    assert stop.effect is Effect.WARN


def test_a_persons_no_stands_for_the_environment_by_whatever_name(bench):
    """Naming it otherwise does not make it another action."""
    asked = agent()
    held = bench.announce(agent=asked, environment="prod")
    assert keep_hold(bench.negmem, TEAM, held.hold_id, MEMBER).ok
    assert bench.announce(agent=asked, environment="production").reason == "kept"


def test_an_untrusted_fact_weakens_nothing(bench):
    bench.remember(
        {**BLOCK, "id": "nm-50", "fingerprint": {"schema": "42"}, "action": "stop payments-api"}
    )
    with bench.store.write() as tx:
        tx.facts.put(
            Fact(TEAM, "payments-api", "prod", "schema", "43", "agent:x", bench.now, False)
        )
    assert (
        bench.announce("Stopping payments-api in prod.", service="payments-api").effect
        is Effect.HOLD
    )


@pytest.mark.parametrize(
    ("service", "environment", "lacks"),
    [
        (None, None, "service and no environment"),
        ("payments", None, "environment"),
        (None, "prod", "service"),
        ("payments", "prod", None),
    ],
)
def test_home_names_what_a_channel_lacks(bench, service, environment, lacks):
    """And not what it has."""
    with bench.store.write() as tx:
        tx.channels.put(Channel(TEAM, CHANNEL, "inc", service=service, environment=environment))
    told = [one for one in home(bench.negmem, TEAM, ADMIN).missing if f"<#{CHANNEL}>" in one]
    assert [one.split(":")[0] for one in told] == (
        [f"<#{CHANNEL}> has no {lacks}"] if lacks else []
    )
