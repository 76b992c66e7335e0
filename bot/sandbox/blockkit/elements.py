"""Block elements: what people press, pick and fill in."""

import re
from collections.abc import Callable
from datetime import date

from bot.sandbox.blockkit import composition as part
from bot.sandbox.blockkit.inputs import (
    email_or_url,
    file_input,
    number_input,
    plain_text_input,
    rich_text_input,
)
from bot.sandbox.blockkit.node import Node

_MENUS = ("static_select", "external_select", "users_select", "conversations_select")
SELECTS = frozenset((*_MENUS, "channels_select"))
MULTI_SELECTS = frozenset(f"multi_{kind}" for kind in SELECTS)
PICKERS = frozenset(("datepicker", "timepicker", "datetimepicker"))
TEXT_INPUTS = frozenset(
    ("plain_text_input", "email_text_input", "url_text_input", "number_input", "rich_text_input")
)
_PRESSED = frozenset(("button", "checkboxes", "radio_buttons", "overflow", "workflow_button"))

IN_ACTIONS = _PRESSED | SELECTS | MULTI_SELECTS | PICKERS | {"rich_text_input"}
IN_SECTION = _PRESSED | SELECTS | MULTI_SELECTS | {"image", "datepicker", "timepicker"}
IN_INPUT = (
    SELECTS | MULTI_SELECTS | PICKERS | TEXT_INPUTS | {"checkboxes", "radio_buttons", "file_input"}
)
IN_CONTEXT_ACTIONS = frozenset(("feedback_buttons", "icon_button"))

_WITH_CONFIRM = IN_ACTIONS - {"workflow_button", "rich_text_input"} | {"icon_button"}
_WITH_PLACEHOLDER = SELECTS | MULTI_SELECTS | TEXT_INPUTS | {"datepicker", "timepicker"}
_WITH_FOCUS = SELECTS | MULTI_SELECTS | PICKERS | TEXT_INPUTS | {"checkboxes", "radio_buttons"}


def check_element(node: Node, allowed: frozenset[str], action_ids: set[str]) -> None:
    """Check one element and whether its block may hold it.

    Args:
        node: the element.
        allowed: the element types that the block takes.
        action_ids: those seen in the block so far; they must be unique in it.
    """
    kind = node.kind
    if kind not in allowed:
        node.refuse(f"{kind or 'nothing'!r} is not allowed here", "type")
        return
    check, keys = _CHECKS[kind]
    check(node)
    known = set(keys.split())
    if kind != "image":
        known.add("action_id")
        _action_id(node, action_ids)
    if kind in _WITH_CONFIRM:
        known.add("confirm")
        part.confirm(node)
    if kind in _WITH_PLACEHOLDER:
        known.add("placeholder")
        part.text(node, "placeholder", 150, plain=True)
    if kind in _WITH_FOCUS:
        known.add("focus_on_load")
        node.boolean("focus_on_load")
        node.tally.counts["focus"] += node.value.get("focus_on_load") is True
    node.only(known)


def _action_id(node: Node, seen: set[str]) -> None:
    action_id = node.string("action_id", 255)
    if action_id is None:
        return
    if action_id in seen:
        node.refuse(f"duplicate action_id {action_id!r} in this block", "action_id")
    seen.add(action_id)


def _button(node: Node) -> None:
    part.text(node, "text", 75, plain=True, required=True)
    node.string("accessibility_label", 75)
    node.choice("style", part.STYLES)
    node.string("value", 2000, at_least=0)
    node.string("url", 3000)
    node.string("agent_prompt", 4000)
    node.string("agent_prompt_display")
    _visible_to(node)


def _workflow_button(node: Node) -> None:
    part.text(node, "text", 75, plain=True, required=True)
    node.string("accessibility_label", 75)
    node.choice("style", part.STYLES)
    workflow = node.child("workflow", required=True)
    if workflow is not None:
        trigger = workflow.child("trigger", required=True)
        if trigger is not None:
            trigger.string("url", required=True)


def check_image(node: Node) -> None:
    """Check an image element: one source and an alternative text of 2000."""
    part.image_source(node)
    node.string("alt_text", 2000, required=True)


def _few_options(node: Node) -> None:
    part.initial_options(node, part.options(node, 10, plain=False))


def _overflow(node: Node) -> None:
    part.options(node, 5, plain=True, overflow=True)


def _static_select(node: Node) -> None:
    node.exactly_one("options", "option_groups")
    offered = part.options(node, 100, plain=True, required=False)
    for group in node.children("option_groups", 1, 100, required=False):
        part.text(group, "label", 75, plain=True, required=True)
        offered += part.options(group, 100, plain=True)
        group.only(("label", "options"))
    part.initial_options(node, offered)
    node.integer("max_selected_items", 1)


