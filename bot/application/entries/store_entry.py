"""Put an entry into the memory: checked, merged into an older near-duplicate, written down."""

from __future__ import annotations

from dataclasses import replace

from bot.application.judging.judge import decided_alone
from bot.application.negmem import Negmem
from bot.application.ports.store import Transaction
from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.audit import AuditEvent
from bot.domain.duplicate import near_duplicate
from bot.domain.entry import ANY, Entry
from bot.domain.errors import InvalidEntry
from bot.domain.lessening import lessens_protection
from bot.domain.match import WhyNot
from bot.domain.matching import Memory
from bot.domain.quality import missing_parts
from bot.domain.reading.entry import read_entry
from bot.domain.reading.lexicon import Lexicon
from bot.domain.redaction import redact

UNDERSTOOD = frozenset(
    {
        WhyNot.EXPIRED,
        WhyNot.OUTSIDE_WINDOW,
        WhyNot.OTHER_ENVIRONMENT,
        WhyNot.SAFE_VARIANT,
        WhyNot.RULED_OUT,
        WhyNot.PAST,
    }
)
"""Near misses in which the entry's own words were recognised as its action.

"Roll back to a release older than v7" names a bound and no release, "reset" is its own past tense:
such words describe the action without being an announcement of it.
"""


def store_entry(
    negmem: Negmem,
    tx: Transaction,
    team: str,
    entry: Entry,
    actor: str,
    *,
    share: float | None = None,
) -> Entry:
    """Store a new entry, or merge it into the older one that says the same.

    Args:
        negmem: What every use case is handed.
        tx: The transaction it belongs to.
        team: Workspace.
        entry: With an empty id, which becomes the next `nm-N`, or its own.
        actor: For the audit.
        share: Share of the last 30 days' announcements that it would match, if known.

    Returns:
        The entry as stored; the older one where it was merged.

    Raises:
        InvalidEntry: `missing` names what is missing or too vague.
        Conflict: Its own id is taken.
    """
    entry = checked(negmem, entry, share=share)
    # Never the entry's own `created`: an import brings whatever its file says.
    now = negmem.clock()
    older = near_duplicate(entry, tx.entries.all(team), now)
    if older is not None:
        return _merge(negmem, tx, team, older, entry, actor)
    stored = tx.entries.add(team, entry)
    detail: dict[str, object] = {
        "action": stored.action,
        "severity": stored.severity.value,
        "services": list(stored.scope.services),
        "environments": list(stored.scope.environments),
        "expires": stored.expires.isoformat() if stored.expires else None,
        "version": stored.version,
    }
    tx.audit.append(team, actor, AuditEvent.ENTRY_ADDED, stored.id, detail, now)
    return stored


def checked(negmem: Negmem, entry: Entry, *, share: float | None = None) -> Entry:
    """The entry without secrets, if it may be stored.

    Raises:
        InvalidEntry: It lacks something, or would not match its own action text.
    """
    entry = without_secrets(entry)
    if entry.reads_as is not None:
        read_entry(entry, negmem.memories.lexicon)
    gaps = missing_parts(
        entry,
        matches_own_text=matches_own_text(negmem, entry),
        share=share,
        lexicon=negmem.memories.lexicon,
    )
    if gaps:
        what = " ".join(gap.text for gap in gaps)
        proposals = [gap.proposal for gap in gaps if gap.proposal]
        hint = f"For example: {proposals[0]}" if proposals else ""
        raise InvalidEntry(what, hint, tuple((gap.key, gap.text) for gap in gaps))
    return entry


def matches_own_text(negmem: Negmem, entry: Entry) -> bool:
    """Whether an announcement in the very words of the entry's action would match it."""
    memory = Memory(negmem.memories.lexicon)
    try:
        memory.put(replace(entry, id="new", reads_as=entry.reads_as))
    except InvalidEntry:
        return False
    scope = entry.scope
    situation = Situation(
        now=negmem.clock(),
        service=_one_of(scope.services),
        environment=_one_of(scope.environments),
    )
    announcement = ActionInput(InputForm.TEXT, text=entry.action)
    decision = decided_alone(announcement, situation, memory)
    understood = any(near.why_not in UNDERSTOOD for near in decision.near_misses)
    return bool(decision.matches or decision.alerts or understood)


def _one_of(names: tuple[str, ...]) -> str | None:
    """A place in which the entry would apply; None where it applies everywhere or nowhere."""
    return None if ANY in names or not names else names[0]


def without_secrets(entry: Entry) -> Entry:
    """The entry with secrets removed from each of its texts."""
    return replace(
        entry,
        action=redact(entry.action),
        context=redact(entry.context),
        outcome=redact(entry.outcome),
        source=redact(entry.source),
        instead=redact(entry.instead) if entry.instead else None,
        fingerprint={key: redact(value) for key, value in entry.fingerprint.items()},
    )


def _merge(
    negmem: Negmem, tx: Transaction, team: str, older: Entry, newer: Entry, actor: str
) -> Entry:
    """The older entry with both sources, the later expiry and the stronger severity.

    Other names come along, unless they take words away from what the older one is about.
    """
    sources = older.source if newer.source in older.source else f"{older.source}; {newer.source}"
    ends = [one.expires for one in (older, newer) if one.expires is not None]
    merged = older.changed(
        source=sources.strip("; "),
        expires=max(ends) if len(ends) == 2 else None,
        severity=max(older.severity, newer.severity, key=lambda one: one.rank),
        aliases=_names_of_both(older, newer, negmem.memories.lexicon),
        instead=older.instead or newer.instead,
    )
    tx.entries.update(team, merged)
    detail: dict[str, object] = {"source": newer.source, "version": merged.version}
    tx.audit.append(team, actor, AuditEvent.ENTRY_MERGED, older.id, detail, negmem.clock())
    return merged


def _names_of_both(older: Entry, newer: Entry, lexicon: Lexicon) -> tuple[str, ...]:
    names = tuple(dict.fromkeys((*older.aliases, *newer.aliases)))
    lessens = lessens_protection(older, replace(older, aliases=names), lexicon)
    return older.aliases if lessens else names
