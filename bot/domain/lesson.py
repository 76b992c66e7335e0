"""Whether a tool call taught something: it took effect and things got clearly worse."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from bot.domain.command_phrase import phrase_of
from bot.domain.command_reach import Reach, reach_of
from bot.domain.entry import Severity
from bot.domain.lesson_record import ToolCall, read_tool_call
from bot.domain.lesson_words import load_words
from bot.domain.metric_change import Change, Nature, Trend, compare
from bot.domain.reading.lexicon import Lexicon, load_lexicon

_READ_AT_MOST = 20_000
"""Characters of stderr and of the note that are looked at: what matters stands at either end."""

_EXPECTED_WHEN_DRAINING = frozenset({Nature.FLOW, Nature.HEALTH, Nature.STOCK})
_EXPECTED_WHEN_MEANT = frozenset({Nature.QUALITY, Nature.PRESSURE, Nature.BACKLOG})
_SIDE_EFFECTS = frozenset({Nature.FLOW, Nature.STOCK, Nature.PRESSURE})
_DAMAGE = frozenset({Nature.INTEGRITY, Nature.ERROR})
_GAINS = frozenset(
    {Nature.ERROR, Nature.LATENCY, Nature.SUCCESS, Nature.HEALTH, Nature.STATE, Nature.QUALITY}
)
_RELIEF = frozenset({Nature.ERROR, Nature.LATENCY, Nature.SUCCESS, Nature.HEALTH, Nature.STATE})


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a tool call taught, if anything.

    Attributes:
        is_lesson: Whether it took effect and things got clearly worse.
        code: Why, as a code: `harm_metrics`, `harm_reported`; or `read_only`, `dry_run`, `typo`,
            `auth`, `network`, `rate_limit`, `not_found`, `rejected`, `lock`, `aborted`,
            `expected_change`, `unrelated`, `helped`, `no_change`, `no_effect`, `no_data`.
        reason: The same in one line for a person.
        action: What was done, in a person's words. Empty if there is no lesson.
        outcome: What it led to, with the numbers before and after.
        service: Of the call.
        environment: Of the call.
        severity: Always a warning: a second one like it proposes more.
    """

    is_lesson: bool
    code: str
    reason: str
    action: str = ""
    outcome: str = ""
    service: str | None = None
    environment: str | None = None
    severity: Severity = Severity.WARN

    @property
    def why(self) -> str:
        """Code and reason in one line."""
        return f"{self.code}: {self.reason}"


def learn_from(call: ToolCall, lexicon: Lexicon | None = None) -> Lesson:
    """Judge a tool call.

    Args:
        call: The record; secrets in it are to be removed before.
        lexicon: Whose tool grammars say what its command does; by default the built-in one.

    Returns:
        The lesson with its draft, or why there is none.
    """
    note = call.note.lower()[:_READ_AT_MOST]
    lexicon = lexicon or load_lexicon()
    reach = reach_of(call.command, lexicon)
    if reach in {Reach.READ_ONLY, Reach.DRY_RUN}:
        return Lesson(False, reach.value, "The command only looks; it changes nothing.")
    idle = _why_no_effect(call, note)
    if idle:
        return Lesson(False, idle, f"The command took no effect ({_words(idle)}).")
    changes = compare(call.metrics_before, call.metrics_after)
    reported = _found("harm", note) and not _found("harm_denied", note)
    if _found("unrelated", note) and not reported:
        return Lesson(False, "unrelated", "What got worse has another cause, says the note.")
    harm = _clear_harm(call, changes, reach, reported)
    if harm:
        return _lesson(call, "harm_metrics", harm, reported, lexicon)
    if reported and not (_found("nothing", note) or _found("helped", note)):
        return _lesson(call, "harm_reported", (), reported, lexicon)
    return _no_lesson(changes)


def _why_no_effect(call: ToolCall, note: str) -> str | None:
    """The class of failure that left everything as it was, or None if it may have taken effect."""
    if call.exit_code == 0 and not call.stderr:
        idle = _found("nothing", note) and not _found("harm", note)
        return "no_effect" if idle and not _damaged(call) else None
    stderr = call.stderr.lower()
    stderr = stderr[:_READ_AT_MOST] + stderr[_READ_AT_MOST:][-_READ_AT_MOST:]
    words = load_words("tool_errors")
    if _any(words["partial"], stderr) or _found("ran", note):
        return None
    if call.exit_code == 0:
        return "aborted" if _any(words["none"]["aborted"], stderr) else None
    if _any(words["stopped"], stderr):
        return None
    for code, patterns in words["none"].items():
        if _any(patterns, stderr):
            return str(code)
    if call.exit_code in {126, 127} or _found("nothing", note):
        return "no_effect"
    return None


def _damaged(call: ToolCall) -> bool:
    """Whether the numbers show damage, so that a note's "did not run" tells of what came of it."""
    changes = compare(call.metrics_before, call.metrics_after)
    return any(c.trend is Trend.WORSE and c.nature in _DAMAGE for c in changes)


