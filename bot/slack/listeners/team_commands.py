"""Commands about the team: review, holds, stats, import, fact, channel, set-up, break-glass."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.application.people.answers import Answer
from bot.application.reviews.review_entries import review_now
from bot.application.team.overview import open_holds, stats
from bot.application.team.record_fact import record_fact
from bot.application.team.watch_channel import set_channel_scope, unwatch, watch
from bot.domain.errors import BadInput
from bot.slack.answering import Answered, Told
from bot.slack.blocks.lists import hold_lines, stats_lines
from bot.slack.blocks.rich import rich
from bot.slack.home_tab import holds_seen_by
from bot.slack.listeners.importing import open_import_form
from bot.slack.listeners.set_up import break_glass, open_setup_form
from bot.slack.parsing.interactions import Asker, Command
from bot.slack.room import Room

_SCOPE = re.compile(r"\b(service|env|environment)=(\S*)")
_FACT = re.compile(r"^(\S+)\s+(\S+)\s+([\w.-]{1,80})\s*=\s*(\S.{0,300})$")


def _review(room: Room, command: Command) -> Answer:
    asker = command.asker
    with room.negmem.store.read() as tx:
        channel = tx.workspaces.get(asker.team).review.channel or _channel(asker)
    return review_now(room.negmem, asker.team, channel, asker.user)


def _holds(room: Room, command: Command) -> Told:
    asker = command.asker
    seen = holds_seen_by(room, asker.team, asker.user, open_holds(room.negmem, asker.team))
    return Told([rich(*hold_lines(seen))])


def _stats(room: Room, command: Command) -> Told:
    return Told([rich(*stats_lines(stats(room.negmem, command.asker.team)))])


def _import(room: Room, command: Command) -> Answer | None:
    return open_import_form(room, command.asker)


def _fact(room: Room, command: Command) -> Answer:
    found = _FACT.match(command.rest)
    if found is None:
        raise BadInput(
            "Say service, environment and fact:", "`/negmem fact payments-api prod schema=43`."
        )
    service, environment, key, value = found.groups()
    asker = command.asker
    return record_fact(
        room.negmem,
        asker.team,
        asker.user,
        _channel(asker),
        service,
        environment,
        key,
        value.strip(),
    )


def _scope(room: Room, command: Command) -> Answer:
    named = {key: value for key, value in _SCOPE.findall(command.rest) if value}
    asker = command.asker
    if not named:
        return _present_scope(room, asker)
    return set_channel_scope(
        room.negmem,
        asker.team,
        _channel(asker),
        asker.user,
        named.get("service"),
        named.get("env") or named.get("environment"),
    )


def _present_scope(room: Room, asker: Asker) -> Answer:
    with room.negmem.store.read() as tx:
        known = tx.channels.get(asker.team, _channel(asker))
    hint = "`/negmem channel service=payments-api env=prod` changes that."
    if known is None:
        return Answer(True, f"I am not in this channel: invite me first. {hint}")
    watched = "watched" if known.watched else "not watched"
    service, environment = known.service or "any", known.environment or "not known"
    told = f"This channel is {watched}. Service: {service}. Environment: {environment}."
    return Answer(True, f"{told} {hint}")


def _watch(room: Room, command: Command) -> Answer:
    team, channel = command.asker.team, _channel(command.asker)
    us = room.installations.of(team).us
    if not room.directory.person(team, us.bot_user, channel).in_channel:
        return Answer(False, "I am not in this channel: invite me, and I watch it.")
    return watch(room.negmem, team, channel, command.asker.user)


def _unwatch(room: Room, command: Command) -> Answer:
    asker = command.asker
    return unwatch(room.negmem, asker.team, _channel(asker), asker.user)


def _setup(room: Room, command: Command) -> Answer | None:
    return open_setup_form(room, command.asker)


def _channel(asker: Asker) -> str:
    if asker.channel is None:
        raise BadInput("This belongs in a channel.", "Write it in the channel that it is about.")
    return asker.channel


TEAM_COMMANDS: dict[str, Callable[[Room, Command], Answered]] = {
    "review": _review,
    "holds": _holds,
    "stats": _stats,
    "import": _import,
    "fact": _fact,
    "channel": _scope,
    "watch": _watch,
    "unwatch": _unwatch,
    "setup": _setup,
    "break-glass": break_glass,
}
