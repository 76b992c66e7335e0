"""Values that change: "from 6 to 2", "timeout 120s → 30s", "prune: true", "back to 400"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.domain.reading.frame import Change

_LONGEST = 600
_NO_VALUES = frozenset(
    {"new", "another", "other", "different", "some", "any", "all", "its", "our", "their", "that",
     "this", "it", "them", "be", "get", "make", "newer", "bigger", "larger", "smaller", "fresh"}
)  # fmt: skip
_ARROW = r"\s*(?:->|=>|-->|→|⇒|➜|⟶)\s*"
_UNIT = (
    r"%|ms|s|sec|secs|seconds?|min|mins|minutes?|hours?|h|d|days?|weeks?|months?|years?|k|gib|gb|gi|"
    r"mib|mb|mi|megs?|tb"
)
_VALUE = rf"[~#v]?[\w/][\w./%:+-]{{0,40}}(?:\s?(?:{_UNIT})\b)?"
_NUMERAL = (
    rf"v?\d[\d.,]*\s?(?:{_UNIT}|m|g)?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|"
    r"fifty"
)
_FROM_TO = re.compile(
    rf"\bfrom\s+(?:the\s+|[A-Za-z]+\s+(?=v?\d))?({_VALUE})\s+(?:down\s+|up\s+)?(?:to|zu|auf|a|para|à)\s+({_VALUE})",
    re.I,
)
_FOREIGN_FROM_TO = re.compile(rf"\b(?:von|de)\s+({_VALUE})\s+(?:auf|a|para|à)\s+({_VALUE})", re.I)
_TO_WAS = re.compile(
    rf"(?<![\w./-])({_VALUE})`?\s*\(?\b(?:was|previously|currently|up from|down from|back from)"
    rf"\s+({_VALUE})",
    re.I,
)
_ARROWED = re.compile(rf"(?<![\w./-])({_VALUE}){_ARROW}({_VALUE})", re.I)
_INSTEAD = re.compile(
    rf"(?<![\w.:])({_NUMERAL})\b(?!:\d)(?:\s+\w+){{0,6}}?\s+"
    rf"(?:instead of|in place of|rather than)\s+(?:the\s+)?(?:\w+\s+)?({_NUMERAL})\b(?!:\d)",
    re.I,
)
_EQUALS = re.compile(
    rf"(?<![\w.-])([A-Za-z_][\w.-]{{0,59}})\s*(?:={{1,2}}\s*({_VALUE})|"
    rf":\s*(?=[\d~]|on\b|off\b|true\b|false\b|none\b)({_VALUE}))",
    re.I,
)
_ARROW_TO = re.compile(rf"{_ARROW}({_VALUE})", re.I)
_NEGATIVE = re.compile(
    r"(?<![a-z])(?:skip|disable|disabled|insecure|ignore|bypass)[_.-]\w|\w[_.-](?:skip|disabled|disable)\b",
    re.I,
)
_ON_TAIL = re.compile(r"\w\s+on\s*$|\w\s+on\s+for\b", re.I)
_WAY = re.compile(r"\b(up|down) to (?=[\d~])", re.I)
_TURNED = {"on": "off", "off": "on"}
_JAPANESE = re.compile(
    r"(?<![\d.])(\d[\d.]{0,20})\s*[^\d\s]{0,12}(?:に|へ|まで)(?:増や|減ら|変更|設定|引き上げ|引き下げ|上げ|下げ)"
)
_ON_VERSION = re.compile(r"\b(?:back on|back onto|onto|on)\s+(v?\d+(?:\.\d+)+[\w.-]*)", re.I)
_SETTINGS = (
    "ttl", "timeout", "limit", "quota", "retention", "interval", "threshold", "cap", "ceiling",
    "delay", "heap", "weight", "pool",
)  # fmt: skip
_SETTING = rf"(?:{'|'.join(_SETTINGS)})"
_OF = re.compile(rf"\b{_SETTING}\s+(?:of\s+)?({_NUMERAL})\b(?!:\d)", re.I)
_SIZED = re.compile(rf"(?<![\w.:-])(\d[\d.,]*\s?(?:{_UNIT}))[\s-](?:\w+\s)?{_SETTING}\b", re.I)
_PATCH = re.compile(r"^-\s*([\w.-]{1,60}):?\s*=?\s*(\S+).*\n\+\s*\1:?\s*=?\s*(\S+)", re.M)
_TO = re.compile(
    rf"\b(?:to|at|becomes?|auf|para|à|down to|up to)\s+(?:the |a |an )?({_VALUE})", re.I
)
_BACK = re.compile(
    r"\b(?:back (?:to|from|on|in)\s+\S|wieder|zurück|de volta|vuelvo a|again$)", re.I
)
UNITS = {
    "ms": 0.001, "s": 1.0, "sec": 1.0, "secs": 1.0, "second": 1.0, "seconds": 1.0, "m": 60.0,
    "min": 60.0, "mins": 60.0, "minute": 60.0, "minutes": 60.0, "h": 3600.0, "hour": 3600.0,
    "hours": 3600.0, "d": 86400.0, "day": 86400.0, "days": 86400.0, "week": 604800.0,
    "weeks": 604800.0,
    "year": 31536000.0, "years": 31536000.0, "month": 2592000.0, "months": 2592000.0, "gib": 1e9,
    "mib": 1e6, "meg": 1e6, "megs": 1e6,
    "k": 1e3, "mb": 1e6, "mi": 1e6, "gb": 1e9, "gi": 1e9, "g": 1e9,
    "tb": 1e12, "ti": 1e12, "%": 1.0,
}  # fmt: skip
_NUMBER = re.compile(r"[~#vx]?(\d+(?:[.,]\d+)*)\s*([a-z%]*)", re.I)
_OFF_TAIL = re.compile(
    r"(?:^|[\s:=→>])(off|on)\b"
    r"(?=\s*(?:$|[.,;:!)]|(?:for|in|until|till|now|tonight|today|again|while|on the)\b))",
    re.I,
)


# Each form with its groups (before, after) and what must stand in a text that has it: asked for
# first, since most clauses name no value.
_POINTERS = ("->", "=>", "→", "⇒", "➜", "⟶")
_FORMS: tuple[tuple[re.Pattern[str], tuple[int, int], tuple[str, ...]], ...] = (
    (_PATCH, (2, 3), ("\n+",)),
    (_FROM_TO, (1, 2), ("from",)),
    (_FOREIGN_FROM_TO, (1, 2), ("von", "de")),
    (_TO_WAS, (2, 1), ("was", "previously", "currently", "from")),
    (_INSTEAD, (2, 1), ("instead", "place", "rather")),
    (_ARROWED, (1, 2), _POINTERS),
    (_EQUALS, (0, 2), ("=", ":")),
    (_ARROW_TO, (0, 1), _POINTERS),
    (_TO, (0, 1), ("to", "at", "become", "auf", "para", "à")),
    (_ON_VERSION, (0, 1), ("on",)),
    (_JAPANESE, (0, 1), ("に", "へ", "まで")),
    (_OF, (0, 1), _SETTINGS),
    (_SIZED, (0, 1), _SETTINGS),
)  # fmt: skip


def number_of(value: str, words: Mapping[str, int] | None = None) -> float | None:
    """The number that a value begins with, in base units, or None ("120s" is 120, "two" is 2)."""
    lowered = value.strip().lower()
    if words and lowered in words:
        return float(words[lowered])
    word, _, unit = lowered.partition(" ")
    if words and word in words:
        return float(words[word]) * UNITS.get(unit, 1.0)
    match = _NUMBER.match(lowered)
    if match is None:
        return None
    digits = match[1].replace(",", "")
    if digits.count(".") > 1:
        digits = ".".join(digits.split(".")[:2])
    try:
        return float(digits) * UNITS.get(match[2], 1.0)
    except ValueError:
        return None


def version_of(value: str) -> tuple[int, ...] | None:
    """A version's numbers ("v6.9.1" is (6, 9, 1)), or None."""
    match = re.fullmatch(r"v?(\d{1,6}(?:\.\d{1,6})*)[\w.+-]*", value.strip().lower())
    return tuple(int(n) for n in match[1].split(".")) if match else None


