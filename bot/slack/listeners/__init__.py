"""What Slack delivers, by kind: each file parses, calls a use case and tells the answer."""

from slack_bolt import App

from bot.slack.listeners import (
    adding,
    commands,
    entry_cards,
    home,
    importing,
    membership,
    messages,
    reactions,
    releases,
    rest,
    review,
    set_up,
    shortcuts,
)
from bot.slack.room import Room


def register_all(app: App, room: Room) -> None:
    """Register every listener; the one that takes the rest comes last."""
    for listener in (
        *(messages, reactions, membership, home),
        *(releases, entry_cards, review, adding, importing, set_up),
        *(commands, shortcuts, rest),
    ):
        listener.register(app, room)
