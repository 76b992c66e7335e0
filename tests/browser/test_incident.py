"""A whole incident with the real bot, all of it by clicking and typing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from bot.domain.decision import Effect
from tests.browser.windows import PATIENCE_MS, Office, press, soon

pytestmark = pytest.mark.browser

RESTART = "p99 at 4 s and 5xx climbing. Restarting payments-api in prod now."
SCALE = "Scaling payments-worker down to 2 replicas in prod to free memory."
BUTTONS = ("Release", "Keep blocked", "Wrong match")


def expect_no_buttons(card: Locator) -> None:
    for label in BUTTONS:
        expect(card.get_by_role("button", name=label)).to_have_count(0)


def test_a_hold_tells_all_refuses_a_guest_and_is_released_on_call(office: Office):
    """The card says what, why, what instead and who may; each click is answered."""
    agent, guest, jonas = (office.window(role) for role in ("agent", "guest", "oncall"))
    office.announce(agent, RESTART)
    card = jonas.message("Held: Restarting payments-api")
    soon(card)
    for words in (
        *("nm-17", "dropped in-flight transactions", "postmortem 2026-09-14"),
        *("Why: same kind: restart · payments-api · prod", "Instead: drain the queue"),
        *("fires for the first time", "@oncall-payments", "can release · until"),
    ):
        expect(card).to_contain_text(words)

    press(guest.message("Held:"), "Release")
    soon(guest.whispered("Guests cannot do this. @oncall-payments"))
    expect(card.get_by_role("button", name="Release")).to_be_visible()

    press(card, "Release")
    soon(jonas.whispered("Released."))
    for window in (jonas, guest):
        released = window.message("Released: Restarting payments-api")
        soon(released)
        expect(released).to_contain_text("Released by @jonas")
        expect_no_buttons(released)
    expect(guest.whispered("Released.")).to_have_count(0)


def test_a_kept_action_stays_blocked_and_says_why(office: Office):
    """The reason is written in the thread afterwards; a repeat is answered with it."""
    agent, jonas = office.window("agent"), office.window("oncall")
    jonas.open_thread(jonas.at(office.announce(agent, RESTART)))
    card = jonas.in_thread("Held:")
    soon(card)
    press(card, "Keep blocked")
    soon(jonas.whispered("Kept blocked. Say why in its thread"))
    kept = jonas.in_thread("Kept blocked: Restarting payments-api")
    soon(kept)
    expect(kept).to_contain_text("Kept blocked by @jonas")
    expect_no_buttons(kept)

    jonas.reply("the payout run is on until six")
    soon(jonas.whispered("Noted as the reason."))
    expect(kept).to_contain_text("Reason: the payout run is on until six")

    jonas.open_thread(jonas.at(office.announce(agent, RESTART)))
    again = jonas.in_thread("Still blocked:")
    soon(again)
    expect(again).to_contain_text("Kept by @jonas")
    expect(again).to_contain_text("the payout run is on until six")


def test_a_correction_holds_the_next_announcement_until_it_is_undone(office: Office):
    """One reply in the thread is enough to be remembered, one click to take it back."""
    agent, priya = office.window("agent"), office.window("oncall2")
    priya.open_thread(priya.at(office.announce(agent, SCALE)))
    priya.reply("No, don't do that: the payout queue is backed up and we would miss the cut-off.")
    entry = priya.in_thread("Remembered")
    soon(entry)
    for words in ("@priya", "nm-19", "the payout queue is backed up", "payments-worker · prod"):
        expect(entry).to_contain_text(words)

    office.announce(agent, "Memory still high: scaling down payments-worker to 2 in prod.")
    soon(priya.message("Held:"))
    expect(priya.message("Held:")).to_contain_text("nm-19")

    press(entry, "Undo")
    soon(priya.whispered("nm-19 undone."))
    expect(entry).to_contain_text("retired")
    expect(entry.get_by_role("button", name="Undo")).to_have_count(0)

    ts = office.announce(agent, "Scaling payments-worker in prod down to 2: the queue is empty.")
    priya.use_shortcut(priya.at(ts), "Why no warning?")
    told = priya.modal("Why no warning?")
    expect(told).to_contain_text("it was let through", timeout=PATIENCE_MS)


def test_a_wrong_match_ends_the_hold_and_is_told_on_the_entry(office: Office):
    """The same announcement is not held again, and `show` tells who called it wrong."""
    agent, jonas = office.window("agent"), office.window("oncall")
    office.announce(agent, RESTART)
    card = jonas.message("Held:")
    soon(card)
    press(card, "Wrong match")
    sure = jonas.page.get_by_role("alertdialog", name="Wrong match?")
    expect(sure).to_contain_text("If nothing else holds it, it is released now.")
    sure.get_by_role("button", name="Cancel").click()
    expect(card).to_contain_text("Held:")
    press(card, "Wrong match")
    sure.get_by_role("button", name="Wrong match").click()
    soon(jonas.whispered("nm-17 will not match this again. The hold is released."))
    expect(jonas.message("Released: Restarting")).to_contain_text("Reason: wrong match: nm-17")

    jonas.say("/negmem show nm-17")
    soon(jonas.whispered("1 match called wrong"))
    expect(jonas.whispered("1 match called wrong")).to_contain_text("@jonas")
    ts = office.announce(agent, RESTART)
    assert office.place.judged(ts).effect is Effect.ALLOW


def test_a_warning_is_two_lines_and_lets_the_action_go_on(office: Office):
    """It stands in the thread alone, and can be called wrong."""
    agent, jonas = office.window("agent"), office.window("oncall")
    text = "Flushing the redis cache of checkout-web in prod to drop stale prices."
    jonas.open_thread(jonas.at(office.announce(agent, text)))
    card = jonas.in_thread("Warning:")
    soon(card)
    expect(card).to_contain_text("origin overloaded for 10 minutes")
    expect(card.get_by_role("button", name="Release")).to_have_count(0)
    expect(card.get_by_role("button", name="Wrong match")).to_be_visible()
    expect(jonas.message("Warning:")).to_have_count(0)


def test_a_hold_fits_a_phone(office: Office):
    """Everything is in sight without scrolling sideways, and buttons are as large as a thumb."""
    agent, phone = office.window("agent"), office.window("oncall", phone=True)
    office.announce(agent, RESTART)
    card = phone.message("Held:")
    soon(card)
    wide = "() => document.documentElement.scrollWidth"
    assert phone.page.evaluate(wide) <= 390
    for label in BUTTONS:
        box = card.get_by_role("button", name=label).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["height"] >= 32
    card.get_by_role("button", name="Release").tap()
    soon(phone.message("Released:"))


def test_two_people_who_click_at_once_have_one_winner(office: Office):
    """One releases it, the other is told who did; both see the same card."""
    agent, jonas, priya = (office.window(role) for role in ("agent", "oncall", "oncall2"))
    office.announce(agent, RESTART)
    buttons = []
    for window in (jonas, priya):
        soon(window.message("Held:"))
        button = window.message("Held:").get_by_role("button", name="Release")
        buttons.append(button.element_handle())
    for button in buttons:
        button.evaluate("one => one.click()")
    for window in (jonas, priya):
        soon(window.message("Released: Restarting"))
        soon(window.page.locator(".message.ephemeral"))
    told = [one.page.locator(".message.ephemeral").inner_text() for one in (jonas, priya)]
    winners = [
        handle
        for handle, words in (("@jonas", told[0]), ("@priya", told[1]))
        if "Released." in words
    ]
    assert len(winners) == 1
    assert any(f"Already released by {winners[0]} at " in words for words in told)
    assert not any("UTC" in words for words in told)
    for window in (jonas, priya):
        expect(window.message("Released: Restarting")).to_contain_text(f"Released by {winners[0]}")


def test_what_one_person_does_is_seen_in_the_window_of_the_other(office: Office):
    """In the thread as in the channel, without a reload."""
    agent, jonas, priya = (office.window(role) for role in ("agent", "oncall", "oncall2"))
    ts = office.announce(agent, RESTART)
    for window in (jonas, priya):
        soon(window.message("Held:"))
        window.open_thread(window.at(ts))
    jonas.reply("@priya I am looking at the queue")
    expect(priya.in_thread("looking at the queue")).to_be_visible()
    press(priya.in_thread("Held:"), "Keep blocked")
    for place in (jonas.message, jonas.in_thread):
        soon(place("Kept blocked: Restarting"))
        expect(place("Kept blocked: Restarting")).to_contain_text("Kept blocked by @priya")
