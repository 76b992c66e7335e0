"""Agents at the gate at the same moment, on each store: none is refused for being second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from bot.application.actions.ask_gate import GateCall, ask_gate
from bot.application.actions.check_action import ActionRequest, check_action
from bot.application.actions.start_action import start_action
from bot.application.actions.view_action import view_action
from bot.application.holds.release_hold import release_hold
from bot.application.ports.judgements import Holds
from bot.application.ports.store import Transaction, UnitOfWork
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.action import ActionInput, Announcement, InputForm, Place
from bot.domain.audit import first_break
from bot.domain.decision import Effect
from bot.domain.hold import Hold, HoldState
from bot.storage import Store
from tests.contract.conftest import AnyStore
from tests.contract.test_store_races import CROWD, all_at_once
from tests.fakes.bench import APP, BLOCK, CHANNEL, TEAM, Bench, agent
from tests.fakes.bench import RESTART as RESTART_TEXT
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


def test_the_same_said_in_many_messages_at_once_is_one_hold(bench: Bench) -> None:
    """Messages that replicas hear at once are like calls: none is lost for being second."""

    def said(number: int) -> JudgedAnnouncement:
        place = Place(TEAM, CHANNEL, f"1790000000.{number:06d}")
        heard = Announcement(place, ActionInput(InputForm.TEXT, RESTART_TEXT), APP, bench.now)
        return check_action(bench.negmem, ActionRequest(heard))

    judged = all_at_once(said)
    assert len({one.hold_id for one in judged}) == 1
    with bench.store.read() as tx:
        (hold,) = tx.holds.open(TEAM)
        records = list(tx.audit.records(TEAM))
    assert hold.asked == CROWD
    assert first_break(records) is None


@pytest.mark.parametrize("raw", [BLOCK, {**BLOCK, "severity": "warn"}], ids=["held", "warned"])
def test_one_message_heard_by_all_replicas_at_once_is_judged_once(
    store: AnyStore, raw: dict[str, object]
) -> None:
    """Slack repeats itself, and another replica may be catching up: it is one card, one warning."""
    bench = Bench(store=store.unit_of_work)  # type: ignore[arg-type]  # any store will do
    bench.remember(raw)
    place = Place(TEAM, CHANNEL, "1790000000.000001")
    heard = Announcement(place, ActionInput(InputForm.TEXT, RESTART_TEXT), APP, bench.now)
    judged = all_at_once(lambda _: check_action(bench.negmem, ActionRequest(heard)))
    assert len({one.id for one in judged}) == 1
    with bench.store.read() as tx:
        holds = tx.holds.open(TEAM)
        about = [judged[0].id, *(hold.id for hold in holds)]
        assert sum(len(tx.outbox.of_subject(TEAM, one)) for one in about) == 1
    assert [hold.asked for hold in holds] in ([], [1])


def test_the_same_at_once_is_one_warning(store: AnyStore) -> None:
    """Copies of one agent do the same at the same moment."""
    bench = Bench(store=store.unit_of_work)  # type: ignore[arg-type]  # any store will do
    bench.remember({**BLOCK, "severity": "warn"})
    views = all_at_once(lambda _: ask_gate(bench.negmem, agent(), GateCall(RESTART)))
    assert {view.judged.effect for view in views} == {Effect.WARN}
    with bench.store.read() as tx:
        assert sum(len(tx.outbox.of_subject(TEAM, view.judged.id)) for view in views) == 1


class RivalHolds:
    """A transaction's holds, with another replica's doings at the worst moments."""

    def __init__(self, holds: Holds, opens: Callable[[Hold], None], ends: Callable[[], None]):
        self._holds, self._opens, self._ends = holds, opens, ends
        self._opened = False

    def add(self, hold: Hold) -> None:
        """The rival opens the same hold just before."""
        self._opens(hold)
        self._opened = True
        self._holds.add(hold)

    def pending(self, team: str, channel: str | None, digest: str) -> Hold | None:
        """A person keeps the rival's hold before it can be joined."""
        if self._opened:
            self._ends()
        return self._holds.pending(team, channel, digest)

    def __getattr__(self, name: str) -> object:
        return getattr(self._holds, name)


class WithRival:
    """A store whose first writing transactions meet `RivalHolds`."""

    def __init__(
        self, inner: UnitOfWork, meetings: int = 1, end: HoldState = HoldState.KEPT
    ) -> None:
        self._inner = inner
        self._left, self._state = meetings, end
        self.read = inner.read

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        with self._inner.write() as tx:
            if self._left:
                self._left -= 1
                tx.holds = RivalHolds(tx.holds, self._open, self._end)  # type: ignore[assignment]
            yield tx

    def _open(self, hold: Hold) -> None:
        self._rival = replace(hold, id=f"hold-rival{self._left or ''}")
        with self._inner.write() as tx:
            tx.holds.add(self._rival)

    def _end(self) -> None:
        ended = replace(
            self._rival, state=self._state, ended_by=ONCALL, ended_at=self._rival.opened_at
        )
        with self._inner.write() as tx:
            tx.holds.update_pending(ended)


@pytest.mark.parametrize("door", ["gate", "slack"])
def test_a_hold_that_came_and_went_meanwhile_is_found(postgres_store: Store, door: str) -> None:
    """The rival's hold was in the way of ours and was kept before we could join it."""
    bench = Bench(store=postgres_store.unit_of_work)  # type: ignore[arg-type]  # any store will do
    bench.remember(BLOCK)
    bench.store = WithRival(postgres_store.unit_of_work)  # type: ignore[assignment]
    bench.negmem = replace(bench.negmem, store=bench.store)
    judged = bench.announce(agent=agent() if door == "gate" else None)
    assert (judged.hold_id, judged.reason) == ("hold-rival", "kept")


def test_holds_that_come_and_go_again_and_again_refuse_nobody(postgres_store: Store) -> None:
    """Others open, and see released, the same hold before ours, three times in a row."""
    bench = Bench(store=postgres_store.unit_of_work)  # type: ignore[arg-type]  # any store will do
    bench.remember(BLOCK)
    rivals = WithRival(postgres_store.unit_of_work, meetings=3, end=HoldState.RELEASED)
    bench.store = rivals  # type: ignore[assignment]
    bench.negmem = replace(bench.negmem, store=bench.store)
    judged = bench.announce(agent=agent())
    assert (judged.effect, judged.reason) == (Effect.HOLD, "matched")
    with postgres_store.unit_of_work.read() as tx:
        (pending,) = tx.holds.open(TEAM)
    assert pending.id == judged.hold_id
