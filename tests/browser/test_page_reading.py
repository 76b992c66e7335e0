"""The page is readable and usable: keyboard, phone, dark, permalinks."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_messages_are_walked_and_answered_by_keyboard(stage):
    """Arrow keys move between messages, Tab reaches the actions, Enter opens the thread."""
    for text in ("first", "second"):
        stage.client.chat_postMessage(channel=stage.channel, text=text)
    page = stage.open_page("oncall")
    expect(page.locator(".message", has_text="second")).to_be_visible()
    page.locator("#main .messages").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".message", has_text="second")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".message", has_text="first")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#thread")).to_contain_text("first")
    expect(page.locator("#thread-composer")).to_be_focused()


def test_every_control_has_a_name(stage):
    """Nothing that can be pressed or filled in is silent for a screen reader."""
    stage.card(
        [
            {
                "type": "actions",
                "elements": [
                    {
                        "type": "overflow",
                        "options": [{"text": {"type": "plain_text", "text": "a"}}],
                    },
                    {"type": "datepicker"},
                    {"type": "users_select"},
                ],
            }
        ]
    )
    page = stage.open_page("oncall")
    page.locator(".message").last.hover()
    silent = page.evaluate(
        """() => [...document.querySelectorAll('button, a, input, select, textarea')]
            .filter((one) => one.offsetParent)
            .filter((one) => !(one.textContent.trim() || one.getAttribute('aria-label')
                || one.labels?.length))
            .map((one) => one.outerHTML)"""
    )
    assert silent == []


def test_a_phone_shows_one_column_at_a_time_and_nothing_overflows(stage):
    """Channel, list and thread each fill the screen of 390 px."""
    long = "x" * 300
    ts = stage.client.chat_postMessage(channel=stage.channel, text=f"wide {long}")["ts"]
    stage.client.chat_postMessage(channel=stage.channel, text=f"```{long}```", thread_ts=ts)
    page = stage.open_page("oncall", phone=True)
    wide = "document.documentElement.scrollWidth > innerWidth"
    expect(page.locator("#sidebar")).to_be_hidden()
    assert page.evaluate(wide) is False
    page.get_by_role("button", name="Show channels").click()
    expect(page.locator("#main")).to_be_hidden()
    page.locator(".place", has_text="inc-payments-latency").click()
    page.locator(".replies").click()
    expect(page.locator("#thread")).to_be_visible()
    expect(page.locator("#main")).to_be_hidden()
    assert page.evaluate(wide) is False
    page.get_by_role("button", name="Close thread").click()
    expect(page.locator("#main")).to_be_visible()
    assert page.evaluate("document.querySelector('#main .messages').scrollWidth <= innerWidth")


@pytest.mark.parametrize("locale", ["en-GB", "en-US", "ko-KR"])
def test_the_time_beside_a_message_that_follows_is_one_line(stage, locale: str):
    """Also where people say it with "PM": there is room for the digits alone."""
    for text in ("first", "second"):
        stage.client.chat_postMessage(channel=stage.channel, text=text)
    page = stage.open_page("oncall", phone=True, locale=locale)
    stamp = page.locator(".message.follows", has_text="second").locator(".stamp")
    room = page.locator(".message.follows .gutter").last.bounding_box()
    shown = stamp.bounding_box()
    assert shown["height"] <= 24
    assert shown["width"] <= room["width"] + 1


@pytest.mark.parametrize("dark", [False, True])
def test_text_stands_out_from_its_ground(stage, dark: bool):
    """Contrast of at least 4.5 to 1 for text, muted text and buttons, light and dark."""
    buttons = [
        {"type": "button", "text": {"type": "plain_text", "text": style}, "style": style}
        for style in ("primary", "danger")
    ]
    stage.card([{"type": "actions", "elements": buttons}])
    page = stage.open_page("oncall", dark=dark)
    page.wait_for_selector(".message .button.danger")
    weak = page.evaluate(
        """() => {
          const parse = (c) => c.match(/[\\d.]+/g).map(Number);
          const light = (c) => {
            const [r, g, b] = c.map((v) => v / 255)
              .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const ground = (node) => {
            for (let at = node; at; at = at.parentElement) {
              const c = parse(getComputedStyle(at).backgroundColor);
              if (c.length < 4 || c[3] > 0.5) return c;
            }
            return [255, 255, 255];
          };
          const named = ['.name', '.muted', '.button.primary', '.button.danger', '.place',
            '.place[aria-current]', '.badge', '.pane-head h1', '.sidebar h2'];
          return named.flatMap((name) => {
            const node = document.querySelector(name);
            if (!node) return [`${name}: absent`];
            const [a, b] = [parse(getComputedStyle(node).color), ground(node)]
              .map((c) => light(c.slice(0, 3))).sort((x, y) => y - x);
            const ratio = (a + 0.05) / (b + 0.05);
            return ratio < 4.5 ? [`${name}: ${ratio.toFixed(2)}`] : [];
          });
        }"""
    )
    assert weak == []


def test_a_permalink_leads_to_its_message(stage):
    """The page opens at the message, marks it and shows its thread."""
    ts = stage.client.chat_postMessage(channel=stage.channel, text="the one")["ts"]
    for number in range(40):
        stage.client.chat_postMessage(channel=stage.channel, text=f"later {number}")
    page = stage.open_page("oncall")
    link = stage.client.chat_getPermalink(channel=stage.channel, message_ts=ts)["permalink"]
    page.goto(stage.sandbox.url + "/archives" + link.partition("/archives")[2])
    row = page.locator("#main .message.marked", has_text="the one")
    expect(page.locator("#thread .message", has_text="the one")).to_be_visible()
    expect(row).to_be_in_viewport()
    expect(page.get_by_label("You are")).to_have_value(stage.world.people["oncall"])


def test_reading_further_up_is_not_disturbed_by_new_messages(stage):
    """Who reads old messages stays there; who is at the end stays at the end."""
    for number in range(60):
        stage.client.chat_postMessage(channel=stage.channel, text=f"line {number}")
    page = stage.open_page("oncall")
    expect(page.locator(".message", has_text="line 59")).to_be_in_viewport()
    log = page.locator("#main .messages")
    log.evaluate("(node) => (node.scrollTop = 0)")
    stage.client.chat_postMessage(channel=stage.channel, text="newest")
    expect(page.locator(".message", has_text="newest")).to_be_attached()
    assert log.evaluate("(node) => node.scrollTop") == 0


def test_a_half_made_choice_survives_a_message_that_arrives(stage):
    """Other messages are not drawn anew when one comes."""
    page = stage.open_page("oncall")
    option = {"text": {"type": "plain_text", "text": "Two"}, "value": "two"}
    stage.card(
        [
            {
                "type": "input",
                "label": {"type": "plain_text", "text": "Note"},
                "element": {"type": "plain_text_input", "action_id": "note"},
            },
            {
                "type": "actions",
                "elements": [{"type": "checkboxes", "action_id": "c", "options": [option]}],
            },
        ]
    )
    page.get_by_label("Note").fill("half a")
    stage.client.chat_postMessage(channel=stage.channel, text="meanwhile")
    expect(page.locator(".message", has_text="meanwhile")).to_be_visible()
    expect(page.get_by_label("Note")).to_have_value("half a")
    expect(page.get_by_label("Note")).to_be_focused()


def test_who_is_who_is_said_alike_to_everybody(stage):
    """Somebody of another organisation sees who is admin, guest or an agent as its members do."""
    lists = [
        stage.open_page(role).locator("#sidebar .identity option").all_text_contents()
        for role in ("admin", "external", "agent")
    ]
    assert lists[0] == lists[1] == lists[2]
    assert "Elena Voss (external)" in lists[0]
    assert "Mara Lindqvist (admin)" in lists[0]
    assert "deploy-agent (agent)" in lists[0]
