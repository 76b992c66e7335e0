"""An event has its effect once, and is not lost when the database was away."""

from __future__ import annotations

import pytest

from bot.application.memories import Memories
from bot.application.negmem import Negmem
from bot.domain.errors import MemoryUnavailable
from bot.domain.reading.lexicon import load_lexicon
from bot.slack.once import Once
from bot.slack.patience import patiently
from tests.fakes.memory_store import MemoryStore
from tests.unit.slack.blocks.cards import NOON


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def negmem(store: MemoryStore) -> Negmem:
    directory: object = None
    return Negmem(store, lambda: NOON, directory, Memories(load_lexicon()))  # type: ignore[arg-type]  # nobody is looked up here


def test_the_second_delivery_has_no_effect(negmem: Negmem) -> None:
    """Of the same event; another event has its own."""
    first, second = Once(negmem, "T1", "event:1"), Once(negmem, "T1", "event:1")
    assert [first.ours(), second.ours(), first.ours()] == [True, False, True]
    assert Once(negmem, "T1", "event:2").ours()
    assert Once(negmem, "T2", "event:1").ours()


def test_what_the_database_could_not_take_is_asked_for_again(
    negmem: Negmem, store: MemoryStore
) -> None:
    """A claim that was not written down is none."""
    once = Once(negmem, "T1", "event:1")
    store.down = True
    with pytest.raises(MemoryUnavailable):
        once.ours()
    store.down = False
    assert once.ours()


def test_work_is_tried_again_while_the_memory_is_away() -> None:
    """As often as there are pauses, and no longer."""
    tries: list[int] = []

    def work() -> None:
        tries.append(1)
        raise MemoryUnavailable("The database is away.")

    patiently(work, pauses=())
    assert len(tries) == 1


def test_a_mistake_of_ours_is_not_tried_again() -> None:
    """It would fail the same way; it is logged, and nothing is raised into Bolt."""
    tries: list[int] = []

    def work() -> None:
        tries.append(1)
        raise ValueError("a mistake")

    patiently(work, pauses=(0.0, 0.0))
    assert len(tries) == 1
