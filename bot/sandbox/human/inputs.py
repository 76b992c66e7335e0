"""What a person fills into a modal, checked as Slack's client checks it."""

from collections.abc import Mapping
from typing import Any

from bot.sandbox.human.acting import NotPossible
from bot.sandbox.world.views import VALUE_KEYS, View, block_elements, element_state

REQUIRED = "Please complete this required field."


def fill(view: View, values: Mapping[str, Mapping[str, Any]]) -> None:
    """Put values into a view.

    Args:
        view: The view.
        values: block_id -> action_id -> the value: a text, an option's value, an id, a date,
            a list of those, or the element's whole state as Slack has it.

    Raises:
        NotPossible: There is no such element, or no such option in it.
    """
    elements = {
        (block["block_id"], element["action_id"]): element
        for block in view.blocks
        for element in block_elements(block)
    }
    for block_id, actions in values.items():
        for action_id, value in actions.items():
            element = elements.get((block_id, action_id))
            if element is None:
                raise NotPossible(f"there is no element {action_id} in block {block_id}")
            state = element_state(element, _plain(element, value))
            if state is None:
                raise NotPossible(f"{action_id} takes no value")
            _check_options(element, value, state)
            view.values.setdefault(block_id, {})[action_id] = state


def missing(view: View) -> dict[str, str]:
    """Return the inputs that Slack's client would not submit: block_id -> what is wrong."""
    errors: dict[str, str] = {}
    for block in view.blocks:
        if block.get("type") != "input":
            continue
        for element in block_elements(block):
            state = view.values.get(block["block_id"], {}).get(element["action_id"], {})
            value = state.get(VALUE_KEYS.get(element["type"], ""))
            wrong = _wrong(block, element, value)
            if wrong:
                errors[block["block_id"]] = wrong
    return errors


def _wrong(block: dict[str, Any], element: dict[str, Any], value: Any) -> str:
    if value in (None, "", []):
        return "" if block.get("optional") else REQUIRED
    if isinstance(value, str) and element["type"].endswith("_text_input"):
        least, most = element.get("min_length", 0), element.get("max_length", 3000)
        if len(value) < least:
            return f"Enter at least {least} characters."
        if len(value) > most:
            return f"Enter at most {most} characters."
    return ""


def _plain(element: dict[str, Any], value: Any) -> Any:
    # A whole state is taken too, so that a page can send back what it was given.
    key = VALUE_KEYS.get(element["type"], "")
    if isinstance(value, dict) and key in value and value.get("type", element["type"]):
        return value[key]
    return value


def _check_options(element: dict[str, Any], value: Any, state: dict[str, Any]) -> None:
    key = VALUE_KEYS[element["type"]]
    given = _plain(element, value)
    if key == "selected_option" and given not in (None, "") and state[key] is None:
        raise NotPossible(f"{element['action_id']} has no option {given}")
    if key == "selected_options" and len(state[key]) != len(given or []):
        raise NotPossible(f"{element['action_id']} has not all of the options {given}")