def _external_select(node: Node) -> None:
    node.integer("min_query_length", 0)
    node.integer("max_selected_items", 1)
    first = node.child("initial_option")
    if first is not None:
        part.option(first, plain=True)
    for each in node.children("initial_options", 1, None, required=False):
        part.option(each, plain=True)


def _people_or_places(node: Node) -> None:
    for key in ("initial_user", "initial_conversation", "initial_channel"):
        node.string(key)
    for key in ("initial_users", "initial_conversations", "initial_channels"):
        for path, item in node.array(key, 0, None, required=False):
            if not isinstance(item, str):
                node.tally.refuse(path, "must be a string")
    node.integer("max_selected_items", 1)
    node.boolean("response_url_enabled")
    node.boolean("default_to_current_conversation")
    part.conversation_filter(node)


def _datepicker(node: Node) -> None:
    given = node.string("initial_date")
    if given is None:
        return
    try:
        date.fromisoformat(given)
    except ValueError:
        node.refuse("must be a date, YYYY-MM-DD", "initial_date")
        return
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", given):
        node.refuse("must be a date, YYYY-MM-DD", "initial_date")


def _timepicker(node: Node) -> None:
    node.string("initial_time", pattern=r"([01]\d|2[0-3]):[0-5]\d")
    node.string("timezone")


def _datetimepicker(node: Node) -> None:
    node.integer("initial_date_time", 10**9, 10**10 - 1)


def _feedback_buttons(node: Node) -> None:
    for key in ("positive_button", "negative_button"):
        button = node.child(key, required=True)
        if button is not None:
            part.text(button, "text", 75, plain=True, required=True)
            button.string("value", 2000, required=True)
            button.string("accessibility_label", 75)
            button.only(("text", "value", "accessibility_label"))


def _icon_button(node: Node) -> None:
    node.choice("icon", ("trash",), required=True)
    part.text(node, "text", None, plain=True, required=True)
    node.string("value", 2000)
    node.string("accessibility_label", 75)
    _visible_to(node)


def _visible_to(node: Node) -> None:
    for path, user in node.array("visible_to_user_ids", 1, None, required=False):
        if not isinstance(user, str):
            node.tally.refuse(path, "must be a string")


_Check = Callable[[Node], None]
_CHECKS: dict[str, tuple[_Check, str]] = {
    "button": (
        _button,
        "text url value style accessibility_label agent_prompt agent_prompt_display"
        " visible_to_user_ids",
    ),
    "workflow_button": (_workflow_button, "text workflow style accessibility_label"),
    "image": (check_image, "image_url slack_file alt_text"),
    "checkboxes": (_few_options, "options initial_options"),
    "radio_buttons": (_few_options, "options initial_option"),
    "overflow": (_overflow, "options"),
    "static_select": (_static_select, "options option_groups initial_option"),
    "multi_static_select": (
        _static_select,
        "options option_groups initial_options max_selected_items",
    ),
    "external_select": (_external_select, "initial_option min_query_length"),
    "multi_external_select": (
        _external_select,
        "initial_options min_query_length max_selected_items",
    ),
    "users_select": (_people_or_places, "initial_user"),
    "multi_users_select": (_people_or_places, "initial_users max_selected_items"),
    "conversations_select": (
        _people_or_places,
        "initial_conversation default_to_current_conversation response_url_enabled filter",
    ),
    "multi_conversations_select": (
        _people_or_places,
        "initial_conversations default_to_current_conversation max_selected_items filter",
    ),
    "channels_select": (_people_or_places, "initial_channel response_url_enabled"),
    "multi_channels_select": (_people_or_places, "initial_channels max_selected_items"),
    "datepicker": (_datepicker, "initial_date"),
    "timepicker": (_timepicker, "initial_time timezone"),
    "datetimepicker": (_datetimepicker, "initial_date_time"),
    "plain_text_input": (
        plain_text_input,
        "initial_value multiline min_length max_length dispatch_action_config",
    ),
    "email_text_input": (email_or_url, "initial_value dispatch_action_config"),
    "url_text_input": (email_or_url, "initial_value dispatch_action_config"),
    "number_input": (
        number_input,
        "initial_value is_decimal_allowed min_value max_value dispatch_action_config",
    ),
    "rich_text_input": (
        rich_text_input,
        "initial_value dispatch_action_config min_lines max_lines",
    ),
    "file_input": (file_input, "filetypes max_files"),
    "feedback_buttons": (_feedback_buttons, "positive_button negative_button"),
    "icon_button": (_icon_button, "icon text value accessibility_label visible_to_user_ids"),
}
