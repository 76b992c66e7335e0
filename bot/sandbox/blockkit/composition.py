"""Composition objects: text, option, option group, confirm dialog, image source, filter."""

from collections.abc import Mapping
from typing import Any

from bot.sandbox.blockkit.node import Node

TEXT_KINDS = ("plain_text", "mrkdwn")
STYLES = ("primary", "danger")


def check_text(node: Node, at_most: int | None, *, plain: bool = False, at_least: int = 1) -> None:
    """Check one text object; `plain` allows plain_text only."""
    if node.kind not in TEXT_KINDS:
        node.refuse("must be plain_text or mrkdwn", "type")
        return
    if plain and node.kind != "plain_text":
        node.refuse("must be plain_text", "type")
    node.string("text", at_most, at_least=at_least, required=True)
    only = "emoji" if node.kind == "plain_text" else "verbatim"
    node.boolean(only)
    node.only(("text", only))


def text(
    node: Node,
    key: str,
    at_most: int | None,
    *,
    plain: bool = False,
    required: bool = False,
    at_least: int = 1,
) -> None:
    """Check the text object under a key."""
    child = node.child(key, required=required)
    if child is not None:
        check_text(child, at_most, plain=plain, at_least=at_least)


def option(node: Node, *, plain: bool, overflow: bool = False) -> None:
    """Check one option: text 75, description 75, value 150; `url` in overflow menus only."""
    text(node, "text", 75, plain=plain, required=True)
    text(node, "description", 75, plain=plain)
    node.string("value", 150, required=not overflow)
    if overflow:
        node.string("url", 3000)
        node.only(("text", "description", "value", "url"))
    else:
        node.only(("text", "description", "value"))


def options(
    node: Node, at_most: int, *, plain: bool, overflow: bool = False, required: bool = True
) -> list[Mapping[str, Any]]:
    """Check a list of options, their values unique; give the options for the initial ones."""
    found = list(node.children("options", 1, at_most, required=required))
    for each in found:
        option(each, plain=plain, overflow=overflow)
    values = [each.value["value"] for each in found if isinstance(each.value.get("value"), str)]
    for value in sorted({value for value in values if values.count(value) > 1}):
        node.refuse(f"duplicate option value {value!r}", "options")
    return [each.value for each in found]


def initial_options(node: Node, offered: list[Mapping[str, Any]]) -> None:
    """Check that `initial_option` and `initial_options` repeat offered options exactly."""
    first = node.child("initial_option")
    if first is not None and first.value not in offered:
        first.refuse("must exactly match one of the options")
    for each in node.children("initial_options", 1, None, required=False):
        if each.value not in offered:
            each.refuse("must exactly match one of the options")


def confirm(node: Node) -> None:
    """Check the confirm dialog of an element: title 100, text 300, buttons 30."""
    dialog = node.child("confirm")
    if dialog is None:
        return
    text(dialog, "title", 100, plain=True, required=True)
    text(dialog, "text", 300, required=True)
    text(dialog, "confirm", 30, plain=True, required=True)
    text(dialog, "deny", 30, plain=True, required=True)
    dialog.choice("style", STYLES)
    dialog.only(("title", "text", "confirm", "deny", "style"))


def image_source(node: Node) -> None:
    """Check that an image names its picture one way: by URL (3000) or as a file in Slack."""
    node.exactly_one("image_url", "slack_file")
    node.string("image_url", 3000)
    stored = node.child("slack_file")
    if stored is not None:
        stored.exactly_one("id", "url")
        stored.only(("id", "url"))


def dispatch_config(node: Node) -> None:
    """Check when a text input sends block_actions."""
    config = node.child("dispatch_action_config")
    if config is None:
        return
    for path, trigger in config.array("trigger_actions_on", 1, 2):
        if trigger not in ("on_enter_pressed", "on_character_entered"):
            node.tally.refuse(path, "must be on_enter_pressed or on_character_entered")
    config.only(("trigger_actions_on",))


def conversation_filter(node: Node) -> None:
    """Check the filter of a conversation menu: at least one field, known kinds."""
    chosen = node.child("filter")
    if chosen is None:
        return
    if not chosen.value:
        chosen.refuse("at least one field is required")
    for path, kind in chosen.array("include", 1, 4, required=False):
        if kind not in ("im", "mpim", "private", "public"):
            node.tally.refuse(path, "must be im, mpim, private or public")
    chosen.boolean("exclude_external_shared_channels")
    chosen.boolean("exclude_bot_users")
    chosen.only(("include", "exclude_external_shared_channels", "exclude_bot_users"))
