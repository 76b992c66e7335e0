"""`negmem hook` as the agents call it: a process for each tool call, before and after it."""

from __future__ import annotations

import json

import pytest

from tests.scenario.agents import channel_card, environment, negmem, outcomes
from tests.scenario.workplace import WAYS as DELIVERY
from tests.scenario.workplace import working
from tests.unit.agent import payloads

BEFORE = {
    "claude-code": payloads.claude_before,
    "codex": payloads.codex_before,
    "gemini": payloads.gemini_before,
}
AFTER = {
    "claude-code": payloads.claude_failed,
    "codex": payloads.codex_after,
    "gemini": payloads.gemini_after,
}
HARMLESS = "ls -l"
AGENTS = sorted(BEFORE)


@pytest.fixture(params=DELIVERY)
def place(tmp_path, request):
    with working(tmp_path, request.param) as found:
        yield found


@pytest.fixture
def env(place, tmp_path):
    return environment(place, tmp_path)


def hook(agent, payload, env, *options):
    """The hook's answer; it has to end well."""
    done = negmem(["hook", agent, *options], env, stdin=json.dumps(payload))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout or "{}")


def refusal(answer):
    """The reason with which a call is refused, or None: in each agent's own words."""
    decision = answer.get("hookSpecificOutput", answer)
    if decision.get("permissionDecision", decision.get("decision")) != "deny":
        return None
    return decision.get("permissionDecisionReason", decision.get("reason"))


@pytest.mark.parametrize("agent", AGENTS)
def test_a_harmless_call_meets_no_objection(agent, env):
    """No objection leaves the agent's own questions to its user in place."""
    answer = hook(agent, BEFORE[agent](HARMLESS), env)
    assert refusal(answer) is None
    assert "permissionDecision" not in json.dumps(answer)


@pytest.mark.parametrize("agent", AGENTS)
def test_a_held_call_is_refused_with_reason_constraints_and_card(agent, place, env):
    """It does not wait, and never asks the agent's own user."""
    first = refusal(hook(agent, BEFORE[agent](), env))
    assert "dropped in-flight transactions" in first
    assert "Do not perform these actions" in first
    assert "http" in first  # the card is posted a moment later, and linked
    channel_card(place, "pending")
    assert "http" in refusal(hook(agent, BEFORE[agent](), env))


@pytest.mark.parametrize("agent", AGENTS)
def test_the_same_call_joins_its_hold_and_goes_on_once_released(agent, place, env):
    """Once: what was released is spent by the first call that is made."""
    assert refusal(hook(agent, BEFORE[agent](), env))
    assert refusal(hook(agent, BEFORE[agent](), env))
    card = channel_card(place, "pending")
    place.press("oncall", card, "release")
    channel_card(place, "released")
    assert refusal(hook(agent, BEFORE[agent](), env)) is None
    assert refusal(hook(agent, BEFORE[agent](), env))
    with place.running.negmem.store.read() as tx:
        assert len(tx.holds.open(place.team)) == 1


@pytest.mark.parametrize("agent", AGENTS)
def test_another_call_is_not_covered_by_the_release(agent, place, env):
    assert refusal(hook(agent, BEFORE[agent](), env))
    place.press("oncall", channel_card(place, "pending"), "release")
    channel_card(place, "released")
    other = payloads.COMMAND + " --timeout=1s"
    assert refusal(hook(agent, BEFORE[agent](other), env))


@pytest.mark.parametrize("agent", AGENTS)
def test_the_hook_after_the_call_reports_what_became_of_it(agent, place, env):
    """With the exit code, where the agent tells it."""
    assert refusal(hook(agent, BEFORE[agent](HARMLESS), env)) is None
    hook(agent, AFTER[agent](HARMLESS), env)
    (told,) = outcomes(place)
    assert (told.outcome.ok, told.outcome.exit_code) == (False, 1)
    hook(agent, AFTER[agent](HARMLESS), env)  # told twice, it is reported once
    assert len(outcomes(place)) == 1


def test_what_succeeded_is_reported_as_such(place, env):
    """Claude Code's shell may stand in another folder afterwards: the call's id finds it."""
    hook("claude-code", payloads.claude_before(HARMLESS), env)
    hook("claude-code", payloads.claude_after(HARMLESS), env)
    assert [one.outcome.ok for one in outcomes(place)] == [True]


def test_other_tools_are_asked_about_with_their_arguments(place, env):
    call = {"tool_name": "mcp__kubernetes__restart", "tool_input": {"deployment": "payments-api",
            "namespace": "prod"}}  # fmt: skip
    answer = hook("claude-code", payloads.claude_before(**call), env)
    assert "dropped in-flight transactions" in refusal(answer)


def test_asking_negmem_itself_is_not_asked_about(env):
    """Else no agent could ask before it acts."""
    call = {"tool_name": "mcp__negmem__check_action",
            "tool_input": {"action": "restart payments-api in prod"}}  # fmt: skip
    assert refusal(hook("claude-code", payloads.claude_before(**call), env)) is None


@pytest.mark.parametrize("agent", AGENTS)
def test_without_the_gate_every_call_is_refused(agent, tmp_path):
    """And the agent is told that a person has to look."""
    away = environment(None, tmp_path)
    assert "ask a person" in refusal(hook(agent, BEFORE[agent](HARMLESS), away))


@pytest.mark.parametrize("agent", AGENTS)
def test_without_a_token_every_call_is_refused(agent, tmp_path):
    away = environment(None, tmp_path, NEGMEM_AGENT_TOKEN="")
    assert "NEGMEM_AGENT_TOKEN" in refusal(hook(agent, BEFORE[agent](HARMLESS), away))


@pytest.mark.parametrize(
    ("agent", "stdin"),
    [
        ("claude-code", "no json"),
        ("claude-code", "[" * 50_000),
        ("claude-code", "{}"),
        ("codex", json.dumps({"hook_event_name": "Stop"})),
        ("gemini", json.dumps({"hook_event_name": "BeforeTool", "tool_name": 7})),
        ("emacs", json.dumps(payloads.claude_before())),
    ],
)
def test_what_the_hook_cannot_read_blocks_the_call(agent, stdin, env):
    """Exit code 2 does so with each of these agents; the reason goes to standard error."""
    done = negmem(["hook", agent], env, stdin=stdin)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("negmem: ")


def test_what_the_hook_remembers_is_for_its_owner_alone(place, env, tmp_path):
    """And holds ids only: neither the command nor a permit."""
    hook("claude-code", payloads.claude_before(), env)
    (kept,) = (tmp_path / "state" / "negmem" / "held").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert "payments" not in kept.read_text()
    assert "permit" not in kept.read_text()


def test_where_nothing_can_be_remembered_calls_are_still_judged(place, env, tmp_path):
    """A lost release is asked for again; nothing opens."""
    (tmp_path / "state").write_text("no folder")
    assert refusal(hook("claude-code", payloads.claude_before(HARMLESS), env)) is None
    assert refusal(hook("claude-code", payloads.claude_before(), env))
