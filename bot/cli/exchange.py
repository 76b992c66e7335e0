"""`negmem import, export`: entries as files, drafts from postmortems."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from bot.application.entries.exchange_entries import export_lines, import_lines
from bot.application.entries.import_postmortem import (
    draft_json,
    drafted,
    span_of,
    store_drafts,
)
from bot.application.entries.store_entry import without_secrets
from bot.application.memories import Memories
from bot.application.people.operator import OPERATOR
from bot.bootstrap.offline import lexicon_of, operating, utc_now
from bot.cli.output import AsJson, Team, counted, say, say_error, say_json, switch
from bot.cli.replay import lines_of
from bot.config import load_settings
from bot.domain.entry import Entry
from bot.domain.errors import BadInput, InvalidEntry
from bot.domain.postmortem import read_postmortem

LARGEST = 20_000_000
"""Bytes of a file that is read."""

STDIN = Path("-")
LINES = frozenset({".jsonl", ".json", ".ndjson"})
TEXTS = frozenset({".md", ".markdown"})


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("import")(import_)
    app.command("export")(export)


def import_(
    file: Annotated[
        Path, typer.Argument(help="Entries (.jsonl) or a postmortem (.md); - is standard input.")
    ],
    dry_run: Annotated[bool, switch("--dry-run", "Show what would be stored.")] = False,
    workspace: Team = None,
    as_json: AsJson = False,
) -> int:
    """Import entries, or draft them from a postmortem; a file is taken wholly or not at all."""
    text = _read(file)
    if _are_lines(file, text):
        return _import_lines(file, text, workspace, dry_run, as_json)
    return _import_postmortem(file, text, workspace, dry_run, as_json)


def _are_lines(file: Path, text: str) -> bool:
    """Whether it is entries: by its ending, else by how it begins."""
    kind = file.suffix.lower()
    return kind in LINES or (kind not in TEXTS and text.lstrip()[:1] in {"{", "["})


def export(
    out: Annotated[Path | None, typer.Option(help="File; standard output without it.")] = None,
    workspace: Team = None,
    as_json: AsJson = False,
) -> None:
    """Export every entry, one JSON a line; importing it gives the same entries."""
    with operating(workspace) as (negmem, team):
        lines = list(export_lines(negmem, team))
    if out is None:
        for line in lines:
            say(line)
        return
    try:
        out.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    except OSError as unwritable:
        raise BadInput(f"{out} cannot be written: {unwritable.strerror}.") from None
    if as_json:
        say_json({"entries": len(lines), "out": str(out)})
        return
    say(f"{counted(len(lines), 'entry', 'entries')} written to {out}.")


def _read(file: Path) -> str:
    try:
        if file == STDIN:
            return sys.stdin.buffer.read(LARGEST).decode("utf-8-sig")
        if file.stat().st_size > LARGEST:
            raise BadInput(f"{file} has more than {LARGEST:,} bytes.", "Split it.")
        return file.read_text(encoding="utf-8-sig")
    except OSError as unreadable:
        raise BadInput(f"{file} cannot be read: {unreadable.strerror}.") from None
    except UnicodeDecodeError as undecodable:
        raise BadInput(f"{file} is no UTF-8 text: {undecodable.reason}.", "Save it so.") from None


def _import_lines(
    file: Path, text: str, workspace: str | None, dry_run: bool, as_json: bool
) -> int:
    _refuse_one_document(file, text)
    name = "standard input" if file == STDIN else str(file)
    with operating(workspace) as (negmem, team):
        try:
            report = import_lines(negmem, team, OPERATOR, lines_of(text), name, dry_run=dry_run)
        except BadInput as broken:  # the file was read: what it says is invalid
            raise InvalidEntry(broken.what, broken.hint) from None
    if as_json:
        say_json({"stored": report.stored, "merged": report.merged, "notes": report.notes})
        return 0
    verb = "would be stored" if dry_run else "stored"
    stored = counted(len(report.stored), "entry", "entries")
    say(f"{stored} {verb}, {len(report.merged)} merged into older ones.")
    for note in report.notes:
        say(f"  {note}")
    return 0


def _refuse_one_document(file: Path, text: str) -> None:
    """Say how to turn a list or an indented object into lines.

    Raises:
        BadInput: The text is one JSON document over several lines, or a list.
    """
    begin, several_lines = text.lstrip()[:1], "\n" in text.strip()
    if begin != "[" and not (begin == "{" and several_lines):
        return
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return
    cut = ".[]" if begin == "[" else "."
    raise BadInput(
        f"{file} is one JSON document; entries are one object a line.",
        f"For example: jq -c '{cut}' {file} | negmem import -",
    )


def _import_postmortem(
    file: Path, text: str, workspace: str | None, dry_run: bool, as_json: bool
) -> int:
    drafts = read_postmortem(text, name=file.name)
    # A dry run opens no database, and shows the same.
    memories, now = Memories(lexicon_of(load_settings())), utc_now()
    entries = [without_secrets(drafted(draft, now, file.name, None)) for draft in drafts]
    stored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    if not dry_run and drafts:
        with operating(workspace) as (negmem, team):
            stored, notes = store_drafts(negmem, team, OPERATOR, drafts, file.name)
    # A dry run asks what would be stored, and "nothing" is a fine answer to that.
    code = 0 if dry_run or stored else 1
    if as_json:
        shown = [
            {**draft_json(draft), "expires": _end(entry), "reading": memories.reading_of(entry)}
            for draft, entry in zip(drafts, entries, strict=True)
        ]
        say_json({"entries": shown, "stored": stored})
        return code
    if not drafts:
        say_error(
            f"No harmful action is told in {file}, so nothing is stored.",
            "It takes sentences that say what was done and what it led to; or use negmem add.",
        )
        return code
    for draft, entry in zip(drafts, entries, strict=True):
        say(f"{span_of(draft.lines)}: {entry.action}")
        say(f"  {draft.service or '?'} in {draft.environment or '?'}: {entry.outcome}")
        say(f"  {entry.severity.value}, until {_end(entry)}")
        say(f"  Read as: {'; '.join(memories.reading_of(entry))}")
    found = counted(len(drafts), "harmful action", "harmful actions")
    kept = f"{len(stored)} stored: {', '.join(stored)}" if stored else "none stored"
    say(f"{found} found, {'nothing stored: a dry run' if dry_run else kept}.")
    for note in notes:
        say(f"  {note}")
    return code


def _end(entry: Entry) -> str:
    """The day of its end; each draft has one."""
    return f"{entry.expires:%Y-%m-%d}"
