"""Other people's words made inert, and cut to what Slack takes.

Sources of the rules: docs.slack.dev, "Formatting message text" and the limits in the reference of
Block Kit, read in November 2026. Slack counts UTF-16 code units.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime

from bot.domain.lengths import cut

# Control characters and the marks that turn the reading direction: they can hide or reorder what a
# person sees before a click. Tab and newline stay.
_INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")
_LINE_ENDS = re.compile(r"\r\n?|\u2028|\u2029")
_NAME = re.compile(r"&lt;(@[UW][A-Z0-9]{1,20}|!subteam\^S[A-Z0-9]{1,20})&gt;")
_JOINER = "\u2060"
_ENDS = {"kept": "kept blocked", "wrong": "called wrong"}


def clean(text: str, limit: int, *, one_line: bool = True) -> str:
    """What a person or an agent wrote, for a place in which Slack formats nothing.

    Args:
        text: As written, secrets removed.
        limit: UTF-16 units.
        one_line: Fold white space, line breaks included.
    """
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = _INVISIBLE.sub("", _LINE_ENDS.sub("\n", text))
    return cut(" ".join(text.split()) if one_line else text.strip("\n"), limit)


def escaped(text: str) -> str:
    """Escaped for mrkdwn and for the `text` of a message: no mention, no link takes effect.

    A word joiner breaks up "://", which Slack would turn into a link by itself.
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("://", f":{_JOINER}//")


def named(text: str, limit: int) -> str:
    """An admin's wording for mrkdwn: ids of people and user groups in it are shown as names."""
    return _NAME.sub(r"<\1>", escaped(clean(text, limit)))


def when(moment: datetime, form: str = "{time}") -> str:
    """A moment in mrkdwn, shown in the reader's own zone; UTC where Slack cannot.

    Args:
        moment: Aware.
        form: Slack's tokens: `{time}`, `{date_short}` …
    """
    return f"<!date^{int(moment.timestamp())}^{form}|{spelled(moment, form)}>"


def spelled(moment: datetime, form: str = "{time}") -> str:
    """The same in UTC, for whatever cannot show it in the reader's zone."""
    moment = moment.astimezone(UTC)
    day = f"{moment.day} {moment:%b %Y}"
    has_day, has_time = "date" in form, "time" in form
    if has_day and has_time:
        return f"{day} {moment:%H:%M} UTC"
    return day if has_day else f"{moment:%H:%M} UTC"


def times(count: int) -> str:
    """How often: "once", "twice", "4 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """How many: "1 entry", "3 entries"."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def week_of(week: str) -> str:
    """An ISO week by its Monday: "2026-W48" as "Week of 23 Nov"."""
    year, _, number = week.partition("-W")
    monday = date.fromisocalendar(int(year), int(number), 1)
    return f"Week of {monday.day} {monday:%b}"


def ends(counts: Mapping[str, int], names: Iterable[str]) -> str:
    """How often a warning or a hold ended how: "5 warned, 1 kept blocked"."""
    told = [f"{counts[name]} {_ENDS.get(name, name)}" for name in names if counts.get(name)]
    return ", ".join(told) or "none"
