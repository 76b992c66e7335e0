"""Commands about entries: add, list, show, search, check, edit, renew, retire."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from slack_bolt import App

from bot.application.actions.check_action import judge_only
from bot.application.entries.change_entry import RENEWED_FOR, renew_entry, retire_entry
from bot.application.entries.read_entries import list_entries, search_entries, show_entry
from bot.application.people.answers import Answer
from bot.domain.action import ActionInput, InputForm
from bot.domain.entry import Entry, Severity
from bot.domain.errors import BadInput
from bot.domain.expiry import read_days
from bot.slack.answering import Answered, Told, on_click
from bot.slack.blocks.lists import decision_lines, entry_in_full, entry_page
from bot.slack.blocks.rich import quote, rich
from bot.slack.listeners.adding import open_add_form, open_edit_form
from bot.slack.parsing.interactions import Click, Command
from bot.slack.room import Room

_SERVICE = re.compile(r"\bservice=(\S+)")
_ENVIRONMENT = re.compile(r"\b(?:env|environment)=(\S+)")
_LONGEST_QUERY = 200


def register_pages(app: App, room: Room) -> None:
    """Listen to the buttons under long lists."""
    on_click(app, room, "page_next", _page)
    on_click(app, room, "page_back", _page)


def _add(room: Room, command: Command) -> Answer | None:
    return open_add_form(room, command.asker, command.rest)


def _edit(room: Room, command: Command) -> Answer | None:
    return open_edit_form(room, command.asker, _entry_id(command))


def _list(room: Room, command: Command) -> Told:
    return _listed(room, command.asker.team, "list", command.rest, 0)


def _search(room: Room, command: Command) -> Told:
    if not command.rest:
        raise BadInput("Say what to search for:", "`/negmem search payments restart`.")
    return _listed(room, command.asker.team, "search", command.rest, 0)


def _page(room: Room, click: Click) -> Told:
    offset, kind, query = click.ids(3)
    start = int(offset) if offset.isdigit() else 0
    return replace(_listed(room, click.asker.team, kind, query, start), in_place=True)


def _listed(room: Room, team: str, kind: str, query: str, offset: int) -> Told:
    query = query.replace("|", " ")[:_LONGEST_QUERY]
    if kind == "search":
        found: Sequence[Entry] = search_entries(room.negmem, team, query)
        title = f"Entries with “{query}”"
    else:
        found, title = _filtered(room, team, query), "Entries"
    return Told(entry_page(found, offset, title, f"{kind}|{query}", room.negmem.clock()))


def _filtered(room: Room, team: str, query: str) -> Sequence[Entry]:
    service, environment = _SERVICE.search(query), _ENVIRONMENT.search(query)
    words = set(query.lower().split())
    severity = next((one for one in Severity if one.value in words), None)
    return list_entries(
        room.negmem,
        team,
        service=service[1] if service else None,
        environment=environment[1] if environment else None,
        severity=severity,
        include_retired="all" in words,
    )


def _show(room: Room, command: Command) -> Told:
    return Told(entry_in_full(show_entry(room.negmem, command.asker.team, _entry_id(command))))


def _check(room: Room, command: Command) -> Told:
    if not command.rest:
        raise BadInput("Say what to check:", "`/negmem check restarting payments-api in prod`.")
    asker, action = command.asker, ActionInput(InputForm.TEXT, text=command.rest)
    decision = judge_only(room.negmem, asker.team, action, channel=asker.channel)
    return Told([rich(quote(command.rest, 300), *decision_lines(decision))])


def _renew(room: Room, command: Command) -> Answer:
    asker, entry_id = command.asker, _entry_id(command)
    days = _days(room, command.rest.partition(" ")[2].strip())
    return renew_entry(room.negmem, asker.team, asker.user, asker.channel, entry_id, days)


def _days(room: Room, text: str) -> int:
    if not text:
        return RENEWED_FOR
    days = read_days(text, room.negmem.clock())
    if days is None:
        raise BadInput("I do not understand until when.", "`/negmem renew nm-17 for 90 days`.")
    return days


def _retire(room: Room, command: Command) -> Answer:
    asker = command.asker
    return retire_entry(room.negmem, asker.team, asker.user, asker.channel, _entry_id(command))


def _entry_id(command: Command) -> str:
    """The first word: "nm-17", or its number alone."""
    first = command.rest.partition(" ")[0].lower().strip(".,:")
    if not first:
        raise BadInput("Say which entry:", f"`/negmem {command.name} nm-17`.")
    return f"nm-{first}" if first.isdigit() else first


ENTRY_COMMANDS: dict[str, Callable[[Room, Command], Answered]] = {
    "add": _add,
    "list": _list,
    "show": _show,
    "search": _search,
    "check": _check,
    "edit": _edit,
    "renew": _renew,
    "retire": _retire,
}
