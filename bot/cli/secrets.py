"""`negmem redact`: standard input to standard output, without secrets."""

from __future__ import annotations

import sys

import typer

from bot.domain.redaction import redact_lines


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(redact)


def redact() -> None:
    """Copy standard input to standard output with secrets removed, line by line."""
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")  # type: ignore[union-attr]  # a text stream here
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")  # type: ignore[union-attr]  # a text stream here
    for line in redact_lines(sys.stdin):
        sys.stdout.write(line)
        sys.stdout.flush()
