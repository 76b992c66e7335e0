"""What an action says by itself: read before any transaction, situation or memory is asked."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import structlog

from bot.domain.action import ActionInput, PlannedAction
from bot.domain.errors import BadInput
from bot.domain.reading import Reading, read
from bot.domain.reading.digest import digest_of
from bot.domain.reading.lexicon import Lexicon
from bot.domain.redaction import MARK, redact, redact_json
from bot.domain.storable import LARGEST_ACTION, storable, unfit, whole_text

log = structlog.get_logger(__name__)

_WORD = re.compile(r"\w+")


class Cleaning:
    """Removes secrets from what was read out of an action.

    A secret is known by what stands around it, and a word that was read out of the action stands
    alone: words that went with the secrets go here too. What stands in the redacted action as it is
    has lost its secrets already.

    Args:
        action: As it was handed over.
        redacted: The action without secrets.
    """

    def __init__(self, action: ActionInput, redacted: ActionInput) -> None:
        self._whole = whole_text(redacted)
        self._gone: frozenset[str] = frozenset()
        if action != redacted:
            self._gone = _words(whole_text(action)) - _words(self._whole)
        self._known: dict[tuple[str, str], str] = {}

    def __call__(self, text: str, told: str = "") -> str:
        """The text without secrets; the words of `told` are known anyway."""
        if text in self._whole:
            return text
        if (text, told) not in self._known:
            gone = self._gone - _words(told) if self._gone else self._gone
            self._known[text, told] = _WORD.sub(
                lambda word: MARK if word[0].casefold() in gone else word[0], redact(text)
            )
        return self._known[text, told]


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


@dataclass(frozen=True, slots=True)
class Understood:
    """An action with all that depends on nothing else.

    Attributes:
        action: As it was handed over, secrets included.
        digest: Of the whole input.
        redacted: The action without secrets.
        clean: Removes secrets from what was read out of the action.
        unread: Why it is held unread, or None: `not_decodable`, `too_large`.
        reading: What was read; None where nothing could be. It decides, and is never kept.
        planned: Each action as it may be kept and shown: read from the redacted action.
    """

    action: ActionInput
    digest: str
    redacted: ActionInput
    clean: Cleaning
    unread: str | None
    reading: Reading | None
    planned: tuple[PlannedAction, ...]

    def as_shown(self, planned: PlannedAction) -> PlannedAction:
        """An action that was read out of this one, as it may be kept and shown."""
        if self.action == self.redacted:
            return _without_secrets(planned, self.clean)
        read = self.reading.planned if self.reading is not None else ()
        if planned in read and [one.kind for one in read] == [one.kind for one in self.planned]:
            return self.planned[read.index(planned)]
        return PlannedAction(planned.kind, planned.mode)  # no word that could be a secret


def understand(action: ActionInput, lexicon: Lexicon, *, from_gate: bool) -> Understood:
    """Read the action: the part of a decision that takes long and needs no database.

    Args:
        action: As it was handed over.
        lexicon: The words.
        from_gate: What a gate call carries is held unread where it is unfit; a Slack message is
            always text.
    """
    redacted = redacted_action(action)
    clean = Cleaning(action, redacted)
    unread = unfit(action) if from_gate else None
    digest = digest_of(action)
    reading = _read(action, lexicon, digest) if unread is None else None
    # What is shown is not cut out of what was read, where a secret has lost its quotes, its flag
    # and its case: it is read from the action without secrets.
    hides = reading is not None and redacted != action
    shown = _read(redacted, lexicon, digest) if hides else reading
    return Understood(
        action=action,
        digest=digest,
        redacted=redacted,
        clean=clean,
        unread=unread,
        reading=reading,
        planned=tuple(_without_secrets(one, clean) for one in (shown.planned if shown else ())),
    )


def _read(action: ActionInput, lexicon: Lexicon, digest: str) -> Reading | None:
    """What it says; None, with the failure logged, where that cannot be told: it is held then."""
    try:
        return read(action, lexicon)
    except BadInput:
        return None  # larger than anything that is read
    except Exception:
        log.exception("reading an action failed", digest=digest)
        return None


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
