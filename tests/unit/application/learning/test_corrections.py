"""What people say to an announcement stops it, and "no" is remembered."""

from dataclasses import replace

import pytest

from bot.application.actions.start_action import start_action
from bot.application.actions.view_action import view_action
from bot.application.entries.change_entry import undo_entry
from bot.application.holds.stop_action import Stop, planned_of
from bot.application.learning import remember as remember_module
from bot.application.learning.correct_action import HumanReply, hear_reaction, hear_reply
from bot.application.learning.hear_agent import hear_agent_report
from bot.application.learning.remember import remember_stop
from bot.application.posts.deliver_outbox import deliver_outbox
from bot.domain.action import ActionInput, InputForm, Place
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.entry import EntryState, Severity
from bot.domain.errors import InvalidEntry
from bot.domain.hold import HoldState
from tests.fakes.bench import APP, BLOCK, CHANNEL, RESTART, TEAM, WARN, Bench, agent
from tests.fakes.directory import ADMIN, GUEST, MEMBER, ONCALL, OUTSIDER
from tests.fakes.notifier import FakeNotifier

PLAN = "Scaling payments-worker down to 2 replicas in prod to free memory."
AGAIN = "Memory is still high: scaling down payments-worker to 2 in prod."
NO = "No, don't do that, the payout queue is backed up."


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK, WARN)
    return made


def reply(bench, judged, text, user=MEMBER):
    ts = judged.announcement.place.ts
    return hear_reply(bench.negmem, HumanReply(TEAM, CHANNEL, ts, bench.next_ts(), user, text))


def test_no_with_a_reason_stores_an_entry_that_holds_the_next_one(bench):
    judged = bench.announce(PLAN)
    assert judged.effect is Effect.ALLOW
    answer = reply(bench, judged, NO)
    entry = bench.entry(answer.subject)
    assert entry.severity is Severity.BLOCK
    assert entry.scope.services == ("payments-worker",)
    assert entry.scope.environments == ("prod",)
    assert entry.owner == MEMBER
    assert "payout queue is backed up" in entry.outcome
    assert entry.source.startswith("https://")
    assert (entry.expires - bench.now).days == 30
    assert bench.posts(entry.id) == ["entry_stored"]
    again = bench.announce(AGAIN)
    assert again.effect is Effect.HOLD
    assert [match.entry_id for match in again.matches] == [entry.id]


def test_no_without_a_reason_asks_once_and_the_next_reply_is_the_reason(bench):
    judged = bench.announce(PLAN)
    answer = reply(bench, judged, "No, don't do that!")
    first = bench.entry(answer.subject).outcome
    reply(bench, judged, "The payout queue would miss the cut-off.")
    assert bench.entry(answer.subject).outcome == "The payout queue would miss the cut-off."
    assert first != bench.entry(answer.subject).outcome


@pytest.mark.parametrize("chatter", ["thanks all, closing this", "ok, will do", "why is that?"])
def test_chatter_is_no_reason_and_leaves_the_question_open(bench, chatter):
    judged = bench.announce(PLAN)
    entry_id = reply(bench, judged, "No, don't do that!").subject
    before = bench.entry(entry_id)
    assert reply(bench, judged, chatter) is None
    assert bench.entry(entry_id) == before
    assert reply(bench, judged, "The payout queue would miss the cut-off.").ok
    after = bench.entry(entry_id)
    assert (after.outcome, after.version) == ("The payout queue would miss the cut-off.", 2)
    assert bench.events()[-2:] == [AuditEvent.ENTRY_CHANGED, AuditEvent.REASON_GIVEN]


def test_a_reason_is_heard_for_half_an_hour(bench):
    judged = bench.announce(PLAN)
    entry_id = reply(bench, judged, "No, don't do that!").subject
    bench.later(minutes=31)
    before = bench.entry(entry_id).outcome
    reply(bench, judged, "The payout queue is drained by hand tonight.")
    assert bench.entry(entry_id).outcome == before


