"""App Home: what is open, what is mine to look after, the last weeks, what the set-up lacks."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from bot.application.team.overview import Home
from bot.domain.entry import Entry
from bot.slack.blocks.entry import lifetime
from bot.slack.blocks.lists import hold_lines, stats_lines
from bot.slack.blocks.parts import actions, button, divider, header, small
from bot.slack.blocks.rich import Block, Element, bullets, line, own, rich, words
from bot.slack.blocks.sentence import sentence

ADD, SETUP = "home_add", "home_setup"


def home_view(home: Home, told: str = "") -> dict[str, Any]:
    """The view; `told` is an answer to a click that could be given nowhere else."""
    blocks = [
        *([rich(line(*sentence(told, 500))), divider()] if told else []),
        header("Held right now"),
        rich(*hold_lines(home.holds)),
        divider(),
        header("My entries due soon"),
        *_due(home),
        divider(),
        header("The last four weeks"),
        rich(*stats_lines(home.stats)),
        divider(),
        header("Set-up"),
        *_set_up(home),
        actions(button("Add an entry", ADD, "add"), button("Set up", SETUP, "setup")),
    ]
    return {"type": "home", "blocks": blocks}


def _due(home: Home) -> list[Block]:
    if not home.due:
        return [rich(line(own("Nothing of yours expires within two weeks.")))]
    blocks: list[Block] = []
    for entry in home.due[:15]:
        blocks.append(rich(line(*_entry(entry, home.at))))
        renew = button("Renew", "renew_entry", entry.id)
        blocks.append(actions(renew, button("Edit", "edit_entry", entry.id)))
    return blocks


def _entry(entry: Entry, now: datetime) -> list[Element]:
    told = [own(f"{entry.id} ", bold=True), words(entry.action, 200)]
    return [*told, own(" · "), *lifetime(entry, now)]


def _set_up(home: Home) -> list[Block]:
    if home.missing:
        return [rich(bullets([sentence(one, 300) for one in home.missing[:20]]))]
    watched = ", ".join(f"<#{one.id}>" for one in home.channels[:20] if one.watched)
    told = [line(own("Complete. Watching "), *sentence(watched or "no channel", 1000), own("."))]
    return [rich(*told), small("Invite me to a channel and I watch it.")]
