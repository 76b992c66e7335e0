"""`negmem doctor`: what is set up, what is missing, and how to mend it."""

from __future__ import annotations

import typer

from bot.cli.output import AsJson, say, say_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(doctor)


def doctor(as_json: AsJson = False) -> int:
    """Try all that serve needs: settings, database, tokens, scopes, ports. Exit 1: a fault."""
    from bot.bootstrap.doctor import examine  # start-up time: it looks into every room

    findings = examine()
    for finding in findings:
        if as_json:
            say_json({"check": finding.name, "ok": finding.ok, "text": finding.text})
        else:
            say(f"{'✅' if finding.ok else '❌'} {finding.name}: {finding.text}")
    return 0 if all(finding.ok for finding in findings) else 1
