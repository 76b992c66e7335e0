"""Whether a reply orders not to do something, or not yet: "don't", "ne fais pas ça", "待って".

Narrower than what stops: not what would happen, nor what has to be done first.
"""

from __future__ import annotations

from bot.domain.reading.reply.plain import HIDDEN
from bot.domain.reading.reply.words import load_reply_words


def is_order(plain: str) -> bool:
    """Whether a reply forbids or delays, in any of the languages: two words do not show theirs.

    Args:
        plain: The reply without mentions and marks of format.
    """
    for words in load_reply_words():
        shown = words.idle.sub(HIDDEN, plain)
        if words.firm.search(plain) or words.forbid.search(shown) or words.wait.search(shown):
            return True
    return False
