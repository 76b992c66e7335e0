"""When an entry ends: "for 90 days", "until 14 March", "end of quarter", "2027-03-01"."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import parsedatetime

from bot.domain.entry import WEEKDAYS
from bot.domain.errors import BadInput
from bot.domain.windows import windows_in

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "thirty": 30, "sixty": 60, "ninety": 90,
}  # fmt: skip
_LEAD = re.compile(
    r"^(?:(?:expires?|valid|lives|keep(?:\sit)?|ends|ending)\s)?"
    r"(?:(?:in|for|until|till|til|through|by|on|after|at|til)\s)?(?:the\s)?",
    re.IGNORECASE,
)
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_LONGEST = 200
MOST_DAYS = 3660
"""The farthest end: ten years."""
_FARTHEST = timedelta(days=MOST_DAYS)


def read_days(text: str, now: datetime) -> int | None:
    """How many days from now that is, at least one: "90", or a text as `read_expiry` reads it.

    Raises:
        BadInput: See `read_expiry`.
    """
    said = text.strip()
    if said.isdecimal():
        return max(1, min(int(said[:_LONGEST]), MOST_DAYS))
    until = read_expiry(said, now)
    return None if until is None else max(1, round((until - now).total_seconds() / 86_400))


def read_expiry(text: str, now: datetime, tz: str = "UTC") -> datetime | None:
    """The moment that a text gives as an end.

    A day without a time counts wholly: "until 14 March" ends at midnight after it. A day and month
    that have passed this year mean the next one.

    Args:
        text: Only the time, or nothing of the kind.
        now: Aware.
        tz: IANA zone of the person who wrote it.

    Returns:
        An aware moment in UTC after `now`, or None where the text gives no time.

    Raises:
        BadInput: It can mean several times, lies in the past, or says "never".
    """
    said = " ".join(text.split())[:_LONGEST].strip(" .,")
    if re.fullmatch(
        r"(?:never|forever|no expiry|does not expire|permanent(?:ly)?|none)", said, re.I
    ):
        raise BadInput(
            "An entry that never expires is forgotten and blocks for nothing.",
            'Give it an end, for example "for 365 days"; the weekly review offers to renew it.',
        )
    zone = _zone(tz)
    phrase = _LEAD.sub("", said).strip().lower()
    if not phrase:
        return None
    local = now.astimezone(zone)
    for read in _READERS:
        moment = read(phrase, local)
        if moment is not None:
            return _checked(moment, now, said)
    moment = _by_library(phrase, local)
    return None if moment is None else _checked(moment, now, said)


def _zone(tz: str) -> ZoneInfo:
    try:
        return ZoneInfo(tz)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadInput(f"{tz!r} is no time zone.", "Write one like Europe/Berlin.") from None


def _checked(moment: datetime, now: datetime, said: str) -> datetime:
    if moment <= now:
        raise BadInput(
            f"{said!r} lies in the past.",
            'Give a time to come, for example "for 90 days" or "until 2027-03-01".',
        )
    if moment - now > _FARTHEST:
        raise BadInput(f"{said!r} is more than ten years away.", 'Try "for 365 days".')
    return moment.astimezone(UTC)


def _end_of(day: date, local: datetime) -> datetime:
    """Midnight after a day."""
    return datetime.combine(day + timedelta(days=1), time(0), local.tzinfo)


def _iso(phrase: str, local: datetime) -> datetime | None:
    if not re.match(r"\d{4}-\d\d-\d\d", phrase):
        return None
    try:
        if len(phrase) == 10:
            return _end_of(date.fromisoformat(phrase), local)
        moment = datetime.fromisoformat(phrase.upper().replace(" UTC", "Z").replace(" Z", "Z"))
    except ValueError as error:
        raise BadInput(f"{phrase!r} is no date.", 'Write it like "2027-03-01".') from error
    return moment if moment.tzinfo else moment.replace(tzinfo=local.tzinfo)


def _span(phrase: str, local: datetime) -> datetime | None:
    found = re.fullmatch(
        r"(?:the next\s|next\s)?(?:(?P<n>\d{1,5})|(?P<word>[a-z]+))\s?-?"
        r"(?P<unit>h(?:ours?|rs?)?|d(?:ays?)?|w(?:eeks?|ks?)?|mo(?:nths?)?|m|q(?:uarters?)?"
        r"|y(?:ears?|rs?)?|min(?:ute)?s?)(?:\sfrom\s(?:now|today))?",
        phrase,
    )
    if phrase in {"fortnight", "a fortnight"}:
        return local + timedelta(days=14)
    if found is None:
        return None
    number = int(found["n"]) if found["n"] else _NUMBERS.get(found["word"])
    if number is None:
        return None
    unit = found["unit"]
    if unit == "m":
        raise BadInput(
            f"{phrase!r} can mean minutes or months.", f'Write "{number} months" or "{number} min".'
        )
    if unit.startswith("mo") or unit[0] in "qy":
        factor = 1 if unit.startswith("mo") else 3 if unit[0] == "q" else 12
        return _months_later(local, number * factor)
    hours = {"h": 1, "d": 24, "w": 168}.get(unit[0], 0)
    return local + (timedelta(hours=number * hours) if hours else timedelta(minutes=number))


def _months_later(local: datetime, months: int) -> datetime:
    """The same day so many months later, or the month's last one."""
    if months > 240:
        raise BadInput(f"{months} months is more than ten years away.", 'Try "for 365 days".')
    total = local.year * 12 + local.month - 1 + months
    year, month = divmod(total, 12)
    day = min(local.day, calendar.monthrange(year, month + 1)[1])
    return local.replace(year=year, month=month + 1, day=day)


