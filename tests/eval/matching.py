"""How well announcements are judged: every labelled set in `tests/corpus`, by class and form."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import Decision, decide
from bot.domain.entry_json import entry_from_json
from bot.domain.matching import Hit, Memory
from bot.domain.reading import Reading, read
from bot.domain.reading.lexicon import load_lexicon

CORPUS = Path(__file__).parents[1] / "corpus"
Json = dict[str, object]


@dataclass(slots=True)
class Tally:
    """Counts of one group of announcements."""

    n: int = 0
    tp: int = 0
    fp: int = 0
    fn: int = 0
    harmless: int = 0
    harmless_blocked: int = 0
    block: int = 0
    block_missed: int = 0
    exact: int = 0

    def add(self, expected: set[str], got: set[str], verdict: str, given: str) -> None:
        """Counts one announcement."""
        self.n += 1
        self.tp += len(expected & got)
        self.fp += len(got - expected)
        self.fn += len(expected - got)
        self.exact += expected == got
        self.harmless += verdict == "allow"
        self.harmless_blocked += verdict == "allow" and given == "block"
        self.block += verdict == "block"
        self.block_missed += verdict == "block" and given != "block"

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        mine = (getattr(self, f) + getattr(other, f) for f in self.__slots__)
        return Tally(*mine)

    @property
    def f1(self) -> float:
        """F1 of the matched entries."""
        return 2 * self.tp / (2 * self.tp + self.fp + self.fn) if self.tp else 0.0

    @property
    def false_blocks(self) -> float:
        """Share of the harmless announcements that were held."""
        return self.harmless_blocked / self.harmless if self.harmless else 0.0

    @property
    def missed_blocks(self) -> float:
        """Share of those to be held that were not."""
        return self.block_missed / self.block if self.block else 0.0


@dataclass(slots=True)
class Report:
    """The tallies of one set, whole, by class and by form, and its errors."""

    name: str
    whole: Tally = field(default_factory=Tally)
    classes: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    forms: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    errors: list[tuple[Json, Decision]] = field(default_factory=list)


def sets() -> list[Path]:
    """The folders that hold labelled announcements."""
    return sorted(p.parent for p in CORPUS.glob("*/announcements.jsonl"))


def rows(path: Path) -> Iterator[Json]:
    """The objects of a JSON lines file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def moment(text: object) -> datetime:
    """An aware moment out of its ISO form; without one, the corpus' usual "now"."""
    if not text:
        return datetime(2026, 11, 29, 12, tzinfo=UTC)
    found = datetime.fromisoformat(str(text).replace("Z", "+00:00"))
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def load_memory(path: Path) -> Memory:
    """The entries of a set as a memory."""
    memory = Memory(load_lexicon())
    for raw in rows(path):
        now = datetime(2026, 11, 29, tzinfo=UTC)
        memory.put(entry_from_json(raw, now=now, as_replay=True).entry)
    return memory


def situation_of(raw: Json) -> Situation:
    """What an announcement of a set says of its situation."""
    return Situation(
        now=moment(raw.get("now")),
        service=str(raw["channel_service"]) if raw.get("channel_service") else None,
        environment=str(raw["env"]) if raw.get("env") else None,
    )


def judge(raw: Json, memory: Memory) -> Decision:
    """The decision about one announcement of a set."""
    action = ActionInput(InputForm.TEXT, str(raw["text"]))
    return decide(action, situation_of(raw), memory)


def ruled(raw: Json, memory: Memory) -> tuple[Reading, list[Hit]]:
    """One announcement of a set as it is read, and what the rules alone say to each entry."""
    reading = read(ActionInput(InputForm.TEXT, str(raw["text"])), memory.lexicon)
    return reading, memory.ruled(reading, situation_of(raw))[1]


def form_of(raw: Json) -> str:
    """The form that the labels name, or what the text looks like."""
    if raw.get("form"):
        return str(raw["form"])
    text = str(raw["text"]).strip()
    return "json" if text.startswith("{") else "command" if text.startswith("`") else "prose"


def score_set(folder: Path) -> Report:
    """Judges every announcement of a set against its entries."""
    report = Report(folder.name)
    memory = load_memory(folder / "entries.jsonl")
    for raw in rows(folder / "announcements.jsonl"):
        decision = judge(raw, memory)
        got = {m.entry.id for m in (*decision.matches, *decision.alerts)}
        expected = set(_strings(raw["expect"]))
        verdict, given = str(raw["expect_verdict"]), decision.effect.verdict
        for tally in (
            report.whole,
            report.classes[str(raw["why"])],
            report.forms[form_of(raw)],
        ):
            tally.add(expected, got, verdict, given)
        if expected != got or verdict != given:
            report.errors.append((raw, decision))
    return report


def pooled(reports: Iterable[Report]) -> Tally:
    """All sets as one."""
    total = Tally()
    for report in reports:
        total = total.plus(report.whole)
    return total


def _strings(value: object) -> list[str]:
    return [str(v) for v in value] if isinstance(value, list) else []
