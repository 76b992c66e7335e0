"""What a comparison of an entry and a frame found, before anything is decided."""

from __future__ import annotations

from typing import NamedTuple


class Parts(NamedTuple):
    """What a comparison found.

    Attributes:
        kind: How alike the kinds of action are, from -1 to 1; None where the frame names none.
        kinds: The pair of kinds that was compared.
        objects: Share of the entry's objects that the clause or the text names, from 0 to 1.
        shared: The concepts and names in common.
        foreign: How surely the frame's object is another one.
        other_name: How surely it names another identifier where the entry names one.
        value: It is set to the very value that the entry names.
        support: Share of the entry's circumstances that the text names.
        announced: Something is announced, whatever the verb.
        no_value: The entry names a limit, and no value is said.
        both_all: Both take everything.
        narrowed: It takes only one, or one after the other.
        safe: It is done to a copy, a mock, a canary.
        office: It is about tickets, calendars, dashboards.
        light: The kind says little: "run", "set", "change".
        whole: The kind takes the service itself, and the entry names no part of it.
        changed: A value is said to change.
    """

    kind: float | None
    kinds: tuple[str, str]
    objects: float = 0.0
    shared: tuple[str, ...] = ()
    foreign: float = 0.0
    other_name: float = 0.0
    value: bool = False
    support: float = 0.0
    announced: bool = False
    no_value: bool = False
    both_all: bool = False
    narrowed: bool = False
    safe: bool = False
    office: bool = False
    light: bool = False
    whole: bool = False
    changed: bool = False


__all__ = ["Parts"]
