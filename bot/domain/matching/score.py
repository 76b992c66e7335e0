"""From the parts of a comparison to one number; 1 and more is a match."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.matching.parts import Parts


@dataclass(frozen=True, slots=True)
class Weights:
    """What each part adds or takes; found on the sets in `tests/corpus`, the same for all."""

    kind: float = 1.0
    verbless: float = -0.05
    unrelated: float = -0.5
    changed: float = 0.1
    announced: float = 0.4
    light: float = 0.95
    objects: float = 0.9
    value: float = 0.4
    support: float = 0.2
    foreign: float = -0.7
    foreign_whole: float = -0.4
    other_name: float = -1.0
    no_value: float = -0.1
    both_all: float = 0.25
    narrowed: float = -0.5
    safe: float = -0.15
    office: float = -0.5
    threshold: float = 0.88


WEIGHTS = Weights()


def score(parts: Parts, weights: Weights = WEIGHTS) -> float:
    """The score, scaled so that 1 is just enough for a match."""
    if parts.kind is None or (parts.kind == 0 and parts.light and parts.announced):
        total = weights.verbless
        total += weights.announced if parts.announced else 0.0
        total += weights.changed if parts.changed else 0.0
    elif parts.kind == 0:
        total = weights.unrelated
    elif parts.light:
        total = weights.light * parts.kind
    else:
        total = weights.kind * parts.kind
    total += weights.objects * parts.objects + weights.support * min(1.0, parts.support)
    foreign = (
        0.0
        if parts.value
        else parts.foreign * (0.5 if parts.objects >= 0.6 or parts.both_all else 1.0)
    )
    total += (weights.foreign_whole if parts.whole else weights.foreign) * foreign
    total += weights.other_name * parts.other_name
    if parts.value:
        total += weights.value
    if parts.no_value:
        total += weights.no_value
    if parts.both_all:
        total += weights.both_all
    if parts.narrowed:
        total += weights.narrowed
    if parts.safe:
        total += weights.safe
    if parts.office:
        total += weights.office
    return total / weights.threshold


__all__ = ["WEIGHTS", "Weights", "score"]
