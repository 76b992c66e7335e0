"""Matching: which entries an announcement repeats.

The way through: `index` finds candidates, `gates` asks for time and environment, `compare` lays
an entry and a frame side by side, `score` weighs the parts, `explain` says why.
"""

from bot.domain.matching.memory import Hit, Memory

__all__ = ["Hit", "Memory"]
