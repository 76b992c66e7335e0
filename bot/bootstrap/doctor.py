"""What is set up, what is missing, and how to mend it: all that `serve` will need is tried."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.application.entries.unread_entries import lost_entries
from bot.application.people.operator import OperatorsDirectory
from bot.bootstrap.offline import LOCAL_TEAM, compose, lexicon_of, opened_store, own_words
from bot.config import BadSetting, Settings, load_settings
from bot.domain.errors import NegmemError
from bot.domain.matching.weighing import trees
from bot.domain.sense import load_sense
from bot.gate.server import PortTaken, listening_at
from bot.slack.asking import CALL_FAILED
from bot.slack.examining import (
    refuse_another_app,
    refuse_malformed_secret,
    refuse_missing_scopes,
)
from bot.slack.installation import POST_SECONDS, Installation, installed_with, web_client
from bot.slack.serving import opened_connection

HEALTH_SECONDS = 3.0
MOST_NAMED = 10
"""Entries that are named where many cannot be read."""
_MEND = (
    "Where a block entry cannot be read, all that is planned in its scope is held: put its words"
    " back into negmem.toml, or edit or retire it."
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the doctor looked at."""

    name: str
    ok: bool
    text: str


def examine() -> list[Finding]:
    """Look at all that serve needs, on this machine and in Slack; each says how to mend it."""
    try:
        settings = load_settings()
    except BadSetting as bad:
        return [Finding("settings", False, str(bad))]
    return [
        Finding("settings", True, "read"),
        _found("words", lambda: _words_text(settings)),
        _found("language model", _model_text),
        _found("trees", _trees_text),
        _found("database", lambda: _database_text(settings)),
        *_entries_findings(settings),
        *_slack_findings(settings),
        *_port_findings(settings),
    ]


def _found(name: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, check())
    except NegmemError as error:
        return Finding(name, False, str(error))


def _asked(name: str, check: Callable[[], str]) -> Finding:
    """The same of Slack, which may answer with anything."""
    try:
        return _found(name, check)
    except CALL_FAILED as error:
        return Finding(name, False, f"Slack did not answer as it should: {type(error).__name__}.")


def _words_text(settings: Settings) -> str:
    kinds = len(lexicon_of(settings).kinds)
    path = own_words(settings)
    return f"{kinds} kinds of action, {f'with {path}' if path else 'built in; no negmem.toml here'}"


def _model_text() -> str:
    load_sense()
    return "whole, and it loads"


def _trees_text() -> str:
    return f"{len(trees().trees)} are read"


def _database_text(settings: Settings) -> str:
    with opened_store(settings) as store:
        with store.unit_of_work.write():
            """It can be written to."""
        with store.unit_of_work.read() as tx:
            known = sorted(one.team for one in tx.workspaces.all())
    return f"can be written to; workspaces known: {', '.join(known) or 'none yet'}"


def _entries_findings(settings: Settings) -> Iterator[Finding]:
    """Whether the words of today still read every entry; where they cannot be asked, others say."""
    try:
        with opened_store(settings) as store:
            negmem = compose(settings, store, OperatorsDirectory())
            with negmem.store.read() as tx:
                teams = sorted(one.team for one in tx.workspaces.all())
                entries = {
                    team: tx.entries.all(team) for team in dict.fromkeys((*teams, LOCAL_TEAM))
                }
        lost = [
            f"{entry_id} in {team}: {why}"
            for team, known in entries.items()
            for entry_id, why in lost_entries(negmem, known)
        ]
    except NegmemError:
        return
    if lost:
        yield Finding("entries", False, f"{'; '.join(lost[:MOST_NAMED])}{_more(lost)}. {_MEND}")
    else:
        count = sum(map(len, entries.values()))
        yield Finding("entries", True, f"all {count} are read" if count else "none yet")


def _more(lost: Sequence[str]) -> str:
    return f"; and {len(lost) - MOST_NAMED} more" if len(lost) > MOST_NAMED else ""


def _slack_findings(settings: Settings) -> Iterator[Finding]:
    try:
        settings.require_slack()
        token = settings.bot_token.get_secret_value() if settings.bot_token else ""
        installation = installed_with(token, settings.slack_api_url)
    except NegmemError as error:
        yield Finding("Slack", False, str(error))
        return
    yield Finding("Slack", True, f"the bot token is good for workspace {installation.team}")
    yield _asked("scopes", lambda: _scopes_text(installation))
    if settings.app_token is not None:
        yield _asked("Socket Mode", lambda: _socket_text(settings, installation))
    else:
        yield _found("signing secret", lambda: _secret_text(settings))


def _scopes_text(installation: Installation) -> str:
    refuse_missing_scopes(installation)
    return "the bot token has all that the manifest asks for"


def _socket_text(settings: Settings, installation: Installation) -> str:
    token = settings.app_token.get_secret_value() if settings.app_token else ""
    client = web_client(token, settings.slack_api_url, POST_SECONDS)
    if opened_connection(client, token) is None:
        return "Slack asks to wait before the next connection, and serve will"
    refuse_another_app(token, installation)
    return "the app token opens a connection"


def _secret_text(settings: Settings) -> str:
    secret = settings.signing_secret.get_secret_value() if settings.signing_secret else ""
    refuse_malformed_secret(secret.strip())
    return "has the form of one; Slack's first request will try it"


def _port_findings(settings: Settings) -> Iterator[Finding]:
    serving = _negmem_answers(settings.gate)
    ports = [("gate's address", settings.gate, "NEGMEM_GATE")]
    if settings.app_token is None:
        ports.append(("Slack's address", settings.http, "NEGMEM_HTTP"))
    for name, address, variable in ports:
        yield _port_finding(name, address, variable, serving)


def _port_finding(name: str, address: tuple[str, int], variable: str, serving: bool) -> Finding:
    shown = f"{address[0]}:{address[1]}"
    try:
        listening_at(address, variable).close()
    except PortTaken as taken:
        if serving:
            return Finding(name, True, f"{shown} is in use: negmem serves already")
        return Finding(name, False, str(taken))
    return Finding(name, True, f"{shown} is free")


def _negmem_answers(gate: tuple[str, int]) -> bool:
    """Whether a gate is there: what it listens on then is taken by negmem itself."""
    connection = http.client.HTTPConnection(*gate, timeout=HEALTH_SECONDS)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().read(100) == b'{"status":"ok"}'
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
