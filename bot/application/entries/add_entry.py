"""Add an entry by hand: from free text to a draft, from a form to the memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.application.entries.backtest import Backtest, backtest
from bot.application.entries.entry_fields import entry_from_fields
from bot.application.entries.entry_service import default_service
from bot.application.entries.store_entry import store_entry
from bot.application.negmem import Negmem
from bot.application.people.authority import refuse_absent
from bot.domain.entry import Entry
from bot.domain.errors import NotAllowed
from bot.domain.free_text import EntryDraft, read_free_text


@dataclass(frozen=True, slots=True)
class Author:
    """Who adds an entry, and where. A tool of the operator has no channel."""

    team: str
    user: str
    channel: str | None
    tz: str = "UTC"


def draft_from_text(negmem: Negmem, author: Author, text: str) -> EntryDraft:
    """What free text says about an entry, with the channel's scope where it names none."""
    with negmem.store.read() as tx:
        channel = tx.channels.get(author.team, author.channel) if author.channel else None
        known = {
            name
            for entry in tx.entries.all(author.team)
            for name in (*entry.scope.services, *entry.aliases)
        }
    return read_free_text(
        text,
        negmem.clock(),
        default_service=default_service(negmem, channel, text),
        default_environment=channel.environment if channel else None,
        tz=author.tz,
        known_services=known,
    )


def add_entry(negmem: Negmem, author: Author, fields: Mapping[str, str]) -> Entry:
    """Store what the form says; a near-duplicate is merged into the older entry.

    Raises:
        InvalidEntry: `missing` names each field that is wrong, missing or too vague.
        NotAllowed: In Slack: the person is no present, full member of the channel.
    """
    if author.channel is not None:
        refusal = refuse_absent(negmem, author.team, author.user, author.channel)
        if refusal is not None:
            raise NotAllowed(refusal.text)
    entry = entry_from_fields(fields, negmem.clock(), owner=author.user)
    tested = try_out(negmem, author.team, fields)
    with negmem.store.write() as tx:
        return store_entry(negmem, tx, author.team, entry, author.user, share=tested.share)


def try_out(negmem: Negmem, team: str, fields: Mapping[str, str]) -> Backtest:
    """What an entry with these fields would have matched lately.

    Raises:
        InvalidEntry: A field is wrong.
    """
    return backtest(negmem, team, entry_from_fields(fields, negmem.clock()))
