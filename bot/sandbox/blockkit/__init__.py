"""Whether a message or a view keeps to the limits that Slack documents for Block Kit.

Source of the rules: docs.slack.dev, reference of Block Kit (blocks, block elements, composition
objects, views), read in November 2026.
"""

from bot.sandbox.blockkit.node import Surface
from bot.sandbox.blockkit.surface import violations

__all__ = ["Surface", "violations"]
