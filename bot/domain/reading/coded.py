"""Commands and JSON -> frames: what their readers found, in the form that prose has too."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.change import direction_of
from bot.domain.reading.coded_extent import NO_SETTINGS, extent_of
from bot.domain.reading.commands.command_reading import CommandReading
from bot.domain.reading.environment import REGIONAL, environments_in
from bot.domain.reading.frame import Change, Frame, Named, Source
from bot.domain.reading.left_out import left_out_by
from bot.domain.reading.lexicon import Form, Lexicon
from bot.domain.reading.terms import concepts_of, pieces_of
from bot.domain.reading.text import tokens_of
from bot.domain.reading.tools.job_names import things_in_jobs

_OLD_KEYS = ("from", "old", "before", "was", "previous", "current")
_NEW_KEYS = ("to", "new", "after", "replicas", "count", "desired_count", "desired-count", "value",
             "version", "size", "tag", "image", "number", "workers", "maxsize", "capacity",
             "desired", "instances", "target_version", "revision", "mode", "state")  # fmt: skip
_FUNCTION = re.compile(r"\b([A-Za-z]+(?:_[A-Za-z]+){1,5})\s*\(")
_ACTING = frozenset(
    {"stop", "kill", "cancel", "drop", "delete", "promote", "reset", "truncate", "reload", "purge",
     "flush", "rotate", "failover"}
)  # fmt: skip
_LOOKS = re.compile(
    r"\b(?:get|list|ls|show|describe|status|cat|grep|head|tail|info|top|logs?|view|explain|select|ping|diff|"
    r"history|inspect|search|query|stat|stats|watch|dig|whoami|echo)\b",
    re.I,
)
_ASKS = re.compile(
    r'"(?:tool|tool_name|name|function|recipient_name)"\s*:\s*'
    r'"(?:[\w.]*[._/])?(?:ask|question|request_(?:approval|review|input)|get_approval)(?:[_.][\w.]*)?"'
)
_CALLS = re.compile(
    r'"(?:tool|tool_name|name|function|op|operation|action|cmd|commands?|verb)"\s*:'
)
_DRY = re.compile(
    r"--dry-?run(?!=(?:none|false))|--check(?:-only|-mode)?\b|\"dry_?run\"\s*:\s*true|\"check_?mode\"\s*:\s*true|--noop\b|--what-?if\b|\s-WhatIf\b",
    re.I,
)
_CUT = 400  # where the source of an action is cut off
_LIMIT = re.compile(
    r"(?i)(?:concurren|parallel|max_?surge|workers|threads|inflight|in_flight)[a-z]*\Z"
)
_ALTERS = frozenset({"rebuild", "rename", "add", "change", "set", "move"})
_ALTER = re.compile(r"\balter\s+table\b", re.I)
_COUNTED = re.compile(r"\s[a-z][\w-]*=(\d+)(?=\s|$)")
_NUMBERED = re.compile(r"([A-Za-z][\w.-]*?[A-Za-z_.-])(\d{1,9})")
_SHORTEST = 3
_PARTS = re.compile(r"[^\W_]+")
# What runs elsewhere: "localhost" in it is not this machine.
_REMOTE = re.compile(
    r"\b(?:kubectl|oc|nomad|ecs|fly|flyctl)\b.{0,200}?\b(?:exec|rsh|ssh|execute-command)\b|\bssh\s|"
    r"\b(?:ansible|salt|pdsh|clush|gcloud compute ssh|aws ssm)\b"
)


@dataclass(frozen=True, slots=True)
class CodedReading:
    """What a command or a tool call yields.

    Attributes:
        words: Identifiers, for the recognition of services.
        notes: Texts beside a call: why, for whom.
        things: What the names of jobs act on: shop-db in `refresh-shop-db`.
        ruled_out: Concepts of what is left out beside what is done: {"skip_smoke_test": true}.
    """

    frames: tuple[Frame, ...]
    environments: tuple[Named, ...]
    undetermined: bool
    words: tuple[str, ...]
    prose: tuple[str, ...]
    notes: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    ruled_out: frozenset[str] = frozenset()


def coded_frames(
    reading: CommandReading, text: str, mode: Mode, lexicon: Lexicon, source: Source
) -> CodedReading:
    """The frames of a command or tool call.

    Args:
        reading: What its reader found.
        text: The stretch it was read from.
        mode: The mode that the sentence around it gives; a planned one changes nothing.
        lexicon: Whose words are used.
        source: What it stood in.
    """
    tried = mode is Mode.PLANNED and _DRY.search(text) is not None
    if tried and source is Source.JSON:
        mode = Mode.READ_ONLY
    if mode is Mode.PLANNED and source is Source.JSON and _ASKS.search(text[:4000]):
        mode = Mode.QUESTION
    terms, names = concepts_of(tokens_of(" ".join([text[:4000], *reading.words[:400]])), lexicon)
    # A note says in words what it says; a call does something, whatever is told beside it.
    told = (
        source is Source.JSON
        and bool(reading.prose or reading.notes)
        and not _CALLS.search(text[:4000])
    )
    actions = reading.actions or (() if told else _unread(text))
    if tried and source is not Source.JSON:
        actions = tuple(_rehearsed(action, text) for action in actions)
    frames = [_frame(action, text, terms, names, mode, lexicon, source) for action in actions]
    stray = [
        replace(one, strength=1)
        for one in environments_in(tokens_of(text[:4000]), lexicon)
        if one.name != "local"
    ]
    environments = stray + [named for raw in reading.environments for named in _named(raw, lexicon)]
    if any(one.name != "local" for one in environments) or _REMOTE.search(text[:4000]):
        environments = [one for one in environments if one.name != "local"]
    given = {k: v for action in reading.actions for k, v in action.parameters.items()}
    return CodedReading(
        tuple(frames), tuple(environments), reading.undetermined, reading.words, reading.prose,
        reading.notes, tuple(things_in_jobs(given, text, lexicon.tools)),
        left_out_by(reading.actions, lexicon),
    )  # fmt: skip


def _rehearsed(action: PlannedAction, text: str) -> PlannedAction:
    """The action, as one that only looks where its own command rehearses: not that beside it."""
    own = action.text if 0 < len(action.text) < _CUT else text
    dry = action.mode is Mode.PLANNED and _DRY.search(own)
    return replace(action, mode=Mode.READ_ONLY) if dry else action


def _unread(text: str) -> tuple[PlannedAction, ...]:
    """A call in which no known action was read still does something, unless it only looks."""
    if _LOOKS.search(text[:2000]) or not text.strip():
        return ()
    return (PlannedAction(kind="run", text=text[:4000], coded=True),)


def _frame(
    action: PlannedAction,
    text: str,
    terms: frozenset[str],
    names: frozenset[str],
    mode: Mode,
    lexicon: Lexicon,
    source: Source,
) -> Frame:
    if mode is not Mode.PLANNED and action.mode is Mode.PLANNED:
        action = replace(action, mode=mode)
    if action.mode is Mode.READ_ONLY and (called := _called(action.text or text, lexicon)):
        action = replace(action, kind=called, mode=mode)
    kind = lexicon.kinds.get(action.kind)
    if kind and (kind.read_only or kind.office) and action.mode is Mode.PLANNED:
        action = replace(action, mode=Mode.READ_ONLY)
    own = action.text or text
    objects = " ".join([*action.objects, action.target or ""])
    head, own_names = concepts_of(tokens_of(objects), lexicon)
    head |= _spoken(action, lexicon)
    said = " ".join(f"{k} {v}" for k, v in action.parameters.items())
    told, _ = concepts_of(tokens_of(said[:4000]), lexicon)
    own_terms, more = concepts_of(tokens_of(own), lexicon)
    return Frame(
        action,
        _kinds(action, own),
        head,
        own_terms | head | told | (terms if len(own) < 3 else frozenset()),
        own_names | more | (names if source is Source.JSON else frozenset()),
        _change(action, lexicon),
        extent_of(action, own, text[:4000]),
        source=source,
        negated=_turned_off(action, lexicon),
        about=_verbs_inside(action, own, lexicon),
    )


def _kinds(action: PlannedAction, own: str) -> tuple[str, ...]:
    """The kind of an action; what ALTER TABLE rebuilds, renames or adds, it alters, too."""
    if action.kind in _ALTERS and _ALTER.search(own[:400]):
        return (action.kind, "alter")
    return (action.kind,) if action.kind else ()


def _turned_off(action: PlannedAction, lexicon: Lexicon) -> frozenset[str]:
    """What a switch of an act says that it leaves out: `delete … --cascade=false`, `--no-wait`.

    What a switch that is not given would make of it, is left out too: `sync` without --prune.
    """
    lacks = frozenset(lexicon.things.concept(word) for word in action.lacks)
    if action.kind not in NO_SETTINGS:
        return lacks
    off = (
        name.removeprefix("no_").removeprefix("no-")
        for name, value in action.parameters.items()
        if value.lower() in {"false", "orphan"} or name.startswith(("no_", "no-"))
    )
    alone = (pieces for name in off if len(pieces := pieces_of(name)) == 1)
    return lacks.union(lexicon.things.concept(pieces[0]) for pieces in alone)


def _spoken(action: PlannedAction, lexicon: Lexicon) -> frozenset[str]:
    """What people call the parameters that an action sets: "drain" for a grace period."""
    if action.kind in NO_SETTINGS:
        return frozenset()
    names = (*action.parameters, action.parameters.get("key", ""), *action.objects)
    words = " ".join(w for n in names[:40] if (w := lexicon.tools.spoken_of(n)))
    return frozenset(lexicon.things.concept(w) for w in words.split())


def _called(text: str, lexicon: Lexicon) -> str:
    """The kind of a function that acts, called by a query: `pg_terminate_backend(pid)`."""
    for name in _FUNCTION.findall(text[:4000]):
        for piece in name.lower().split("_"):
            for sense in lexicon.words.get(piece, ()):
                if sense.kind in _ACTING and sense.form is Form.BASE:
                    return sense.kind
    return ""


def _verbs_inside(action: PlannedAction, own: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Kinds that names inside a call speak of: `V188__drop_legacy_phone`, `dns-bind-change`."""
    kinds: dict[str, None] = {}
    for word in [own[:2000], *action.objects, *action.parameters.values()]:
        for piece in pieces_of(str(word)[:2000]):
            for sense in lexicon.words.get(piece, ()):
                kind = lexicon.kinds[sense.kind]
                if sense.form in {Form.BASE, Form.NOUN} and not (kind.read_only or kind.office):
                    kinds.setdefault(sense.kind)
    return tuple(kinds)


