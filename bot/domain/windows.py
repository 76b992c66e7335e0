"""Weekly time windows in a text: "during peak", "on Fridays after 15:00", "before 9"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.domain.entry import WEEKDAYS, Window
from bot.domain.errors import BadInput

WORKDAYS = WEEKDAYS[:5]
WEEKEND = WEEKDAYS[5:]
_MIDNIGHT = time(0)

_ZONES = {
    "utc": "UTC", "gmt": "UTC", "z": "UTC", "cet": "Europe/Berlin", "cest": "Europe/Berlin",
    "bst": "Europe/London", "et": "America/New_York", "est": "America/New_York",
    "edt": "America/New_York", "ct": "America/Chicago", "cdt": "America/Chicago",
    "pt": "America/Los_Angeles", "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles",
    "jst": "Asia/Tokyo",
}  # fmt: skip
"""Abbreviations that people write. "IST" and "CST" mean several zones and are not read."""


@dataclass(frozen=True, slots=True)
class TimeRule:
    """A stretch of text that says when, and what it was read as.

    Attributes:
        start: Where it starts in the text.
        end: Where it ends.
        windows: What it means.
        assumed: What was taken for granted, in words ("peak = Mon to Fri 08:00–20:00"), or empty.
    """

    start: int
    end: int
    windows: tuple[Window, ...]
    assumed: str = ""


_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?"
_CLOCK = r"(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d)?(?:\s?(?:am|pm|o'clock|h))?"
_SURE = r"(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d(?:\s?(?:am|pm))?|\s?(?:am|pm|o'clock|h))"
_ALONE = r"(?=\s*(?:$|[,.;)!]|(?:utc|gmt|ces?t)\b|on\s|every\s|in\sthe\s(?:morning|evening)))"
"""A bare hour is one where nothing follows that could be counted: "after 3 retries" is none."""
_ZONE = r"(?:\s(?P<zone>[a-z]+/[a-z_/]+|[a-z]{1,4})\b)?"
_DAYS = re.compile(
    rf"""\b(?:
        (?:on|every|each)\s(?:an?\s)?(?P<weekend>weekends?)
      | (?:on|every|each)\s(?P<workday>(?:week|work|working\s|business\s)days?)
      | (?P<range>{_DAY}\s?(?:-|–|to|through)\s?{_DAY})
        (?=\s\d|\s?$|\s(?:before|after|between|from|at\snight))
      | (?P<weekend2>weekends) | (?P<daily>daily|every\sday|each\sday) | (?P<workday2>weekdays)
      | (?:(?:on|every|each|any)\s)(?:a\s|an\s)?
        (?P<list>{_DAY}(?:\s?(?:,|and|or|&|/)\s?(?:on\s)?{_DAY})*)(?!\s\d{{1,2}}(?:st|nd|rd|th|\s\w+)?\b(?!:))
      | (?P<plural>(?:mon|tues|wednes|thurs|fri|satur|sun)days(?:\s?(?:,|and|or|&)\s?{_DAY})*)
      | (?P<short>{_DAY}(?:,{_DAY})+ | {_DAY}(?=\s\d{{1,2}}:\d\d\s?[-–]))
    )(?:\b|$)""",
    re.VERBOSE | re.IGNORECASE,
)
_TIMES = re.compile(
    rf"""\b(?:
        (?:between|from)\s(?P<from>{_CLOCK})\s?(?:and|to|until|till|-|–)\s?(?P<to>{_SURE}|{_CLOCK}{_ALONE})
      | (?P<from2>[0-2]?\d[:.][0-5]\d)\s?[-–]\s?(?P<to2>[0-2]?\d[:.][0-5]\d)
      | before\s(?P<before>{_SURE}|{_CLOCK}{_ALONE})
      | (?:after|from)\s(?P<after>{_SURE}|{_CLOCK}{_ALONE})
    )(?![:.]?\d){_ZONE}""",
    re.VERBOSE | re.IGNORECASE,
)
_NAMED = re.compile(
    r"""\b(?:(?P<not>outside(?:\sof)?|except(?:\s(?:during|at|in))?|not\s(?:during|in|at))\s(?:the\s)?
        |(?:during|at|in|on)\s(?:the\s)?)
        (?P<name>off-?\s?peak(?:\s(?:hours|time|times))?
        |peak(?:\s(?:hours?|times?|traffic|load|trading))?|rush\shours?
        |(?:business|office|working|work)\s(?:hours?|time)
        |nights?(?:\s?time)?|(?:the\s)?(?:mornings|afternoons|evenings|nights))\b
      | \b(?P<alone>overnight|at\snight|by\snight|nightly|off-?peak|out\sof\shours)\b
      | (?<=days\s)(?P<part>mornings?|afternoons?|evenings?|nights?)\b
      | (?<=day\s)(?P<part2>mornings?|afternoons?|evenings?|nights?)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_PARTS = {
    "morning": (time(6), time(12)),
    "afternoon": (time(12), time(18)),
    "evening": (time(18), time(22)),
    "night": (time(22), time(6)),
}


def windows_in(text: str, tz: str = "UTC") -> tuple[Window, ...]:
    """The weekly windows that a text names; empty where it names none.

    Dates, ends of months and events ("during the sale") are context, not windows.

    Args:
        text: Any text, or the form "mon-fri 08:00-20:00 Europe/Berlin", several with ";".
        tz: IANA zone in which its times are meant where it names none.

    Raises:
        BadInput: `tz` or a zone in the text is not known.
    """
    return tuple(dict.fromkeys(window for rule in time_rules(text, tz) for window in rule.windows))


