"""A planned action out of what a reader found: its kind made exact, its mode, its parts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS

_MAX_PARAMETERS = 32


def build_action(
    kind: str,
    *,
    target: str | None,
    objects: Sequence[str],
    parameters: Mapping[str, str],
    read_only: bool = False,
    environment: str | None = None,
    text: str = "",
    main: bool = True,
) -> PlannedAction:
    """A planned action whose kind is made exact by its numbers and switches.

    Scaling gets its direction where both numbers are there; setting something to on or off is
    enabling or disabling it.
    """
    exact = _direction(kind, parameters)
    looks = read_only or exact in READ_ONLY_KINDS
    return PlannedAction(
        kind=exact,
        mode=Mode.READ_ONLY if looks else Mode.PLANNED,
        target=target or None,
        environment=environment,
        objects=tuple(dict.fromkeys(o for o in objects if o and o != target)),
        parameters=dict(list(parameters.items())[:_MAX_PARAMETERS]),
        main=main,
        text=text[:400],
        coded=True,
    )


_ON = frozenset({"true", "on", "1", "yes", "enabled", "enable", "active"})


_OFF = frozenset({"false", "off", "no", "disabled", "disable", "none", "null", "inactive"})


def _direction(kind: str, parameters: Mapping[str, str]) -> str:
    to = parameters.get("to", parameters.get("replicas", parameters.get("count", "")))
    before, after = _number(parameters.get("from", "")), _number(to)
    if kind == "scale":
        if before is not None and after is not None and before != after:
            return "scale_down" if after < before else "scale_up"
        if after is not None:
            signed = to[:1] in "+-"
            if signed or after == 0:
                return "scale_up" if to[:1] == "+" else "scale_down"
    if kind == "set":
        value = str(parameters.get("to", "")).lower()
        if value in _ON - {"1"}:
            return "enable"
        if value in _OFF:
            return "disable"
        if any(_VERSION_KEY.search(k) and _VERSION.fullmatch(v) for k, v in _pairs(parameters)):
            return "upgrade"
        if before is not None and after is not None and before != after:
            return "raise" if after > before else "lower"
    return kind


_VERSION_KEY = re.compile(
    r"(?:engine|node|cluster|kubernetes|k8s|server|chart|image|agent|db|kafka|runtime|master|"
    r"control.?plane|release|target|platform|addon|current)_?-?version$",
    re.I,
)
_VERSION = re.compile(r"v?\d+\.\d[\w.+-]*")


def _pairs(parameters: Mapping[str, str]) -> list[tuple[str, str]]:
    """Names and values; a setting kept as key and value is one of them."""
    return [*parameters.items(), (parameters.get("key", ""), str(parameters.get("to", "")))]


def _number(text: str) -> float | None:
    found = re.match(r"[+-]?\d+(?:\.\d+)?", text)
    return float(found[0]) if found else None
