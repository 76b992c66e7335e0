"""What a hook does between the agent and the gate: ask, start, report.

It never waits for a person, and a second at most for the link to the card that a person needs.
"""

from __future__ import annotations

import time

from bot.agent.client import Gate, NotSetUp, Reply, Unreachable, gate_of_environment
from bot.agent.hook.dialect import Verdict
from bot.agent.hook.tool_call import ToolCall
from bot.agent.keeping import Keeping, name_of
from bot.agent.words import UNREACHABLE, card_of, held_text, warning_text

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, whose import would cost the hook a tenth of its time
    from collections.abc import Mapping
    from typing import Any

ASK_AGAIN = (
    "Do not look for another way to the same end. Once it is released, make exactly the same call"
    " again."
)


LOOKS, LOOK_AGAIN_SECONDS = 4, 0.25
"""How often a hook looks whether the card of a new hold is posted."""


class Asking:
    """The calls of one hook.

    Args:
        situation: `service`, `environment` and the like, sent along with each question.
    """

    def __init__(self, situation: Mapping[str, Any]) -> None:
        self._situation = situation
        self._held = Keeping("held")
        self._running = Keeping("running")

    def before(self, call: ToolCall) -> Verdict:
        """Whether the call may be made now. No answer is a no."""
        try:
            gate = gate_of_environment()
            return self._judged(gate, call)
        except NotSetUp as missing:
            return Verdict(False, str(missing))
        except Unreachable as silence:
            return Verdict(False, f"{silence} {UNREACHABLE}")

    def after(self, call: ToolCall) -> str | None:
        """Report what became of the call; returns what was learned from it, if anything."""
        name = self._call_name(call)
        kept = self._running.get(name)
        if kept is None or call.result is None or not self._running.drop(name):
            return None
        outcome = {
            "ok": call.result.ok,
            "exit_code": call.result.exit_code,
            "stderr": call.result.stderr,
        }
        try:
            reply = gate_of_environment().report(str(kept.get("action_id")), outcome)
        except (NotSetUp, Unreachable):
            return None
        if not reply.ok or not reply.body.get("entry_id"):
            return None
        return f"negmem remembers this as {reply.body['entry_id']}: {reply.body.get('why')}"

    def _judged(self, gate: Gate, call: ToolCall) -> Verdict:
        name = self._action_name(call)
        kept = self._held.get(name)
        if kept is not None:
            reply = gate.look(str(kept.get("action_id")))
            if reply.state == "pending" or reply.permit:
                return self._answered(gate, call, reply)
            if reply.ok or reply.status == 404:
                self._held.drop(name)  # it ended: ask as if for the first time
        return self._answered(gate, call, gate.ask({"action": call.action, **self._situation}))

    def _answered(self, gate: Gate, call: ToolCall, reply: Reply) -> Verdict:
        """Start what has a permit; remember what is held."""
        if reply.permit and reply.action_id:
            started = gate.start(reply.action_id, reply.permit, call.action)
            if started.ok:
                return self._started(call, reply)
            new_id = started.body.get("new_id")
            if not isinstance(new_id, str):
                return Verdict(False, f"Held by negmem: {started.why}")
            reply = gate.look(new_id)
            if reply.permit:
                return Verdict(False, "The memory changed this moment: make the same call again.")
        if reply.action_id and reply.state == "pending":
            self._held.put(self._action_name(call), {"action_id": reply.action_id})
        reply = _with_card(gate, reply)
        text = held_text(reply)
        if reply.state == "pending":
            text = f"{text}\n{ASK_AGAIN}"
        constraints = str(reply.body.get("constraints") or "")
        return Verdict(False, f"{text}\n\n{constraints}".strip())

    def _started(self, call: ToolCall, reply: Reply) -> Verdict:
        self._held.drop(self._action_name(call))
        self._running.put(self._call_name(call), {"action_id": reply.action_id})
        if reply.state == "released":
            return Verdict(True, "A person released this in Slack, this once.", released=True)
        return Verdict(True, warning_text(reply) if reply.effect == "warn" else "")

    def _action_name(self, call: ToolCall) -> str:
        return name_of(call.action, dict(self._situation))

    def _call_name(self, call: ToolCall) -> str:
        return name_of("call", call.call_id) if call.call_id else name_of("action", call.action)


def _with_card(gate: Gate, reply: Reply) -> Reply:
    """The reply with the link to the hold's card, which is posted a moment after the hold."""
    for _ in range(LOOKS):
        if reply.state != "pending" or card_of(reply) or not reply.action_id:
            break
        time.sleep(LOOK_AGAIN_SECONDS)
        try:
            again = gate.look(reply.action_id)
        except Unreachable:
            break
        if again.state != "pending":
            break
        reply = again
    return reply
