"""The parts of a form: title, inputs, what it remembers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bot.domain.lengths import cut
from bot.slack.blocks.parts import option, plain
from bot.slack.blocks.rich import Block, line, rich
from bot.slack.blocks.sentence import sentence

View = dict[str, Any]

INPUT = "value"
"""Action id of every input: its block id tells which one it is."""

_LONGEST_INPUT = 3000


def modal(
    title: str,
    blocks: Sequence[Block],
    *,
    callback_id: str = "shown",
    submit: str | None = None,
    private: Mapping[str, Any] | None = None,
) -> View:
    """A modal.

    Args:
        title: At most 24 characters.
        blocks: What it shows.
        callback_id: Which submission it leads to.
        submit: What the button says; None for one that is only read.
        private: What it remembers: ids, never texts.
    """
    view: View = {
        "type": "modal",
        "title": plain(title, 24),
        "close": plain("Cancel" if submit else "Close", 24),
        "callback_id": callback_id,
        "private_metadata": json.dumps(private or {}),
        "blocks": list(blocks)[:100],
    }
    return view | ({"submit": plain(submit, 24)} if submit else {})


def loading(title: str) -> View:
    """What is shown within three seconds, while the rest is looked up."""
    return told(title, "One moment …")


def told(title: str, text: str) -> View:
    """A modal that says one thing."""
    return modal(title, [says(text)])


def says(text: str) -> Block:
    """A paragraph."""
    return rich(line(*sentence(text, 2500)))


def text_input(
    key: str,
    label: str,
    value: str = "",
    *,
    hint: str = "",
    multiline: bool = False,
    optional: bool = True,
    placeholder: str = "",
) -> Block:
    """A field for text."""
    element: dict[str, Any] = {
        "type": "plain_text_input",
        "action_id": INPUT,
        "multiline": multiline,
        "max_length": _LONGEST_INPUT,
    }
    if value:
        element["initial_value"] = cut(value, _LONGEST_INPUT)
    if placeholder:
        element["placeholder"] = plain(placeholder, 150)
    return _input(key, label, element, hint, optional)


def choice(key: str, label: str, options: Mapping[str, str], value: str, hint: str = "") -> Block:
    """A menu: value -> label."""
    made = {one: option(name, one) for one, name in options.items()}
    element: dict[str, Any] = {
        "type": "static_select",
        "action_id": INPUT,
        "options": list(made.values()),
    }
    if value in made:
        element["initial_option"] = made[value]
    return _input(key, label, element, hint, optional=False)


def checks(key: str, label: str, options: Mapping[str, str], on: Sequence[str] = ()) -> Block:
    """Boxes to tick, at most ten: value -> label."""
    made = {one: option(name, one) for one, name in list(options.items())[:10]}
    element: dict[str, Any] = {
        "type": "checkboxes",
        "action_id": INPUT,
        "options": list(made.values()),
    }
    ticked = [made[one] for one in on if one in made]
    if ticked:
        element["initial_options"] = ticked
    return _input(key, label, element, "", optional=True)


def people(key: str, label: str, users: Sequence[str], hint: str = "") -> Block:
    """Any number of people."""
    element: dict[str, Any] = {"type": "multi_users_select", "action_id": INPUT}
    if users:
        element["initial_users"] = list(users)
    return _input(key, label, element, hint, optional=True)


def channel(key: str, label: str, value: str | None, hint: str = "") -> Block:
    """One channel."""
    element: dict[str, Any] = {
        "type": "conversations_select",
        "action_id": INPUT,
        "filter": {"include": ["public", "private"], "exclude_bot_users": True},
    }
    if value:
        element["initial_conversation"] = value
    return _input(key, label, element, hint, optional=True)


def _input(key: str, label: str, element: dict[str, Any], hint: str, optional: bool) -> Block:
    block: Block = {
        "type": "input",
        "block_id": key,
        "label": plain(label, 2000),
        "element": element,
        "optional": optional,
    }
    return block | ({"hint": plain(hint, 2000)} if hint else {})
