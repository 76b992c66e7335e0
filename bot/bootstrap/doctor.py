"""What is set up, what is missing, and how to mend it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.bootstrap.offline import lexicon_of, opened_store, own_words
from bot.config import BadSetting, Settings, load_settings
from bot.domain.errors import NegmemError
from bot.slack.installation import installed_with


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
        "words": lambda: _words_text(settings),
        "database": lambda: _database_text(settings),
        "Slack": lambda: _slack_text(settings),
    }
    return [Finding("settings", True, "read"), *(_found(*item) for item in checks.items())]


def _found(name: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, check())
    except NegmemError as error:
        return Finding(name, False, str(error))


def _words_text(settings: Settings) -> str:
    kinds = len(lexicon_of(settings).kinds)
    path = own_words(settings)
    return f"{kinds} kinds of action, {f'with {path}' if path else 'built in; no negmem.toml here'}"


def _database_text(settings: Settings) -> str:
    with opened_store(settings) as store, store.unit_of_work.read() as tx:
        known = sorted(one.team for one in tx.workspaces.all())
    return f"workspaces known: {', '.join(known) or 'none yet'}"


def _slack_text(settings: Settings) -> str:
    settings.require_slack()
    token = settings.bot_token.get_secret_value() if settings.bot_token else ""
    return (
        f"the bot token is good for workspace {installed_with(token, settings.slack_api_url).team}"
    )
