"""Speed of reading and matching: one row for each figure of the table that `make bench` prints.

Times are those of the processor: what other work on the machine adds is no property of ours.
"""

from __future__ import annotations

import gc
import resource
import statistics
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from rapidfuzz import fuzz, process

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.matching import Memory
from bot.domain.reading import Reading, read
from bot.domain.reading.lexicon import Lexicon, load_lexicon
from tests.eval.matching import rows as lines
from tests.eval.matching import sets

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
SMALL, LARGE, PER_SERVICE = 1_000, 100_000, 20
ACTIONS = (
    "Restart all pods during the peak", "Purge the queue to clear the backlog",
    "Drop the audit table", "Disable the nightly backup", "Lower the server timeout",
    "Fail the primary over to a replica", "Scale below eight replicas",
    "Roll back to a release older than v7", "Raise the retry count", "Flush the cache",
)  # fmt: skip


def rows() -> list[tuple[str, str]]:
    """(what, figure) for each measurement."""
    lexicon = load_lexicon()
    texts = [str(raw["text"]) for folder in sets() for raw in lines(folder / "announcements.jsonl")]
    short = [t for t in texts if len(t) <= 1_000]
    reading = _timed(lambda t: read(ActionInput(InputForm.TEXT, t), lexicon), short)
    table = [("reading, up to 1,000 characters", _quantiles(reading))]
    small, _ = _filled(SMALL, lexicon)
    large, taken = _filled(LARGE, lexicon)
    here = Situation(now=NOW)
    for name, find in (
        ("finding and scoring", lambda memory, one: memory.ruled(one, here)),
        ("the whole, weighed", lambda memory, one: memory.search(one, here)),
    ):
        found_small = _search(small, SMALL, lexicon, find)
        found_large = _search(large, LARGE, lexicon, find)
        ratio = statistics.median(found_large) / statistics.median(found_small)
        table += [
            (f"{name}, {SMALL:,} entries", _quantiles(found_small)),
            (f"{name}, {LARGE:,} entries", _quantiles(found_large)),
            ("  times that of the smaller", f"{ratio:.1f}"),
        ]
    table += [
        (f"memory for {LARGE:,} entries", f"{taken:.0f} MB"),
        (f"rapidfuzz over {LARGE:,} entries", _quantiles(_rapidfuzz(large, short[:20]))),
        ("one entry put", _quantiles(_puts(large))),
    ]
    for size in (4_000, 16_000, 64_000):
        text = ("restarting orders-api in prod because it is slow; " * 2_000)[:size]
        took = _timed(lambda t: read(ActionInput(InputForm.TEXT, t), lexicon), [text])
        table.append((f"reading {size:,} characters", f"{took[0] * 1e3:.0f} ms"))
    return table


def _timed(call: Callable[[str], object], inputs: Sequence[str]) -> list[float]:
    took = []
    for one in inputs:
        start = time.thread_time()
        call(one)
        took.append(time.thread_time() - start)
    return took


def _quantiles(seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    middle, high = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"p50 {middle * 1e3:.2f} ms, p99 {high * 1e3:.2f} ms"


def _entry(number: int) -> Entry:
    service = f"team{number // PER_SERVICE}-api"
    return Entry(
        id=f"nm-{number}",
        action=ACTIONS[number % len(ACTIONS)],
        context=f"{service} in production under load",
        outcome="half an hour of errors",
        severity=Severity.BLOCK,
        source="bench",
        scope=Scope((service,), ("prod",)),
        expires=None,
        created=NOW,
    )


def _filled(size: int, lexicon: Lexicon) -> tuple[Memory, float]:
    """A memory of `size` entries, and the megabytes it takes."""
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    memory = Memory(lexicon)
    for number in range(size):
        memory.put(_entry(number))
    return memory, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


def _search(
    memory: Memory, size: int, lexicon: Lexicon, find: Callable[[Memory, Reading], object]
) -> list[float]:
    readings: list[Reading] = []
    for number in range(0, size, max(1, size // 400)):
        service = f"team{number // PER_SERVICE}-api"  # another text each time: answers are kept
        text = f"restarting all pods of {service} in prod, {number} errors a minute"
        readings.append(read(ActionInput(InputForm.TEXT, text), lexicon))
    took = []
    for reading in readings:
        start = time.thread_time()
        find(memory, reading)
        took.append(time.thread_time() - start)
    return took


def _rapidfuzz(memory: Memory, texts: Sequence[str]) -> list[float]:
    actions = [f"{e.action} {e.context}" for e in memory.entries()]
    return _timed(
        lambda t: process.extractOne(t, actions, scorer=fuzz.token_set_ratio), list(texts)
    )


def _puts(memory: Memory) -> list[float]:
    took = []
    for number in range(200):
        entry = _entry(LARGE + number)
        start = time.thread_time()
        memory.put(entry)
        took.append(time.thread_time() - start)
    return took
