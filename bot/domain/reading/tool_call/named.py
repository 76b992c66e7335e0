"""What the keys of a call name: its targets, the things it changes, its parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.requests.document import flat
from bot.domain.reading.tool_call.arguments import RENAMED, kebab, only_scales
from bot.domain.reading.tool_call.settings import CHANGES
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import Tools
from bot.domain.reading.tools.tool_target import selected

_COUNTED = {
    "target": "to",
    "was": "from",
    "now": "from",
    "is": "from",
    "wanted": "to",
    "goal": "to",
}
_NAMING = frozenset(
    {"key", "path", "name", "var", "variable", "setting", "param", "parameter", "option", "field",
     "property", "attribute", "attr"}
)  # fmt: skip
UNITS_OR_COUNTS = frozenset(
    {"ms", "seconds", "secs", "minutes", "hours", "days", "bytes", "mb", "gb", "percent", "amount"}
)
"""Keys that say only in what a value is counted: it is that of what the verb is about."""
_SUFFIX = re.compile(r"(?<=\w)\.(?:ya?ml|json|groovy|jenkinsfile)\Z")
_OLD = frozenset({"was", "from", "old", "previous", "before", "current", "now", "is"})
_SETTINGS = frozenset({"set", "raise", "lower", "enable", "disable", "change"})


def targets_of(args: Mapping[str, object], tools: Tools) -> list[str]:
    """Values of the keys that name a target, strongest first.

    A key that may name either ("cluster") names the environment where no other key does.
    """
    found = []
    args = {kebab(k).replace("-", "_"): v for k, v in args.items()}
    given = {short for k in args for short in (k, k.removesuffix("_name"), k.removesuffix("_id"))}
    own = [k for k in args if k in tools.words["environment_keys"]]
    for key in tools.words["target_keys"]:
        if key not in given:
            continue
        if own == [key] and any(k in args for k in tools.words["target_keys"] if k != key):
            continue
        for value in (args.get(key), args.get(f"{key}_name"), args.get(f"{key}_id")):
            texts = value if isinstance(value, list) else [value]
            found += [_SUFFIX.sub("", selected(t)) for t in texts if isinstance(t, str) and t]
    return found[:12]


def _meant(key: str, text: str) -> str:
    """The name under which a value is kept: {"current": 64, "target": 128} go from and to."""
    renamed = RENAMED.get(key.lower(), key)
    number = text.lstrip("+-").replace(".", "", 1).isdigit()
    return _COUNTED.get(key.lower(), renamed) if number else renamed


def filled(action: PlannedAction, args: Mapping[str, object], tools: Tools) -> PlannedAction:
    """The action with target, objects and parameters from the call's keys."""
    parameters = dict(action.parameters)
    skip = {"argv", "flags", "options"}
    for names in ("name_keys", "verb_keys", "prose_keys", "argument_keys"):
        skip |= {k for k in tools.words[names] if isinstance(args.get(k), (str, list))}
    objects = list(action.objects)
    for key, text in flat(args).items():
        top = key.split(".", 1)[0]
        if top.lower() in skip:
            continue
        parameters.setdefault(_meant(key, text), text)
        if key.lower() in UNITS_OR_COUNTS and action.objects and action.kind in _SETTINGS:
            parameters.setdefault(f"{action.objects[0]}_{key}", text)  # set_ttl, seconds
        place = top in tools.words["environment_keys"]
        place = place or top in CHANGES
        place = place or (top in tools.words["target_keys"] and _meant(key, text) == key)
        if not place and action.kind in _SETTINGS:
            objects += [key, *([text] if key in _NAMING else [])]
    if "from" in parameters and "to" not in parameters:
        new = [v for k, v in flat(args).items() if v.lstrip("-").isdigit() and k not in _OLD]
        parameters |= {"to": new[0]} if len(new) == 1 else {}
    targets = targets_of(args, tools)
    target = action.target or (targets[0] if targets else None)
    found = build_action(
        action.kind if not only_scales(action.kind, parameters) else "scale",
        target=target,
        objects=[*objects, *targets],
        parameters=parameters,
        read_only=action.mode is Mode.READ_ONLY,
        environment=action.environment,
        text=action.text,
    )
    return replace(found, lacks=action.lacks)


def nearest(action: PlannedAction, said: str | None) -> str | None:
    """The environment of an action: its own flag's, the call's, or what its host's name hints."""
    own = action.environment
    hinted = own is not None and own == action.parameters.get("host")
    return said or own if hinted else own or said
