"""`negmem guard` before real commands, with a gate, a workspace and people."""

from __future__ import annotations

import os
import pty
import signal
import sqlite3
from contextlib import closing

import pytest

from bot.application.team.agents import revoke_agent
from tests.scenario.agents import (
    NEGMEM,
    RESTART,
    channel_card,
    environment,
    negmem,
    outcomes,
    ran,
    started,
)
from tests.scenario.workplace import WAYS as DELIVERY
from tests.scenario.workplace import working

HARMLESS = ["--", "sh", "-c"]


@pytest.fixture(params=DELIVERY)
def place(tmp_path, request):
    with working(tmp_path, request.param) as found:
        yield found


@pytest.fixture
def env(place, tmp_path):
    return environment(place, tmp_path)


def test_an_allowed_command_runs_as_if_nothing_stood_before_it(place, env):
    """Its input, output and exit code are its own, and the outcome is reported."""
    done = negmem(["guard", *HARMLESS, "cat; echo aside >&2; exit 3"], env, stdin="through\n")
    assert (done.returncode, done.stdout) == (3, "through\n")
    assert "aside" in done.stderr
    outcome = outcomes(place)[-1].outcome
    assert (outcome.ok, outcome.exit_code, outcome.stderr) == (False, 3, "aside\n")


def test_what_is_reported_of_standard_error_has_no_secrets(place, env):
    negmem(["guard", *HARMLESS, "echo 'PGPASSWORD=hunter2hunter2 failed' >&2; exit 1"], env)
    assert "hunter2" not in outcomes(place)[-1].outcome.stderr
    assert "failed" in outcomes(place)[-1].outcome.stderr


def test_a_held_command_runs_once_it_is_released(place, env, tmp_path):
    """Until then guard says who may release it and where; nothing runs."""
    guard = started(["guard", "--service", "payments-api", "--", *RESTART], env)
    card = channel_card(place, "pending")
    assert ran(tmp_path) == []
    place.press("oncall", card, "release")
    out, err = guard.communicate(timeout=30)
    assert (guard.returncode, out) == (0, "restarted\n")
    assert ran(tmp_path) == [" ".join(RESTART[1:])]
    assert "can release it in Slack" in err
    assert "drain the queue" in err
    assert outcomes(place)[-1].outcome.ok


def test_a_kept_command_never_runs(place, env, tmp_path):
    """77, and the reason."""
    guard = started(["guard", "--", *RESTART], env)
    place.press("oncall", channel_card(place, "pending"), "keep")
    _, err = guard.communicate(timeout=30)
    assert guard.returncode == 77
    assert "kept it blocked" in err
    assert ran(tmp_path) == []


def test_giving_up_while_waiting_runs_nothing(place, env, tmp_path):
    guard = started(["guard", "--", *RESTART], env)
    channel_card(place, "pending")
    guard.send_signal(signal.SIGINT)
    _, err = guard.communicate(timeout=30)
    assert guard.returncode == 130
    assert "nothing was run" in err
    assert ran(tmp_path) == []


def test_signals_reach_the_command(env):
    """What the command makes of them is guard's exit code."""
    script = "trap 'echo caught; exit 9' TERM; echo ready; while :; do sleep 0.05; done"
    guard = started(["guard", *HARMLESS, script], env)
    assert guard.stdout.readline() == "ready\n"
    guard.send_signal(signal.SIGTERM)
    out, _ = guard.communicate(timeout=30)
    assert (guard.returncode, out) == (9, "caught\n")


def test_a_command_that_a_signal_ends_is_told_as_by_a_shell(env):
    done = negmem(["guard", *HARMLESS, "kill -KILL $$"], env)
    assert done.returncode == 128 + signal.SIGKILL


def test_a_command_that_is_not_there_is_told_as_by_a_shell(env):
    done = negmem(["guard", "--", "no-such-command-here"], env)
    assert done.returncode == 127
    assert "no-such-command-here: No such file" in done.stderr


