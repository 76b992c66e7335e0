"""The played incident as a person reads it: no markup, names for ids, a card in full once."""

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


_DID = {
    "edited": "edits it: ",
    "refused": "clicks Release: ",
    "went_ahead": "goes on all the same; negmem says: ",
}
"""What somebody did, where the text alone does not say it."""

_REDRAWN = frozenset({"released", "kept", "voided"})

_INDENT = 9
"""Columns of the name before the text."""


class Transcript:
    """Turns the lines of an incident into text for a terminal.

    A card is redrawn when its hold ends: what it said before is not said again.
    """

    def __init__(self) -> None:
        self._card: frozenset[str] = frozenset()

    def told(self, line: Mapping[str, object]) -> str:
        """One step: who, what they said or did, and the new lines of the card."""
        first, *more = str(line["text"]).splitlines() or [""]
        known = self._card if line["what"] in _REDRAWN else frozenset()
        shown = [one for one in more if one not in known]
        if more:
            self._card = frozenset(more)
        begin = f"{line['who']!s:<{_INDENT}}{_DID.get(str(line['what']), '')}{first}"
        return "\n".join([begin, *(" " * _INDENT + one for one in shown)])
