"""The memory: entries, read once, and the search for those that an announcement repeats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.domain.action import ActionInput, InputForm, PlannedAction, Situation
from bot.domain.entry import Entry
from bot.domain.match import WhyNot
from bot.domain.matching.compare import compare
from bot.domain.matching.described import described
from bot.domain.matching.explain import agreed, as_written, other_action
from bot.domain.matching.gates import environment_gate, time_gate
from bot.domain.matching.index import Index, candidates
from bot.domain.matching.names import How, resources_in, telling_pieces
from bot.domain.matching.parts import Parts
from bot.domain.matching.score import score
from bot.domain.reading import Frame, Named, Reading, Source, read
from bot.domain.reading.entry import EntryReading, understand
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of

_THREAD = 6
_THREAD_TEXT = 2000
_MARGIN = 0.4


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry with the comparison that decides about it.

    Attributes:
        entry: The entry.
        score: 1 and more is a match; of a near miss, how near it came.
        why_not: None for a match.
        text: Why not, in a line.
        agreed: What agrees, in lines.
        planned: The action that was compared.
        sentence: Number of its sentence.
    """

    entry: Entry
    score: float
    why_not: WhyNot | None
    text: str
    agreed: tuple[str, ...] = ()
    planned: PlannedAction | None = None


class Memory:
    """The entries of one workspace, ready to be compared."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._readings: dict[str, EntryReading] = {}
        self._index = Index()

    def put(self, entry: Entry) -> None:
        """Takes an entry in, or its newer version; it counts in the next search."""
        self.remove(entry.id)
        reading = understand(entry, self.lexicon)
        self._readings[entry.id] = reading
        self._index.add(entry.id, reading)

    def remove(self, entry_id: str) -> None:
        """Forgets an entry; an unknown id changes nothing."""
        reading = self._readings.pop(entry_id, None)
        if reading is not None:
            self._index.discard(entry_id, reading)

    def get(self, entry_id: str) -> Entry | None:
        """The entry under an id."""
        reading = self._readings.get(entry_id)
        return reading.entry if reading else None

    def entries(self) -> Iterator[Entry]:
        """All entries, in the order they were put."""
        return (reading.entry for reading in self._readings.values())

    def __len__(self) -> int:
        return len(self._readings)

    def search(self, reading: Reading, situation: Situation) -> list[Hit]:
        """Every entry of the services that the text names, as match or near miss, best first.

        Where the text names none, the thread's last named service counts, then the channel's.
        """
        found = self._find(reading, situation.service)
        named = any(how in {How.NAMED, How.ALIAS} for how in found.values())
        environments = reading.environments
        if not named and (told := self._told_in_thread(situation)):
            found = {**{i: h for i, h in found.items() if h is not How.GIVEN}, **told[0]}
            environments = environments or told[1]
        elif not named:
            found = self._with_described(found, reading, situation)
        hits = []
        for entry_id, how in found.items():
            entry = self._readings[entry_id]
            away = (named and not self._is_family(entry, found, reading)) or self._elsewhere(
                entry, how, reading
            )
            if how in {How.GIVEN, How.PRODUCT} and away:
                how = How.SIMILAR
            hits.append(self._judge(entry, how, reading, environments, situation))
        hits = [_beside_rivals(hit, hits) for hit in hits]
        return sorted(hits, key=lambda h: (h.why_not is not None, -h.score, h.entry.id))

    def _find(self, reading: Reading, service: str | None) -> dict[str, How]:
        return candidates(self._index, self._readings, reading.words, service, self.lexicon)

    def _with_described(
        self, found: dict[str, How], reading: Reading, situation: Situation
    ) -> dict[str, How]:
        """With the entries whose service is described where none is named."""
        partly = situation.service is None
        told = described(self._index, self._readings, reading.words, self.lexicon, partly)
        return {**dict.fromkeys(told, How.ALIAS), **found}

    def _told_in_thread(
        self, situation: Situation
    ) -> tuple[dict[str, How], tuple[Named, ...]] | None:
        """The entries of the service that the thread named last, and its environments."""
        for text in reversed(situation.thread[-_THREAD:]):
            earlier = read(ActionInput(InputForm.TEXT, text[:_THREAD_TEXT]), self.lexicon)
            found = self._find(earlier, None)
            told = {i: How.THREAD for i, h in found.items() if h in {How.NAMED, How.ALIAS}}
            if told:
                return told, earlier.environments
        return None

    def _is_family(self, entry: EntryReading, found: dict[str, How], reading: Reading) -> bool:
        """Whether the text names only the first word of the service, with an environment.

        "orchard-prod" may be another name of orchard-web; in the channel of orchard-pg it is that.
        """
        if How.NAMED in found.values():
            return False
        first = {key[0] for key in entry.keys if len(key) > 1}
        environments = self.lexicon.environments.names
        return any(
            word in first and joint in {"-", "_"} and after in environments
            for (word, _), (after, joint) in pairwise(reading.words)
        )

    def _elsewhere(self, entry: EntryReading, how: How, reading: Reading) -> bool:
        """Whether the text names a service that is not the channel's, or not the product's."""
        own = entry.own | set(entry.terms) | entry.support
        acted_on = [f.planned.target for f in reading.frames if f.planned.target]
        if how is How.PRODUCT:
            acted_on += [name for f in reading.frames for name in resources_in(f)]
        else:  # "rt-3", "cas-*" are hosts of any service
            acted_on = [t for t in acted_on if "-" in t and len(pieces_of(t)) > 1]
        told = (telling_pieces(name, self.lexicon) for name in acted_on)
        return any(pieces and not pieces & own for pieces in told) or any(
            not telling_pieces(name, self.lexicon) <= own for name in reading.other_names
        )

    def _judge(
        self,
        entry: EntryReading,
        how: How,
        reading: Reading,
        environments: Sequence[Named],
        situation: Situation,
    ) -> Hit:
        gate = environment_gate(entry, environments, situation, self.lexicon)
        time = time_gate(entry, situation)
        best = self._best(entry, reading)
        if best is None:
            return Hit(entry.entry, 0.0, WhyNot.OTHER_ACTION, "no action is announced")
        value, parts, frame = best
        why, text = parts.why_not, parts.text
        if how is How.SIMILAR:
            why, text = WhyNot.OTHER_SERVICE, "another service is named"
        elif not gate.open:
            why, text = gate.why_not, gate.text
        elif not time.open:
            why, text = time.why_not, time.text
        elif why is None and value < 1:
            why, text = WhyNot.OTHER_ACTION, other_action(parts)
        if why:
            lines: tuple[str, ...] = ()
        else:
            written = as_written(parts.shared, reading.text, self.lexicon)
            lines = agreed(entry, parts, how, gate.text, written)
        return Hit(entry.entry, value, why, text, lines, frame.planned)

    def _best(self, entry: EntryReading, reading: Reading) -> tuple[float, Parts, Frame] | None:
        """The frame that repeats the entry, or else the one that comes nearest."""
        best: tuple[bool, float, Parts, Frame] | None = None
        commanded = any(f.source is Source.COMMAND for f in reading.frames)
        for frame in reading.frames:
            if commanded and frame.nominal:
                continue
            parts = compare(entry, frame, reading, self.lexicon)
            value = score(parts)
            matches = parts.why_not is None and value >= 1
            if best is None or (matches, value) > (best[0], best[1]):
                best = (matches, value, parts, frame)
        return best[1:] if best else None


def _beside_rivals(hit: Hit, hits: Sequence[Hit]) -> Hit:
    """A match no more where the same action fits another entry of the service far better.

    That other entry counts whether it matches or not: an action that plainly is the opposite of
    one entry does not weakly repeat its neighbour.
    """
    if hit.why_not is not None:
        return hit
    rivals = (
        other
        for other in hits
        if other.planned is hit.planned and other.why_not is not WhyNot.OTHER_SERVICE
    )
    best = max(rivals, key=lambda other: other.score, default=hit)
    if best.score - hit.score <= _MARGIN:
        return hit
    return replace(
        hit,
        why_not=WhyNot.OTHER_ACTION,
        text=f"it is rather {best.entry.action!r}",
        agreed=(),
    )


__all__ = ["Hit", "Memory"]
