"""A use case's sentence as rich text: ids become names, all else stays to the letter."""

from __future__ import annotations

import re

from bot.slack.blocks.rich import Element, group, own, person
from bot.slack.blocks.text import clean

_NAMED = re.compile(r"<(?:@([UW][A-Z0-9]{1,20})|!subteam\^(S[A-Z0-9]{1,20}))>")


def sentence(text: str, limit: int) -> list[Element]:
    """Elements of one line or several.

    Args:
        text: The wording of a use case, in which `<@U…>` stands for a person and
            `<!subteam^S…>` for a user group.
        limit: UTF-16 units.
    """
    elements: list[Element] = []
    at = 0
    letters = clean(text, limit, one_line=False)
    for found in _NAMED.finditer(letters):
        if found.start() > at:
            elements.append(own(letters[at : found.start()]))
        elements.append(person(found[1]) if found[1] else group(found[2]))
        at = found.end()
    if at < len(letters) or not elements:
        elements.append(own(letters[at:]))
    return elements