def test_a_reason_that_says_nothing_is_refused_and_asked_for_again(bench):
    judged = bench.announce(PLAN)
    entry_id = reply(bench, judged, "No, don't do that!").subject
    answer = reply(bench, judged, "very bad things")
    assert not answer.ok
    assert "does not say what happened" in answer.text
    assert bench.entry(entry_id).version == 1
    assert reply(bench, judged, "The payout queue would miss the cut-off.").ok


def test_a_reason_does_not_displace_what_somebody_wrote_down_meanwhile(bench):
    judged = bench.announce(PLAN)
    entry_id = reply(bench, judged, "No, don't do that!").subject
    with bench.store.write() as tx:
        tx.entries.update(TEAM, bench.entry(entry_id).changed(outcome="payouts were late by a day"))
    reply(bench, judged, "The payout queue would miss the cut-off.")
    assert bench.entry(entry_id).outcome == "payouts were late by a day"


def test_a_pending_hold_is_kept_by_the_correction(bench):
    judged = bench.announce()
    answer = reply(bench, judged, "no, stop, the queue is not drained")
    hold = bench.hold(judged)
    assert (hold.state, hold.ended_by) == (HoldState.KEPT, MEMBER)
    assert answer.ok
    assert AuditEvent.ENTRY_ADDED not in bench.events()


def test_a_bare_wait_stops_and_offers_to_remember(bench):
    judged = bench.announce(PLAN)
    reply(bench, judged, "wait")
    assert bench.posts(judged.id) == ["stopped"]
    assert AuditEvent.ENTRY_ADDED not in bench.events()
    answer = remember_stop(bench.negmem, TEAM, judged.id, MEMBER)
    assert bench.entry(answer.subject).severity is Severity.BLOCK


def test_a_guest_stops_but_stores_nothing(bench):
    judged = bench.announce(PLAN)
    assert reply(bench, judged, NO, GUEST).ok
    assert bench.posts(judged.id) == ["stopped"]
    assert not remember_stop(bench.negmem, TEAM, judged.id, GUEST).ok
    assert AuditEvent.ENTRY_ADDED not in bench.events()


def test_who_cannot_be_looked_up_stops_it_and_is_told_that_nothing_is_remembered(bench):
    """On doubt the action stops: any member of the channel may say so."""
    judged = bench.announce(PLAN)
    answer = reply(bench, judged, NO, "UNKNOWN")
    assert "could not confirm who you are" in answer.text
    assert bench.posts(judged.id) == ["stopped"]
    assert AuditEvent.ENTRY_ADDED not in bench.events()
    assert bench.announce(PLAN).effect is Effect.HOLD
    other = bench.announce("Draining web-3 of payments-worker in prod now.")
    place = other.announcement.place
    assert hear_reaction(bench.negmem, TEAM, CHANNEL, place.ts, "UNKNOWN", "no_entry").ok


@pytest.mark.parametrize("changes", [{"is_bot": True}, {"in_channel": False}])
def test_a_bot_or_who_is_not_in_the_channel_stops_nothing(bench, changes):
    bench.directory.people["UX"] = replace(bench.directory.people[MEMBER], user="UX", **changes)
    judged = bench.announce(PLAN)
    assert reply(bench, judged, NO, "UX") is None
    assert bench.posts(judged.id) == []


TWO = "Restarting payments-api in prod and dropping the orders table of orders-db in prod."


def test_an_entry_about_something_else_in_the_announcement_says_nothing_of_what_is_refused(bench):
    judged = bench.announce(TWO)
    assert [match.entry_id for match in judged.matches] == ["nm-17"]
    answer = reply(bench, judged, "No, don't drop the orders table, finance needs it.")
    stored = bench.entry(answer.subject)
    assert "orders" in stored.action
    assert stored.scope.services == ("orders-db",)
    again = bench.announce("Dropping the orders table of orders-db in prod.")
    assert [match.entry_id for match in again.matches] == [stored.id]


