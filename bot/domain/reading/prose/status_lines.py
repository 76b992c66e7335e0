"""Clauses without a verb that announce all the same: "log level → debug", "new signing key"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.reading.frame import Change
from bot.domain.reading.lexicon import Form
from bot.domain.reading.prose.verbs_in import Found
from bot.domain.reading.text import Token

_ARROW = re.compile(r"->|=>|→|⇒|➜|⟶")
_TO_VALUE = re.compile(
    r"^(?:(?:the|our|all|its) )?[\w.:/-]+(?: (?!to\b|from\b)[\w.:/'-]+){0,7} "
    r"(?:from \S+ )?to [~v\d]"
)
_OF_VALUE = re.compile(
    r"\b(?:ttl|timeout|limit|quota|retention|interval|threshold|cap|ceiling|delay|heap|weight) "
    r"(?:of )?~?\d|\d ?\w* (?:\w+ )?(?:ttl|timeout|limit|quota|retention|cap|ceiling)\b"
)
# "thanks to", "access to" name no new value.
_OTHER_TO = re.compile(
    r"\b(?:thanks|due|access|according|close|next|similar|related|up|compared|relative|prior|"
    r"response|answer|link|reply|move|back) to\b"
)
_FINITE = frozenset(
    {"is", "are", "was", "were", "has", "have", "had", "be", "been", "arrived", "looks", "seems",
     "needs", "need", "came", "comes", "does", "did", "do", "can", "could", "would", "should",
     "must", "may", "might", "keeps", "stays", "remains", "shows", "says", "means", "makes",
     "works"}
)  # fmt: skip
_FILE = re.compile(r"[\w./-]+\.(?:ya?ml|sh|sql|py|tf|rb|ps1|pl)")
_INSTEAD = re.compile(r"^[\w.-]+(?: [\w.-]+){0,4} (?:instead of|in place of|rather than) \w")
# "from L to 4XL"
_SIZE = re.compile(r"\d?x{0,3}[sml]|(?:\d?x-?|x*)(?:large|small)|medium", re.I)
_PUBLIC = frozenset({"prod", "production", "live", "everyone", "all"})
_PERCENT = re.compile(r"100\s?(?:%|percent)")
_GOERS = frozenset(
    {
        "i",
        "we",
        "you",
        "it",
        "they",
        "here",
        "there",
        "to",
        "ready",
        "good",
        "let's",
        "and",
        "no",
        "off",
        "not",
        "must",
        "can",
        "will",
        "one",
    }
)
_NEW = frozenset({"new", "fresh"})
_SECRETS = frozenset({"key", "secret", "token", "certificate"})
_SETTINGS = frozenset(
    {"rule", "flag", "index", "limit", "constraint", "firewall", "route", "partition", "schedule",
     "lifecycle", "throttle", "namespace", "queue", "topic", "column", "trigger", "webhook"}
)  # fmt: skip
# Kinds of verbs that are nouns too and take no value: "backup window to 2 h".
_NOUNS_TOO = frozenset(
    {"inspect", "import", "backup", "export", "office", "start", "load_test", "plan", "sync",
     "run", "block", "lock", "cancel"}
)  # fmt: skip
_LED_BY = frozenset(
    {"the", "a", "an", "all", "every", "each", "our", "its", "their", "both", "it", "them", "this",
     "that", "these", "those", "up", "to", "from", "in", "on", "for", "at", "new", "more", "and"}
)  # fmt: skip
_NOUN_TO_VALUE = re.compile(
    r"[\w-]+(?: [\w-]+){1,4}? (?:back )?(?:(?:down|up) to|to|at|=|→|->) ?~?\d"
)
_ARTICLES = frozenset({"a", "an", "another", "new", "one"})
_WHERE = frozenset({"in", "on", "onto", "into", "for", "at", "behind"})


def status_line(
    words: Sequence[str], text: str, terms: frozenset[str], change: Change | None
) -> Found | None:
    """The action that a clause without a word of action announces, or None.

    Args:
        words: Its words, lower-case.
        text: The clause as written.
        terms: Its concepts.
        change: The change of a value that it names.
    """
    if not words or _FINITE & set(words):
        return None
    kinds: tuple[str, ...] = ()
    first = next((w for w in words if w not in {"the", "a", "an"}), "")
    if words[-1] in {"go", "goes"} and len(words) > 1 and words[-2] not in _GOERS:
        kinds = ("delete", "drop")
    elif first in _NEW and terms & _SECRETS:
        kinds = ("rotate", "replace")
    elif words[0] in _ARTICLES and terms & _SETTINGS and _WHERE & set(words[2:]):
        kinds = ("add", "create", "apply")
    elif change and _SIZE.fullmatch(change.before) and _SIZE.fullmatch(change.after):
        kinds = ("resize", "set")
    elif _FILE.fullmatch(words[0]) and {"against", "on", "over", "to", "for"} & set(words[1:4]):
        kinds = ("run", "apply")
    elif change and change.after.lower() in _PUBLIC and change.before:
        kinds = ("deploy", "promote")
    elif change and change.after == "100" and _PERCENT.search(text) and _sets(text.lower()):
        kinds = ("enable", "promote", "set")
    elif _INSTEAD.search(text.lower()) and not (change and change.after):
        kinds = ("switch", "replace", "set")
    elif change and change.after and not change.direction and _sets(text.lower()):
        kinds = ("set",) if change.after[0].isdigit() else ("set", "switch")
    return Found(0, 0, kinds, Form.NOUN) if kinds else None


def without_first_noun(found: Sequence[Found], tokens: Sequence[Token], text: str) -> list[Found]:
    """The words of action but for a noun that stands first: "search radius to 10 km".

    Args:
        found: The words of action of a clause.
        tokens: Its tokens.
        text: The clause as written.
    """
    first = found[0] if found else None
    if first is None or first.index or first.form is not Form.BASE or first.gap >= 0:
        return list(found)
    second = tokens[1].text if len(tokens) > 1 else ""
    named = set(first.kinds) <= _NOUNS_TOO and second.isalpha() and second not in _LED_BY
    if named and (_NOUN_TO_VALUE.match(text.lower()) or tokens[-1].text in {"on", "off"}):
        return list(found[1:])
    return list(found)


def _sets(text: str) -> bool:
    """Whether a value follows an arrow, or "to": "min version to 6"."""
    if _ARROW.search(text) or _OF_VALUE.search(text):
        return True
    return bool(_TO_VALUE.match(text)) and not _OTHER_TO.search(text)


__all__ = ["status_line"]
