"""Facts about systems, told by people: they are trusted and may weaken a match."""

from __future__ import annotations

from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.people.authority import refuse_lessening
from bot.application.records.fact import Fact
from bot.domain.audit import AuditEvent
from bot.domain.redaction import redact


def record_fact(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str,
    service: str,
    environment: str,
    key: str,
    value: str,
) -> Answer:
    """Store a current fact of a service in an environment.

    The environment may have any of its names. It lessens protection where it differs from a
    fingerprint, so an approver has to tell it.
    """
    refusal = refuse_lessening(negmem, team, user, channel)
    if refusal is not None:
        return refusal
    now = negmem.clock()
    environment = negmem.memories.lexicon.environments.canonical(environment)
    value = redact(value)
    with negmem.store.write() as tx:
        tx.facts.put(Fact(team, service, environment, key, value, user, now))
        detail: dict[str, object] = {"environment": environment, "key": key, "value": value}
        tx.audit.append(team, user, AuditEvent.FACT_RECORDED, service, detail, now)
    return Answer(True, f"Noted: {service} in {environment} has {key} = {value}.")
