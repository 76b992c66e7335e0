"""From an announcement to the end of its hold: once, by somebody who may, for what was shown."""

from dataclasses import replace

import pytest

from bot.application.actions.ask_gate import GateCall, ask_gate
from bot.application.actions.check_action import ActionRequest, check_action
from bot.application.actions.start_action import start_action
from bot.application.actions.view_action import view_action
from bot.application.actions.withdraw_announcement import announcement_deleted, announcement_edited
from bot.application.due_work import due_work
from bot.application.holds.keep_hold import keep_hold
from bot.application.holds.release_hold import release_hold
from bot.application.holds.wrong_match import call_wrong
from bot.application.judging import judge
from bot.application.judging.judge import judge_again
from bot.application.posts.deliver_outbox import deliver_outbox
from bot.domain.action import ActionInput, InputForm, Place
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.errors import Conflict, MemoryUnavailable
from bot.domain.hold import HoldState, Refusal
from tests.fakes.bench import BLOCK, CHANNEL, RESTART, TEAM, WARN, Bench, agent
from tests.fakes.directory import ADMIN, GUEST, MEMBER, ONCALL, OUTSIDER, SECOND
from tests.fakes.notifier import FakeNotifier

COMMAND = "kubectl -n prod rollout restart deploy/payments-api"


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK, WARN)
    return made


def release(bench, judged, user=ONCALL, revision=None):
    hold = bench.hold(judged)
    return release_hold(
        bench.negmem, TEAM, hold.id, user, hold.revision if revision is None else revision
    )


def edited(bench, judged, text):
    said = judged.announcement
    bench.directory.texts[said.place.ts] = text
    changed = replace(said, action=ActionInput(InputForm.TEXT, text=text))
    return announcement_edited(bench.negmem, ActionRequest(changed))


def test_a_repeat_of_a_block_entry_is_held_with_one_card(bench):
    judged = bench.announce()
    assert (judged.effect, [m.entry_id for m in judged.matches]) == (Effect.HOLD, ["nm-17"])
    hold = bench.hold(judged)
    assert hold.state is HoldState.PENDING
    assert bench.posts(hold.id) == ["hold"]
    assert bench.events()[-1] is AuditEvent.HELD


def test_an_approver_releases_once_and_the_next_clicker_is_told_who(bench):
    judged = bench.announce()
    assert release(bench, judged).ok
    second = release(bench, judged, SECOND)
    assert not second.ok
    assert f"<@{ONCALL}>" in second.text
    assert bench.events().count(AuditEvent.RELEASED) == 1


@pytest.mark.parametrize(
    ("user", "refusal"),
    [
        (GUEST, Refusal.GUEST),
        (OUTSIDER, Refusal.EXTERNAL),
        (MEMBER, Refusal.NOT_AN_APPROVER),
        ("UNKNOWN", Refusal.LOOKUP_FAILED),
    ],
)
def test_who_may_not_release_is_told_why_and_who_may(bench, user, refusal):
    judged = bench.announce()
    answer = release(bench, judged, user)
    assert (answer.ok, answer.refusal) == (False, refusal)
    assert "can" in answer.text
    assert bench.hold(judged).state is HoldState.PENDING


def test_the_principal_of_the_agent_does_not_release(bench):
    judged = bench.announce(agent=agent(acts_for=ONCALL))
    assert release(bench, judged).refusal is Refusal.PRINCIPAL
    assert release(bench, judged, SECOND).ok


def test_an_edited_announcement_releases_nothing_even_before_its_event_arrives(bench):
    judged = bench.announce()
    bench.directory.texts[judged.announcement.place.ts] = "Restarting everything in prod"
    assert not release(bench, judged).ok
    assert bench.hold(judged).state is HoldState.VOIDED


def test_an_announcement_that_cannot_be_read_again_releases_nothing(bench):
    judged = bench.announce()
    bench.directory.readable = False
    assert not release(bench, judged).ok
    assert bench.hold(judged).state is HoldState.PENDING


def test_an_edit_voids_the_hold_and_the_new_text_is_judged(bench):
    judged = bench.announce()
    again = edited(bench, judged, "Restarting payments-api in prod, all pods at once.")
    assert bench.hold(judged).state is HoldState.VOIDED
    assert again is not None
    assert again.effect is Effect.HOLD
    assert again.hold_id != judged.hold_id


def test_an_edit_that_changes_no_content_changes_nothing(bench):
    judged = bench.announce()
    assert edited(bench, judged, RESTART) is None
    assert bench.hold(judged).state is HoldState.PENDING


def test_a_deletion_voids_the_hold(bench):
    judged = bench.announce()
    announcement_deleted(bench.negmem, judged.announcement.place)
    assert bench.hold(judged).state is HoldState.VOIDED


