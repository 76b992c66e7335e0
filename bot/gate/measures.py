"""What the gate counts, for `/metrics`."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5)


class Measures:
    """Counters of one gate; `registry` is what `/metrics` prints.

    Args:
        unread_entries: How many entries cannot be read right now.
    """

    def __init__(self, unread_entries: Callable[[], int]) -> None:
        self.registry = CollectorRegistry()
        self.decisions = Counter(
            "negmem_decisions", "Decisions by effect.", ["effect"], registry=self.registry
        )
        self.starts = Counter(
            "negmem_starts", "Starts by result.", ["result"], registry=self.registry
        )
        self.decision_seconds = Histogram(
            "negmem_decision_seconds",
            "Seconds from the parsed request to the decision.",
            buckets=SECONDS,
            registry=self.registry,
        )
        unread = Gauge(
            "negmem_unreadable_entries",
            "Entries that cannot be read; a block entry holds all that is planned in its scope.",
            registry=self.registry,
        )
        unread.set_function(unread_entries)
