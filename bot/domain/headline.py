"""A planned action in a person's words, short enough for a card's first line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction

LONGEST_HEADLINE = 90

_NAME = re.compile(r"(?<![\w./@-])[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)+(?![\w/@-])", re.IGNORECASE)
_NO_NAME = re.compile(
    r"e\.g|i\.e|\w+ing-\w+|(?:re|pre|non|co|un|roll|fail|one|two|top|up)-\w+|\w+\.(?:md|ya?ml|sh|json)",
    re.IGNORECASE,
)
_SORTS = frozenset(
    "deployment deploy statefulset daemonset replicaset pod pods service container unit job".split()
)
"""Objects that say only what sort of thing the target is."""
_LED = re.compile(r"^(?:so|and|then|but)\b|\b(?:so|and|then|but)$", re.IGNORECASE)
_AROUND = " \t,;:.!…-–—*`"
_TRAILING = re.compile(r"[\s.,;:!…]+$")


def headline(
    planned: Sequence[PlannedAction],
    action: ActionInput,
    *,
    service: str | None = None,
    environment: str | None = None,
) -> str:
    """What is about to be done, like "restart payments-api in prod".

    Prose speaks for itself; what was read from a command is put into words.

    Args:
        planned: What was read, the action that matters first.
        action: What was handed over; its beginning speaks when nothing was read.
        service: The situation's, where the action names none.
        environment: Likewise.
    """
    meant = [one for one in planned if one.mode is Mode.PLANNED]
    if not meant:
        return shortened(words_of(action), LONGEST_HEADLINE)
    main = meant[0]
    if main.text and not (main.coded and main.target):
        return shortened(_TRAILING.sub("", main.text.strip("`* ")), LONGEST_HEADLINE)
    where = main.environment or environment
    what = describe(main, service=service)
    return shortened(f"{what} in {where}" if where else what, LONGEST_HEADLINE)


def describe(planned: PlannedAction, *, service: str | None = None) -> str:
    """The kind, the objects and the target: "drop table orders on orders-db"."""
    kind = planned.kind.replace("_", " ")
    target = planned.target or service
    objects = [one for one in planned.objects if one != target and one not in _SORTS][:2]
    if not objects:
        return f"{kind} {target}" if target else kind
    return f"{kind} {' '.join(objects)}" + (f" on {target}" if target else "")


def target_of(planned: PlannedAction, service: str | None) -> str | None:
    """The service that an action is about: its target, a name in its words, or the situation's."""
    target = planned.target
    if target is not None and (planned.coded or _NAME.fullmatch(target)):
        # "Resizing ledger-db to r6g.4xlarge": what follows "to" is what it becomes.
        led = re.search(rf"\bto\s+(?:the\s+)?{re.escape(target)}", planned.text)
        first = _NAME.search(planned.text, 0, led.start()) if led else None
        return first.group().lower() if first and not planned.coded else target
    for found in _NAME.finditer(planned.text):
        if not _NO_NAME.fullmatch(found.group()):
            return found.group().lower()
    return service


def said_besides(planned: Sequence[PlannedAction], action: ActionInput) -> str:
    """What prose says around its actions, which are the circumstances: "5xx at 8%"; or ""."""
    if action.form is not InputForm.TEXT or any(one.coded for one in planned):
        return ""
    rest = action.text
    for one in planned:
        rest = rest.replace(one.text, "\n", 1) if one.text else rest
    parts = (part.strip(_AROUND) for part in rest.splitlines())
    parts = (_LED.sub("", part).strip(_AROUND) for part in parts)
    return "; ".join(part for part in parts if len(part.split()) > 1)


def words_of(action: ActionInput) -> str:
    """The input as one text, as a person would read it."""
    if action.form is InputForm.TOOL:
        return " ".join([action.tool, *(f"{key}={value}" for key, value in action.args.items())])
    return action.text or " ".join(action.argv)


def shortened(text: str, most: int) -> str:
    """`text` on one line, cut with "…" after `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