@pytest.mark.parametrize("how", ["deleted", "edited", "seen at the release"])
def test_an_equal_announcement_is_held_by_itself_once_the_first_is_gone(bench, how):
    """The two shared a hold, which ends with the message that it is for; the other still stands."""
    first, second = bench.announce(), bench.announce()
    assert first.hold_id == second.hold_id
    ts = first.announcement.place.ts
    if how == "deleted":
        announcement_deleted(bench.negmem, first.announcement.place)
    elif how == "edited":
        edited(bench, first, "Looking at the dashboards of payments-api.")
    else:
        bench.directory.texts[ts] = "Restarting everything."
        assert not release(bench, first).ok
        announcement_deleted(bench.negmem, first.announcement.place)
    assert bench.hold(first).state is HoldState.VOIDED
    now = bench.judged_at(second.announcement.place)
    hold = bench.hold(now)
    assert (hold.state, hold.asked) == (HoldState.PENDING, 1)
    assert hold.announcement_ts == second.announcement.place.ts
    assert bench.posts(hold.id) == ["hold"]
    assert release(bench, now).ok


def test_a_repeat_that_was_taken_back_is_not_held_again(bench):
    """Whoever deletes both leaves nothing to hold."""
    first, second = bench.announce(), bench.announce()
    for judged in (second, first):
        announcement_deleted(bench.negmem, judged.announcement.place)
    assert bench.judged_at(second.announcement.place).hold_id == first.hold_id
    assert bench.hold(first).state is HoldState.VOIDED


def test_an_entry_that_changed_since_is_shown_before_it_counts(bench):
    judged = bench.announce()
    before = bench.hold(judged)
    with bench.store.write() as tx:
        tx.entries.update(TEAM, bench.entry("nm-17").changed(outcome="lost 40 payments"))
    first = release(bench, judged)
    assert not first.ok
    assert bench.hold(judged).revision == before.revision + 1
    assert not release(bench, judged, revision=before.revision).ok
    assert release(bench, judged).ok


def test_two_people_are_asked_where_the_entry_asks_for_two(bench):
    with bench.store.write() as tx:
        tx.entries.update(TEAM, bench.entry("nm-17").changed(approvals=2))
    judged = bench.announce()
    assert release(bench, judged).ok
    assert bench.hold(judged).state is HoldState.PENDING
    assert release(bench, judged).refusal is Refusal.ALREADY_APPROVED
    assert release(bench, judged, SECOND).ok
    assert bench.hold(judged).state is HoldState.RELEASED


def test_a_repeat_joins_the_pending_hold(bench):
    first, second = bench.announce(), bench.announce()
    assert second.hold_id == first.hold_id
    assert bench.hold(first).asked == 2
    assert bench.posts(first.hold_id) == ["hold"]


@pytest.mark.parametrize("how", ["release", "wrong match", "deleted"])
def test_the_end_of_a_hold_judges_a_repeated_announcement_once(bench, how, monkeypatch):
    """However often it was repeated: nobody else decides meanwhile."""
    first = bench.announce()
    for _ in range(5):
        bench.announce()
    judged = []
    monkeypatch.setattr(
        judge, "judge_again", lambda *args: judged.append(args[2]) or judge_again(*args)
    )
    place = first.announcement.place
    if how == "release":
        assert release_hold(bench.negmem, TEAM, first.hold_id, ONCALL, 1).ok
    elif how == "wrong match":
        assert call_wrong(bench.negmem, TEAM, ONCALL, CHANNEL, first.id, "nm-17").ok
    else:
        announcement_deleted(bench.negmem, place)
        assert bench.judged_at(Place(TEAM, CHANNEL, f"{place.ts[:-1]}2")).effect is Effect.HOLD
    assert len(judged) == 1


def test_a_kept_digest_is_answered_for_an_hour_without_a_new_hold(bench):
    judged = bench.announce()
    assert keep_hold(bench.negmem, TEAM, judged.hold_id, MEMBER).ok
    again = bench.announce()
    assert (again.effect, again.reason, again.hold_id) == (Effect.HOLD, "kept", judged.hold_id)
    assert bench.posts(again.id) == ["kept"]
    bench.later(minutes=61)
    assert bench.announce().hold_id != judged.hold_id


def test_a_kept_gate_call_has_its_answer_and_no_post_however_often_it_is_asked(bench):
    first = bench.announce(COMMAND, agent=agent(), form=InputForm.COMMAND)
    assert keep_hold(bench.negmem, TEAM, first.hold_id, MEMBER).ok
    for _ in range(3):
        bench.later(seconds=30)
        again = bench.announce(COMMAND, agent=agent(), form=InputForm.COMMAND)
        assert (again.effect, again.reason, bench.posts(again.id)) == (Effect.HOLD, "kept", [])


def test_repeats_of_a_kept_action_are_answered_once_in_a_thread(bench):
    thread = bench.next_ts()
    first = bench.announce(thread_ts=thread)
    assert keep_hold(bench.negmem, TEAM, first.hold_id, MEMBER).ok
    again = [bench.announce(thread_ts=thread) for _ in range(3)]
    assert {one.hold_id for one in again} == {first.hold_id}
    assert [bench.posts(one.id) for one in again] == [["kept"], [], []]


