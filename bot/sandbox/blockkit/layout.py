"""Layout blocks: each type, where it may stand and what it may hold."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.sandbox.blockkit import composition as part
from bot.sandbox.blockkit import elements
from bot.sandbox.blockkit.data import check_data_table, check_data_visualization, check_table
from bot.sandbox.blockkit.node import Node, units
from bot.sandbox.blockkit.rich_text import check_rich_text


@dataclass(frozen=True, slots=True)
class BlockType:
    """One block type: its check, its properties and the surfaces on which an app may send it."""

    check: Callable[[Node], None]
    keys: str
    surfaces: str = "message modal home"


def check_block(node: Node) -> None:
    """Check one block: known type, allowed surface, unique block_id (255), then its own limits."""
    block_type = BLOCK_TYPES.get(node.kind)
    if block_type is None:
        node.refuse(f"unknown block type {node.value.get('type')!r}", "type")
        return
    if node.tally.surface not in block_type.surfaces.split():
        node.refuse(f"a {node.kind} block is not allowed on a {node.tally.surface}")
    block_id = node.string("block_id", 255)
    if block_id:
        if block_id in node.tally.block_ids:
            node.refuse(f"duplicate block_id {block_id!r}", "block_id")
        node.tally.block_ids.add(block_id)
    block_type.check(node)
    node.only(("block_id", *block_type.keys.split()))


def _section(node: Node) -> None:
    if not node.has("text") and not node.has("fields"):
        node.refuse("text or fields is required")
    part.text(node, "text", 3000)
    for field in node.children("fields", 1, 10, required=False):
        part.check_text(field, 2000)
    accessory = node.child("accessory")
    if accessory is not None:
        elements.check_element(accessory, elements.IN_SECTION, set())
    node.boolean("expand")


def _divider(_node: Node) -> None:
    """A divider holds nothing."""


def _header(node: Node) -> None:
    part.text(node, "text", 150, plain=True, required=True)
    node.integer("level", 1, 4)


def _image(node: Node) -> None:
    part.image_source(node)
    node.string("alt_text", 2000, required=True)
    part.text(node, "title", 2000, plain=True)


def _held_elements(node: Node, at_most: int, allowed: frozenset[str]) -> None:
    action_ids: set[str] = set()
    for element in node.children("elements", 1, at_most):
        elements.check_element(element, allowed, action_ids)


def _actions(node: Node) -> None:
    _held_elements(node, 25, elements.IN_ACTIONS)


def _context_actions(node: Node) -> None:
    _held_elements(node, 5, elements.IN_CONTEXT_ACTIONS)


def _context(node: Node) -> None:
    for element in node.children("elements", 1, 10):
        if element.kind == "image":
            elements.check_element(element, frozenset(("image",)), set())
        else:
            part.check_text(element, 3000)


def _input(node: Node) -> None:
    node.tally.counts["input"] += 1
    part.text(node, "label", 2000, plain=True, required=True)
    part.text(node, "hint", 2000, plain=True)
    node.boolean("optional")
    node.boolean("dispatch_action")
    element = node.child("element", required=True)
    if element is not None:
        elements.check_element(element, elements.IN_INPUT, set())


def _markdown(node: Node) -> None:
    text = node.string("text", 12000, required=True)
    node.tally.counts["markdown"] += units(text or "")


def _video(node: Node) -> None:
    part.text(node, "title", 199, plain=True, required=True)
    part.text(node, "description", 199, plain=True)
    node.string("author_name", 49)
    node.string("provider_name")
    for key in ("alt_text", "thumbnail_url", "video_url"):
        node.string(key, 3000, required=True)
    for key in ("title_url", "provider_icon_url"):
        node.string(key, 3000)


def _file(node: Node) -> None:
    node.string("external_id", required=True)
    node.choice("source", ("remote",), required=True)


def _alert(node: Node) -> None:
    part.text(node, "text", 200, required=True)
    node.choice("level", ("default", "info", "warning", "error", "success"))


def _picture(node: Node, key: str) -> None:
    image = node.child(key)
    if image is not None:
        elements.check_element(image, frozenset(("image",)), set())


def _card(node: Node) -> None:
    if not any(node.has(key) for key in ("hero_image", "title", "actions", "body")):
        node.refuse("one of hero_image, title, actions, body is required")
    _picture(node, "hero_image")
    _picture(node, "icon")
    part.text(node, "title", 150)
    part.text(node, "subtitle", 150)
    part.text(node, "body", 200)
    action_ids: set[str] = set()
    for button in node.children("actions", 1, 3, required=False):
        elements.check_element(button, frozenset(("button",)), action_ids)


def _carousel(node: Node) -> None:
    for card in node.children("elements", 1, 10):
        if card.kind == "card":
            check_block(card)
        else:
            card.refuse("must be a card", "type")


def _container(node: Node) -> None:
    part.text(node, "title", 150, plain=True, required=not node.has("rich_text_title"))
    title = node.child("rich_text_title")
    if title is not None:
        check_rich_text(title)
    part.text(node, "subtitle", 150)
    _picture(node, "icon")
    node.choice("width", ("narrow", "standard", "wide", "full"))
    for key in ("is_collapsible", "default_collapsed", "has_header_divider"):
        node.boolean(key)
    if node.value.get("default_collapsed") and not node.value.get("is_collapsible"):
        node.refuse("requires is_collapsible", "default_collapsed")
    for block in node.children("child_blocks", 1, 10):
        if block.kind in _IN_CONTAINER:
            check_block(block)
        else:
            block.refuse(f"{block.kind!r} is not allowed in a container", "type")


def _task_card(node: Node) -> None:
    node.string("task_id", required=True)
    node.string("title", required=True)
    node.choice("status", ("pending", "in_progress", "complete", "error"))
    for key in ("details", "output"):
        text = node.child(key)
        if text is not None:
            check_rich_text(text)
    for source in node.children("sources", 1, None, required=False):
        source.choice("type", ("url",), required=True)
        source.string("url", required=True)
        source.string("text", required=True)


def _plan(node: Node) -> None:
    node.string("title", required=True)
    for task in node.children("tasks", 1, None, required=False):
        if task.kind == "task_card":
            check_block(task)
        else:
            task.refuse("must be a task_card", "type")


_IN_CONTAINER = frozenset(
    (
        *("actions", "context", "divider", "file", "header", "image", "input"),
        *("rich_text", "section", "table", "video"),
    )
)

BLOCK_TYPES: dict[str, BlockType] = {
    "section": BlockType(_section, "text fields accessory expand"),
    "divider": BlockType(_divider, ""),
    "header": BlockType(_header, "text level"),
    "image": BlockType(_image, "image_url slack_file alt_text title"),
    "actions": BlockType(_actions, "elements"),
    "context": BlockType(_context, "elements"),
    "input": BlockType(_input, "label element hint optional dispatch_action"),
    "rich_text": BlockType(check_rich_text, "elements"),
    "video": BlockType(
        _video,
        "alt_text author_name description provider_icon_url provider_name thumbnail_url title"
        " title_url video_url",
    ),
    "container": BlockType(
        _container,
        "title rich_text_title subtitle child_blocks width icon is_collapsible default_collapsed"
        " has_header_divider",
    ),
    "markdown": BlockType(_markdown, "text", "message"),
    "table": BlockType(check_table, "rows column_settings", "message"),
    "context_actions": BlockType(_context_actions, "elements", "message"),
    "data_visualization": BlockType(check_data_visualization, "title chart", "message"),
    "data_table": BlockType(
        check_data_table, "rows caption page_size row_header_column_index", "message"
    ),
    "task_card": BlockType(_task_card, "task_id title details output sources status", "message"),
    "plan": BlockType(_plan, "title tasks", "message"),
    "card": BlockType(_card, "hero_image icon title subtitle body actions", "message home"),
    "carousel": BlockType(_carousel, "elements", "message home"),
    "alert": BlockType(_alert, "text level", "modal"),
    "file": BlockType(_file, "external_id source", ""),  # only ever read back from Slack
}
