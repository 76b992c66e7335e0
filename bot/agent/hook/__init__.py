"""`negmem hook NAME`: an agent's pre- and post-tool hook, on standard input and output.

Allows, or denies with the reason, the constraints and the link to the card. It never waits and
never has the agent's own user asked: that would go around the approvers. Agents call it before
every tool call, so nothing heavy is imported here.
"""

from __future__ import annotations

import json
import sys

from bot.agent.hook.asking import Asking
from bot.agent.hook.claude_code import ClaudeCode
from bot.agent.hook.codex import Codex
from bot.agent.hook.dialect import Dialect, Verdict
from bot.agent.hook.gemini import Gemini
from bot.agent.hook.tool_call import BadPayload, ToolCall

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, whose import would cost the hook a tenth of its time
    from collections.abc import Mapping, Sequence
    from typing import Any

DIALECTS: dict[str, type[Dialect]] = {"claude-code": ClaudeCode, "codex": Codex, "gemini": Gemini}
OPTIONS = {
    "--service": "service",
    "--env": "environment",
    "--channel": "channel",
    "--acts-for": "acts_for",
}
BLOCK = 2
"""The exit code with which each of these agents does not make the call; it reads our stderr."""
USAGE = f"""usage: negmem hook {"|".join(DIALECTS)} [OPTION VALUE]...
The agent's hook: reads its JSON from standard input, answers on standard output.
Options: {", ".join(OPTIONS)}.
NEGMEM_GATE_URL and NEGMEM_AGENT_TOKEN name the gate and the agent."""


def main(argv: Sequence[str]) -> int:
    """Serve one hook call.

    Returns:
        0 with the answer on standard output; 2, the blocking code of each agent, where there is
        none to give: a broken hook must not let the call through.
    """
    if not argv or argv[0] in ("-h", "--help"):
        sys.stdout.write(USAGE + "\n")
        return 0 if argv else BLOCK
    try:
        dialect, situation = _options(argv)
        payload = json.loads(sys.stdin.buffer.read())
        if not isinstance(payload, dict):
            raise BadPayload("the hook's input is no JSON object")
        answer = _answer(dialect, dialect.read(payload), Asking(situation))
        if answer:
            sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        return 0
    except BadPayload as bad:
        return _block(f"{bad}.")
    except (ValueError, RecursionError):
        return _block("the hook's input is no JSON text.")
    except Exception as error:
        return _block(f"the hook failed ({type(error).__name__}: {error}).")


def _answer(dialect: Dialect, call: ToolCall, asking: Asking) -> Mapping[str, Any]:
    if call.result is not None:
        learned = asking.after(call)
        return dialect.learned(learned) if learned else {}
    return dialect.before(Verdict(True) if call.is_harmless else asking.before(call))


def _options(argv: Sequence[str]) -> tuple[Dialect, dict[str, str]]:
    dialect = DIALECTS.get(argv[0])
    if dialect is None:
        raise BadPayload(f"no hook is called {argv[0]!r}: there are {', '.join(DIALECTS)}")
    situation, words = {}, list(argv[1:])
    while words:
        name, _, value = words.pop(0).partition("=")
        if name not in OPTIONS:
            raise BadPayload(f"{name} is no option of negmem hook")
        value = value or (words.pop(0) if words else "")
        if not value:
            raise BadPayload(f"{name} needs a value")
        situation[OPTIONS[name]] = value
    return dialect(), situation


def _block(why: str) -> int:
    sys.stderr.write(f"negmem: {why} Nothing was run: have a person look at the hook.\n")
    return BLOCK
