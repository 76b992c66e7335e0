"""Each documented limit holds at the limit and is refused one past it."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.sandbox.blockkit import Surface, violations

Made = dict[str, Any]


def plain(length: int) -> Made:
    return {"type": "plain_text", "text": "x" * length}


def mrkdwn(length: int) -> Made:
    return {"type": "mrkdwn", "text": "x" * length}


def block(kind: str, **keys: Any) -> Made:
    return {"type": kind, **keys}


def option(number: int, **keys: Any) -> Made:
    return {"text": plain(1), "value": f"v{number}", **keys}


def options(count: int) -> list[Made]:
    return [option(i) for i in range(count)]


def button(**keys: Any) -> Made:
    return {"type": "button", "text": plain(2), **keys}


def actions(*elements: Made) -> Made:
    return block("actions", elements=list(elements))


def confirm(**keys: Any) -> Made:
    words = {"title": plain(1), "text": plain(1), "confirm": plain(1), "deny": plain(1)}
    return actions(button(confirm=words | keys))


def asked(**element: Any) -> Made:
    return block("input", label=plain(1), element=element)


def image(**keys: Any) -> Made:
    return block("image", **({"image_url": "u", "alt_text": "a"} | keys))


def video(**keys: Any) -> Made:
    needed = {"title": plain(1), "alt_text": "a", "thumbnail_url": "t", "video_url": "v"}
    return block("video", **(needed | keys))


def card(**keys: Any) -> Made:
    return block("card", **({"title": plain(1)} | keys))


def container(**keys: Any) -> Made:
    return block("container", **({"title": plain(1), "child_blocks": dividers(1)} | keys))


def dividers(count: int) -> list[Made]:
    return [block("divider") for _ in range(count)]


def cells(count: int) -> list[Made]:
    return [{"type": "raw_text", "text": "c"} for _ in range(count)]


def data_table(**keys: Any) -> Made:
    return block("data_table", **({"caption": "c", "rows": [cells(1), cells(1)]} | keys))


def pie(**keys: Any) -> Made:
    chart = {"type": "pie", "segments": segments(2)} | keys
    return block("data_visualization", title="t", chart=chart)


def segments(count: int, length: int = 1) -> list[Made]:
    return [{"label": "s" * length, "value": 3} for _ in range(count)]


def lines(series: int = 1, labels: int = 1, name: int = 3) -> Made:
    categories = [f"c{i}" for i in range(labels)]
    data = [{"label": label, "value": -1.5} for label in categories]
    made = [{"name": f"{i}".rjust(name, "s"), "data": data} for i in range(series)]
    chart = {"type": "line", "series": made, "axis_config": {"categories": categories}}
    return block("data_visualization", title="t", chart=chart)


def feedback(**keys: Any) -> Made:
    pressed = {"text": plain(1), "value": "v"}
    element = {
        "type": "feedback_buttons",
        "positive_button": pressed | keys,
        "negative_button": pressed,
    }
    return block("context_actions", elements=[element])


def trash(count: int) -> list[Made]:
    return [{"type": "icon_button", "icon": "trash", "text": plain(1)} for _ in range(count)]


def groups(count: int, label: int = 1) -> list[Made]:
    return [{"label": plain(label), "options": [option(i)]} for i in range(count)]


# (what is limited, the limit, a block with that many of it)
IN_BLOCKS: list[tuple[str, int, Callable[[int], Made]]] = [
    ("block_id", 255, lambda n: block("divider", block_id="x" * n)),
    ("section text", 3000, lambda n: block("section", text=mrkdwn(n))),
    ("section fields", 10, lambda n: block("section", fields=[plain(1)] * n)),
    ("section field text", 2000, lambda n: block("section", fields=[mrkdwn(n)])),
    ("header text", 150, lambda n: block("header", text=plain(n))),
    ("actions elements", 25, lambda n: actions(*[button() for _ in range(n)])),
    ("context elements", 10, lambda n: block("context", elements=[mrkdwn(1)] * n)),
    ("image url", 3000, lambda n: image(image_url="x" * n)),
    ("image alt_text", 2000, lambda n: image(alt_text="x" * n)),
    ("image title", 2000, lambda n: image(title=plain(n))),
    ("button text", 75, lambda n: actions(button(text=plain(n)))),
    ("button value", 2000, lambda n: actions(button(value="x" * n))),
    ("button url", 3000, lambda n: actions(button(url="x" * n))),
    ("button accessibility_label", 75, lambda n: actions(button(accessibility_label="x" * n))),
    ("button agent_prompt", 4000, lambda n: actions(button(agent_prompt="x" * n))),
    ("action_id", 255, lambda n: actions(button(action_id="x" * n))),
    ("confirm title", 100, lambda n: confirm(title=plain(n))),
    ("confirm text", 300, lambda n: confirm(text=mrkdwn(n))),
    ("confirm button", 30, lambda n: confirm(confirm=plain(n))),
    ("confirm deny", 30, lambda n: confirm(deny=plain(n))),
    ("select options", 100, lambda n: actions(block("static_select", options=options(n)))),
    ("option groups", 100, lambda n: actions(block("static_select", option_groups=groups(n)))),
    (
        "option group label",
        75,
        lambda n: actions(block("static_select", option_groups=groups(1, n))),
    ),
    (
        "placeholder",
        150,
        lambda n: actions(block("users_select", placeholder=plain(n))),
    ),
    ("overflow options", 5, lambda n: actions(block("overflow", options=options(n)))),
    (
        "overflow option url",
        3000,
        lambda n: actions(block("overflow", options=[option(1, url="x" * n)])),
    ),
    ("radio options", 10, lambda n: actions(block("radio_buttons", options=options(n)))),
    ("checkbox options", 10, lambda n: actions(block("checkboxes", options=options(n)))),
    (
        "option text",
        75,
        lambda n: actions(block("checkboxes", options=[option(1, text=mrkdwn(n))])),
    ),
    (
        "option description",
        75,
        lambda n: actions(block("checkboxes", options=[option(1, description=plain(n))])),
    ),
    (
        "option value",
        150,
        lambda n: actions(block("checkboxes", options=[option(1, value="x" * n)])),
    ),
    ("video title", 199, lambda n: video(title=plain(n))),
    ("video author", 49, lambda n: video(author_name="x" * n)),
    ("video description", 199, lambda n: video(description=plain(n))),
    ("container children", 10, lambda n: container(child_blocks=dividers(n))),
    ("container title", 150, lambda n: container(title=plain(n))),
    ("container subtitle", 150, lambda n: container(subtitle=mrkdwn(n))),
]
IN_MESSAGES: list[tuple[str, int, Callable[[int], Made]]] = [
    ("markdown text", 12000, lambda n: block("markdown", text="x" * n)),
    ("table rows", 100, lambda n: block("table", rows=[cells(1)] * n)),
    ("table columns", 20, lambda n: block("table", rows=[cells(n)])),
    ("table settings", 20, lambda n: block("table", rows=[cells(1)], column_settings=[{}] * n)),
    ("data_table rows with header", 101, lambda n: data_table(rows=[cells(1)] * n)),
    ("data_table columns", 20, lambda n: data_table(rows=[cells(n), cells(n)])),
    ("data_table page_size", 100, lambda n: data_table(page_size=n)),
    ("chart title", 50, lambda n: pie() | {"title": "x" * n}),
    ("pie segments", 6, lambda n: pie(segments=segments(n))),
    ("segment label", 20, lambda n: pie(segments=segments(1, n))),
    ("chart series", 6, lambda n: lines(series=n)),
    ("series name", 20, lambda n: lines(name=n)),
    ("chart categories", 20, lambda n: lines(labels=n)),
    ("card title", 150, lambda n: card(title=mrkdwn(n))),
    ("card subtitle", 150, lambda n: card(subtitle=mrkdwn(n))),
    ("card body", 200, lambda n: card(body=mrkdwn(n))),
    ("card buttons", 3, lambda n: card(actions=[button() for _ in range(n)])),
    ("carousel cards", 10, lambda n: block("carousel", elements=[card() for _ in range(n)])),
    ("context_actions elements", 5, lambda n: block("context_actions", elements=trash(n))),
    ("feedback button text", 75, lambda n: feedback(text=plain(n))),
    ("feedback button value", 2000, lambda n: feedback(value="x" * n)),
    ("feedback button label", 75, lambda n: feedback(accessibility_label="x" * n)),
]
IN_MODALS: list[tuple[str, int, Callable[[int], Made]]] = [
    ("input label", 2000, lambda n: asked(type="datepicker") | {"label": plain(n)}),
    ("input hint", 2000, lambda n: asked(type="datepicker") | {"hint": plain(n)}),
    ("input max_length", 3000, lambda n: asked(type="plain_text_input", max_length=n)),
    ("input min_length", 3000, lambda n: asked(type="plain_text_input", min_length=n)),
    (
        "input initial_value against max_length",
        40,
        lambda n: asked(type="plain_text_input", max_length=40, initial_value="x" * n),
    ),
    ("file_input max_files", 10, lambda n: asked(type="file_input", max_files=n)),
    ("alert text", 200, lambda n: block("alert", text=mrkdwn(n))),
]


def on(surface: Surface, *blocks: Made, **keys: Any) -> Made:
    """Put blocks on a surface that is otherwise fine."""
    if surface == "message":
        return {"text": "t", "blocks": list(blocks)} | keys
    modal = {"title": plain(1), "submit": plain(1)} if surface == "modal" else {}
    return {"type": surface, "blocks": list(blocks)} | modal | keys


CASES = [
    *(pytest.param("message", *case, id=case[0]) for case in (*IN_BLOCKS, *IN_MESSAGES)),
    *(pytest.param("modal", *case, id=f"modal: {case[0]}") for case in (*IN_BLOCKS, *IN_MODALS)),
    *(pytest.param("home", *case, id=f"home: {case[0]}") for case in IN_BLOCKS),
]


@pytest.mark.parametrize(("surface", "name", "limit", "make"), CASES)
def test_a_limit_inside_a_block_is_exact(
    surface: Surface, name: str, limit: int, make: Callable[[int], Made]
):
    """The limit itself is taken, one more is refused with a line that names the place."""
    assert violations(on(surface, make(limit)), surface) == []
    refused = violations(on(surface, make(limit + 1)), surface)
    assert len(refused) >= 1
    assert all("blocks" in line for line in refused)


WHOLE: list[tuple[Surface, str, int, Callable[[int], Made]]] = [
    ("message", "blocks", 50, lambda n: on("message", *dividers(n))),
    ("modal", "blocks", 100, lambda n: on("modal", *dividers(n))),
    ("home", "blocks", 100, lambda n: on("home", *dividers(n))),
    ("message", "text", 40_000, lambda n: {"text": "x" * n}),
    ("message", "attachments", 100, lambda n: {"attachments": [{"text": "a"}] * n}),
    (
        "message",
        "blocks of an attachment",
        50,
        lambda n: {"text": "t", "attachments": [{"blocks": dividers(n)}]},
    ),
    (
        "message",
        "tables",
        1,
        lambda n: on("message", *[block("table", rows=[cells(1)]) for _ in range(n)]),
    ),
    ("message", "charts", 2, lambda n: on("message", *[pie() for _ in range(n)])),
    (
        "message",
        "markdown over all blocks",
        12_000,
        lambda n: on(
            "message", block("markdown", text="x" * 6000), block("markdown", text="x" * (n - 6000))
        ),
    ),
    ("modal", "title", 24, lambda n: on("modal", title=plain(n))),
    ("modal", "submit", 24, lambda n: on("modal", submit=plain(n))),
    ("modal", "close", 24, lambda n: on("modal", close=plain(n))),
    ("modal", "private_metadata", 3000, lambda n: on("modal", private_metadata="x" * n)),
    ("modal", "callback_id", 255, lambda n: on("modal", callback_id="x" * n)),
    ("modal", "external_id", 255, lambda n: on("modal", external_id="x" * n)),
    ("home", "private_metadata", 3000, lambda n: on("home", private_metadata="x" * n)),
    (
        "modal",
        "elements with focus_on_load",
        1,
        lambda n: on("modal", *[asked(type="datepicker", focus_on_load=True) for _ in range(n)]),
    ),
]


@pytest.mark.parametrize(
    ("surface", "name", "limit", "make"), WHOLE, ids=[f"{s}: {n}" for s, n, _, _ in WHOLE]
)
def test_a_limit_of_the_whole_payload_is_exact(
    surface: Surface, name: str, limit: int, make: Callable[[int], Made]
):
    """The limit itself is taken, one more is refused with one line."""
    assert violations(make(limit), surface) == []
    assert len(violations(make(limit + 1), surface)) == 1


def test_lengths_are_counted_in_utf16_units():
    """An emoji outside the basic plane counts two, as it does in Slack."""
    fits = on("message", block("header", text={"type": "plain_text", "text": "🛑" * 75}))
    over = on("message", block("header", text={"type": "plain_text", "text": "🛑" * 75 + "x"}))
    assert violations(fits, "message") == []
    assert violations(over, "message") == ["blocks[0].text.text: 151 characters, maximum 150"]
