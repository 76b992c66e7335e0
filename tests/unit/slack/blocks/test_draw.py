"""What Slack gets for every card: within its limits, inert, and complete without the blocks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.application.people.answers import clock_time
from bot.application.records.card import NoteCard, WarningCard
from bot.application.records.fires import Fires
from bot.domain.entry import EntryState, Severity
from bot.domain.hold import HoldState
from bot.domain.lengths import units
from bot.sandbox.blockkit import violations
from bot.slack.blocks import draw
from bot.slack.blocks.entry import entry_lines
from bot.slack.blocks.lists import entry_page
from bot.slack.blocks.rich import line, rich
from bot.slack.blocks.sentence import sentence
from bot.slack.blocks.spoken import spoken
from tests.unit.slack.blocks.cards import (
    DRAWN,
    HOSTILE,
    NOON,
    all_cards,
    card_entry,
    ended,
    entry,
    hold_card,
    review,
    review_item,
)

CARDS = all_cards()
LONGEST_MESSAGE = 13_000


def payload(name: str) -> dict[str, Any]:
    drawing = draw(CARDS[name])
    return {"text": drawing.text, "blocks": drawing.blocks, "metadata": drawing.metadata}


def texts(node: object, kind: str) -> Iterator[str]:
    """Every text object of that kind in a payload."""
    if isinstance(node, dict):
        if node.get("type") == kind and isinstance(node.get("text"), str):
            yield node["text"]
        for value in node.values():
            yield from texts(value, kind)
    elif isinstance(node, list):
        for value in node:
            yield from texts(value, kind)


def nodes(node: object, kind: str) -> Iterator[dict[str, Any]]:
    """Every object of that kind in a payload."""
    if isinstance(node, dict):
        if node.get("type") == kind:
            yield node
        for value in node.values():
            yield from nodes(value, kind)
    elif isinstance(node, list):
        for value in node:
            yield from nodes(value, kind)


def buttons(drawing: Any) -> dict[str, dict[str, Any]]:
    rows = [block["elements"] for block in drawing.blocks if block["type"] == "actions"]
    return {element["action_id"]: element for row in rows for element in row}


@pytest.mark.parametrize("name", CARDS)
def test_slack_takes_every_card(name: str) -> None:
    """No card breaks a limit of Block Kit, whatever is on it."""
    assert violations(payload(name), "message") == []


@pytest.mark.parametrize("name", CARDS)
def test_no_card_is_too_long_in_all(name: str) -> None:
    """Slack refuses blocks of more than about 13,200 characters in all."""
    blocks = json.dumps(payload(name)["blocks"], ensure_ascii=False)
    said = re.sub(r'"(type|style|action_id|value|block_id|bold)": ?("[^"]*"|true)', "", blocks)
    assert units(said) < LONGEST_MESSAGE


@pytest.mark.parametrize("name", [name for name in CARDS if "hostile" in name])
def test_nothing_of_theirs_takes_effect(name: str) -> None:
    """What Slack would parse holds no mention, link or command that somebody wrote."""
    drawing = payload(name)
    parsed = [drawing["text"], *texts(drawing["blocks"], "mrkdwn")]
    for text in parsed:
        assert "<!channel>" not in text
        assert "<@U0EVIL>" not in text
        assert "<https://evil" not in text
        assert "https://evil" not in text
        assert "*bold*" not in text or text is drawing["text"]
    called = [user["user_id"] for user in nodes(drawing["blocks"], "user")]
    assert "U0EVIL" not in called
    assert "javascript:" not in json.dumps(drawing["blocks"])


def test_the_name_of_the_approvers_is_set_by_an_admin_and_still_escaped() -> None:
    """The one piece of set-up text in small print is escaped."""
    (small,) = texts(draw(hold_card(who_may=HOSTILE)).blocks, "mrkdwn")
    assert small.startswith("&lt;!channel&gt; ")


def test_approvers_named_by_id_are_shown_by_name() -> None:
    """Slack turns the ids into names; everything else in the label stays inert."""
    (small,) = texts(draw(CARDS["held, approvers by id"]).blocks, "mrkdwn")
    assert small.startswith("<!subteam^S1> or <@U2> can release")


@pytest.mark.parametrize("name", CARDS)
def test_the_text_says_what_the_blocks_say(name: str) -> None:
    """A screen reader hears every word of the blocks' text elements, up to the cut."""
    drawing = payload(name)
    for words in texts(drawing["blocks"], "text"):
        plain = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        plain = plain.replace("://", ":\u2060//").strip()
        assert plain in drawing["text"] or len(drawing["text"].encode()) > 3000


