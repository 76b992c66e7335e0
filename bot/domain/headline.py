"""A planned action in a person's words, short enough for a card's first line."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction

LONGEST_HEADLINE = 90


def headline(
    planned: Sequence[PlannedAction],
    action: ActionInput,
    *,
    service: str | None = None,
    environment: str | None = None,
) -> str:
    """What is about to be done, like "restart payments-api in prod".

    Args:
        planned: What was read; the first planned main action speaks.
        action: What was handed over; its beginning speaks when nothing was read.
        service, environment: The situation's, where the action names none.
    """
    meant = [one for one in planned if one.mode is Mode.PLANNED]
    main = next((one for one in meant if one.main), meant[0] if meant else None)
    if main is None:
        return shortened(words_of(action), LONGEST_HEADLINE)
    where = main.environment or environment
    what = describe(main, service=service)
    return shortened(f"{what} in {where}" if where else what, LONGEST_HEADLINE)


def describe(planned: PlannedAction, *, service: str | None = None) -> str:
    """The kind, the objects and the target: "drop table orders on orders-db"."""
    kind = planned.kind.replace("_", " ")
    target = planned.target or service
    objects = [one for one in planned.objects if one != target][:2]
    if not objects:
        return f"{kind} {target}" if target else kind
    return f"{kind} {' '.join(objects)}" + (f" on {target}" if target else "")


def words_of(action: ActionInput) -> str:
    """The input as one text, as a person would read it."""
    if action.form is InputForm.TOOL:
        return " ".join([action.tool, *(f"{key}={value}" for key, value in action.args.items())])
    return action.text or " ".join(action.argv)


def shortened(text: str, most: int) -> str:
    """`text` on one line, cut with "…" after `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
