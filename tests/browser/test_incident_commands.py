"""The rest of what a person does with the bot: the form, the lists, Home, the message's menu."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.windows import PATIENCE_MS, Office, Window, soon

pytestmark = pytest.mark.browser

ADD = "restart payments-web in prod => dropped sessions, block, for 90 days"
ACTION, OUTCOME = "What must not be repeated", "What happened last time"


def form_of(window: Window, title: str = "New entry") -> Locator:
    """The form of an entry, once its inputs are there."""
    form = window.modal(title)
    soon(form.get_by_label(ACTION))
    return form


def store(form: Locator) -> None:
    form.get_by_role("button", name="Store").click()


def complaint(form: Locator, field: str) -> Locator:
    """What stands beside a field."""
    return form.locator(f"[data-block={field}] .error")


def test_an_entry_is_filled_from_text_mended_and_stored(office: Office):
    """Complaints stand beside their fields, what was typed stays, and it counts at once."""
    agent, jonas = office.window("agent"), office.window("oncall")
    jonas.say(f"/negmem add {ADD}")
    form = form_of(jonas)
    action = form.get_by_label(ACTION)
    expect(action).to_have_value("restart payments-web")
    expect(form.get_by_label(OUTCOME)).to_have_value("dropped sessions")
    expect(form.get_by_label("What follows")).to_have_value("block")
    expect(form.get_by_label("Service", exact=True)).to_have_value("payments-web")
    expect(form.get_by_label("Environment")).to_have_value("prod")
    expect(form.get_by_label("Until when")).to_have_value(re.compile(r"^\d{4}-\d\d-\d\d$"))

    form.get_by_label("What to do instead").fill("drain it first")
    action.fill("")
    store(form)
    expect(complaint(form, "action")).to_have_text("Please complete this required field.")
    action.fill("be careful")
    store(form)
    expect(complaint(form, "action")).to_contain_text("not an action", timeout=PATIENCE_MS)
    expect(form.get_by_label("What to do instead")).to_have_value("drain it first")
    action.fill("restart payments-web")
    form.get_by_label("Until when").fill("whenever")
    store(form)
    expect(complaint(form, "expires")).not_to_be_empty(timeout=PATIENCE_MS)
    form.get_by_label("Until when").fill("for 90 days")
    store(form)
    expect(form).to_have_count(0, timeout=PATIENCE_MS)
    soon(jonas.whispered("Stored as nm-19 (block): restart payments-web"))

    agent.say("Restarting payments-web in prod")
    soon(jonas.message("Held:"))
    expect(jonas.message("Held:")).to_contain_text("Instead: drain it first")


def test_the_form_shows_what_it_would_have_matched_before_it_is_stored(office: Office):
    """The first Store shows the announcements of the last weeks, the second stores."""
    agent, jonas = office.window("agent"), office.window("oncall")
    text = "Restarting payments-web in prod now"
    office.announce(agent, text)
    jonas.say("/negmem add")
    form = form_of(jonas)
    form.get_by_label(ACTION).fill("restart payments-web")
    form.get_by_label(OUTCOME).fill("dropped sessions")
    form.get_by_label("Service", exact=True).fill("payments-web")
    form.get_by_label("Environment").fill("prod")
    store(form)
    expect(form).to_contain_text("would have matched 1 of the 1 announcement", timeout=PATIENCE_MS)
    expect(form.get_by_text("They are listed at the end")).to_be_in_viewport()
    expect(form).to_contain_text(text)
    store(form)
    soon(jonas.whispered("Stored as nm-19 (warn)"))


def test_list_show_check_and_help_answer_their_asker_alone(office: Office):
    """Each command has its answer, and a misspelt one the nearest."""
    jonas, priya = office.window("oncall"), office.window("oncall2")
    for text, answer in (
        ("help", "What I understand:"),
        ("list", "Entries: 2"),
        ("show nm-17", "Instead: drain the queue, then restart one pod at a time"),
        ("check restarting payments-api in prod", "It would be held"),
        ("check restarting checkout-web in prod", "Nothing known against it"),
        ("lst", "Did you mean /negmem list?"),
    ):
        jonas.say(f"/negmem {text}")
        soon(jonas.whispered(answer))
    expect(priya.page.locator(".message.ephemeral")).to_have_count(0)
    for label in ("Renew", "Edit", "Narrow", "Weaken", "Retire"):
        expect(jonas.page.get_by_role("button", name=label, exact=True)).to_be_visible()


def test_home_shows_what_is_held_and_opens_the_form(office: Office):
    """Open holds with a way there, the numbers, the set-up, and a button that adds."""
    agent, jonas = office.window("agent"), office.window("oncall")
    agent.say("Restarting payments-api in prod now.")
    soon(jonas.message("Held:"))
    jonas.open_home()
    home = jonas.page.locator(".home")
    for heading in ("Held right now", "My entries due soon", "The last four weeks", "Set-up"):
        expect(home.get_by_role("heading", name=heading)).to_be_visible(timeout=PATIENCE_MS)
    expect(home).to_contain_text("Restarting payments-api in prod")
    expect(home).to_contain_text("1 block, 1 warn")
    home.get_by_role("button", name="Add an entry").click()
    soon(jonas.page.get_by_role("dialog").get_by_label(ACTION))


def test_any_message_becomes_an_entry(office: Office):
    """From its menu; where it came from is the source."""
    jonas = office.window("oncall")
    text = "Truncating the sessions table of payments-db in prod took the login page down"
    jonas.say(text)
    jonas.use_shortcut(jonas.said(text), "Add to negative memory")
    form = form_of(jonas)
    expect(form.get_by_label("Where the lesson comes from")).to_have_value(re.compile("/archives/"))
    form.get_by_label(ACTION).fill("truncate the sessions table of payments-db")
    form.get_by_label(OUTCOME).fill("the login page was down for 10 min")
    form.get_by_label("Service", exact=True).fill("payments-db")
    form.get_by_label("Environment").fill("prod")
    store(form)
    soon(jonas.whispered("Stored as nm-19"))


def test_a_message_tells_why_it_got_no_warning(office: Office):
    """What was decided then and what nearly matched, with a way to make it an entry."""
    agent, jonas = office.window("agent"), office.window("oncall")
    text = "Restarting payments-api in staging now."
    jonas.use_shortcut(jonas.at(office.announce(agent, text)), "Why no warning?")
    told = jonas.modal("Why no warning?")
    expect(told).to_contain_text("it was let through.", timeout=PATIENCE_MS)
    expect(told).to_contain_text("nm-17")
    expect(told).to_contain_text("staging")
    told.get_by_role("button", name="Add to negative memory").click()
    action = jonas.page.get_by_role("dialog").get_by_label(ACTION)
    soon(action)
    expect(action).to_have_value(re.compile("payments-api"))
