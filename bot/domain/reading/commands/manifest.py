"""`kubectl apply -f - <<EOF`: what a manifest on the input is about, and what it sets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.action import PlannedAction
from bot.domain.reading.requests.settled import settled
from bot.domain.reading.requests.structured import decode, read_structured
from bot.domain.reading.tools.tool_grammar import Tools

_BETWEEN = re.compile(r"^---\s*$", re.M)
_WORKLOADS = frozenset(
    {"deployment", "statefulset", "daemonset", "replicaset", "job", "cronjob", "pod", "service",
     "customresourcedefinition", "list", "namespace"}
)  # fmt: skip
_MAX = 5


def read_manifests(
    actions: Sequence[PlannedAction], stdin: str, tools: Tools
) -> list[PlannedAction]:
    """The actions of a tool that is given manifests on its input.

    Each is about the object it names. A whole workload is applied as one; of anything smaller
    (a policy, a configuration) every value that it sets is an action of its own.
    """
    if not actions:
        return []
    out: list[PlannedAction] = []
    for text in _BETWEEN.split(stdin)[:_MAX]:
        manifest = decode(text) if text.strip() else None
        kind = str(manifest.get("kind", "")) if isinstance(manifest, Mapping) else ""
        if not isinstance(manifest, Mapping) or not kind:
            continue
        meta = manifest.get("metadata")
        name = meta.get("name") if isinstance(meta, Mapping) else None
        base = actions[0]
        named = str(name) if name else base.target
        about = replace(base, target=named, objects=(*base.objects, kind))
        out.append(about)
        if kind.lower() not in _WORKLOADS and base.kind in {"apply", "create"}:
            out += settled(about, read_structured(dict(manifest), tools))
    return [*out, *actions[1:]] if out else list(actions)
