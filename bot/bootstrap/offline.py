"""The product without Slack: for the operator's command line and for files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.application.memories import Memories
from bot.application.negmem import Negmem
from bot.application.operator import OperatorsDirectory
from bot.application.ports import Clock, Directory
from bot.config import Settings, load_settings
from bot.domain.errors import BadInput
from bot.domain.reading.lexicon import Lexicon, load_lexicon
from bot.storage import Store, open_store

LOCAL_TEAM = "local"
"""The workspace of a database that no Slack workspace was served from yet."""


def utc_now() -> datetime:
    """The present moment; the only clock of the product."""
    return datetime.now(UTC)


def lexicon_of(settings: Settings) -> Lexicon:
    """The built-in words with the team's own from `negmem.toml`, checked.

    Raises:
        BadInput: The file is no TOML, or a table is not as documented.
    """
    path: Path = settings.lexicon
    if not path.is_file():
        return load_lexicon()
    try:
        return load_lexicon(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as broken:
        raise BadInput(f"{path}: {broken}.", "See docs/lexicon.md.") from None


def compose(
    settings: Settings, store: Store, directory: Directory, clock: Clock = utc_now
) -> Negmem:
    """The use cases' ports, put together."""
    return Negmem(store.unit_of_work, clock, directory, Memories(lexicon_of(settings)))


@contextmanager
def opened_store(settings: Settings | None = None) -> Iterator[Store]:
    """The database of the settings, opened and closed again."""
    store = open_store((settings or load_settings()).database)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def operating(workspace: str | None) -> Iterator[tuple[Negmem, str]]:
    """The product for one command of the operator, and the workspace it is about.

    Raises:
        BadInput: Several workspaces are known and none was named.
    """
    settings = load_settings()
    with opened_store(settings) as store:
        negmem = compose(settings, store, OperatorsDirectory())
        yield negmem, _team(negmem, workspace or settings.workspace)


def _team(negmem: Negmem, asked: str | None) -> str:
    if asked:
        return asked
    with negmem.store.read() as tx:
        known = sorted(one.team for one in tx.workspaces.all())
    if len(known) > 1:
        raise BadInput(
            f"Several workspaces are known: {', '.join(known)}.",
            "Name one with --workspace or NEGMEM_WORKSPACE.",
        )
    return known[0] if known else LOCAL_TEAM
