"""What reactions, signs and their short names say without a word."""

from __future__ import annotations

import re

from bot.domain.reading.reply.kinds import ReplyKind
from bot.domain.reading.reply.plain import SHORTCODE

_STOP_NAMES = frozenset(
    "no_entry no_entry_sign octagonal_sign x raised_hand hand thumbsdown -1 stop_sign "
    "raised_back_of_hand negative_squared_cross_mark heavy_multiplication_x no_good".split()
)
_STOP_SIGNS = frozenset("⛔🚫🛑❌✋🤚👎❎✖🙅")
_GO_SIGNS = frozenset("👍👌✅🚀🎉🙌🟢💯🆗☑✔")
_VOTE = re.compile(r"([+-])1(?:$|(?<=-1)(?:\s*[,;:!.–—](?!\d)|\s+(?:to|from|on|for|here)\b))")


def reaction_stops(name: str) -> bool:
    """Whether a reaction with this Slack name, with or without a skin tone, means stop."""
    return name.strip(":").split("::")[0] in _STOP_NAMES


def by_sign(text: str) -> ReplyKind | None:
    """What signs and their names say: a stop sign stops, a thumb approves."""
    vote = _VOTE.match(text.strip())
    if vote is not None:
        return ReplyKind.FORBID if vote[1] == "-" else ReplyKind.APPROVE
    names = {match.group(1) for match in SHORTCODE.finditer(text)}
    if names & _STOP_NAMES or any(char in _STOP_SIGNS for char in text):
        return ReplyKind.FORBID
    if any(char in _GO_SIGNS for char in text):
        return ReplyKind.APPROVE
    return None


__all__ = ["by_sign", "reaction_stops"]
