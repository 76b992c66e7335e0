"""What Slack refuses, the sandbox refuses, with Slack's code."""

import json

import pytest
from slack_sdk.errors import SlackApiError

TITLE = {"type": "plain_text", "text": "Title"}
MODAL = {"type": "modal", "title": TITLE, "blocks": []}
TOO_MANY = [{"type": "divider"}] * 51


def refusal(call, method, **params):
    """Return the error of a call that must be refused."""
    with pytest.raises(SlackApiError) as refused:
        call(method, json=params)
    assert refused.value.response.status_code == 200
    return refused.value.response.data


@pytest.fixture
def refused(stage):
    """Call a method and return the error code."""

    def run(method, **params):
        return refusal(stage.client.api_call, method, **params)["error"]

    return run


def test_a_method_that_is_not_there_is_unknown(stage):
    answer = refusal(stage.client.api_call, "chat.postTelegram")
    assert answer["error"] == "unknown_method"
    assert answer["req_method"] == "chat.postTelegram"


@pytest.mark.parametrize(
    ("token", "error"), [("", "not_authed"), ("xoxb-no", "invalid_auth"), (None, None)]
)
def test_a_call_needs_a_living_token(stage, token, error):
    if token is None:
        token, error = stage.sandbox.home.bot_token, "account_inactive"
        stage.sandbox.home.uninstall()
    assert refusal(stage.new_client(token).api_call, "auth.test")["error"] == error


def test_each_kind_of_token_opens_its_own_methods(stage):
    bot, app = stage.sandbox.home.bot_token, stage.sandbox.app_token
    open_it = stage.new_client(bot).api_call
    assert refusal(open_it, "apps.connections.open")["error"] == "not_allowed_token_type"
    assert refusal(stage.new_client(app).api_call, "auth.test")["error"] == "not_allowed_token_type"
    assert stage.new_client(app).apps_connections_open(app_token=app)["url"].startswith("ws://")


@pytest.mark.parametrize(
    ("method", "scope", "params"),
    [
        ("chat.postMessage", "chat:write", {"text": "x"}),
        ("conversations.history", "channels:history", {}),
        ("conversations.info", "channels:read", {}),
        ("users.info", "users:read", {}),
        ("usergroups.list", "usergroups:read", {}),
        ("reactions.add", "reactions:write", {"name": "x", "timestamp": "1.1"}),
        ("files.getUploadURLExternal", "files:write", {"filename": "a", "length": 1}),
        ("team.info", "team:read", {}),
        ("conversations.join", "channels:join", {}),
    ],
)
def test_a_token_without_the_scope_says_which_it_needs(stage, method, scope, params):
    stage.sandbox.home.installation.scopes = ("commands",)
    answer = refusal(stage.client.api_call, method, channel=stage.channel, **params)
    assert (answer["error"], answer["needed"]) == ("missing_scope", scope)
    assert answer["provided"] == "commands"


def test_channels_that_are_not_there_not_joined_or_archived(stage, refused):
    home = stage.sandbox.home
    elsewhere = home.add_channel("elsewhere")
    hidden = home.add_channel("hidden", private=True)
    for method in ("chat.postMessage", "conversations.history"):
        assert refused(method, channel="C0NOWHERE", text="x") == "channel_not_found"
        assert refused(method, channel=hidden, text="x") == "channel_not_found"
        assert refused(method, channel=elsewhere, text="x") == "not_in_channel"
    ts = stage.client.chat_postMessage(channel=stage.channel, text="x")["ts"]
    home.archive_channel(stage.channel, by=stage.people["admin"])
    assert refused("chat.postMessage", channel=stage.channel, text="x") == "is_archived"
    assert refused("chat.update", channel=stage.channel, ts=ts, text="y") == "is_archived"
    assert stage.client.conversations_history(channel=stage.channel)["ok"]


def test_messages_and_threads_that_are_not_there(stage, refused):
    nowhere = {"channel": stage.channel, "ts": "1.000001"}
    assert refused("conversations.replies", **nowhere) == "thread_not_found"
    assert refused("chat.update", text="x", **nowhere) == "message_not_found"
    assert refused("chat.delete", **nowhere) == "message_not_found"
    late = {"channel": stage.channel, "thread_ts": "1.000001", "text": "x"}
    assert refused("chat.postMessage", **late) == "thread_not_found"
    react = {"channel": stage.channel, "timestamp": "1.000001", "name": "eyes"}
    assert refused("reactions.add", **react) == "message_not_found"


def test_only_its_author_changes_a_message(stage, refused):
    ts = stage.say("mine")
    theirs = {"channel": stage.channel, "ts": ts}
    assert refused("chat.update", text="x", **theirs) == "cant_update_message"
    assert refused("chat.delete", **theirs) == "cant_delete_message"


def test_a_reaction_is_given_once(stage, refused):
    reaction = {"channel": stage.channel, "timestamp": stage.say("x"), "name": "eyes"}
    assert stage.client.api_call("reactions.add", json=reaction)["ok"]
    assert refused("reactions.add", **reaction) == "already_reacted"


@pytest.mark.parametrize("text", ["", "   "])
def test_a_message_needs_content(stage, refused, text):
    assert refused("chat.postMessage", channel=stage.channel, text=text) == "no_text"
    ts = stage.client.chat_postMessage(channel=stage.channel, text="x")["ts"]
    assert refused("chat.update", channel=stage.channel, ts=ts, text=text) == "no_text"


