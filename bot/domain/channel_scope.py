"""What a channel is about, by its name and its topic."""

from __future__ import annotations

import re

from bot.domain.reading.lexicon import Lexicon

_SCOPE_KEY = re.compile(r"\b(service|env|environment)\s*[=:]\s*([\w.*-]{1,80})", re.IGNORECASE)
_PURPOSE = re.compile(r"^(incidents?|inc|oncall|on-call|alerts?|ops|sre)[-_]+", re.IGNORECASE)
_SYMPTOM = re.compile(
    r"[-_]+(latency|errors?|outage|down|slow|5xx|4xx|alerts?|incidents?|oncall|on-call|ops|sre"
    r"|\d{4}-?\d{2}-?\d{2}|\d+)$",
    re.IGNORECASE,
)


def scope_in_name(name: str, lexicon: Lexicon) -> tuple[str | None, str | None]:
    """Service and environment in a channel's name.

    `inc-payments-latency` is about "payments" in no environment that it names, `ops-ledger-prod`
    about "ledger" in "prod", and `incidents` about nothing in particular.
    """
    rest = _PURPOSE.sub("", name)
    environment = None
    while True:
        shorter = _SYMPTOM.sub("", rest)
        head, _, last = shorter.rpartition("-")
        if head and last.lower() in lexicon.environments.names:
            environment, shorter = lexicon.environments.canonical(last), head
        if shorter == rest:
            break
        rest = shorter
    service = rest.strip("-_") if rest != name else ""
    return (service if any(char.isalpha() for char in service) else None), environment


def scope_in_topic(topic: str, lexicon: Lexicon) -> tuple[str | None, str | None]:
    """Service and environment that a topic states as `service=…` and `env=…`."""
    service = environment = None
    for key, value in _SCOPE_KEY.findall(topic):
        if key.lower() == "service":
            service = value
        else:
            environment = lexicon.environments.canonical(value)
    return service, environment
