"""A JSON value -> planned actions: followed into the calls, commands and statements it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.commands.command_reading import Collector, CommandReading, Strength
from bot.domain.reading.commands.command_text import command_head, looks_like_command
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.requests.document import leaves
from bot.domain.reading.requests.graphql import graphql_in, read_graphql
from bot.domain.reading.requests.http_request import host_of, read_http
from bot.domain.reading.requests.json_text import decode_json
from bot.domain.reading.requests.sql import read_sql
from bot.domain.reading.requests.sql_statement import looks_like_sql
from bot.domain.reading.tool_call.arguments import is_tried, keyed_words, without, words_of
from bot.domain.reading.tool_call.command_words import (
    call_words,
    flag_words,
    program_of,
    resource_words,
    says_another_verb,
)
from bot.domain.reading.tool_call.file_call import read_file_call
from bot.domain.reading.tool_call.named import filled, nearest, targets_of
from bot.domain.reading.tool_call.request import request_in
from bot.domain.reading.tool_call.router_call import config_lines, read_router_call
from bot.domain.reading.tool_call.settings import with_settings
from bot.domain.reading.tool_call.unknown_call import by_job_name, read_unknown_call
from bot.domain.reading.tool_call.unwrapping import unwrapped
from bot.domain.reading.tools.tool_rules import use_tool
from bot.domain.reading.tools.tool_use import program_name

_MAX_DEPTH = 8
_CALL_KEYS = frozenset({"op", "action", "cmd", "command", "bin", "method", "type", "api", "verb"})
_CONTEXTS = ("target", "scope", "context", "where", "metadata", "selector")


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
        name, inner = unwrapped(tool, args, self.tools)
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
            if isinstance(value, Mapping) and any(k in value for k in _CALL_KEYS):
                known = self.tools.knows(key) and key not in self.tools.words["command_keys"]
                inner = {"op": value["type"], **value} if "type" in value else value
                self.call(key if known else "", {**shared, **inner}, depth + 1)
        return len(self.out.actions) > before

    def _surroundings(self, args: Mapping[str, object]) -> None:
        """Notes words, hints at the environment, and texts for people."""
        keys = self.tools.words
        for key in keys["environment_keys"]:
            value = args.get(key)
            if isinstance(value, str):
                self.out.add_environment(value, Strength.FLAG)
        for key, value in args.items():
            if isinstance(value, str) and key.lower() in keys["prose_keys"] and " " in value:
                beside = key.lower() in keys["note_keys"]
                (self.out.notes if beside else self.out.prose).append(value)
        texts = [text for _, text in leaves(args)][:200]
        for text in texts:
            if "://" in text[:20]:
                self.out.add_environment(host_of(text), Strength.HOST)
        self.out.add_words(texts)

    def _nested(self, name: str, args: Mapping[str, object], depth: int) -> bool:
        """Calls inside the call: the steps of a plan, a list of tool calls."""
        for key in () if config_lines(args) else self.tools.words["list_keys"]:
            value = args.get(key)
            if isinstance(value, list) and value and not name.startswith("kubectl"):
                calls = [v for v in value if isinstance(v, (Mapping, str))]
                if key in {"operations", "items"} and name:
                    continue
                shared = {k: v for k, v in args.items() if isinstance(v, (str, int)) and k != key}
                shared |= {"tool": name} if name else {}
                for item in calls[:100]:
                    merged = {**shared, **item} if isinstance(item, Mapping) else item
                    self.value(merged, depth + 1)
                return True
        return False

    def _single(self, name: str, args: Mapping[str, object]) -> list[PlannedAction]:
        """The actions of one call, by the first way of reading that fits."""
        if lines := read_router_call(name, args, self.tools):
            return lines
        for read in (self._shell, self._request, self._sql, self._known_tool, read_file_call):
            found = read(name, args)
            if found is not None:
                return found
        return read_unknown_call(name, args, self.tools)

    def _shell(self, name: str, args: Mapping[str, object]) -> list[PlannedAction] | None:
        """A text or words for a shell."""
        plain = program_name(name).lower()
        is_shell = plain in self.tools.words["shell_tools"] or plain.startswith("mcp__bash")
        if is_shell and (words := words_of(args.get("argv"))):
            return self._taken(read_command(words, self.lexicon))
        for key, value in args.items():
            if key in self.tools.words["call_tools"] and isinstance(value, str) and " " in value:
                return self._taken(read_command(f"{key} {value}", self.lexicon))
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
        request = request_in(name, args, self.tools)
        if request is None:
            document = graphql_in(args)
            variables = args.get("variables")
            return read_graphql(document, variables, self.tools, name) if document else None
        if "//" in request.url:
            self.out.add_environment(host_of(request.url), Strength.HOST)
        shown = f"{request.method} {request.url}"
        return read_http(request.method, request.url, request.body, self.tools, shown)

    def _sql(self, name: str, args: Mapping[str, object]) -> list[PlannedAction] | None:
        """A statement in SQL."""
        plain = program_name(name).lower()
        tool = self.tools.by_name.get(plain)
        is_sql = plain in self.tools.words["sql_tools"] or (tool is not None and tool.sql_tool)
        is_sql = is_sql or plain.endswith(("query", "sql"))
        for key in (*self.tools.words["sql_keys"], *self.tools.words["sql_tools"]):
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
        plain, said = program_of(program_name(name), args, self.tools)
        if plain == "ansible" and (book := args.get("playbook", args.get("role"))):
            plain, args = "ansible-playbook", {**args, "playbook": book}
        tool = self.tools.by_name.get(plain)
        if tool is None and plain not in self.tools.wrappers:
            return None
        if tool is not None and tool.keys:
            keyed = self._taken(read_command(keyed_words(plain, tool, args), self.lexicon))
            return by_job_name(keyed, args, self.tools)
        words, used = call_words(tool, args, self.tools, said)
        if tool is not None and tool.reader == "script":
            words = flag_words(tool, args, used, self.tools)
            if not any(w.partition("=")[0] in tool.objects for w in words):
                return None
        if not words and not (tool is not None and tool.default):
            return None
        if tool is None or tool.sql_tool or tool.reader:
            return self._taken(read_command([plain, *words], self.lexicon))
        if says_another_verb(tool, words, self.tools):
            return None
        words += resource_words(tool, args, words)
        words += flag_words(tool, args, used, self.tools)
        use = use_tool(tool.names[0], words, self.tools, " ".join([plain, *words]))
        if use.inner or use.json or use.sql:
            return self._taken(read_command([tool.names[0], *words], self.lexicon))
        for environment in use.environments:
            self.out.add_environment(environment, Strength.FLAG)
        actions = [filled(a, args, self.tools) for a in use.actions]
        return with_settings(by_job_name(actions, args, self.tools), args, self.tools)

    def _add(self, actions: Sequence[PlannedAction], args: Mapping[str, object]) -> None:
        rehearses = any(is_tried(key.lower(), v, self.tools) for key, v in args.items())
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
        targets = targets_of(args, self.tools)
        for index in range(start, len(self.out.actions)):
            action = self.out.actions[index]
            extra = [t for t in targets if t != action.target]
            self.out.actions[index] = replace(
                action,
                environment=nearest(action, environment),
                target=action.target or (targets[0] if targets else None),
                objects=tuple(dict.fromkeys((*action.objects, *extra))),
            )
