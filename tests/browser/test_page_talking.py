"""People talk on the page as they do in Slack."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def say(page: Page, text: str) -> None:
    page.locator("#composer").fill(text)
    page.locator("#composer").press("Enter")


def message(page: Page, text: str, place: str = "#main"):
    return page.locator(f"{place} .message", has_text=text).last


def do(page: Page, text: str, action: str, place: str = "#main") -> None:
    row = message(page, text, place)
    row.hover()
    row.get_by_role("button", name=action).click()


def more(page: Page, text: str, item: str, place: str = "#main") -> None:
    do(page, text, "More actions", place)
    page.get_by_role("menuitem", name=item).click()


def test_two_people_in_two_windows_see_each_other_at_once(stage):
    """What one person writes appears in the other's window without a reload."""
    jonas, priya = stage.open_page("oncall"), stage.open_page("oncall2")
    say(jonas, "p99 is at 4 s, @priya please look")
    row = message(priya, "p99 is at 4 s")
    expect(row.locator(".name")).to_have_text("Jonas Adeyemi")
    expect(row.locator(".mention.me")).to_have_text("@priya")
    expect(message(jonas, "p99").locator(".mention")).not_to_have_class(re.compile(r"\bme\b"))
    say(priya, "looking")
    expect(message(jonas, "looking").locator(".name")).to_have_text("Priya Castellan")


def test_enter_sends_and_shift_enter_makes_a_line(stage):
    """A message of two lines is one message."""
    page = stage.open_page("oncall")
    box = page.locator("#composer")
    box.fill("one")
    box.press("Shift+Enter")
    box.press_sequentially("two")
    box.press("Enter")
    expect(message(page, "one").locator(".text")).to_have_text("one\ntwo", use_inner_text=True)
    expect(box).to_have_value("")


def test_a_person_edits_and_deletes_what_they_wrote(stage):
    """Edit in place, with the mark; delete after a question; nobody else's message."""
    jonas, priya = stage.open_page("oncall"), stage.open_page("oncall2")
    say(jonas, "restart payments-ap")
    more(jonas, "restart payments-ap", "Edit message")
    jonas.get_by_label("Edit message").fill("restart payments-api")
    jonas.get_by_label("Edit message").press("Enter")
    expect(message(priya, "restart payments-api")).to_contain_text("(edited)")
    do(priya, "restart payments-api", "More actions")
    expect(priya.get_by_role("menuitem", name="Delete message")).to_have_count(0)
    priya.keyboard.press("Escape")
    more(jonas, "restart payments-api", "Delete message")
    jonas.get_by_role("alertdialog").get_by_role("button", name="Cancel").click()
    expect(message(jonas, "restart payments-api")).to_be_visible()
    more(jonas, "restart payments-api", "Delete message")
    jonas.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(priya.locator(".message", has_text="restart payments-api")).to_have_count(0)


def test_arrow_up_in_an_empty_box_edits_the_last_own_message(stage):
    """As in Slack; Escape leaves it as it was."""
    page = stage.open_page("oncall")
    say(page, "first")
    expect(message(page, "first")).to_be_visible()
    page.locator("#composer").press("ArrowUp")
    field = page.get_by_label("Edit message")
    expect(field).to_have_value("first")
    field.press("Escape")
    expect(field).to_have_count(0)


def test_reactions_are_added_counted_and_taken_back(stage):
    """A reaction shows who reacted; pressing it again takes it back."""
    jonas, priya = stage.open_page("oncall"), stage.open_page("oncall2")
    say(jonas, "shipped")
    do(priya, "shipped", "Add reaction")
    priya.get_by_role("menuitem", name="eyes").click()
    chip = message(jonas, "shipped").locator(".reaction")
    expect(chip).to_have_attribute("title", "Priya Castellan reacted with :eyes:")
    chip.click()
    expect(chip).to_contain_text("2")
    chip.click()
    expect(chip).to_contain_text("1")


def test_a_thread_opens_beside_and_a_reply_may_go_to_the_channel_too(stage):
    """Replies stay in the thread; a broadcast one is in both places and says so."""
    jonas, priya = stage.open_page("oncall"), stage.open_page("oncall2")
    say(jonas, "what happened at 14:11?")
    do(priya, "what happened", "Reply in thread")
    reply = priya.locator("#thread-composer")
    reply.fill("queue depth doubled")
    reply.press("Enter")
    expect(message(priya, "queue depth", "#thread")).to_be_visible()
    expect(priya.locator("#main .message", has_text="queue depth")).to_have_count(0)
    expect(message(jonas, "what happened").locator(".replies")).to_contain_text("1 reply")
    priya.get_by_label("Also send to #inc-payments-latency").check()
    reply.fill("it is the batch job")
    reply.press("Enter")
    expect(message(jonas, "it is the batch job")).to_contain_text("replied to a thread")
    expect(message(priya, "it is the batch job", "#thread")).to_contain_text(
        "Also sent to the channel"
    )
    priya.keyboard.press("Escape")
    expect(priya.locator("#thread")).to_be_hidden()


