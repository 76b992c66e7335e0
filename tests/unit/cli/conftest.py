"""The command line in a folder and with a database of its own."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.cli.app import run

NEGMEM = Path(sys.executable).with_name("negmem")


@pytest.fixture
def variables(tmp_path, monkeypatch):
    """The environment of a command: a database and a folder of its own, nothing else set."""
    for name in [name for name in os.environ if name.startswith(("SLACK_", "NEGMEM_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("NEGMEM_DATABASE_URL", f"sqlite:///{tmp_path / 'n.db'}")
    monkeypatch.chdir(tmp_path)
    return monkeypatch


@pytest.fixture
def negmem(variables):
    """Runs the command line in this process."""

    def command(*words, stdin="", **environment):
        out, err = io.StringIO(), io.StringIO()
        with variables.context() as now:
            for name, value in environment.items():
                now.setenv(name, value)
            now.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
            with redirect_stdout(out), redirect_stderr(err):
                code = run([str(word) for word in words])
        return SimpleNamespace(returncode=code, stdout=out.getvalue(), stderr=err.getvalue())

    return command


@pytest.fixture
def process(variables, tmp_path):
    """Runs the real command."""

    def command(*words, stdin=""):
        return subprocess.run(
            [NEGMEM, *words], input=stdin, capture_output=True, text=True, cwd=tmp_path, timeout=120
        )

    return command
