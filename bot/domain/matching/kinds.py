"""Kinds of action: how alike an entry's and a frame's are."""

from __future__ import annotations

import re

from bot.domain.reading import Frame, Source
from bot.domain.reading.change import version_of
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon

_DERIVED = {"up": ("raise", "scale_up"), "down": ("lower", "scale_down"),
            "on": ("enable",), "off": ("disable",)}  # fmt: skip
_VERSION = re.compile(r"v?\d+\.\d+\.\d+|v\d+\b")
_TRUE = frozenset({"true", "on", "yes", "1"})
_ENABLED = re.compile(
    r"(?<![a-z])(?:is_?)?enabled?[\"']?\s{0,2}[=:]\s{0,2}[\"']?(true|on|yes|1|false|off|no|0)\b",
    re.I,
)
_SMALLER = re.compile(r"\b(?:smaller|lower|down|cheaper|less|fewer|shrink\w*|half)\b", re.I)
_BIGGER = re.compile(r"\b(?:bigger|larger|higher|up|more|double|twice|beefier|grow\w*)\b", re.I)
_DIRECTED = frozenset({"raise", "lower", "extend", "scale_up", "scale_down", "upgrade", "rollback"})
_SURE = 0.9
_WEAK, _LIKELY = 0.3, 0.6
_CHANGES = frozenset(
    {"set", "raise", "lower", "extend", "scale", "scale_up", "scale_down", "resize", "alter",
     "switch", "replace", "move", "migrate", "upgrade", "downgrade", "pin", "dns_change"}
)  # fmt: skip
_TAKES_AWAY = frozenset({"delete", "drop"})
_WHOLE = frozenset({"upgrade", "downgrade", "migrate", "scale", "scale_up", "scale_down", "pin"})
_MEASURES = frozenset({"raise", "lower", "extend", "scale", "scale_up", "scale_down", "resize"})
_GIVES = frozenset({"add", "create", "apply", "set", "deploy", "install", "run", "enable"})
_CARRYING = frozenset({"run", "start"})
_ENDS = frozenset({"cancel", "kill", "stop"})
_RUNNING = frozenset(
    {"job", "run", "task", "workflow", "pipelinerun", "taskrun", "execution", "session", "build",
     "rayjob", "sparkapplication", "flinkdeployment", "workflowrun", "pod", "query", "batch"}
)  # fmt: skip
_SAYS_LITTLE = frozenset(
    {"apply", "set", "run", "alter", "migrate", "sync", "import", "upgrade", "change", "dns_change"}
)


def frame_kinds(frame: Frame, lexicon: Lexicon) -> tuple[str, ...]:
    """The kinds of a frame, with those that the direction of its change gives."""
    direction = frame.change.direction if frame.change else ""
    if frame.kinds[:1] == ("drop",) and direction == "down":
        return ("lower",)
    derived = _DERIVED.get(direction, ())
    if not derived and frame.kinds[:1] == ("set",) and switched(frame) is False:
        derived = ("disable",)
    if not derived and frame.kinds[:1] == ("resize",) and (way := _way_of_size(frame)):
        return (way, *frame.kinds)
    weak = (
        not frame.kinds
        or frame.kinds[0] in {"scale", "resize", "upgrade", "apply", "deploy"}
        or (lexicon.kinds[frame.kinds[0]].light if frame.kinds[0] in lexicon.kinds else True)
    )
    if (
        not frame.kinds
        and not derived
        and frame.change
        and version_of(frame.change.after)
        and "." in (frame.change.after)
    ):
        return ("rollback", "downgrade") if frame.change.back else ("upgrade", "deploy")
    change = frame.change
    versions = bool(change and _VERSION.match(change.after) and _VERSION.match(change.before))
    if versions and change:
        derived = ("upgrade", "deploy") if direction == "up" else ("rollback", "downgrade")
    numeric = direction in {"up", "down"} and bool(change and change.before)
    numeric = numeric and not set(frame.kinds[:1]) & _DIRECTED
    if not derived and _goes_to_a_version(frame, lexicon):
        return (*frame.kinds, "upgrade", "deploy")
    return (*derived, *frame.kinds) if weak or numeric else frame.kinds


def switched(frame: Frame) -> bool | None:
    """What a call sets an "…_ENABLED" to; None without one, or with several ways."""
    found = {on.lower() in _TRUE for on in _ENABLED.findall(frame.planned.text[:2000])}
    return found.pop() if len(found) == 1 and frame.source is not Source.PROSE else None


