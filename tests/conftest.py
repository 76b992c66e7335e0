"""What holds for all tests: nothing is timed, so property tests have no deadline either."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.fakes.damage import damage, mend

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def damaged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """Damages something that comes with negmem, for one test; see `tests.fakes.damage`."""
    yield lambda name: damage(monkeypatch, tmp_path / "installed", name)
    mend()
