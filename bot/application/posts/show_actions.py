"""What a card shows of the actions it holds, and whether that is all of them.

A release is for exactly what was shown, so whoever writes the card and whoever draws it count with
the same numbers, in the units in which Slack counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category

from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.action import InputForm
from bot.domain.headline import words_of
from bot.domain.lengths import cut, units

LONGEST_QUOTE = 1_000
"""UTF-16 units of one action on a card. A longer one is cut, and cannot be released there."""
LONGEST_SHOWN = 1_200
"""UTF-16 units of all the actions that one card shows."""
MOST_LINES = 60
"""Lines of all of them; more would be scrolled past."""
MOST_ALSO = 2
"""Gate calls on a card besides the action that opened its hold."""

_WIDE_GAP = re.compile(r"[^\S\n]{9,}")
_GAP = " " * 8
_EMPTY_LINES = re.compile(r"\n(?:[^\S\n]*\n){2,}")
_UNPRINTED = "\t\u200c\u200d"
"""A gap, and the joiners that are part of how Persian, Hindi or an emoji is written."""


def shown_whole(actions: Sequence[JudgedAnnouncement]) -> bool:
    """Whether a card can show every gate call of a hold to its last character.

    A Slack message needs no room on the card: it stands in the channel itself.
    """
    asked = {one.key: _whole(one) for one in actions if one.agent is not None}.values()
    return (
        all(units(text) <= LONGEST_QUOTE for text in asked)
        and sum(map(units, asked)) <= LONGEST_SHOWN
        and sum(text.count("\n") + 1 for text in asked) <= MOST_LINES
    )


def quoted(judged: JudgedAnnouncement) -> str:
    """The action as a card shows it: whole, line by line, or its beginning."""
    return cut(_whole(judged), LONGEST_QUOTE)


def _whole(judged: JudgedAnnouncement) -> str:
    """Everything of an action that decides what it does, host facts included.

    Lines stay lines: what follows a comment is no part of it. Empty space, which could push the
    rest out of sight, is narrowed; what has no look of its own is spelled.
    """
    action = judged.announcement.action
    host = action.host_context if action.form is not InputForm.TEXT else {}
    facts = ", ".join(f"{key}: {value}" for key, value in sorted(host.items()))
    lines = (_seen(line.rstrip()) for line in words_of(action).splitlines())
    said = _EMPTY_LINES.sub("\n\n", _WIDE_GAP.sub(_GAP, "\n".join(lines))).strip()
    return f"{said} ({facts})" if facts else said


def _seen(line: str) -> str:
    """The line with what nobody sees, or what turns the reading direction, spelled out."""
    if line.isprintable():
        return line
    return "".join(one if _has_a_look(one) else f"\\u{ord(one):04x}" for one in line)


def _has_a_look(letter: str) -> bool:
    return letter.isprintable() or letter in _UNPRINTED or category(letter) == "Zs"
