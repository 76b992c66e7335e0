"""The checker agrees with a second, independently written one on 600 generated payloads.

`blockkit_agreement.jsonl` holds, for each payload, its digest, the other checker's verdict and,
where this one judges otherwise, the reason why this one is right. The payloads themselves are
generated here from their number, so that the file shows verdicts and not megabytes of filler.
"""

import copy
import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.sandbox.blockkit import violations

FROZEN = Path(__file__).with_name("blockkit_agreement.jsonl")
SURFACES = ("message", "modal", "home", "message")

DIFFERENCES = {
    "closed elements": "Slack's schema is closed for elements, composition objects and rich text "
    "too ('invalid additional property'); the other checker closes blocks and text objects only",
    "newer blocks": "the other checker looks at no property of card, carousel, container, alert, "
    "task_card, plan, data_table and data_visualization; Slack documents limits for them",
    "inside tables": "table cells must be raw_text or rich_text objects, and none may be empty; "
    "the other checker only counts rows and cells",
    "inside rich text": "inline elements of rich_text have closed kinds and required keys; the "
    "other checker does not look inside the sections",
    "wrong types": "a flag that is no boolean, an initial value that is no string or no object, "
    "or an accessory that is no object is refused by Slack; the other checker passes over it",
    "feedback and icon buttons": "their texts, values and icons have limits of their own; the "
    "other checker looks at their type only",
    "the whole payload": "a view must say the type that its surface has; the other checker takes a "
    "view that does not for a message",
}


def pick(random: Random, items: Sequence[Any]) -> Any:
    """Choose with `random()` alone, whose sequence Python keeps the same between versions."""
    return items[int(random.random() * len(items))]


def plain(text: str = "Words") -> dict[str, Any]:
    return {"type": "plain_text", "text": text, "emoji": True}


def mrkdwn(text: str = "*Words*") -> dict[str, Any]:
    return {"type": "mrkdwn", "text": text}


def option(value: str) -> dict[str, Any]:
    return {"text": plain(f"Option {value}"), "value": value}


