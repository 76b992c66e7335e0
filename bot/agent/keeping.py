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
        except OSError:
            return []
        dated = [(at, entry.name) for entry in found if (at := _written_at(entry)) is not None]
        return [name.removesuffix(".json") for _, name in sorted(dated)]

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, f"{name}.json")

    def _drop_old(self) -> None:
        """Drop files that are of no use; another process may rename or drop them meanwhile."""
        oldest = time.time() - self._seconds
        for entry in os.scandir(self._folder):
            written = _written_at(entry)
            if written is None or written >= oldest:
                continue
            try:
                os.unlink(entry.path)
            except OSError:
                continue


def _written_at(entry: os.DirEntry[str]) -> float | None:
    """When the file was written, in seconds of the epoch; None where it is gone by now."""
    try:
        return entry.stat().st_mtime
    except OSError:
        return None


def name_of(*parts: object) -> str:
    """A file name that stands for these JSON values; nothing can be read back from it."""
    text = json.dumps(parts, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
