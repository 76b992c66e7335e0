"""What runs until it is told to stop ends, however often it is told."""

import signal
import subprocess
import sys
import time

import pytest

WAITER = """
import sys, time
from bot.cli.stopping import stop_signals
came = stop_signals()
sys.setprofile(lambda *_: time.sleep(0.02))  # so slow that one handler interrupts another
print("ready", flush=True)
came.get()
print("over", flush=True)
"""


@pytest.mark.parametrize("signals", [1, 10])
def test_the_waiting_ends_at_one_signal_and_at_many(signals):
    """A handler that interrupts another must not wait for what the other one holds."""
    with subprocess.Popen([sys.executable, "-c", WAITER], stdout=subprocess.PIPE) as waiter:
        try:
            assert waiter.stdout.readline() == b"ready\n"
            for _ in range(signals):
                waiter.send_signal(signal.SIGTERM)
                waiter.send_signal(signal.SIGINT)
                time.sleep(0.01)
            assert waiter.communicate(timeout=30)[0] == b"over\n"
        finally:
            waiter.kill()
