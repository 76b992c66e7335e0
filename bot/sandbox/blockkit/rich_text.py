"""The rich_text block and what its sections hold."""

from bot.sandbox.blockkit.node import Node

_SECTIONS = {
    "rich_text_section": "elements",
    "rich_text_list": "elements style indent offset border",
    "rich_text_preformatted": "elements border language",
    "rich_text_quote": "elements border",
}
# Each inline element with the keys that Slack requires of it and those it takes besides.
_INLINE = {
    "text": ("text", "style"),
    "link": ("url", "text unsafe style"),
    "emoji": ("name", "unicode skin_tone url display_name"),
    "user": ("user_id", "style"),
    "usergroup": ("usergroup_id", "style"),
    "channel": ("channel_id", "style"),
    "team": ("team_id", "style"),
    "broadcast": ("range", "style"),
    "color": ("value", "style"),
    "date": ("timestamp format", "url fallback style"),
}
_STYLES = ("bold", "italic", "strike", "code", "underline", "highlight", "client_highlight")
_STYLES_ALL = (*_STYLES, "unlink")


def check_rich_text(node: Node) -> None:
    """Check a rich_text object: its sections, their kinds, and every inline element."""
    if node.kind != "rich_text":
        node.refuse("must be rich_text", "type")
        return
    for section in node.children("elements", 1, None):
        if section.kind not in _SECTIONS:
            section.refuse(f"unknown {section.kind!r}", "type")
            continue
        if section.kind == "rich_text_list":
            _check_list(section)
        else:
            for inline in section.children("elements", 0, None):
                _check_inline(inline)
        section.only(_SECTIONS[section.kind].split())


def _check_list(section: Node) -> None:
    section.choice("style", ("bullet", "ordered"), required=True)
    section.integer("indent", 0, 8)
    section.integer("offset", 0)
    section.integer("border", 0, 1)
    for item in section.children("elements", 0, None):
        if item.kind != "rich_text_section":
            item.refuse("must be rich_text_section", "type")
            continue
        for inline in item.children("elements", 0, None):
            _check_inline(inline)


def _check_inline(node: Node) -> None:
    if node.kind not in _INLINE:
        node.refuse(f"unknown {node.kind!r}", "type")
        return
    required, optional = _INLINE[node.kind]
    for key in required.split():
        if key == "timestamp":
            if not node.has(key):
                node.refuse("required", key)
            node.integer(key, 0)
        else:
            node.string(key, required=True)
    if node.kind == "broadcast":
        node.choice("range", ("here", "channel", "everyone"))
    style = node.child("style")
    if style is not None:
        for key in style.value:
            style.boolean(key)
        style.only(_STYLES_ALL)
    node.only((*required.split(), *optional.split()))
