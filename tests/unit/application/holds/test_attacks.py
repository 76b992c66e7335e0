"""Ways around a hold that must not work: each was tried by somebody who meant it."""

import pytest

from bot.application.actions.ask_gate import GateCall, ask_gate
from bot.application.actions.start_action import start_action
from bot.application.actions.view_action import view_action
from bot.application.actions.withdraw_announcement import announcement_deleted
from bot.application.entries.change_entry import (
    reassign_entry,
    retire_entry,
    undo_entry,
    weaken_entry,
)
from bot.application.holds.keep_hold import keep_hold
from bot.application.holds.release_hold import release_hold
from bot.application.holds.wrong_match import call_wrong
from bot.application.learning.correct_action import HumanReply, hear_reaction, hear_reply
from bot.application.ports.slack import ChannelNow
from bot.application.records.workspace import Channel
from bot.application.team.break_glass import open_break_glass
from bot.application.team.watch_channel import joined_channel, topic_changed
from bot.domain.action import ActionInput, InputForm
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.entry import EntryState
from bot.domain.hold import HoldState
from tests.fakes.bench import BLOCK, CHANNEL, RESTART, TEAM, Bench, agent
from tests.fakes.directory import ADMIN, GUEST, MEMBER, ONCALL, SECOND

COMMAND = "kubectl -n prod rollout restart deploy/payments-api"
SCALE = "kubectl -n prod scale deploy/payments-worker --replicas=2"
TWO = {
    **BLOCK,
    "id": "nm-70",
    "service": ["payments-api", "ledger"],
    "action": "restart the service",
}


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK)
    return made


def command(text):
    return ActionInput(InputForm.COMMAND, text=text)


def ask(bench, text, *, name="deploy-agent", ts=None, **more):
    call = GateCall(command(text), channel=CHANNEL, announcement_ts=ts, **more)
    return ask_gate(bench.negmem, agent(name), call)


def start(bench, view, text, name="deploy-agent"):
    permit = view_action(bench.negmem, agent(name), view.judged.id).permit
    token = permit.token if permit else "none"
    return start_action(bench.negmem, agent(name), view.judged.id, token, command(text))


def release(bench, judged, user=ONCALL, revision=None):
    hold = bench.hold(judged)
    return release_hold(bench.negmem, TEAM, hold.id, user, revision or hold.revision)


def test_wrong_match_does_not_stand_in_for_a_second_person(bench):
    with bench.store.write() as tx:
        tx.entries.update(TEAM, bench.entry("nm-17").changed(approvals=2))
    judged = bench.announce()
    assert not call_wrong(bench.negmem, TEAM, ONCALL, CHANNEL, judged.id, "nm-17").ok
    assert bench.hold(judged).state is HoldState.PENDING


def test_wrong_match_releases_no_changed_announcement(bench):
    judged = bench.announce()
    bench.directory.texts[judged.announcement.place.ts] = "Deleting everything in prod"
    call_wrong(bench.negmem, TEAM, ONCALL, CHANNEL, judged.id, "nm-17")
    assert bench.hold(judged).state is HoldState.VOIDED


def test_wrong_match_names_an_entry_of_that_match_only(bench):
    bench.remember({**BLOCK, "id": "nm-40", "service": "ledger"})
    judged = bench.announce()
    assert not call_wrong(bench.negmem, TEAM, ONCALL, CHANNEL, judged.id, "nm-40").ok


def test_a_hold_without_entries_has_no_wrong_match(bench):
    view = ask(bench, 'eval "$X"', service="payments-api", environment="prod")
    assert view.judged.effect is Effect.HOLD
    assert not call_wrong(bench.negmem, TEAM, ONCALL, CHANNEL, view.judged.id, "nm-17").ok
    assert bench.hold(view.judged).state is HoldState.PENDING


def test_the_same_words_about_another_service_are_another_action(bench):
    bench.remember(TWO)
    first = bench.announce("Restarting the service in prod now.", service="payments-api")
    second = bench.announce("Restarting the service in prod now.", service="ledger")
    assert first.effect is second.effect is Effect.HOLD
    assert first.hold_id != second.hold_id


