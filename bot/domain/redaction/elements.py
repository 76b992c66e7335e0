"""Values that stand under a telling name in markup and in calls: `<password>…</password>`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.redaction.names import Sensitivity, sensitivity
from bot.domain.redaction.spans import Span
from bot.domain.redaction.values import is_literal, looks_made_up

_ELEMENT = re.compile(
    r"<(?P<name>[A-Za-z_][\w.:\-]{0,80})(?:\s[^<>]{0,200})?>\s{0,8}(?P<secret>[^<>\s][^<>]{0,4095})</"
)
_CALL = re.compile(
    r"(?P<callee>[A-Za-z_][\w.:>\-]{0,80})\s?\(\s{0,3}(?P<q>[\"'])(?P<name>[A-Za-z_][\w.\-]{1,80})(?P=q)"
    r"\s{0,3}(?:,|=>)\s{0,3}[\"'](?P<secret>[^\"'\n]{1,512})[\"']"
)
_SETS = re.compile(r"(?i)(?:define|set\w*|put\w*|add\w*|env|config\w*|property|param\w*|option)$")


def under_names(line: str) -> Iterator[Span]:
    """Secrets in the elements and in the calls of this line.

    A call that does not say that it sets something must carry a value that looks made up:
    `only("password", "email")` lists names.
    """
    for match in _ELEMENT.finditer(line) if "<" in line else ():
        level = sensitivity(match["name"])
        fits = level is Sensitivity.ANY or (level and looks_made_up(match["secret"]))
        if fits and is_literal(match["secret"]):
            yield Span(match.start("secret"), match.start("secret") + len(match["secret"].rstrip()))
    for match in _CALL.finditer(line) if "(" in line else ():
        if sensitivity(match["name"]) is Sensitivity.ANY and is_literal(match["secret"]):
            callee = re.split(r"[.:>]", match["callee"])[-1]
            if _SETS.search(callee) or looks_made_up(match["secret"]):
                yield Span(*match.span("secret"))
