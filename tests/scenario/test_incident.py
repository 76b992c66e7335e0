"""The main loop, end to end: announced, held or warned, released, kept, corrected."""

from bot.cli.workspace_client import button_of
from bot.domain.audit import first_break

RESTART = "p99 is at 4 s. Restarting payments-api in prod now."


def test_a_repeat_is_held_and_an_approver_releases_it(workplace):
    ts = workplace.announce(RESTART)
    card = workplace.card(ts, "pending")
    assert "nm-17" in card["text"]
    assert "dropped in-flight transactions" in card["text"]
    workplace.press("guest", card, "release")
    workplace.told("guest", "guest")
    assert workplace.card(ts, "pending")
    workplace.press("oncall", card, "release")
    released = workplace.card(ts, "released")
    assert button_of(released, "release") is None
    assert workplace.user("oncall") in released["text"]
    assert button_of(released, "keep") is None


def test_the_same_is_answered_by_whoever_kept_it(workplace):
    card = workplace.card(workplace.announce(RESTART), "pending")
    workplace.press("oncall", card, "keep")
    workplace.card(card["thread_ts"], "kept")
    again = workplace.announce(RESTART)
    answered = workplace.card(again, "kept")
    assert workplace.user("oncall") in answered["text"]


def test_a_warning_says_the_risk_and_goes_on(workplace):
    ts = workplace.announce("Flushing the redis cache of checkout-web in prod.")
    card = workplace.card(ts, "warned")
    assert button_of(card, "release") is None
    assert "origin overloaded" in card["text"]


def test_a_harmless_look_gets_no_reply_but_a_stored_decision(workplace):
    ts = workplace.announce("Checking the restart history of payments-api in prod.")
    assert workplace.judged(ts).effect.value == "allow"
    assert len(workplace.thread(ts)) == 1


def test_no_dont_do_that_holds_the_next_one(workplace):
    plan = "Scaling payments-worker down to 2 replicas in prod."
    ts = workplace.announce(plan)
    assert workplace.judged(ts).effect.value == "allow"
    workplace.say("oncall2", "No, don't do that, the payout queue is backed up.", ts)
    card = workplace.people.wait_for(
        lambda: workplace.thread(ts), lambda m: button_of(m, "undo_entry") is not None, "the entry"
    )
    assert "payout queue is backed up" in card["text"]
    again = workplace.announce("Still tight: scaling down payments-worker to 2 in prod.")
    assert workplace.card(again, "pending")


def test_an_edit_voids_the_hold(workplace):
    ts = workplace.announce(RESTART)
    workplace.card(ts, "pending")
    workplace.people.act(
        "edits",
        as_app=workplace.world.agent_app,
        channel=workplace.payments,
        ts=ts,
        text="Only looking at payments-api in prod.",
    )
    assert workplace.card(ts, "voided")


def test_a_deletion_voids_the_hold(workplace):
    ts = workplace.announce(RESTART)
    judged = workplace.judged(ts)
    workplace.card(ts, "pending")
    workplace.people.act(
        "deletions", as_app=workplace.world.agent_app, channel=workplace.payments, ts=ts
    )
    card = workplace.people.wait_for(
        lambda: workplace.people.messages(workplace.payments),
        lambda m: (m.get("metadata") or {}).get("event_payload", {}).get("state") == "voided",
        "the void card",
    )
    assert card
    assert judged.hold_id


def test_the_chain_of_records_holds_after_an_incident(workplace):
    card = workplace.card(workplace.announce(RESTART), "pending")
    workplace.press("admin", card, "release")
    workplace.card(card["thread_ts"], "released")
    with workplace.running.negmem.store.read() as tx:
        records = list(tx.audit.records(workplace.team))
    assert first_break(records) is None
    assert [one.event.value for one in records][-2:] == ["held", "released"]