def _change(action: PlannedAction, lexicon: Lexicon) -> Change | None:
    parameters = {k.lower().lstrip("-"): v for k, v in action.parameters.items()}
    before, after = _valued(parameters, _OLD_KEYS), _valued(parameters, _NEW_KEYS)
    if not before and not after:
        nested = {k.rsplit(".", 1)[-1]: v for k, v in parameters.items() if "." in k}
        if "from" in nested and "to" in nested:
            before, after = nested["from"], nested["to"]
    if not before and not after and action.kind == "scale":
        counted = _COUNTED.search(action.text)  # `ps:scale web=0`
        after = counted[1] if counted else ""
    if not before and not after and action.kind not in NO_SETTINGS:
        after = _switched(action.parameters, lexicon)
    direction = direction_of(before, after, lexicon.states, lexicon.language.numbers)
    if not before and after == "1" and _LIMIT.search(action.parameters.get("key", "")):
        direction = "down"  # from whatever it was: less than one at a time is none
    return Change(before, after, direction, _goes_back(before, after)) if before or after else None


def _goes_back(before: str, after: str) -> bool:
    """Whether it goes to an earlier one of numbered names: from `titles-v42` to `titles-v41`."""
    old, new = _NUMBERED.fullmatch(before), _NUMBERED.fullmatch(after)
    return bool(old and new and old[1] == new[1] and int(new[2]) < int(old[2]))


