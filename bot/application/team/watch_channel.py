"""Which channels are watched, and what service and environment they are about."""

from __future__ import annotations

from dataclasses import replace

from bot.application.negmem import Negmem
from bot.application.people.answers import Answer
from bot.application.people.authority import refuse_absent, refuse_lessening
from bot.application.ports.slack import ChannelNow
from bot.application.ports.store import Transaction
from bot.application.posts.tell_trouble import show_pending, tell_removed
from bot.application.posts.write_post import say
from bot.application.records.workspace import Channel
from bot.domain.action import Place
from bot.domain.audit import AuditEvent
from bot.domain.channel_scope import scope_in_name, scope_in_topic

WELCOME = (
    "I watch what agents announce here, warn when it went badly before, and hold what must not be"
    " repeated until somebody releases it."
)


def joined_channel(negmem: Negmem, team: str, channel: str) -> Answer:
    """Watch a channel that the bot was invited to, and say so there."""
    now = negmem.clock()
    seen = negmem.directory.channel(team, channel)
    with negmem.store.write() as tx:
        known = tx.channels.get(team, channel) or Channel(team, channel)
        watched = replace(_scoped(negmem, known, seen), watched=True, trouble=None)
        tx.channels.put(watched)
        text = f"{WELCOME} {_scope_text(watched)}"
        say(tx, Place(team, channel), text, now, subject=channel)
        show_pending(tx, team, channel, now)
        _audit(tx, watched, "negmem", negmem)
    return Answer(True, text, subject=channel)


def watch(negmem: Negmem, team: str, channel: str, user: str) -> Answer:
    """Watch a channel again because a full member of it asks; says so there only if it is news."""
    refusal = refuse_absent(negmem, team, user, channel)
    if refusal is not None:
        return refusal
    with negmem.store.read() as tx:
        known = tx.channels.get(team, channel)
    if known is not None and known.watched and known.trouble is None:
        return Answer(True, f"I watch this channel already. {_scope_text(known)}", subject=channel)
    joined_channel(negmem, team, channel)
    return Answer(True, "I watch this channel again.", subject=channel)


def watched_channel(negmem: Negmem, team: str, channel: str) -> Channel | None:
    """The channel if it is watched; a channel met for the first time is watched from now on."""
    with negmem.store.read() as tx:
        known = tx.channels.get(team, channel)
    if known is None:
        seen = negmem.directory.channel(team, channel)
        known = _scoped(negmem, Channel(team, channel), seen)
        if seen is None:
            # Looked up again at the next message: an empty scope is not kept for good.
            return known
        with negmem.store.write() as tx:
            tx.channels.put(tx.channels.get(team, channel) or known)
    return known if known.watched else None


def unwatch(negmem: Negmem, team: str, channel: str, user: str) -> Answer:
    """Stop watching; lessens protection, so an approver has to ask for it."""
    refusal = refuse_lessening(negmem, team, user, channel)
    if refusal is not None:
        return refusal
    with negmem.store.write() as tx:
        known = tx.channels.get(team, channel) or Channel(team, channel)
        tx.channels.put(replace(known, watched=False))
        _audit(tx, replace(known, watched=False), user, negmem)
    return Answer(True, "I no longer watch this channel. `/negmem watch` changes that.")


def set_channel_scope(
    negmem: Negmem, team: str, channel: str, user: str, service: str | None, environment: str | None
) -> Answer:
    """Say what the channel is about; wins over its name and topic. None leaves one as it is."""
    refusal = refuse_lessening(negmem, team, user, channel)
    if refusal is not None:
        return refusal
    lexicon = negmem.memories.lexicon.environments
    with negmem.store.write() as tx:
        known = tx.channels.get(team, channel) or Channel(team, channel)
        scoped = replace(
            known,
            service=service or known.service,
            environment=lexicon.canonical(environment) if environment else known.environment,
            scope_from="command",
        )
        tx.channels.put(scoped)
        _audit(tx, scoped, user, negmem)
    return Answer(True, _scope_text(scoped), subject=channel)


def topic_changed(negmem: Negmem, team: str, channel: str) -> None:
    """Read the scope from the topic again, where no command set it; only members' topics count."""
    _look_again(negmem, team, channel)


def channel_renamed(negmem: Negmem, team: str, channel: str) -> None:
    """Take over the new name, and the scope in it where nothing stronger set one."""
    _look_again(negmem, team, channel)


def channel_left(negmem: Negmem, team: str, channel: str, trouble: str) -> None:
    """Note that nothing can be posted there: the bot was removed, or it was archived."""
    with negmem.store.write() as tx:
        known = tx.channels.get(team, channel)
        if known is None or known.trouble == trouble:
            return
        tx.channels.put(replace(known, trouble=trouble))
        if trouble == "not_in_channel":
            tell_removed(tx, known, negmem.clock())


def channel_back(negmem: Negmem, team: str, channel: str) -> None:
    """An archived channel is in use again: watched, or not, as it was."""
    with negmem.store.write() as tx:
        known = tx.channels.get(team, channel)
        if known is not None:
            tx.channels.put(replace(known, trouble=None))
            show_pending(tx, team, channel, negmem.clock())


def _look_again(negmem: Negmem, team: str, channel: str) -> None:
    seen = negmem.directory.channel(team, channel)
    with negmem.store.write() as tx:
        known = tx.channels.get(team, channel)
        if known is None or seen is None:
            return
        scoped = _scoped(negmem, known, seen)
        if scoped != known:
            tx.channels.put(scoped)
            _audit(tx, scoped, "negmem", negmem)


def _scoped(negmem: Negmem, known: Channel, seen: ChannelNow | None) -> Channel:
    """The channel with name and scope as Slack has them; a command's scope stays."""
    if seen is None:
        return known
    known = replace(known, name=seen.name)
    if known.scope_from == "command":
        return known
    if known.scope_from == "topic" and not seen.topic_by_member:
        # A guest's or a bot's topic is ignored: the last member's stands.
        return known
    lexicon = negmem.memories.lexicon
    service, environment = scope_in_name(seen.name, lexicon)
    source = "name" if service or environment else "none"
    if seen.topic_by_member:
        by_topic = scope_in_topic(seen.topic, lexicon)
        source = "topic" if any(by_topic) else source
        service, environment = by_topic[0] or service, by_topic[1] or environment
    return replace(known, service=service, environment=environment, scope_from=source)


def _scope_text(channel: Channel) -> str:
    service = channel.service or "any service"
    environment = channel.environment or "no environment known"
    tail = (
        ""
        if channel.scope_from == "command"
        else (" Change that with `/negmem channel service=… env=…`.")
    )
    return f"This channel: {service}, {environment}.{tail}"


def _audit(tx: Transaction, channel: Channel, actor: str, negmem: Negmem) -> None:
    detail: dict[str, object] = {
        "watched": channel.watched,
        "service": channel.service,
        "environment": channel.environment,
        "from": channel.scope_from,
    }
    tx.audit.append(
        channel.team, actor, AuditEvent.CHANNEL_CHANGED, channel.id, detail, negmem.clock()
    )
