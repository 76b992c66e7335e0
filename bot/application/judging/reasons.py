"""The reasons of decisions in words: for the agent that asked, and for the person at the card."""

from __future__ import annotations

from bot.application.records.announcement import JudgedAnnouncement

_SENTENCES = {
    "no_match": "Nothing in the memory speaks against it.",
    "no_action_read": "no_action_read: no action was read in it.",
    "undetermined_program": (
        "undetermined_program: what this would run cannot be known beforehand, and the memory"
        " has block entries for this scope. Write the command out."
    ),
    "unreadable": "unreadable: it could not be read, so it is held.",
    "too_large": "too_large: more than 64 kB is held unread. Send the action alone.",
    "not_decodable": "not_decodable: it is no valid text, so it is held.",
    "announcement_held": "The announcement that it belongs to is held.",
}
_DOUBTS = frozenset({"undetermined_program", "unreadable", "too_large", "not_decodable"})


def reason_text(judged: JudgedAnnouncement) -> str:
    """Why it was decided so, in a sentence that begins with the code where there is one."""
    if judged.reason == "entry_unreadable":
        return f"entry_unreadable: {_unread_entries(judged)}"
    told = _SENTENCES.get(judged.reason)
    if told is None:
        first = judged.matches[0] if judged.matches else None
        told = f"{first.entry_id}: {first.outcome}" if first else judged.reason
    return told


def doubt_text(judged: JudgedAnnouncement) -> str | None:
    """What the gate is in doubt about, for a card; None where an entry says why."""
    if judged.reason == "entry_unreadable":
        return _unread_entries(judged)
    if judged.reason not in _DOUBTS:
        return None
    told = _SENTENCES[judged.reason].partition(": ")[2]
    return f"{told[0].upper()}{told[1:]}"


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
