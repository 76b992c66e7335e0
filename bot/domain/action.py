"""What agents say they are about to do: the announcement, its planned actions, the situation."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.domain.entry import NO_FACTS


class Mode(StrEnum):
    """How an action stands in its text. Only `PLANNED` ones are judged."""

    PLANNED = "planned"
    PAST = "past"
    NEGATED = "negated"
    QUESTION = "question"
    HYPOTHETICAL = "hypothetical"
    READ_ONLY = "read_only"


@dataclass(frozen=True, slots=True)
class PlannedAction:
    """One action read out of an announcement.

    Attributes:
        kind: The action's class in the lexicon: "restart", "scale_down", "delete" …
        mode: See `Mode`.
        target: The service or thing acted on, as written, or None where the text names none.
        environment: The environment the text names for it, normalised ("prod"), or None.
        objects: Words for what exactly is acted on within the target: a table, a topic, a flag.
        parameters: Named values: replicas, from, to, namespace, image, flags …
        main: False for an action that only accompanies the main one.
        text: The stretch of the announcement it was read from.
        coded: It was read from a command or a call, not from prose.
        lacks: What the switches of its tool would make of it that are not given: "prune".
    """

    kind: str
    mode: Mode = Mode.PLANNED
    target: str | None = None
    environment: str | None = None
    objects: tuple[str, ...] = ()
    parameters: Mapping[str, str] = field(default_factory=lambda: NO_FACTS)
    main: bool = True
    text: str = ""
    coded: bool = False
    lacks: tuple[str, ...] = ()


class InputForm(StrEnum):
    """The forms in which an action reaches negmem."""

    TEXT = "text"
    TOOL = "tool"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class ActionInput:
    """An action as it was handed over, before anything is read out of it.

    Attributes:
        form: Prose or a Slack message, a tool call, or a command line.
        text: The message, or the command line as one string.
        tool: Name of the tool, for `TOOL`.
        args: Arguments of the tool call, for `TOOL`: JSON values.
        argv: The command's words, for a `COMMAND` handed over as a list.
        host_context: Resolved facts of the host that change what the action does (working
            directory, kubeconfig context); part of the digest.
    """

    form: InputForm
    text: str = ""
    tool: str = ""
    args: Mapping[str, object] = field(default_factory=dict)
    argv: tuple[str, ...] = ()
    host_context: Mapping[str, str] = field(default_factory=lambda: NO_FACTS)


def sha256_of(value: object) -> str:
    """The hex SHA-256 of a JSON value in canonical form (sorted keys, no spaces, UTF-8)."""
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Place:
    """Where an announcement stands: workspace (team id), channel, and its message if it has one.

    Attributes:
        ts: Slack's ts of the announcement's message; None for a gate call without one.
        thread_ts: The thread it stands in, if it is a reply.
    """

    team: str
    channel: str | None
    ts: str | None = None
    thread_ts: str | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """A message or a gate call in which an agent says what it is about to do.

    Attributes:
        place: Where it was said.
        action: What was said.
        announcer: Who said it: an app id, a bot id, or `agent:NAME` for a gate token.
        principal: The person for whom the agent acts, where known (a Slack user id).
        at: Aware moment at which it was said.
    """

    place: Place
    action: ActionInput
    announcer: str
    at: datetime
    principal: str | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known around an announcement.

    Attributes:
        now: Aware moment of the decision.
        service: Service of the channel or given with the call.
        environment: Environment of the channel or given with the call.
        context: What else was said about the circumstances.
        facts: Current trusted facts about the system, by key.
        thread: Earlier texts of the thread, oldest first: what "it" refers to.
        of_channel: Which of `service` and `environment` are what the channel says itself.
    """

    now: datetime
    service: str | None = None
    environment: str | None = None
    context: str = ""
    facts: Mapping[str, str] = field(default_factory=lambda: NO_FACTS)
    thread: tuple[str, ...] = ()
    of_channel: frozenset[str] = frozenset()

    def whence(self, key: str) -> str:
        """Who says `service` or `environment`, where the text does not, for a person."""
        return "this channel" if key in self.of_channel else "as given"
