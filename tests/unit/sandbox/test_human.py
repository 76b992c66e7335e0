"""What people may do and see, through the human's side of a running sandbox."""

import json
import urllib.error
import urllib.request

import pytest

from bot.sandbox.demo_world import build_demo_world
from bot.sandbox.server import PortInUse, Sandbox

MANIFEST = {
    "display_information": {"name": "watcher"},
    "features": {"slash_commands": [{"command": "/watch", "description": "Watch"}]},
    "oauth_config": {"scopes": {"bot": ["chat:write"]}},
}


@pytest.fixture(scope="module")
def sandbox():
    with Sandbox(MANIFEST) as running:
        yield running


@pytest.fixture(scope="module")
def demo(sandbox):
    return build_demo_world(sandbox)


@pytest.fixture
def act(sandbox):
    def run(what, **body):
        request = urllib.request.Request(
            f"{sandbox.url}/human/{what}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.loads(response.read())

    return run


@pytest.fixture
def see(sandbox):
    def look(path):
        with urllib.request.urlopen(f"{sandbox.url}/human/{path}", timeout=10) as response:
            return json.loads(response.read())

    return look


@pytest.fixture
def channel(sandbox, demo):
    """A fresh channel with everybody in it."""
    everybody = [*demo.people.values(), sandbox.home.bot_user, demo.agent_bot_user]
    partner = next(team for team in sandbox.world.teams if team != sandbox.home.id)
    made = sandbox.home.add_channel("room", members=everybody)
    sandbox.world.channels[made].teams.append(partner)
    return made


@pytest.fixture
def elsewhere(sandbox, demo):
    """A public channel in which only the admin is."""
    return sandbox.home.add_channel("elsewhere", members=[demo.people["admin"]])


def test_the_demo_has_the_people_that_its_roles_promise(sandbox, demo):
    people = {role: sandbox.world.people[user] for role, user in demo.people.items()}
    assert set(people) == {"admin", "oncall", "oncall2", "guest", "external"}
    assert people["admin"].is_admin
    assert not any(people[role].is_admin for role in people if role != "admin")
    assert people["guest"].guest
    assert people["external"].team != sandbox.home.id
    group = sandbox.world.groups[demo.user_groups["oncall-payments"]]
    assert group.users == [demo.people["oncall"], demo.people["oncall2"]]
    assert set(demo.channels) == {"inc-payments-latency", "oncall-review"}
    incident = sandbox.world.channels[demo.channels["inc-payments-latency"]]
    assert {*demo.people.values(), sandbox.home.bot_user, demo.agent_bot_user} == set(
        incident.members
    )


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"user": "U0NOBODY"}, "user_not_found"),
        ({"text": " "}, "no_text"),
        ({"channel": "C0NOWHERE"}, "channel_not_found"),
        ({"thread_ts": "1.000001"}, "thread_not_found"),
        ({"blocks": [{"type": "section"}]}, "invalid_blocks"),
        ({"as_app": "A0NONE"}, "there is no app"),
        ({"user": None}, "missing user"),
    ],
)
def test_a_post_that_slack_would_not_take_is_refused_with_a_reason(act, demo, channel, change, why):
    body = {"user": demo.people["oncall"], "channel": channel, "text": "x"} | change
    answer = act("messages", **body)
    assert (answer["ok"], answer["acked"]) == (False, False)
    assert why in answer["error"]


def test_nobody_posts_where_they_are_not_or_when_they_are_gone(act, sandbox, demo, elsewhere):
    post = {"channel": elsewhere, "text": "x"}
    assert "not_in_channel" in act("messages", user=demo.people["oncall"], **post)["error"]
    gone = sandbox.home.add_person("gone")
    sandbox.home.invite(elsewhere, gone)
    assert act("messages", user=gone, **post)["ok"]
    sandbox.home.change_person(gone, deleted=True)
    assert "account_inactive" in act("messages", user=gone, **post)["error"]
    sandbox.home.archive_channel(elsewhere, by=demo.people["admin"])
    assert "is_archived" in act("messages", user=demo.people["admin"], **post)["error"]


def test_people_change_their_own_messages_and_admins_delete_any(act, see, demo, channel):
    ts = act("messages", user=demo.people["oncall"], channel=channel, text="x")["ts"]
    place = {"channel": channel, "ts": ts}
    other, admin = demo.people["oncall2"], demo.people["admin"]
    assert "cant_update" in act("edits", user=admin, text="y", **place)["error"]
    assert "cant_delete" in act("deletions", user=other, **place)["error"]
    assert act("deletions", user=admin, **place)["ok"]
    assert see(f"channels/{channel}/messages") == []


def test_an_app_posts_edits_and_deletes_its_own(act, see, demo, channel):
    app = {"as_app": demo.agent_app, "channel": channel}
    ts = act("messages", text="a <b> & c", streaming_state="in_progress", **app)["ts"]
    (message,) = see(f"channels/{channel}/messages")
    assert message["text"] == "a <b> & c", "what an app sends is taken as it is"
    assert message["streaming_state"] == "in_progress"
    assert message["bot_profile"]["name"] == "deploy-agent"
    assert act("edits", ts=ts, text="done", streaming_state="completed", **app)["ok"]
    (message,) = see(f"channels/{channel}/messages")
    assert (message["text"], message["streaming_state"]) == ("done", "completed")
    assert act("deletions", ts=ts, **app)["ok"]


