"""PowerShell's own forms, so far as a reader of shell words needs them.

A shell's grammar cannot take `(Get-X a).Prop`, `$x = …`, `@{…}` and a backtick at the end of a
line; the text comes back with what they stand for.
"""

from __future__ import annotations

import re

from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tools

_CMDLET = re.compile(r"(?<![\w./-])([A-Z][a-z]+)-[A-Z]\w+")
_BRACKETS = re.compile(
    r"\(\s*([A-Z][a-z]+-[A-Z]\w+[^()]{0,400})\)(?:\.\w+(?:\([^()]{0,100}\))?|\[\d+\])*"
)
_BEGINS = re.compile(r"(?:\A|[;|{\n&])\s*\Z")
_ASSIGNED = re.compile(r"(?:(?<=[;{\n])|\A)(\s*)\$[\w:]{1,60}\s*\+?=(?!=)\s*")
_NEXT_LINE = re.compile(r"`\s*\n\s*")
_TABLE = re.compile(r"@\{[^{}]{0,1000}\}")
_LOOP = re.compile(r"\b(?:foreach|for|if|elseif|while|switch)\s*\([^(){}]{0,400}\)\s*\{")
_BLOCK = re.compile(r"\b(?:try|catch|finally|else|do|begin|process|end)\s*\{")
_METHOD = re.compile(r"\.(?:ForEach|foreach)\(\s*\{([^{}]{0,400})\}\s*\)")
_FILTER = re.compile(
    r"\|\s*(?:(?:Where|Sort|Group|Measure)-Object|where|\?)\s*\{[^{}]{0,400}\}"
    r"|\|\s*(?:Select-Object|Sort-Object|Measure-Object|Out-Null|Format-\w+|ft|fl)\b[^|;}\n]{0,200}"
)
_ENDS = re.compile(r"\}\s*(?=;|\Z|\n|\})")
_FOUND = "$found"
_MOST = 8


def begins_in_powershell(text: str, tools: Tools) -> bool:
    """Whether a text begins with a cmdlet in brackets, or with a variable that is given one."""
    start = _ASSIGNED.sub("", text.lstrip()[:300], count=1).lstrip("(&{ ")
    found = _CMDLET.match(start)
    return found is not None and found[1].lower() in tools.words["cmdlet_verbs"]


def plain_powershell(text: str, tools: Tools) -> str:
    """The text in a form that the shell's reader takes; a text without a cmdlet stays as it is."""
    if not (found := _CMDLET.search(text)) or found[1].lower() not in tools.words["cmdlet_verbs"]:
        return text
    text = _TABLE.sub("'@table'", _NEXT_LINE.sub(" ", text))
    text = _FILTER.sub(" ", _METHOD.sub(r" | ForEach-Object { \1 }", text))
    for _ in range(_MOST):
        shorter = _BRACKETS.sub(lambda m: _unbracketed(m, tools), text)
        if shorter == text:
            break
        text = shorter
    text = _BLOCK.sub("; ", _LOOP.sub("; ", text))
    text = _ASSIGNED.sub(r"\1", text)
    return text if "{" in text else _ENDS.sub(" ", text)


def _unbracketed(found: re.Match[str], tools: Tools) -> str:
    """What stands in brackets: a statement of its own, or a word that is looked up."""
    before, inside = found.string[: found.start()], found[1]
    if _BEGINS.search(before) or _ASSIGNED.search(before[-80:] or " "):
        return inside
    verb = inside.partition("-")[0].lower()
    looks = tools.verbs.get(verb, "inspect") in READ_ONLY_KINDS
    return _FOUND if looks else f"{_FOUND}; {inside}; "
