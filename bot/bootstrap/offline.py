"""The product without Slack: for the operator's command line and for files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.application.memories import Memories
from bot.application.negmem import Negmem
from bot.application.people.operator import OperatorsDirectory
from bot.application.ports.clock import Clock
from bot.application.ports.slack import Directory
from bot.config import BadSetting, Settings, load_settings
from bot.domain.errors import BadInput
from bot.domain.reading.lexicon import Lexicon, load_lexicon
from bot.storage import Store, open_store

LOCAL_TEAM = "local"
"""The workspace of a database that no Slack workspace was served from yet."""

OWN_WORDS = Path("negmem.toml")
"""The team's own words, in the folder where negmem is started; it may be missing."""


def utc_now() -> datetime:
    """The present moment; the only clock of the product."""
    return datetime.now(UTC)


def lexicon_of(settings: Settings) -> Lexicon:
    """The built-in words with the team's own from `negmem.toml`, checked.

    Raises:
        BadSetting: `NEGMEM_LEXICON` names no file, or none that can be read.
        BadInput: The file is no TOML, or a table is not as documented.
    """
    path = own_words(settings)
    if path is None:
        return load_lexicon()
    try:
        return load_lexicon(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as unreadable:
        raise BadSetting(
            f"NEGMEM_LEXICON names {path}, which cannot be read: {unreadable.strerror}.",
            "Name the team's negmem.toml, or leave it unset; see docs/lexicon.md.",
        ) from None
    except BadInput as wrong:
        raise BadInput(f"{path}: {wrong.what}", wrong.hint) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as broken:
        raise BadInput(f"{path}: {broken}.", "See docs/lexicon.md.") from None


def own_words(settings: Settings) -> Path | None:
    """The file with the team's own words: the named one, or the default one if it is there."""
    if settings.lexicon is not None:
        return settings.lexicon
    return OWN_WORDS if OWN_WORDS.is_file() else None


def compose(
    settings: Settings, store: Store, directory: Directory, clock: Clock = utc_now
) -> Negmem:
    """The use cases' ports, put together."""
    return Negmem(store.unit_of_work, clock, directory, Memories(lexicon_of(settings)))


@contextmanager
def opened_store(settings: Settings | None = None, *, create: bool = True) -> Iterator[Store]:
    """The database of the settings, opened and closed again; made where `create` allows it."""
    store = open_store((settings or load_settings()).database, create=create)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def operating(workspace: str | None, *, may_be_new: bool = False) -> Iterator[tuple[Negmem, str]]:
    """The product for one command of the operator, and the workspace it is about.

    Args:
        workspace: Named on the command line; `NEGMEM_WORKSPACE` or the only known one without it.
        may_be_new: A workspace that was never served may be named: what is prepared for it counts
            from its first `serve` on.

    Raises:
        BadInput: The workspace is not known, or several are and none was named.
    """
    settings = load_settings()
    with opened_store(settings) as store:
        negmem = compose(settings, store, OperatorsDirectory())
        yield negmem, _team(negmem, workspace or settings.workspace, may_be_new)


def known_workspaces(negmem: Negmem) -> tuple[str, ...]:
    """The Slack workspaces that were served from this database, by id."""
    with negmem.store.read() as tx:
        return tuple(sorted(one.team for one in tx.workspaces.all() if one.team != LOCAL_TEAM))


def left_in_local(negmem: Negmem, team: str) -> int:
    """How many entries were added before the first `serve`, while the workspace has none itself."""
    with negmem.store.read() as tx:
        if team == LOCAL_TEAM or tx.entries.all(team, include_retired=True):
            return 0
        return len(tx.entries.all(LOCAL_TEAM, include_retired=True))


def _team(negmem: Negmem, asked: str | None, may_be_new: bool) -> str:
    known = known_workspaces(negmem)
    if asked:
        if asked != LOCAL_TEAM and asked not in known and not may_be_new:
            raise BadInput(f"No workspace {asked} is known here.", _which(known))
        return asked
    if len(known) > 1:
        raise BadInput(
            f"Several workspaces are known: {', '.join(known)}.",
            "Name one with --workspace or NEGMEM_WORKSPACE.",
        )
    return known[0] if known else LOCAL_TEAM


def _which(known: tuple[str, ...]) -> str:
    if known:
        return f"Known are {', '.join(known)}; {LOCAL_TEAM} has what came before the first serve."
    return (
        f"Until the first `negmem serve` there is only {LOCAL_TEAM}: leave --workspace and"
        " NEGMEM_WORKSPACE out."
    )
