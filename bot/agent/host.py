"""What of the host changes what a command does; it becomes part of the action's digest."""

from __future__ import annotations

import os
from collections.abc import Mapping

_LARGEST_FILE = 1_000_000
_KEY = b"current-context:"


def host_context(cwd: str, environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """The working directory, and the kubeconfig's current context where there is one.

    Args:
        cwd: Where the command will run.
        environ: The variables that it will see; by default this process's.
    """
    found = {"cwd": cwd} if cwd else {}
    context = _kube_context(os.environ if environ is None else environ)
    return {**found, "kube_context": context} if context else found


def _kube_context(environ: Mapping[str, str]) -> str | None:
    """As kubectl finds it: the first file of `KUBECONFIG` that names one, else the home's."""
    listed = [path for path in environ.get("KUBECONFIG", "").split(os.pathsep) if path]
    home = environ.get("HOME", "")
    for path in listed or ([os.path.join(home, ".kube", "config")] if home else []):
        try:
            with open(path, "rb") as file:
                lines = file.read(_LARGEST_FILE).splitlines()
        except OSError:
            continue
        for line in lines:
            if line.startswith(_KEY):  # a top-level key: no YAML parser is needed, and none loaded
                name = line[len(_KEY) :].split(b" #")[0].strip().strip(b"\"'")
                if name:
                    return name.decode("utf-8", "replace")
    return None
