"""A few decisions are worked on at once; who cannot have a turn is held."""

from __future__ import annotations

import pytest

from bot.domain.errors import MemoryUnavailable
from bot.gate.turns import Turns


def test_a_turn_that_ends_badly_is_the_next_ones():
    turns = Turns(at_once=1, patience=0)
    with pytest.raises(KeyError), turns.turn():
        raise KeyError
    with turns.turn(), pytest.raises(MemoryUnavailable), turns.turn():
        pass


def test_where_all_are_stuck_the_gate_holds(gate):
    gate.client.app.state.turns = Turns(at_once=0, patience=0)
    answer = gate.ask({"command": "kubectl -n prod get pods"})
    assert answer.status_code == 503
    assert answer.json()["effect"] == "hold"
