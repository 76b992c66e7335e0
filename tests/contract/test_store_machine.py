"""Whatever happens to holds and posts in whatever order, each database answers as the fake does."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from bot.application.ports.store import Transaction
from bot.domain.errors import Conflict
from bot.domain.hold import HoldState
from bot.storage import Store
from bot.storage.tables import metadata
from tests.contract.samples import MINUTE, NOW, hold, post
from tests.fakes.memory_store import MemoryStore

TEAMS = st.sampled_from(["T1", "T2"])
CHANNELS = st.sampled_from(["C1", "C2"])
HOLD_IDS = st.sampled_from(["h1", "h2", "h3"])
POST_IDS = st.sampled_from(["p1", "p2", "p3", "p4", "p5"])
DIGESTS = st.sampled_from(["d1", "d2"])
MINUTES = st.integers(0, 40)
FINAL = st.sampled_from([state for state in HoldState if state is not HoldState.PENDING])


class SameAnswers(RuleBasedStateMachine):
    """Every rule asks both stores and compares."""

    real: Store

    def __init__(self) -> None:
        super().__init__()
        self.fake = MemoryStore()
        self.now = NOW

    @initialize()
    def empty(self) -> None:
        with self.real.engine.begin() as connection:
            for table in reversed(metadata.sorted_tables):
                connection.execute(table.delete())

    def both(self, ask: Any) -> None:
        """Ask in a transaction of each store; a conflict is an answer too."""
        answers = []
        for store in (self.fake, self.real.unit_of_work):
            try:
                with store.write() as tx:
                    answers.append(ask(tx))
            except Conflict:
                answers.append("conflict")
        assert answers[0] == answers[1]

    @rule(minutes=MINUTES)
    def wait(self, minutes: int) -> None:
        self.now += minutes * MINUTE

    @rule(team=TEAMS, channel=CHANNELS | st.none(), name=HOLD_IDS, digest=DIGESTS)
    def open_hold(self, team: str, channel: str | None, name: str, digest: str) -> None:
        new = hold(
            name,
            team,
            channel=channel,
            digest=digest,
            opened_at=self.now,
            expires_at=self.now + 30 * MINUTE,
        )
        self.both(lambda tx: tx.holds.add(new))

    @rule(team=TEAMS, name=HOLD_IDS, state=FINAL)
    def end_hold(self, team: str, name: str, state: HoldState) -> None:
        now = self.now

        def end(tx: Transaction) -> object:
            found = tx.holds.get(team, name)
            if found is None:
                return None
            return tx.holds.update_pending(
                replace(found, state=state, ended_by="U1", ended_at=now)
            ), tx.holds.get(team, name)

        self.both(end)

    @rule(team=TEAMS, channel=CHANNELS | st.none(), digest=DIGESTS, back=MINUTES)
    def look_at_holds(self, team: str, channel: str | None, digest: str, back: int) -> None:
        since, now = self.now - back * MINUTE, self.now
        self.both(
            lambda tx: (
                tx.holds.pending(team, channel, digest),
                tx.holds.kept_since(team, channel, digest, since),
                list(tx.holds.open(team)),
                list(tx.holds.open(team, channel)),
                list(tx.holds.due(now)),
            )
        )

    @rule(
        team=TEAMS,
        channel=CHANNELS,
        name=POST_IDS,
        parent=POST_IDS | st.none(),
        later=st.sampled_from([0, 0, 10]),
    )
    def write_post(
        self, team: str, channel: str, name: str, parent: str | None, later: int
    ) -> None:
        new = post(
            name,
            team,
            channel=channel,
            subject=f"about {channel}",
            parent=parent,
            due_at=self.now + later * MINUTE,
        )
        self.both(lambda tx: tx.outbox.add(new))

    @rule(limit=st.integers(1, 4), teams=st.sets(TEAMS).map(sorted))
    def claim(self, limit: int, teams: list[str]) -> None:
        now: datetime = self.now
        self.both(lambda tx: list(tx.outbox.claim(teams, now, now + MINUTE, limit)))

    @rule(name=POST_IDS, drawn=st.integers(1, 3))
    def send(self, name: str, drawn: int) -> None:
        self.both(lambda tx: tx.outbox.get(name) and tx.outbox.sent(name, f"9.{name}", drawn))

    @rule(name=POST_IDS, retry=st.sampled_from([0, 5]) | st.none())
    def refuse(self, name: str, retry: int | None) -> None:
        at = None if retry is None else self.now + retry * MINUTE
        self.both(lambda tx: tx.outbox.get(name) and tx.outbox.failed(name, "trouble", at))

    @rule(team=TEAMS, channel=CHANNELS)
    def redraw(self, team: str, channel: str) -> None:
        subject = f"about {channel}"

        def ask(tx: Transaction) -> object:
            tx.outbox.redraw(team, [subject])
            return list(tx.outbox.of_subject(team, subject))

        self.both(ask)


def drive(real: Store) -> None:
    machine = type("Machine", (SameAnswers,), {"real": real})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=25,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_the_database_answers_as_the_fake_does(sql_store: Store) -> None:
    drive(sql_store)
