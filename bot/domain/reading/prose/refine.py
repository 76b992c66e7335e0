"""What the object makes of a verb: "taking the pods down one size" resizes, it stops nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.domain.reading.frame import Change
from bot.domain.reading.lexicon import Form
from bot.domain.reading.prose.verbs_in import Found

_SIZES = re.compile(
    r"\b(?:one|two|a|1|2|another) (?:machine |instance |vm |node )?(?:size|tier|class|notch)"
    r"(?:es|s)?\b"
)
_MEASURES = re.compile(r"\b(?:v?cpus?|v?cores?|(?:gb|gib|gigs?) (?:of )?(?:ram|memory))\b")
_MACHINE = re.compile(
    r"(?:db|cache|search|ml|dms)?\.?[a-z]{1,3}\d{1,2}[a-z]{0,4}\.(?:\d{0,2}xlarge|large|medium|small"
    r"|micro|nano|metal)|(?:[nctea]\d[a-z]?|m\d)-(?:standard|highmem|highcpu|custom|micro|small|"
    r"medium|ultramem)[\w-]*|standard_[a-z]{1,3}\d+\w*|db-(?:custom|n1|f1|g1)[\w-]*|"
    r"[scmg]-\d+vcpu-\d+gb|c(?:x|px|cx|ax)\d{2}|ra3\.\w+|dc2\.\w+"
)
_MOVING = frozenset(
    {"stop", "raise", "lower", "move", "set", "switch", "change", "upgrade", "downgrade", "migrate",
     "replace", "scale", "drop"}
)  # fmt: skip
_PLACES = frozenset({"instance", "replica_set", "everything"})
_SECRETS = frozenset({"key", "secret", "token", "certificate"})
_TYPES = frozenset(
    {"varchar", "text", "int", "integer", "bigint", "smallint", "decimal", "numeric", "uuid",
     "json", "jsonb", "timestamp", "timestamptz", "datetime", "char", "float", "double", "boolean"}
)  # fmt: skip
_CONTENTS = frozenset({"key", "message", "cache", "queue", "session"})
_PODS = frozenset({"pod", "pods", "task", "tasks", "alloc", "allocs", "allocations"})
_TO_PRIMARY = re.compile(
    r"\b(?:mak(?:e|es|ing)|made|turn(?:s|ing)?|becom(?:e|es|ing)|declar(?:e|es|ing)|elect\w*)\b"
    r".{0,40}\b(?:the |a |our |into (?:the|a) )(?:new |only )?(?:primary|leader|master|writer)\b"
)
_BOXES = ("switch", "switches", "router", "routers", "firewall", "chassis", "supervisor", "stack",
          "linecard", "asa", "nexus", "spine", "leaf", "core")  # fmt: skip
_IMAGES = ("image", "images", "version", "release", "build", "firmware", "kernel", "patch", "level")
_VERSION = re.compile(r"\bv?\d+\.\d+(?:\.\d+)*\b(?! ?(?:s|ms|gb|tb|%|min|h)\b)")
_TURNED = {"on": "enable", "off": "disable"}


@dataclass(frozen=True, slots=True)
class _Said:
    """What stands around a verb: the words of its clause, its concepts, its change."""

    words: Sequence[str]
    text: str
    head: frozenset[str]
    terms: frozenset[str]
    change: Change | None

    def has(self, *words: str) -> bool:
        """Whether one of the words stands in the clause."""
        return not set(words).isdisjoint(self.words)


def refined(
    found: Found,
    words: Sequence[str],
    text: str,
    head: frozenset[str],
    terms: frozenset[str],
    change: Change | None,
) -> Found:
    """The word of action with the kinds that its object and its change give it.

    Args:
        found: The word of action.
        words: The clause's words, lower-case.
        text: The clause as written.
        head: Concepts of the direct object.
        terms: Concepts of the whole clause.
        change: The change of a value that the clause names.
    """
    said = _Said(words, text.lower(), head, terms, change)
    first: list[str] = []
    last: list[str] = []
    for kinds, test, gives, leads in _RULES:
        if found.kinds[0] in kinds and test(said):
            (first if leads else last).extend(gives)
    if found.form is Form.NOUN and change and change.direction in _TURNED and _ends_so(words):
        first.append(_TURNED[change.direction])
    if found.gap >= 0 and change and (turned := _OTHER_WAY.get((found.kinds[0], change.direction))):
        first.append(turned)
    if not first and not last:
        return found
    return replace(found, kinds=tuple(dict.fromkeys((*first, *found.kinds, *last))))


def _resizes(said: _Said) -> bool:
    """Whether a machine's size is what changes."""
    if _SIZES.search(said.text) and said.has("up", "down", "smaller", "bigger", "larger", "to"):
        return True
    change = said.change
    if change and _MACHINE.fullmatch(change.after.lower()):
        return True
    return bool(change and change.before and _MEASURES.search(said.text))


