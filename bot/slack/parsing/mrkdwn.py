"""Slack's `text` field, as a reader takes it: unescaped, with links and mentions as their labels.

Source of the rules: docs.slack.dev, "Formatting message text", read in November 2026.
"""

from __future__ import annotations

import re

_LINK = re.compile(r"<([^<>|]{1,3000})(?:\|([^<>]{0,3000}))?>")
_ENTITY = re.compile(r"&(amp|lt|gt);")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">"}


def plain_text(mrkdwn: str) -> str:
    """The text a person would read.

    Args:
        mrkdwn: As Slack delivers it: `&`, `<` and `>` escaped, links and mentions in `<…>`.

    Returns:
        Unescaped exactly once; `<url|label>` became its label, `<@U1>` "@U1", `<!here>` "@here",
        `<!date^…|fallback>` its fallback.
    """
    return _ENTITY.sub(lambda found: _ENTITIES[found[1]], _LINK.sub(_label, mrkdwn))


def _label(found: re.Match[str]) -> str:
    target, label = found[1], found[2]
    sign = target[0]
    if sign == "@":
        return f"@{(label or target[1:]).removeprefix('@')}"
    if sign == "#":
        return f"#{(label or target[1:]).removeprefix('#')}"
    if sign == "!":
        return _command_label(target[1:], label)
    return label or target.removeprefix("mailto:").removeprefix("tel:")


def _command_label(command: str, label: str | None) -> str:
    name, _, rest = command.partition("^")
    if name == "date":
        return label or rest
    return f"@{(label or rest or name).removeprefix('@')}"
