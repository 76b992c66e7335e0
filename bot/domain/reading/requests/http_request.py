"""An HTTP request -> planned actions: by the path rules of known interfaces, else by its method."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from bot.domain.action import PlannedAction
from bot.domain.reading.requests.document import flat
from bot.domain.reading.requests.graphql import graphql_in, read_graphql
from bot.domain.reading.requests.sql import read_sql
from bot.domain.reading.requests.sql_statement import looks_like_sql
from bot.domain.reading.requests.structured import read_structured
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, HttpRule, Tools
from bot.domain.reading.tools.verbs import find_verb, verb_in

_LOOKS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
_METHOD_KINDS = {"DELETE": "delete", "PUT": "set", "PATCH": "set", "POST": "run", "PURGE": "purge"}
_DRY = frozenset({"dryrun", "dry_run", "dry-run", "check", "validate_only", "validateonly"})
_ENDED = {"drain": "uncordon", "enable": "disable"}
_MODES = frozenset({"maintenance", "maintenance-mode", "maintenance_mode", "maintenancemode"})
_XML = re.compile(r"\s*<(delete|optimize|rollback)\b[^>]*>\s*(?:<query>)?([^<]{0,200})")
_ASKED = frozenset({"optimize", "delete", "purge", "flush", "restart", "reset", "reload"})
_HOW = frozenset({"bulk", "batch", "all", "async", "now", "force"})
_ACTIONS = frozenset({"action", "op", "operation", "command", "cmd", "do"})
_ARGUMENTS = re.compile(r"(?i)arg(?:s|uments?)?\Z|command_?line|cmd_?line|\Ascript\Z")
_PLAIN_VERBS = frozenset({"run", "set", "create", "add", "start", "open"})
_PLAIN_SEGMENTS = frozenset({"api", "rest", "apis", "v1", "v2", "v3", "v4", "client", "services"})


def host_of(url: str) -> str:
    """The host in an address, or "" where it has none or cannot be read."""
    return _split(url).hostname or ""


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url if "//" in url or url.startswith("/") else f"//{url}")
        _ = parts.hostname
    except ValueError:  # brackets that are no address
        return SplitResult("", "", url, "", "")
    return parts


def read_http(
    method: str, url: str, body: object, tools: Tools, text: str = ""
) -> list[PlannedAction]:
    """What a request does.

    Args:
        method: GET, POST …, in any case.
        url: A whole address, or a path.
        body: The decoded body, a text, or None.
        tools: Whose `http` rules say what known paths do.
        text: The source that the request was read from.

    Returns:
        One action, or several where the body changes several things.
    """
    verb = method.upper() or "GET"
    parts = _split(url)
    segments = [unquote(s) for s in parts.path.split("/") if s][:24]
    query = {k[:60]: v[:200] for k, v in parse_qsl(parts.query[:4000], keep_blank_values=True)}
    parameters = {"method": verb, **query}
    rehearsal = any(
        k.lower() in _DRY and v.lower() not in {"false", "none", "no"} for k, v in query.items()
    )
    host = parts.hostname or ""
    if isinstance(body, str) and (tagged := _XML.match(body)):
        body = {tagged[1]: {"query": tagged[2]}}
    if isinstance(body, Mapping) and (document := graphql_in(body)):
        told = read_graphql(document, body.get("variables"), tools, text)
        return [_placed(a, host, rehearsal) for a in told]
    texts = (body, *(query.get(k) for k in ("q", "query", "sql", "statement")))
    for sql in texts:
        if isinstance(sql, str) and looks_like_sql(sql, tools):
            return [_placed(replace(a, text=text), host, rehearsal) for a in read_sql(sql, tools)]
    for rule in tools.http:
        captured = _captured(rule, verb, segments)
        if captured is not None and _asks_for(rule, query):
            actions = _by_rule(rule, captured, segments, parameters, body, tools, text)
            return [_placed(a, host, rehearsal) for a in actions]
    actions = _by_method(verb, segments, parameters, body, tools, text)
    return [_placed(a, host, rehearsal) for a in actions]


def _placed(action: PlannedAction, host: str, rehearsal: bool) -> PlannedAction:
    """The action with its host, and as a rehearsal where the request is one."""
    placed = replace(action, target=action.target or host or None, environment=host or None)
    if not rehearsal:
        return placed
    return build_action(
        placed.kind, target=placed.target, objects=placed.objects, parameters=placed.parameters,
        read_only=True, environment=placed.environment, text=placed.text,
    )  # fmt: skip


def _captured(rule: HttpRule, method: str, segments: list[str]) -> dict[str, str] | None:
    """The named segments where method and path fit the rule, else None."""
    if rule.methods and method not in rule.methods:
        return None
    wanted = rule.path
    start = 0
    if wanted and wanted[0] == "**":
        wanted = wanted[1:]
        start = len(segments) - len(wanted)
    if start < 0 or len(segments) - start != len(wanted):
        return None
    found: dict[str, str] = {}
    for pattern, segment in zip(wanted, segments[start:], strict=True):
        if pattern.startswith("{"):
            if segment.startswith("_"):
                return None
            found[pattern[1:-1]] = segment
        elif segment.lower() not in pattern.lower().split("|"):
            return None
    return found


def _asks_for(rule: HttpRule, query: Mapping[str, str]) -> bool:
    """Whether the query says what the rule wants it to: `?action=apply`."""
    name, _, value = rule.query.partition("=")
    return not name or query.get(name, "").lower() in value.split("|")


def _by_rule(
    rule: HttpRule,
    captured: Mapping[str, str],
    segments: list[str],
    parameters: Mapping[str, str],
    body: object,
    tools: Tools,
    text: str,
) -> list[PlannedAction]:
    if rule.body and isinstance(body, (Mapping, list)):
        changes = read_structured(body, tools)
        if changes:
            target = captured.get(rule.target)
            return [
                build_action(
                    c.kind, target=target, objects=[*rule.objects, *c.objects],
                    parameters={**parameters, **c.parameters}, text=text,
                )
                for c in changes
            ]  # fmt: skip
    named = {**parameters, **captured, **_moved(body), **flat(body)}
    return [
        build_action(
            _ended(rule.kind, parameters),
            target=captured.get(rule.target),
            objects=[*rule.objects, *captured.values(), *(s for s in segments if s[:1] != "_")][
                :12
            ],
            parameters=named,
            text=text,
        )
    ]


def _ended(kind: str, parameters: Mapping[str, str]) -> str:
    """The kind, or what ends it where the query switches it off: `?enable=false`."""
    off = parameters.get("enable", "").lower() == "false"
    return _ENDED.get(kind, kind) if off else kind


def _switched_off(said: str, body: object) -> bool:
    """Whether a mode that the path names is switched off: `/maintenance`, {"enabled": false}.

    What the path tells to do is done, whatever is given with it.
    """
    given = body.get("enabled") if isinstance(body, Mapping) else None
    return given is False and said in _MODES


def _by_method(
    method: str,
    segments: list[str],
    parameters: Mapping[str, str],
    body: object,
    tools: Tools,
    text: str,
) -> list[PlannedAction]:
    """A request to an unknown interface: the last segment may be a verb, else the method says."""
    names = [s for s in segments if s.lower() not in _PLAIN_SEGMENTS]
    named = {**parameters, **flat(body)}
    asked = _asked(method, parameters, body, tools)
    if method in _LOOKS:
        return [build_action(asked or "inspect", target=_last(names), objects=names,
                             parameters=named, text=text)]  # fmt: skip
    kind = _METHOD_KINDS.get(method, "run")
    said = False
    if method != "DELETE" and names:
        last = names[-1].removeprefix("_").rsplit(":", 1)[-1]
        # What is put or patched is named; only a POST may say its verb inside a longer word.
        named_verb = method == "POST" or last.lower() in tools.verbs or ":" in names[-1]
        found = verb_in(last, tools) if named_verb else None
        above = [s for s in names[-3:-1] if s.lower() in tools.verbs]
        above = [s for s in above if last.lower() in _HOW or _is_verb(s, tools)]
        if found is None and method == "POST" and above:
            found = tools.verbs[above[-1].lower()], (last,)
        if found is not None:
            before, colon, _ = names[-1].partition(":")
            said, kind = True, found[0]
            rest = found[1]
            if _switched_off(last.lower(), body):
                kind, rest = "disable", (last,)
            names = [*names[:-1], *rest, *([before] if colon else [])]
    if not said and asked:
        said, kind = True, asked
    action = build_action(kind, target=_last(names), objects=names, parameters=named, text=text)
    changes = read_structured(body, tools) if isinstance(body, (Mapping, list)) else []
    if changes and (kind == "set" or (kind == "run" and not said)):
        return [
            build_action(
                c.kind, target=action.target, objects=[*c.objects, *names],
                parameters={**parameters, **c.parameters}, text=text,
            )
            for c in changes
        ]  # fmt: skip
    return [action]


def _is_verb(segment: str, tools: Tools) -> bool:
    """Whether a segment is a verb that is no noun: `/invalidate/url`, but not `/deployments/7`."""
    word = segment.lower()
    heavy = tools.verbs[word] not in READ_ONLY_KINDS and tools.verbs[word] not in _PLAIN_VERBS
    return heavy and word not in tools.words["noun_verbs"] and not word.endswith(("s", "ion"))


def _moved(body: object) -> dict[str, str]:
    """Where an alias goes: {"actions": [{"remove": {"index": a}}, {"add": {"index": b}}]}."""
    listed = body.get("actions") if isinstance(body, Mapping) else None
    found: dict[str, str] = {}
    for action in listed if isinstance(listed, list) else []:
        for verb, name in (("remove", "from"), ("add", "to")):
            held = action.get(verb) if isinstance(action, Mapping) else None
            if isinstance(held, Mapping) and isinstance(held.get("index"), str):
                found.setdefault(name, held["index"])
    return found if len(found) == len(("from", "to")) else {}


def _asked(method: str, parameters: Mapping[str, str], body: object, tools: Tools) -> str:
    """The kind that the query or the body asks for by name, or "".

    `?action=RELOAD`, `?optimize=true`, {"command": "lease4-wipe"}, `<delete>…</delete>`.
    """
    said = [v for k, v in parameters.items() if k.lower() in _ACTIONS]
    if isinstance(body, Mapping) and method == "POST":
        said += [v for k, v in body.items() if k in {*_ACTIONS, "method"} and isinstance(v, str)]
    said += [k for k, v in parameters.items() if v.lower() == "true" and k.lower() in _ASKED]
    said = [s.rpartition(".")[2] if s.rpartition(".")[2] in tools.verbs else s for s in said]
    kind = next((found[0] for s in said if (found := verb_in(s, tools)) is not None), "")
    return (kind == "run" and _what_runs(body, tools)) or kind


def _what_runs(body: object, tools: Tools) -> str:
    """What a command that is run is given: {"command": "run", "utilCmdArgs": "config-sync …"}."""
    given = body.items() if isinstance(body, Mapping) else ()
    texts = (v.split()[:4] for k, v in given if isinstance(v, str) and _ARGUMENTS.search(k))
    verbs = (find_verb(words, tools) for words in texts)
    return next((verb.kind for verb in verbs if verb is not None), "")


def _last(names: list[str]) -> str | None:
    return names[-1] if names else None
