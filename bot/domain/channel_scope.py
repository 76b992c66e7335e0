"""What a channel is about, by its name and its topic."""

from __future__ import annotations

import re

from bot.domain.action import PlannedAction
from bot.domain.reading.lexicon import Lexicon

_SCOPE_KEY = re.compile(r"\b(service|env|environment)\s*[=:]\s*([\w.*-]{1,80})", re.IGNORECASE)
_PURPOSE = re.compile(r"^(incidents?|inc|oncall|on-call|alerts?|ops|sre)[-_]+", re.IGNORECASE)
_SYMPTOM = re.compile(
    r"[-_]+(latency|errors?|outage|down|slow|5xx|4xx|alerts?|incidents?|oncall|on-call|ops|sre"
    r"|\d{4}-?\d{2}-?\d{2}|\d+)$",
    re.IGNORECASE,
)
_ABOUT_TALK = re.compile(
    r"(?:^|[-_]+)(reviews?|general|chat|talk|teams?|war-?room|room|bridge|comms|updates?|status|feed"
    r"|logs?|help|support|handovers?|announcements?|bots?|discussions?|standups?|retros?"
    r"|post-?mortems?|news|internal|public)$",
    re.IGNORECASE,
)
"""What is done in a channel, and no service: `oncall-review`, `inc-ledger-war-room`."""
_PARTS = frozenset(
    "pod pods container containers deployment deploy deployments instance instances replica"
    " replicas worker workers process processes node nodes service app application release version"
    " build rollout change it them all one some every the this that last latest previous current"
    " old new stuck failed broken back up down again".split()
)
"""Words for parts that any service has, and for which of them is meant."""
_WORD = re.compile(r"[^\W_]+")


def scope_in_name(name: str, lexicon: Lexicon) -> tuple[str | None, str | None]:
    """Service and environment in a channel's name.

    It is a hint: today it may be about something else. `inc-payments-latency` is about "payments"
    in no environment that it names, `ops-ledger-prod` about "ledger" in "prod", and `incidents`
    about nothing in particular.
    """
    rest = _PURPOSE.sub("", name)
    environment = None
    while True:
        shorter = _ABOUT_TALK.sub("", _SYMPTOM.sub("", rest))
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


def is_hint(name: str, service: str | None, scope_from: str, lexicon: Lexicon) -> bool:
    """Whether a channel's service is only what its name says; no person stated it.

    Args:
        name: The channel's.
        service: The channel's.
        scope_from: See `Channel`; a topic may state the environment alone.
        lexicon: Names of environments.
    """
    if service is None or scope_from == "command":
        return False
    return scope_from == "name" or scope_in_name(name, lexicon)[0] == service


def names_another(planned: PlannedAction, service: str) -> str | None:
    """The thing that an action names where it is not the service or a part that any has.

    In a channel about payments "the bastion host" is another thing, "the pods" are not.
    """
    own = {_stem(word) for word in _WORD.findall(service.lower())}
    for name in (planned.target, *planned.objects):
        words = [word for word in _WORD.findall((name or "").lower()) if not word.isdigit()]
        telling = [word for word in words if word not in _PARTS]
        if telling and not own & {_stem(word) for word in telling}:
            return name
    return None


def _stem(word: str) -> str:
    return word.removesuffix("s")
