"""Input elements: text, number, rich text and files."""

from bot.sandbox.blockkit import composition as part
from bot.sandbox.blockkit.node import Node, units
from bot.sandbox.blockkit.rich_text import check_rich_text

_LONGEST_INPUT = 3000


def plain_text_input(node: Node) -> None:
    """Check the bounds of a text input (0 to 3000) and that its first value keeps to them."""
    low = node.integer("min_length", 0, _LONGEST_INPUT)
    high = node.integer("max_length", 1, _LONGEST_INPUT)
    if low is not None and high is not None and low > high:
        node.refuse("min_length is greater than max_length")
    initial = node.string("initial_value", at_least=0)
    if initial:
        least, most = low or 0, high or _LONGEST_INPUT
        if not least <= units(initial) <= most:
            node.refuse(f"{units(initial)} characters, allowed {least} to {most}", "initial_value")
    node.boolean("multiline")
    part.dispatch_config(node)


def email_or_url(node: Node) -> None:
    """Check an e-mail or URL input."""
    node.string("initial_value", at_least=0)
    part.dispatch_config(node)


def number_input(node: Node) -> None:
    """Check a number input: its bounds are strings, the lower one not above the upper one."""
    node.boolean("is_decimal_allowed", required=True)
    bounds: dict[str, float] = {}
    for key in ("min_value", "max_value", "initial_value"):
        given = node.string(key)
        if given is None:
            continue
        try:
            bounds[key] = float(given)
        except ValueError:
            node.refuse("must be a number, written as a string", key)
    if bounds.get("min_value", float("-inf")) > bounds.get("max_value", float("inf")):
        node.refuse("min_value is greater than max_value")
    part.dispatch_config(node)


def rich_text_input(node: Node) -> None:
    """Check a rich text input."""
    initial = node.child("initial_value")
    if initial is not None:
        check_rich_text(initial)
    low, high = node.integer("min_lines", 1), node.integer("max_lines", 1)
    if low is not None and high is not None and low > high:
        node.refuse("min_lines is greater than max_lines")
    part.dispatch_config(node)


def file_input(node: Node) -> None:
    """Check a file input: 1 to 10 files, in modals only."""
    node.integer("max_files", 1, 10)
    for path, name in node.array("filetypes", 0, None, required=False):
        if not isinstance(name, str):
            node.tally.refuse(path, "must be a string")
    if node.tally.surface != "modal":
        node.refuse("file_input only works in modals")
