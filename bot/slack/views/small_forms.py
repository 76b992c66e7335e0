"""The smaller forms: narrow an entry, break-glass, import, choose among drafts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.slack.views.form import View, checks, modal, says, text_input

NARROW_FORM, BREAK_GLASS_FORM = "narrow_form", "break_glass_form"
IMPORT_FORM, DRAFTS_FORM = "import_form", "drafts_form"


def narrow_form(entry_id: str, fields: Mapping[str, str], private: Mapping[str, Any]) -> View:
    """A smaller scope for an entry."""
    blocks = [
        says(f"{entry_id}: {fields.get('action', '')}"),
        text_input("action", "Action", fields.get("action", ""), optional=False),
        text_input("service", "Service", fields.get("service", ""), optional=False),
        text_input("environment", "Environment", fields.get("environment", ""), optional=False),
        text_input(
            "window",
            "Only at these times",
            fields.get("window", ""),
            hint="mon-fri 08:00-20:00 Europe/Berlin",
        ),
    ]
    return modal(
        f"Narrow {entry_id}", blocks, callback_id=NARROW_FORM, submit="Narrow", private=private
    )


def break_glass_form(private: Mapping[str, Any]) -> View:
    """Why, and for how long."""
    blocks = [
        says(
            "Until it ends by itself, what would be held in this channel only gets a warning. "
            "Everybody in the channel is told, with your reason."
        ),
        text_input("reason", "Why", optional=False, multiline=True),
        text_input("minutes", "For how many minutes", "30", hint="At most 60.", optional=False),
    ]
    return modal(
        "Break glass", blocks, callback_id=BREAK_GLASS_FORM, submit="Open", private=private
    )


def import_form(private: Mapping[str, Any], text: str = "") -> View:
    """A place to paste entries or a postmortem."""
    blocks = [
        says(
            "Paste entries as JSON, one a line, or the text of a postmortem: what made it worse "
            "becomes drafts to choose from. Longer ones: `negmem import FILE` on the command line."
        ),
        text_input("text", "Entries or postmortem", text, optional=False, multiline=True),
        text_input("source", "Name or link of the postmortem"),
    ]
    return modal("Import", blocks, callback_id=IMPORT_FORM, submit="Read", private=private)


def drafts_form(
    text: str,
    source: str,
    drafts: Sequence[tuple[str, Sequence[str]]],
    private: Mapping[str, Any],
) -> View:
    """Drafts out of a postmortem, all ticked.

    Args:
        text: What was pasted; it stays in the form and is read again when it is sent.
        source: Its name or link.
        drafts: The action of each, and what is still missing.
        private: What the form remembers.
    """
    ticks = {str(number): action for number, (action, _) in enumerate(drafts[:10])}
    blocks = [checks("chosen", "Store these", ticks, list(ticks))]
    for action, lacking in drafts[:10]:
        if lacking:
            blocks.append(says(f"“{action}” still lacks: {'; '.join(lacking)}"))
    blocks += [
        text_input("service", "Service, where a draft names none"),
        text_input("environment", "Environment, where a draft names none"),
        text_input("text", "Read from", text, optional=False, multiline=True),
        text_input("source", "Name or link of the postmortem", source),
    ]
    return modal("Drafts", blocks, callback_id=DRAFTS_FORM, submit="Store chosen", private=private)
