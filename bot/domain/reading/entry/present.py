"""The values that an entry's context tells of: "timeout is 300 s", "64 shards"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from bot.domain.reading.change import UNITS, number_of
from bot.domain.reading.lexicon import Lexicon

_WORD = re.compile(r"[A-Za-z_][\w-]*|\d[\d.,]*|[;:.,()]")
_TELLING = frozenset({"is", "are", "at", "with", "currently", "now", "=", ":"})
_NOW = frozenset({"today", "present", "currently", "now", "contract"})
_SIZE = re.compile(
    r"(?:(?<=[._-])|(?<![a-z\d])(?=\d{0,3}x))(\d{0,3})(x?)(nano|micro|small|medium|large)(?![a-z])|"
    r"(?:standard|highmem|highcpu|custom|standard_[a-z]{1,2})[-_]?(\d{1,3})(?!\d)",
    re.I,
)
_CORES = {"nano": 0.25, "micro": 0.5, "small": 0.75, "medium": 1.0, "large": 2.0}


@dataclass(frozen=True, slots=True)
class Present:
    """A value that holds as long as the action is not done.

    Attributes:
        number: In base units; of a machine, its cores.
        unit: Its unit as written, or "".
        of: The concept of what is counted ("64 shards"), or "" where it is a measure.
    """

    number: float
    unit: str = ""
    of: str = ""


def present_values(context: str, terms: Collection[str], lexicon: Lexicon) -> tuple[Present, ...]:
    """The present values of what an action is about.

    Args:
        context: The clean context of the entry.
        terms: The concepts of its action.
        lexicon: Whose words for numbers and things are used.
    """
    words = [w.lower() for w in _WORD.findall(context[:1000])]
    sizes = (Present(cores, "", "cores") for cores in cores_in(context[:1000]))
    return (*_values(words, terms, lexicon), *sizes)


def _values(words: list[str], terms: Collection[str], lexicon: Lexicon) -> Iterator[Present]:
    concept, numbers = lexicon.things.concept, lexicon.language.numbers
    for at, word in enumerate(words):
        number = number_of(word.rstrip(".,"), numbers)
        if number is None or not (word[0].isdigit() or word in numbers):
            continue
        after = words[at + 1] if at + 1 < len(words) else ""
        unit = after if after in UNITS else ""
        of = "" if unit else concept(after) if after[:1].isalpha() else ""
        if of and of in terms:
            yield Present(number, "", of)
            continue
        before = words[max(0, at - 3) : at]
        named = any(concept(w) in terms for w in before)
        told = before[-1:] and before[-1] in _TELLING
        if (named and told) or (unit and told) or _NOW & set(words[at + 1 : at + 5]):
            yield Present(number * UNITS.get(unit, 1.0), unit)


def cores_in(text: str) -> list[float]:
    """The sizes of machines that a text names, in cores: "r6g.8xlarge" has 32."""
    found = []
    for times, extra, size, cores in _SIZE.findall(text):
        if cores:
            found.append(float(cores))
        elif extra or not times:
            found.append(_CORES[size.lower()] * (2 * int(times or 1) if extra else 1))
    return found


__all__ = ["Present", "cores_in", "present_values"]
