"""What the names and values of metrics say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.metric_change import Nature, Trend, compare, nature_of


def trend(name: str, before: object, after: object) -> Trend | None:
    changes = compare({name: before}, {name: after})
    return changes[0].trend if changes else None


@pytest.mark.parametrize(
    ("name", "nature"),
    [
        ("err_5xx_pct", Nature.ERROR),
        ("login_fail_pct", Nature.ERROR),
        ("login_success_pct", Nature.SUCCESS),
        ("queueDepth", Nature.BACKLOG),
        ("replication_lag_s", Nature.DELAY),
        ("search_p99_ms", Nature.LATENCY),
        ("healthy_targets", Nature.HEALTH),
        ("hit_ratio", Nature.QUALITY),
        ("disk_util_pct", Nature.PRESSURE),
        ("disk_free_pct", Nature.HEALTH),
        ("replicas", Nature.NEUTRAL),
        ("under_replicated", Nature.ERROR),
        ("duplicate_bookings", Nature.INTEGRITY),
        ("unbilled_trips", Nature.ERROR),
        ("no_route_pct", Nature.ERROR),
        ("zero_hits_pct", Nature.ERROR),
        ("unsent_mails", Nature.ERROR),
        ("totals_diff_pct", Nature.INTEGRITY),
        ("locked_users", Nature.ERROR),
        ("support_calls", Nature.ERROR),
        ("query_s", Nature.LATENCY),
        ("rows_per_s", Nature.FLOW),
        ("archive_complete_pct", Nature.QUALITY),
    ],
)
def test_a_name_says_what_it_measures(name: str, nature: Nature) -> None:
    """The strongest word of a name decides."""
    assert nature_of(name) is nature


@pytest.mark.parametrize(
    ("name", "before", "after", "expected"),
    [
        ("err_pct", 0.3, 4.9, Trend.WORSE),
        ("err_pct", 0.3, 0.35, Trend.SAME),
        ("success_pct", 99.9, 97.0, Trend.WORSE),
        ("p99_ms", 180, 195, Trend.SAME),
        ("p99_ms", 14, 4300, Trend.WORSE),
        ("p95_s", 0.2, 9.0, Trend.WORSE),
        ("backup_age_h", 2, 30, Trend.WORSE),
        ("hit_rate", 0.97, 0.04, Trend.WORSE),
        ("hit_rate", 0.91, 0.86, Trend.SAME),
        ("healthy_hosts", 90, 88, Trend.SAME),
        ("healthy_hosts", 90, 2, Trend.WORSE),
        ("cpu_pct", 22, 48, Trend.SAME),
        ("disk_pct", 44, 100, Trend.WORSE),
        ("replicas", 12, 2, Trend.SAME),
        ("lost_orders", 0, 1, Trend.WORSE),
        ("status", "green", "red", Trend.WORSE),
        ("leader", True, False, Trend.WORSE),
        ("sealed", False, True, Trend.WORSE),
    ],
)
def test_a_step_is_clearly_worse_or_noise(
    name: str, before: object, after: object, expected: Trend
) -> None:
    """Small steps are noise; the direction that is bad follows from the name."""
    assert trend(name, before, after) is expected


def test_words_without_an_order_are_skipped() -> None:
    """An address is neither better nor worse."""
    assert trend("svc_ip", "203.0.113.9", "203.0.113.54") is None


@given(
    st.sampled_from(["err_pct", "p99_ms", "queue_len", "rps", "hit_ratio", "healthy_nodes", "x"]),
    st.floats(min_value=0, max_value=1e9),
    st.floats(min_value=0, max_value=1e9),
)
def test_worse_one_way_is_better_the_other(name: str, one: float, other: float) -> None:
    """A step and its way back are never both worse, nor worse and the same."""
    there, back = trend(name, one, other), trend(name, other, one)
    opposite = {Trend.WORSE: Trend.BETTER, Trend.BETTER: Trend.WORSE, Trend.SAME: Trend.SAME}
    assert there is not None
    assert back is opposite[there]


def test_numbers_are_told_with_their_units() -> None:
    """A share is told in percent, a latency in milliseconds."""
    changes = compare({"hit_rate": 0.97, "p99_ms": 14}, {"hit_rate": 0.04, "p99_ms": 4300})
    assert [change.in_words() for change in changes] == [
        "hit rate from 97 to 4 %",
        "p99 from 14 to 4,300 ms",
    ]
