"""The memory: entries, read once, and the search for those that an announcement repeats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.entry import Entry, Severity
from bot.domain.errors import NegmemError
from bot.domain.matching.described import described
from bot.domain.matching.elsewhere import Elsewhere
from bot.domain.matching.hinted import hinted, of_one_service
from bot.domain.matching.hit import Hit
from bot.domain.matching.index import Index, candidates
from bot.domain.matching.judge import Judge
from bot.domain.matching.names import How
from bot.domain.matching.rivals import beside_rivals
from bot.domain.matching.slips import may_be_a_slip
from bot.domain.matching.standing import may_stand
from bot.domain.matching.unread import left_of
from bot.domain.matching.weighing import weighed
from bot.domain.reading import Named, Reading, read
from bot.domain.reading.entry import EntryReading, understand
from bot.domain.reading.lexicon import Lexicon

_THREAD = 6
_LONGEST = 200
_THREAD_TEXT = 2000
_MOST_COMPARED = 10_000


class TooMuch(NegmemError):
    """More actions beside more entries than are compared in one go."""

    code = "too_much"

    def __init__(self, actions: int, entries: int) -> None:
        super().__init__(
            f"It tells of {actions} actions, and {entries} entries are about its services.",
            "Announce fewer actions at a time.",
        )


class Memory:
    """The entries of one workspace, ready to be compared.

    Attributes:
        lexicon: The words.
        unread: Ids of the entries that cannot be read -> why.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._readings: dict[str, EntryReading] = {}
        self._index = Index(lexicon.things.roles)
        self.unread: dict[str, str] = {}

    def put(self, entry: Entry) -> None:
        """Takes an entry in, or its newer version; it counts in the next search.

        Raises:
            InvalidEntry: It cannot be read; see `put_unread`.
        """
        self.remove(entry.id)
        self._add(understand(entry, self.lexicon))

    def put_unread(self, entry: Entry, why: str) -> None:
        """Takes in an entry that `put` fails on: in its scope it may be about anything.

        Args:
            entry: The entry.
            why: What is wrong with it, for a person; kept in `unread` under its id.
        """
        self.remove(entry.id)
        self._add(left_of(entry, self.lexicon))
        self.unread[entry.id] = why

    def _add(self, reading: EntryReading) -> None:
        self._readings[reading.entry.id] = reading
        self._index.add(reading.entry.id, reading)

    def remove(self, entry_id: str) -> None:
        """Forgets an entry; an unknown id changes nothing."""
        self.unread.pop(entry_id, None)
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

        Raises:
            TooMuch: So many actions beside so many entries that comparing them all would keep
                everybody waiting.
        """
        judge, hits = self.ruled(reading, situation)
        hits = weighed(hits)
        if not hits and situation.service is None:
            hits = self._hinted(reading, judge)
        return sorted(hits, key=lambda h: (not h.matches, -h.score, h.entry.id))

    def ruled(self, reading: Reading, situation: Situation) -> tuple[Judge, list[Hit]]:
        """What `search` weighs: the same entries as the rules alone see them, and who judged.

        Raises:
            TooMuch: See `search`.
        """
        found = self._find(reading, situation.service)
        if not _is_named(found) and (corrected := self._corrected(reading)):
            reading = replace(reading, words=corrected)
            found = self._find(reading, situation.service)
        named = _is_named(found)
        elsewhere = Elsewhere(reading, found.values(), self.lexicon)
        environments = reading.environments
        if not named and (told := self._told_in_thread(situation)):
            found = {**{i: h for i, h in found.items() if h is not How.GIVEN}, **told[0]}
            environments = environments or told[1]
        elif not named:
            found = self._with_described(found, reading, situation)
        judge = Judge(reading, environments, situation, self.lexicon)
        _bounded(reading, len(found))
        hits = []
        for entry_id, how in found.items():
            entry = self._readings[entry_id]
            other = elsewhere.acts(entry, how) or elsewhere.is_a_sibling(entry, how)
            hits.append(judge.hit(entry, How.SIMILAR if other else how))
        return judge, beside_rivals(hits)

    def blocks_around(self, reading: Reading, situation: Situation) -> Iterator[Entry]:
        """The live block entries in whose scope an action may be that hides what it does."""
        for entry in self._readings.values():
            blocks = entry.entry.severity is Severity.BLOCK
            if blocks and may_stand(entry, reading, situation, self.lexicon):
                yield entry.entry

    def _hinted(self, reading: Reading, judge: Judge) -> list[Hit]:
        """The matches with the one service that the text hints at, where it names none."""
        services = hinted(self._index, self._readings, reading, self.lexicon)
        ids = (i for service in services for i in self._index.entries_of(service))
        entries = [self._readings[entry_id] for entry_id in dict.fromkeys(ids)]
        _bounded(reading, len(entries))
        return of_one_service(beside_rivals([judge.hit(e, How.ALIAS) for e in entries]))

    def _find(self, reading: Reading, service: str | None) -> dict[str, How]:
        return candidates(self._index, self._readings, reading.words, service, self.lexicon)

    def _corrected(self, reading: Reading) -> tuple[tuple[str, str], ...]:
        """The text's words with the names of services spelt right; empty where none is wrong."""
        words = reading.words[:_LONGEST]
        spelt = tuple(
            (self._index.spelt(word), joint)
            if not self._index.knows(word) and may_be_a_slip(word, self.lexicon)
            else (word, joint)
            for word, joint in words
        )
        return spelt if spelt != words else ()

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


def _bounded(reading: Reading, entries: int) -> None:
    if len(reading.frames) * entries > _MOST_COMPARED:
        raise TooMuch(len(reading.frames), entries)


def _is_named(found: Mapping[str, How]) -> bool:
    return any(how is How.NAMED or how is How.ALIAS for how in found.values())


__all__ = ["Hit", "Memory", "TooMuch"]
