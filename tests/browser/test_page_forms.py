"""Commands, modals, shortcuts and the Home tab."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def command(page: Page, text: str) -> None:
    page.locator("#composer").fill(text)
    page.locator("#composer").press("Enter")


def test_a_slash_command_is_run_and_its_answer_seen_by_its_user_only(stage):
    """Typed into the box; it is no message."""
    jonas, priya = stage.open_page("oncall"), stage.open_page("oncall2")
    command(jonas, "/keep restart is bad")
    answer = jonas.locator(".message", has_text="Kept: restart is bad")
    expect(answer).to_contain_text("Only visible to you")
    assert [c["text"] for c in stage.heard.commands] == ["restart is bad"]
    expect(jonas.locator(".message", has_text="/keep")).to_have_count(0)
    expect(priya.locator(".message", has_text="Kept")).to_have_count(0)


def test_an_unknown_command_and_one_in_a_thread_are_refused_and_kept_in_the_box(stage):
    """As Slack refuses them; what was typed is not lost."""
    page = stage.open_page("oncall")
    command(page, "/nothing here")
    expect(page.locator(".toast.bad")).to_contain_text("/nothing is not a valid command")
    expect(page.locator("#composer")).to_have_value("/nothing here")
    ts = stage.client.chat_postMessage(channel=stage.channel, text="parent")["ts"]
    page = stage.open_page("oncall", channel=stage.channel, thread=ts)
    page.locator("#thread-composer").fill("/keep it")
    page.locator("#thread-composer").press("Enter")
    expect(page.locator(".toast.bad")).to_contain_text("/keep is not supported in threads")
    assert stage.heard.commands == []


def test_commands_are_suggested(stage):
    """A slash lists what there is, with what it does."""
    page = stage.open_page("oncall")
    page.locator("#composer").press_sequentially("/k")
    suggested = page.locator(".suggestions").get_by_role("option")
    expect(suggested).to_have_text("/keep Keep something in mind")
    page.locator("#composer").press("Tab")
    expect(page.locator("#composer")).to_have_value("/keep ")


def test_a_modal_is_filled_in_and_sent(stage):
    """Each kind of input arrives in `view.state.values` as Slack has it."""
    page = stage.open_page("oncall")
    command(page, "/keep form")
    modal = page.get_by_role("dialog", name="Keep in mind")
    expect(modal.get_by_label("Why")).to_be_focused()
    modal.get_by_label("Why").fill("it dropped transactions")
    modal.get_by_label("Severity").select_option("block")
    modal.get_by_label("Tuesday").check()
    modal.get_by_label("Once").check()
    modal.get_by_label("Until").fill("2027-01-31")
    modal.locator("[data-block=at] input").fill("09:30")
    modal.locator("[data-block=who] summary").click()
    modal.locator("[data-block=who]").get_by_label("Priya Castellan").check()
    modal.get_by_role("button", name="Keep", exact=True).click()
    expect(modal).to_have_count(0)
    (sent,) = stage.heard.wait("submissions")
    values = sent["view"]["state"]["values"]
    assert values["why"]["why"]["value"] == "it dropped transactions"
    assert values["severity"]["severity"]["selected_option"]["value"] == "block"
    assert [o["value"] for o in values["days"]["days"]["selected_options"]] == ["tuesday"]
    assert values["mode"]["mode"]["selected_option"]["value"] == "once"
    assert values["until"]["until"]["selected_date"] == "2027-01-31"
    assert values["at"]["at"]["selected_time"] == "09:30"
    assert values["who"]["who"]["selected_users"] == [stage.world.people["oncall2"]]


def test_what_is_missing_or_refused_is_said_beside_the_field(stage):
    """A required field by the page, an objection by the app; what was typed stays."""
    page = stage.open_page("oncall")
    command(page, "/keep form")
    modal = page.get_by_role("dialog", name="Keep in mind")
    send = modal.get_by_role("button", name="Keep", exact=True)
    send.click()
    error = modal.locator("[data-block=why] .error")
    expect(error).to_have_text("Please complete this required field.")
    expect(modal.get_by_label("Why")).to_be_focused()
    modal.get_by_label("Why").fill("because")
    send.click()
    expect(error).to_have_text("Say more than that.")
    expect(modal.get_by_label("Why")).to_have_value("because")
    expect(modal.get_by_label("Why")).to_have_attribute("aria-invalid", "true")
    modal.get_by_label("Why").fill("because it lost payments")
    send.click()
    expect(modal).to_have_count(0)


def test_what_was_typed_survives_an_update_of_the_modal(stage):
    """A press in the modal reaches the app, which redraws it around what is filled in."""
    page = stage.open_page("oncall")
    command(page, "/keep growing")
    modal = page.get_by_role("dialog", name="Growing")
    modal.get_by_label("Note").fill("half a thought")
    for line in ("Line 1", "Line 2"):
        modal.get_by_role("button", name="One more").click()
        expect(modal).to_contain_text(line)
    expect(modal.get_by_label("Note")).to_have_value("half a thought")
    assert stage.heard.wait("clicks", 2)[0]["view"]["callback_id"] == "growing"


def test_a_failure_is_told_above_an_open_modal(stage):
    """What goes wrong while a modal is open is not hidden behind it."""
    page = stage.open_page("oncall")
    command(page, "/keep growing")
    more = page.get_by_role("dialog", name="Growing").get_by_role("button", name="One more")
    expect(more).to_be_visible()
    stage.sandbox.sockets.is_open = False
    stage.sandbox.drop_sockets()
    more.click()
    expect(page.locator(".toasts:popover-open .toast.bad")).to_be_visible(timeout=8000)
    page.get_by_role("dialog", name="Growing").get_by_role("button", name="Cancel").click()
    page.locator(".toast.bad").get_by_role("button", name="Dismiss").first.click()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("way", ["Escape", "Cancel", "Close"])
def test_a_modal_is_left_by_key_and_by_button(stage, way: str):
    """Nothing is submitted, and a reload does not bring it back."""
    page = stage.open_page("oncall")
    command(page, "/keep form")
    modal = page.get_by_role("dialog", name="Keep in mind")
    expect(modal).to_be_visible()
    if way == "Escape":
        page.keyboard.press("Escape")
    else:
        modal.get_by_role("button", name=way).click()
    expect(modal).to_have_count(0)
    page.reload()
    page.wait_for_selector("#composer")
    expect(modal).to_have_count(0)
    assert stage.heard.submissions == []


def test_a_reload_keeps_an_open_modal(stage):
    """It belongs to the person, not to the page."""
    page = stage.open_page("oncall")
    command(page, "/keep form")
    expect(page.get_by_role("dialog", name="Keep in mind")).to_be_visible()
    page.reload()
    expect(page.get_by_role("dialog", name="Keep in mind")).to_be_visible()


def test_a_message_shortcut_is_in_the_menu_of_a_message(stage):
    """It names the message that it was used on."""
    page = stage.open_page("oncall")
    ts = stage.client.chat_postMessage(channel=stage.channel, text="remember me")["ts"]
    row = page.locator(".message", has_text="remember me")
    row.hover()
    row.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Keep this message").click()
    assert [s["message"]["ts"] for s in stage.heard.wait("shortcuts")] == [ts]


def test_the_home_tab_is_opened_and_drawn(stage):
    """Opening it tells the app, whose view appears."""
    page = stage.open_page("oncall")
    page.get_by_role("button", name="keeper").click()
    expect(page.locator(".home").get_by_role("heading", name="What I keep")).to_be_visible()
    page.get_by_role("button", name=re.compile("oncall-review")).click()
    expect(page.locator("#composer")).to_be_visible()
