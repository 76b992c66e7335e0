"""Whatever agents and people do in whatever order: nothing starts that may not."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bot.application.actions.ask_gate import GateCall, ask_gate
from bot.application.actions.start_action import start_action
from bot.application.actions.view_action import view_action
from bot.application.holds.keep_hold import keep_hold
from bot.application.holds.release_hold import release_hold
from bot.domain.action import ActionInput, InputForm
from bot.domain.audit import first_break
from bot.domain.decision import Effect
from bot.domain.hold import PERMIT_LIFE, HoldState
from tests.fakes.bench import BLOCK, TEAM, WARN, Bench, agent
from tests.fakes.directory import ADMIN, GUEST, ONCALL

ACTIONS = [
    ActionInput(InputForm.COMMAND, text="kubectl -n prod rollout restart deploy/payments-api"),
    ActionInput(InputForm.COMMAND, text="kubectl -n prod rollout restart deploy/payments-api -v=6"),
    ActionInput(InputForm.TEXT, text="Flushing the redis cache of checkout-web in prod."),
    ActionInput(InputForm.COMMAND, text="kubectl -n prod get pods"),
]
PEOPLE = [ADMIN, ONCALL, GUEST]
some_number = st.integers(0, 10**6)


class GateMachine(RuleBasedStateMachine):
    """Two agents, three people and a clock."""

    def __init__(self) -> None:
        super().__init__()
        self.bench = Bench()
        self.bench.remember(BLOCK, WARN)
        self.asked = []  # (agent's name, action id, action)
        self.permits = ["permit-none"]
        self.started = []  # permit tokens

    def _one(self, among, number):
        return among[number % len(among)]

    def _view(self, name, action_id):
        view = view_action(self.bench.negmem, agent(name), action_id)
        if view.permit and view.permit.token not in self.permits:
            self.permits.append(view.permit.token)
        return view

    @rule(name=st.sampled_from(["a1", "a2"]), action=st.sampled_from(ACTIONS))
    def ask(self, name, action):
        view = ask_gate(self.bench.negmem, agent(name), GateCall(action))
        assert (view.permit is None) is (view.judged.effect is Effect.HOLD)
        self.asked.append((name, view.judged.id, action))
        self._view(name, view.judged.id)

    @precondition(lambda self: self.asked)
    @rule(number=some_number, user=st.sampled_from(PEOPLE), keep=st.booleans())
    def decide(self, number, user, keep):
        name, action_id, _ = self._one(self.asked, number)
        hold = view_action(self.bench.negmem, agent(name), action_id).hold
        if hold is None:
            return
        was_open = hold.is_pending(self.bench.now)
        if keep:
            answer = keep_hold(self.bench.negmem, TEAM, hold.id, user)
        else:
            answer = release_hold(self.bench.negmem, TEAM, hold.id, user, hold.revision)
        assert not answer.ok or (was_open and user != GUEST)
        self._view(name, action_id)

    @precondition(lambda self: self.asked)
    @rule(which=some_number, permit=some_number, action=st.sampled_from([None, *ACTIONS]))
    def start(self, which, permit, action):
        name, action_id, asked = self._one(self.asked, which)
        before = self._view(name, action_id)
        own = before.permit.token if before.permit and permit % 2 else None
        token = own or self._one(self.permits, permit)
        answer = start_action(self.bench.negmem, agent(name), action_id, token, action or asked)
        if not answer.ok:
            return
        assert before.permit is not None
        assert token == before.permit.token
        assert (action or asked) == asked
        assert self.bench.now < before.permit.issued_at + PERMIT_LIFE
        assert before.judged.effect is not Effect.HOLD or before.state is HoldState.RELEASED
        self.started.append(token)

    @rule(minutes=st.sampled_from([1, 4, 6, 31, 61]))
    def pass_time(self, minutes):
        self.bench.now += timedelta(minutes=minutes)

    @invariant()
    def nothing_starts_twice(self):
        assert len(self.started) == len(set(self.started))

    def teardown(self):
        with self.bench.store.read() as tx:
            assert first_break(tx.audit.records(TEAM)) is None


TestGateMachine = GateMachine.TestCase
TestGateMachine.settings = settings(max_examples=300, stateful_step_count=30, deadline=None)
