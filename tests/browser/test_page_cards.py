"""Cards of apps are drawn, pressed and kept inert."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str) -> dict[str, Any]:
    return {"type": "mrkdwn", "text": text}


def button(action: str, text: str, **keys: Any) -> dict[str, Any]:
    return {"type": "button", "action_id": action, "text": plain(text), "value": "v1", **keys}


CONFIRM = {
    "title": plain("Release this action?"),
    "text": mrkdwn("*deploy-agent* may then restart `payments-api`."),
    "confirm": plain("Release now"),
    "deny": plain("Not now"),
}
CARD = [
    {"type": "header", "text": plain("Held: restart payments-api in prod")},
    {"type": "section", "fields": [mrkdwn("*Why*\nrestart"), mrkdwn("*Instead*\ndrain")]},
    {
        "type": "actions",
        "block_id": "choice",
        "elements": [
            button("release", "Release", style="primary", confirm=CONFIRM),
            button("keep", "Keep blocked", style="danger"),
            button("secret", "For others", visible_to_user_ids=["U0NOBODY"]),
        ],
    },
    {"type": "context", "elements": [mrkdwn("until 15:32")]},
]


def test_a_card_shows_its_parts(stage):
    """Header, fields, buttons and context; a button for somebody else is not shown."""
    page = stage.open_page("oncall")
    stage.card(CARD)
    row = page.locator(".message").last
    expect(row.get_by_role("heading", name="Held: restart payments-api in prod")).to_be_visible()
    expect(row.locator(".fields strong").first).to_have_text("Why")
    expect(row.get_by_role("button", name="Keep blocked")).to_be_visible()
    expect(row.get_by_role("button", name="For others")).to_have_count(0)
    expect(row.locator(".context")).to_have_text("until 15:32")


def test_a_press_reaches_the_app_as_the_person_who_pressed(stage):
    """With action, block, value and the message."""
    page = stage.open_page("oncall2")
    ts = stage.card(CARD)
    page.get_by_role("button", name="Keep blocked").click()
    (click,) = stage.heard.wait("clicks")
    assert click["user"]["id"] == stage.world.people["oncall2"]
    assert click["container"]["message_ts"] == ts
    assert [(a["action_id"], a["block_id"], a["value"]) for a in click["actions"]] == [
        ("keep", "choice", "v1")
    ]


def test_a_confirm_dialog_is_asked_before_anything_is_sent(stage):
    """Refusal and Escape send nothing; only the agreement does."""
    page = stage.open_page("oncall")
    stage.card(CARD)
    release = page.get_by_role("button", name="Release", exact=True)
    dialog = page.get_by_role("alertdialog", name="Release this action?")
    release.click()
    expect(dialog).to_contain_text("deploy-agent may then restart payments-api.")
    dialog.get_by_role("button", name="Not now").click()
    release.click()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert stage.heard.clicks == []
    release.click()
    dialog.get_by_role("button", name="Release now").click()
    expect(dialog).to_have_count(0)
    assert [c["actions"][0]["action_id"] for c in stage.heard.wait("clicks")] == ["release"]


def test_a_menu_and_an_overflow_send_the_option(stage):
    """The chosen option's value arrives."""
    page = stage.open_page("oncall")
    options = [{"text": plain(text), "value": text.lower()} for text in ("One", "Two")]
    stage.card(
        [
            {
                "type": "section",
                "text": mrkdwn("Owner"),
                "accessory": {"type": "static_select", "action_id": "own", "options": options},
            },
            {
                "type": "actions",
                "elements": [{"type": "overflow", "action_id": "more", "options": options}],
            },
        ]
    )
    page.get_by_label("Choose an option").select_option("two")
    page.get_by_role("button", name="More options").click()
    page.get_by_role("menuitem", name="One").press("Enter")
    clicks = stage.heard.wait("clicks", 2)
    chosen = [click["actions"][0]["selected_option"]["value"] for click in clicks]
    assert chosen == ["two", "one"]


def test_an_update_redraws_the_card_in_place_for_everybody(stage):
    """The buttons go, the outcome stands there."""
    jonas, priya = stage.open_page("oncall"), stage.open_page("oncall2")
    ts = stage.card(CARD)
    expect(priya.get_by_role("button", name="Keep blocked")).to_be_visible()
    stage.client.chat_update(
        channel=stage.channel,
        ts=ts,
        text="Released",
        blocks=[{"type": "header", "text": plain("Released by Jonas")}],
    )
    for page in (jonas, priya):
        expect(page.get_by_role("heading", name="Released by Jonas")).to_be_visible()
        expect(page.get_by_role("button", name="Keep blocked")).to_have_count(0)


def test_an_agent_cannot_press(stage):
    """The page says so and nothing is sent."""
    page = stage.open_page("agent")
    stage.card(CARD)
    page.get_by_role("button", name="Keep blocked").click()
    expect(page.get_by_role("status").first).to_contain_text("In Slack no app can click")
    assert stage.heard.clicks == []


def test_an_app_that_does_not_answer_is_reported(stage):
    """A press that nobody acknowledges is told to the one who pressed."""
    page = stage.open_page("oncall")
    stage.card(CARD)
    stage.sandbox.drop_sockets()
    stage.sandbox.sockets.is_open = False
    page.get_by_role("button", name="Keep blocked").click()
    expect(page.locator(".toast.bad")).to_be_visible(timeout=8000)


