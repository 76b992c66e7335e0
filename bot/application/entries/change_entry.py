"""Change an entry: each change is a new version with an audit record.

Whatever lessens protection asks for the same authority as a release. Who decided by an entry that
they saw names its `version`: two who weaken the same one weaken it once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.application.entries.change_words import EARLIER, LONGER, changed_since, told, unknown
from bot.application.entries.entry_fields import entry_from_fields
from bot.application.entries.store_entry import checked
from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.people.authority import refuse_absent, refuse_lessening
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import redraw
from bot.application.records.post import PostKind
from bot.domain.audit import AuditEvent
from bot.domain.entry import Entry, EntryState, Severity
from bot.domain.lessening import lessens_protection

RENEWED_FOR = 180
"""Days that Renew adds from today."""


def edit_entry(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str | None,
    entry_id: str,
    fields: Mapping[str, str],
) -> Answer:
    """Replace what `fields` names (see `entry_fields`).

    Raises:
        InvalidEntry: A field is wrong or what would result is too vague.
    """
    return _change_fields(negmem, team, user, channel, entry_id, AuditEvent.ENTRY_CHANGED, fields)


def narrow_entry(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str | None,
    entry_id: str,
    fields: Mapping[str, str],
    *,
    version: int | None = None,
) -> Answer:
    """Give the entry a smaller scope: service, environment, window or action in `fields`."""
    return _change_fields(
        negmem, team, user, channel, entry_id, AuditEvent.ENTRY_NARROWED, fields, version
    )


def renew_entry(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str | None,
    entry_id: str,
    days: int = RENEWED_FOR,
    *,
    version: int | None = None,
) -> Answer:
    """Let the entry live `days` from today, or as long as it does; a retired one comes back.

    Renewing never shortens: an earlier end is set on purpose, by an edit.
    """
    until = negmem.clock() + timedelta(days=days)
    with negmem.store.read() as tx:
        known = tx.entries.get(team, entry_id)
    if known is not None and known.state is EntryState.ACTIVE and _outlives(known, until):
        kept = f"{told(AuditEvent.ENTRY_RENEWED, known, LONGER)} {EARLIER.format(id=entry_id)}"
        return refuse_absent(negmem, team, user, channel) or Answer(True, kept, subject=entry_id)

    def renewed(entry: Entry) -> Entry:
        end = entry.expires if _outlives(entry, until) else until
        return entry.changed(expires=end, state=EntryState.ACTIVE)

    return _change(
        negmem, team, user, channel, entry_id, AuditEvent.ENTRY_RENEWED, renewed, version
    )


def weaken_entry(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str | None,
    entry_id: str,
    *,
    version: int | None = None,
) -> Answer:
    """One step down: a block becomes a warning, a warning an alert."""

    def weakened(entry: Entry) -> Entry:
        return entry.changed(severity=entry.severity.weaker)

    return _change(
        negmem, team, user, channel, entry_id, AuditEvent.ENTRY_WEAKENED, weakened, version
    )


def make_warning(
    negmem: Negmem, team: str, user: str, channel: str | None, entry_id: str
) -> Answer:
    """Make it a warning, whatever it was."""
    change = partial(Entry.changed, severity=Severity.WARN)
    return _change(negmem, team, user, channel, entry_id, AuditEvent.ENTRY_WEAKENED, change)


def make_block(negmem: Negmem, team: str, user: str, channel: str | None, entry_id: str) -> Answer:
    """Make it a block: any present, full member may."""
    change = partial(Entry.changed, severity=Severity.BLOCK)
    return _change(negmem, team, user, channel, entry_id, AuditEvent.ENTRY_CHANGED, change)


def retire_entry(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str | None,
    entry_id: str,
    *,
    version: int | None = None,
) -> Answer:
    """Take the entry out of decisions; it stays in the records."""

    def retired(entry: Entry) -> Entry:
        return entry.changed(state=EntryState.RETIRED)

    return _change(
        negmem, team, user, channel, entry_id, AuditEvent.ENTRY_RETIRED, retired, version
    )


def reassign_entry(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str | None,
    entry_id: str,
    owner: str,
    *,
    version: int | None = None,
) -> Answer:
    """Give the entry another owner, who has to be there to answer for it."""
    chosen = negmem.directory.person(team, owner, channel)
    if chosen.known and not chosen.is_full_member:
        return Answer(
            False, "Choose somebody of this workspace: no bot, no guest, nobody who left."
        )

    def reassigned(entry: Entry) -> Entry:
        return entry.changed(owner=owner)

    return _change(
        negmem, team, user, channel, entry_id, AuditEvent.ENTRY_REASSIGNED, reassigned, version
    )


def undo_entry(negmem: Negmem, team: str, user: str, channel: str | None, entry_id: str) -> Answer:
    """Undo a correction: its author may while it has not fired, others as for a retirement."""
    with negmem.store.read() as tx:
        entry = tx.entries.get(team, entry_id)
        posts = tx.outbox.of_subject(team, entry_id)
    if entry is None:
        return unknown(entry_id)
    corrected_by = {post.detail.get("by") for post in posts if post.kind is PostKind.ENTRY_STORED}
    is_author = user in corrected_by
    if is_author:
        refusal = refuse_absent(negmem, team, user, channel)
    else:
        refusal = refuse_lessening(negmem, team, user, channel, entry_id)
    if refusal is not None:
        return refusal

    def undone(entry: Entry) -> Entry:
        return entry.changed(state=EntryState.RETIRED)

    with negmem.store.write() as tx:
        fired = tx.announcements.fires(team, entry_id).fired > 0
        current = tx.entries.get(team, entry_id)
        if current is not None and not (is_author and fired):
            write_change(
                tx, team, user, AuditEvent.ENTRY_UNDONE, current, undone(current), negmem.clock()
            )
            return Answer(True, f"{entry_id} undone.", subject=entry_id)
    return _change(negmem, team, user, channel, entry_id, AuditEvent.ENTRY_UNDONE, undone)


def _change_fields(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str | None,
    entry_id: str,
    event: AuditEvent,
    fields: Mapping[str, str],
    version: int | None = None,
) -> Answer:
    now = negmem.clock()

    def changed(entry: Entry) -> Entry:
        return checked(negmem, entry_from_fields(fields, now, base=entry))

    return _change(negmem, team, user, channel, entry_id, event, changed, version)


def _change(
    negmem: Negmem,
    team: str,
    user: str,
    channel: str | None,
    entry_id: str,
    event: AuditEvent,
    change: Callable[[Entry], Entry],
    version: int | None = None,
) -> Answer:
    """Check the authority that this change needs, then store it if it is still the `version`."""
    with negmem.store.read() as tx:
        entry = tx.entries.get(team, entry_id)
    if entry is None:
        return unknown(entry_id)
    if version is not None and entry.version != version:
        return changed_since(entry_id)
    if lessens_protection(entry, change(entry), negmem.memories.lexicon):
        refusal = refuse_lessening(negmem, team, user, channel, entry_id)
    else:
        refusal = refuse_absent(negmem, team, user, channel)
    return refusal or _store(negmem, team, user, entry_id, event, change, entry)


def _store(
    negmem: Negmem,
    team: str,
    actor: str,
    entry_id: str,
    event: AuditEvent,
    change: Callable[[Entry], Entry],
    based_on: Entry,
) -> Answer:
    now = negmem.clock()
    with negmem.store.write() as tx:
        entry = tx.entries.get(team, entry_id)
        if entry is None:
            return unknown(entry_id)
        if entry.version != based_on.version:
            return changed_since(entry_id)
        changed = write_change(tx, team, actor, event, entry, change(entry), now)
    return Answer(True, told(event, changed), subject=entry_id)


def write_change(
    tx: Transaction,
    team: str,
    actor: str,
    event: AuditEvent,
    before: Entry,
    after: Entry,
    now: datetime,
) -> Entry:
    """Store the next version with its audit record, and have its posts drawn again."""
    after = replace(after, version=before.version + 1)
    tx.entries.update(team, after)
    redraw(tx, team, before.id)
    detail: dict[str, object] = {
        "version": after.version,
        "before": _summary(before),
        "after": _summary(after),
    }
    tx.audit.append(team, actor, event, before.id, detail, now)
    return after


def _summary(entry: Entry) -> dict[str, object]:
    return {
        "action": entry.action,
        "severity": entry.severity.value,
        "services": list(entry.scope.services),
        "environments": list(entry.scope.environments),
        "windows": len(entry.scope.windows),
        "expires": entry.expires.isoformat() if entry.expires else None,
        "owner": entry.owner,
        "state": entry.state.value,
    }


def _outlives(entry: Entry, until: datetime) -> bool:
    return entry.expires is None or entry.expires >= until
