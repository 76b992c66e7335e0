"""Every event, payload and answer has only keys that Slack was recorded to send."""

import json
from pathlib import Path
from urllib.parse import parse_qs

import pytest

SHAPES = Path(__file__).parent.parent / "slack_shapes"
EVENTS, INTERACTIVE, API = (
    json.loads((SHAPES / f"{name}.json").read_text()) for name in ("events", "interactive", "api")
)
# Keys that the recordings lack and Slack's documentation has.
KNOWN = {
    # The recordings' makers cut what a view, a file or metadata holds.
    "view.blocks",
    "event.view.blocks",
    "event.metadata.event_payload",
    # Posts by apps carry the app's id: docs.slack.dev/messaging, "bot messages".
    "event.app_id",
    "event.message.app_id",
    "event.previous_message.app_id",
    # Slack Connect names the author's workspace: docs.slack.dev/apis/slack-connect.
    "event.user_team",
    "event.source_team",
    # What was recorded of these was posted by people before apps had bot users.
    "event.parent_user_id",
    "event.bot_id",
    "event.bot_profile",
    "event.team",
    "event.client_msg_id",
    # Reading a thread gives the same messages as reading a channel or the events.
    "messages[].client_msg_id",
    "messages[].subtype",
    "messages[].root",
    "messages[].root.team",
    "messages[].root.user",
}

MESSAGES = {
    None: "Message",
    "bot_message": "MessageBot",
    "message_changed": "MessageChanged",
    "message_deleted": "MessageDeleted",
    "thread_broadcast": "MessageThreadBroadcast",
    "channel_join": "MessageChannelJoin",
    "channel_topic": "MessageChannelTopic",
    "file_share": "MessageFileShare",
}
NAMED = {
    "app_home_opened": "AppHomeOpened",
    "app_mention": "AppMention",
    "app_uninstalled": "AppUninstalled",
    "channel_archive": "ChannelArchive",
    "channel_rename": "ChannelRename",
    "member_joined_channel": "MemberJoinedChannel",
    "member_left_channel": "MemberLeftChannel",
    "reaction_added": "ReactionAdded",
    "reaction_removed": "ReactionRemoved",
    "subteam_members_changed": "SubteamMembersChanged",
    "tokens_revoked": "TokensRevoked",
    "user_change": "UserChange",
}
PAYLOADS = {
    "block_actions": "BlockAction",
    "message_action": "MessageShortcut",
    "view_closed": "ViewClosed",
    "view_submission": "ViewSubmission",
}
TITLE = {"type": "plain_text", "text": "Title"}
BUTTON = {"type": "button", "action_id": "go", "text": TITLE, "value": "1", "style": "danger"}
BLOCKS = [
    {"type": "section", "text": {"type": "mrkdwn", "text": "x"}},
    {"type": "actions", "block_id": "row", "elements": [BUTTON]},
]
INPUT = {
    "type": "input",
    "label": TITLE,
    "element": {"type": "plain_text_input", "action_id": "a"},
    "optional": True,
}
MODAL = {
    "type": "modal",
    "title": TITLE,
    "submit": TITLE,
    "notify_on_close": True,
    "blocks": [INPUT, BLOCKS[1]],
}
METADATA = {"event_type": "card", "event_payload": {"n": 1}}


def extra_keys(payload, shape, path=""):
    """Yield the paths of keys that the shape does not have; null and [] hold anything."""
    if isinstance(payload, dict) and isinstance(shape, dict):
        for key, value in payload.items():
            here = f"{path}.{key}" if path else key
            if key in shape:
                # An empty object in a recording stands for one whose keys are the sender's own.
                yield from extra_keys(value, shape[key] or None, here)
            else:
                yield here
    elif isinstance(payload, list) and isinstance(shape, list) and shape:
        for one in payload:
            yield from extra_keys(one, shape[0], f"{path}[]")