def test_a_hold_expires_once_and_stays_blocked(bench):
    judged = bench.announce()
    bench.later(minutes=31)
    assert not release(bench, judged).ok
    due_work(bench.negmem)
    due_work(bench.negmem)
    assert bench.hold(judged).state is HoldState.EXPIRED
    assert bench.events().count(AuditEvent.EXPIRED) == 1


def test_a_repeat_right_after_the_end_opens_a_new_hold(bench):
    """Before the minute's job has written the old one's end down."""
    first = bench.announce()
    bench.later(minutes=31)
    second = bench.announce()
    assert second.hold_id != first.hold_id
    assert bench.hold(first).state is HoldState.EXPIRED
    assert bench.hold(second).state is HoldState.PENDING


def test_one_reminder_comes_at_half_its_life(bench):
    judged = bench.announce()
    bench.later(minutes=16)
    due_work(bench.negmem)
    due_work(bench.negmem)
    assert bench.posts(judged.hold_id).count("note") == 1


def test_a_warning_comes_once_for_a_digest_and_once_for_an_entry_in_a_thread(bench):
    flush = "Flushing the redis cache of checkout-web in prod"
    first = bench.announce(flush)
    assert first.effect is Effect.WARN
    again = bench.announce(flush)
    other = bench.announce(
        "Purging checkout-web's redis cache in prod", thread_ts=first.announcement.place.ts
    )
    assert [bench.posts(one.id) for one in (first, again, other)] == [["warning"], [], []]
    bench.later(minutes=31)
    assert bench.posts(bench.announce(flush).id) == ["warning"]


def test_a_persons_own_announcement_gets_warnings_never_holds(bench):
    assert bench.announce(human=True).effect is Effect.WARN


def test_the_same_message_has_its_effect_once(bench):
    judged = bench.announce()
    request = ActionRequest(judged.announcement)
    assert check_action(bench.negmem, request).id == judged.id
    assert bench.hold(judged).asked == 1


def test_a_released_gate_call_starts_once_for_the_same_digest(bench):
    asking = agent()
    judged = bench.announce(COMMAND, agent=asking, form=InputForm.COMMAND)
    assert view_action(bench.negmem, asking, judged.id).permit is None
    release(bench, judged)
    permit = view_action(bench.negmem, asking, judged.id).permit
    assert permit is not None
    assert view_action(bench.negmem, asking, judged.id).permit == permit

    def start(command):
        action = ActionInput(InputForm.COMMAND, text=command)
        return start_action(bench.negmem, asking, judged.id, permit.token, action).code

    assert start("kubectl -n prod delete deploy/payments-api") == "other_action"
    assert start("kubectl  rollout restart  deploy/payments-api -n prod") == "started"
    assert start(COMMAND) == "spent"


def test_a_permit_expires(bench):
    asking = agent()
    judged = bench.announce(COMMAND, agent=asking, form=InputForm.COMMAND)
    release(bench, judged)
    permit = view_action(bench.negmem, asking, judged.id).permit
    bench.later(minutes=6)
    action = ActionInput(InputForm.COMMAND, text=COMMAND)
    answer = start_action(bench.negmem, asking, judged.id, permit.token, action)
    assert answer.code == "expired"


def test_an_entry_stored_after_the_decision_stops_the_start(bench):
    asking = agent()
    command = "kubectl -n prod rollout restart deploy/ledger"
    judged = bench.announce(command, agent=asking, form=InputForm.COMMAND)
    permit = view_action(bench.negmem, asking, judged.id).permit
    bench.remember({**BLOCK, "id": "nm-40", "action": "restart ledger", "service": "ledger"})
    action = ActionInput(InputForm.COMMAND, text=command)
    answer = start_action(bench.negmem, asking, judged.id, permit.token, action)
    assert answer.code == "judged_anew"
    again = view_action(bench.negmem, asking, answer.new_id)
    assert again.judged.effect is Effect.HOLD


def test_an_idempotency_key_gives_the_same_answer_and_refuses_another_body(bench):
    asking = agent()
    first = bench.announce(agent=asking, idempotency_key="k", body_hash="a")
    assert bench.announce(agent=asking, idempotency_key="k", body_hash="a").id == first.id
    with pytest.raises(Conflict):
        bench.announce(agent=asking, idempotency_key="k", body_hash="b")


def test_a_database_that_is_down_allows_nothing(bench):
    bench.store.down = True
    with pytest.raises(MemoryUnavailable):
        bench.announce()


def test_admins_release_without_being_named(bench):
    assert release(bench, bench.announce(), ADMIN).ok


def test_the_link_to_the_card_is_asked_for_when_nobody_waits_for_the_database(bench):
    """The directory of these tests refuses to be asked inside a transaction."""
    first = bench.announce(COMMAND, agent=agent(), form=InputForm.COMMAND)
    assert deliver_outbox(bench.negmem, FakeNotifier()) == 1
    call = GateCall(first.announcement.action, channel=CHANNEL)
    again = ask_gate(bench.negmem, agent(), call)
    assert again.judged.hold_id == first.hold_id
    assert again.card_url
    assert view_action(bench.negmem, agent(), again.judged.id).card_url
