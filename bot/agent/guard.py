"""`negmem guard -- COMMAND`: asks the gate, waits for a release, runs, and reports the outcome."""

from __future__ import annotations

import os
import secrets
import sys
import time
from argparse import REMAINDER, ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.agent.client import Gate, NotSetUp, Reply, Unreachable, gate_of_environment
from bot.agent.host import host_context
from bot.agent.reports import Reports
from bot.agent.running import Ended, run
from bot.agent.words import UNREACHABLE, card_of, ending, told, where, who_may

REFUSED = 77
"""Exit code of a command that was not run (EX_NOPERM of sysexits.h)."""
INTERRUPTED = 130
WAIT_SECONDS = 30
CARD_SECONDS = 2
"""How soon it looks again for the link to a card that was not posted yet."""
RETRY_SECONDS = 2.0
UNKEPT = "The outcome could neither be reported nor kept: tell the people on call."
MOST_TRIES = 5
"""How often the memory may change between the decision and the start before guard gives up."""


class Refused(Exception):
    """The command is not run; the text says why."""


def main(argv: Sequence[str]) -> int:
    """Guard one command.

    Returns:
        The command's own exit code, 128 plus the signal that ended it, or 77 where it was not run.
    """
    asked = _parser().parse_args(list(argv))
    command = asked.command[1:] if asked.command[:1] == ["--"] else asked.command
    if not command:
        _parser().error("name a command: negmem guard -- kubectl rollout restart deploy/x")
    try:
        gate = gate_of_environment()
        reports = Reports()
        reports.deliver(gate)
        return _guarded(gate, reports, asked, command)
    except NotSetUp as missing:
        _say(f"{missing} Nothing was run.")
    except Refused as refused:
        _say(str(refused))
    except KeyboardInterrupt:
        _say("Given up; nothing was run.")
        return INTERRUPTED
    return REFUSED


def _guarded(gate: Gate, reports: Reports, asked: Namespace, command: list[str]) -> int:
    """Ask and run, or run unasked where the gate is silent and the caller chose that."""
    question = _question(asked, command)
    try:
        action_id = _permitted(gate, question)
    except Unreachable as silence:
        if asked.if_unreachable != "allow":
            raise Refused(f"{silence} {UNREACHABLE}") from silence
        _say(f"{silence} It is run all the same: --if-unreachable=allow. It will be reported.")
        ended = run(command)
        if reports.keep_unasked(question, ended):
            reports.deliver(gate)
        else:
            _say(UNKEPT)
        return ended.exit_code
    ended = run(command)
    _report(gate, reports, action_id, ended)
    return ended.exit_code


def _permitted(gate: Gate, question: Mapping[str, Any]) -> str:
    """The id of the started action.

    Raises:
        Refused: It may not be run.
        Unreachable: The gate did not answer the first question.
    """
    reply = gate.ask(question)
    for _ in range(MOST_TRIES):
        waited = reply.state == "pending"
        if waited:
            reply = _released(gate, reply)
        if reply.permit is None or reply.action_id is None:
            raise Refused(_refusal(reply, told_before=waited))
        if reply.effect == "warn":
            _say(f"Warning: {told(reply)}")
        started = _started(gate, reply.action_id, reply.permit, question["action"])
        if started.ok:
            return reply.action_id
        new_id = started.body.get("new_id")
        if not isinstance(new_id, str):
            raise Refused(f"Held: {started.why} Nothing was run.")
        reply = _looked(gate, new_id)
    raise Refused("The memory keeps changing: try again in a minute. Nothing was run.")


def _started(gate: Gate, action_id: str, permit: str, action: Any) -> Reply:
    """The answer to spending the permit.

    Raises:
        Refused: There was none. It may have been started: asking on, or running unasked, would be
            a second start.
    """
    try:
        return gate.start(action_id, permit, action)
    except Unreachable as silence:
        raise Refused(f"{silence} Nothing was run.") from silence


def _refusal(reply: Reply, *, told_before: bool) -> str:
    """Why nothing is run: how the hold ended, and its reason unless that was told before."""
    end = ending(reply)
    why = "" if told_before and end else f"Held: {told(reply)}"
    return f"{why}\n{end}\nNothing was run."