@pytest.fixture
def recorded(stage):
    """All requests that reach the app, decoded, and an app that opens a modal at any chance."""
    kept = []

    def answer(body, headers):
        if body.startswith("{"):
            payload = json.loads(body)
        else:
            form = parse_qs(body, keep_blank_values=True)
            payload = (
                json.loads(form["payload"][0])
                if "payload" in form
                else {key: value[0] for key, value in form.items()}
            )
        kept.append(payload)
        if payload.get("type") in ("message_action", "block_actions") and "view" not in payload:
            stage.client.views_open(trigger_id=payload["trigger_id"], view=MODAL)
        return 200, {}, ""

    stage.sandbox.deliver_by_http(stage.serve(answer))
    return kept


def play(stage):
    """Do everything once that causes an event or a payload."""
    home, people, channel = stage.sandbox.home, stage.people, stage.channel
    agent = {"as_app": stage.demo.agent_app, "channel": channel}
    parent = stage.say("@watcher restart")
    reply = stage.say("why?", thread_ts=parent)
    stage.say("from outside", who="external")
    stage.say("to all", thread_ts=parent, reply_broadcast=True)
    stage.act("/human/messages", text="restarting", metadata=METADATA, **agent)
    stage.act("/human/messages", text="old", username="old", icons={"emoji": ":x:"}, **agent)
    admin = {"user": people["admin"], "channel": channel}
    mine = {"user": people["oncall"], "channel": channel}
    stage.act("/human/reactions", ts=parent, name="eyes", **admin)
    stage.act("/human/edits", ts=parent, text="restart it", **mine)
    stage.act("/human/edits", ts=reply, text="why not", **mine)
    stage.act("/human/reactions", ts=parent, name="eyes", remove=True, **admin)
    stage.act("/human/deletions", ts=reply, **mine)
    stage.act("/human/deletions", ts=parent, **mine)
    card = stage.client.chat_postMessage(
        channel=channel, text="card", blocks=BLOCKS, metadata=METADATA
    )["ts"]
    stage.act("/human/reactions", ts=card, name="eyes", **admin)
    stage.client.chat_postMessage(channel=channel, text="below", thread_ts=card)
    stage.client.files_upload_v2(channel=channel, content="x", filename="x.png", thread_ts=card)
    interact(stage, card)
    nina = home.add_person("nina")
    home.invite(channel, nina, inviter=people["admin"])
    home.remove(channel, nina)
    home.set_topic(channel, "quiet", by=people["admin"])
    home.rename_channel(channel, "inc-other", by=people["admin"])
    home.change_person(nina, is_admin=True)
    home.change_person(nina, deleted=True)
    home.set_group_members(stage.demo.user_groups["oncall-payments"], [nina])
    home.archive_channel(channel, by=people["admin"])
    home.uninstall()


def interact(stage, card):
    """Click, submit, close, use shortcuts, the Home tab and a command."""
    user, where = stage.people["admin"], {"channel": stage.channel, "ts": card}
    stage.click(card, "go")
    view = stage.see(f"/human/views/{user}")["id"]
    stage.act("/human/clicks", user=user, view_id=view, action_id="go")
    stage.act("/human/submissions", user=user, view_id=view, values={})
    stage.act("/human/shortcuts", user=user, callback_id="look", **where)
    view = stage.see(f"/human/views/{user}")["id"]
    stage.act("/human/closings", user=user, view_id=view)
    only = stage.client.chat_postEphemeral(
        channel=stage.channel, user=user, text="x", blocks=BLOCKS
    )["message_ts"]
    stage.click(only, "go")
    stage.client.views_publish(user_id=user, view={"type": "home", "blocks": BLOCKS})
    stage.act("/human/homes", user=user)
    stage.act("/human/commands", user=user, channel=stage.channel, command="/watch", text="a b")


def test_events_and_payloads_have_only_keys_that_slack_sends(stage, recorded):
    play(stage)
    stage.wait_for(lambda: stage.sandbox.dispatcher.is_idle)
    seen, wrong = set(), {}
    for payload in recorded:
        name, shape = _shape_of(payload)
        seen.add(name)
        extra = set(extra_keys(payload, shape)) - KNOWN if shape else set()
        if extra:
            wrong.setdefault(name, set()).update(extra)
    assert wrong == {}
    expected = {*MESSAGES.values(), *NAMED.values(), *PAYLOADS.values(), "SlashCommand"}
    assert expected - seen == set()