def _has_amount(change: Change | None) -> bool:
    """Whether a plain number is what something changes to: no version."""
    return change is not None and change.after.replace(",", "").isdigit()


def _changes(change: Change | None) -> bool:
    """Whether a value is named: "cutting the connections to 40"."""
    return change is not None and bool(change.before or change.after)


def _ends_so(words: Sequence[str]) -> bool:
    """Whether the clause ends with the state: "leader election off"."""
    return len(words) > 1 and words[-1] in _TURNED and "from" not in words[-4:]


def _makes_primary(said: _Said) -> bool:
    """Whether something is made the first one: "making b the new primary"."""
    return _TO_PRIMARY.search(said.text) is not None


_OTHER_WAY = {("lower", "up"): "raise", ("raise", "down"): "lower"}
_RULES: tuple[tuple[frozenset[str], Callable[[_Said], bool], tuple[str, ...], bool], ...] = (
    (_MOVING, _resizes, ("resize",), True),
    (
        frozenset({"replace"}),
        lambda s: bool(s.head & _PLACES) and not s.head & _SECRETS and not s.has("with", "by"),
        ("restart",),
        False,
    ),
    (frozenset({"delete", "kill"}), lambda s: s.has(*_PODS), ("restart",), False),
    (
        frozenset({"demote", "create", "set", "switch", "start", "change"}),
        _makes_primary,
        ("promote", "failover"),
        True,
    ),
    (
        frozenset({"apply", "push"}),
        lambda s: s.has(*_IMAGES) or _VERSION.search(s.text) is not None,
        ("deploy", "upgrade"),
        False,
    ),
    (
        frozenset({"rotate"}),
        lambda s: _VERSION.search(s.text) is not None and not s.head & _SECRETS,
        ("deploy", "upgrade"),
        True,
    ),
    (
        frozenset({"lower", "detach", "block", "stop", "drop", "delete"}),
        lambda s: bool(s.head & {"connection", "session"}) and not _changes(s.change),
        ("kill",),
        False,
    ),
    (frozenset({"reload"}), lambda s: s.has(*_BOXES), ("restart",), False),
    (
        frozenset({"lower", "raise"}),
        lambda s: s.has(*_IMAGES) and not _has_amount(s.change) and s.has("to", "onto"),
        ("upgrade", "deploy"),
        True,
    ),
    (
        frozenset({"move", "set", "switch"}),
        lambda s: s.has(*_IMAGES) and not _has_amount(s.change) and s.has("to", "onto"),
        ("upgrade", "deploy"),
        False,
    ),
    (
        frozenset({"lock", "revoke", "stop", "pause", "close"}),
        lambda s: bool(s.head & {"account", "user"}),
        ("disable",),
        False,
    ),
    (frozenset({"replace"}), lambda s: bool(s.head & _SECRETS), ("rotate",), False),
    (frozenset({"change"}), lambda s: bool(s.head & {"secret"}), ("rotate",), False),
    (frozenset({"rollback"}), lambda s: bool(s.head & {"offset", "consumer"}), ("replay",), True),
    (frozenset({"rollback"}), lambda s: bool(s.head & {"backup"}), ("restore",), True),
    (
        frozenset({"restore"}),
        lambda s: s.has("build", "image", "release", "version", "chart", "tag")
        and not s.terms & {"backup"},
        ("rollback",),
        True,
    ),
    (
        frozenset({"drop", "delete"}),
        lambda s: "everything" in s.terms and bool(s.head & _CONTENTS),
        ("purge", "flush"),
        False,
    ),
    (
        frozenset({"change", "set", "switch", "migrate"}),
        lambda s: s.has(*_TYPES) or ("column" in s.head and s.has("type")),
        ("alter",),
        False,
    ),
    (
        frozenset({"delete", "kill", "block", "drop", "detach"}),
        lambda s: bool(s.head & {"permission"}),
        ("revoke",),
        False,
    ),
    (
        frozenset({"apply", "push", "restore", "move", "import", "copy", "set", "deploy"}),
        lambda s: "deadletter" in s.terms and s.has("back", "again"),
        ("replay",),
        True,
    ),
    (frozenset({"import"}), lambda s: bool(s.head & {"backup"}), ("restore",), True),
    (frozenset({"set", "switch"}), lambda s: bool(s.head & {"traffic"}), ("reroute",), True),
    (
        frozenset({"move", "migrate", "reroute"}),
        lambda s: s.has("off") and s.has("pod", "pods", "workload", "workloads", "vms"),
        ("drain",),
        True,
    ),
)  # fmt: skip

__all__ = ["refined"]