def test_a_wrong_match_in_one_thread_frees_nothing_in_another(bench):
    first = bench.announce("Restarting it in prod now", thread_ts="1.1", service="payments-api")
    call_wrong(bench.negmem, TEAM, ONCALL, CHANNEL, first.id, "nm-17")
    second = bench.announce("Restarting it in prod now", thread_ts="2.2", service="payments-api")
    assert (first.effect, second.effect) == (Effect.HOLD, Effect.HOLD)


def test_a_repeat_elsewhere_in_the_channel_is_told_that_it_is_held(bench):
    bench.announce()
    assert bench.posts(bench.announce().id) == ["note"]


def test_a_reaction_stops_an_allowed_gate_call_for_good(bench):
    ts = bench.announce("Scaling payments-worker to 2 in prod.").announcement.place.ts
    view = ask(bench, SCALE, ts=ts)
    assert view.judged.effect is Effect.ALLOW
    assert hear_reaction(bench.negmem, TEAM, CHANNEL, ts, GUEST, "no_entry").ok
    refused = start(bench, view, SCALE)
    assert refused.code == "judged_anew"
    again = view_action(bench.negmem, agent(), refused.new_id)
    assert (again.judged.effect, again.permit) == (Effect.HOLD, None)
    assert ask(bench, SCALE, ts=ts).judged.effect is Effect.HOLD


def test_a_no_stops_every_gate_call_of_the_message(bench):
    ts = bench.announce("Scaling payments-worker to 2 in prod.").announcement.place.ts
    views = [ask(bench, SCALE, ts=ts), ask(bench, SCALE + " --now", ts=ts)]
    said = HumanReply(TEAM, CHANNEL, ts, bench.next_ts(), GUEST, "No, don't do that")
    assert hear_reply(bench.negmem, said).ok
    for view, text in zip(views, (SCALE, SCALE + " --now"), strict=True):
        assert not start(bench, view, text).ok


def test_a_deleted_announcement_takes_its_gate_call_with_it(bench):
    said = bench.announce("Scaling payments-worker to 2 in prod.").announcement.place
    view = ask(bench, SCALE, ts=said.ts)
    announcement_deleted(bench.negmem, said)
    assert start(bench, view, SCALE).code == "judged_anew"


def test_a_keep_is_not_walked_around_by_another_announcement(bench):
    view = ask(bench, COMMAND)
    keep_hold(bench.negmem, TEAM, view.judged.hold_id, MEMBER)
    other = bench.announce(RESTART)
    again = ask(bench, COMMAND, ts=other.announcement.place.ts)
    assert (again.judged.reason, again.judged.hold_id) == ("kept", view.judged.hold_id)


def test_break_glass_does_not_reopen_what_was_kept(bench):
    judged = bench.announce()
    keep_hold(bench.negmem, TEAM, judged.hold_id, MEMBER)
    open_break_glass(bench.negmem, TEAM, CHANNEL, ADMIN, "all is down", 30)
    assert bench.announce().effect is Effect.HOLD


def test_an_approval_does_not_survive_a_change_of_the_card(bench):
    with bench.store.write() as tx:
        tx.entries.update(TEAM, bench.entry("nm-17").changed(approvals=2))
    judged = bench.announce()
    assert release(bench, judged, ONCALL).ok
    ask(bench, "kubectl delete ns payments", ts=judged.announcement.place.ts)
    assert bench.hold(judged).approved_by == ()
    assert release(bench, judged, SECOND).ok
    assert bench.hold(judged).state is HoldState.PENDING


def test_an_earlier_approver_who_may_no_longer_does_not_count(bench):
    with bench.store.write() as tx:
        tx.entries.update(TEAM, bench.entry("nm-17").changed(approvals=2))
    judged = bench.announce()
    assert release(bench, judged, ONCALL).ok
    del bench.directory.people[ONCALL]
    assert release(bench, judged, SECOND).ok
    assert bench.hold(judged).state is HoldState.PENDING


