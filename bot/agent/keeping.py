"""Small files between two calls: which action a hook asked about, what is still to be reported."""

from __future__ import annotations

import hashlib
import json
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in `typing`, whose import would cost the hook a tenth of its time
    from typing import Any

DAY = 24 * 3600


class Keeping:
    """A folder of small JSON files, for their owner alone.

    A file that cannot be read counts as missing, one that cannot be written is left out: the gate
    then judges anew, which is the safe side.

    Args:
        purpose: Names the folder under the state home.
        seconds: How long a file is of use; older ones are dropped.
    """

    def __init__(self, purpose: str, *, seconds: float = DAY) -> None:
        env = os.environ
        self._seconds = seconds
        home = env.get("XDG_STATE_HOME") or os.path.join(env.get("HOME", ""), ".local", "state")
        self._folder = os.path.join(home, "negmem", purpose)

    def get(self, name: str) -> dict[str, Any] | None:
        """What was kept under that name, if it is not too old."""
        try:
            with open(self._path(name), encoding="utf-8") as file:
                kept = json.load(file)
        except (OSError, ValueError):
            return None
        fresh = isinstance(kept, dict) and time.time() - kept.get("at", 0) < self._seconds
        return kept if fresh else None

    def put(self, name: str, value: dict[str, Any]) -> bool:
        """Keep it, in place of an earlier one; False where that failed.

        A reader sees the one or the other, never half of one.
        """
        path = self._path(name)
        part = f"{path}.{os.getpid()}"
        try:
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            self._drop_old()
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({**value, "at": time.time()}, file)
            os.replace(part, path)
        except OSError:
            return False
        return True

    def drop(self, name: str) -> bool:
        """Forget it; False where somebody else did so first."""
        try:
            os.unlink(self._path(name))
        except OSError:
            return False
        return True

    def names(self) -> list[str]:
        """Names of all that is kept, oldest first."""
        try:
            found = [entry for entry in os.scandir(self._folder) if entry.name.endswith(".json")]
            found.sort(key=lambda entry: entry.stat().st_mtime)
        except OSError:
            return []
        return [entry.name.removesuffix(".json") for entry in found]

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, f"{name}.json")

    def _drop_old(self) -> None:
        for entry in os.scandir(self._folder):
            if time.time() - entry.stat().st_mtime > self._seconds:
                os.unlink(entry.path)


def name_of(*parts: object) -> str:
    """A file name that stands for these JSON values; nothing can be read back from it."""
    text = json.dumps(parts, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
