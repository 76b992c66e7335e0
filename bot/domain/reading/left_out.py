"""What a command or a call leaves out beside what it does: {"skip_tests": true}, `--no-backup`."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.action import PlannedAction
from bot.domain.reading.coded_extent import NO_SETTINGS
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of

_ACTS = NO_SETTINGS | {
    "deploy",
    "upgrade",
    "migrate",
    "sync",
    "apply",
    "install",
    "rollback",
    "copy",
}
_LEAVING = frozenset({"skip", "no", "without", "bypass", "disable", "omit", "ignore", "suppress"})
_DOING = frozenset({"run", "with", "do", "perform", "enable", "use", "require", "include", "apply"})
_ON = frozenset({"true", "yes", "on", "1"})
_OFF = frozenset({"false", "no", "off", "0"})
_FEW = 4


def left_out_by(actions: Iterable[PlannedAction], lexicon: Lexicon) -> frozenset[str]:
    """The concepts of the steps that switches beside an act leave out.

    A setting that is turned off is what the action does, and is not meant here; nor is a part of
    what is acted on: {"action": "rotateCertificates", "caCertificates": false}.
    """
    found: set[str] = set()
    for action in actions:
        if action.kind not in _ACTS:
            continue
        given = (action.target or "", *action.objects, *action.parameters.values())
        said = {piece for word in given for piece in pieces_of(word[:200])}
        for name, value in action.parameters.items():
            first, *rest = pieces_of(name.rpartition(".")[2])[: _FEW + 1] or [""]
            low = value.lower()
            if rest and first in _LEAVING and low in _ON:
                found.update(set(rest) - said)
            elif low in _OFF and first not in _LEAVING:
                found |= set(rest if rest and first in _DOING else (first, *rest)) - said
    return frozenset(lexicon.things.concept(word) for word in found if len(word) > 1)


__all__ = ["left_out_by"]