def test_a_click_on_the_first_drawing_releases_nothing_attached_since(bench):
    judged = bench.announce()
    seen = bench.hold(judged).revision
    view = ask(bench, "kubectl delete ns payments", ts=judged.announcement.place.ts)
    assert not release(bench, judged, revision=seen).ok
    assert view_action(bench.negmem, agent(), view.judged.id).permit is None


def test_an_action_too_long_for_its_card_is_not_released_there(bench):
    view = ask(bench, COMMAND + "; echo " + "a" * 1_500 + "; kubectl delete ns payments")
    assert not release(bench, view.judged).ok
    assert bench.hold(view.judged).state is HoldState.PENDING


def test_no_more_calls_join_a_card_than_it_shows(bench):
    judged = bench.announce()
    ts = judged.announcement.place.ts
    views = [ask(bench, f"kubectl delete ns payments-{n}", ts=ts) for n in range(4)]
    joined = [view for view in views if view.judged.hold_id == judged.hold_id]
    assert len(joined) == 2


def test_a_new_entry_is_seen_before_it_is_released(bench):
    judged = bench.announce()
    bench.remember(
        {**BLOCK, "id": "nm-40", "outcome": "ALL DATA LOST", "action": "restart payments-api now"}
    )
    assert not release(bench, judged).ok
    assert {one.entry_id for one in bench.hold(judged).shown} == {"nm-17", "nm-40"}
    assert release(bench, judged).ok


def test_a_hold_of_a_gate_call_with_an_allowed_message_can_be_released(bench):
    said = bench.announce("Looking at payments-api in prod.")
    view = ask(bench, COMMAND, ts=said.announcement.place.ts)
    assert view.judged.effect is Effect.HOLD
    assert release(bench, view.judged).ok


def test_a_no_after_a_release_is_no_reason(bench):
    asking = bench.announce()
    release(bench, asking)
    ts = asking.announcement.place.ts
    said = HumanReply(
        TEAM, CHANNEL, ts, bench.next_ts(), ONCALL, "No wait, stop! Don't restart it!"
    )
    hear_reply(bench.negmem, said)
    assert AuditEvent.CORRECTED in bench.events()
    assert bench.announce(thread_ts=None).effect is Effect.HOLD


def test_ownership_is_no_authorship(bench):
    assert reassign_entry(bench.negmem, TEAM, MEMBER, CHANNEL, "nm-17", MEMBER).ok
    assert not undo_entry(bench.negmem, TEAM, MEMBER, CHANNEL, "nm-17").ok
    assert bench.entry("nm-17").state is EntryState.ACTIVE


def test_a_topic_of_a_bot_or_guest_takes_no_scope_away(bench):
    bench.directory.channels["C9"] = ChannelNow("inc-9", "service=payments-api env=prod", True)
    joined_channel(bench.negmem, TEAM, "C9")
    bench.directory.channels["C9"] = ChannelNow("inc-9", "have a nice day", False)
    topic_changed(bench.negmem, TEAM, "C9")
    assert bench.announce("Restarting the service now", channel="C9").effect is Effect.HOLD


def test_secrets_in_break_glass_reasons_are_not_kept(bench):
    reason = "all is down, log in with password=hunter2secret99"
    open_break_glass(bench.negmem, TEAM, CHANNEL, ADMIN, reason, 30)
    with bench.store.read() as tx:
        kept = str(list(tx.audit.records(TEAM))) + str(tx.channels.get(TEAM, CHANNEL))
    assert "hunter2secret99" not in kept


def test_what_does_not_fit_on_a_held_announcements_card_is_held_by_itself(bench):
    ts = bench.announce().announcement.place.ts
    texts = ["kubectl get pods -n a", "kubectl get pods -n b", "./restart-it.sh"]
    views = [ask(bench, text, ts=ts) for text in texts]
    assert {view.judged.effect for view in views} == {Effect.HOLD}
    assert {view.judged.reason for view in views} == {"announcement_held"}
    assert not start(bench, views[2], texts[2]).ok
    assert release(bench, views[2].judged).ok
    assert start(bench, views[2], texts[2]).ok
    assert not start(bench, views[0], texts[0]).ok


