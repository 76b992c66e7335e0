"""`negmem replay`, `negmem replay-replies`: judge files of cases, offline, without a database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.bootstrap.offline import lexicon_of
from bot.cli.output import say
from bot.config import load_settings
from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import decide
from bot.domain.entry_json import entry_from_json, read_moment
from bot.domain.errors import BadInput, InvalidEntry
from bot.domain.matching import Memory
from bot.domain.reading.digest import digest_of
from bot.domain.reading.reply import read_reply

In = Annotated[Path, typer.Option("--in", help="JSON lines: id, announcement, text.")]
Out = Annotated[Path, typer.Option("--out", help="Where the answers go, one JSON a line.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("replay")(replay)
    app.command("replay-replies")(replay_replies)


def replay(
    entries: Annotated[Path, typer.Option(help="Entries, one JSON a line.")],
    announcements: Annotated[
        Path, typer.Option(help="JSON lines: id, text, channel_service?, env?, now?.")
    ],
    out: Out,
) -> None:
    """Judge many announcements against a set of entries."""
    memory = Memory(lexicon_of(load_settings()))
    started = datetime.now(UTC)
    for number, raw in json_lines(entries):
        try:
            memory.put(entry_from_json(raw, now=started, null_is_never=True).entry)
        except InvalidEntry as bad:
            raise BadInput(f"{entries}:{number}: {bad.what}") from None
    answers = (_judge(memory, raw, started) for _, raw in json_lines(announcements))
    say(f"{_write(out, answers)} announcements judged against {len(memory)} entries: {out}")


def replay_replies(source: In, out: Out) -> None:
    """Read many human replies: is it a correction, and for what reason."""
    answers = (_read(raw) for _, raw in json_lines(source))
    say(f"{_write(out, answers)} replies read: {out}")


def _judge(memory: Memory, raw: Mapping[str, Any], started: datetime) -> dict[str, object]:
    action = ActionInput(InputForm.TEXT, text=str(raw.get("text", "")))
    situation = Situation(
        now=read_moment(raw["now"]) if raw.get("now") else started,
        service=raw.get("channel_service"),
        environment=raw.get("env"),
    )
    decision = decide(action, situation, memory, digest=digest_of(action))
    matches = (*decision.matches, *decision.alerts)
    return {
        "id": raw.get("id"),
        "matched": [match.entry.id for match in matches],
        "verdict": decision.effect.verdict,
        "reasons": {match.entry.id: list(match.agreed) for match in matches},
    }


def _read(raw: Mapping[str, Any]) -> dict[str, object]:
    reading = read_reply(str(raw.get("text", "")), announcement=str(raw.get("announcement") or ""))
    return {
        "id": raw.get("id"),
        "is_correction": reading.is_correction,
        "reason": reading.reason,
    }


def json_lines(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Each JSON object of a file with its line number.

    Raises:
        BadInput: Names the file, and the line that is no JSON object.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as unreadable:
        raise BadInput(f"{path} cannot be read: {unreadable}.") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            raw = json.loads(line)
        except (ValueError, RecursionError) as broken:
            raise BadInput(f"{path}:{number}: no JSON: {broken}.") from None
        if not isinstance(raw, dict):
            raise BadInput(f"{path}:{number}: not a JSON object.")
        yield number, raw


def _write(path: Path, rows: Iterable[Mapping[str, object]]) -> int:
    count = 0
    try:
        with path.open("w", encoding="utf-8") as file:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
                count += 1
    except OSError as unwritable:
        raise BadInput(f"{path} cannot be written: {unwritable.strerror}.") from None
    return count
