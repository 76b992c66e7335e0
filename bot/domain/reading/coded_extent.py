"""How much of its target a command or a call takes: one, some, all, one after the other."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.domain.action import PlannedAction
from bot.domain.reading.frame import Extent

_WILD = re.compile(r"(?<![\w/])\*|[\w.-]\*|\s--all\b|[^\w]all\b|100\s?%|\"\*\"")
_UNIT = re.compile(r"(?<![\w-])[a-z]+(?:-[a-z]+)*-\d{1,4}(?=[.\s'\",:/]|$)")
_REGION = re.compile(r"(?:us|eu|ap|sa|ca|me|af|il)-[a-z]+-\d")
_SHARE = re.compile(r"(?:^|_)(?:percent|percentage|pct|rollout|percent_points)(?:_|$)")
_SOME = re.compile(
    r"(?:user_|target_|beta_)?(?:segments?|cohorts?|individual_targets?|pilots?|testers?|only|limit_to|"
    r"user_?ids|accounts|tenants|emails|cities|countries|merchants|stores|customers|orgs)"
)
_DONE_TO_EACH = frozenset(
    {"replay", "retry", "delete", "cancel", "purge", "kill", "revoke", "skip", "resync", "detach",
     "disable", "block", "unlock", "restore"}
)  # fmt: skip
_ID_KEY = re.compile(
    r"(?:event|message|msg|order|record|request|transaction|tx|delivery|task|execution|invoice|"
    r"payment|user|customer|client|session|item|row|document|doc|device|webhook|ticket)_?id"
)
_COUNTS = frozenset({"n", "num", "number", "num_messages", "max_messages", "messages"})
_FEW = frozenset({"1", "2", "3"})
_ONE_ID = re.compile(r"[\w.:@-]+")
_EMPTYING = frozenset({"purge", "flush", "invalidate", "clear"})
_PARTS_OF_CACHES = frozenset(
    {"key", "keys", "url", "urls", "path", "paths", "tag", "tags", "surrogate_key",
     "surrogate_keys", "prefix", "prefixes", "files", "file", "pattern"}
)  # fmt: skip
_EVERYTHING = re.compile(r"(?:\A|,)/?(?:\*|\.\*|all|everything)?(?=,|\Z)|\A(?:true|false|null)\Z")
_ONE_NODE = re.compile(r"(?:kubectl|oc|k8s|kubernetes)\b.{0,80}\b(?:drain|cordon)\s+(?!-)[\w./-]+")
_MANY = re.compile(r"\s(?:-l|--selector|--all|-A|--field-selector)(?:[\s=]|\Z)|[`$*]")
_NARROWING = frozenset({"resource_address", "limit", "subset", "only"})
_NOT_NARROW = frozenset({"", "*", "all", "true", "false", "null", "none", "prod", "production",
                         "staging"})  # fmt: skip
_WAITS = re.compile(r"\bfor\b.*\bdo\b.*\b(?:sleep|until|wait|await\w*)\b", re.S)
_BACKGROUND = re.compile(r"[^&]&\s*(?:\n|;|done)")
NO_SETTINGS = frozenset(
    {"restart", "stop", "start", "delete", "drop", "truncate", "flush", "purge", "kill", "failover",
     "promote", "demote", "drain", "evict", "backup", "restore", "snapshot", "replay", "retry",
     "inspect", "plan", "rotate", "import", "export", "run", "clear", "cancel"}
)  # fmt: skip
_ONLY = re.compile(r"\s--(?:[a-z-]+-)?only(?![\w-])(?!=false)")
_ADDRESS = re.compile(
    r"\d{1,3}(?:\.\d{1,3}){3}(?:/32)?|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:/128)?"
)
_WHOLE = frozenset({"100", "100%", "1.0"})
_LISTED = re.compile(r"\bfor\s+\w+\s+in\s+[\"']?(?:\$\(|`)")


def extent_of(action: PlannedAction, own: str, text: str) -> Extent:
    """How much of its target an action takes.

    Args:
        action: The action.
        own: The text that it was read from.
        text: The whole text, which may say "only" or loop with a pause.
    """
    joined = f"{own} {' '.join(action.objects)} {action.target or ''}"
    names = (*action.objects, action.target or "")
    only, waits, units = _told_of_extent(text)
    if (
        _names_one(action)
        or only
        or any("row" in name.split() for name in names)
        or _takes_a_share(action)
    ):
        return Extent.ONE
    if waits:
        return Extent.STEPS
    if action.kind == "reroute" and action.parameters.get("to") in _WHOLE:
        return Extent.ALL
    if _WILD.search(joined) or action.parameters.get("all") == "true":
        return Extent.ALL
    if action.kind in NO_SETTINGS and any(_ADDRESS.fullmatch(v) for v in _things(action)):
        return Extent.UNIT
    return Extent.UNIT if units == 1 else Extent.UNSAID


def _names_one(action: PlannedAction) -> bool:
    """Whether one pod or one node is named: `delete pod web-7d9f5-x2x4k`, `drain node-7`."""
    if _MANY.search(action.text) or "selector" in action.parameters or not action.target:
        return False
    if action.parameters.get("resource") == "pod":
        return not any("-" in name for name in action.objects)
    return action.kind in {"drain", "cordon"} and _ONE_NODE.match(action.text) is not None


@lru_cache(maxsize=16)
def _told_of_extent(text: str) -> tuple[bool, bool, int]:
    """What a text says to each of its actions: "only", one after the other, how many units."""
    waits = _WAITS.search(text) is not None and not _BACKGROUND.search(text)
    listed = "" if _LISTED.search(text) else text  # whose listing is looped over, is no unit
    units = {u for u in _UNIT.findall(listed) if not _REGION.match(u)}
    return _ONLY.search(text) is not None, waits, len(units)


def _things(action: PlannedAction) -> list[str]:
    """What an action is done to: its target, its objects, the addresses among its parameters."""
    given = (v for k, v in action.parameters.items() if k.lower().endswith(("ip", "address")))
    return [action.target or "", *action.objects, *given]


def _takes_a_share(action: PlannedAction) -> bool:
    """Whether it is limited to a share or to some: {"percent": 5}, {"segment": ["staff"]}."""
    for key, value in action.parameters.items():
        last = key.rsplit(".", 1)[-1].lower().replace("-", "_")
        if _SHARE.search(last) and value.strip().rstrip("%").isdigit():
            return 0 < int(value.strip().rstrip("%")[:6]) < 100
        if _SOME.fullmatch(last) and value.lower() not in {"", "*", "all", "false", "null", "none"}:
            return True
        if action.kind in _DONE_TO_EACH and _ID_KEY.fullmatch(last) and _ONE_ID.fullmatch(value):
            return True
        if action.kind in _DONE_TO_EACH and last in _COUNTS and value in _FEW:
            return True
        if action.kind in _EMPTYING and last in _PARTS_OF_CACHES and not _EVERYTHING.search(value):
            return True
        if last in _NARROWING and value.lower() not in _NOT_NARROW and not value.isdigit():
            return True
    return False
