"""`negmem replay`, `negmem replay-replies`: judge files of cases, offline, without a database."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.bootstrap.offline import lexicon_of
from bot.cli.output import AsJson, counted, say, say_error, say_json
from bot.config import load_settings
from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import BROKEN, UNREADABLE, Effect, decide
from bot.domain.entry_json import entry_from_json, read_moment
from bot.domain.errors import BadInput, BrokenInstallation, InvalidEntry
from bot.domain.matching import Memory
from bot.domain.reading.digest import digest_of
from bot.domain.reading.reply import ReplyKind, ReplyReading, read_reply

ONE_A_LINE = "Write one JSON object a line."

In = Annotated[Path, typer.Option("--in", help="JSON lines: id, announcement, text.")]
Out = Annotated[Path, typer.Option("--out", help="Where the answers go, one JSON a line.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("replay")(replay)
    app.command("replay-replies")(replay_replies)


@dataclass
class _Failures:
    """What failed while a file was read: one line keeps none of the others, nor their answers."""

    broken: BrokenInstallation | None = None
    left_out: int = 0

    def leave_out(self, where: str, why: str) -> None:
        """Name a line of the entries that is none: what it was to hold is judged without it."""
        self.left_out += 1
        say_error(f"{where} is left out: {why}")

    def note(self, failed: Exception, where: str, instead: str) -> None:
        """Name the line; an installation that is not whole is told once, at the end."""
        if isinstance(failed, BrokenInstallation):
            self.broken = failed
        else:
            say_error(f"{where}: reading it failed ({type(failed).__name__}); {instead}.")

    def end(self) -> None:
        """Fail if what was written is not what the files and a whole installation would give.

        Raises:
            BrokenInstallation: Names what is missing or damaged.
            BadInput: Entries were left out: a verdict may be milder than it would be with them.
        """
        if self.broken is not None:
            raise self.broken
        if self.left_out:
            lines = counted(self.left_out, "line was", "lines were")
            raise BadInput(
                f"{lines} left out of the entries, so verdicts may be too mild.",
                "Mend what is named above and replay again.",
            )


def replay(
    entries: Annotated[Path, typer.Option(help="Entries, one JSON a line.")],
    announcements: Annotated[
        Path, typer.Option(help="JSON lines: id, text, channel_service?, env?, now?.")
    ],
    out: Out,
    as_json: AsJson = False,
) -> None:
    """Judge many announcements against a set of entries.

    What cannot be judged is written as held, with the reason. Exit 2, after all that can be judged
    was written: a line of the entries is none and was left out, or something that comes with negmem
    is missing or damaged.
    """
    started, failures = datetime.now(UTC), _Failures()
    memory = _memory_of(entries, started, failures)
    answers = [
        _judge(memory, raw, started, f"{announcements}:{number}", failures)
        for number, raw in json_lines(announcements)
    ]
    write_lines(out, answers)
    if as_json:
        say_json({"announcements": len(answers), "entries": len(memory), "out": str(out)})
    else:
        judged = counted(len(answers), "announcement", "announcements")
        verdicts = Counter(str(answer["verdict"]) for answer in answers)
        told = ", ".join(f"{verdicts[one.verdict]} {one.verdict}" for one in reversed(Effect))
        say(f"{judged} judged against {counted(len(memory), 'entry', 'entries')}: {told}.")
        say(f"Written to {out}.")
    failures.end()


def replay_replies(source: In, out: Out, as_json: AsJson = False) -> None:
    """Read many human replies: is it a correction, and for what reason.

    Without the language model they are read by their words alone, and the exit code is 2.
    """
    failures = _Failures()
    answers = [_read(raw, f"{source}:{number}", failures) for number, raw in json_lines(source)]
    write_lines(out, answers)
    if as_json:
        say_json({"replies": len(answers), "out": str(out)})
    else:
        stopping = sum(bool(one["is_correction"]) for one in answers)
        corrections = counted(stopping, "correction", "corrections")
        say(f"{counted(len(answers), 'reply', 'replies')} read, {corrections}. Written to {out}.")
    failures.end()


def _memory_of(path: Path, now: datetime, failures: _Failures) -> Memory:
    """The entries of a file. One without an id is called after its line, so that none is lost."""
    memory = Memory(lexicon_of(load_settings()))
    lines: dict[str, int] = {}
    for number, raw in json_lines(path):
        try:
            entry = entry_from_json(raw, now=now, as_replay=True).entry
            entry = replace(entry, id=entry.id or f"line-{number}")
            memory.put(entry)
        except InvalidEntry as bad:
            failures.leave_out(f"{path}:{number}", bad.what)
            continue
        earlier = lines.setdefault(entry.id, number)
        if earlier != number:
            say_error(f"{path}:{number} replaces {path}:{earlier}: both are {entry.id}.")
    return memory


def _judge(
    memory: Memory, raw: Mapping[str, Any], started: datetime, where: str, failures: _Failures
) -> dict[str, object]:
    _require(raw, where, "id", "text")
    _refuse_other_than_text(raw, where, "text", "channel_service", "env")
    try:
        now = read_moment(raw["now"]) if raw.get("now") else started
    except ValueError as wrong:
        raise BadInput(f"{where}: now {wrong}.") from None
    action = ActionInput(InputForm.TEXT, text=raw["text"])
    situation = Situation(now=now, service=raw.get("channel_service"), environment=raw.get("env"))
    try:
        decision = decide(action, situation, memory, digest=digest_of(action))
    except Exception as failed:
        failures.note(failed, where, "it would be held")
        decision = BROKEN if isinstance(failed, BrokenInstallation) else UNREADABLE
    matches = (*decision.matches, *decision.alerts)
    answer: dict[str, object] = {
        "id": raw.get("id"),
        "matched": [match.entry.id for match in matches],
        "verdict": decision.effect.verdict,
        "reasons": {match.entry.id: list(match.agreed) for match in matches},
    }
    if decision.effect is not Effect.ALLOW and decision.reason != "matched":
        answer["reason"] = decision.reason  # else it would look as if an entry held it
    return answer


def _read(raw: Mapping[str, Any], where: str, failures: _Failures) -> dict[str, object]:
    _require(raw, where, "id", "text")
    _refuse_other_than_text(raw, where, "text", "announcement")
    reading = _reading_of(raw, where, failures)
    return {
        "id": raw.get("id"),
        "is_correction": reading.is_correction,
        "reason": reading.reason,
    }


def _reading_of(raw: Mapping[str, Any], where: str, failures: _Failures) -> ReplyReading:
    """What was read, as `application/learning/understand_reply.py` does it for a person."""
    text, announcement = raw["text"], raw.get("announcement") or ""
    try:
        return read_reply(text, announcement=announcement)
    except Exception as failed:
        failures.note(failed, where, "it is read by its words alone")
    try:
        return read_reply(text, announcement=announcement, by_words=True)
    except Exception as failed:
        failures.note(failed, where, "it would stop")
        return ReplyReading(ReplyKind.WAIT)


def _require(raw: Mapping[str, Any], where: str, *keys: str) -> None:
    missing = [key for key in keys if raw.get(key) is None]
    if missing:
        raise BadInput(f"{where}: {' and '.join(missing)} missing.", "Each line needs id and text.")


def _refuse_other_than_text(raw: Mapping[str, Any], where: str, *keys: str) -> None:
    for key in keys:
        if not isinstance(raw.get(key), str | None):
            raise BadInput(f"{where}: {key} must be text.", "Mend the line and try again.")


def lines_of(text: str) -> list[str]:
    """The lines of JSON lines: a string in them may hold U+2028, which str.splitlines splits at."""
    return [line.removesuffix("\r") for line in text.split("\n")]


def json_lines(path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Each JSON object of a file with its line number.

    Raises:
        BadInput: Names the file, and the line that is no JSON object.
    """
    try:
        lines = lines_of(path.read_text(encoding="utf-8"))
    except OSError as unreadable:
        raise BadInput(f"{path} cannot be read: {unreadable.strerror}.") from None
    except UnicodeDecodeError as undecodable:
        raise BadInput(f"{path} is no UTF-8 text: {undecodable.reason}.", "Save it so.") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            raw = json.loads(line)
        except (ValueError, RecursionError) as broken:
            raise BadInput(f"{path}:{number}: no JSON: {broken}.", ONE_A_LINE) from None
        if not isinstance(raw, dict):
            raise BadInput(f"{path}:{number}: no JSON object.", ONE_A_LINE)
        yield number, raw


def write_lines(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    """Write one JSON object a line; half a character is written as its escape.

    Raises:
        BadInput: The file cannot be written.
    """
    try:
        with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    except OSError as unwritable:
        raise BadInput(f"{path} cannot be written: {unwritable.strerror}.") from None
