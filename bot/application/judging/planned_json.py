"""A planned action as a JSON object, as it is kept with a judged announcement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from bot.domain.action import Mode, PlannedAction


def planned_to_json(planned: PlannedAction) -> dict[str, object]:
    """The object; `planned_from_json` reads it back to the same action."""
    return {
        "kind": planned.kind,
        "mode": planned.mode.value,
        "target": planned.target,
        "environment": planned.environment,
        "objects": list(planned.objects),
        "parameters": dict(planned.parameters),
        "main": planned.main,
        "text": planned.text,
        "coded": planned.coded,
    }


def planned_from_json(raw: Mapping[str, object]) -> PlannedAction:
    """The planned action of an object that `planned_to_json` wrote."""
    return PlannedAction(
        kind=cast("str", raw["kind"]),
        mode=Mode(cast("str", raw["mode"])),
        target=cast("str | None", raw["target"]),
        environment=cast("str | None", raw["environment"]),
        objects=tuple(cast("list[str]", raw["objects"])),
        parameters=cast("dict[str, str]", raw["parameters"]),
        main=cast("bool", raw["main"]),
        text=cast("str", raw["text"]),
        coded=cast("bool", raw.get("coded", raw["target"] is not None)),  # rows from before
    )