def test_markup_in_texts_stays_text(stage):
    """Neither HTML nor script addresses take effect, wherever they stand."""
    page = stage.open_page("oncall")
    evil = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
    escaped = evil.replace("<", "&lt;").replace(">", "&gt;")
    stage.card(
        [
            {"type": "header", "text": plain(evil)},
            {"type": "section", "text": mrkdwn(f"{escaped} <javascript:window.hit=1|press>")},
            {"type": "section", "text": plain("*not bold* <https://example.com|no link>")},
            {
                "type": "rich_text",
                "elements": [
                    {
                        "type": "rich_text_section",
                        "elements": [{"type": "text", "text": "<!channel> *as said* <@U1>"}],
                    }
                ],
            },
        ],
        username=evil,
    )
    row = page.locator(".message").last
    expect(row).to_contain_text("<img src=x onerror=")
    expect(row).to_contain_text("*not bold* <https://example.com|no link>")
    expect(row).to_contain_text("<!channel> *as said* <@U1>")
    expect(row.locator("a, img, script, .mention, strong:not(.name)")).to_have_count(0)
    assert page.evaluate("window.hit") is None


def test_links_open_elsewhere_and_code_holds_none(stage):
    """Links of apps are links with their address on hover; inside code they are words."""
    page = stage.open_page("oncall")
    text = "<https://example.com/pm|postmortem> and `<https://example.com/x|code>`"
    stage.card([{"type": "section", "text": mrkdwn(text)}])
    row = page.locator(".message").last
    link = row.get_by_role("link", name="postmortem")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    expect(link).to_have_attribute("title", "https://example.com/pm")
    expect(row.locator("code")).to_have_text("code")
    expect(row.locator("code a")).to_have_count(0)


def test_times_are_in_the_zone_of_the_one_who_looks(stage):
    """`<!date>` is filled in for the browser's zone (here India), its fallback is not shown."""
    page = stage.open_page("oncall")
    stage.card([{"type": "section", "text": mrkdwn("<!date^1795968000^{date_num} {time}|never>")}])
    expect(page.locator(".message").last.locator(".section-text")).to_have_text(
        re.compile(r"^2026-11-29 (21:30|9:30 pm)$", re.IGNORECASE)
    )


def test_an_app_in_the_metadata_is_shown_as_such(stage):
    """The event type, who wrote it, and ids of apps by their names; people do not see it."""
    page, person = stage.open_page("agent"), stage.open_page("oncall")
    payload = {"action_id": "act-9", "agent": stage.world.agent_app}
    metadata = {"event_type": "kept_decision", "event_payload": payload}
    stage.card(CARD, metadata=metadata)
    note = page.locator(".message").last.locator(".metadata")
    expect(note.locator("summary")).to_have_text(re.compile("kept_decision from keeper"))
    note.locator("summary").click()
    expect(note.locator(".app-name").last).to_contain_text("deploy-agent")
    expect(person.get_by_role("button", name="Keep blocked")).to_be_visible()
    expect(person.locator(".metadata")).to_have_count(0)


def test_a_table_a_list_and_an_image_are_drawn(stage):
    """Blocks beyond the plain ones; an image on another machine is named, not fetched."""
    page = stage.open_page("oncall")
    cell = {"type": "raw_text", "text": "nm-17"}
    item = {"type": "rich_text_section", "elements": [{"type": "text", "text": "drain first"}]}
    stage.card(
        [
            {"type": "table", "rows": [[{"type": "raw_text", "text": "Entry"}], [cell]]},
            {
                "type": "rich_text",
                "elements": [{"type": "rich_text_list", "style": "bullet", "elements": [item]}],
            },
            {"type": "image", "image_url": "https://example.com/c.png", "alt_text": "chart"},
        ]
    )
    row = page.locator(".message").last
    expect(row.get_by_role("cell", name="nm-17")).to_be_visible()
    expect(row.get_by_role("listitem")).to_have_text("drain first")
    expect(row.get_by_role("img", name="chart")).to_be_visible()


def test_an_uploaded_image_is_shown(stage):
    """A file shared by the app is seen in the channel."""
    page = stage.open_page("oncall")
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect/></svg>'
    stage.client.files_upload_v2(
        channel=stage.channel, content=svg, filename="week.svg", title="This week"
    )
    image = page.locator(".message .file img")
    expect(image).to_have_attribute("alt", "This week")
    page.wait_for_function("() => document.querySelector('.message .file img').naturalWidth > 0")


def test_what_is_for_one_person_is_seen_by_that_person_only(stage):
    """An ephemeral message says that only its reader sees it."""
    jonas, priya = stage.open_page("oncall"), stage.open_page("oncall2")
    stage.client.chat_postEphemeral(
        channel=stage.channel, user=stage.world.people["oncall"], text="already released"
    )
    expect(jonas.locator(".message", has_text="already released")).to_contain_text(
        "Only visible to you"
    )
    stage.client.chat_postMessage(channel=stage.channel, text="for all")
    expect(priya.locator(".message", has_text="for all")).to_be_visible()
    expect(priya.locator(".message", has_text="already released")).to_have_count(0)
