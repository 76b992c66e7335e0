"""Set-up, channels, break-glass, facts, reviews: what a team decides, and who may."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.application.due_work import due_work
from bot.application.holds.keep_hold import keep_hold
from bot.application.learning.report_outcome import report_outcome
from bot.application.ports.slack import ChannelNow
from bot.application.records.fact import Fact
from bot.application.records.workspace import Channel, ReviewTime, Workspace
from bot.application.reviews import review_entries
from bot.application.reviews.answer_review import answer_review
from bot.application.reviews.review_entries import due_week, post_review, review_now
from bot.application.reviews.review_evidence import review_items
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
from bot.domain.action import InputForm
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.entry import EntryState, Severity
from bot.domain.errors import BadInput
from bot.domain.hold import HoldState
from bot.domain.outcome import Outcome
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


def test_the_weeks_review_comes_once_at_its_time(bench):
    fields = {"review_channel": CHANNEL, "review_day": "mon", "review_hour": 9, "review_tz": "UTC"}
    set_up(bench.negmem, TEAM, ADMIN, CHANNEL, fields)
    due_work(bench.negmem)
    before = bench.events().count(AuditEvent.REVIEW_POSTED)
    bench.later(days=1, hours=7)
    due_work(bench.negmem)
    due_work(bench.negmem)
    assert bench.events().count(AuditEvent.REVIEW_POSTED) == before + 1


def test_a_click_in_the_review_changes_the_entry_and_is_recorded(bench):
    bench.remember(
        {**WARN, "id": "nm-60", "expires": "2026-12-05", "action": "drain web-3", "service": "web"}
    )
    answer = review_now(bench.negmem, TEAM, CHANNEL, MEMBER)
    with bench.store.read() as tx:
        review = tx.reviews.get(TEAM, answer.subject)
    assert "nm-60" in {item.entry_id for item in review.items}
    refused = answer_review(bench.negmem, TEAM, MEMBER, CHANNEL, review.id, "nm-60", "retire")
    assert not refused.ok
    assert answer_review(bench.negmem, TEAM, MEMBER, CHANNEL, review.id, "nm-60", "renew").ok
    with bench.store.read() as tx:
        item = next(i for i in tx.reviews.get(TEAM, review.id).items if i.entry_id == "nm-60")
    assert (item.done, item.done_by) == ("renewed", MEMBER)


def numbers_of(bench, week):
    answer = post_review(bench.negmem, TEAM, CHANNEL, week)
    with bench.store.read() as tx:
        return tx.reviews.get(TEAM, answer.subject).numbers


def test_a_review_on_a_monday_morning_counts_the_week_before(bench):
    """Seven days, whichever ISO week they are in; the chart has its eight weeks in order."""
    bench.announce("Flushing the redis cache of checkout-web in prod")
    bench.later(days=1, hours=6)
    numbers = numbers_of(bench, "2026-W49")
    assert (numbers["totals"]["warned"], numbers["totals"]["fired"]) == (1, 1)
    bench.later(days=54)
    weeks = [week for week, _ in numbers_of(bench, "2027-W03")["weeks"]]
    assert len(weeks) == 8
    assert weeks == sorted(weeks)


def test_what_nobody_touches_in_two_reviews_and_has_expired_is_retired(bench):
    bench.remember(
        {**WARN, "id": "nm-61", "expires": "2026-11-01", "action": "drain web-4", "service": "web"}
    )
    for week in ("2026-W49", "2026-W50"):
        post_review(bench.negmem, TEAM, CHANNEL, week)
        assert bench.entry("nm-61").state is EntryState.ACTIVE
    post_review(bench.negmem, TEAM, CHANNEL, "2026-W51")
    assert bench.entry("nm-61").state is EntryState.RETIRED
    assert not post_review(bench.negmem, TEAM, CHANNEL, "2026-W51").ok


def test_reviews_on_demand_retire_nothing_and_stand_in_no_weeks_way(bench):
    """However many are asked for: only the weekly ones are everybody's to answer."""
    bench.remember(
        {**WARN, "id": "nm-61", "expires": "2026-11-01", "action": "drain web-4", "service": "web"}
    )
    fields = {"review_channel": CHANNEL, "review_day": "mon", "review_hour": 9, "review_tz": "UTC"}
    set_up(bench.negmem, TEAM, ADMIN, CHANNEL, fields)
    bench.later(days=1, hours=7)
    due_work(bench.negmem)
    for _ in range(25):
        assert review_now(bench.negmem, TEAM, CHANNEL, MEMBER).ok
        bench.later(seconds=2)
    assert bench.entry("nm-61").state is EntryState.ACTIVE
    before = bench.events().count(AuditEvent.REVIEW_POSTED)
    due_work(bench.negmem)
    assert bench.events().count(AuditEvent.REVIEW_POSTED) == before


def test_what_is_renewed_while_a_review_is_made_is_not_retired(bench, monkeypatch):
    bench.remember(
        {**WARN, "id": "nm-61", "expires": "2026-11-01", "action": "drain web-4", "service": "web"}
    )
    for week in ("2026-W49", "2026-W50"):
        post_review(bench.negmem, TEAM, CHANNEL, week)

    def renewed_meanwhile(*args):
        with bench.store.write() as tx:
            entry = tx.entries.get(TEAM, "nm-61")
            tx.entries.update(TEAM, entry.changed(expires=bench.now + timedelta(days=90)))
        return review_items(*args)

    monkeypatch.setattr(review_entries, "review_items", renewed_meanwhile)
    numbers = numbers_of(bench, "2026-W51")
    assert bench.entry("nm-61").state is EntryState.ACTIVE
    assert numbers["retired"] == []


def test_nobody_waits_while_the_evidence_of_a_review_is_gathered(bench, monkeypatch):
    """It reads all that every entry ever did; an agent may ask its gate meanwhile."""

    def gathered(*args):
        assert bench.announce().effect is Effect.HOLD
        return review_items(*args)

    monkeypatch.setattr(review_entries, "review_items", gathered)
    assert post_review(bench.negmem, TEAM, CHANNEL, "2026-W49").ok


@pytest.mark.parametrize(
    ("slot", "since", "now", "week"),
    [
        (("sun", 20), None, "2026-11-29T19:59", "2026-W47"),
        (("sun", 20), None, "2026-11-29T20:00", "2026-W48"),
        (("sun", 20), None, "2026-11-30T00:05", "2026-W48"),
        (("sun", 20), None, "2026-12-05T03:00", "2026-W48"),
        (("mon", 9), "2026-11-26T03:00", "2026-11-26T03:00", None),
        (("mon", 9), "2026-11-26T03:00", "2026-11-30T07:59", None),
        (("mon", 9), "2026-11-26T03:00", "2026-11-30T08:00", "2026-W49"),
        (("mon", 9), "2026-11-30T08:00", "2026-11-30T08:00", "2026-W49"),
        (("mon", 0), None, "2026-12-28T00:00", "2026-W53"),
        (("fri", 2), None, "2027-01-01T01:30", "2026-W52"),
    ],
)
def test_the_latest_slot_is_due_wherever_a_week_ends(slot, since, now, week):
    """Times are in Berlin for mondays at nine, else in UTC."""
    tz = "Europe/Berlin" if slot == ("mon", 9) else "UTC"
    at = [datetime.fromisoformat(one).replace(tzinfo=UTC) if one else None for one in (since, now)]
    workspace = Workspace(TEAM, review=ReviewTime(CHANNEL, *slot, tz, at[0]))
    assert due_week(workspace, at[1]) == week


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
