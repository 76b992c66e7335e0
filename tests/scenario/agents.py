"""Agents as they run: `negmem` in a process of its own, against a workplace's gate."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.application.records.announcement import ReportedOutcome
from bot.cli.workspace_client import decision_of
from bot.domain.audit import AuditEvent
from tests.scenario.workplace import Workplace

NEGMEM = str(Path(sys.executable).with_name("negmem"))
RESTART = ["kubectl", "-n", "prod", "rollout", "restart", "deploy/payments-api"]


def environment(place: Workplace | None, folder: Path, **more: str) -> dict[str, str]:
    """What an agent's process sees: the gate, its token, a home and a PATH with a false kubectl."""
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    kubectl = tools / "kubectl"
    if not kubectl.exists():
        kubectl.write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >> {folder}/ran\necho restarted\n')
        kubectl.chmod(0o755)
    known = {
        "PATH": f"{tools}:{os.environ['PATH']}",
        "HOME": str(folder),
        "XDG_STATE_HOME": str(folder / "state"),
        "NEGMEM_GATE_URL": place.running.gate_url if place else "http://127.0.0.1:9",
        "NEGMEM_AGENT_TOKEN": place.agent_token if place else "nmt_nobody",
    }
    return {**known, **more}


def ran(folder: Path) -> list[str]:
    """The arguments with which the false kubectl was called."""
    log = folder / "ran"
    return log.read_text().splitlines() if log.exists() else []


def negmem(
    arguments: Sequence[str], env: Mapping[str, str], stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run `negmem` to its end."""
    return subprocess.run(
        [NEGMEM, *arguments], env=env, input=stdin, capture_output=True, text=True, timeout=60
    )


def started(arguments: Sequence[str], env: Mapping[str, str]) -> subprocess.Popen[str]:
    """`negmem` under way."""
    return subprocess.Popen(
        [NEGMEM, *arguments],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def outcomes(place: Workplace) -> list[ReportedOutcome]:
    """Every outcome that was reported, oldest first."""
    with place.running.negmem.store.read() as tx:
        told = [
            record.subject
            for record in tx.audit.records(place.team)
            if record.event is AuditEvent.OUTCOME_REPORTED
        ]
        return [one for action in dict.fromkeys(told) for one in tx.outcomes.of(place.team, action)]


def channel_card(place: Workplace, state: str) -> Mapping[str, object]:
    """The card in the agent's channel, as soon as it says `state`."""
    return place.people.wait_for(
        lambda: place.people.messages(place.payments),
        lambda message: decision_of(message).get("state") == state,
        f"a card that says {state}",
    )
