"""A use case's sentence as rich text: ids become names, all else stays to the letter."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from bot.slack.blocks.rich import Element, code, group, moment, own, person
from bot.slack.blocks.text import clean

_A_COMMAND = r"`(?P<command>/?negmem [^`\n]{1,100})`"
_COMMAND = re.compile(_A_COMMAND)
_MARKED = re.compile(
    r"<@(?P<person>[UW][A-Z0-9]{1,20})>"
    r"|<!subteam\^(?P<group>S[A-Z0-9]{1,20})>"
    r"|<#(?P<channel>[CG][A-Z0-9]{1,20})>"
    r"|<!date\^(?P<at>\d{1,11})\^(?P<form>\{time\}|\{date_short\})\|[\w: ]{5,20}>"
    rf"|{_A_COMMAND}"
)


def sentence(text: str, limit: int) -> list[Element]:
    """Elements of one line or several, for what only their asker sees.

    Args:
        text: The wording of a use case, in which `<@U…>` stands for a person, `<!subteam^S…>` for
            a user group, `<#C…>` for a channel, `<!date^…>` for a day or a time of day in the
            reader's zone, and a command of ours may be in backticks.
        limit: UTF-16 units.
    """
    return _elements(_MARKED, text, limit)


def wording(text: str, limit: int) -> list[Element]:
    """The same for a channel: only commands are set off, ids stay letters."""
    return _elements(_COMMAND, text, limit)


def _elements(marks: re.Pattern[str], text: str, limit: int) -> list[Element]:
    elements: list[Element] = []
    at = 0
    letters = clean(text, limit, one_line=False)
    for found in marks.finditer(letters):
        if found.start() > at:
            elements.append(own(letters[at : found.start()]))
        elements.append(_element(found))
        at = found.end()
    if at < len(letters) or not elements:
        elements.append(own(letters[at:]))
    return elements


def _element(found: re.Match[str]) -> Element:
    named = found.groupdict()
    if named.get("person"):
        return person(found["person"])
    if named.get("group"):
        return group(found["group"])
    if named.get("channel"):
        return {"type": "channel", "channel_id": found["channel"]}
    if named.get("at"):
        return moment(datetime.fromtimestamp(int(found["at"]), UTC), found["form"])
    return code(found["command"])
