"""`/negmem`: which command it is, and what to say when it is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from slack_bolt import Ack, App, BoltContext, Respond

from bot.application.people.answers import Answer
from bot.domain.nearest import nearest
from bot.slack.answering import Answered, Told, answer, by_response, team_of
from bot.slack.blocks.rich import bullets, code, line, own, rich
from bot.slack.listeners.entry_commands import ENTRY_COMMANDS, register_pages
from bot.slack.listeners.team_commands import TEAM_COMMANDS
from bot.slack.parsing.interactions import Command, read_command
from bot.slack.placing import placed
from bot.slack.room import Room
from bot.slack.scopes import SHORTCUTS

Do = Callable[[Room, Command], Answered]

_HELP: Mapping[str, str] = {
    "add [ACTION => WHAT HAPPENED]": "a new entry, for example: "
    "restart payments-api in prod => dropped payments, block, for 90 days",
    "list [service=…] [env=…] [block|warn|alert] [all]": "the entries; all: the retired ones too",
    "show nm-17": "one entry with its evidence",
    "search WORDS": "entries with all these words",
    "check TEXT": "what would be decided about an announcement",
    "edit nm-17": "change an entry",
    "renew nm-17 [90 days]": "let it live longer, or bring it back",
    "retire nm-17": "take it out of decisions",
    "review": "post the review now",
    "holds": "what is held right now",
    "stats": "the last weeks in numbers",
    "import": "paste entries or a postmortem",
    "fact SERVICE ENV key=value": "say what is true now, such as schema=43",
    "channel [service=…] [env=…]": "what this channel is about",
    "watch, unwatch": "watch this channel, or stop",
    "setup": "who may release, when the review comes",
    "break-glass [MINUTES] [WHY]": "turn holds into warnings here for a while",
}


def register(app: App, room: Room) -> None:
    """Listen to the command and to the buttons of its lists."""
    commands: dict[str, Do] = {**ENTRY_COMMANDS, **TEAM_COMMANDS, "help": _help, "": _help}

    def on_command(ack: Ack, body: dict[str, Any], context: BoltContext, respond: Respond) -> None:
        ack()
        command = read_command(team_of(context), body)
        do = commands.get(command.name, _unknown)
        answer(by_response(respond), lambda: do(room, placed(room, command)))

    app.command("/negmem")(on_command)
    register_pages(app, room)


def _help(_room: Room, _command: Command) -> Told:
    items = [[code(f"/negmem {form}", 100), own(f"  {does}")] for form, does in _HELP.items()]
    heading = line(own("What I understand:", bold=True))
    menu = " and ".join(f"“{name}”" for name in SHORTCUTS.values())
    below = line(own(f"In the menu of any message, in threads too: {menu}."))
    return Told([rich(heading, bullets(items), below)])


def _unknown(_room: Room, command: Command) -> Answer:
    near = nearest(command.name, [*ENTRY_COMMANDS, *TEAM_COMMANDS, "help"])
    if near:
        names = " or ".join(f"`/negmem {name}`" for name in near)
        return Answer(False, f"I do not know “{command.name}”. Did you mean {names}?")
    return Answer(False, f"I do not know “{command.name}”. `/negmem help` shows what I understand.")
