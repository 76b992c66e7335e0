"""Reading: an input, in whatever form, becomes planned actions.

The way through: `text` cleans, `message` cuts a message into prose, code and JSON, `prose` and
`coded` make frames of the parts, and `read` puts them together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction
from bot.domain.errors import BadInput
from bot.domain.reading.beside import with_told_change
from bot.domain.reading.change import direction_of, number_of
from bot.domain.reading.coded import coded_frames
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.commands.command_text import (
    command_head,
    is_quoted_call,
    looks_like_command,
)
from bot.domain.reading.frame import Change, Extent, Frame, Named, Reading, Source
from bot.domain.reading.lexicon import Form, Lexicon, load_lexicon
from bot.domain.reading.message import PartKind, split
from bot.domain.reading.other_names import other_names
from bot.domain.reading.prose.frames import read_prose
from bot.domain.reading.requests.json_text import decode_json, find_json
from bot.domain.reading.requests.request_text import (
    fenced_requests,
    outside_requests,
    request_at_start,
)
from bot.domain.reading.requests.settled import SAYS_LITTLE
from bot.domain.reading.text import MAX_BYTES, clean, names_in
from bot.domain.reading.tool_call.call import read_tool_call

_FLAGGED = re.compile(r"[\w./-]+(?:\s+[^\s-]\S*){0,3}\s+--?[A-Za-z]")
_OLD_VALUE = re.compile(
    r"\b(?:was|were|currently|previously|up from|down from|now at|before:?|today:?)\s+(?:at\s+)?~?"
    r"(\d[\d.]*\s?(?:[a-z]{1,3}|%)?)(?![\w:/-])",
    re.I,
)
_SCRIPT = re.compile(r"\s*#!")
_QUOTED = re.compile(r"[\"']([A-Za-z]{3,}\s[^\"'\n]{3,300})[\"']")
_SHOUTED = re.compile(r"^\s*([A-Z]{3,}\s[^\n]{3,300})$", re.M)
_COMMENT = re.compile(r"`[ \t]+(?:#|--|//)[ \t]+(?![^\n]*[\U0001F300-\U0001FAFF])")  # no joke
_BARE_LINE = re.compile(r"[^\n]+")


def read(action: ActionInput, lexicon: Lexicon) -> Reading:
    """Every action in an input, with its mode, and what the comparison with entries needs.

    Raises:
        BadInput: The input is larger than 64 kB.
    """
    size = len(action.text) + sum(map(len, action.argv))
    if size > MAX_BYTES:
        raise BadInput(
            "The action is larger than 64 kB.", "Send what is about to be done, not its data."
        )
    if action.form is InputForm.TOOL:
        return _read_tool(action, lexicon)
    if action.form is InputForm.COMMAND:
        return _read_argv(action, lexicon)
    return _read_message(clean(action.text), lexicon)


@dataclass(slots=True)
class _Parts:
    """What the parts of an input add up to."""

    frames: list[Frame] = field(default_factory=list)
    environments: list[Named] = field(default_factory=list)
    undetermined: bool = False
    texts: list[str] = field(default_factory=list)
    terms: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    ruled_out: set[str] = field(default_factory=set)

    def add_code(self, text: str, mode: Mode, lexicon: Lexicon) -> None:
        """Reads a command line."""
        found = coded_frames(read_command(text, lexicon), text, mode, lexicon, Source.COMMAND)
        self._add(found.frames, found.environments, found.undetermined)
        self.texts += [text, *found.things]
        self.ruled_out |= found.ruled_out
        for prose in found.prose:
            self.add_prose(prose, lexicon)
        handed = not request_at_start(text) and not any(_acts(f) for f in found.frames)
        if mode is Mode.PLANNED and handed:
            for said in _statements(text, lexicon):
                self.add_prose(said, lexicon)

    def add_json(self, text: str, mode: Mode, lexicon: Lexicon) -> None:
        """Reads a JSON value as a tool call."""
        value = decode_json(text)
        arguments = value if isinstance(value, dict) else {"value": value or text}
        self.add_call("", arguments, text, mode, lexicon)

    def add_call(
        self, tool: str, arguments: dict[str, object], text: str, mode: Mode, lexicon: Lexicon
    ) -> None:
        """Reads a tool call."""
        reading = read_tool_call(tool, arguments, lexicon)
        found = coded_frames(reading, text, mode, lexicon, Source.JSON)
        self._add(found.frames, found.environments, found.undetermined)
        self.texts += [text, *found.things]
        self.ruled_out |= found.ruled_out
        for prose in found.prose:
            self.add_prose(prose, lexicon)
        acts = any(_settles(frame) for frame in found.frames)
        for note in found.notes:
            self.add_note(note, acts, lexicon)

    def add_note(self, note: str, acts: bool, lexicon: Lexicon) -> None:
        """Reads a note; beside a call that acts by itself it plans nothing of its own."""
        before = len(self.frames)
        self.add_prose(note, lexicon)
        if acts:
            own = self.frames[before:]
            self.frames[before:] = [f for f in own if f.mode is not Mode.PLANNED or not f.kinds]

    def add_prose(self, prose: str, lexicon: Lexicon) -> dict[int, Mode]:
        """Reads prose; returns the modes it gives to the parts cut out of it."""
        found = read_prose(prose, lexicon)
        self._add(found.frames, found.environments, False)
        self.texts.append(prose)
        self.ruled_out |= found.ruled_out
        self.terms |= found.terms
        self.names |= found.names
        return found.marks

    def _add(self, frames: Iterable[Frame], named: Iterable[Named], undetermined: bool) -> None:
        self.frames += frames
        self.environments += named
        self.undetermined = self.undetermined or undetermined

    def reading(self, text: str, lexicon: Lexicon) -> Reading:
        """All of it as one reading."""
        frames = with_told_change(_with_restart(self.frames))
        self.frames = [_with_old_value(f, text, lexicon) for f in frames]
        for frame in self.frames:
            self.terms |= frame.terms
            self.names |= frame.names
        return Reading(
            planned=tuple(_planned(self.frames)),
            undetermined=self.undetermined,
            frames=tuple(self.frames),
            text=text,
            words=tuple(names_in(" ".join(self.texts) if self.texts else text)),
            environments=tuple(self.environments),
            terms=frozenset(self.terms),
            names=frozenset(self.names),
            ruled_out=frozenset(self.ruled_out),
            other_names=other_names(text, lexicon),
        )


def _read_message(text: str, lexicon: Lexicon) -> Reading:
    parts = _Parts()
    # A comment behind a command tells of it, but is no part of its sentence.
    marked = _COMMENT.sub("`\n", _marked_lines(text, lexicon))
    message = split(marked, lambda t: _is_code(t, lexicon), outside_requests(find_json))
    modes = parts.add_prose(message.prose, lexicon)
    for number, part in enumerate(message.parts):
        mode = modes.get(number, Mode.PLANNED)
        if part.kind is PartKind.CODE:
            parts.add_code(part.text, mode, lexicon)
        else:
            parts.add_json(part.text, mode, lexicon)
    return parts.reading(text, lexicon)


def _acts(frame: Frame) -> bool:
    return frame.mode is Mode.PLANNED and frame.kinds[:1] != ("run",)


def _settles(frame: Frame) -> bool:
    """Whether a call says by itself what is done."""
    return frame.mode is Mode.PLANNED and bool(frame.kinds) and frame.kinds[0] not in SAYS_LITTLE


def _statements(text: str, lexicon: Lexicon) -> Iterator[str]:
    """Statements handed to a program that the lexicon does not know: `echo "CLEAR QLOCAL(X)" | mq`.

    They are quoted, or stand on lines of their own, and begin with a verb of action.
    """
    for statement in [*_QUOTED.findall(text[:8000]), *_SHOUTED.findall(text[:8000])]:
        first = statement.split(" ", 1)[0].lower()
        senses = lexicon.words.get(first, ())
        heavy = [s for s in senses if not lexicon.kinds[s.kind].read_only]
        if heavy and heavy[0].form is Form.BASE:
            yield statement


def _is_code(text: str, lexicon: Lexicon) -> bool:
    """Whether what stands in backticks is a command: a known one, or any with flags."""
    known = looks_like_command(text, lexicon.tools) or bool(_FLAGGED.match(text))
    return known or is_quoted_call(text, lexicon.tools)


def _marked_lines(text: str, lexicon: Lexicon) -> str:
    """The text with backticks around the commands that stand bare in a line."""
    if _SCRIPT.match(text) or (
        ("<<" in text or "\\\n" in text) and looks_like_command(text, lexicon.tools)
    ):
        return f"```\n{text}\n```"
    if "`" in text or text.lstrip().startswith(("{", "[")):
        return text
    if (fenced := fenced_requests(text)) != text:
        return fenced

    def marked(match: re.Match[str]) -> str:
        line = match[0]
        if not looks_like_command(line, lexicon.tools):
            return line
        head, rest = command_head(line, lexicon.tools)
        return f"`{head}` {rest}" if head else line

    return _BARE_LINE.sub(marked, text)


def _read_tool(action: ActionInput, lexicon: Lexicon) -> Reading:
    text = clean(json.dumps(action.args, ensure_ascii=False, default=str))
    if len(text) > MAX_BYTES:
        raise BadInput(
            "The tool call is larger than 64 kB.", "Send its arguments without bulk data."
        )
    parts = _Parts()
    parts.add_call(action.tool, dict(action.args), f"{action.tool} {text}", Mode.PLANNED, lexicon)
    return parts.reading(f"{action.tool} {text}", lexicon)


def _read_argv(action: ActionInput, lexicon: Lexicon) -> Reading:
    parts = _Parts()
    command = action.argv or clean(action.text)
    text = " ".join(action.argv) or clean(action.text)
    found = coded_frames(
        read_command(command, lexicon), text, Mode.PLANNED, lexicon, Source.COMMAND
    )
    parts._add(found.frames, found.environments, found.undetermined)
    parts.texts.append(text)
    return parts.reading(text, lexicon)


def _with_restart(frames: list[Frame]) -> list[Frame]:
    """Scaling to nothing and up again, or a stop and a start: the last one is a restart."""
    empty = False
    stopped: set[str | None] = set()
    found = []
    for frame in frames:
        scales = frame.kinds[:1] in (("scale",), ("scale_down",), ("scale_up",)) and frame.change
        if scales and empty and frame.change and frame.change.after not in {"0", "zero"}:
            planned = replace(frame.planned, kind="restart")
            frame = replace(frame, kinds=("restart", *frame.kinds), planned=planned)
        coded = frame.source is Source.COMMAND and frame.mode is Mode.PLANNED
        if coded and frame.kinds[:1] == ("stop",):
            stopped.add(frame.planned.target)
        elif coded and frame.kinds[:1] == ("start",) and frame.planned.target in stopped:
            planned = replace(frame.planned, kind="restart")
            frame = replace(frame, kinds=("restart", *frame.kinds), planned=planned)
        empty = empty or bool(scales and frame.change and frame.change.after in {"0", "zero"})
        found.append(frame)
    return found


def _with_old_value(frame: Frame, text: str, lexicon: Lexicon) -> Frame:
    """The frame of a command with the old value that is told beside it: "(was 6)"."""
    change = frame.change
    if frame.source is Source.PROSE or change is None or change.before:
        return frame
    told = _OLD_VALUE.search(text[:4000])
    if told is None or number_of(change.after) is None or told[1] == change.after:
        return frame
    direction = direction_of(told[1], change.after, lexicon.states, lexicon.language.numbers)
    return replace(frame, change=Change(told[1], change.after, direction, change.back))


def _planned(frames: Iterable[Frame]) -> Iterator[PlannedAction]:
    for frame in frames:
        if frame.kinds:
            yield replace(frame.planned, environment=frame.planned.environment)


__all__ = [
    "Change",
    "Extent",
    "Frame",
    "Lexicon",
    "Named",
    "Reading",
    "Source",
    "load_lexicon",
    "read",
]
