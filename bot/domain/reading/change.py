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
    r"mib|mb|mi|megs?|tb|bytes|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|segundos?|"
    r"minutos?|horas?|d[ií]as?|semanas?|meses|secondes?|heures?|jours?|semaines?"
)
_VALUE = rf"[~#v]?[\w/][\w./%:+-]{{0,40}}(?:\s?(?:{_UNIT})\b)?"
_PERIODS = {"hourly": 3600.0, "daily": 86400.0, "nightly": 86400.0, "weekly": 604800.0,
            "monthly": 2592000.0, "yearly": 31536000.0}  # fmt: skip
_COUNT = (
    r"one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred|zwei|drei|vier|"
    r"fünf|zehn|dos|tres|cuatro|cinco|diez|deux|trois|quatre|cinq|dix|dois|duas|três|quatro|dez"
)
_EACH_UNIT = r"an?|une?|una|uma?|eine[rmn]?|every|each|once an?|jede[rsn]?|cada|chaque"
# "30", "30 s", "two days", "a month", "every minute", "hourly".
_NUMERAL = (
    rf"v?\d[\d.,]*(?:\s?(?:{_UNIT}|m|g)\b)?|(?:{_COUNT})(?:\s(?:{_UNIT})\b)?|"
    rf"(?:{_EACH_UNIT})\s(?:{_UNIT})\b|{'|'.join(_PERIODS)}"
)
_INSTEAD_OF = (
    r"(?:instead of|in place of|rather than|anstelle von|anstatt|statt|en lugar de|en vez de|"
    r"au lieu d[eu']|plutôt que|em vez de|ao invés de|invece di)"
)
_SO_FAR = (
    r"(?:was|were|previously|formerly|before|until now|up to now|so far|bisher|vorher|zuvor|antes|"
    r"avant|auparavant)"
)
_FROM_TO = re.compile(
    rf"\bfrom\s+(?:the\s+|[A-Za-z]+\s+(?=v?\d))?({_VALUE})\s+(?:down\s+|up\s+)?(?:to|zu|auf|a|para|à)\s+({_VALUE})",
    re.I,
)
_FOREIGN_FROM_TO = re.compile(
    rf"\b(?:von|de(?=\s+[~#v]?\d|\s+\S+\s+a\s+\d))\s+({_VALUE})\s+(?:auf|a|para|à)\s+({_VALUE})",
    re.I,
)
# Without a parenthesis only before a number: "the meter was put" names no old value.
_TO_WAS = re.compile(
    rf"(?<![\w./-])({_VALUE})`?\s*(?:\(\s*(?:it\s+)?(?:was|previously|currently|up from|down from|"
    rf"back from)|\b(?:(?:was|previously|currently)\s+(?=[~#v]?\d|[A-Z]{{1,3}}\d)|"
    rf"(?:up from|down from|back from)\s))\s*({_VALUE})",
    re.I,
)
_ARROWED = re.compile(rf"(?<![\w./-])({_VALUE}){_ARROW}({_VALUE})", re.I)
_INSTEAD = re.compile(
    rf"(?<![\w.:])({_NUMERAL})\b(?!:\d)(?:\s+[\w'’%-]+){{0,7}}?,?\s+"
    rf"{_INSTEAD_OF}\s+(?:[\w']+\s+){{0,2}}?({_NUMERAL})\b(?!:\d)",
    re.I,
)
_INSTEAD_FIRST = re.compile(
    rf"\b{_INSTEAD_OF}\s+(?:[\w']+\s+){{0,2}}?({_NUMERAL})\b(?!:\d)(?:\s+[\w'’%-]+){{0,5}}?,?\s+"
    rf"({_NUMERAL})\b(?!:\d)",
    re.I,
)
_SO_FAR_SAID = re.compile(
    rf"(?<![\w.:-])({_NUMERAL})\b(?!:\d)(?:\s+[\w'’%-]+){{0,7}}?\s*(?:[,;(#–—]|--|//)\s*(?:it\s+)?"
    rf"{_SO_FAR}:?\s+(?:[\w']+\s+){{0,2}}?({_NUMERAL})\b(?!:\d)",
    re.I,
)
_BECOMES = re.compile(
    rf"(?<![\w.:-])({_NUMERAL})(?:\s+[\w-]+){{0,3}}?\s+(?:becomes?|turns? into|werden zu|werden|"
    rf"pasan a|passent à|viram|passam a)\s+({_NUMERAL})\b(?!:\d)",
    re.I,
)
_FROM_TO_SAID = re.compile(
    rf"\bfrom\s+({_NUMERAL})(?:\s+[\w-]+){{0,1}}?\s+(?:down\s+|up\s+)?to\s+({_NUMERAL})\b(?!:\d)",
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
# "From now on" and "from 12:10 on" switch nothing on.
_ON_TAIL = re.compile(
    r"(?<!from )\b(?!(?:now|then|here|today|later|further|early)\b|\d)[\w-]*\w\s+on\s*(?:$|for\b)",
    re.I,
)
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
_BACK_SIGNS = ("back", "wieder", "zurück", "volta", "vuelvo", "again")
# Space and money go back to somebody, no value does.
_GIVEN_BACK = re.compile(
    r"\b(?:hand\w*|giv\w*|gave|return\w*|releas\w*) (?:\w+ ){0,3}?back to (?:the )?"
    r"(?:os|operating|windows|linux|file ?system|storage|disk|host|cloud|vendor|customers?|users?|"
    r"clients?|shop|bank|pool)\b",
    re.I,
)
# What follows says what for, until when or why: "so that people can trade again".
_AIM = re.compile(
    r"\b(?:so (?:that )?(?:the|people|users|customers|we|they|it|everyone|everybody|all)|in order|"
    r"until|till|because|damit|para que|pour que|bis|hasta|jusqu)\b",
    re.I,
)
UNITS = {
    "ms": 0.001, "s": 1.0, "sec": 1.0, "secs": 1.0, "second": 1.0, "seconds": 1.0, "m": 60.0,
    "min": 60.0, "mins": 60.0, "minute": 60.0, "minutes": 60.0, "h": 3600.0, "hour": 3600.0,
    "hours": 3600.0, "d": 86400.0, "day": 86400.0, "days": 86400.0, "week": 604800.0,
    "weeks": 604800.0,
    "year": 31536000.0, "years": 31536000.0, "month": 2592000.0, "months": 2592000.0, "gib": 1e9,
    "mib": 1e6, "meg": 1e6, "megs": 1e6,
    "k": 1e3, "mb": 1e6, "mi": 1e6, "gb": 1e9, "gi": 1e9, "g": 1e9,
    "tb": 1e12, "ti": 1e12, "%": 1.0, "bytes": 1.0,
    "sekunde": 1.0, "sekunden": 1.0, "segundo": 1.0, "segundos": 1.0, "seconde": 1.0,
    "secondes": 1.0, "minuto": 60.0, "minutos": 60.0, "minuten": 60.0, "stunde": 3600.0,
    "stunden": 3600.0, "hora": 3600.0, "horas": 3600.0, "heure": 3600.0, "heures": 3600.0,
    "tag": 86400.0, "tage": 86400.0, "tagen": 86400.0, "día": 86400.0, "días": 86400.0,
    "dia": 86400.0, "dias": 86400.0, "jour": 86400.0, "jours": 86400.0, "woche": 604800.0,
    "wochen": 604800.0, "semana": 604800.0, "semanas": 604800.0, "semaine": 604800.0,
    "semaines": 604800.0, "monat": 2592000.0, "monate": 2592000.0, "monaten": 2592000.0,
    "meses": 2592000.0,
}  # fmt: skip
_EACH = re.compile(_EACH_UNIT)
_NUMBER = re.compile(r"[~#vx]?(\d+(?:[.,]\d+)*)\s*([a-z%]*)", re.I)
_OFF_TAIL = re.compile(
    r"(?:^|[\s:=→>])(off|on)\b"
    r"(?=\s*(?:$|[.,;:!)]|(?:for|in|until|till|now|tonight|today|again|while|on the)\b))",
    re.I,
)


# Each form with its groups (before, after) and what must stand in a text that has it: asked for
# first, since most clauses name no value.
_POINTERS = ("->", "=>", "→", "⇒", "➜", "⟶")
_INSTEAD_SIGNS = ("inste", "place", "rather", "statt", "anstelle", "lugar", "vez", "lieu", "plutôt",
                  "invés", "invece")  # fmt: skip
_OLD_SIGNS = ("was", "were", "previously", "formerly", "before", "now", "far", "bisher", "vorher",
              "zuvor", "antes", "avant", "auparavant")  # fmt: skip
_FORMS: tuple[tuple[re.Pattern[str], tuple[int, int], tuple[str, ...]], ...] = (
    (_PATCH, (2, 3), ("\n+",)),
    (_FROM_TO_SAID, (1, 2), ("from",)),
    (_FROM_TO, (1, 2), ("from",)),
    (_FOREIGN_FROM_TO, (1, 2), ("von", "de")),
    (_BECOMES, (1, 2), ("become", "turn", "werden", "pasan", "passent", "viram", "passam")),
    (_SO_FAR_SAID, (2, 1), _OLD_SIGNS),
    (_TO_WAS, (2, 1), ("was", "previously", "currently", "from")),
    (_INSTEAD, (2, 1), _INSTEAD_SIGNS),
    (_INSTEAD_FIRST, (1, 2), _INSTEAD_SIGNS),
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
    if lowered in _PERIODS:
        return _PERIODS[lowered]
    if words and lowered in words:
        return float(words[lowered])
    word, _, unit = lowered.removeprefix("once ").partition(" ")
    if unit in UNITS and _EACH.fullmatch(word):
        return UNITS[unit]
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
        if not any(map(low.__contains__, signs)):
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
    tail = _OFF_TAIL.search(text) if not direction and "off" in low else None
    if tail and tail[1].lower() == "off":
        direction = "off"
    if not direction and (" on" in low or "\n" in low) and _ON_TAIL.search(text):
        direction = "on"
    back = any(map(low.__contains__, _BACK_SIGNS)) and _goes_back(text)
    if not (before or after or direction or back):
        return None
    return Change(before, after, direction, back)


def _goes_back(text: str) -> bool:
    """Whether an earlier value comes back, and not what the change is good for."""
    return bool(_BACK.search(_AIM.split(text, maxsplit=1)[0])) and not _GIVEN_BACK.search(text)


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
    if _is_bare(after, numbers):
        new *= _unit_of(before)
    elif _is_bare(before, numbers):
        old *= _unit_of(after)
    if old == new:
        return ""
    return "up" if new > old else "down"


def _is_bare(value: str, numbers: Mapping[str, int]) -> bool:
    """Whether a number stands without a unit: it has that of the other one."""
    return value.lower() in numbers or not re.search(r"[a-zí%]", value.lower().lstrip("v"))


def _unit_of(value: str) -> float:
    unit = re.search(r"([a-zí]+)$", value.lower())
    return UNITS.get(unit[1], 1.0) if unit else 1.0


__all__ = ["UNITS", "change_in", "direction_of", "number_of", "version_of"]
