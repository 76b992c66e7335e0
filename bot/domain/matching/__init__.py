"""Matching: which entries an announcement repeats.

The way through: `index` finds candidates, `gates` asks for time and environment, `compare` lays
an entry and a frame side by side, `score` adds the parts up, `weighing` has the last word on what
is left in doubt, `explain` says why.
"""

from bot.domain.matching.memory import Hit, Memory, TooMuch

__all__ = ["Hit", "Memory", "TooMuch"]
