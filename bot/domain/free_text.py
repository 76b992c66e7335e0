"""An entry in one line: "restart payments-api in prod => dropped payments, block, for 90 days"."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.entry import Severity
from bot.domain.errors import BadInput
from bot.domain.expiry import read_expiry
from bot.domain.naming import environment_in, names_in
from bot.domain.nearest import nearest
from bot.domain.reading.lexicon import Lexicon, load_lexicon
from bot.domain.windows import describe, time_rules

LIFE = timedelta(days=180)
"""Of an entry whose text names no end."""

_LONGEST = 2_000
_ARROW = re.compile(r"\s*(?:=>|->|→|⇒|—>|–>)\s*")
_REASON = re.compile(r"\s+(?:because|since it|leads to|led to|causes|caused)\s+", re.IGNORECASE)
_PAIR = re.compile(
    r"""(?:^|[\s,;(])(?P<key>service|svc|env|environment|severity|sev|source|instead|context|owner
        |expires|expiry|until|alias(?:es)?|window|approvals)\s?(?P<sign>=|:)\s?
        (?P<value>"[^"]*"|“[^”]*”|[^\s,;]+)""",
    re.VERBOSE | re.IGNORECASE,
)
_LONG_PAIR = re.compile(
    r"(?:^|[\s,;(])(?P<key>instead|source|context)\s?:\s?(?P<value>.+?)"
    r"(?=[,;.]?\s+(?:instead|source|context|service|env|environment|severity|expires|owner)\s?[:=]"
    r"|[,;]\s*(?:block|warn(?:ing)?|alert|for\s\d|until\s|in\s\d|expires\s)|$)",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"(?:^|[,;.]\s*|\s)(?:instead,?\s|better:?\s|use instead:?\s)(?P<value>[^,;]+)", re.IGNORECASE
)
_SEVERITY = re.compile(
    r"(?:^|[,;.\s(])(?P<word>block|warn|warning|alert)(?=$|[,;.\s)])", re.IGNORECASE
)
_EXPIRY = re.compile(
    r"""(?:^|[,;\s(])(?P<phrase>
        (?:expires?\s)?(?:for|in)\s(?:the\snext\s)?(?:\d{1,4}|an?|one|two|three|four|six|ninety|thirty)
            \s?-?(?:days?|d|weeks?|w|months?|mo|quarters?|years?|y|hours?|h)\b
      | (?:expires?\s(?:on\s|at\s)?|until\s|till\s|valid\suntil\s)[^,;)]+
      | (?:until\s)?(?:the\s)?end\sof\s(?:the\s|this\s|next\s)?(?:week|month|quarter|year)
      | \d{1,4}\s?(?:days|d|weeks|w|months)(?=\s*(?:$|[,;.)]))
      | (?:never\sexpires?|no\sexpiry|never|forever|permanent)(?=\s*(?:$|[,;.)]))
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_Assumed = list[tuple[str, str]]
_KEYS = {
    "svc": "service", "env": "environment", "sev": "severity", "expiry": "expires",
    "until": "expires", "alias": "aliases",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class EntryDraft:
    """What one line says about an entry.

    Attributes:
        fields: Fields of the form, by name: `action, outcome, severity, service, environment,
            expires, window, instead, source, context …`. Only what is known.
        assumed: Fields that were taken for granted, each with a note in words.
        missing: Names of the fields that the text does not give and nothing could fill.
    """

    fields: Mapping[str, str]
    assumed: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """What was taken for granted, in words, one each."""
        return self.notes_beside(())

    def notes_beside(self, given: Collection[str]) -> tuple[str, ...]:
        """The same without the fields that are given beside the text: they are not assumed."""
        return tuple(note for key, note in self.assumed if key not in given)


def read_free_text(
    text: str,
    now: datetime,
    *,
    default_service: str | None = None,
    default_environment: str | None = None,
    tz: str = "UTC",
    known_services: Collection[str] = (),
    lexicon: Lexicon | None = None,
) -> EntryDraft:
    """Read `ACTION in ENV => OUTCOME, SEVERITY, for TIME`, in any order after the arrow.

    `->` and "because" are arrows too; `service=…`, `env=…`, `instead: …`, `source: …` may stand
    anywhere; "during peak" and "on Fridays" become windows.

    Args:
        text: The line.
        now: Aware.
        default_service: Where the text names none.
        default_environment: Where the text names none.
        tz: IANA zone of the person, for times of day.
        known_services: Names that are services whatever they look like.
        lexicon: Names of environments; the built-in ones by default.

    Raises:
        BadInput: It is longer than 2,000 characters, an expiry is ambiguous, past or "never", or a
            severity does not exist or is misspelt.
    """
    if len(text) > _LONGEST:
        raise BadInput(
            f"The text is {len(text):,} characters long, an entry at most {_LONGEST:,}.",
            "Keep what was done and what it led to; link to the rest with source: …",
        )
    lexicon = lexicon or load_lexicon()
    fields: dict[str, str] = {}
    assumed: _Assumed = []
    rest = _take_pairs(" ".join(text.split()), fields)
    action, outcome = _split(rest)
    outcome = _take_instead(outcome, fields)
    action, outcome = _take_expiry(action, outcome, fields, assumed, now, tz)
    outcome = _take_severity(outcome, fields, assumed)
    action = _take_windows(action, fields, assumed, tz)
    action = _take_place(action, fields, lexicon, known_services)
    _default(fields, assumed, "service", default_service, "of this channel")
    _default(fields, assumed, "environment", default_environment, "of this channel")
    fields |= {"action": _trimmed(action), "outcome": _trimmed(outcome)}
    fields = {key: value for key, value in fields.items() if value}
    missing = tuple(
        key for key in ("action", "outcome", "service", "environment") if key not in fields
    )
    return EntryDraft(fields, tuple(assumed), missing)


def _split(text: str) -> tuple[str, str]:
    found = _ARROW.search(text) or _REASON.search(text)
    return (text[: found.start()], text[found.end() :]) if found else (text, "")


def _take_pairs(text: str, fields: dict[str, str]) -> str:
    """The text without its `key=value` and `key: …` parts, which go to the fields."""
    for pattern in (_LONG_PAIR, _PAIR):
        for found in list(pattern.finditer(text)):
            key = found["key"].lower()
            fields.setdefault(_KEYS.get(key, key), found["value"].strip(' "“”.,;'))
        text = pattern.sub(" ", text)
    return " ".join(text.split())


def _take_instead(outcome: str, fields: dict[str, str]) -> str:
    found = _INSTEAD.search(outcome)
    if found is None or "instead" in fields:
        return outcome
    fields["instead"] = found["value"].strip(" .")
    return outcome[: found.start()] + outcome[found.end() :]


def _take_expiry(
    action: str, outcome: str, fields: dict[str, str], assumed: _Assumed, now: datetime, tz: str
) -> tuple[str, str]:
    """Both texts without the phrase that says until when; what has none lives `LIFE`."""
    said = fields.pop("expires", None)
    if said is None:
        found = next(
            (f for f in _EXPIRY.finditer(outcome) if _is_expiry(f["phrase"], now, tz)), None
        )
        if found is not None:
            said = found["phrase"]
            outcome = outcome[: found.start("phrase")] + outcome[found.end("phrase") :]
        elif not outcome and (found := _EXPIRY.search(action)):
            said = found["phrase"]
            action = action[: found.start("phrase")] + action[found.end("phrase") :]
    until = read_expiry(said, now, tz) if said else None
    if said and until is None:
        raise BadInput(f"{said!r} is no time that I know.", 'Write "for 90 days" or a date.')
    if until is None:
        until = now + LIFE
        assumed.append(("expires", f"expires in {LIFE.days} days, as no end was given"))
    fields["expires"] = until.isoformat(timespec="seconds")
    return action, outcome


def _is_expiry(phrase: str, now: datetime, tz: str) -> bool:
    """Whether a phrase of the outcome is an end: "down for 2 hours" is none."""
    if re.match(r"(?:for|in)\s", phrase, re.I) and re.search(r"(?:hours?|h)$", phrase, re.I):
        return False
    try:
        return read_expiry(phrase, now, tz) is not None
    except BadInput:
        return True  # one that the person has to mend


def _take_severity(outcome: str, fields: dict[str, str], assumed: _Assumed) -> str:
    said = fields.pop("severity", None)
    if said is None:
        found = [f for f in _SEVERITY.finditer(outcome) if _stands_alone(outcome, f)]
        if found:
            said = found[-1]["word"]
            outcome = outcome[: found[-1].start("word")] + outcome[found[-1].end("word") :]
    if said is None:
        _refuse_misspelt(outcome)
        assumed.append(("severity", "severity warn, as none was given"))
        fields["severity"] = Severity.WARN.value
        return outcome
    word = {"warning": "warn"}.get(said.lower(), said.lower())
    if word not in set(Severity):
        raise _no_severity(said)
    fields["severity"] = word
    return outcome


def _refuse_misspelt(outcome: str) -> None:
    """Ask about a lone word between commas that is nearly a severity: "blok" is no outcome.

    Raises:
        BadInput: Names the word and the nearest severity.
    """
    for part in re.split(r"[,;]", outcome)[1:]:
        word = part.strip(" .")
        if word.isalpha() and any(near[0] == word[0].lower() for near in nearest(word, Severity)):
            raise _no_severity(word)


def _no_severity(said: str) -> BadInput:
    near = nearest(said, Severity, limit=1)
    meant = f"Did you mean {near[0]}? " if near else ""
    return BadInput(f"{said!r} is no severity.", f"{meant}Use block, warn or alert.")


def _stands_alone(outcome: str, found: re.Match[str]) -> bool:
    """Whether a severity word is one: between commas or at an end, not "alert storm"."""
    before = outcome[: found.start("word")].rstrip()
    after = outcome[found.end("word") :].lstrip()
    opens = not before or before[-1] in ",;.("
    closes = not after or after[0] in ",;.)" or re.match(r"(?:for|until|in|expires)\s", after)
    return bool(closes and (opens or not after))


def _take_windows(action: str, fields: dict[str, str], assumed: _Assumed, tz: str) -> str:
    if "window" in fields:
        return action
    rules = time_rules(action, tz)
    for rule in reversed(rules):
        action = f"{action[: rule.start].rstrip()} {action[rule.end :].lstrip()}"
    if rules:
        windows = dict.fromkeys(window for rule in rules for window in rule.windows)
        fields["window"] = "; ".join(describe(window) for window in windows)
    assumed += [("window", rule.assumed) for rule in rules if rule.assumed]
    return action


def _take_place(
    action: str, fields: dict[str, str], lexicon: Lexicon, known_services: Collection[str]
) -> str:
    """The environment goes to its field, the service stays in the action too: it is its target."""
    environments = lexicon.environments
    found = re.search(
        r"\s(?:in|on)\s(?:the\s)?(?P<name>[\w-]+)(?:\s(?:environment|env|cluster))?(?=$|[\s,;])",
        action,
        re.IGNORECASE,
    )
    while (
        found
        and found["name"].lower() not in environments.names
        and not re.fullmatch(r"(?:prod|staging|stage|dev|test|qa)-\w{1,12}", found["name"].lower())
    ):
        found = re.search(found.re, action[found.end() :])
    if "environment" not in fields:
        if found:
            fields["environment"] = environments.canonical(found["name"])
        elif named := environment_in(action, environments):
            fields["environment"] = named
    if found:
        action = action.replace(found.group(), "", 1)
    if "service" not in fields:
        fields["service"] = _service_in(action, lexicon, known_services) or ""
    return action


def _service_in(action: str, lexicon: Lexicon, known: Collection[str]) -> str | None:
    spoken = set(re.findall(r"[\w.-]+", action.lower()))
    listed = [name for name in known if name.lower() in spoken]
    if listed:
        return max(listed, key=len)
    names = names_in(action.lower(), lexicon.environments)
    return names[0] if names else None


def _default(
    fields: dict[str, str], assumed: _Assumed, key: str, value: str | None, whose: str
) -> None:
    if not fields.get(key) and value:
        fields[key] = value
        assumed.append((key, f"{key} {value}, {whose}"))


def _trimmed(text: str) -> str:
    text = re.sub(r"\s*[,;]\s*(?=[,;]|$)", "", " ".join(text.split()))
    return re.sub(r"\s+([,;.])", r"\1", text).strip(" ,;.")
