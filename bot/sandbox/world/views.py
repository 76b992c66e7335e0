"""Modals and Home tabs, and the form in which they are shown."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class View:
    """A modal or a Home tab of one person.

    Attributes:
        values: What the person has filled in: block_id -> action_id -> state of the element.
        root: Id of the lowest view of the stack; `previous` of the one below, if any.
    """

    id: str
    team: str
    app_id: str
    bot_id: str
    user: str
    body: dict[str, Any]
    hash: str
    root: str
    previous: str | None = None
    values: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """`modal` or `home`."""
        return str(self.body.get("type", "modal"))

    @property
    def blocks(self) -> list[dict[str, Any]]:
        """The blocks shown."""
        blocks: list[dict[str, Any]] = self.body.get("blocks", [])
        return blocks

    @property
    def external_id(self) -> str:
        """The app's own name for the view, or `""`."""
        return str(self.body.get("external_id") or "")


def view_json(view: View) -> dict[str, Any]:
    """Return a view as the Web API and the payloads show it."""
    body = view.body
    return {
        "id": view.id,
        "team_id": view.team,
        "type": view.kind,
        "blocks": view.blocks,
        "private_metadata": body.get("private_metadata", ""),
        "callback_id": body.get("callback_id", ""),
        "state": {"values": view.values},
        "hash": view.hash,
        "title": body.get("title") or {"type": "plain_text", "text": "View Title", "emoji": True},
        "clear_on_close": bool(body.get("clear_on_close")),
        "notify_on_close": bool(body.get("notify_on_close")),
        "close": body.get("close"),
        "submit": body.get("submit"),
        "previous_view_id": view.previous,
        "root_view_id": view.root,
        "app_id": view.app_id,
        "external_id": view.external_id,
        "app_installed_team_id": view.team,
        "bot_id": view.bot_id,
    }


def initial_values(blocks: list[dict[str, Any]]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the state that a view starts with: each stateful element at its initial value."""
    values: dict[str, dict[str, dict[str, Any]]] = {}
    for block in blocks:
        for element in block_elements(block):
            state = element_state(element, _initial(element))
            if state is not None:
                values.setdefault(block["block_id"], {})[element["action_id"]] = state
    return values


def block_elements(block: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the interactive elements of a block (input, section accessory, actions)."""
    if block.get("type") == "input":
        found = [block.get("element")]
    elif block.get("type") == "section":
        found = [block.get("accessory")]
    elif block.get("type") in ("actions", "context_actions"):
        found = list(block.get("elements", []))
    else:
        found = []
    return [one for one in found if isinstance(one, dict) and "action_id" in one]


# element type -> the key under which its value stands in the state and in an action
VALUE_KEYS = {
    "plain_text_input": "value",
    "email_text_input": "value",
    "url_text_input": "value",
    "number_input": "value",
    "rich_text_input": "rich_text_value",
    "static_select": "selected_option",
    "external_select": "selected_option",
    "radio_buttons": "selected_option",
    "overflow": "selected_option",
    "checkboxes": "selected_options",
    "multi_static_select": "selected_options",
    "multi_external_select": "selected_options",
    "users_select": "selected_user",
    "multi_users_select": "selected_users",
    "conversations_select": "selected_conversation",
    "multi_conversations_select": "selected_conversations",
    "channels_select": "selected_channel",
    "multi_channels_select": "selected_channels",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "datetimepicker": "selected_date_time",
}


def element_state(element: dict[str, Any], value: Any) -> dict[str, Any] | None:
    """Return an element's entry in `state.values`, or None for one that keeps no state.

    Args:
        element: The element of the block.
        value: What is chosen, as a client sends it: an option's value, several of them, an
            id, a date, a text; an option object is taken as it is; None is nothing.
    """
    kind = element.get("type", "")
    key = VALUE_KEYS.get(kind)
    if key is None or kind == "overflow":
        return None
    return {"type": kind, key: _chosen(element, key, value)}


def find_option(element: dict[str, Any], value: Any) -> dict[str, Any] | None:
    """Return the option of an element whose value is `value`, or None."""
    if isinstance(value, dict):
        value = value.get("value")
    groups = element.get("option_groups") or [{"options": element.get("options") or []}]
    for group in groups:
        for option in group.get("options", []):
            if option.get("value") == value:
                return dict(option)
    return None


def _chosen(element: dict[str, Any], key: str, value: Any) -> Any:
    if key == "selected_option":
        return None if value in (None, "") else find_option(element, value)
    if key == "selected_options":
        found = [find_option(element, one) for one in _several(value)]
        return [one for one in found if one is not None]
    if key in ("selected_users", "selected_conversations", "selected_channels"):
        return _several(value)
    if key == "selected_date_time":
        return None if value in (None, "") else int(value)
    return None if value in (None, "") else value


def _several(value: Any) -> list[Any]:
    if value in (None, ""):
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _initial(element: dict[str, Any]) -> Any:
    key = VALUE_KEYS.get(element.get("type", ""), "")
    return element.get(
        "initial_" + key.removeprefix("selected_").replace("rich_text_value", "value")
    )
