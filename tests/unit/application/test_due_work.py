"""What is due for one hold or workspace does not wait for what goes wrong with another."""

import pytest

from bot.application import due_work as module
from bot.application.due_work import due_work
from bot.application.records.workspace import Channel
from bot.application.team.break_glass import open_break_glass
from bot.application.team.set_up import store_set_up
from bot.domain.errors import MemoryUnavailable
from bot.domain.hold import HoldState
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, Bench
from tests.fakes.directory import ADMIN

MONDAY = {"review_channel": CHANNEL, "review_day": "mon", "review_hour": 9, "review_tz": "UTC"}


class Bug(Exception):
    """What no code expects."""


@pytest.fixture
def bench():
    made = Bench()
    made.remember(BLOCK)
    return made


def failing(monkeypatch, name, of):
    """Have `name` raise where `of` says so."""
    works = getattr(module, name)

    def fails(*args):
        if of(*args):
            raise Bug
        return works(*args)

    monkeypatch.setattr(module, name, fails)


@pytest.mark.parametrize(("name", "minutes"), [("expire", 31), ("_remind", 16)])
def test_a_hold_that_fails_keeps_no_other_from_its_end(bench, monkeypatch, name, minutes):
    """Whichever is the older one."""
    with bench.store.write() as tx:
        tx.channels.put(Channel(TEAM, "C2", "other", environment="prod"))
    bad = bench.announce()
    good = bench.announce(channel="C2")
    failing(monkeypatch, name, lambda _tx, hold, _now: hold.id == bad.hold_id)
    bench.later(minutes=minutes)
    due_work(bench.negmem)
    reached = {
        hold.id: hold.reminded or hold.state is HoldState.EXPIRED
        for hold in map(bench.hold, (bad, good))
    }
    assert reached == {bad.hold_id: False, good.hold_id: True}


def test_a_workspace_whose_review_fails_keeps_no_other_from_its_own(bench, monkeypatch):
    for team in ("T0", TEAM):
        store_set_up(bench.negmem, team, "operator", MONDAY)
    failing(monkeypatch, "post_review", lambda _negmem, team, *_: team == "T0")
    bench.later(days=1, hours=7)
    due_work(bench.negmem)
    with bench.store.read() as tx:
        assert [len(tx.reviews.latest(team, 9)) for team in ("T0", TEAM)] == [0, 1]


def test_a_hold_that_fails_keeps_no_opening_open(bench, monkeypatch):
    bench.announce()
    open_break_glass(bench.negmem, TEAM, CHANNEL, ADMIN, "all is down", 30)
    failing(monkeypatch, "expire", lambda *_: True)
    bench.later(minutes=31)
    due_work(bench.negmem)
    with bench.store.read() as tx:
        assert tx.channels.get(TEAM, CHANNEL).break_glass.said_over


def test_a_database_that_is_away_is_no_trouble_of_one_hold(bench, monkeypatch):
    """Whoever called tries again with the next minute."""
    bench.announce()

    def away(*_):
        raise MemoryUnavailable("The database is away.")

    monkeypatch.setattr(module, "expire", away)
    bench.later(minutes=31)
    with pytest.raises(MemoryUnavailable):
        due_work(bench.negmem)


def test_nothing_is_written_where_nothing_is_due(bench, monkeypatch):
    """Each replica asks every minute."""
    bench.announce()
    monkeypatch.setattr(bench.store, "write", None)
    due_work(bench.negmem)
