"""A tool call in JSON, in any of the shapes that agents use -> planned actions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.commands.command_reading import Collector, CommandReading, Strength
from bot.domain.reading.commands.command_text import command_head, looks_like_command
from bot.domain.reading.commands.file_edit import read_write
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.requests.document import flat, leaves, scalar
from bot.domain.reading.requests.http_request import host_of, read_http
from bot.domain.reading.requests.json_text import decode_json, find_json
from bot.domain.reading.requests.sql import read_sql
from bot.domain.reading.requests.sql_statement import looks_like_sql
from bot.domain.reading.requests.structured import decode, read_structured
from bot.domain.reading.tool_call.arguments import (
    RENAMED,
    acts,
    edits_of,
    kebab,
    keyed_words,
    only_scales,
    shown,
    without,
    words_of,
)
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import Tool
from bot.domain.reading.tools.tool_rules import use_tool
from bot.domain.reading.tools.tool_target import selected
from bot.domain.reading.tools.tool_use import program_name
from bot.domain.reading.tools.verbs import find_verb, verb_in

__all__ = ["decode_json", "find_json", "read_json", "read_tool_call"]

_MAX_DEPTH = 8
_FALSE = frozenset({"", "false", "none", "no", "0", "off", "null"})
_CHANGES = (
    "patch", "spec", "manifest", "body", "data", "settings", "changes", "set", "vars", "diff",
    "values", "overrides", "config", "json", "resource", "parameters", "params", "operations",
)  # fmt: skip
_SETTINGS = frozenset({"set", "raise", "lower", "enable", "disable", "change"})
_ALSO = frozenset({"restart", "reload", "reboot", "failover", "flush", "purge"})
_HTTP_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_STATES = frozenset({"state", "desired_state", "ensure", "status", "target_state", "mode"})
_CALL_KEYS = frozenset({"op", "action", "cmd", "command", "bin", "method", "type", "api"})
_CONTEXTS = ("target", "scope", "context", "where", "metadata", "selector")
_CONTENT = ("content", "contents", "new_string", "new_str", "file_text", "new_content", "insert")


def read_tool_call(tool: str, args: Mapping[str, object], lexicon: Lexicon) -> CommandReading:
    """Reads one tool call.

    Args:
        tool: The tool's name; may be empty where the arguments say it.
        args: Its arguments: JSON values of any shape. With an empty name, a single key `value`
            holds a JSON value that is no object, or the text of half a one.
        lexicon: Whose tool grammars and key names are used.

    Returns:
        The actions; never raises.
    """
    reader = _Reader(lexicon)
    if not tool and set(args) == {"value"}:
        value = args["value"]
        reader.value(decode_json(value) or value if isinstance(value, str) else value, 0)
    else:
        reader.call(tool, args, 0)
    return reader.out.reading()


def read_json(value: object, lexicon: Lexicon) -> CommandReading:
    """Reads a JSON value found in a message: a call, a list of calls, or a manifest."""
    reader = _Reader(lexicon)
    reader.value(value, 0)
    return reader.out.reading()


class _Reader:
    """Follows a JSON value into the calls, commands and statements that it holds."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.tools = lexicon.tools
        self.out = Collector()
        keys = self.tools.words
        self._word_keys = {*keys["argument_keys"], *keys["command_keys"], "argv"}

    def value(self, value: object, depth: int) -> None:
        """A mapping is a call, a list holds calls, a text is a command or prose."""
        if depth > _MAX_DEPTH:
            return
        if isinstance(value, Mapping):
            self.call("", value, depth)
        elif isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
            for item in value[:200]:
                self.value(item, depth + 1)
        elif isinstance(value, str) and value.strip():
            if looks_like_command(value, self.tools):
                head, rest = command_head(value, self.tools)
                self._take(read_command(head, self.lexicon))
                self.out.prose += [rest] if rest else []
            else:
                self.out.prose.append(value)

    def call(self, tool: str, args: Mapping[str, object], depth: int) -> None:
        """Reads one call, after taking it out of its wrapping."""
        if depth > _MAX_DEPTH:
            return
        name, inner = self._unwrapped(tool, args, depth)
        inner = {str(k)[:100]: v for k, v in list(inner.items())[:200]}
        for key in _CONTEXTS:
            around = inner.get(key)
            if isinstance(around, Mapping):
                inner = {**{str(k): v for k, v in around.items()}, **without(inner, key)}
        self._surroundings(inner)
        before = len(self.out.actions)
        if not self._nested(name, inner, depth):
            found = self._single(name, inner)
            if not any(a.kind != "run" for a in found) and self._inside(inner, depth):
                found = []
            self._add(found, inner)
        self._complete(before, inner)

    def _inside(self, args: Mapping[str, object], depth: int) -> bool:
        """A call inside another object: {"request": {"method": …}}, {"terraform": {"cmd": …}}."""
        shared = {k: v for k, v in args.items() if isinstance(v, (str, int))}
        before = len(self.out.actions)
        for key, value in args.items():
            if isinstance(value, Mapping) and any(
                k in value
                for k in ("op", "action", "cmd", "command", "bin", "method", "type", "api", "verb")
            ):
                known = self.tools.knows(key) and key not in self.tools.words["command_keys"]
                inner = {"op": value["type"], **value} if "type" in value else value
                self.call(key if known else "", {**shared, **inner}, depth + 1)
        return len(self.out.actions) > before

    def _unwrapped(
        self, tool: str, args: Mapping[str, object], depth: int
    ) -> tuple[str, Mapping[str, object]]:
        """The tool's name and arguments out of the shapes that carry them."""
        function = args.get("function")
        if isinstance(function, Mapping):
            return self._unwrapped(tool, {**without(args, "function", "type"), **function}, depth)
        if args.get("method") == "tools/call" and isinstance(args.get("params"), Mapping):
            return self._unwrapped(tool, args["params"], depth)  # type: ignore[arg-type]  # checked to be a mapping
        name = tool
        used: list[str] = []
        if not name:
            for key in self.tools.words["name_keys"]:
                found = args.get(key)
                if isinstance(found, str) and found:
                    name, used = found, [key]
                    break
        rest: dict[str, object] = dict(without(args, *used))
        known = self.tools.by_name.get(program_name(name))
        for key in self.tools.words["argument_keys"]:
            given = rest.get(key)
            if known is not None and key in known.keys:
                continue
            if isinstance(given, str) and given.lstrip().startswith("{"):
                given = decode(given)
            if isinstance(given, Mapping):
                return name, {**without(rest, key), **given}
        return name, rest

    def _surroundings(self, args: Mapping[str, object]) -> None:
        """Notes words, hints at the environment, and texts for people."""
        keys = self.tools.words
        for key in keys["environment_keys"]:
            value = args.get(key)
            if isinstance(value, str):
                self.out.add_environment(value, Strength.FLAG)
        for key, value in args.items():
            if isinstance(value, str) and key.lower() in keys["prose_keys"] and " " in value:
                self.out.prose.append(value)
        texts = [text for _, text in leaves(args)][:200]
        for text in texts:
            if "://" in text[:20]:
                self.out.add_environment(host_of(text), Strength.HOST)
        self.out.add_words(texts)

    def _nested(self, name: str, args: Mapping[str, object], depth: int) -> bool:
        """Calls inside the call: the steps of a plan, a list of tool calls."""
        for key in self.tools.words["list_keys"]:
            value = args.get(key)
            if isinstance(value, list) and value and not name.startswith("kubectl"):
                calls = [v for v in value if isinstance(v, (Mapping, str))]
                if key in {"operations", "items"} and name:
                    continue
                shared = {k: v for k, v in args.items() if isinstance(v, (str, int)) and k != key}
                for item in calls[:100]:
                    merged = {**shared, **item} if isinstance(item, Mapping) else item
                    self.value(merged, depth + 1)
                return True
        return False

    def _single(self, name: str, args: Mapping[str, object]) -> list[PlannedAction]:
        """The actions of one call, by the first way of reading that fits."""
        for read in (self._shell, self._request, self._sql, self._known_tool, self._file):
            found = read(name, args)
            if found is not None:
                return found
        return self._generic(name, args)

    def _shell(self, name: str, args: Mapping[str, object]) -> list[PlannedAction] | None:
        """A text or words for a shell."""
        plain = program_name(name).lower()
        is_shell = plain in self.tools.words["shell_tools"] or plain.startswith("mcp__bash")
        for key in self.tools.words["command_keys"]:
            value = args.get(key)
            words = words_of(value)
            if isinstance(value, str) and (
                is_shell or (looks_like_command(value, self.tools) and not self._continues(name))
            ):
                listed = words_of(args.get("args"))
                whole = " ".join([value, *listed]) if listed else value
                return self._taken(read_command(whole, self.lexicon))
            listed = words_of(args.get("argv")) or words_of(args.get("args"))
            if isinstance(value, str) and listed and self._continues(value) and not words:
                return self._taken(read_command([value, *listed], self.lexicon))
            if words and (is_shell or self.tools.knows(program_name(words[0]))):
                if is_shell and len(words) == 1:
                    return self._taken(read_command(words[0], self.lexicon))
                return self._taken(read_command(words, self.lexicon))
        return None

    def _continues(self, name: str) -> bool:
        """Whether the tool is a command-line tool, so that its text is a subcommand."""
        return self.tools.knows(program_name(name))

    def _taken(self, reading: CommandReading) -> list[PlannedAction]:
        self._take(reading, actions=False)
        return list(reading.actions)

    def _take(self, reading: CommandReading, actions: bool = True) -> None:
        """Takes over another reading."""
        self.out.undetermined = self.out.undetermined or reading.undetermined
        self.out.add_words(reading.words)
        for name in reading.environments:
            self.out.add_environment(name, Strength.VARIABLE)
        if actions:
            self.out.actions += reading.actions

    def _request(self, name: str, args: Mapping[str, object]) -> list[PlannedAction] | None:
        """{"method", "url" or "path"}: an HTTP request."""
        url = next(
            (args[k] for k in ("url", "uri", "path", "endpoint", "href") if args.get(k)), None
        )
        method = args.get("method", args.get("verb"))
        is_http = program_name(name).lower() in self.tools.words["http_tools"]
        if not isinstance(url, str) or not (is_http or isinstance(method, str)):
            return None
        body = next((args[k] for k in ("body", "data", "json", "payload") if k in args), None)
        if isinstance(body, str):
            body = decode(body) or body
        if "//" in url:
            self.out.add_environment(host_of(url), Strength.HOST)
        shown = url if "//" in url or url.startswith("/") else f"/{url}"
        verb = method if isinstance(method, str) else ("POST" if body else "GET")
        return read_http(verb, shown, body, self.tools, f"{verb} {url}")

    def _sql(self, name: str, args: Mapping[str, object]) -> list[PlannedAction] | None:
        """A statement in SQL."""
        plain = program_name(name).lower()
        tool = self.tools.by_name.get(plain)
        is_sql = plain in self.tools.words["sql_tools"] or (tool is not None and tool.sql_tool)
        is_sql = is_sql or plain.endswith(("query", "sql"))
        for key in self.tools.words["sql_keys"]:
            value = args.get(key)
            if not isinstance(value, str):
                continue
            if (is_sql and key != "text") or looks_like_sql(value, self.tools):
                actions = read_sql(value, self.tools)
                if actions:
                    return actions
        return None

    def _known_tool(self, name: str, args: Mapping[str, object]) -> list[PlannedAction] | None:
        """A command-line tool whose subcommand and arguments stand in several keys."""
        plain = program_name(name)
        if "playbook" in args and plain == "ansible":
            plain = "ansible-playbook"
        tool = self.tools.by_name.get(plain) or self.tools.by_name.get(plain.lower())
        if tool is None and plain not in self.tools.wrappers:
            return None
        if tool is not None and tool.keys:
            return self._taken(read_command(keyed_words(plain, tool, args), self.lexicon))
        words, used = self._call_words(tool, args)
        if not words and not (tool is not None and tool.default):
            return None
        if tool is None or tool.sql_tool or tool.reader:
            return self._taken(read_command([plain, *words], self.lexicon))
        words += self._resource(tool, args, words)
        words += self._as_flags(tool, args, used)
        use = use_tool(tool.names[0], words, self.tools, " ".join([plain, *words]))
        if use.inner or use.json or use.sql:
            return self._taken(read_command([tool.names[0], *words], self.lexicon))
        for environment in use.environments:
            self.out.add_environment(environment, Strength.FLAG)
        return [self._filled(a, args) for a in use.actions]

    def _call_words(
        self, tool: Tool | None, args: Mapping[str, object]
    ) -> tuple[list[str], set[str]]:
        """The subcommand and the arguments of a call as words, and the keys they stood in."""
        words: list[str] = []
        used: set[str] = set()
        for key in self.tools.words["verb_keys"]:
            value = args.get(key)
            if isinstance(value, str) and value and not words:
                words += self._subcommand(tool, value)
                used.add(key)
        service = args.get("service")
        if tool is not None and tool.open_values and words and isinstance(service, str):
            words.insert(0, service)
            used.add("service")
        for key in ("argv", "args", "arguments", "cmd", "flags", "options"):
            value = args.get(key)
            more = words_of(value)
            if not more and isinstance(value, str) and key not in used:
                more = value.split()
            words += more
            used.add(key)
        return words, used

    def _resource(self, tool: Tool, args: Mapping[str, object], words: list[str]) -> list[str]:
        """{"deployment": "x"} and {"kind": "Deployment", "name": "x"} as type and name."""
        if not tool.resources:
            return []
        for key, value in args.items():
            full = tool.abbreviations.get(key.lower())
            if full and key != "namespace" and isinstance(value, str) and value not in words:
                return [full, value]
        kind, name = args.get("kind", args.get("resource_type")), args.get("name")
        return [kind.lower(), name] if isinstance(kind, str) and isinstance(name, str) else []

    def _subcommand(self, tool: Tool | None, value: str) -> list[str]:
        """`redis.instances.failover`, `rollout restart`, `UpdateTable` -> words of a path."""
        if " " in value:
            return value.split()
        if tool is None:
            return [value]
        firsts = {w for rule in tool.rules for choice in rule.words[:1] for w in choice}
        if value in firsts:
            return [value]
        for sign in (".", "_", ":", "/"):
            parts = value.split(sign)
            if len(parts) > 1 and parts[0] in firsts and not value.startswith(sign):
                return parts
        hyphened = kebab(value)
        return [hyphened] if hyphened in firsts or tool.open_values else [value]

    def _as_flags(self, tool: Tool, args: Mapping[str, object], used: set[str]) -> list[str]:
        """Keys that are flags of the tool, as flags."""
        flags: list[str] = []
        for path, value in flat({k: v for k, v in args.items() if k not in used}).items():
            key = kebab(path.rsplit(".", 1)[-1])
            flag = next((f for f in (f"--{key}", f"--{key}-name", f"-{key}")
                         if tool.takes_value(f) is not None), "")  # fmt: skip
            if not flag and tool.open_values and "." in path:
                flag = f"--{key}"
            if not flag:
                if value == "true" and f"--{key}"[2:] in self.tools.words["switches"]:
                    flags.append(f"--{key}")
            elif tool.takes_value(flag) is False:
                flags += [flag] if value == "true" else []
            else:
                flags.append(f"{flag}={value}")
        return flags

    def _file(self, name: str, args: Mapping[str, object]) -> list[PlannedAction] | None:
        """A tool that writes or edits a file."""
        path = next(
            (args[k] for k in ("path", "file_path", "file", "filename") if args.get(k)), None
        )
        content = next((args[k] for k in _CONTENT if isinstance(args.get(k), str)), None)
        if not isinstance(path, str) or not isinstance(content, str):
            return None
        return read_write([path], content, f"{name} {path}")

    def _generic(self, name: str, args: Mapping[str, object]) -> list[PlannedAction]:
        """A call of an unknown tool: a verb in its keys or its name, a target, parameters."""
        kind, objects = self._verb(name, args)
        changes = []
        for key in _CHANGES:
            value = args.get(key)
            if isinstance(value, (Mapping, list)) and (edits := edits_of(value)):
                return [self._edited(name, edit, args) for edit in edits]
            if isinstance(value, (Mapping, list)) and value:
                whole = {key: value} if key == "spec" else value
                changes += read_structured(whole, self.tools)
        if not kind and not changes and not acts(name, args):
            return []
        base = self._filled(
            build_action(
                kind or "run", target=None, objects=objects, parameters={}, text=shown(name, args)
            ),
            args,
        )
        more = self._switched(args, base)
        if not changes or (kind and kind not in {"set", "apply", "run", "change"}):
            return [base, *more]
        return more + [
            build_action(
                c.kind if kind != "apply" or c.kind != "set" else kind,
                target=base.target,
                objects=[*c.objects, *base.objects],
                parameters={**base.parameters, **c.parameters},
                text=base.text,
            )
            for c in changes
        ]

    def _edited(self, name: str, edit: dict[str, str], args: Mapping[str, object]) -> PlannedAction:
        """One of a list of edits: {"key", "old", "new"}."""
        targets = self._targets(args)
        return build_action(
            "set", target=targets[0] if targets else None, objects=[edit["key"], name],
            parameters=edit, text=shown(name, {**args, **edit}),
        )  # fmt: skip

    def _switched(self, args: Mapping[str, object], base: PlannedAction) -> list[PlannedAction]:
        """Further actions that a switch asks for: {"op": "patch_config", …, "restart": true}."""
        kinds = [self.tools.verbs[k] for k, v in args.items() if v is True and k in _ALSO]
        return [replace(base, kind=k) for k in kinds if k != base.kind]

    def _verb(self, name: str, args: Mapping[str, object]) -> tuple[str, list[str]]:
        """The kind that a verb key or the tool's name says, and the words around the verb."""
        pieces = [p for p in re.split(r"[^A-Za-z0-9]+", name) if p]
        for key in (*self.tools.words["verb_keys"], "method"):
            value = args.get(key)
            if not isinstance(value, str) or value.upper() in _HTTP_METHODS:
                continue
            found = verb_in(value, self.tools)
            if found is not None:
                return found[0], [*found[1], *pieces]
            pieces = [*re.split(r"[^A-Za-z0-9]+", value)[:6], *pieces]
        tool = self.tools.by_name.get(name)
        if tool is not None and tool.default:
            return tool.default, pieces
        found = verb_in(name.rsplit("__", 1)[-1], self.tools)
        if found is not None:
            return found[0], list(found[1])
        for key, value in args.items():
            words = words_of(value) if key.lower() in self._word_keys else []
            verb = find_verb(words[:4], self.tools)
            if verb is not None and verb.kind != "inspect":
                return verb.kind, [*verb.objects, *words[: verb.index], *pieces]
            if key.lower() in _STATES and isinstance(value, str) and value in self.tools.verbs:
                return self.tools.verbs[value], pieces
        for key in args:
            kind = self.tools.verbs.get(key.lower(), "inspect")
            if kind != "inspect" and key not in self.tools.words["target_keys"]:
                return kind, pieces
        return "", pieces

    def _filled(self, action: PlannedAction, args: Mapping[str, object]) -> PlannedAction:
        """The action with target, objects and parameters from the call's keys."""
        parameters = dict(action.parameters)
        skip = {"argv", "flags", "options"}
        for names in ("name_keys", "verb_keys", "prose_keys", "argument_keys"):
            skip |= {k for k in self.tools.words[names] if isinstance(args.get(k), (str, list))}
        objects = list(action.objects)
        for key, text in flat(args).items():
            top = key.split(".", 1)[0]
            if top.lower() in skip:
                continue
            parameters.setdefault(RENAMED.get(key.lower(), key), text)
            place = top in self.tools.words["environment_keys"]
            place = place or top in self.tools.words["target_keys"] or top in _CHANGES
            if not place and action.kind in _SETTINGS:
                objects += [key, *([text] if key in {"key", "path", "name"} else [])]
        targets = self._targets(args)
        target = action.target or (targets[0] if targets else None)
        return build_action(
            action.kind if not only_scales(action.kind, parameters) else "scale",
            target=target,
            objects=[*objects, *targets],
            parameters=parameters,
            read_only=action.mode is Mode.READ_ONLY,
            environment=action.environment,
            text=action.text,
        )

    def _targets(self, args: Mapping[str, object]) -> list[str]:
        """Values of the keys that name a target, strongest first.

        A key that may name either ("cluster") names the environment where no other key does.
        """
        found = []
        own = [k for k in args if k in self.tools.words["environment_keys"]]
        for key in self.tools.words["target_keys"]:
            if own == [key] and any(k in args for k in self.tools.words["target_keys"] if k != key):
                continue
            for value in (args.get(key), args.get(f"{key}_name"), args.get(f"{key}_id")):
                texts = value if isinstance(value, list) else [value]
                found += [selected(t) for t in texts if isinstance(t, str) and t]
        return found[:12]

    def _add(self, actions: Sequence[PlannedAction], args: Mapping[str, object]) -> None:
        rehearses = any(
            scalar(value).lower() not in _FALSE
            for key, value in args.items()
            if key.lower() in self.tools.words["rehearsal_keys"]
        )
        for action in actions:
            if rehearses and action.mode is Mode.PLANNED:
                action = replace(action, mode=Mode.READ_ONLY)
            self.out.actions.append(action)

    def _complete(self, start: int, args: Mapping[str, object]) -> None:
        """Target and environment of the call for actions that name none of their own."""
        environment = next(
            (str(args[k]) for k in self.tools.words["environment_keys"]
             if isinstance(args.get(k), str) and args[k]), None
        )  # fmt: skip
        targets = self._targets(args)
        for index in range(start, len(self.out.actions)):
            action = self.out.actions[index]
            extra = [t for t in targets if t != action.target]
            self.out.actions[index] = replace(
                action,
                environment=_nearest(action, environment),
                target=action.target or (targets[0] if targets else None),
                objects=tuple(dict.fromkeys((*action.objects, *extra))),
            )


def _nearest(action: PlannedAction, said: str | None) -> str | None:
    """The environment of an action: its own flag's, the call's, or what its host's name hints."""
    own = action.environment
    hinted = own is not None and own == action.parameters.get("host")
    return said or own if hinted else own or said
