"""The reasons of decisions in words: for agents, for people at cards, and for who tries it out."""

from __future__ import annotations

from bot.application.records.announcement import JudgedAnnouncement

_WORDS = {
    "no_match": "It repeats nothing that went badly.",
    "no_action_read": "No action was read in it.",
    "undetermined_program": (
        "What this would run cannot be known beforehand, and the memory has block entries for this"
        " scope. Write the command out."
    ),
    "unreadable": "It could not be read, so it is held.",
    "entry_unreadable": "An entry whose scope it is in cannot be read any more.",
    "broken_installation": (
        "Something that comes with negmem is missing or damaged, so it is held. negmem's log names"
        " it, and negmem doctor; reinstall negmem."
    ),
    "too_much": (
        "It tells of too many actions beside too many entries to compare them all, so it is held."
        " Announce fewer actions at a time."
    ),
    "too_large": "More than 64 kB is held unread. Send the action alone.",
    "not_decodable": "It is no valid text, so it is held.",
    "announcement_held": "The announcement that it belongs to is held.",
}
_DOUBTS = frozenset(
    {
        "undetermined_program",
        "unreadable",
        "entry_unreadable",
        "broken_installation",
        "too_much",
        "too_large",
        "not_decodable",
    }
)
_TOLD_WITH_CODE = _DOUBTS | {"no_action_read"}


def words_for(reason: str) -> str | None:
    """A decision's reason in a sentence; None where an entry's outcome says why."""
    return _WORDS.get(reason)


def reason_text(judged: JudgedAnnouncement) -> str:
    """Why it was decided so, in a sentence that begins with the code where there is one."""
    told = _told(judged)
    if told is None:
        first = judged.matches[0] if judged.matches else None
        return f"{first.entry_id}: {first.outcome}" if first else judged.reason
    if judged.reason not in _TOLD_WITH_CODE:
        return told
    by_name = judged.reason == "entry_unreadable"
    return f"{judged.reason}: {told if by_name else f'{told[0].lower()}{told[1:]}'}"


def doubt_text(judged: JudgedAnnouncement) -> str | None:
    """What the gate is in doubt about, for a card; None where an entry says why."""
    return _told(judged) if judged.reason in _DOUBTS else None


def _told(judged: JudgedAnnouncement) -> str | None:
    if judged.reason == "entry_unreadable":
        return _unread_entries(judged)
    return words_for(judged.reason)


def _unread_entries(judged: JudgedAnnouncement) -> str:
    """Which entries, and how a person mends them."""
    worst = judged.matches[0].severity if judged.matches else None
    ids = [match.entry_id for match in judged.matches if match.severity is worst]
    which = " and ".join(ids) or "An entry"
    return (
        f"{which} may be about this, but cannot be read any more, so all that is planned in its"
        f" scope is held. To mend that, correct it (/negmem edit {ids[0] if ids else 'nm-…'}), put"
        " the words that it needs back into negmem.toml, or retire it."
    )