@pytest.mark.parametrize("how", ["reaction", "keep"])
def test_a_command_first_asked_about_after_the_no_to_its_announcement_is_kept(bench, how):
    judged = bench.announce()
    ts = judged.announcement.place.ts
    if how == "keep":
        keep_hold(bench.negmem, TEAM, judged.hold_id, MEMBER)
    else:
        hear_reaction(bench.negmem, TEAM, CHANNEL, ts, GUEST, "no_entry")
    view = ask(bench, "./restart-it.sh", ts=ts)
    assert (view.judged.effect, view.judged.reason) == (Effect.HOLD, "kept")


def test_a_gate_call_in_words_is_the_same_under_another_announcement(bench):
    words = ActionInput(InputForm.TEXT, text=RESTART)
    first = ask_gate(bench.negmem, agent(), GateCall(words, channel=CHANNEL))
    keep_hold(bench.negmem, TEAM, first.judged.hold_id, MEMBER)
    ts = bench.announce("Looking at it.").announcement.place.ts
    call = GateCall(words, channel=CHANNEL, announcement_ts=ts)
    assert ask_gate(bench.negmem, agent(), call).judged.reason == "kept"


@pytest.mark.parametrize("change", [weaken_entry, retire_entry])
def test_whom_the_agent_acts_for_does_not_lessen_the_entry_that_holds_it(bench, change):
    ask(bench, COMMAND, acts_for=ONCALL)
    assert not change(bench.negmem, TEAM, ONCALL, CHANNEL, "nm-17").ok
    assert change(bench.negmem, TEAM, SECOND, CHANNEL, "nm-17").ok


def test_leaving_the_principal_out_does_not_open_broken_glass(bench):
    open_break_glass(bench.negmem, TEAM, CHANNEL, ADMIN, "all is down", 30)
    assert ask(bench, COMMAND, acts_for=ADMIN).judged.effect is Effect.HOLD
    assert ask(bench, COMMAND).judged.effect is Effect.HOLD


@pytest.mark.parametrize("environment", ["*", " * ", "  ", "", "PRODUCTION", " prd "])
def test_no_way_of_writing_the_environment_leads_past_an_entry(bench, environment):
    """And a person's no to one way of writing it is a no to all that mean the same."""
    first = ask(bench, COMMAND.replace(" -n prod", ""), environment=environment)
    assert first.judged.effect is Effect.HOLD
    keep_hold(bench.negmem, TEAM, first.judged.hold_id, MEMBER)
    same = environment.strip().lower()
    again = ask(bench, COMMAND.replace(" -n prod", ""), environment=same)
    assert again.judged.reason == "kept"


def test_secrets_in_names_are_not_kept(bench):
    secret = "AKIAGHIJKLMNOPABCDEF"
    action = ActionInput(InputForm.TOOL, tool="run", args={secret: "x"}, host_context={secret: "x"})
    call = GateCall(action, service="a", environment="prod", channel=CHANNEL, facts={secret: "1"})
    view = ask_gate(bench.negmem, agent(), call)
    with bench.store.read() as tx:
        kept = [view.judged, *tx.audit.records(TEAM), *tx.facts.of(TEAM, "a", "prod")]
    assert secret not in str(kept)


def test_an_opened_channel_is_no_door_for_another_channels_agent(bench):
    with bench.store.write() as tx:
        tx.channels.put(Channel(TEAM, "C2", "other", environment="prod"))
        tx.agents.add(agent())
    open_break_glass(bench.negmem, TEAM, "C2", ADMIN, "all is down", 30)
    call = GateCall(command(COMMAND), channel="C2")
    assert ask_gate(bench.negmem, agent(), call).judged.effect is Effect.HOLD
