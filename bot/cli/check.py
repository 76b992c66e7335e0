"""`negmem check`: the decision for one announcement, with its reasons."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.application.actions.check_action import judge_only
from bot.application.judging.reasons import words_for
from bot.bootstrap.offline import operating
from bot.cli.output import AsJson, Team, say, say_json
from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction
from bot.domain.decision import Decision, Effect
from bot.domain.entry_json import read_moment
from bot.domain.errors import BadInput

EFFECTS = {
    Effect.ALLOW: "✅ Nothing known against it",
    Effect.WARN: "⚠️  It would get a warning",
    Effect.HOLD: "🛑 It would be held",
}
MODES = {
    Mode.PLANNED: "",
    Mode.PAST: " (done already)",
    Mode.NEGATED: " (not to be done)",
    Mode.QUESTION: " (asked about)",
    Mode.HYPOTHETICAL: " (only supposed)",
    Mode.READ_ONLY: " (only looks)",
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(check)


def check(
    text: Annotated[str, typer.Argument(help="What the agent announces: prose, a command, JSON.")],
    service: Annotated[str | None, typer.Option(help="Service of the channel.")] = None,
    env: Annotated[str | None, typer.Option(help="Environment of the channel.")] = None,
    at: Annotated[str | None, typer.Option(help="Judge as of this time (ISO).")] = None,
    workspace: Team = None,
    as_json: AsJson = False,
) -> int:
    """Say what negmem would do about an announcement, and why. Exit 1: it would be held."""
    if not text.strip():
        raise BadInput("Nothing was announced: the text is empty.", "Name the action.")
    try:
        moment = read_moment(at) if at else None
    except ValueError as wrong:
        raise BadInput(f"--at {wrong}.") from None
    with operating(workspace) as (negmem, team):
        decision = judge_only(
            negmem,
            team,
            ActionInput(InputForm.TEXT, text=text),
            service=service,
            environment=env,
            at=moment,
        )
    say_json(decision_json(decision)) if as_json else _say(decision)
    return 1 if decision.effect is Effect.HOLD else 0


def decision_json(decision: Decision) -> dict[str, object]:
    """The decision as `check --json` prints it."""
    return {
        "effect": decision.effect.value,
        "verdict": decision.effect.verdict,
        "reason": decision.reason,
        "matches": [
            {
                "entry_id": match.entry.id,
                "action": match.entry.action,
                "outcome": match.entry.outcome,
                "severity": match.entry.severity.value,
                "counts_as": match.severity.value,
                "weakened": match.weakened,
                "source": match.entry.source,
                "instead": match.entry.instead,
                "agreed": list(match.agreed),
            }
            for match in (*decision.matches, *decision.alerts)
        ],
        "near_misses": [
            {"entry_id": near.entry.id, "why_not": near.why_not.value, "text": near.text}
            for near in decision.near_misses
        ],
        "read": [
            {"kind": one.kind, "mode": one.mode.value, "target": one.target, "text": one.text}
            for one in decision.planned
        ],
    }


def _say(decision: Decision) -> None:
    why = words_for(decision.reason)
    say(f"{EFFECTS[decision.effect]}.{f' {why}' if why else ''}")
    for match in (*decision.matches, *decision.alerts):
        say(f"  {match.entry.id} · {match.severity.value} · {match.entry.outcome}")
        say(f"    why: {' · '.join(match.agreed)}")
        if match.weakened:
            say(f"    weakened: {match.weakened}")
        if match.entry.instead:
            say(f"    instead: {match.entry.instead}")
    if decision.near_misses:
        say("Close, but no match:")
    for near in decision.near_misses:
        say(f"  {near.entry.id} {near.entry.action}: {near.text}")
    if decision.planned and not decision.matches:
        say(f"Read: {'; '.join(_in_words(one) for one in decision.planned)}.")


def _in_words(read: PlannedAction) -> str:
    """What was read: "scale down checkout", "restart payments-api (not to be done)"."""
    kind = read.kind.replace("_", " ")
    return f"{kind}{f' {read.target}' if read.target else ''}{MODES[read.mode]}"