def test_a_terminal_stays_a_terminal(env, tmp_path):
    """A program that draws on its terminal finds it on input, output and standard error."""
    child, terminal = pty.fork()
    if child == 0:
        check = "test -t 0 && test -t 1 && test -t 2 && echo all three"
        os.execve(NEGMEM, ["negmem", "guard", *HARMLESS, check], env)
    seen = b""
    while True:
        try:
            chunk = os.read(terminal, 4096)
        except OSError:
            break
        if not chunk:
            break
        seen += chunk
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"all three" in seen


def test_a_warned_command_runs_with_the_warning_on_standard_error(place, env):
    place.remember(
        {
            "action": "restart checkout-web", "context": "any", "severity": "warn",
            "outcome": "sessions lost for 5 minutes", "source": "incident 78",
            "expires": "2027-03-14", "service": "checkout-web", "environment": "prod",
        }
    )  # fmt: skip
    command = ["kubectl", "-n", "prod", "rollout", "restart", "deploy/checkout-web"]
    done = negmem(["guard", "--", *command], env)
    assert (done.returncode, done.stdout) == (0, "restarted\n")
    assert "sessions lost" in done.stderr


def test_without_the_gate_nothing_runs(tmp_path):
    """And the message tells a person what to do."""
    done = negmem(["guard", "--", "kubectl", "get", "pods"], environment(None, tmp_path))
    assert done.returncode == 77
    assert "cannot be reached" in done.stderr
    assert "ask a person" in done.stderr
    assert ran(tmp_path) == []


def test_while_the_database_is_stalled_nothing_runs(place, env, tmp_path):
    """And the message tells a person what to look at."""
    with closing(sqlite3.connect(tmp_path / "negmem.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = negmem(["guard", "--", "kubectl", "get", "pods"], env)
    assert done.returncode == 77
    assert "database" in done.stderr
    assert "negmem doctor" in done.stderr
    assert ran(tmp_path) == []


def test_running_without_the_gate_is_the_callers_choice_and_is_reported_later(place, env, tmp_path):
    """It is said on standard error, kept without secrets, and told once the gate is back."""
    away = environment(None, tmp_path)
    command = ["kubectl", "-n", "prod", "annotate", "deploy/cart", "password=hunter2hunter2"]
    done = negmem(["guard", "--if-unreachable=allow", "--", *command], away)
    assert done.returncode == 0
    assert "--if-unreachable=allow" in done.stderr
    kept = list((tmp_path / "state" / "negmem" / "unreported").iterdir())
    assert len(kept) == 1
    assert kept[0].stat().st_mode & 0o777 == 0o600
    assert "hunter2" not in kept[0].read_text()
    negmem(["guard", *HARMLESS, "true"], env)
    assert list((tmp_path / "state" / "negmem" / "unreported").iterdir()) == []
    notes = [one.outcome.note for one in outcomes(place)]
    assert any("could not be reached" in note for note in notes)


def test_a_revoked_token_ends_at_once(place, env, tmp_path):
    revoke_agent(place.running.negmem, place.team, "deploy-agent", actor="test")
    done = negmem(["guard", "--", "kubectl", "get", "pods"], env)
    assert done.returncode == 77
    assert "token" in done.stderr
    assert ran(tmp_path) == []


def test_guard_without_a_command_says_how_it_is_used(env):
    done = negmem(["guard"], env)
    assert done.returncode == 2
    assert "negmem guard -- " in done.stderr


def test_without_a_token_nothing_runs(env, tmp_path):
    """The message names the variable."""
    env = {key: value for key, value in env.items() if key != "NEGMEM_AGENT_TOKEN"}
    done = negmem(["guard", "--", "kubectl", "get", "pods"], env)
    assert done.returncode == 77
    assert "NEGMEM_AGENT_TOKEN" in done.stderr
    assert ran(tmp_path) == []


def test_what_the_command_leaves_running_does_not_keep_guard(env):
    """A daemon that holds standard error open is not waited for."""
    done = negmem(["guard", *HARMLESS, "sleep 90 >/dev/null & exit 0"], env)
    assert done.returncode == 0