def _way_of_size(frame: Frame) -> str:
    """The kind that "one size smaller" is, or ""."""
    text = frame.planned.text[:2000]
    smaller, bigger = _SMALLER.search(text), _BIGGER.search(text)
    if bool(smaller) == bool(bigger):
        return ""
    return "scale_down" if smaller else "scale_up"


def _goes_to_a_version(frame: Frame, lexicon: Lexicon) -> bool:
    """Whether a light verb takes the service, or a part that every service has, to "1.31"."""
    after = frame.change.after if frame.change else ""
    light = bool(frame.kinds) and lexicon.kinds[frame.kinds[0]].light
    whole = not frame.head & lexicon.things.specific
    return light and whole and "." in after and version_of(after) is not None


def compare_kinds(
    entry: EntryReading, frame: Frame, kinds: tuple[str, ...], lexicon: Lexicon
) -> tuple[float | None, tuple[str, str]]:
    """How alike the kinds are, from -1 to 1, and the pair that was compared.

    None where the frame names no kind; `kinds` are those that `frame_kinds` gives. A call of a
    tool that says little ("apply", "run") takes the kinds that the names inside it speak of, a
    little weaker.
    """
    if not kinds:
        return None, ("", "")
    if not entry.kinds:
        return 0.5, ("", kinds[0])
    best, pair = -2.0, ("", "")
    for own in entry.kinds:
        for other in kinds:
            grade = _alike((own, other), entry, frame, lexicon)
            if grade > best:
                best, pair = grade, (own, other)
    if len(entry.kinds) > 1 and pair[0] in _CARRYING and pair[0] != entry.kinds[0]:
        best *= 0.7
    if (
        frame.source is not Source.PROSE
        and best < _SURE
        and frame.kinds[0] in _SAYS_LITTLE
        and _is_about(entry, frame, lexicon)
    ):
        inner = [
            (0.85 * lexicon.relation(own, k), (own, k)) for own in entry.kinds for k in frame.about
        ]
        best, pair = max([(best, pair), *inner], key=lambda x: x[0])
        if best >= 0 and frame.kinds[0] != "run" and not set(entry.kinds[:1]) & _TAKES_AWAY:
            best = max(best, _WEAK)
    if set(entry.kinds) <= _CARRYING and best >= 0:
        best = 0.65 if best == 1 else 0.4
    first = _alike((entry.kinds[0], kinds[0]), entry, frame, lexicon)
    if first < 0 and best < _SURE:
        return -1.0, (entry.kinds[0], kinds[0])
    if best == 0 and (own := _undone(entry, kinds[0], lexicon)):
        return -1.0, (own, kinds[0])
    return best, pair


def _undone(entry: EntryReading, kind: str, lexicon: Lexicon) -> str:
    """The kind of an entry that a frame's kind, which is like none of them, undoes; or ""."""
    if lexicon.kinds[kind].light:
        return ""
    return next((own for own in entry.kinds if lexicon.relation(own, kind) < 0), "")


def _alike(pair: tuple[str, str], entry: EntryReading, frame: Frame, lexicon: Lexicon) -> float:
    """How alike a kind of the entry and one of the frame are.

    An entry that only says "change" is repeated by every change of its object, up or down; one
    that carries another action in a relative clause ("a rule that moves objects") by that too.
    """
    own, other = pair
    if own == "change" and other in _CHANGES and not (entry.change and entry.change.after):
        whole = other in _WHOLE and not _is_about(entry, frame, lexicon)
        return _LIKELY if whole else _SURE
    grade = lexicon.relation(own, other)
    prose = frame.source is Source.PROSE
    if own in _ENDS and other == "delete" and not prose and _is_of_a_run(frame):
        return _SURE
    if own == "set" and other in _MEASURES and not prose and not _is_about(entry, frame, lexicon):
        grade = min(grade, _WEAK)
    if prose and own in _GIVES and entry.relative and grade < _SURE:
        carried = max(lexicon.relation(kind, other) for kind in entry.relative)
        if grade >= 0 or (carried >= _SURE and not frame.head & entry.head):
            grade = max(grade, _SURE * carried)
    return grade


def _is_of_a_run(frame: Frame) -> bool:
    """Whether what a call deletes is something that runs: `kubectl delete job`."""
    return frame.planned.parameters.get("resource", "").lower().rstrip("s") in _RUNNING


def _is_about(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> bool:
    """Whether the frame names an object of the entry, or the entry has none of its own."""
    own = entry.head - lexicon.things.common
    return not own or bool(own & frame.terms)


__all__ = ["compare_kinds", "frame_kinds", "switched"]