def test_what_an_entry_says_of_the_very_action_is_not_stored_twice(bench):
    judged = bench.announce(TWO)
    answer = reply(bench, judged, "No, don't restart payments-api, the queue is full.")
    assert answer.text == "Kept blocked; nm-17 says so already."


WHY = "No, don't do that, because the payout queue would miss the cut-off."
NOTED = "the payout queue would miss the cut-off"


@pytest.mark.parametrize("again", [True, False], ids=["another announcement", "the same thread"])
def test_the_reason_in_a_second_no_reaches_the_entry_that_has_none(bench, again):
    """Held by that entry, or once more in the thread in which nobody gave a reason in time."""
    judged = bench.announce(PLAN)
    entry_id = reply(bench, judged, "No, don't do that!").subject
    bench.later(minutes=31)
    answer = reply(bench, bench.announce(AGAIN) if again else judged, WHY, user=ONCALL)
    entry = bench.entry(entry_id)
    assert NOTED in entry.outcome
    assert (answer.subject, entry.version > 1) == (entry_id, True)
    assert AuditEvent.REASON_GIVEN in bench.events()
    with bench.store.read() as tx:
        assert len([one for one in tx.entries.all(TEAM) if one.id != "nm-17"]) == 2


def test_a_second_no_is_asked_why_once_more_and_never_displaces_a_reason(bench):
    entry_id = reply(bench, bench.announce(PLAN), "No, don't do that!").subject
    bench.later(minutes=31)
    second = bench.announce(AGAIN)
    assert "What would have happened?" in reply(bench, second, "No, stop, not that!").text
    reply(bench, second, "The payout queue would miss the cut-off.")
    assert NOTED in bench.entry(entry_id).outcome.lower()
    bench.later(hours=2)
    answer = reply(bench, bench.announce(AGAIN), "No, because the disks were full last time.")
    assert answer.text == f"Kept blocked; {entry_id} says so already."
    assert NOTED in bench.entry(entry_id).outcome.lower()


def test_a_second_reason_that_says_nothing_is_asked_for_again(bench):
    entry_id = reply(bench, bench.announce(PLAN), "No, don't do that!").subject
    before = bench.entry(entry_id)
    bench.later(minutes=31)
    answer = reply(bench, bench.announce(AGAIN), "No, because very bad things.")
    assert "does not say what happened" in answer.text
    assert bench.entry(entry_id) == before


def test_of_several_actions_the_one_that_could_not_be_remembered_is_told(bench, monkeypatch):
    vague = InvalidEntry("the action is too vague.", "", ())
    judged = bench.announce(
        "Draining web-3 of cart in prod, then dropping the orders table of orders-db in prod."
    )
    planned = planned_of(judged)
    assert len(planned) == 2
    wording = remember_module._wording
    monkeypatch.setattr(
        remember_module,
        "_wording",
        lambda *args: wording(*args) if args[2] == planned[1] else _raise(vague),
    )
    by = Stop(MEMBER, judged.announcement.place, "it went badly before", bench.now)
    answer = remember_module.remember(bench.negmem, judged, planned, by)
    assert "remembered as nm-19" in answer.text
    assert "Not all of it could be remembered: the action is too vague." in answer.text


def _raise(error):
    raise error


@pytest.mark.parametrize(
    "text",
    ["No worries, go ahead", "no, that's fine", "don't forget to tell support", "thanks!"],
)
def test_approval_and_chatter_correct_nothing(bench, text):
    judged = bench.announce(PLAN)
    reply(bench, judged, text)
    assert AuditEvent.CORRECTED not in bench.events()


def post_card(bench):
    """The card is in the channel, as after a delivery."""
    deliver_outbox(bench.negmem, FakeNotifier(first_ts="1."))


def test_ok_go_releases_only_for_who_may(bench):
    judged = bench.announce()
    post_card(bench)
    assert not reply(bench, judged, "ok, go ahead", MEMBER).ok
    assert bench.hold(judged).state is HoldState.PENDING
    assert reply(bench, judged, "ok, go ahead", ONCALL).ok
    assert bench.hold(judged).state is HoldState.RELEASED


