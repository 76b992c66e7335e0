"""A decision is made or fails: it is never made up where something failed on the way."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import decide
from bot.domain.entry_json import entry_from_json
from bot.domain.matching import Hit, Memory
from bot.domain.reading import Reading
from bot.domain.reading.lexicon import load_lexicon
from tests.fakes.bench import BLOCK, RESTART

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)


class Failing(Memory):
    """A memory whose search, or whose reasons, fail."""

    def __init__(self, *, late: bool, matches: bool) -> None:
        super().__init__(load_lexicon())
        self._late, self._matches = late, matches

    def search(self, reading: Reading, situation: Situation) -> list[Hit]:
        """The one entry, with reasons that cannot be worked out."""
        explain: Callable[[], object] = _fails
        if not self._late:
            explain()
        entry = entry_from_json(BLOCK, now=NOW).entry
        hit = Hit(entry, 1.0, self._matches, None, False, explain)  # type: ignore[arg-type]  # it never returns
        return [hit]


def _fails() -> object:
    raise RecursionError


@pytest.mark.parametrize("late", [False, True], ids=["search", "reasons"])
@pytest.mark.parametrize("matches", [False, True], ids=["near", "match"])
def test_a_comparison_that_fails_is_no_decision(late: bool, matches: bool) -> None:
    """Reasons are worked out only where they are shown, after the search."""
    memory = Failing(late=late, matches=matches)
    with pytest.raises(RecursionError):
        decide(ActionInput(InputForm.TEXT, RESTART), Situation(NOW), memory)
