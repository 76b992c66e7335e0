"""What reading yields: frames of action, and everything the comparison needs beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.domain.action import Mode, PlannedAction


class Extent(StrEnum):
    """How much of the target an action takes."""

    UNSAID = ""
    ONE = "one"
    STEPS = "one by one"
    ALL = "all"
    UNIT = "one unit"


class Source(StrEnum):
    """The part of an input that an action was read from."""

    PROSE = "prose"
    COMMAND = "command"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Change:
    """A value that goes from one state to another.

    Attributes:
        before: The old value as written, or "".
        after: The new value as written, or "".
        direction: "up", "down", "on", "off" or "".
        back: The new value is an earlier one: "back to 400".
    """

    before: str = ""
    after: str = ""
    direction: str = ""
    back: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """One action with everything that distinguishes it from another of its kind.

    Attributes:
        planned: The action as the rest of the product sees it; its mode is the frame's.
        kinds: Every kind its words can name, the likeliest first; empty where no verb was read.
        head: Concepts of the direct object.
        terms: Concepts of the whole clause, `head` included.
        names: Identifiers in the clause: columns, flags, files.
        change: The change of a value, if one is named.
        extent: See `Extent`.
        sentence: Number of the sentence it stands in.
        source: Prose, command or JSON.
        negated: Concepts that the clause rules out: "no force", "without restart".
        subordinate: It stands in a clause that explains or times another one.
        nominal: It only points at an action with a noun: "the last release".
        announced: The sentence says that something happens from now on, whatever the verb.
        about: Kinds that the clause names as nouns: "cancel the failover".
    """

    planned: PlannedAction
    kinds: tuple[str, ...]
    head: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    change: Change | None = None
    extent: Extent = Extent.UNSAID
    sentence: int = 0
    source: Source = Source.PROSE
    negated: frozenset[str] = frozenset()
    subordinate: bool = False
    about: tuple[str, ...] = ()
    announced: bool = False
    nominal: bool = False

    @property
    def mode(self) -> Mode:
        """How the action stands in its text."""
        return self.planned.mode


@dataclass(frozen=True, slots=True)
class Named:
    """An environment that a text names.

    Attributes:
        name: Its canonical name; an unknown one as written.
        strength: 3 a flag or key, 2 "in X" or part of a host name, 1 a stray word.
        text: As written.
    """

    name: str
    strength: int
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read out of one input.

    Attributes:
        planned: Every action, whatever its mode.
        undetermined: A command whose program cannot be determined.
        frames: The same actions with their details.
        text: The clean text.
        words: Lower-case pieces of names, each with what joins it to the one before.
        environments: The environments the text names.
        terms: Concepts of the whole text.
        names: Identifiers of the whole text.
        ruled_out: Concepts that the text rules out.
        parameters: Parameters of the whole text, by name.
        other_names: Names that stand where a service's name stands.
    """

    planned: tuple[PlannedAction, ...] = ()
    undetermined: bool = False
    frames: tuple[Frame, ...] = ()
    text: str = ""
    words: tuple[tuple[str, str], ...] = ()
    environments: tuple[Named, ...] = ()
    terms: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    ruled_out: frozenset[str] = frozenset()
    parameters: Mapping[str, str] = field(default_factory=dict)
    other_names: tuple[str, ...] = ()


__all__ = ["Change", "Extent", "Frame", "Named", "Reading", "Source"]