@pytest.mark.parametrize(
    "text", ["yes", "ok", "go ahead tomorrow", "fine with me if Bob agrees", "approved by nobody"]
)
def test_words_that_can_mean_something_else_release_nothing(bench, text):
    judged = bench.announce()
    post_card(bench)
    reply(bench, judged, text, ONCALL)
    assert bench.hold(judged).state is HoldState.PENDING


def test_words_release_nothing_before_the_card_is_there_or_after_it_changed(bench):
    judged = bench.announce()
    assert not reply(bench, judged, "go ahead", ONCALL).ok
    post_card(bench)
    with bench.store.write() as tx:
        tx.holds.update_pending(replace(bench.hold(judged), revision=2))
    assert not reply(bench, judged, "go ahead", ONCALL).ok
    assert bench.hold(judged).state is HoldState.PENDING


def test_a_reaction_stops_and_other_reactions_do_not(bench):
    judged = bench.announce(PLAN)
    ts = judged.announcement.place.ts
    assert hear_reaction(bench.negmem, TEAM, CHANNEL, ts, MEMBER, "tada") is None
    assert hear_reaction(bench.negmem, TEAM, CHANNEL, ts, MEMBER, "no_entry").ok
    assert bench.posts(judged.id) == ["stopped"]


def test_a_correction_stops_an_allowed_gate_call_before_it_starts(bench):
    asking = agent()
    command = "kubectl -n prod scale deploy/payments-worker --replicas=2"
    judged = bench.announce(command, agent=asking, form=InputForm.COMMAND)
    permit = view_action(bench.negmem, asking, judged.id).permit
    said = bench.announce(PLAN)
    reply(bench, said, NO)
    action = ActionInput(InputForm.COMMAND, text=command)
    answer = start_action(bench.negmem, asking, judged.id, permit.token, action)
    assert answer.code == "judged_anew"


def test_the_author_undoes_a_correction_while_it_has_not_fired(bench):
    entry_id = reply(bench, bench.announce(PLAN), NO).subject
    assert not undo_entry(bench.negmem, TEAM, OUTSIDER, CHANNEL, entry_id).ok
    assert undo_entry(bench.negmem, TEAM, MEMBER, CHANNEL, entry_id).ok
    assert bench.entry(entry_id).state is EntryState.RETIRED


def test_once_it_has_fired_its_undoing_needs_an_approver(bench):
    entry_id = reply(bench, bench.announce(PLAN), NO).subject
    bench.announce(AGAIN)
    assert not undo_entry(bench.negmem, TEAM, MEMBER, CHANNEL, entry_id).ok
    assert undo_entry(bench.negmem, TEAM, ADMIN, CHANNEL, entry_id).ok


def test_secrets_in_a_reason_are_not_kept(bench):
    answer = reply(
        bench, bench.announce(PLAN), "No, don't: it logs in with password=hunter2secret99 and dies"
    )
    assert "hunter2secret99" not in str(bench.entry(answer.subject))


def report(bench, judged, text):
    place = Place(TEAM, CHANNEL, bench.next_ts(), judged.announcement.place.ts)
    return hear_agent_report(bench.negmem, place, text, APP)


@pytest.mark.parametrize("text", ["Done.", "Restarted payments-api in prod.", "failed: exit 1"])
def test_an_agent_that_went_ahead_is_called_out_once(bench, text):
    judged = bench.announce()
    assert report(bench, judged, text)
    report(bench, judged, text)
    assert bench.hold(judged).went_ahead
    assert bench.events().count(AuditEvent.WENT_AHEAD) == 1


def test_what_is_no_report_calls_nobody(bench):
    judged = bench.announce()
    assert not report(bench, judged, "Waiting for somebody to release this.")
    assert not bench.hold(judged).went_ahead


def test_another_apps_report_is_not_this_agents(bench):
    judged = bench.announce(RESTART)
    place = Place(TEAM, CHANNEL, bench.next_ts(), judged.announcement.place.ts)
    assert not hear_agent_report(bench.negmem, place, "Done.", "AOTHER")