def _clear_harm(
    call: ToolCall, changes: tuple[Change, ...], reach: Reach, reported: bool
) -> tuple[Change, ...]:
    """The changes for the worse that nothing explains, worst first."""
    worse = [change for change in changes if change.trend is Trend.WORSE]
    meant = _found("meant", call.note.lower()[:_READ_AT_MOST])
    if not reported:
        dark = _is_dark(worse, changes) and not meant
        worse = [c for c in worse if dark or not _is_expected(c, reach, meant)]
        worse = [c for c in worse if not _is_asked_for(c, call.command)]
        worse = _not_just_removed(worse, changes, reach)
    relieved = any(c.trend is Trend.BETTER and c.nature in _RELIEF for c in changes)
    only_side_effects = all(change.nature in _SIDE_EFFECTS for change in worse)
    if not reported and ((relieved and only_side_effects) or _is_outweighed(worse, changes)):
        return ()
    return tuple(sorted(worse, key=lambda change: (change.nature in _SIDE_EFFECTS, -change.size)))


def _is_asked_for(change: Change, command: str) -> bool:
    """Whether the command asks for this very number: `scale count 2` and 2 machines."""
    counted = change.nature in {Nature.STOCK, Nature.HEALTH} and _value(change.after) is not None
    return (
        counted
        and re.search(
            rf"\b(?:scale|count|replicas|size|capacity|workers)\b[^|;&]{{0,60}}"
            rf"[\s=]{change.after}(?![\w.])",
            command.lower(),
        )
        is not None
    )


def _is_dark(worse: list[Change], changes: tuple[Change, ...]) -> bool:
    """Whether the work itself ended and not only the part that was taken out.

    Nothing flows and nothing is up, or nothing is up and nothing else was measured.
    """
    gone = [c for c in worse if _value(c.after) == 0]
    natures = {c.nature for c in gone}
    return {Nature.FLOW, Nature.HEALTH} <= natures or (
        Nature.HEALTH in natures and len(gone) == len(changes)
    )


def _value(value: object) -> object:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _is_expected(change: Change, reach: Reach, meant: bool) -> bool:
    """Whether a fall is what the command is for, or the note says that it is meant."""
    if meant:
        return change.nature in _EXPECTED_WHEN_DRAINING | _EXPECTED_WHEN_MEANT
    if change.nature not in _EXPECTED_WHEN_DRAINING:
        return False
    if reach is Reach.DRAINS:
        return change.nature in _EXPECTED_WHEN_DRAINING
    return reach is Reach.REMOVES and change.nature is Nature.STOCK and change.size < 0.95


def _not_just_removed(
    worse: list[Change], changes: tuple[Change, ...], reach: Reach
) -> list[Change]:
    """Without what a removal was for: all of it is gone, and what was measured beside it is well.

    Where nothing else was measured, everything gone stays a loss.
    """
    only_stock = all(change.nature is Nature.STOCK for change in worse)
    watched = any(
        (c.nature in _RELIEF and c.trend is not Trend.WORSE)
        or (c.nature is Nature.COST and c.trend is Trend.BETTER)
        for c in changes
    )
    return [] if reach is Reach.REMOVES and only_stock and watched else worse


def _is_outweighed(worse: list[Change], changes: tuple[Change, ...]) -> bool:
    """Whether more got better than worse, and nothing that got worse is damage for good."""
    better = [c for c in changes if c.trend is Trend.BETTER and c.nature in _GAINS]
    return len(better) > len(worse) and all(c.nature is Nature.ERROR for c in worse)


def _lesson(
    call: ToolCall, code: str, harm: tuple[Change, ...], reported: bool, lexicon: Lexicon
) -> Lesson:
    parts = [change.in_words() for change in harm[:3]]
    if reported or (not parts and call.note):
        parts.append(call.note.strip()[:200])
    outcome = "; ".join(parts)
    return Lesson(
        is_lesson=True,
        code=code,
        reason=outcome,
        action=phrase_of(
            call.command, call.service, call.metrics_before, call.metrics_after, lexicon
        ),
        outcome=outcome,
        service=call.service,
        environment=call.environment,
    )


def _no_lesson(changes: tuple[Change, ...]) -> Lesson:
    if not changes:
        return Lesson(False, "no_data", "Nothing comparable was measured before and after.")
    if any(change.trend is Trend.WORSE for change in changes):
        return Lesson(False, "expected_change", "What fell is what the command was meant to lower.")
    if any(change.trend is Trend.BETTER for change in changes):
        return Lesson(False, "helped", "Things got better.")
    return Lesson(False, "no_change", "Nothing changed beyond the usual noise.")


def _words(code: str) -> str:
    return code.replace("_", " ")


def _found(group: str, note: str) -> bool:
    return bool(note) and _any(load_words("notes")[group], note)


def _any(patterns: list[str], text: str) -> bool:
    return _joined(tuple(patterns)).search(text) is not None


@cache
def _joined(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


__all__ = ["Lesson", "ToolCall", "learn_from", "read_tool_call"]
