"""A post that Slack refuses for good: it is noted at its channel and told where people are."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.application.ports.store import Transaction
from bot.application.posts.write_post import redraw, say, write_post
from bot.application.records.post import Post, PostKind, PostState
from bot.application.records.workspace import Channel, Workspace
from bot.domain.action import Place

CHANNEL_TROUBLE = frozenset(
    {
        "not_in_channel",
        "is_archived",
        "channel_not_found",
        "restricted_action",
        "restricted_action_read_only_channel",
    }
)
"""Slack's errors after which nothing more can be posted to a channel."""

TOLD_AGAIN_AFTER = timedelta(hours=1)
"""How long nothing more is said about one channel, but for held actions: each of them is told."""

MESSAGE_GONE = "message_not_found"
"""Slack's error for a message that is not there any more."""

NOT_DRAWN = "not_drawn"
"""Not Slack's: what a post shows could not be made out of what is stored."""

_NO_NEWS = frozenset({"thread_not_found", MESSAGE_GONE, "cant_update_message"})
"""Only that post has lost its place, since somebody deleted what it belongs to."""

_THEN = {
    "not_in_channel": "I hear nothing of it until somebody invites me again.",
    "channel_not_found": "I hear nothing of it until somebody invites me again.",
    "is_archived": "What was held there stays held.",
}
_ELSE = "What agents announce there is still judged, and holds stay."
_WHY = {
    "not_in_channel": "I am no member of it any more",
    "is_archived": "it is archived",
    "channel_not_found": "I cannot find it any more",
    "restricted_action": "I may not write there",
    "restricted_action_read_only_channel": "I may not write there",
    NOT_DRAWN: "what it is about cannot be drawn, and the log says why",
}


def trouble_text(code: str) -> str:
    """Why a channel takes no post, in words that go on after a colon."""
    return _WHY.get(code, f"Slack refuses it ({code})")


def tell_refused(tx: Transaction, post: Post, code: str, now: datetime) -> None:
    """Note that `post` will never be in its channel, and tell it in another one.

    A held action stays held; who has to decide about it hears of it all the same.

    Args:
        tx: The transaction in which the post is given up.
        post: The post.
        code: Slack's error.
        now: Aware.
    """
    channel = tx.channels.get(post.team, post.channel) or Channel(post.team, post.channel)
    if code in CHANNEL_TROUBLE:
        tx.channels.put(replace(channel, trouble=code))
    held = _held_headline(tx, post, now)
    workspace = tx.workspaces.get(post.team)
    other = _where_to_tell(tx, workspace, post.channel, any_channel=held is not None)
    if other is None or (held is None and (code in _NO_NEWS or not _is_news(tx, post, now))):
        return
    mention = workspace.mentioned if held is not None else ()
    place, text = Place(post.team, other), _text(channel, code, held)
    say(tx, place, text, now, mention=mention, subject=_subject(post))


def tell_deleted(tx: Transaction, post: Post, times: int, now: datetime) -> None:
    """Tell it in another channel that a pending hold's card is deleted again and again.

    Args:
        tx: The transaction in which it is posted there no more.
        post: The last of its cards.
        times: How many cards were deleted.
        now: Aware.
    """
    workspace = tx.workspaces.get(post.team)
    other = _where_to_tell(tx, workspace, post.channel, any_channel=True)
    if other is None:
        return
    channel = tx.channels.get(post.team, post.channel) or Channel(post.team, post.channel)
    text = (
        f"The card of a held action was deleted {times} times in {_name(channel)}: I post it there"
        f" no more. Held all the same: {_headline(tx, post)}. It stays blocked."
    )
    mention = workspace.mentioned
    say(tx, Place(post.team, other), text, now, mention=mention, subject=post.subject)


def tell_removed(tx: Transaction, channel: Channel, now: datetime) -> None:
    """Tell it where the review is that nothing in a watched channel is heard any more.

    Removing the bot lessens protection, and anybody in the channel can do it.
    """
    other = _where_to_tell(tx, tx.workspaces.get(channel.team), channel.id, any_channel=False)
    if other is None or not channel.watched:
        return
    text = f"I was removed from {_name(channel)}: {_THEN['not_in_channel']}"
    say(tx, Place(channel.team, other), text, now, subject=_SUBJECT + channel.id)


def show_pending(tx: Transaction, team: str, channel: str, now: datetime) -> None:
    """Show pending holds whose cards the channel did not take while it was in trouble."""
    for hold in tx.holds.open(team, channel):
        posts = [one for one in tx.outbox.of_subject(team, hold.id) if one.kind is PostKind.HOLD]
        given_up = all(one.state is PostState.FAILED for one in posts)
        if not (posts and given_up and hold.is_pending(now)):
            continue
        last = posts[-1]
        if last.ts is not None and last.trouble != MESSAGE_GONE:
            # It stands there still and was drawn no more: its buttons name an earlier revision.
            tx.outbox.sent(last.id, last.ts, last.drawn)
            redraw(tx, team, hold.id)
        else:
            place = Place(team, channel, last.thread_ts)
            write_post(tx, PostKind.HOLD, hold.id, place, now, broadcast=True)


def posts_again(tx: Transaction, post: Post, now: datetime) -> None:
    """A post got to its channel: whatever was the trouble there is over."""
    channel = tx.channels.get(post.team, post.channel)
    if channel is not None and channel.trouble is not None:
        tx.channels.put(replace(channel, trouble=None))
        show_pending(tx, post.team, post.channel, now)


def _text(channel: Channel, code: str, held: str | None) -> str:
    told = f"I cannot post to {_name(channel)}: {trouble_text(code)}."
    if held is not None:
        return f"{told} Held all the same, and nobody sees it there: {held}. It stays blocked."
    return f"{told} {_THEN.get(code, _ELSE)}"


def _name(channel: Channel) -> str:
    return f"#{channel.name}" if channel.name else f"the channel {channel.id}"


def _held_headline(tx: Transaction, post: Post, now: datetime) -> str | None:
    """What is held and cannot be shown, or None where nothing is."""
    hold = tx.holds.get(post.team, post.subject) if post.kind is PostKind.HOLD else None
    if hold is None or not hold.is_pending(now) or post.ts is not None:
        return None
    return _headline(tx, post)


def _headline(tx: Transaction, card: Post) -> str:
    actions = tx.announcements.of_hold(card.team, card.subject)
    return actions[0].headline if actions else "an action"


def _where_to_tell(
    tx: Transaction, workspace: Workspace, but: str, *, any_channel: bool
) -> str | None:
    """The review's channel; for a held action any watched one, rather than none."""
    known = {one.id: one for one in tx.channels.all(workspace.team)}
    review = workspace.review.channel
    wanted = [review] if review else []
    if any_channel:
        wanted += [one.id for one in known.values() if one.watched]
    return next((one for one in wanted if one != but and not _in_trouble(known.get(one))), None)


def _in_trouble(channel: Channel | None) -> bool:
    return channel is not None and channel.trouble is not None


def _is_news(tx: Transaction, post: Post, now: datetime) -> bool:
    if post.subject.startswith(_SUBJECT):
        return False
    told = tx.outbox.of_subject(post.team, _subject(post))
    return all(one.created_at + TOLD_AGAIN_AFTER <= now for one in told)


_SUBJECT = "trouble:"


def _subject(post: Post) -> str:
    return _SUBJECT + post.channel