def time_rules(text: str, tz: str = "UTC") -> tuple[TimeRule, ...]:
    """The windows that a text names, each with its place in it and what was assumed.

    Raises:
        BadInput: `tz` or a zone in the text is not known.
    """
    _check_zone(tz)
    rules = []
    start = 0
    for part in text.split(";"):
        rules += [_moved(rule, start) for rule in _rules(part, tz)]
        start += len(part) + 1
    return tuple(rules)


def describe(window: Window) -> str:
    """A window for a form: "mon-fri 08:00-20:00 Europe/Berlin"; `windows_in` reads it back."""
    days = window.days
    if days == WEEKDAYS:
        named = "daily"
    elif days == WORKDAYS:
        named = "mon-fri"
    else:
        named = ",".join(days)
    return f"{named} {window.start:%H:%M}-{window.end:%H:%M} {window.tz}"


def _moved(rule: TimeRule, by: int) -> TimeRule:
    return TimeRule(rule.start + by, rule.end + by, rule.windows, rule.assumed)


def _rules(text: str, tz: str) -> Iterator[TimeRule]:
    """Days and times that stand together are one rule."""
    days = next(iter(_DAYS.finditer(text)), None)
    clock = next(iter(_TIMES.finditer(text)), None)
    named = next(iter(_NAMED.finditer(text)), None)
    found = [match for match in (days, clock, named) if match is not None]
    if not found:
        return
    zone = _zone_of(clock, tz) if clock else tz
    start, end = min(m.start() for m in found), max(m.end() for m in found)
    if clock is not None and clock["zone"] and zone == tz and clock["zone"].lower() not in _ZONES:
        end = max(m.end() for m in found if m is not clock) if len(found) > 1 else start
        end = max(end, clock.start("zone") - 1)
    within = _days_of(days) if days else None
    if clock is not None:
        spans = [_span_of(clock)]
        windows = tuple(Window(within or WEEKDAYS, *span, zone) for span in spans if span)
        if windows:
            yield TimeRule(start, end, windows)
        return
    if named is not None:
        windows, assumed = _named_windows(named, within, zone)
        yield TimeRule(start, end, windows, assumed)
        return
    if within is not None:
        yield TimeRule(start, end, (Window(within, _MIDNIGHT, _MIDNIGHT, zone),))


def _days_of(found: re.Match[str]) -> tuple[str, ...]:
    groups = found.groupdict()
    if groups["weekend"] or groups["weekend2"]:
        return WEEKEND
    if groups["workday"] or groups["workday2"]:
        return WORKDAYS
    if groups["daily"]:
        return WEEKDAYS
    if groups["range"]:
        first, last = (_day(name) for name in re.findall(_DAY, groups["range"], re.I)[:2])
        size = (last - first) % 7 + 1
        chosen = {(first + step) % 7 for step in range(size)}
    else:
        text = groups["list"] or groups["plural"] or groups["short"]
        chosen = {_day(name) for name in re.findall(_DAY, text, re.I)}
    return tuple(day for number, day in enumerate(WEEKDAYS) if number in chosen)


def _day(name: str) -> int:
    return WEEKDAYS.index(name[:3].lower())


def _span_of(found: re.Match[str]) -> tuple[time, time] | None:
    groups = found.groupdict()
    first, last = groups["from"] or groups["from2"], groups["to"] or groups["to2"]
    if first and last:
        begin, end = _clock(first), _clock(last)
        if begin is not None and end is not None and "m" in last and "m" not in first:
            begin = _clock(first + last[-2:]) or begin  # "between 1 and 3 pm"
    elif groups["before"]:
        begin, end = _MIDNIGHT, _clock(groups["before"])
    else:
        begin, end = _clock(groups["after"]), _MIDNIGHT
    if begin is None or end is None or (begin == end and not groups["from2"]):
        return None
    return begin, end


def _clock(text: str) -> time | None:
    found = re.fullmatch(
        r"\s*(\d{1,2})(?:[:.h]([0-5]\d))?\s?(am|pm|o'clock|h)?\s*", text, re.IGNORECASE
    )
    if found is None:
        return None
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if half in {"am", "pm"}:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour % 24, minute) if hour <= 24 else None


def _named_windows(
    found: re.Match[str], days: tuple[str, ...] | None, tz: str
) -> tuple[tuple[Window, ...], str]:
    groups = found.groupdict()
    name = next(g for g in (groups["name"], groups["alone"], groups["part"], groups["part2"]) if g)
    name = re.sub(r"\s+", " ", name.lower())
    outside = groups["not"] is not None
    part = next((part for part in _PARTS if part in name), None)
    if part is not None:
        start, end = _PARTS[part]
        window = Window(days or WEEKDAYS, start, end, tz)
    else:
        is_peak = "peak" in name or "rush" in name
        start, end = (time(8), time(20)) if is_peak else (time(9), time(17))
        outside = outside != (name.startswith(("off", "out of")) and "office" not in name)
        window = Window(days or WORKDAYS, start, end, tz)
    windows = _complement(window) if outside else (window,)
    read_as = ", ".join(describe(window) for window in windows)
    return windows, f"{found.group().strip()} = {read_as}"


def _complement(window: Window) -> tuple[Window, ...]:
    """All the week but that window."""
    outside = Window(window.days, window.end, window.start, window.tz)
    rest = tuple(day for day in WEEKDAYS if day not in window.days)
    whole = (Window(rest, _MIDNIGHT, _MIDNIGHT, window.tz),) if rest else ()
    return (outside, *whole)


def _zone_of(found: re.Match[str], tz: str) -> str:
    zone = found["zone"]
    if not zone:
        return tz
    if "/" in zone:
        return _check_zone(zone)
    return _ZONES.get(zone.lower(), tz)


def _check_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadInput(
            f"{name!r} is no time zone.", "Write one like Europe/Berlin, or UTC."
        ) from None
    return name


__all__ = ["TimeRule", "describe", "time_rules", "windows_in"]
