"""Agents at the gate at the same moment, on each store: none is refused for being second."""

from __future__ import annotations

import pytest

from bot.application.ask_gate import GateCall, ask_gate
from bot.application.release_hold import release_hold
from bot.application.start_action import start_action
from bot.application.view_action import view_action
from bot.domain.action import ActionInput, InputForm
from bot.domain.audit import first_break
from tests.contract.conftest import AnyStore
from tests.contract.test_store_races import CROWD, all_at_once
from tests.fakes.bench import BLOCK, TEAM, Bench, agent
from tests.fakes.directory import ONCALL

RESTART = ActionInput(InputForm.COMMAND, text="kubectl -n prod rollout restart deploy/payments-api")
HARMLESS = ActionInput(InputForm.COMMAND, text="kubectl -n prod get pods")


@pytest.fixture
def bench(store: AnyStore) -> Bench:
    made = Bench(store=store.unit_of_work)  # type: ignore[arg-type]  # any store will do
    made.remember(BLOCK)
    return made


def test_the_same_action_at_once_is_one_hold(bench: Bench) -> None:
    views = all_at_once(lambda _: ask_gate(bench.negmem, agent(), GateCall(RESTART)))
    assert len({view.hold.id for view in views if view.hold}) == 1
    with bench.store.read() as tx:
        (hold,) = tx.holds.open(TEAM)
        records = list(tx.audit.records(TEAM))
    assert hold.asked == CROWD
    assert first_break(records) is None


def test_the_same_key_at_once_is_one_action_with_one_permit(bench: Bench) -> None:
    call = GateCall(HARMLESS, idempotency_key="k", body_hash="h")
    views = all_at_once(lambda _: ask_gate(bench.negmem, agent(), call))
    assert len({view.judged.id for view in views}) == 1
    assert len({view.permit.token for view in views if view.permit}) == 1


def test_one_permit_at_once_is_spent_once(bench: Bench) -> None:
    asked = ask_gate(bench.negmem, agent(), GateCall(RESTART))
    assert asked.hold is not None
    assert release_hold(bench.negmem, TEAM, asked.hold.id, ONCALL, asked.hold.revision).ok
    permit = view_action(bench.negmem, agent(), asked.judged.id).permit
    assert permit is not None
    answers = all_at_once(
        lambda _: start_action(bench.negmem, agent(), asked.judged.id, permit.token, RESTART)
    )
    assert sorted(answer.code for answer in answers) == ["spent"] * (CROWD - 1) + ["started"]
