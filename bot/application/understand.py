"""What an action says by itself: read before any transaction, situation or memory is asked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.domain.action import ActionInput, PlannedAction
from bot.domain.decision import read_for_decision
from bot.domain.reading import Reading
from bot.domain.reading.digest import digest_of
from bot.domain.reading.lexicon import Lexicon
from bot.domain.redaction import redact, redact_json
from bot.domain.storable import LARGEST_ACTION, storable, unfit, whole_text


class Cleaning:
    """Removes secrets from what was read out of an action.

    The same few words come in headline, plan and matches; and what stands in the redacted action as
    it is has lost its secrets already.

    Args:
        redacted: The action without secrets.
    """

    def __init__(self, redacted: ActionInput) -> None:
        self._whole = whole_text(redacted)
        self._known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        """The text without secrets."""
        if text in self._whole:
            return text
        if text not in self._known:
            self._known[text] = redact(text)
        return self._known[text]


@dataclass(frozen=True, slots=True)
class Understood:
    """An action with all that depends on nothing else.

    Attributes:
        action: As it was handed over, secrets included.
        digest: Of the whole input.
        redacted: The action without secrets.
        clean: Removes secrets from what was read out of the action.
        unread: Why it is held unread, or None: `not_decodable`, `too_large`.
        reading: What was read; None where nothing could be.
        planned: Each action read, without secrets.
    """

    action: ActionInput
    digest: str
    redacted: ActionInput
    clean: Cleaning
    unread: str | None
    reading: Reading | None
    planned: tuple[PlannedAction, ...]

    def without_secrets(self, planned: PlannedAction) -> PlannedAction:
        """An action that was read out of this one, as it may be kept and shown."""
        return _without_secrets(planned, self.clean)


def understand(action: ActionInput, lexicon: Lexicon, *, from_gate: bool) -> Understood:
    """Read the action: the part of a decision that takes long and needs no database.

    Args:
        action: As it was handed over.
        lexicon: The words.
        from_gate: What a gate call carries is held unread where it is unfit; a Slack message is
            always text.
    """
    redacted = redacted_action(action)
    clean = Cleaning(redacted)
    unread = unfit(action) if from_gate else None
    reading = read_for_decision(action, lexicon) if unread is None else None
    planned = reading.planned if reading is not None else ()
    return Understood(
        action=action,
        digest=digest_of(action),
        redacted=redacted,
        clean=clean,
        unread=unread,
        reading=reading,
        planned=tuple(_without_secrets(one, clean) for one in planned),
    )


def _without_secrets(planned: PlannedAction, clean: Cleaning) -> PlannedAction:
    return replace(
        planned,
        text=clean(planned.text),
        target=clean(planned.target) if planned.target else None,
        objects=tuple(clean(one) for one in planned.objects),
        parameters={clean(key): clean(value) for key, value in planned.parameters.items()},
    )


def redacted_action(action: ActionInput) -> ActionInput:
    """The same without secrets, for everything that is kept or shown, cut where it is overlong."""
    args = redact_json(_storable_json(action.args))
    return replace(
        action,
        text=_kept(action.text),
        tool=_kept(action.tool),
        args=args if isinstance(args, dict) else {},
        argv=_redacted_argv(action.argv),
        host_context={_kept(key): _kept(one) for key, one in action.host_context.items()},
    )


def _storable_json(value: object) -> object:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        return {storable(str(key)): _storable_json(one) for key, one in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # JSON has no word for it, and neither has a database
    return [_storable_json(one) for one in value] if isinstance(value, list) else value


def _kept(text: str) -> str:
    return redact(storable(text[:LARGEST_ACTION])) if text else ""


def _redacted_argv(argv: tuple[str, ...]) -> tuple[str, ...]:
    """A list of words hides nothing only if its words hide nothing side by side either."""
    whole = storable(" ".join(argv)[:LARGEST_ACTION])
    redacted = redact(whole)
    return argv if redacted == " ".join(argv) else tuple(redacted.split(" "))
