"""A command in a block of its own behind the words that it was run: it stands in their sentence."""

from __future__ import annotations

import re

_LONGEST = 300
_BLOCK = re.compile(
    r"^(?P<lead>(?![#|>\s])[^\n]{2,400}?[\w:,])[ \t]*\n"
    r"(?P<gap>[ \t]{0,8}\n)?"
    r"[ \t]{0,8}(?:(?P<fence>```|~~~)\w{0,20}|\{(?P<name>noformat|code)[^}\n]{0,80}\})[ \t]*\n"
    rf"(?P<first>[^\n`{{}}]{{3,{_LONGEST}}})\n"
    rf"(?P<second>[^\n`{{}}]{{3,{_LONGEST}}}\n)?"
    r"[ \t]{0,8}(?:(?P=fence)|\{(?P=name)\})[ \t]*$",
    re.M,
)
_PROMPT = re.compile(r"^\s*(?:[\w@.:~/-]{0,40}[$#>]\s+)?")


def with_commands_inside(text: str) -> str:
    """The text with each such command in back-ticks at the end of the line before its block.

    As many lines come out as went in. A block of more than two lines is a log or a file and stays.
    """
    return _BLOCK.sub(_inside, text)


def _inside(found: re.Match[str]) -> str:
    commands = [
        _PROMPT.sub("", line, count=1).strip() for line in (found["first"], found["second"] or "")
    ]
    told = " and ".join(f"`{command}`" for command in commands if command)
    return f"{found['lead'].rstrip(':,')} {told}." + "\n" * found[0].count("\n")


__all__ = ["with_commands_inside"]
