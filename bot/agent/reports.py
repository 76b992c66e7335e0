"""Outcomes that guard owes the gate: told at once, or kept until the gate is back."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from bot.agent.client import Gate, Unreachable
from bot.agent.keeping import DAY, Keeping
from bot.agent.running import Ended

UNASKED = "Run without the gate's word while it could not be reached (--if-unreachable=allow)."
KEPT_SECONDS = 30 * DAY


class Reports:
    """Reports on disk, with secrets removed."""

    def __init__(self) -> None:
        self._kept = Keeping("unreported", seconds=KEPT_SECONDS)

    def outcome_of(self, ended: Ended) -> dict[str, Any]:
        """The outcome of a command, as the gate takes it."""
        stderr = _redacted(ended.stderr) if ended.stderr else ""
        return {"ok": ended.exit_code == 0, "exit_code": ended.exit_code, "stderr": stderr}

    def keep(self, action_id: str, outcome: Mapping[str, Any]) -> bool:
        """Keep an outcome that could not be told; False where that failed too."""
        return self._kept.put(secrets.token_hex(8), {"action_id": action_id, "outcome": outcome})

    def keep_unasked(self, question: Mapping[str, Any], ended: Ended) -> bool:
        """Keep what was run without asking, to be judged afterwards; False where that failed."""
        action = question["action"]
        command = _redacted("\n".join(action["command"])).split("\n")
        asked = {**question, "action": {**action, "command": command}, "context": UNASKED}
        outcome = {**self.outcome_of(ended), "note": UNASKED}
        return self._kept.put(secrets.token_hex(8), {"question": asked, "outcome": outcome})

    def deliver(self, gate: Gate) -> None:
        """Tell the gate what is owed; what it does not take now is kept."""
        for name in self._kept.names():
            kept = self._kept.get(name)
            try:
                told = kept is None or _tell(gate, kept)
            except Unreachable:
                return
            if told:
                self._kept.drop(name)


def _tell(gate: Gate, kept: Mapping[str, Any]) -> bool:
    action_id = kept.get("action_id")
    if action_id is None:
        asked = gate.ask(kept["question"])
        if asked.action_id is None:
            return 400 <= asked.status < 500 and asked.status != 401
        action_id = asked.action_id
    reply = gate.report(str(action_id), kept["outcome"])
    return reply.ok or reply.status == 404


def _redacted(text: str) -> str:
    from bot.domain.redaction import redact  # start-up time: only once a command has ended

    return redact(text)
