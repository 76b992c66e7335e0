"""A call of a tool without a grammar -> planned actions: a verb in its keys or name, a target."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.action import PlannedAction
from bot.domain.reading.requests.document import flat
from bot.domain.reading.requests.settled import CARRIES, SAYS_LITTLE, settled
from bot.domain.reading.tool_call.arguments import acts, shown, without, words_of
from bot.domain.reading.tool_call.named import filled, targets_of
from bot.domain.reading.tool_call.settings import CHANGES, changes_of, edits_in, with_changes
from bot.domain.reading.tools.coined import kind_of_state
from bot.domain.reading.tools.job_names import JOB_KEYS
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tools
from bot.domain.reading.tools.verbs import find_verb, pieces_of, said_verb, verb_in

_RUNS = frozenset({"run", "start"})
_QUIETS = frozenset({"suppress", "mute", "silence", "disable", "skip"})
_ALSO = frozenset({"restart", "reload", "reboot", "failover", "flush", "purge"})
_HTTP_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_REVERSED = {"enable": "disable", "disable": "enable"}
_CALLED = {"job_template": "playbook", "workflow_job_template": "playbook", "dag_id": "dag",
           "state_machine": "workflow", "stateMachineArn": "workflow"}  # fmt: skip
_LOOKS = ("query", "select", "filter_query", "search", "lookup", "promql", "expr")
_SETS = tuple(map(frozenset, (("from", "to"), ("old", "new"), ("setting", "value"))))
# {"job": "refresh-shop-db", "parameters": {"SOURCE": "prod"}} puts a copy in its place.
_SWITCHES = ("on", "enabled", "active", "isEnabled", "is_enabled")
_COPYING = (["refresh"], ["clone"], ["reseed"], ["hydrate"], ["overwrite"])
_ORIGIN = re.compile(r"(?i)(?:\A|[._-])(?:source|snapshot|dump|backup)")
_LITTLE = frozenset({"", "set", "change", "apply", "switch"})


def read_unknown_call(name: str, args: Mapping[str, object], tools: Tools) -> list[PlannedAction]:
    """A call of an unknown tool: a verb in its keys or its name, a target, parameters."""
    kind, objects = _verb(name, args, tools)
    objects = [*objects, *(word for key, word in _CALLED.items() if key in args)]
    if _is_patch(args):
        kind, args = "set", {**without(args, "op", "path", "value"), "patch": [dict(args)]}
    if edits := edits_in(args):
        return [_edited(name, edit, args, tools) for edit in edits]
    changes = changes_of(args, tools, kind)
    kind = kind or ("set" if any(pair <= set(args) for pair in _SETS) else "")
    if not kind and not changes and not acts(name, args):
        return []
    base = filled(
        build_action(
            kind or "run", target=None, objects=objects, parameters={}, text=shown(name, args)
        ),
        args,
        tools,
    )
    more = _switched(args, base, tools)
    if not changes or (kind and kind not in SAYS_LITTLE):
        return [base, *more]
    if kind in CARRIES:
        return [*more, *with_changes(base, changes)]
    return [*more, *settled(base, changes, "apply" if kind == "apply" else None)]


def _is_patch(args: Mapping[str, object]) -> bool:
    """Whether the call is one operation of a JSON patch: {"op": "replace", "path": "/a/b"}."""
    path = args.get("path")
    known = str(args.get("op")) in {"replace", "add", "remove"}
    return known and isinstance(path, str) and path.startswith("/") and path.count("/") > 1


def _edited(
    name: str, edit: dict[str, str], args: Mapping[str, object], tools: Tools
) -> PlannedAction:
    """One of a list of edits: {"key", "old", "new"}."""
    targets = targets_of(args, tools)
    return build_action(
        "set", target=targets[0] if targets else None, objects=[edit["key"], name],
        parameters=edit, text=shown(name, {**args, **edit}),
    )  # fmt: skip


def _switched(args: Mapping[str, object], base: PlannedAction, tools: Tools) -> list[PlannedAction]:
    """Further actions that a switch asks for: {"op": "patch_config", …, "restart": true}."""
    kinds = [tools.verbs[k] for k, v in args.items() if v is True and k in _ALSO]
    also = [replace(base, kind=k) for k in kinds if k != base.kind]
    for key, value in args.items():  # {"suppress_pages": true}
        verb, *objects = pieces_of(key)[:6] or [""]
        if value is True and verb in _QUIETS and objects:
            also.append(replace(base, kind=tools.verbs[verb], objects=tuple(objects)))
    return also


def _verb(name: str, args: Mapping[str, object], tools: Tools) -> tuple[str, list[str]]:
    """The kind that a verb key or the tool's name says, and the words around the verb."""
    pieces = [p for p in re.split(r"[^A-Za-z0-9]+", name) if p]
    pieces = pieces if len(pieces) > 1 else []  # one word is what the tool is called
    for key in (*tools.words["verb_keys"], "method"):
        value = args.get(key)
        if not isinstance(value, str) or value in _HTTP_METHODS:
            continue
        found = _verb_in_path(value, tools)
        if found is not None and found[0] in _RUNS:
            return _run_kind(found, args, tools), [*_but_for_jobs(found[1], args, tools), *pieces]
        if found is None and (verb := said_verb(words := pieces_of(value)[:6], tools)):
            found = verb.kind, (*words[: verb.index], *words[verb.index + 1 :])
        if found is not None:
            return _state_in(args, found[0], tools) or found[0], [*found[1], *pieces]
        pieces = [*re.split(r"[^A-Za-z0-9]+", value)[:6], *pieces]
    tool = tools.by_name.get(name)
    if tool is not None and tool.default:
        return tool.default, pieces
    found = _verb_in_path(name.rsplit("__", 1)[-1], tools)
    if found is not None:
        runs = found[0] in _RUNS
        kind = _run_kind(found, args, tools) if runs else _state_in(args, found[0], tools)
        return kind or found[0], list(found[1])
    keys = tools.words
    word_keys = {*keys["argument_keys"], *keys["command_keys"], "argv"}
    for key, value in args.items():
        words = words_of(value) if key.lower() in word_keys else []
        verb = find_verb(words[:4], tools)
        if verb is not None and verb.kind != "inspect":
            return verb.kind, [*verb.objects, *words[: verb.index], *pieces]
    return _state_in(args, "", tools) or _verb_of_key(args, tools), pieces