def _valued(parameters: Mapping[str, str], keys: Sequence[str]) -> str:
    return next((parameters[k] for k in keys if k in parameters), "")


def _switched(parameters: Mapping[str, str], lexicon: Lexicon) -> str:
    """The state that a parameter sets: "on", "false"; `--no-backup` is "off", `--force` is none."""
    switches = lexicon.tools.words["switches"]
    for flag, value in parameters.items():
        key = flag.lstrip("-")
        bare = key.lower().replace("_", "-") in switches or len(key) < _SHORTEST
        given = value.rpartition("=")[2]  # `-var backups_enabled=false`
        if "=" in value and given.lower() in lexicon.states:
            return given
        cmdlets = flag[:1].isupper() and value == "true"  # -Identity, whose value stands behind
        if value.lower() not in lexicon.states or bare or cmdlets:
            continue
        if key.startswith(("no-", "no_")) and lexicon.states[value.lower()] == "on":
            return "off"
        return value
    return ""


def _named(raw: str, lexicon: Lexicon) -> Sequence[Named]:
    """The environment in a raw name: "prod", "gke_shop_prod_eu", "values-prod.yaml"."""
    known = lexicon.environments
    whole = raw.strip().lower()
    if whole in known.names:
        return [Named(known.names[whole], 3, raw)]
    if region := REGIONAL.search(whole):
        return [Named(f"{known.canonical(region[1])}-{region[2]}", 3, raw)]
    named = [known.names[p] for p in _PARTS.findall(whole) if p in known.names]
    return [Named(name, 1 if name == "local" else 3, raw) for name in named]


__all__ = ["CodedReading", "coded_frames"]
