"""Import and export of entries as JSON lines: an import happens wholly or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bot.application.entries.store_entry import store_entry
from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.domain.entry import Entry
from bot.domain.entry_json import entry_from_json, entry_to_json
from bot.domain.errors import BadInput, InvalidEntry


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did.

    Attributes:
        stored: Ids of new entries.
        merged: Ids of older entries that said the same.
        notes: What was ignored or filled in, one line each, with its line number.
    """

    stored: tuple[str, ...]
    merged: tuple[str, ...]
    notes: tuple[str, ...]


def import_lines(
    negmem: Negmem, team: str, actor: str, lines: Iterable[str], name: str, *, dry_run: bool = False
) -> ImportReport:
    """Store one entry a line; empty lines are passed over.

    Args:
        negmem: What every use case is handed.
        team: Workspace.
        actor: For the audit.
        lines: The file's lines.
        name: The file's name, for errors.
        dry_run: Check everything and store nothing.

    Raises:
        BadInput: Names file, line and key of the first broken lines; nothing is stored.
    """
    now = negmem.clock()
    entries: list[tuple[int, Entry]] = []
    wrong: list[str] = []
    notes: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            read = entry_from_json(_decoded(line), now=now)
        except InvalidEntry as bad:
            wrong.append(f"{name}:{number}: {bad.what.rstrip('.')}")
        else:
            made = min(read.entry.created, now)  # a later one would never count as silent
            entries.append((number, replace(read.entry, created=made)))
            notes += [f"{name}:{number}: {note}" for note in read.notes]
    if wrong:
        raise BadInput(_first(wrong), "Nothing was imported: mend the lines and try again.")
    try:
        with negmem.store.write() as tx:
            report = _store(negmem, tx, team, actor, entries, name, notes)
            if dry_run:
                raise _DryRun(report)
    except _DryRun as done:
        return done.report
    return report


class _DryRun(Exception):
    def __init__(self, report: ImportReport) -> None:
        self.report = report


def export_lines(negmem: Negmem, team: str) -> Iterator[str]:
    """Every entry of the workspace, retired ones included, as a JSON line each."""
    with negmem.store.read() as tx:
        entries = tx.entries.all(team, include_retired=True)
    for entry in entries:
        yield json.dumps(entry_to_json(entry), ensure_ascii=False)


def _decoded(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as broken:
        raise InvalidEntry(f"is no JSON: {broken}") from None


def _store(
    negmem: Negmem,
    tx: Transaction,
    team: str,
    actor: str,
    entries: list[tuple[int, Entry]],
    name: str,
    notes: list[str],
) -> ImportReport:
    stored: list[str] = []
    merged: list[str] = []
    older = list(tx.entries.all(team, include_retired=True))
    for number, entry in entries:
        own_id = entry.id
        if own_id and any(one.id == own_id for one in older):
            entry = replace(entry, id="")
        try:
            kept = store_entry(negmem, tx, team, entry, actor)
        except InvalidEntry as vague:
            raise BadInput(
                f"{name}:{number}: {vague}", "Nothing was imported: mend it and try again."
            ) from None
        known = any(one.id == kept.id for one in older)
        if own_id and not entry.id and not known:
            notes.append(f"{name}:{number}: {own_id} is taken: it got the id {kept.id}")
        (merged if known else stored).append(kept.id)
        older.append(kept)
    return ImportReport(tuple(stored), tuple(merged), tuple(notes))


def _first(wrong: list[str]) -> str:
    more = f" (and {len(wrong) - 5} more lines)" if len(wrong) > 5 else ""
    return "; ".join(wrong[:5]) + more + "."
