"""An agent's own words after it acted: done, or failed with what."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FAILED = re.compile(
    r"^\W*(?:\w+\W+){0,3}?(?:failed|failure|error(?:ed)?|aborted|did(?:n't| not) work|crashed)\b"
    r"|\bexit(?:ed)?(?: code| status| with)? ?[:=]? ?[1-9]\d{0,2}\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"^\W*(?:all )?(?:done|completed?|finished|succeeded|success|applied|ok,? done|✅|it'?s done"
    r"|went ahead|did it)\b",
    re.IGNORECASE,
)
_EXIT = re.compile(r"\bexit(?:ed)?(?: code| status| with)? ?[:=]? ?(\d{1,3})\b", re.IGNORECASE)
_LOOKED_AT = 4_000


@dataclass(frozen=True, slots=True)
class Report:
    """What an agent says about an action it took.

    Attributes:
        ok: It says that it worked.
        exit_code: Where it names one.
    """

    ok: bool
    exit_code: int | None


def read_report(text: str) -> Report | None:
    """The report in an agent's message, or None where it is none."""
    head = text[:_LOOKED_AT].strip()
    code = _EXIT.search(head)
    exit_code = int(code.group(1)) if code else None
    if _FAILED.search(head):
        return Report(False, exit_code)
    if _DONE.search(head) or exit_code == 0:
        return Report(True, exit_code)
    return None
