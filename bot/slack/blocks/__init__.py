"""How cards look: pure functions from a card to the dicts that Slack takes."""

from bot.slack.blocks.draw import Drawing, draw

__all__ = ["Drawing", "draw"]
