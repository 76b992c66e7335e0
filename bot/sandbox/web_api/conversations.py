"""conversations.*: channels, their members and their messages."""

from collections.abc import Sequence
from typing import Any

from bot.sandbox.web_api.call import Answer, Call, Method, decode_cursor, encode_cursor
from bot.sandbox.web_api.direct import direct_channel
from bot.sandbox.world.channels import Channel, channel_json, sharing_json
from bot.sandbox.world.membership import join
from bot.sandbox.world.messages import Message, message_json, thread_json

_TYPES = {
    "public_channel": ("channel", "channels"),
    "private_channel": ("group", "groups"),
    "im": ("im", "im"),
    "mpim": ("mpim", "mpim"),
}
_FAMILY = dict(_TYPES.values())
_EARLIEST, _LATEST = "0", "9999999999.999999"


def info(call: Call) -> Answer:
    """Show one channel."""
    channel = call.channel()
    _scope(call, channel, "read")
    shown = channel_json(
        channel,
        call.me.bot_user,
        viewer_team=call.me.team,
        num_members=call.flag("include_num_members"),
    )
    return {"channel": shown | sharing_json(channel, call.me.team)}


def list_channels(call: Call) -> Answer:
    """List channels of the asked types, page by page."""
    kinds = []
    for name in call.text("types", "public_channel").split(","):
        if name.strip() not in _TYPES:
            call.fail("invalid_types")
        kind, family = _TYPES[name.strip()]
        call.needs(f"{family}:read")
        kinds.append(kind)
    found = [
        channel
        for channel in call.world.channels.values()
        if channel.kind in kinds and _visible(call, channel)
        if not (channel.is_archived and call.flag("exclude_archived"))
    ]
    page, cursor = call.page(found, 100)
    me = call.me
    shown = [
        channel_json(one, me.bot_user, viewer_team=me.team, num_members=one.kind != "im")
        for one in page
    ]
    return {"channels": shown, "response_metadata": {"next_cursor": cursor}}


def members(call: Call) -> Answer:
    """List the members of a channel, page by page."""
    channel = call.channel()
    _scope(call, channel, "read")
    page, cursor = call.page(channel.members, 100)
    return {"members": page, "response_metadata": {"next_cursor": cursor}}


def history(call: Call) -> Answer:
    """Return the newest messages first: no thread replies but those sent to the channel too."""
    channel = call.own_channel()
    _scope(call, channel, "history")
    listed = [
        one
        for one in call.world.messages.get(channel.id, ())
        if not one.is_reply or one.is_broadcast
    ]
    listed = _between(call, listed)
    if before := decode_cursor(call.text("cursor"), "next_ts"):
        listed = [one for one in listed if _micros(one.ts) <= int(before)]
    listed.reverse()
    limit = call.number("limit", 100, most=999)
    page, rest = listed[:limit], listed[limit:]
    answer: dict[str, Any] = {
        "messages": [_shown(call, one) for one in page],
        "has_more": bool(rest),
        "pin_count": 0,
        "channel_actions_ts": None,
        "channel_actions_count": 0,
    }
    answer |= {key: call.text(key) for key in ("oldest", "latest") if call.text(key)}
    if rest:
        cursor = encode_cursor("next_ts", str(_micros(rest[0].ts)))
        answer["response_metadata"] = {"next_cursor": cursor}
    return answer


def replies(call: Call) -> Answer:
    """Return a thread, oldest first; the parent leads every page."""
    channel = call.own_channel()
    _scope(call, channel, "history")
    named = call.world.message(channel.id, call.text("ts"))
    if named is None:
        call.fail("thread_not_found")
    parent = named
    if named.is_reply:
        parent = call.world.message(channel.id, named.thread_ts or "") or named
    listed = _between(call, call.world.replies(channel.id, parent.ts))
    if after := decode_cursor(call.text("cursor"), "next_ts"):
        listed = [one for one in listed if _micros(one.ts) >= int(after)]
    limit = call.number("limit", 1000)
    page, rest = listed[: max(limit - 1, 1)], listed[max(limit - 1, 1) :]
    answer: dict[str, Any] = {
        "messages": [_shown(call, one) for one in (parent, *page)],
        "has_more": bool(rest),
    }
    if rest:
        cursor = encode_cursor("next_ts", str(_micros(rest[0].ts)))
        answer["response_metadata"] = {"next_cursor": cursor}
    return answer


def open_conversation(call: Call) -> Answer:
    """Open a direct message with one person or several."""
    users = [one for one in call.text("users").split(",") if one]
    if call.text("channel"):
        channel, there = call.channel(), True
    else:
        if not users:
            call.fail("users_list_not_supplied")
        call.needs("im:write" if len(users) == 1 else "mpim:write")
        channel, there = direct_channel(call, users)
    answer: dict[str, Any] = {"channel": {"id": channel.id}}
    if call.flag("return_im") and channel.kind == "im":
        shown = channel_json(channel, call.me.bot_user, viewer_team=call.me.team)
        answer["channel"] = shown | {"is_open": True, "last_read": "0000000000.000000"}
    return answer | ({"no_op": True, "already_open": True} if there else {})


def join_channel(call: Call) -> Answer:
    """Make the bot a member of a public channel."""
    call.needs("channels:join")
    channel = call.channel()
    if channel.kind != "channel":
        call.fail("method_not_supported_for_channel_type")
    if channel.is_archived:
        call.fail("is_archived")
    already = call.me.bot_user in channel.members
    join(call.world, channel, call.world.people[call.me.bot_user])
    shown = channel_json(channel, call.me.bot_user, viewer_team=call.me.team)
    answer: dict[str, Any] = {"channel": shown}
    if already:
        answer["warning"] = "already_in_channel"
        answer["response_metadata"] = {"warnings": ["already_in_channel"]}
    return answer


def _visible(call: Call, channel: Channel) -> bool:
    if call.me.team not in channel.teams:
        return False
    return not channel.is_private or call.me.bot_user in channel.members


def _scope(call: Call, channel: Channel, right: str) -> None:
    call.needs(f"{_FAMILY[channel.kind]}:{right}")


def _between(call: Call, messages: Sequence[Message]) -> list[Message]:
    oldest, latest = call.text("oldest", _EARLIEST), call.text("latest") or _LATEST
    try:
        low, high = _micros(oldest), _micros(latest)
    except ValueError:
        call.fail("invalid_ts_oldest")
    if call.flag("inclusive"):
        return [one for one in messages if low <= _micros(one.ts) <= high]
    return [one for one in messages if low < _micros(one.ts) < high]


def _micros(ts: str) -> int:
    seconds, _, fraction = ts.partition(".")
    return int(seconds or 0) * 1_000_000 + int(fraction.ljust(6, "0")[:6])


def _shown(call: Call, message: Message) -> dict[str, Any]:
    wanted = call.flag("include_all_metadata")
    if message.is_reply:
        return message_json(message, with_metadata=wanted)
    below = call.world.replies(message.channel, message.ts)
    return thread_json(message, below, with_metadata=wanted)


METHODS: dict[str, Method] = {
    "conversations.info": info,
    "conversations.list": list_channels,
    "conversations.members": members,
    "conversations.history": history,
    "conversations.replies": replies,
    "conversations.open": open_conversation,
    "conversations.join": join_channel,
}
