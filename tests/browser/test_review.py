"""A whole weekly review with the real bot, by clicking."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, expect

from bot.domain.entry import Entry, EntryState, Severity
from tests.browser.windows import PATIENCE_MS, Office, Window, press, soon
from tests.scenario.workplace import until

pytestmark = pytest.mark.browser

PAGE_MS = 300
"""How long the page may take to show what Slack has."""

STALE = {
    "nm-31": ("fail over search-es to the second zone", "search-es"),
    "nm-32": ("drain the kafka brokers", "events-kafka"),
    "nm-33": ("scale down billing-worker", "billing-worker"),
    "nm-34": ("roll back the ledger-db migration", "ledger-db"),
    "nm-35": ("purge the cdn of shop-web", "shop-web"),
}


def stale(entry_id: str, owner: str) -> Mapping[str, object]:
    """An old entry that expires within the review's reach."""
    action, service = STALE[entry_id]
    now = datetime.now(UTC)
    return {
        "id": entry_id,
        "action": action,
        "outcome": "pages were slow for 20 min",
        "severity": "block",
        "service": service,
        "environment": "prod",
        "source": "incident 12",
        "owner": owner,
        "created": (now - timedelta(days=100)).isoformat(),
        "expires": f"{now + timedelta(days=9):%Y-%m-%d}",
    }


def review_in(office: Office, window: Window) -> Locator:
    """Ask for a review, open its thread; give the parent."""
    window.page.locator("#composer").wait_for()
    window.say("/negmem review")
    soon(window.message("Weekly review"))
    window.open_thread(window.said("Weekly review"))
    return window.said("Weekly review")


def entry(office: Office, entry_id: str) -> Entry:
    with office.place.running.negmem.store.read() as tx:
        found = tx.entries.get(office.place.team, entry_id)
    assert found is not None
    return found


def test_a_review_is_answered_entry_by_entry(office: Office):
    """A chart with words beside it; each click acts at once and draws its reply again."""
    place = office.place
    place.card(place.announce("Flushing the redis cache of checkout-web in prod"), "warned")
    place.remember(*(stale(entry_id, place.user("oncall")) for entry_id in STALE))
    mara = office.window("admin", channel=place.review)
    parent = review_in(office, mara)

    chart = parent.get_by_role("img", name="Fires by week.")
    soon(chart)
    assert "1 warned" in (chart.get_attribute("alt") or "")
    mara.page.wait_for_function("one => one.naturalWidth > 0", arg=chart.element_handle())
    expect(parent).to_contain_text("To decide in this thread: 5 of 5")

    for entry_id, choice, done in (
        ("nm-31", "Renew", "Renewed"),
        ("nm-33", "Weaken", "Weakened"),
        ("nm-34", "Retire", "Retired"),
    ):
        reply = mara.in_thread(entry_id)
        soon(reply)
        expect(reply).to_contain_text("still needed?")
        press(reply, choice)
        expect_done(reply, done)
        all_drawn(office, parent)
    mara.in_thread("nm-35").get_by_label("Reassign …").select_option(label="Priya Castellan")
    expect_done(mara.in_thread("nm-35"), "Reassigned")
    expect(mara.in_thread("nm-35")).to_contain_text("owner @priya")

    press(mara.in_thread("nm-32"), "Narrow")
    form = mara.modal("Narrow nm-32")
    soon(form.get_by_label("Action"))
    form.get_by_label("Only at these times").fill("sometimes")
    form.get_by_role("button", name="Narrow").click()
    expect(form.locator("[data-block=window] .error")).not_to_be_empty(timeout=PATIENCE_MS)
    form.get_by_label("Only at these times").fill("mon-fri 08:00-20:00 Europe/Berlin")
    form.get_by_role("button", name="Narrow").click()
    expect(form).to_have_count(0, timeout=PATIENCE_MS)
    expect_done(mara.in_thread("nm-32"), "Narrowed")
    expect(mara.in_thread("nm-32")).to_contain_text("08:00–20:00 Europe/Berlin")
    expect(parent).to_contain_text("All in this thread answered, 5 of 5", timeout=PATIENCE_MS)

    assert (entry(office, "nm-31").expires or datetime.min.replace(tzinfo=UTC)) > datetime.now(
        UTC
    ) + timedelta(days=100)
    assert entry(office, "nm-32").scope.windows
    assert entry(office, "nm-33").severity is Severity.WARN
    assert entry(office, "nm-34").state is EntryState.RETIRED
    assert entry(office, "nm-35").owner == place.user("oncall2")


def all_drawn(office: Office, parent: Locator) -> None:
    """Wait until every reply of a review is drawn again: a click while one is replaced is lost."""
    place, ts = office.place, parent.get_attribute("data-ts")

    def drawn() -> bool | None:
        with place.running.negmem.store.read() as tx:
            told = tx.outbox.at(place.team, place.review, str(ts))
            assert told is not None
            posts = tx.outbox.of_subject(place.team, told.subject)
        return all(post.drawn >= post.wanted for post in posts) or None

    until(drawn, "the redraw of the review")
    parent.page.wait_for_timeout(PAGE_MS)


def expect_done(reply: Locator, done: str) -> None:
    """The reply says who did what, and asks no more."""
    expect(reply).to_contain_text(f"{done} by @mara", timeout=PATIENCE_MS)
    expect(reply.get_by_role("button", name="Renew")).to_have_count(0)


def test_two_people_share_a_review(office: Office):
    """What one answers is answered for the other; an owner is called once."""
    place = office.place
    place.remember(*(stale(entry_id, place.user("oncall")) for entry_id in ("nm-31", "nm-32")))
    mara = office.window("admin", channel=place.review)
    jonas = office.window("oncall", channel=place.review)
    review_in(office, mara)
    soon(jonas.message("Weekly review"))
    jonas.open_thread(jonas.said("Weekly review"))
    soon(jonas.in_thread("nm-32"))
    called = jonas.page.locator("#thread .message .mention.me", has_text="@jonas")
    expect(called.first).to_be_visible()
    press(mara.in_thread("nm-31"), "Renew")
    soon(jonas.in_thread("nm-31").get_by_text("Renewed"))
    press(jonas.in_thread("nm-32"), "Renew")
    soon(mara.in_thread("nm-32").get_by_text("Renewed"))
    expect(mara.said("Weekly review")).to_contain_text(
        "All in this thread answered, 2 of 2", timeout=PATIENCE_MS
    )
