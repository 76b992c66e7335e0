"""Run a command as if nothing stood before it: its input, output, signals and exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

TAIL_BYTES = 8_000
DRAIN_SECONDS = 0.5
"""How long what the command left running may keep standard error open before guard ends."""
NOT_FOUND, NOT_EXECUTABLE = 127, 126
_PASSED_ON = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2")
_FROM_KEYS = ("SIGINT", "SIGQUIT")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended.

    Attributes:
        exit_code: Its own, 128 plus the signal that ended it, or the shell's 126 and 127.
        stderr: The end of its standard error; empty where that is a terminal.
    """

    exit_code: int
    stderr: str = ""


def run(command: Sequence[str]) -> Ended:
    """Run it to its end.

    Standard error is captured on its way only where it is no terminal: a program that draws on one
    must find it.
    """
    stderr = None if sys.stderr.isatty() else subprocess.PIPE
    with _signals_passed_on() as passing:
        try:
            child = subprocess.Popen(command, stderr=stderr)  # noqa: S603  # what guard is there for
        except OSError as failed:
            sys.stderr.write(f"negmem: {command[0]}: {failed.strerror}\n")
            code = NOT_FOUND if isinstance(failed, FileNotFoundError) else NOT_EXECUTABLE
            return Ended(code, f"{command[0]}: {failed.strerror}")
        passing.to(child)
        tail = bytearray()
        copying = _copying(child.stderr.fileno(), tail) if child.stderr else None
        code = child.wait()
        if copying is not None:
            copying.join(DRAIN_SECONDS)
    text = bytes(tail[-TAIL_BYTES:]).decode("utf-8", "replace")
    return Ended(code if code >= 0 else 128 - code, text)


def _copying(source: int, tail: bytearray) -> threading.Thread:
    """Copy the stream to our standard error as it comes, and keep its end."""

    def copy() -> None:
        while chunk := os.read(source, 65_536):
            tail.extend(chunk)
            del tail[:-TAIL_BYTES]
            _write_all(sys.stderr.fileno(), chunk)

    thread = threading.Thread(target=copy, daemon=True)
    thread.start()
    return thread


def _write_all(fd: int, data: bytes) -> None:
    while data:
        try:
            data = data[os.write(fd, data) :]
        except BlockingIOError:
            continue
        except OSError:
            return  # nobody reads any more; the command is not to notice


class _Passing:
    """Where signals go: to the command, or to it as soon as there is one."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._early: list[int] = []

    def to(self, child: subprocess.Popen[bytes]) -> None:
        """From here on to this command, which gets what came before too."""
        self._child = child
        while self._early:
            child.send_signal(self._early.pop(0))

    def on(self, number: int, _frame: FrameType | None) -> None:
        """Pass it on."""
        if self._child is None:
            self._early.append(number)
        else:
            self._child.send_signal(number)

    def ignore(self, number: int, _frame: FrameType | None) -> None:
        """Leave it to the command, which a terminal's keys reach by themselves."""


@contextmanager
def _signals_passed_on() -> Iterator[_Passing]:
    passing = _Passing()
    typed = _in_foreground()
    before = {}
    for name in _PASSED_ON:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            handler = passing.ignore if typed and name in _FROM_KEYS else passing.on
            before[number] = signal.getsignal(number)
            signal.signal(number, handler)
    try:
        yield passing
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


def _in_foreground() -> bool:
    """Whether this process group is the one that a terminal's keys signal."""
    try:
        terminal = os.open(os.ctermid(), os.O_RDONLY | os.O_NOCTTY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(terminal)
