"""The gate beside two routes to measure it against, in a process of its own.

Prints one line of JSON when it serves. Each line on its standard input is a command, answered by
one line: `hold N` opens N holds, `release ID` releases one, `waiting` tells how many wait, `memory`
the resident size in bytes, and `processor` the seconds of processor time so far.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import sqlalchemy as sa
from pydantic import BaseModel

from bot.application.actions.ask_gate import GateCall, ask_gate
from bot.application.holds.release_hold import release_hold
from bot.application.memories import Memories
from bot.application.negmem import Negmem
from bot.application.records.workspace import Channel
from bot.application.team.agents import NewAgent, add_agent
from bot.application.team.set_up import store_set_up
from bot.bootstrap.offline import utc_now
from bot.domain.action import ActionInput, InputForm
from bot.domain.entry_json import entry_from_json
from bot.domain.reading.lexicon import load_lexicon
from bot.gate.app import build_gate
from bot.gate.server import Server
from bot.gate.waiting import Waiting
from bot.storage import open_store
from bot.storage.engine import writing
from tests.bench.gate_questions import FILLERS
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, WARN
from tests.fakes.directory import GROUP, FakeDirectory


class Note(BaseModel):
    """The body of the route that only inserts."""

    text: str


def main(url: str) -> None:
    """Serve until standard input ends."""
    store = open_store(url)
    negmem = Negmem(store.unit_of_work, utc_now, FakeDirectory(), Memories(load_lexicon()))
    token = _furnish(negmem)
    app = build_gate(negmem, store.signals)
    table = sa.Table(
        "bench_notes", sa.MetaData(), sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text),
    )  # fmt: skip
    with writing(store.engine) as connection:
        table.create(connection)

    @app.post("/bench/insert")
    def insert(note: Note) -> dict[str, str]:
        with writing(store.engine) as connection:
            connection.execute(table.insert(), {"text": note.text})
        return {"text": note.text}

    @app.post("/bench/empty")
    def empty(note: Note) -> dict[str, str]:
        return {"text": note.text}

    server = Server(app, ("127.0.0.1", 0), variable="the bench")
    server.start()
    say({"url": server.url, "token": token})
    for line in sys.stdin:
        say(_obey(negmem, app.state.waiting, line.split()))
    server.stop()
    store.close()


def _obey(negmem: Negmem, waiting: Waiting, words: list[str]) -> object:
    if words[0] == "hold":
        return [_held(negmem, number) for number in range(int(words[1]))]
    if words[0] == "release":
        return _released(negmem, words[1])
    if words[0] == "waiting":
        return waiting.many
    if words[0] == "processor":
        return time.process_time()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def _held(negmem: Negmem, number: int) -> list[str]:
    with negmem.store.read() as tx:
        agent = tx.agents.all(TEAM)[0]
    text = f"kubectl -n prod rollout restart deploy/payments-api --timeout={number + 1}s"
    view = ask_gate(negmem, agent, GateCall(ActionInput(InputForm.COMMAND, text=text)))
    assert view.hold is not None
    return [view.judged.id, view.hold.id]


def _released(negmem: Negmem, hold_id: str) -> float:
    """Seconds of the monotonic clock, which all processes share, when the release is committed."""
    with negmem.store.read() as tx:
        hold = tx.holds.get(TEAM, hold_id)
    assert hold is not None
    answer = release_hold(negmem, TEAM, hold_id, "UONCALL", hold.revision)
    assert answer.ok, answer.text
    return time.monotonic()


def _furnish(negmem: Negmem) -> str:
    store_set_up(negmem, TEAM, "bench", {"groups": [GROUP]})
    fillers = [
        {**WARN, "id": f"nm-{100 + n}", "service": f"service-{n}",
         "action": f"flush the redis cache of service-{n}"} for n in range(FILLERS)
    ]  # fmt: skip
    with negmem.store.write() as tx:
        tx.channels.put(Channel(TEAM, CHANNEL, "inc-payments", environment="prod"))
        for raw in (BLOCK, WARN, *fillers):
            tx.entries.add(TEAM, entry_from_json(raw, now=negmem.clock()).entry)
    return add_agent(negmem, TEAM, NewAgent("bench-agent", CHANNEL), actor="bench")


def say(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