@pytest.mark.parametrize("name", CARDS)
def test_the_text_can_be_sent_again(name: str) -> None:
    """Slack takes 4,000 bytes at most when a card is redrawn; no half of a link is left over."""
    text = payload(name)["text"]
    assert len(text.encode()) <= 4000
    assert text.count("<") == text.count(">")


@pytest.mark.parametrize("name", CARDS)
def test_every_post_names_itself(name: str) -> None:
    """The metadata carries the post id, by which a lost answer is found again."""
    assert payload(name)["metadata"]["event_payload"]["post_id"] == CARDS[name].post_id


def test_a_held_action_reads_as_designed() -> None:
    """What a person sees at 3 a.m.: held, why, what then, instead, who and until when."""
    assert draw(hold_card()).text.split("\n") == [
        "🛑 Held: restart payments-api in prod",
        "nm-17 · dropped in-flight transactions, 40 min recovery · postmortem 2026-09-14 "
        "<https://wiki.example/pm/14|source ↗>",
        "Why: restart = restart · payments-api · prod (this channel) · 5xx, peak",
        "Instead: drain the queue, then restart one pod at a time",
        "Fired 4 times, released once · last on "
        "<!date^1795953600^{date_short}^https://acme.slack.example/archives/C1/p1|29 Nov 2026> "
        "<https://acme.slack.example/archives/C1/p1|↗>",
        "@oncall-payments or an admin can release · until <!date^1795953600^{time}|12:00 UTC>",
    ]


def test_a_held_action_carries_only_opaque_ids() -> None:
    """Buttons name the hold at its revision and the action, never an entry's text."""
    found = buttons(draw(hold_card(revision=2)))
    assert {name: element["value"] for name, element in found.items()} == {
        "release": "hold-1|2",
        "keep": "hold-1|2",
        "wrong": "act-1|nm-17",
    }


def test_several_entries_offer_a_choice_of_which_is_wrong() -> None:
    """One card for all matches; its menu names each entry."""
    menu = buttons(draw(hold_card(entries=(card_entry(1), card_entry(2)))))["wrong"]
    assert [option["value"] for option in menu["options"]] == ["act-1|nm-1", "act-1|nm-2"]


@pytest.mark.parametrize("count", [1, 2])
def test_a_wrong_match_is_asked_about_before_it_lets_anything_go(count: int) -> None:
    """With what it will do: a warning holds nothing that could be released."""
    entries = tuple(card_entry(number) for number in range(1, count + 1))
    warning = WarningCard("post-2", "act-2", "e" * 64, "restart x", entries)
    held, warned = (
        buttons(draw(card))["wrong"]["confirm"]["text"]["text"]
        for card in (hold_card(entries=entries), warning)
    )
    assert "released now" in held
    assert "released" not in warned
    assert "will not match this action again" in warned


@pytest.mark.parametrize("state", [state for state in HoldState if state.value != "pending"])
def test_a_hold_that_ended_has_no_buttons(state: HoldState) -> None:
    """Nobody is offered a click that can do nothing."""
    assert buttons(draw(ended(state))) == {}


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (HoldState.RELEASED, "Released by <@U1> at "),
        (HoldState.KEPT, "Kept blocked by <@U1> at "),
    ],
)
def test_a_hold_that_ended_says_who_and_when_and_why(state: HoldState, said: str) -> None:
    """Who came second reads who was first."""
    text = draw(ended(state)).text
    assert said in text
    assert "Reason: safe now" in text


def test_the_metadata_of_a_decision_is_for_agents() -> None:
    """An agent in Slack reads the answer there: effect, state, digest and entries."""
    assert draw(ended(HoldState.RELEASED)).metadata == {
        "event_type": "negmem_decision",
        "event_payload": {
            "post_id": "post-1",
            "action_id": "act-1",
            "effect": "hold",
            "state": "released",
            "digest": "d" * 64,
            "entry_ids": ["nm-17"],
        },
    }


def test_a_warning_is_two_lines() -> None:
    """Headline and entry; the same hour of night."""
    assert len(draw(CARDS["warning"]).text.split("\n")) == 2


def test_a_note_calls_those_it_names() -> None:
    """Mentions are elements of their own, so that nothing else can be one."""
    blocks = draw(CARDS["note"]).blocks
    kinds = [element["type"] for element in blocks[0]["elements"][0]["elements"]]
    assert kinds == ["usergroup", "text", "user", "text", "text"]


@given(st.text(max_size=400))
def test_any_text_makes_a_valid_note(text: str) -> None:
    """Lone surrogates, control characters, emoji: Slack gets something it takes."""
    drawing = draw(NoteCard("post-1", text))
    message = {"text": drawing.text, "blocks": drawing.blocks, "metadata": drawing.metadata}
    assert violations(message, "message") == []
    json.dumps(message, ensure_ascii=False).encode("utf-8")


