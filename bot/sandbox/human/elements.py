"""Finding the element that somebody presses, and what they choose in it."""

from dataclasses import dataclass
from typing import Any

from bot.sandbox.human.acting import Body, NotPossible, field_of
from bot.sandbox.world.views import VALUE_KEYS, block_elements, element_state, find_option


@dataclass(frozen=True, slots=True)
class Pressed:
    """An element, its block and what was chosen (a button's own value for a button)."""

    element: dict[str, Any]
    block_id: str
    value: Any


def find_pressed(blocks: list[dict[str, Any]], body: Body) -> Pressed:
    """Return the element that `action_id` (and `block_id`) name, with the choice made in it.

    Raises:
        NotPossible: There is no such element, or it has no such option.
    """
    action_id, block_id = field_of(body, "action_id"), body.get("block_id")
    for block in blocks:
        if block_id and block.get("block_id") != block_id:
            continue
        for element in block_elements(block):
            if element["action_id"] == action_id:
                value = _choice(element, body.get("value"))
                return Pressed(element, block["block_id"], value)
    known = [one["action_id"] for block in blocks for one in block_elements(block)]
    where = f" in block {block_id}" if block_id else ""
    raise NotPossible(
        f"there is no element {action_id}{where} here; there are: {', '.join(known) or 'none'}"
    )


def press(pressed: Pressed, state: dict[str, dict[str, dict[str, Any]]]) -> None:
    """Keep what was chosen in the state of the message or view, if the element keeps any."""
    entry = element_state(pressed.element, pressed.value)
    if entry is not None:
        state.setdefault(pressed.block_id, {})[pressed.element["action_id"]] = entry


def _choice(element: dict[str, Any], value: Any) -> Any:
    key = VALUE_KEYS.get(element["type"], "")
    if key == "selected_option":
        if value is None:
            raise NotPossible(f"missing value: say which option of {element['action_id']}")
        if find_option(element, value) is None:
            raise NotPossible(f"{element['action_id']} has no option {value}")
    if key == "selected_options":
        return [find_option(element, one) for one in value or []]
    return value
