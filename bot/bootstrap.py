"""The composition root: the only file that knows every room. Nothing is built at import."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.application.memories import Memories
from bot.application.negmem import Negmem
from bot.application.ports import ChannelNow, Clock, Directory, MessageNow
from bot.config import BadSetting, Settings, load_settings
from bot.domain.action import Place
from bot.domain.errors import BadInput, NegmemError
from bot.domain.hold import PersonFacts
from bot.domain.reading.lexicon import Lexicon, load_lexicon
from bot.storage import Store, open_store

OPERATOR = "operator"
"""The actor in the audit of whoever has the command line, and with it the database."""

LOCAL_TEAM = "local"
"""The workspace of a database that no Slack workspace was served from yet."""


def utc_now() -> datetime:
    """The present moment; the only clock of the product."""
    return datetime.now(UTC)


class OperatorsDirectory:
    """The directory of the command line: its user has the database, so they may do what they ask.

    It is never used where Slack's clicks arrive.
    """

    def person(self, team: str, user: str, channel: str | None) -> PersonFacts:  # noqa: ARG002 - the port's signature
        """The operator, present everywhere."""
        return PersonFacts(user=user, is_admin=user == OPERATOR, in_channel=True)

    def message(self, team: str, place: Place) -> MessageNow:  # noqa: ARG002 - the port's signature
        """No message can be read here."""
        return MessageNow(readable=False)

    def channel(self, team: str, channel: str) -> ChannelNow | None:  # noqa: ARG002 - the port's signature
        """No channel can be read here."""
        return None

    def permalink(self, team: str, channel: str, ts: str) -> str | None:  # noqa: ARG002 - the port's signature
        """No link is known here."""
        return None


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


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the doctor looked at."""

    name: str
    ok: bool
    text: str


def examine() -> list[Finding]:
    """Look at settings, words, database and Slack; each finding says how to mend it."""
    try:
        settings = load_settings()
    except BadSetting as bad:
        return [Finding("settings", False, str(bad))]
    checks: dict[str, Callable[[], str]] = {
        "words": lambda: f"{len(lexicon_of(settings).kinds)} kinds of action",
        "database": lambda: _database_text(settings),
        "Slack": lambda: _slack_text(settings),
    }
    return [Finding("settings", True, "read"), *(_found(*item) for item in checks.items())]


def _found(name: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, check())
    except NegmemError as error:
        return Finding(name, False, str(error))


def _database_text(settings: Settings) -> str:
    with opened_store(settings) as store, ExitStack() as stack:
        tx = stack.enter_context(store.unit_of_work.read())
        return f"{len(tx.workspaces.all())} workspaces"


def _slack_text(settings: Settings) -> str:
    settings.require_slack()
    return "tokens are set"