def test_an_update_takes_4000_bytes_and_not_one_more(stage, refused):
    ts = stage.client.chat_postMessage(channel=stage.channel, text="x")["ts"]
    mine = {"channel": stage.channel, "ts": ts}
    assert stage.client.chat_update(text="é" * 2000, **mine)["ok"]
    assert refused("chat.update", text="é" * 2000 + "x", **mine) == "msg_too_long"


def test_a_post_is_cut_after_40000_characters(stage):
    for length in (40_000, 40_001):
        answer = stage.client.chat_postMessage(channel=stage.channel, text="x" * length)
        assert len(answer["message"]["text"]) == 40_000


def test_blocks_take_50_and_13200_characters_and_not_one_more(stage, refused):
    post = {"channel": stage.channel, "text": "x"}
    assert stage.client.chat_postMessage(**post, blocks=TOO_MANY[:50])["ok"]
    assert refused("chat.postMessage", **post, blocks=TOO_MANY) == "invalid_blocks"
    full = [_section("x" * 3000)] * 4
    assert stage.client.chat_postMessage(**post, blocks=[*full, _section("x" * 1200)])["ok"]
    over = [*full, _section("x" * 1201)]
    assert refused("chat.postMessage", **post, blocks=over) == "msg_blocks_too_long"


def test_invalid_blocks_come_with_reasons_on_every_way_in(stage, refused):
    bad = [{"type": "section"}]
    post = {"channel": stage.channel, "text": "x", "blocks": bad}
    answer = refusal(stage.client.api_call, "chat.postMessage", **post)
    assert answer["error"] == "invalid_blocks"
    assert answer["response_metadata"]["messages"][0].startswith("[ERROR]")
    ts = stage.client.chat_postMessage(channel=stage.channel, text="x")["ts"]
    assert refused("chat.update", **post, ts=ts) == "invalid_blocks"
    user = stage.people["admin"]
    assert refused("chat.postEphemeral", **post, user=user) == "invalid_blocks"
    in_attachment = {"channel": stage.channel, "attachments": [{"blocks": bad}]}
    assert refused("chat.postMessage", **in_attachment) == "invalid_blocks"
    assert refused("chat.postMessage", channel=stage.channel, blocks="{") == "invalid_blocks_format"


@pytest.mark.parametrize("event_type", ["a.b", "", "ä", "x" * 256])
def test_metadata_has_a_form(stage, refused, event_type):
    metadata = {"event_type": event_type, "event_payload": {}}
    post = {"channel": stage.channel, "text": "x", "metadata": metadata}
    assert refused("chat.postMessage", **post) == "invalid_metadata_format"


def test_ephemeral_messages_go_to_members(stage, refused):
    stranger = stage.sandbox.home.add_person("nina")
    post = {"channel": stage.channel, "text": "x"}
    assert refused("chat.postEphemeral", user=stranger, **post) == "user_not_in_channel"
    assert stage.client.chat_postEphemeral(user=stage.people["guest"], **post)["message_ts"]


def test_a_modal_needs_a_trigger_of_someone_who_just_acted(stage, refused):
    assert refused("views.open", trigger_id="1.2.x", view=MODAL) == "invalid_trigger_id"
    assert refused("views.update", view_id="V0", view=MODAL) == "not_found"


def test_a_home_tab_is_checked_as_a_home_tab(stage, refused):
    user = stage.people["admin"]
    assert refused("views.publish", user_id=user, view=MODAL) == "invalid_arguments"
    home = {"type": "home", "blocks": [{"type": "divider"}] * 100}
    view = stage.client.views_publish(user_id=user, view=home)["view"]
    home["blocks"].append({"type": "divider"})
    assert refused("views.publish", user_id=user, view=home) == "invalid_arguments"
    home["blocks"].clear()
    again = stage.client.views_publish(user_id=user, view=home, hash=view["hash"])
    assert again["view"]["id"] == view["id"]
    stale = {"user_id": user, "view": home, "hash": view["hash"]}
    assert refused("views.publish", **stale) == "hash_conflict"


def test_unreadable_parameters_are_refused(stage, refused):
    assert refused("conversations.history", channel=stage.channel, cursor="?") == "invalid_cursor"
    assert refused("conversations.history", channel=stage.channel, limit=0) == "invalid_limit"
    assert refused("conversations.list", types="secret") == "invalid_types"
    assert refused("users.info", user="U0NOBODY") == "user_not_found"
    assert refused("usergroups.users.list", usergroup="S0NONE") == "no_such_subteam"


def test_faults_answer_as_they_are_told_and_then_no_more(stage):
    stage.act("/faults", method="auth.test", error="fatal_error", times=2)
    for _ in range(2):
        assert refusal(stage.client.api_call, "auth.test")["error"] == "fatal_error"
    assert stage.client.auth_test()["ok"]
    stage.act("/faults", status=503, times=1)
    with pytest.raises(SlackApiError) as broken:
        stage.new_client(retry_handlers=[]).auth_test()
    assert broken.value.response.status_code == 503


def _section(text):
    return json.loads(json.dumps({"type": "section", "text": {"type": "mrkdwn", "text": text}}))
