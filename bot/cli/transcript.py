"""Slack's markup as a person reads it: names instead of ids, days instead of dates' codes."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

_MARKUP = re.compile(r"<(?P<inner>[^<>\n]+)>")


def readable(text: str, names: Mapping[str, str]) -> str:
    """A message's text without its markup.

    Args:
        text: As Slack keeps it.
        names: What ids of people, groups and channels stand for; an unknown one stays.
    """

    def shown(found: re.Match[str]) -> str:
        code, _, label = found["inner"].partition("|")
        if label and not code.startswith(("@", "#", "!subteam")):
            return label
        if code.startswith(("@", "#")):
            return code[0] + names.get(code[1:], label.lstrip("@#") or code[1:])
        if code.startswith("!"):
            kind, _, name = code[1:].partition("^")
            return "@" + names.get(name, label.lstrip("@") or name or kind)
        return code

    return html.unescape(_MARKUP.sub(shown, text))