def _shape_of(payload):
    if "event" in payload:
        event = payload["event"]
        if event["type"] == "message":
            name = MESSAGES.get(event.get("subtype"), event.get("subtype"))
        else:
            name = NAMED[event["type"]]
        return name, EVENTS.get(name)
    if "command" in payload:
        return "SlashCommand", INTERACTIVE["SlashCommand"]
    name = PAYLOADS[payload["type"]]
    return name, INTERACTIVE[name]


def test_answers_have_only_keys_that_slack_sends(stage):
    client, channel, people = stage.client, stage.channel, stage.people
    parent = stage.say("parent")
    stage.say("reply", thread_ts=parent)
    stage.say("both", thread_ts=parent, reply_broadcast=True)
    stage.act("/human/messages", as_app=stage.demo.agent_app, channel=channel, text="agent")
    react = {"channel": channel, "timestamp": parent, "name": "eyes"}
    stage.sandbox.home.set_topic(channel, "quiet", by=people["admin"])
    post = {"channel": channel, "text": "x", "blocks": BLOCKS, "metadata": METADATA}
    card = client.api_call("chat.postMessage", json=post)
    ts = card["ts"]
    read = {"channel": channel, "include_all_metadata": True}
    upload = client.api_call(
        "files.getUploadURLExternal", params={"filename": "x.png", "length": 1}
    )
    client._upload_file(
        url=upload["upload_url"], data=b"x", logger=client._logger, timeout=5, proxy=None, ssl=None
    )
    done = {"files": [{"id": upload["file_id"]}], "channel_id": channel}
    home = {"type": "home", "blocks": BLOCKS}
    answers = {
        "auth.test": client.auth_test(),
        "apps.connections.open": client.apps_connections_open(app_token=stage.sandbox.app_token),
        "bots.info": client.bots_info(bot=card["message"]["bot_id"]),
        "chat.postMessage": card,
        "chat.update": client.api_call("chat.update", json={**post, "ts": ts}),
        "chat.postEphemeral": client.api_call(
            "chat.postEphemeral", json={**post, "user": people["admin"]}
        ),
        "chat.getPermalink": client.chat_getPermalink(channel=channel, message_ts=ts),
        "reactions.add": client.api_call("reactions.add", json=react),
        "files.getUploadURLExternal": upload,
        "files.completeUploadExternal": client.api_call("files.completeUploadExternal", json=done),
        "files.info": client.files_info(file=upload["file_id"]),
        "conversations.history": client.api_call("conversations.history", json=read),
        "conversations.replies": client.api_call(
            "conversations.replies", json={**read, "ts": parent}
        ),
        "conversations.info": client.conversations_info(channel=channel, include_num_members=True),
        "conversations.list": client.conversations_list(types="public_channel,im"),
        "conversations.members": client.conversations_members(channel=channel),
        "conversations.open": client.conversations_open(users=people["admin"], return_im=True),
        "conversations.join": client.conversations_join(channel=channel),
        "team.info": client.team_info(),
        "usergroups.list": client.usergroups_list(include_users=True, include_count=True),
        "usergroups.users.list": client.usergroups_users_list(
            usergroup=stage.demo.user_groups["oncall-payments"]
        ),
        "users.info": client.users_info(user=people["external"]),
        "users.list": client.users_list(),
        "users.lookupByEmail": client.users_lookupByEmail(email="mara@payments-co.example"),
        "views.publish": client.views_publish(user_id=people["admin"], view=home),
        "chat.delete": client.chat_delete(channel=channel, ts=ts),
    }
    wrong = {
        method: extra
        for method, answer in answers.items()
        if (extra := set(extra_keys(answer.data, API[method])) - KNOWN)
    }
    assert wrong == {}


def test_the_comparison_finds_a_key_that_slack_never_sends():
    shape = {"event": {"user": None, "blocks": None, "list": [{"a": None}]}}
    good = {"event": {"user": "U1", "blocks": [{"anything": 1}], "list": [{"a": 1}]}}
    assert list(extra_keys(good, shape)) == []
    bad = {"event": {"usr": "U1", "list": [{"a": 1}, {"b": 1}]}}
    assert list(extra_keys(bad, shape)) == ["event.usr", "event.list[].b"]
