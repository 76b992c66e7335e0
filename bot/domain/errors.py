"""The errors that people see: each says what is wrong and how to mend it."""

from __future__ import annotations


class NegmemError(Exception):
    """Something a person can mend.

    Args:
        what: One sentence: what is wrong.
        hint: One sentence: how to mend it; may be empty.
    """

    code = "error"

    def __init__(self, what: str, hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.what} {self.hint}".strip()


class InvalidEntry(NegmemError):
    """An entry that is not stored: `missing` names each key that is wrong and why."""

    code = "invalid_entry"

    def __init__(
        self, what: str, hint: str = "", missing: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(what, hint)
        self.missing = missing


class NotFound(NegmemError):
    """Nothing is known under that id in this workspace."""

    code = "not_found"


class NotAllowed(NegmemError):
    """The person or agent may not do this."""

    code = "not_allowed"


class Conflict(NegmemError):
    """The state moved on: somebody else was first, or the request contradicts an earlier one."""

    code = "conflict"


class Gone(NegmemError):
    """It was there and its life is over."""

    code = "gone"


class BadInput(NegmemError):
    """The input cannot be understood."""

    code = "bad_input"


class BrokenInstallation(NegmemError):
    """Something that comes with negmem cannot be used, so nothing can be judged with it.

    Args:
        what: What it is, as a clause: "negmem's trees are missing or damaged".
        path: Where it is.
    """

    code = "broken_installation"

    def __init__(self, what: str, path: object) -> None:
        super().__init__(f"{what}: {path}.", "Reinstall negmem.")


class MemoryUnavailable(NegmemError):
    """The memory cannot be asked right now, so nothing may go on."""

    code = "memory_unavailable"
