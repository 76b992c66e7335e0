"""What a command line or a tool call comes to, and how it is put together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.tools.planned import build_action

_PIECES = re.compile(r"[^\s/=,:@'\"()\[\]{}<>|;&]+")
_MAX_WORDS = 2_000
_MAX_ENVIRONMENTS = 40


@dataclass(frozen=True, slots=True)
class CommandReading:
    """What was read out of a command line or a tool call.

    Attributes:
        actions: In the order of the text, whatever their mode. An action's environment is the
            raw name that its own flags or host give.
        undetermined: A program in it cannot be known without running it.
        words: All identifiers seen, whole and in pieces, for the recognition of services.
        environments: Raw names that hint at the environment, strongest first: flags and keys,
            then variables, hosts, files, namespaces.
        prose: Texts for people found in it that may say what is done: the steps of a plan.
        notes: Texts beside a call: why, for whom.
    """

    actions: tuple[PlannedAction, ...] = ()
    undetermined: bool = False
    words: tuple[str, ...] = ()
    environments: tuple[str, ...] = ()
    prose: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Strength(IntEnum):
    """How much a name says about the environment; a lower number says more."""

    FLAG = 0
    VARIABLE = 1
    HOST = 2
    FILE = 3
    NAMESPACE = 4


@dataclass(slots=True)
class Collector:
    """Gathers the parts of a reading.

    Attributes:
        standing: An environment that holds for the actions to come: `use-context prod`.
        pipe: Where the actions of the pipe that is being read begin.
    """

    actions: list[PlannedAction] = field(default_factory=list)
    undetermined: bool = False
    standing: str | None = None
    pipe: int = 0
    prose: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _words: dict[str, None] = field(default_factory=dict)
    _environments: dict[str, Strength] = field(default_factory=dict)

    def add(self, actions: Iterable[PlannedAction]) -> int:
        """Takes actions; those without an environment of their own take the standing one.

        Returns:
            Where the first of them stands.
        """
        start = len(self.actions)
        for action in actions:
            if action.environment is None and self.standing is not None:
                action = replace(action, environment=self.standing)
            self.actions.append(action)
        return start

    def begin_pipe(self) -> None:
        """Says that a new pipe of commands begins."""
        self.pipe = len(self.actions)

    def found_before(self, start: int, pipe: int) -> None:
        """The actions from `start` on are done to what the pipe begun at `pipe` has found."""
        feeders = self.actions[pipe:start]
        self.actions[start:] = [_found_by(a, feeders) for a in self.actions[start:]]

    def add_words(self, words: Iterable[str]) -> None:
        """Notes identifiers: each word, and the pieces of it."""
        for word in words:
            if len(self._words) >= _MAX_WORDS:
                return
            whole = word.strip("\"'`")[:200]
            if whole and not whole.isspace():
                self._words.setdefault(whole)
            for piece in _PIECES.findall(word[:1_000]):
                self._words.setdefault(piece)

    def add_environment(self, name: str | None, strength: Strength) -> None:
        """Notes a raw name that hints at the environment."""
        if name and len(self._environments) < _MAX_ENVIRONMENTS:
            known = self._environments.get(name, strength)
            self._environments[name[:200]] = min(known, strength)

    def strongest(self, most: Strength = Strength.FILE) -> str | None:
        """The strongest name so far, if it is at least as strong as `most`."""
        found = self._sorted()
        return found[0] if found and self._environments[found[0]] <= most else None

    def _sorted(self) -> list[str]:
        return sorted(self._environments, key=lambda n: self._environments[n])

    def reading(self) -> CommandReading:
        """The parts as a reading; among planned actions those that only accompany come last."""
        return CommandReading(
            actions=tuple(_with_main(self.actions)),
            undetermined=self.undetermined,
            words=tuple(self._words),
            environments=tuple(self._sorted()),
            prose=tuple(self.prose),
            notes=tuple(self.notes),
        )


_MINOR = frozenset({"run", "copy", "lock", "mount", "backup", "snapshot"})


def _with_main(actions: list[PlannedAction]) -> list[PlannedAction]:
    """Marks actions that stand beside a stronger one as accompanying."""
    strong = any(a.mode is Mode.PLANNED and a.kind not in _MINOR for a in actions)
    if not strong:
        return actions
    return [
        replace(a, main=False) if a.main and (a.kind in _MINOR or a.mode is not Mode.PLANNED) else a
        for a in actions
    ]


_WRITTEN = frozenset({"create", "plan"})
_REHEARSALS = frozenset({"dry_run", "output", "o"})


def _found_by(action: PlannedAction, feeders: list[PlannedAction]) -> PlannedAction:
    """An action on what the commands before it in the pipe have found: `… | xargs kubectl delete`.

    It acts on what they list, narrowed by what they look for, on top of what it names itself.
    """
    looks = [f for f in feeders if f.mode is Mode.READ_ONLY]
    if not looks or action.mode is not Mode.PLANNED:
        return action
    named = [name for f in looks for name in (f.target, *f.objects) if name]
    target = action.target or next((f.target for f in looks if f.target), None)
    objects = dict.fromkeys(n for n in (*action.objects, *named) if n != target)
    parameters = {
        k: v for f in reversed(looks) for k, v in f.parameters.items() if k not in _REHEARSALS
    }
    parameters |= action.parameters
    told = {"key", "to"} <= set(parameters) - set(action.parameters)
    if action.kind in {"apply", "set"} and told:  # `… | sed s/a/b/ | apply -f -`
        return build_action(
            "set", target=target, objects=[parameters["key"], *objects], parameters=parameters,
            environment=action.environment, text=action.text,
        )  # fmt: skip
    written = any(f.kind in _WRITTEN for f in looks) and action.kind == "apply"
    kind = "replace" if written else action.kind  # `create … --dry-run -o yaml | apply -f -`
    return replace(action, kind=kind, target=target, objects=tuple(objects), parameters=parameters)
