"""The service of an entry made of an action: what it names, else what the channel is for."""

from __future__ import annotations

from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.records.workspace import Channel
from bot.domain.action import ActionInput, InputForm, PlannedAction
from bot.domain.channel_scope import is_hint, names_another
from bot.domain.errors import BadInput, InvalidEntry
from bot.domain.headline import target_of
from bot.domain.reading import read


def service_of(
    negmem: Negmem, tx: Transaction, judged: JudgedAnnouncement, planned: PlannedAction
) -> str:
    """The service under which an entry of a planned action may be stored.

    Raises:
        InvalidEntry: None is known, or only the channel's name gives one and the action names
            something else: a person has to say.
    """
    own = target_of(planned, None)
    if own is not None:
        return own
    service, place = judged.service, judged.announcement.place
    if service is None:
        raise InvalidEntry(
            "no service is known for it.",
            "Name it with `/negmem channel service=…`, or add the entry by hand.",
            (("service", "is not known"),),
        )
    channel = tx.channels.get(place.team, place.channel) if place.channel else None
    other = names_another(planned, service) if is_hinted(negmem, channel, service) else None
    if other is not None:
        raise InvalidEntry(
            f"it names {other}, and {service} is only in this channel's name.",
            "Press Remember this and say which service it is.",
            (("service", "is not known"),),
        )
    return service


def is_hinted(negmem: Negmem, channel: Channel | None, service: str | None) -> bool:
    """Whether a service is known from the channel's name alone."""
    if channel is None or service is None or service != channel.service:
        return False
    return is_hint(channel.name, service, channel.scope_from, negmem.memories.lexicon)


def default_service(negmem: Negmem, channel: Channel | None, action: str) -> str | None:
    """The channel's service for a form, unless it is a hint and the action names another thing.

    Args:
        negmem: What every use case is handed.
        channel: Where somebody adds an entry, if in one.
        action: What they wrote so far; with nothing written a hint fills in nothing.
    """
    service = channel.service if channel else None
    if service is None or not is_hinted(negmem, channel, service):
        return service
    try:
        reading = read(ActionInput(InputForm.TEXT, text=action), negmem.memories.lexicon)
    except BadInput:
        return None
    others = [names_another(planned, service) for planned in reading.planned]
    return service if others and not any(others) else None
