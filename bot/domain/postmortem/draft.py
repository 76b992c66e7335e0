"""A draft: what a postmortem says that made it worse, for a person to take, edit or drop."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.entry import Severity


@dataclass(frozen=True, slots=True)
class Draft:
    """One harmful action read out of a document.

    Attributes:
        action: What was done, in the words of the document.
        service: Where; None where the document names no service.
        environment: Normalised ("prod"); None where the document names none.
        context: The circumstances that the sentence tells, may be empty.
        outcome: What it led to, in the words of the document.
        severity: `block` where something was lost or went down, else `warn`.
        lines: First and last line that it was read from, counted from 1.
    """

    action: str
    service: str | None
    environment: str | None
    context: str
    outcome: str
    severity: Severity
    lines: tuple[int, int]
