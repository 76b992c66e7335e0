"""`negmem learn`: what failed tool calls teach."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.application.entries.store_entry import store_entry
from bot.application.negmem import Negmem
from bot.bootstrap.offline import operating
from bot.cli.output import AsJson, Team, counted, say, say_json, switch
from bot.cli.replay import json_lines, write_lines
from bot.domain.entry import Entry, Scope
from bot.domain.errors import BadInput, InvalidEntry
from bot.domain.lesson import Lesson, learn_from, read_tool_call
from bot.domain.redaction import redact_json

LIFE = timedelta(days=30)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(learn)


def learn(
    tool_calls: Annotated[
        Path, typer.Option(help="Records of tool calls, one JSON a line; see docs/learning.md.")
    ],
    out: Annotated[Path, typer.Option(help="Where the answers go, one JSON a line.")],
    dry_run: Annotated[bool, switch("--dry-run", "Store nothing.")] = False,
    workspace: Team = None,
    as_json: AsJson = False,
) -> None:
    """Tell which tool calls went clearly wrong, and store them as warnings for 30 days."""
    read = [(raw, _learn(tool_calls, number, raw)) for number, raw in json_lines(tool_calls)]
    stored: dict[int, str] = {}
    if not dry_run:
        with operating(workspace) as (negmem, team):
            for index, (_, lesson) in enumerate(read):
                entry_id = _store(negmem, team, lesson) if lesson.is_lesson else None
                if entry_id:
                    stored[index] = entry_id
    write_lines(
        out,
        (
            _row(raw, lesson) | ({"stored_as": stored[index]} if index in stored else {})
            for index, (raw, lesson) in enumerate(read)
        ),
    )
    lessons = sum(lesson.is_lesson for _, lesson in read)
    if as_json:
        say_json({"tool_calls": len(read), "lessons": lessons, "stored": list(stored.values())})
        return
    calls = counted(len(read), "tool call", "tool calls")
    say(
        f"{calls}, {counted(lessons, 'lesson', 'lessons')}, {len(stored)} stored. Written to {out}."
    )


def _learn(path: Path, number: int, raw: Mapping[str, Any]) -> Lesson:
    try:
        clean = redact_json(dict(raw))
        return learn_from(read_tool_call(clean if isinstance(clean, Mapping) else {}))
    except BadInput as bad:
        raise BadInput(f"{path}:{number}: {bad.what}", bad.hint) from None


def _row(raw: Mapping[str, Any], lesson: Lesson) -> dict[str, object]:
    row: dict[str, object] = {"id": raw.get("id"), "lesson": lesson.is_lesson, "why": lesson.why}
    if lesson.is_lesson:
        row["entry"] = {
            "action": lesson.action,
            "service": lesson.service,
            "environment": lesson.environment,
            "outcome": lesson.outcome,
            "severity": lesson.severity.value,
        }
    return row


def _store(negmem: Negmem, team: str, lesson: Lesson) -> str | None:
    if lesson.service is None or lesson.environment is None:
        return None
    now = negmem.clock()
    entry = Entry(
        id="",
        action=lesson.action,
        context="",
        outcome=lesson.outcome,
        severity=lesson.severity,
        source="tool call record",
        scope=Scope((lesson.service,), (lesson.environment,)),
        expires=now + LIFE,
        created=now,
    )
    try:
        with negmem.store.write() as tx:
            return store_entry(negmem, tx, team, entry, "operator").id
    except InvalidEntry:
        return None
