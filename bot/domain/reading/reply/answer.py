"""What a reply says beside the question that it answers, where its words alone say another thing.

"Yes" to "Should I wait?" is a "wait", "billing" to "Anyone still using it?" a "don't"; "looks good,
but wait" objects to whatever was asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from bot.domain.reading.reply.plain import SHORTCODE
from bot.domain.reading.reply.words import reply_data

_LONGEST_NAME = 3  # words of an answer that only names who uses a thing
_HEAD = 400  # signs of a reply that are looked at
_NO = re.compile(r"\W*(?:no|nope|nah|nein|nee|non|não|nao|いいえ|いや)(?!\w)", re.IGNORECASE)
_SPOKEN = re.compile(r"\w")
_WORD = re.compile(r"[^\W\d_][\w'/.-]*")


def agrees_to_wait(plain: str, text: str, *, approves: bool) -> bool:
    """Whether an answer to "Should I wait?" is a "yes" in any words.

    Args:
        plain: The reply without mentions and marks of format.
        text: The reply as it was written, with its signs.
        approves: Whether its words or signs approve.
    """
    words = _words()
    if says_to_go_on(plain) or _NO.match(plain) or plain.endswith(("?", "？")):
        return False
    if not _SPOKEN.search(plain) and any(sign in text for sign in words.signs):
        return False
    named = {match[1].split("::")[0] for match in SHORTCODE.finditer(text)}
    return approves or bool(named & words.names) or words.agrees.search(plain[:_HEAD]) is not None


def says_to_go_on(plain: str) -> bool:
    """Whether an answer to "Should I wait?" plainly says to go on: "no need", "go ahead"."""
    return _words().goes_on.search(plain[:_HEAD]) is not None


def uses_it(plain: str, asked: str) -> bool:
    """Whether it names who uses what the question is about: "me", "the billing team".

    Args:
        plain: The reply, which neither stops, approves nor is a courtesy.
        asked: The question for objections or for users.
    """
    words, bare = _words(), plain.strip(" .,!…)(:")
    if words.claims.fullmatch(bare):
        return True
    if not words.asked_of_usage.search(asked) or plain.endswith(("?", "？")):
        return False
    named = bare.split()
    return (
        0 < len(named) <= _LONGEST_NAME
        and all(_WORD.fullmatch(one.strip(",;")) for one in named)
        and words.nobody.search(bare) is None
    )


def is_against(plain: str) -> bool:
    """Whether it objects though some of it sounds like leave: "looks good, but wait"."""
    return _words().against.search(plain[:_HEAD]) is not None


def explains_no(plain: str) -> bool:
    """Whether it is a "no" with its reason set off: "no (queue is full)"."""
    return _words().explained.search(plain[:_HEAD]) is not None


@dataclass(frozen=True, slots=True)
class _Words:
    """`lexicon/replies/answers.toml`, compiled."""

    agrees: re.Pattern[str]
    goes_on: re.Pattern[str]
    signs: str
    names: frozenset[str]
    asked_of_usage: re.Pattern[str]
    claims: re.Pattern[str]
    nobody: re.Pattern[str]
    against: re.Pattern[str]
    explained: re.Pattern[str]


@lru_cache(maxsize=1)
def _words() -> _Words:
    data = reply_data("answers")

    def compiled(section: str, key: str) -> re.Pattern[str]:
        joined = "|".join(f"(?:{one})" for one in data[section][key])
        edges = r"(?<![a-zà-ÿ0-9])(?:{})(?![a-zà-ÿ0-9])"  # Japanese has none
        return re.compile(edges.format(joined), re.IGNORECASE)

    return _Words(
        agrees=compiled("waiting", "agrees"),
        goes_on=compiled("waiting", "goes_on"),
        signs=data["waiting"]["signs"],
        names=frozenset(data["waiting"]["names"].split()),
        asked_of_usage=compiled("usage", "asked"),
        claims=compiled("usage", "claims"),
        nobody=compiled("usage", "nobody"),
        against=compiled("against", "anywhere"),
        explained=compiled("against", "explained"),
    )
