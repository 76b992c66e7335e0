"""What comes in and goes out, as models: they are the OpenAPI."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from bot.domain.action import ActionInput, InputForm
from bot.domain.outcome import Outcome
from bot.domain.storable import is_storable, storable

MOST_WORDS = 10_000
MOST_FACTS = 20
DEEPEST = 100


def _clean(text: str) -> str:
    if not is_storable(text):
        raise ValueError("holds a NUL or half a character")
    return text


def _shallow(args: dict[str, Any]) -> dict[str, Any]:
    level: list[Any] = [args]
    for _ in range(DEEPEST):
        inner = [value.values() if isinstance(value, dict) else value for value in level]
        level = [one for values in inner for one in values if isinstance(one, dict | list)]
        if not level:
            return args
    raise ValueError(f"is nested more than {DEEPEST} deep")


def _says_something(action: str | ToolCallBody | CommandBody) -> str | ToolCallBody | CommandBody:
    """Refuse what names no action at all: an unset variable must not come back as a yes."""
    said: str | list[str] = action if isinstance(action, str) else _words_of(action)
    if not any(char.isprintable() and not char.isspace() for word in said for char in word):
        raise ValueError("is empty: name the action, exactly as it will be taken")
    return action


def _words_of(action: ToolCallBody | CommandBody) -> str | list[str]:
    return action.tool if isinstance(action, ToolCallBody) else action.command


Clean = AfterValidator(_clean)
Short = Annotated[str, StringConstraints(max_length=200), Clean]
Mended = AfterValidator(storable)
"""Free text may hold anything, like the end of a program's output: what no database takes goes."""
Long = Annotated[str, StringConstraints(max_length=4_000), Mended]
SlackId = Annotated[str, StringConstraints(pattern=r"^[A-Z0-9]{2,30}$")]
Ts = Annotated[str, StringConstraints(pattern=r"^\d{1,16}\.\d{1,9}$")]


class Body(BaseModel):
    """A request body: unknown keys are an error, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


class ToolCallBody(Body):
    """A tool call: `{"tool": "k8s.scale", "args": {"replicas": 2}}`."""

    tool: Annotated[str, StringConstraints(min_length=1, max_length=500)]
    args: Annotated[dict[str, Any], AfterValidator(_shallow)] = {}


class CommandBody(Body):
    """A command line, as one string or as its words.

    `host_context` are resolved facts of the host that change what it does, like the working
    directory or the kubeconfig context; they are part of the digest.
    """

    command: str | Annotated[list[str], Field(min_length=1, max_length=MOST_WORDS)]
    host_context: dict[Short, str] = {}


ActionText = Annotated[str | ToolCallBody | CommandBody, AfterValidator(_says_something)]


class AnnouncementRef(Body):
    """The Slack message in which the agent announced this action."""

    channel: SlackId
    ts: Ts


class ActionBody(Body):
    """An action that an agent is about to take."""

    action: ActionText
    service: Short | None = None
    environment: Short | None = None
    context: Long | None = None
    facts: Annotated[dict[Short, Short], Field(max_length=MOST_FACTS)] = {}
    acts_for: SlackId | None = None
    idempotency_key: (
        Annotated[str, StringConstraints(min_length=1, max_length=200), Clean] | None
    ) = None
    channel: SlackId | None = None
    announcement: AnnouncementRef | None = None


class StartBody(Body):
    """The permit, and the action once more: it is spent for exactly that."""

    permit: Short
    action: ActionText


class OutcomeBody(Body):
    """What happened after the action was started."""

    ok: bool
    exit_code: Annotated[int, Field(ge=-1024, le=1024)] | None = None
    stderr: Annotated[str, StringConstraints(max_length=20_000), Mended] = ""
    metrics_before: dict[Short, float] = {}
    metrics_after: dict[Short, float] = {}
    note: Long = ""

    def outcome(self) -> Outcome:
        """The same as the domain's outcome."""
        return Outcome(
            ok=self.ok,
            exit_code=self.exit_code,
            stderr=self.stderr,
            metrics_before=self.metrics_before,
            metrics_after=self.metrics_after,
            note=self.note,
        )


class ConstraintsBody(Body):
    """The situation for which a prompt's text is wanted."""

    service: Short | None = None
    environment: Short | None = None
    context: Long | None = None


class MatchOut(BaseModel):
    """An entry that the action repeats."""

    entry_id: str
    action: str
    outcome: str
    severity: Literal["block", "warn"]
    effect: Literal["hold", "warn"]
    source: str
    instead: str | None
    agreed: list[str]


class NearMissOut(BaseModel):
    """An entry that comes close, and why it does not match."""

    entry_id: str
    why_not: str
    text: str


class HoldOut(BaseModel):
    """How the hold stands; `url` is the card, once it is posted."""

    state: Literal["pending", "released", "kept", "expired", "voided"]
    expires_at: str
    url: str | None
    who_may: str


class ActionOut(BaseModel):
    """The decision on an action, and what may be done now."""

    id: str
    effect: Literal["allow", "warn", "hold"]
    reason: str
    matches: list[MatchOut]
    near_misses: list[NearMissOut]
    constraints: str
    hold: HoldOut | None = None
    permit: str | None = None


class StartOut(BaseModel):
    """The permit is spent: go ahead, once, now."""

    id: str
    started: Literal[True] = True


class OutcomeOut(BaseModel):
    """What was learned from an outcome, if anything."""

    lesson: bool
    why: str
    entry_id: str | None
    proposes_block: bool


class ConstraintsOut(BaseModel):
    """The text to put in a prompt; empty when nothing is known for the situation."""

    constraints: str


class ErrorOut(BaseModel):
    """What is wrong and how to mend it. A client treats each of these as a hold."""

    error: str
    message: str
    hint: str
    new_id: str | None = None


class UnavailableOut(BaseModel):
    """The memory cannot be asked, so nothing may go on."""

    effect: Literal["hold"] = "hold"
    id: None = None
    reason: str
    hint: str


def action_input(action: str | ToolCallBody | CommandBody) -> ActionInput:
    """The domain's form of a handed-over action."""
    if isinstance(action, str):
        return ActionInput(InputForm.TEXT, text=action)
    if isinstance(action, ToolCallBody):
        return ActionInput(InputForm.TOOL, tool=action.tool, args=action.args)
    if isinstance(action.command, str):
        return ActionInput(InputForm.COMMAND, text=action.command, host_context=action.host_context)
    return ActionInput(
        InputForm.COMMAND, argv=tuple(action.command), host_context=action.host_context
    )