def _end(phrase: str, local: datetime) -> datetime | None:
    short = {"eod": "day", "eow": "week", "eom": "month", "eoq": "quarter", "eoy": "year"}
    found = re.fullmatch(
        r"(?:end of|close of)\s(?:the\s)?(?P<which>this\s|next\s)?"
        r"(?P<unit>day|today|week|month|quarter|year)"
        r"|(?P<short>eod|eow|eom|eoq|eoy)|end of\s(?:the\s)?" + _MONTH + r"(?:\s(?P<year>\d{4}))?",
        phrase,
    )
    if found is None:
        return None
    if found["month"]:
        return _end_of_month(found["month"], found["year"], local)
    unit = short.get(found["short"] or "", found["unit"])
    start = local.date()
    if (found["which"] or "").strip() == "next":
        start = _next_period(start, unit)
    return _end_of(_last_day(start, unit), local)


def _end_of_month(name: str, year: str | None, local: datetime) -> datetime:
    month = _MONTHS.index(name[:3]) + 1
    chosen = int(year) if year else local.year + (1 if month < local.month else 0)
    return _end_of(date(chosen, month, calendar.monthrange(chosen, month)[1]), local)


def _last_day(day: date, unit: str) -> date:
    if unit == "week":
        return day + timedelta(days=6 - day.weekday())
    if unit in {"month", "quarter", "year"}:
        month = {"month": day.month, "quarter": (day.month + 2) // 3 * 3, "year": 12}[unit]
        return date(day.year, month, calendar.monthrange(day.year, month)[1])
    return day


def _next_period(day: date, unit: str) -> date:
    return _last_day(day, unit) + timedelta(days=1)


def _weekday(phrase: str, local: datetime) -> datetime | None:
    found = re.fullmatch(
        r"(?P<which>next\s|this\s|coming\s)?"
        r"(?P<day>mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?",
        phrase,
    )
    if found is None:
        return None
    ahead = (WEEKDAYS.index(found["day"][:3]) - local.weekday()) % 7
    which = (found["which"] or "").strip()
    first, second = local.date() + timedelta(days=ahead), local.date() + timedelta(days=ahead + 7)
    if (ahead == 0 and which != "coming") or which == "next":
        raise BadInput(
            f"{phrase!r} can mean {first:%Y-%m-%d} or {second:%Y-%m-%d}.", "Write the date."
        )
    return _end_of(first if ahead else second, local)


def _day_and_month(phrase: str, local: datetime) -> datetime | None:
    day, year = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?", r"(?:,?\s(?P<year>\d{4}))?"
    found = re.fullmatch(rf"{day}\s(?:of\s)?{_MONTH}{year}", phrase) or re.fullmatch(
        rf"{_MONTH}\s{day}{year}", phrase
    )
    if found is None:
        return None
    month = _MONTHS.index(found["month"][:3]) + 1
    return _on(int(found["day"]), month, found["year"], phrase, local)


def _on(day: int, month: int, year: str | None, phrase: str, local: datetime) -> datetime:
    try:
        if year:
            return _end_of(date(int(year), month, day), local)
        this = date(local.year, month, day)
        return _end_of(this if this >= local.date() else date(local.year + 1, month, day), local)
    except ValueError as error:
        raise BadInput(f"{phrase!r} is no date.", 'Write it like "2027-03-01".') from error


def _numbers(phrase: str, local: datetime) -> datetime | None:
    found = re.fullmatch(r"(\d{1,2})([./-])(\d{1,2})(?:\2(\d{2}|\d{4}))?\.?", phrase)
    if found is None:
        return None
    first, second = int(found[1]), int(found[3])
    year = found[4] if not found[4] or len(found[4]) == 4 else f"20{found[4]}"
    if found[2] == "." or first > 12:
        return _on(first, second, year, phrase, local)
    if second > 12:
        return _on(second, first, year, phrase, local)
    if first == second:
        return _on(first, second, year, phrase, local)
    raise BadInput(
        f"{phrase!r} can mean day/month or month/day.", 'Write it like "2027-03-01" or "4 March".'
    )


def _word(phrase: str, local: datetime) -> datetime | None:
    if phrase in {"today", "tonight"}:
        return _end_of(local.date(), local)
    if phrase == "tomorrow":
        return _end_of(local.date() + timedelta(days=1), local)
    if found := re.fullmatch(r"next\s(week|month|quarter|year)", phrase):
        start = _next_period(local.date(), found[1])
        raise BadInput(
            f"{phrase!r} can mean its begin ({start:%Y-%m-%d}) or its end.",
            f'Write "end of {phrase}" or the date.',
        )
    return None


_READERS: tuple[Callable[[str, datetime], datetime | None], ...] = (
    _iso, _span, _end, _weekday, _day_and_month, _numbers, _word,
)  # fmt: skip


_SPOKEN = re.compile(
    r"(?:(?:today|tonight|tomorrow|day|after|noon|midnight|morning|evening|afternoon|night|at|in|on"
    r"|next|this|coming|the|of|from|now|and|a|an|half|week|month|year|hours?|minutes?|days|weeks"
    r"|mon|tues|wednes|thurs|fri|satur|sun|day|monday|tuesday|wednesday|thursday|friday|saturday"
    r"|sunday|am|pm|o'clock|\d{1,2}(?::\d\d)?(?:am|pm)?)\b[\s,]*){2,12}"
)
"""Words of time that the library may make sense of; with any other word a phrase is no time."""


def _by_library(phrase: str, local: datetime) -> datetime | None:
    """What parsedatetime makes of a phrase that has nothing but words of time."""
    if not _SPOKEN.fullmatch(phrase):
        return None
    library = parsedatetime.Calendar(version=parsedatetime.VERSION_CONTEXT_STYLE)
    moment, context = library.parseDT(phrase, sourceTime=local.replace(tzinfo=None))
    if not context.hasDateOrTime:
        return None
    aware: datetime = moment.replace(tzinfo=local.tzinfo)
    return aware if context.hasTime else _end_of(aware.date(), local)


__all__ = ["read_expiry", "windows_in"]