def _released(gate: Gate, reply: Reply) -> Reply:
    """How the action stands once its hold has ended."""
    _say(f"Held: {told(reply)}")
    progress = _Progress(reply)
    action_id = reply.action_id or ""
    try:
        while reply.state == "pending":
            progress.show(reply)
            wait = WAIT_SECONDS if card_of(reply) else CARD_SECONDS
            reply = _looked(gate, action_id, wait, until=_end_of(reply))
    finally:
        progress.end()
    if reply.state == "released" and reply.permit:
        _say("Released.")
    return reply


def _looked(gate: Gate, action_id: str, wait: int = 0, *, until: float = 0.0) -> Reply:
    """The answer, tried again until that moment while the gate is away, as in a restart.

    Raises:
        Refused: It stayed away.
    """
    while True:
        try:
            reply = gate.look(action_id, wait)
            if reply.status < 500 or time.time() >= until:
                return reply
        except Unreachable as silence:
            if time.time() >= until:
                raise Refused(f"{silence} {UNREACHABLE}") from silence
        time.sleep(RETRY_SECONDS)


def _end_of(reply: Reply) -> float:
    """When the hold expires, in seconds since the epoch; 0 where that is not told."""
    hold = reply.body.get("hold")
    told = hold.get("expires_at") if isinstance(hold, dict) else None
    try:
        return datetime.fromisoformat(str(told)).timestamp()
    except ValueError:
        return 0.0


def _report(gate: Gate, reports: Reports, action_id: str, ended: Ended) -> None:
    """Report the outcome now, or keep it for later."""
    outcome = reports.outcome_of(ended)
    try:
        reply = gate.report(action_id, outcome)
    except Unreachable as silence:
        reply = Reply(503, {"reason": str(silence)})
    if reply.status >= 500 and not reports.keep(action_id, outcome):
        _say(UNKEPT)
    elif reply.body.get("entry_id"):
        _say(f"Remembered as {reply.body['entry_id']}: {reply.body.get('why')}")


def _question(asked: Namespace, command: list[str]) -> dict[str, Any]:
    said = {
        "service": asked.service,
        "environment": asked.env,
        "context": asked.context,
        "channel": asked.channel,
        "acts_for": asked.acts_for,
    }
    return {
        "action": {"command": command, "host_context": host_context(os.getcwd())},
        "idempotency_key": secrets.token_hex(16),
        **{key: value for key, value in said.items() if value},
    }


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="negmem guard",
        description="Ask negmem's gate, then run a command. 77: it was not run.",
        epilog="NEGMEM_GATE_URL and NEGMEM_AGENT_TOKEN name the gate and the agent.",
        allow_abbrev=False,
    )
    parser.add_argument("--service", help="service that it is about")
    parser.add_argument("--env", help="environment, like prod")
    parser.add_argument("--context", help="what is going on, in words")
    parser.add_argument("--channel", help="Slack channel id for the card")
    parser.add_argument("--acts-for", help="Slack user id of the person it is done for")
    parser.add_argument(
        "--if-unreachable",
        choices=("hold", "allow"),
        default="hold",
        help="what to do without an answer; allow runs it and reports that later",
    )
    parser.add_argument("command", nargs=REMAINDER, help="-- and the command with its arguments")
    return parser


class _Progress:
    """Who may release, and for how long it has been waited: one line, redrawn on a terminal."""

    def __init__(self, reply: Reply) -> None:
        self._began = time.monotonic()
        self._redraws = sys.stderr.isatty()
        self._shown = ""
        self.show(reply)

    def show(self, reply: Reply) -> None:
        """Draw it; elsewhere than on a terminal only what has changed."""
        line = f"waiting: {who_may(reply)} can release it {where(reply)}"
        if self._redraws:
            waited = int(time.monotonic() - self._began)
            sys.stderr.write(f"\r\x1b[Knegmem: {line} · {waited // 60}:{waited % 60:02d}")
            sys.stderr.flush()
        elif line != self._shown:
            _say(line)
        self._shown = line

    def end(self) -> None:
        """Leave the line."""
        if self._redraws:
            sys.stderr.write("\n")


def _say(text: str) -> None:
    """To the person at the terminal, on standard error: the output is the command's alone."""
    for line in filter(None, text.splitlines()):
        sys.stderr.write(f"negmem: {line}\n")
    sys.stderr.flush()
