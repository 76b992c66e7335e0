"""An action that says little by itself ("apply", "upgrade") -> the changes that it comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.requests.document import Change
from bot.domain.reading.requests.structured import read_structured
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import Tools

SAYS_LITTLE = frozenset(
    {"set", "alter", "apply", "run", "change", "upgrade", "deploy", "install", "sync"}
)
"""Kinds that leave what they come to, to what they are told to change."""

CARRIES = frozenset({"upgrade", "deploy", "install", "sync"})
"""Those of them that are an action besides what they change."""


def settled(
    base: PlannedAction, changes: Sequence[Change], kind: str | None = None
) -> list[PlannedAction]:
    """The changes as actions on the target of `base`; a plain "set" takes `kind` where given.

    Each is about its own setting, not about those that are changed beside it.
    """
    keys = tuple(key for c in changes if (key := c.parameters.get("key")))
    objects = [o for o in base.objects if o not in keys]
    beside = {k: v for k, v in base.parameters.items() if not k.endswith(keys)} if keys else {}
    return [
        build_action(
            kind if kind and c.kind == "set" else c.kind,
            target=base.target,
            objects=[*c.objects, *objects],
            parameters={
                **(beside if keys and not _switches(c) else base.parameters),
                **c.parameters,
            },
            read_only=base.mode is Mode.READ_ONLY,
            environment=base.environment,
            text=base.text,
        )
        for c in changes
    ]


def _switches(change: Change) -> bool:
    """Whether it turns something on or off: for whom, is said beside it."""
    return change.parameters.get("to", "").lower() in {"true", "false", "on", "off"}


def settled_pairs(
    actions: Sequence[PlannedAction], pairs: Mapping[str, str], tools: Tools
) -> list[PlannedAction]:
    """The actions of a command, and what name=value pairs given to the first of them set.

    `helm upgrade x --set replicas=0` scales, `-e eviction=lru` sets eviction.
    """
    if not actions or not pairs or actions[0].kind not in SAYS_LITTLE - {"set", "change", "alter"}:
        return list(actions)
    changes = [
        c for k, v in pairs.items() for c in read_structured({k.replace("\\.", "."): v}, tools)
    ]
    return [*actions, *settled(actions[0], changes[:8])]