CONFIRM = {
    "title": plain("Sure?"),
    "text": mrkdwn("It goes out."),
    "confirm": plain("Yes"),
    "deny": plain("No"),
}
ELEMENTS: dict[str, dict[str, Any]] = {
    "button": {"text": plain("Go"), "value": "v", "style": "primary", "confirm": CONFIRM},
    "checkboxes": {"options": [option("a"), option("b")], "initial_options": [option("a")]},
    "radio_buttons": {"options": [option("a"), option("b")], "initial_option": option("b")},
    "overflow": {"options": [option("a"), option("b")]},
    "static_select": {"options": [option("a")], "placeholder": plain("Pick")},
    "multi_static_select": {"options": [option("a"), option("b")], "max_selected_items": 2},
    "external_select": {"min_query_length": 1},
    "users_select": {"initial_user": "U1", "placeholder": plain()},
    "conversations_select": {"filter": {"include": ["public"]}},
    "channels_select": {},
    "datepicker": {"initial_date": "2026-11-29"},
    "timepicker": {"initial_time": "03:15"},
    "datetimepicker": {"initial_date_time": 1795000000},
    "plain_text_input": {"max_length": 200, "multiline": True, "initial_value": "abc"},
    "email_text_input": {"placeholder": plain()},
    "url_text_input": {"focus_on_load": True},
    "number_input": {"is_decimal_allowed": False, "min_value": "1", "max_value": "9"},
    "file_input": {"max_files": 3, "filetypes": ["png"]},
    "workflow_button": {
        "text": plain("Run"),
        "workflow": {"trigger": {"url": "https://slack.example/t"}},
    },
    "image": {"image_url": "https://example.com/a.png", "alt_text": "a"},
}
IN_ACTIONS = ("button", "checkboxes", "radio_buttons", "overflow", "static_select", "datepicker")
IN_SECTION = ("button", "overflow", "image", "users_select", "multi_static_select", "timepicker")
IN_INPUT = (
    *("plain_text_input", "static_select", "checkboxes", "datepicker", "number_input"),
    *("email_text_input", "url_text_input", "file_input", "conversations_select"),
    *("datetimepicker", "external_select", "channels_select", "radio_buttons"),
)
RICH_TEXT = {
    "type": "rich_text",
    "elements": [
        {"type": "rich_text_section", "elements": [{"type": "text", "text": "said"}]},
        {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": "$ ls"}]},
    ],
}


def element(random: Random, kinds: Sequence[str], number: int) -> dict[str, Any]:
    kind = pick(random, kinds)
    made = {"type": kind, **copy.deepcopy(ELEMENTS[kind])}
    if kind != "image":
        made["action_id"] = f"act-{number}"
    return made


def block(random: Random, surface: str, number: int) -> dict[str, Any]:
    kinds = [
        *("section", "section", "fields", "actions", "context", "header", "divider", "image"),
        *("rich_text", "input", "video", "container"),
    ]
    if surface == "message":
        kinds += ["markdown", "table", "context_actions", "data_table", "task_card", "plan"]
    if surface != "modal":
        kinds += ["card", "carousel"]
    kind = pick(random, kinds)
    made: dict[str, Any] = {"type": kind, "block_id": f"block-{number}"}
    if kind == "section":
        made |= {"text": mrkdwn(), "accessory": element(random, IN_SECTION, 0)}
    elif kind == "fields":
        made |= {"type": "section", "fields": [mrkdwn("*A*"), plain("b")]}
    elif kind == "actions":
        made["elements"] = [element(random, IN_ACTIONS, i) for i in range(1 + number % 3)]
    elif kind == "input":
        made |= {"label": plain("Name"), "element": element(random, IN_INPUT, 0), "hint": plain()}
    else:
        made |= copy.deepcopy(FIXED[kind])
    return made


CARD = {"type": "card", "title": plain("Card"), "body": mrkdwn("Said once.")}
TASK = {"type": "task_card", "task_id": "t1", "title": "Look", "status": "pending"}
FIXED: dict[str, dict[str, Any]] = {
    "context": {"elements": [mrkdwn("small"), {"type": "image", **ELEMENTS["image"]}]},
    "header": {"text": plain("Held")},
    "divider": {},
    "image": {**ELEMENTS["image"], "title": plain("A picture")},
    "rich_text": RICH_TEXT,
    "video": {
        "title": plain("Talk"),
        "alt_text": "a talk",
        "thumbnail_url": "https://example.com/t.png",
        "video_url": "https://example.com/v",
        "author_name": "A",
    },
    "container": {"title": plain("Group"), "child_blocks": [{"type": "divider"}]},
    "markdown": {"text": "# Title"},
    "table": {"rows": [[{"type": "raw_text", "text": "a"}, RICH_TEXT]]},
    "context_actions": {
        "elements": [
            {"type": "icon_button", "icon": "trash", "text": plain("Delete"), "action_id": "x"}
        ]
    },
    "data_table": {
        "caption": "Numbers",
        "rows": [
            [{"type": "raw_text", "text": "n"}],
            [{"type": "raw_number", "value": 4, "text": "4"}],
        ],
    },
    "task_card": TASK,
    "plan": {"title": "Plan", "tasks": [TASK]},
    "card": CARD,
    "carousel": {"elements": [CARD]},
}


def objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from objects(item)


LENGTHS = (0, 1, 24, 25, 30, 31, 75, 76, 100, 101, 150, 151, 199, 200, 255, 256, 300, 301)
LONG = (2000, 2001, 3000, 3001, 12000, 12001)
COUNTS = (0, 1, 2, 5, 6, 10, 11, 20, 21, 25, 26, 50, 51, 100, 101)


def damage(random: Random, payload: dict[str, Any]) -> None:
    """Change one place: a length, a count, a kind, a missing, doubled or unknown key."""
    place = pick(random, list(objects(payload)))
    key = pick(random, sorted(place)) if place else "type"
    value = place.get(key)
    if isinstance(value, str) and key != "type":
        place[key] = "x" * pick(random, (*LENGTHS, *LONG))
    elif isinstance(value, list) and value:
        place[key] = [copy.deepcopy(value[0]) for _ in range(pick(random, COUNTS))]
    elif key == "type":
        place[key] = pick(random, ("section", "mrkdwn", "plain_text", "button", "banner", "image"))
    change = random.random()
    if change < 0.15:
        place.pop(key, None)
    elif change < 0.22:
        place["surprise"] = 1
    elif change < 0.28:
        place[key] = pick(random, (None, 7, [], {}, "no"))


def payload(number: int) -> tuple[str, dict[str, Any]]:
    """Make one payload from its number: well formed, then damaged in none to three places."""
    random = Random(number)
    surface = SURFACES[number % len(SURFACES)]
    blocks = [block(random, surface, i) for i in range(1 + int(random.random() * 4))]
    made: dict[str, Any] = {"blocks": blocks}
    if surface == "message":
        made["text"] = "in words"
    else:
        made["type"] = surface
    if surface == "modal":
        made |= {"title": plain("Edit"), "submit": plain("Save"), "private_metadata": "{}"}
    for _ in range(pick(random, (0, 0, 1, 1, 1, 3))):
        damage(random, made)
    return surface, made


def digest(made: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()[:16]


def frozen() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FROZEN.read_text("utf-8").splitlines()]


def test_the_frozen_comparison_covers_good_and_bad_on_every_surface():
    """At least 300 payloads, each surface with payloads that are fine and that are not."""
    records = frozen()
    assert len(records) >= 300
    assert {(r["surface"], r["fine"]) for r in records} == {
        (surface, fine) for surface in set(SURFACES) for fine in (True, False)
    }


@pytest.mark.parametrize("start", range(0, 600, 100))
def test_both_checkers_agree_but_for_the_reasons_written_down(start: int):
    """Our verdict is the other checker's, or the record says why ours is right."""
    for record in frozen()[start : start + 100]:
        surface, made = payload(record["number"])
        assert digest(made) == record["digest"], f"payload {record['number']} was generated anew"
        ours = violations(made, surface)
        if "why" in record:
            assert record["why"] in DIFFERENCES
            assert (not ours) != record["fine"], f"payload {record['number']} agrees by now"
        else:
            assert (not ours) == record["fine"], (record["number"], ours)