def test_reactions_are_counted_and_taken_back(act, see, demo, channel):
    ts = act("messages", user=demo.people["oncall"], channel=channel, text="x")["ts"]
    where = {"channel": channel, "ts": ts, "name": ":eyes:"}
    for role in ("admin", "guest"):
        assert act("reactions", user=demo.people[role], **where)["ok"]
    assert "already_reacted" in act("reactions", user=demo.people["guest"], **where)["error"]
    (message,) = see(f"channels/{channel}/messages")
    assert message["reactions"][0]["count"] == 2
    for role in ("admin", "guest"):
        assert act("reactions", user=demo.people[role], remove=True, **where)["ok"]
    assert "reactions" not in see(f"channels/{channel}/messages")[0]


def test_each_sees_only_what_they_may_see(act, see, sandbox, demo, elsewhere):
    secret = sandbox.home.add_channel("secret", private=True, members=[demo.people["admin"]])

    def channels(role):
        return {one["id"] for one in see(f"state?user={demo.people[role]}")["channels"]}

    assert {elsewhere, secret} <= channels("admin")
    assert elsewhere in channels("oncall"), "a public channel is seen by its whole workspace"
    assert secret not in channels("oncall")
    assert elsewhere not in channels("guest"), "a guest sees only channels of their own"
    assert elsewhere not in channels("external")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        see(f"channels/{secret}/messages?user={demo.people['oncall']}")


def test_clicking_what_is_not_there_says_what_is(act, demo, channel):
    button = {
        "type": "button",
        "action_id": "go",
        "text": {"type": "plain_text", "text": "Go"},
    }
    blocks = [{"type": "actions", "elements": [button]}]
    ts = act("messages", as_app=demo.agent_app, channel=channel, text="x", blocks=blocks)["ts"]
    place = {"user": demo.people["admin"], "channel": channel, "ts": ts}
    answer = act("clicks", action_id="stop", **place)
    assert not answer["ok"]
    assert "there are: go" in answer["error"]
    answer = act("clicks", action_id="go", **place)
    assert (answer["ok"], answer["acked"]) == (True, False), "the agent listens to nobody"
    assert not act("clicks", **{**place, "ts": "1.000001"}, action_id="go")["ok"]


def test_commands_are_known_out_of_threads_and_for_people_of_the_workspace(act, demo, channel):
    run = {"channel": channel, "text": "x"}
    oncall, external = demo.people["oncall"], demo.people["external"]
    answer = act("commands", user=oncall, command="/nothing", **run)
    assert "not a valid command" in answer["error"]
    answer = act("commands", user=oncall, command="/watch", thread_ts="1.0", **run)
    assert "not supported in threads" in answer["error"]
    answer = act("commands", user=external, command="/watch", **run)
    assert "not a valid command" in answer["error"]
    assert act("commands", user=oncall, command="/watch", **run)["ok"]


def test_a_body_that_is_no_object_is_refused(sandbox):
    for body in (b"[]", b"{", b'"x"'):
        request = urllib.request.Request(f"{sandbox.url}/human/messages", body)
        answer = json.loads(urllib.request.urlopen(request, timeout=10).read())
        assert answer["ok"] is False


def test_the_stream_tells_each_of_their_own_changes(act, sandbox, demo, channel, elsewhere):
    feeds = {}
    for role in ("oncall", "external"):
        url = f"{sandbox.url}/human/stream?user={demo.people[role]}"
        feeds[role] = urllib.request.urlopen(url, timeout=10)
        assert b"hello" in feeds[role].readline()
        feeds[role].readline()
    act("messages", user=demo.people["admin"], channel=elsewhere, text="not for all")
    act("messages", user=demo.people["admin"], channel=channel, text="for all")

    def next_channel(role):
        told = json.loads(feeds[role].readline().removeprefix(b"data: "))
        feeds[role].readline()
        assert told["type"] == "changed"
        return told["channel"]

    assert next_channel("oncall") == elsewhere
    assert next_channel("oncall") == next_channel("external") == channel
    for feed in feeds.values():
        feed.close()


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}],
)
def test_a_web_page_elsewhere_cannot_act_in_the_workspace(sandbox, demo, channel, headers):
    body = json.dumps({"user": demo.people["admin"], "channel": channel, "text": "x"})
    request = urllib.request.Request(f"{sandbox.url}/human/messages", body.encode(), headers)
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request, timeout=10)


def test_the_page_itself_may_act(sandbox, demo, channel):
    body = json.dumps({"user": demo.people["admin"], "channel": channel, "text": "x"})
    headers = {"Origin": sandbox.url}
    request = urllib.request.Request(f"{sandbox.url}/human/messages", body.encode(), headers)
    assert json.loads(urllib.request.urlopen(request, timeout=10).read())["ok"]


def test_a_message_holds_40000_characters_and_not_one_more(act, demo, channel):
    post = {"user": demo.people["oncall"], "channel": channel}
    assert act("messages", text="x" * 40_000, **post)["ok"]
    assert "msg_too_long" in act("messages", text="x" * 40_001, **post)["error"]


def test_a_port_in_use_is_said_clearly():
    with Sandbox(MANIFEST) as first:
        port = int(first.url.rpartition(":")[2])
        with pytest.raises(PortInUse, match=f"127.0.0.1:{port} is in use: stop what listens"):
            Sandbox(MANIFEST, port=port)


def test_stopping_twice_and_stopping_unstarted_does_nothing():
    sandbox = Sandbox(MANIFEST)
    sandbox.stop()
    started = Sandbox(MANIFEST)
    started.start()
    started.start()
    started.stop()
    started.stop()
