"""Rich text: the form in which Slack formats nothing that somebody else wrote.

Every text element is shown to the letter; whatever is bold, a link or a mention is so because it
is built here.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from bot.slack.blocks.text import clean, spelled

Block = dict[str, Any]
Element = dict[str, Any]

_LONGEST_URL = 3000


def words(text: str, limit: int = 300, *, bold: bool = False, italic: bool = False) -> Element:
    """Text to the letter, on one line."""
    return _styled(clean(text, limit), bold=bold, italic=italic)


def own(text: str, *, bold: bool = False) -> Element:
    """The project's own words, spaces kept."""
    return _styled(text, bold=bold)


def code(text: str, limit: int = 300) -> Element:
    """Text to the letter in a fixed-width face."""
    return _styled(clean(text, limit), code=True)


def _styled(text: str, **styles: bool) -> Element:
    style = {name: True for name, on in styles.items() if on}
    return {"type": "text", "text": text or " ", **({"style": style} if style else {})}


def link(url: str | None, text: str) -> list[Element]:
    """A link under `text` if `url` is one that can be opened, else nothing."""
    if not is_web_address(url):
        return []
    return [{"type": "link", "url": url, "text": text}]


def is_web_address(url: str | None) -> bool:
    """Whether it is an http(s) address that Slack takes."""
    if url is None or len(url) > _LONGEST_URL or any(c.isspace() for c in url):
        return False
    return url.lower().startswith(("http://", "https://"))


def person(user: str) -> Element:
    """A mention of a person by id; anything that is not an id is shown as text."""
    return {"type": "user", "user_id": user} if is_person(user) else words(user, 80)


def group(group_id: str) -> Element:
    """A mention of a user group by id."""
    return {"type": "usergroup", "usergroup_id": group_id}


def is_person(user: str) -> bool:
    """Whether it is a Slack user id, and not an agent's name."""
    return user[:1] in ("U", "W") and user.isalnum() and user.upper() == user


def mention(ids: Iterable[str]) -> list[Element]:
    """Mentions of people and user groups, each followed by a space."""
    found: list[Element] = []
    for one in ids:
        if one[:1] == "S" and one.isalnum():
            found += [group(one), own(" ")]
        elif is_person(one):
            found += [person(one), own(" ")]
    return found


def moment(at: datetime, form: str = "{time}", url: str | None = None) -> Element:
    """A moment in the reader's own zone, as a link if `url` is one that can be opened."""
    return {
        "type": "date",
        "timestamp": int(at.timestamp()),
        "format": form,
        "fallback": spelled(at, form),
        **({"url": url} if is_web_address(url) else {}),
    }


def line(*elements: Element) -> Element:
    """One line."""
    return {"type": "rich_text_section", "elements": list(elements)}


def preformatted(text: str, limit: int = 600) -> Element:
    """Several lines to the letter in a fixed-width face."""
    letters = clean(text, limit, one_line=False)
    return {"type": "rich_text_preformatted", "elements": [own(letters)]}


def quote(text: str, limit: int = 600) -> Element:
    """Several lines to the letter, set off as somebody's words."""
    letters = clean(text, limit, one_line=False)
    return {"type": "rich_text_quote", "elements": [own(letters)]}


def bullets(items: Iterable[list[Element]]) -> Element:
    """A list, one item a line."""
    return {
        "type": "rich_text_list",
        "style": "bullet",
        "elements": [line(*elements) for elements in items],
    }


def rich(*sections: Element) -> Block:
    """A block of lines, quotes and lists."""
    return {"type": "rich_text", "elements": list(sections)}