def _state_in(args: Mapping[str, object], kind: str, tools: Tools) -> str:
    """The kind of the state that a call asks for, where its verb (`kind`) says no more than set."""
    if kind not in _LITTLE:
        return ""
    pairs = ((k, v) for k, v in args.items() if isinstance(v, str))
    return next((found for k, v in pairs if (found := kind_of_state(k, v, tools))), "")


def _verb_in_path(name: str, tools: Tools) -> tuple[str, Sequence[str]] | None:
    """The verb of a dotted name is its end (`snapshot.delete`), or else the first in it."""
    owner, dot, method = name.rpartition(".")
    longer = f"{owner.rpartition('.')[2]}-{method}" in tools.verbs  # jobs.insert
    whole = dot and method in tools.verbs and not longer
    return (tools.verbs[method], pieces_of(owner)) if whole else verb_in(name, tools)


def by_job_name(
    actions: Sequence[PlannedAction], args: Mapping[str, object], tools: Tools
) -> list[PlannedAction]:
    """Actions that only run something, with the kind that the name of what is run tells.

    A toggle does what its switch says: {"op": "toggle", "on": false}; what sets a state, brings
    that about.
    """
    kind = _what_is_run(args, tools) if any(a.kind == "run" for a in actions) else ""
    switched = next((args[k] for k in _SWITCHES if isinstance(args.get(k), bool)), None)
    if not kind and switched is not None:
        kind = "enable" if switched else "disable"
    state = _state_in(args, "set", tools) if any(a.kind == "set" for a in actions) else ""
    told = {"run": kind, "set": state}
    return [replace(a, kind=told.get(a.kind) or a.kind) for a in actions]


def _run_kind(found: tuple[str, Sequence[str]], args: Mapping[str, object], tools: Tools) -> str:
    """What a call that runs or starts something does: starting a job is running it."""
    things = tools.words["run_things"]
    job = any(p in things for p in found[1]) or any(isinstance(args.get(k), str) for k in JOB_KEYS)
    return _what_is_run(args, tools) or ("run" if job else found[0])


def _but_for_jobs(words: Sequence[str], args: Mapping[str, object], tools: Tools) -> Sequence[str]:
    """The words without "workflow", "job", where a key names it."""
    named = any(isinstance(args.get(key), str) for key in JOB_KEYS)
    return [w for w in words if not named or w not in tools.words["run_things"]]


def _what_is_run(args: Mapping[str, object], tools: Tools) -> str:
    """What a job does: its settings stand under a verb ({"load": {…}}), or its name has one."""
    held = (k for k, v in args.items() if isinstance(v, Mapping) and k not in CHANGES)
    kinds = [tools.verbs.get(k.lower(), "inspect") for k in held]
    jobs = (job for key in JOB_KEYS if isinstance(job := args.get(key), str))
    for job in jobs:
        found = verb_in(job, tools)
        copies = pieces_of(job)[:1] in _COPYING and any(_ORIGIN.search(k) for k in flat(args))
        kinds += ["restore"] if copies else [found[0]] if found is not None else []
    return next((kind for kind in kinds if kind not in READ_ONLY_KINDS), "")


def _verb_of_key(args: Mapping[str, object], tools: Tools) -> str:
    """The kind of a key that is a verb: {"restart": "web"}, {"enabled": false}, {"job": "replay"}.

    What is set to false is not done; something that is not enabled is disabled.
    """
    for key, value in args.items():
        kind = tools.verbs.get(key.lower(), "inspect")
        beside = value is True and key in _ALSO and bool(set(CHANGES) & set(args))
        if kind == "inspect" or beside or key in tools.words["target_keys"]:
            continue
        refused = value is False or str(value).lower() in {"false", "off", "no"}
        if refused and kind in _REVERSED:
            return _REVERSED[kind]
        if not refused and (value is True or len(key) > 2):
            return kind
    jobs = (args.get(key) for key in JOB_KEYS)
    named = (verb_in(job, tools) for job in jobs if isinstance(job, str))
    kind = _what_is_run(args, tools) if any(key in args for key in JOB_KEYS) else ""
    kind = kind or next((found[0] for found in named if found is not None), "")
    return "inspect" if not kind and any(k in args for k in _LOOKS) else kind