def change_in(text: str, states: Mapping[str, str], numbers: Mapping[str, int]) -> Change | None:
    """The change of a value that a stretch of text names, or None."""
    before = after = ""
    text = text[:_LONGEST]
    low = text.lower()
    for pattern, order, signs in _FORMS:
        if not any(sign in low for sign in signs):
            continue
        if match := pattern.search(text):
            before = match[order[0]].strip() if order[0] else ""
            after = (match[order[1]] or match[match.lastindex or 1]).strip().rstrip(".,;")
            if after.lower() in _NO_VALUES or text[match.end() :].startswith(" of "):
                after = ""  # "to a new index", "to one of the policies"
            break
    direction = direction_of(before, after, states, numbers)
    if not direction and (way := _WAY.search(text)):
        direction = way[1].lower()
    if direction in _TURNED and _NEGATIVE.search(text):
        direction = _TURNED[direction]
    if not direction and (tail := _OFF_TAIL.search(text)) and tail[1].lower() == "off":
        direction = "off"
    if not direction and _ON_TAIL.search(text):
        direction = "on"
    back = bool(_BACK.search(text))
    if not (before or after or direction or back):
        return None
    return Change(before, after, direction, back)


def direction_of(
    before: str, after: str, states: Mapping[str, str], numbers: Mapping[str, int]
) -> str:
    """Where a value goes: "up", "down", "on", "off", or "" where it cannot be said."""
    state = states.get(after.lower().strip("'\""))
    if state:
        return state
    old, new = number_of(before, numbers), number_of(after, numbers)
    if old is None or new is None or old == new:
        return ""
    bare = after.lower() in numbers or not re.search(r"[a-z]", after.lower().lstrip("v"))
    if bare and (unit := re.search(r"([a-z]+)$", before.lower())) and unit[1] in UNITS:
        new *= UNITS.get(unit[1], 1.0)
    return "up" if new > old else "down"


__all__ = ["UNITS", "change_in", "direction_of", "number_of", "version_of"]
