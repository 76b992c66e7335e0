"""What the language model costs: time of the processor for a pair, and how often it is asked."""

from __future__ import annotations

import resource
import statistics
import time

from bot.domain.matching import weighing
from bot.domain.sense import Question, Sense, load_sense
from tests.eval.matching import CORPUS, judge, load_memory
from tests.eval.matching import rows as lines

ENTRY = "Raise the connection pool size of the pods. patient-portal in production"
SAID = "each pod may open three times as many database connections from now on, "
SETS, TIMES = ("dev2", "s33"), 100


class Counted(Sense):
    """The model, counting what it is asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def ask(self, question: Question, pairs):
        """As the model answers."""
        self.asked.append(len(pairs))
        return load_sense().ask(question, pairs)


def rows() -> list[tuple[str, str]]:
    """(what, figure) for each measurement."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sense = load_sense()
    table = []
    for characters in (60, 300, 600):
        text = (SAID * 10)[:characters]
        took = []
        for number in range(TIMES):  # another text each time: what was asked is remembered
            start = time.thread_time()
            sense.ask(Question.REPEATS, [(ENTRY, f"{number} {text}")])
            took.append(time.thread_time() - start)
        table.append(
            (f"one pair, {characters} characters", f"{statistics.median(took) * 1e3:.1f} ms")
        )
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    table.append(("memory for it", f"{grown:.0f} MB"))
    asked = [(f"pairs asked for an announcement of {name}", _asked(name)) for name in SETS]
    return [*table, *asked]


def _asked(name: str) -> str:
    counted, real = Counted(), weighing.load_sense
    weighing.load_sense = lambda: counted
    try:
        memory, said = load_memory(CORPUS / name / "entries.jsonl"), 0
        for raw in lines(CORPUS / name / "announcements.jsonl"):
            judge(raw, memory)
            said += 1
    finally:
        weighing.load_sense = real
    none = said - sum(map(bool, counted.asked))
    return f"{sum(counted.asked) / said:.2f}, none for {100 * none / said:.0f} %"