def test_an_agent_speaks_as_an_app(stage):
    """Who acts as the agent posts with the agent's name and the APP badge."""
    agent, jonas = stage.open_page("agent"), stage.open_page("oncall")
    say(agent, "I will restart payments-api in prod")
    row = message(jonas, "I will restart")
    expect(row.locator(".message-head")).to_contain_text("deploy-agent")
    expect(row.locator(".badge").first).to_have_text("APP")


def test_the_identity_is_switched_in_the_sidebar(stage):
    """The switch lists people with their standing, and the agent; the address follows."""
    page = stage.open_page("oncall")
    switch = page.get_by_label("You are")
    labels = switch.locator("option").all_text_contents()
    assert any("Mara Lindqvist" in label and "admin" in label for label in labels)
    assert any("Tom Okafor" in label and "guest" in label for label in labels)
    assert any("Elena Voss" in label and "external" in label for label in labels)
    assert "deploy-agent (agent)" in labels
    switch.select_option(label="Priya Castellan (@oncall-payments)")
    expect(page.locator(".identity .avatar")).to_have_text("PC")
    expect(page).to_have_url(re.compile(f"as={stage.world.people['oncall2']}"))
    say(page, "hello from priya")
    expect(message(page, "hello from priya").locator(".name")).to_have_text("Priya Castellan")


def test_an_address_without_a_person_asks_and_then_remembers(stage):
    """Nobody is guessed; the next time the page knows."""
    page = stage.open_page("oncall")
    page.evaluate("localStorage.clear()")
    page.goto(f"{stage.sandbox.url}/")
    page.get_by_label("User id").fill(stage.world.people["oncall2"])
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".identity .avatar")).to_have_text("PC")
    page.goto(f"{stage.sandbox.url}/")
    expect(page.locator(".identity .avatar")).to_have_text("PC")


def test_unread_messages_make_the_channel_bold_and_mentions_are_counted(stage):
    """Until the channel is opened, which draws the line where the new begins."""
    priya = stage.open_page("oncall2", channel=stage.world.channels["oncall-review"])
    jonas = stage.open_page("oncall")
    say(jonas, "anyone here?")
    place = priya.get_by_role("button", name=re.compile("inc-payments-latency"))
    expect(place).to_have_class(re.compile("unread"))
    say(jonas, "@priya ?")
    expect(place.locator(".count")).to_have_text("1")
    place.click()
    expect(place).not_to_have_class(re.compile("unread"))
    say(jonas, "there you are")
    expect(message(priya, "there you are")).to_be_visible()


def test_a_guest_and_an_outsider_see_only_their_channels(stage):
    """The other channel is not in their list."""
    for role in ("guest", "external"):
        page = stage.open_page(role)
        expect(page.locator(".place", has_text="inc-payments-latency")).to_have_count(1)
        expect(page.locator(".place", has_text="oncall-review")).to_have_count(0)


def test_a_reload_keeps_the_place_the_thread_and_the_draft(stage):
    """What was half written is still there."""
    page = stage.open_page("oncall")
    say(page, "a thread begins")
    do(page, "a thread begins", "Reply in thread")
    page.locator("#thread-composer").fill("half a thought")
    page.reload()
    expect(page.locator("#thread-composer")).to_have_value("half a thought")
    expect(message(page, "a thread begins", "#thread")).to_be_visible()


def test_names_are_suggested_while_typing(stage):
    """`@pr` and Enter give the handle, which becomes a mention."""
    page = stage.open_page("oncall")
    box = page.locator("#composer")
    box.press_sequentially("@pri")
    suggested = page.locator(".suggestions").get_by_role("option")
    expect(suggested).to_have_text("Priya Castellan @priya")
    box.press("Enter")
    box.press_sequentially("look")
    box.press("Enter")
    expect(message(page, "look").locator(".mention")).to_have_text("@priya")


def test_the_page_finds_its_way_back_after_a_broken_feed(stage):
    """What was missed while the feed was down is shown when it is back."""
    page = stage.open_page("oncall")
    page.context.set_offline(True)
    stage.client.chat_postMessage(channel=stage.channel, text="said meanwhile")
    page.context.set_offline(False)
    expect(message(page, "said meanwhile")).to_be_visible(timeout=15000)