@given(st.text(alphabet="<>@!#|&;UW0A*_`:/htps. ", max_size=80))
def test_no_text_escapes_into_what_slack_parses(text: str) -> None:
    """The fallback text has no angle bracket that is not ours."""
    spoken = draw(hold_card(headline=text, entries=())).text.split("\n")[0]
    assert "<" not in spoken
    assert ">" not in spoken


def test_a_time_of_day_in_an_answer_is_shown_in_the_readers_zone() -> None:
    """As Slack's date element, with UTC where the zone is not known."""
    told = sentence(f"Open until {clock_time(NOON)}.", 200)
    (date,) = [one for one in told if one["type"] == "date"]
    assert (date["timestamp"], date["format"]) == (int(NOON.timestamp()), "{time}")
    assert spoken([rich(line(*told))]).endswith("|12:00 UTC>.")


def test_a_context_that_only_repeats_the_action_is_left_out() -> None:
    """After a correction the context is the announcement, which is often the action itself."""
    action = "Scaling web down to 2 in prod to free memory"
    same, other = entry(action=action, context=f"{action}."), entry(action=action, context="peak")
    assert "When: " not in spoken([rich(*entry_lines(same, NOON))])
    assert "When: peak" in spoken([rich(*entry_lines(other, NOON))])


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "It holds the action, 2 people must release it · expires {end}"),
        ({"severity": Severity.ALERT}, "It is only counted for the review, 2 people"),
        ({"expires": None}, "It holds the action, 2 people must release it · owner"),
        ({"expires": DRAWN}, "It does nothing any more · expired on "),
        ({"state": EntryState.RETIRED}, "It does nothing any more · retired · owner"),
    ],
)
def test_an_entry_says_what_it_does_now(changes: dict[str, Any], told: str) -> None:
    """One that expired or was retired holds nothing, whatever its severity."""
    (terms,) = spoken([rich(*entry_lines(entry(**changes), DRAWN))]).splitlines()[-1:]
    assert terms.startswith(told.format(end="<!date^1795953600^{date_short}|29 Nov 2026>"))


def test_an_expired_entry_in_a_review_holds_nothing() -> None:
    """As its question says."""
    text = draw(CARDS["review item, expired"]).text
    assert "holds the action" not in text
    assert "does nothing any more · expired on " in text


def test_an_expired_entry_in_a_list_is_no_more_until_then() -> None:
    listed = entry_page([entry()], 0, "Entries", "x", NOON)
    assert " · expired on " in spoken(listed)
    assert " · until " in spoken(entry_page([entry()], 0, "Entries", "x", DRAWN))


def test_since_when_an_entry_is_there_is_no_part_of_how_often_it_fired() -> None:
    text = draw(review_item(fires=Fires())).text
    assert "Never fired · made on <!date" in text


def test_the_small_print_begins_as_a_sentence_does() -> None:
    """Whatever the team calls its approvers."""
    (small,) = texts(draw(hold_card(who_may="the approvers' group or an admin")).blocks, "mrkdwn")
    assert small.startswith("The approvers' group or an admin can release · until ")


def test_the_day_of_the_last_match_leads_to_it() -> None:
    """Once, and only where there is an address that can be opened."""
    (day,) = nodes(draw(hold_card()).blocks, "date")
    assert day["url"] == card_entry().last_url
    hostile = hold_card(entries=(card_entry(last_url="javascript:alert(1)"),))
    assert "url" not in next(nodes(draw(hostile).blocks, "date"))


def test_a_quiet_week_is_told_in_few_words() -> None:
    """No row of zeros, no week in which there was nothing, no empty chart."""
    quiet = CARDS["review, a quiet week"]
    assert draw(quiet, "F1").text.splitlines()[1:] == [
        "Last seven days: nothing fired",
        "3 entries in memory",
        "To decide in this thread: 2 of 3",
    ]
    assert "0" not in draw(review()).text.splitlines()[1]
    weeks = (("2026-W47", {}), ("2026-W48", {"warned": 5}))
    assert draw(review(weeks=weeks)).text.splitlines()[-1] == "• Week of 23 Nov: 5 warned"


@pytest.mark.parametrize("done", ["renewed", "narrowed", "weakened", "retired", "reassigned"])
def test_an_answered_item_says_what_was_done(done: str) -> None:
    """As the use case stores it."""
    text = draw(review_item(done=done, done_by="U1", done_at=NOON)).text
    assert f"✔️ {done.capitalize()} by <@U1> on " in text
