"""The official framework is driven unchanged, by Socket Mode and by signed HTTP."""

import asyncio
import dataclasses
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

BUTTON = {
    "type": "button",
    "action_id": "free",
    "text": {"type": "plain_text", "text": "Free"},
    "value": "41",
    "confirm": {
        "title": {"type": "plain_text", "text": "Sure?"},
        "text": {"type": "plain_text", "text": "Really"},
        "confirm": {"type": "plain_text", "text": "Yes"},
        "deny": {"type": "plain_text", "text": "No"},
    },
}
SELECT = {
    "type": "static_select",
    "action_id": "pick",
    "placeholder": {"type": "plain_text", "text": "Which"},
    "options": [
        {"text": {"type": "plain_text", "text": name}, "value": name} for name in ("one", "two")
    ],
}
BLOCKS = [{"type": "actions", "block_id": "row", "elements": [BUTTON, SELECT]}]
TITLE = {"type": "plain_text", "text": "Title"}
INPUT = {
    "type": "input",
    "block_id": "why",
    "label": TITLE,
    "element": {"type": "plain_text_input", "action_id": "text", "max_length": 10},
}


def modal(callback_id="form", **more):
    return {
        "type": "modal",
        "callback_id": callback_id,
        "title": TITLE,
        "submit": TITLE,
        "blocks": [INPUT],
        **more,
    }


def test_a_post_reaches_the_listener_and_is_answered_in_its_thread(stage, way):
    app = stage.bolt()

    @app.event("message")
    def heard(event, say):
        if not event.get("subtype"):
            say(text=f"heard: {event['text']}", thread_ts=event["ts"])

    stage.connect(app, way)
    ts = stage.say("restart <payments> & co")
    answer = stage.wait_for(lambda: stage.see(f"/human/threads/{stage.channel}/{ts}")[1:])
    assert answer[0]["text"] == "heard: restart &lt;payments&gt; &amp; co"


def test_other_apps_and_mentions_are_heard_and_the_bot_itself_is_not(stage, way):
    app, posts, mentions = stage.bolt(), [], []
    app.event("message")(lambda event: posts.append(event))
    app.event("app_mention")(lambda event: mentions.append(event))
    stage.connect(app, way)
    agent = {"as_app": stage.demo.agent_app, "channel": stage.channel}
    stage.act("/human/messages", text="restarting", **agent)
    stage.act("/human/messages", text="draining", username="old-agent", **agent)
    stage.client.chat_postMessage(channel=stage.channel, text="mine")
    stage.say("@watcher are you there?")
    stage.wait_for(lambda: mentions and len(posts) >= 3)
    modern, classic, human = posts
    assert modern["app_id"] == modern["bot_profile"]["app_id"] == stage.demo.agent_app
    assert modern["user"] == stage.demo.agent_bot_user
    assert "subtype" not in modern
    assert (classic["subtype"], classic["username"]) == ("bot_message", "old-agent")
    assert "user" not in classic
    assert human["user"] == stage.people["oncall"]
    assert human["text"].startswith(f"<@{stage.sandbox.home.bot_user}>")
    assert mentions[0]["ts"] == human["ts"]


def test_a_click_carries_who_what_and_where(stage, way):
    app, bodies = stage.bolt(), []

    @app.action("free")
    def freed(ack, body, respond):
        ack()
        bodies.append(body)
        respond(text="freed", replace_original=True)

    @app.action("pick")
    def picked(ack, body):
        ack()
        bodies.append(body)

    stage.connect(app, way)
    posted = stage.client.chat_postMessage(channel=stage.channel, text="card", blocks=BLOCKS)
    assert stage.click(posted["ts"], "pick", value="two") == {"ok": True, "acked": True}
    assert stage.click(posted["ts"], "free", block_id="row")["acked"]
    stage.wait_for(lambda: len(bodies) == 2)
    picked_body, freed_body = bodies
    assert picked_body["actions"][0]["selected_option"]["value"] == "two"
    state = freed_body["state"]["values"]["row"]["pick"]
    assert state["selected_option"]["value"] == "two"
    assert freed_body["user"]["id"] == stage.people["admin"]
    assert freed_body["actions"][0]["value"] == "41"
    assert freed_body["container"]["message_ts"] == posted["ts"]
    stage.wait_for(
        lambda: stage.see(f"/human/channels/{stage.channel}/messages")[0]["text"] == "freed"
    )


def test_a_click_that_the_app_does_not_know_is_not_acknowledged(stage, way):
    stage.connect(stage.bolt(), way)
    ts = stage.client.chat_postMessage(channel=stage.channel, text="card", blocks=BLOCKS)["ts"]
    answer = stage.click(ts, "free")
    assert (answer["ok"], answer["acked"]) == (True, False)
    assert "acknowledge" in answer["error"]


def test_a_command_is_answered_by_its_acknowledgement_and_by_its_url(stage, way):
    app = stage.bolt()

    @app.command("/watch")
    def watch(ack, command, respond):
        ack(f"watching {command['text']}")
        for n in range(5):
            respond(response_type="in_channel", text=f"number {n}")
        assert respond(text="one too many").status_code == 404

    stage.connect(app, way)
    run = {"user": stage.people["oncall"], "channel": stage.channel, "command": "/watch"}
    assert stage.act("/human/commands", text="payments", **run)["acked"]
    shown = stage.wait_for(lambda: stage.see(f"/human/ephemerals/{stage.people['oncall']}"))
    assert shown[0]["text"] == "watching payments"
    posts = stage.wait_for(
        lambda: (
            len(stage.see(f"/human/channels/{stage.channel}/messages")) == 5
            and stage.see(f"/human/channels/{stage.channel}/messages")
        )
    )
    assert [one["text"] for one in posts] == [f"number {n}" for n in range(5)]
    refused = stage.act("/human/commands", text="", thread_ts=posts[0]["ts"], **run)
    assert "not supported in threads" in refused["error"]


def test_a_modal_refuses_updates_stacks_and_clears(stage, way):
    app, submitted, closed = stage.bolt(), [], []

    @app.shortcut("begin")
    def begin(ack, body, client):
        ack()
        client.views_open(trigger_id=body["trigger_id"], view=modal(notify_on_close=True))

    @app.view("form")
    def form(ack, view):
        text = view["state"]["values"]["why"]["text"]["value"]
        submitted.append(text)
        if text == "bad":
            ack(response_action="errors", errors={"why": "say more"})
        elif text == "again":
            ack(response_action="update", view=modal("form", notify_on_close=True))
        elif text == "deeper":
            ack(response_action="push", view=modal("form"))
        elif text == "all":
            ack(response_action="clear")
        else:
            ack()

    app.view_closed("form")(lambda ack, body: (ack(), closed.append(body)))
    stage.connect(app, way)
    user = stage.people["oncall"]
    assert stage.act("/human/shortcuts", user=user, callback_id="begin")["acked"]
    first = stage.wait_for(lambda: stage.see(f"/human/views/{user}"))
    again = stage.act("/human/shortcuts", user=user, callback_id="look", channel="C0", ts="1.1")
    assert not again["ok"]

    def submit(text):
        view = stage.see(f"/human/views/{user}")
        values = {"why": {"text": text}}
        return stage.act("/human/submissions", user=user, view_id=view["id"], values=values)

    assert "required" in submit("")["error"]
    assert "at most 10" in submit("x" * 11)["error"]
    assert submit("bad")["errors"] == {"why": "say more"}
    assert submit("again")["view_id"] == first["id"]
    pushed = submit("deeper")["view_id"]
    view = stage.see(f"/human/views/{user}")
    assert (view["id"], view["previous_view_id"]) == (pushed, first["id"])
    assert view["root_view_id"] == first["id"]
    assert submit("fine")["view_id"] == first["id"], "the one below is in front again"
    submit("deeper")
    assert "view_id" not in submit("all")
    assert stage.see(f"/human/views/{user}") is None
    stage.wait_for(lambda: closed)
    assert closed[0]["is_cleared"] is True
    assert submitted == ["bad", "again", "deeper", "fine", "deeper", "all"]


def test_closing_a_modal_tells_the_app_that_asked_for_it(stage, way):
    app, closed = stage.bolt(), []
    app.view_closed("form")(lambda ack, body: (ack(), closed.append(body)))

    @app.shortcut("look")
    def look(ack, body, client):
        ack()
        view = modal(notify_on_close=True, private_metadata=body["message"]["ts"])
        client.views_open(trigger_id=body["trigger_id"], view=view)

    stage.connect(app, way)
    ts, user = stage.say("restart"), stage.people["admin"]
    where = {"channel": stage.channel, "ts": ts}
    assert stage.act("/human/shortcuts", user=user, callback_id="look", **where)["acked"]
    view = stage.wait_for(lambda: stage.see(f"/human/views/{user}"))
    assert stage.act("/human/closings", user=user, view_id=view["id"])["acked"]
    stage.wait_for(lambda: closed)
    assert closed[0]["is_cleared"] is False
    assert closed[0]["view"]["private_metadata"] == ts


def test_a_trigger_is_used_once_and_within_three_seconds(stage, way):
    """Each use of the shortcut is waited for whole: its listener goes on after the ack."""
    app, outcome, ended = stage.bolt(), [], threading.Semaphore(0)
    clock = {"issued": time.time(), "used": time.time()}

    @app.shortcut("begin")
    def begin(ack, body, client):
        ack()
        stage.sandbox.world.now = lambda: clock["used"]
        for _ in range(2):
            try:
                outcome.append(client.views_open(trigger_id=body["trigger_id"], view=modal())["ok"])
            except SlackApiError as error:
                outcome.append(error.response["error"])
        ended.release()

    stage.connect(app, way)
    for seconds in (0, 4):
        # Held still, so that a slow machine takes nothing of the three seconds.
        clock["used"] = clock["issued"] + seconds
        stage.sandbox.world.now = lambda: clock["issued"]
        stage.act("/human/shortcuts", user=stage.people["oncall"], callback_id="begin")
        assert ended.acquire(timeout=8)
    assert outcome == [True, "exchanged_trigger_id", "expired_trigger_id", "expired_trigger_id"]


def test_the_home_tab_is_opened_published_and_clicked(stage, way):
    app, clicks = stage.bolt(), []

    @app.event("app_home_opened")
    def opened(event, client):
        client.views_publish(user_id=event["user"], view={"type": "home", "blocks": BLOCKS})

    app.action("free")(lambda ack, body: (ack(), clicks.append(body)))
    stage.connect(app, way)
    user = stage.people["oncall"]
    assert stage.act("/human/homes", user=user)["ok"]
    home = stage.wait_for(lambda: stage.see(f"/human/state?user={user}")["home"])
    assert home["type"] == "home"
    assert stage.act("/human/clicks", user=user, view_id=home["id"], action_id="free")["acked"]
    stage.wait_for(lambda: clicks)
    assert clicks[0]["view"]["id"] == home["id"]
    assert "channel" not in clicks[0]


def test_an_ephemeral_message_is_seen_and_clicked_by_one_person_only(stage, way):
    app, bodies = stage.bolt(), []

    @app.action("free")
    def freed(ack, body, respond):
        ack()
        bodies.append(body)
        respond(delete_original=True)

    stage.connect(app, way)
    user = stage.people["oncall"]
    ts = stage.client.chat_postEphemeral(
        channel=stage.channel, user=user, text="only you", blocks=BLOCKS
    )["message_ts"]
    path = f"/human/channels/{stage.channel}/messages"
    assert [one["ts"] for one in stage.see(f"{path}?user={user}")] == [ts]
    assert stage.see(path) == stage.see(f"{path}?user={stage.people['admin']}") == []
    assert not stage.click(ts, "free", who="admin")["ok"]
    assert stage.click(ts, "free", who="oncall")["acked"]
    stage.wait_for(lambda: stage.see(f"/human/ephemerals/{user}") == [])
    assert bodies[0]["container"]["is_ephemeral"] is True
    assert "message" not in bodies[0]


def test_above_the_limit_events_are_left_out_and_that_is_said(stage, way):
    """In a form of its own: docs.slack.dev/reference/events/app_rate_limited."""
    app, heard, notices = stage.bolt(), [], []
    app.event("message")(lambda event: heard.append(event["text"]))

    @app.middleware
    def noticing(body, ack, next_):
        if body["type"] != "app_rate_limited":
            return next_()
        notices.append(body)
        return ack()

    stage.connect(app, way)
    stage.sandbox.limit_events()
    stage.wait_for(lambda: notices)
    stage.say("left out")
    stage.sandbox.limit_events(on=False)
    stage.say("heard")
    stage.wait_for(lambda: heard)
    assert heard == ["heard"]
    (notice,) = notices
    assert set(notice) == {"token", "type", "team_id", "minute_rate_limited", "api_app_id"}
    assert notice["minute_rate_limited"] % 60 == 0


def test_edits_deletions_and_unfurls_are_told(stage, way):
    app, events = stage.bolt(), []
    app.event("message")(lambda event: events.append(event))
    stage.connect(app, way)
    ts = stage.say("see https://example.com/x")
    where = {"user": stage.people["oncall"], "channel": stage.channel, "ts": ts}
    stage.sandbox.home.unfurl(stage.channel, ts, [{"id": 1, "title": "X", "fallback": "X"}])
    stage.act("/human/edits", text="restart", **where)
    stage.act("/human/deletions", **where)
    stage.wait_for(lambda: len(events) == 4)
    posted, unfurled, edited, deleted = events
    assert "subtype" not in posted
    assert unfurled["message"]["text"] == unfurled["previous_message"]["text"]
    assert "edited" not in unfurled["message"]
    assert edited["message"]["edited"]["user"] == stage.people["oncall"]
    assert (edited["previous_message"]["text"], edited["message"]["text"]) == (
        "see <https://example.com/x>",
        "restart",
    )
    assert (deleted["subtype"], deleted["deleted_ts"]) == ("message_deleted", ts)


def test_a_deleted_parent_leaves_a_tombstone_until_its_last_reply_is_gone(stage, way):
    app, events = stage.bolt(), []
    app.event("message")(lambda event: events.append(event))
    stage.connect(app, way)
    parent = stage.say("parent")
    reply = stage.say("reply", thread_ts=parent)
    who = {"user": stage.people["oncall"], "channel": stage.channel}
    stage.act("/human/deletions", ts=parent, **who)
    tombstone = stage.wait_for(
        lambda: [e for e in events if e.get("message", {}).get("subtype") == "tombstone"]
    )[0]
    assert tombstone["subtype"] == "message_changed"
    assert tombstone["previous_message"]["text"] == "parent"
    (left,) = stage.client.conversations_history(channel=stage.channel)["messages"]
    assert left["subtype"] == "tombstone"
    stage.act("/human/deletions", ts=reply, **who)
    gone = stage.wait_for(lambda: [e["deleted_ts"] for e in events if "deleted_ts" in e][1:])
    assert gone == [parent]
    assert stage.client.conversations_history(channel=stage.channel)["messages"] == []


def test_channels_people_and_groups_that_change_are_told(stage, way):
    app, told = stage.bolt(), []
    for name in (
        "channel_rename",
        "channel_archive",
        "member_joined_channel",
        "member_left_channel",
        "subteam_members_changed",
        "user_change",
        "reaction_added",
        "reaction_removed",
    ):
        app.event(name)(lambda event: told.append(event["type"]))
    app.event("message")(lambda event: told.append(event.get("subtype", "message")))
    stage.connect(app, way)
    home, admin = stage.sandbox.home, stage.people["admin"]
    nina = home.add_person("nina")
    home.invite(stage.channel, nina, inviter=admin)
    home.remove(stage.channel, nina)
    home.set_topic(stage.channel, "quiet", by=admin)
    home.rename_channel(stage.channel, "inc-other", by=admin)
    react = {"user": admin, "channel": stage.channel, "ts": stage.say("x"), "name": "eyes"}
    stage.act("/human/reactions", **react)
    stage.act("/human/reactions", remove=True, **react)
    home.archive_channel(stage.channel, by=admin)
    expected = [
        "member_joined_channel",
        "channel_join",
        "member_left_channel",
        "channel_topic",
        "channel_rename",
        "channel_name",
        "message",
        "reaction_added",
        "reaction_removed",
        "channel_archive",
    ]
    stage.wait_for(lambda: len(told) == len(expected))
    assert sorted(told) == sorted(expected)
    home.change_person(nina, is_admin=True)
    home.set_group_members(stage.demo.user_groups["oncall-payments"], [admin])
    stage.wait_for(lambda: {"user_change", "subteam_members_changed"} <= set(told))


def test_somebody_of_another_organisation_is_told_from_the_rest(stage, way):
    app, seen = stage.bolt(), []
    app.event("message")(lambda event, body, context: seen.append((event, body, context)))
    stage.connect(app, way)
    stage.say("from outside", who="external")
    stage.wait_for(lambda: seen)
    event, body, context = seen[0]
    assert body["is_ext_shared_channel"] is True
    assert context.actor_user_id == stage.people["external"]
    assert context.actor_team_id == event["user_team"] != stage.sandbox.home.id
    assert context.team_id == stage.sandbox.home.id


def test_nothing_is_told_of_channels_without_the_bot_or_without_a_subscription(stage, way):
    app, told = stage.bolt(), []
    app.event("message")(lambda event: told.append(event["text"]))
    stage.connect(app, way)
    home, people = stage.sandbox.home, stage.people
    elsewhere = home.add_channel("elsewhere", members=[people["admin"]])
    where = {"user": people["admin"], "channel": elsewhere}
    assert stage.act("/human/messages", text="unheard", **where)["ok"]
    events = stage.sandbox.app.manifest.bot_events
    assert "message.mpim" not in events
    group = stage.client.conversations_open
    with pytest.raises(SlackApiError, match="missing_scope"):
        group(users=[people["admin"], people["oncall"]])
    stage.say("heard")
    stage.wait_for(lambda: told)
    assert told == ["heard"]


def test_a_button_in_an_attachment_is_pressed_like_any_other(stage, way):
    app, pressed = stage.bolt(), []
    app.action("free")(lambda ack, body: (ack(), pressed.append(body["actions"][0])))
    stage.connect(app, way)
    without_id = [{"type": "actions", "elements": [BUTTON]}]
    ts = stage.client.chat_postMessage(
        channel=stage.channel, text="x", attachments=[{"color": "#f00", "blocks": without_id}]
    )["ts"]
    assert stage.click(ts, "free")["acked"]
    stage.wait_for(lambda: pressed)
    assert pressed[0]["block_id"]


def test_an_app_without_interactivity_hears_of_no_click(stage, way):
    app = stage.bolt()
    app.action("free")(lambda ack: ack())
    stage.connect(app, way)
    manifest = stage.sandbox.app.manifest
    stage.sandbox.app.manifest = dataclasses.replace(manifest, interactive=False)
    ts = stage.client.chat_postMessage(channel=stage.channel, text="x", blocks=BLOCKS)["ts"]
    answer = stage.click(ts, "free")
    assert not answer["ok"]
    assert "not configured" in answer["error"]


def test_a_payload_over_64_kilobytes_arrives_whole(stage, way):
    app, texts = stage.bolt(), []
    app.event("message")(lambda event: texts.append(event["text"]))
    stage.connect(app, way)
    long = "é" * 40_000
    stage.act("/human/messages", as_app=stage.demo.agent_app, channel=stage.channel, text=long)
    stage.wait_for(lambda: texts)
    assert texts == [long]


def test_posts_of_many_at_once_are_told_one_after_another(stage, way):
    app, events = stage.bolt(), []
    app.event("message")(lambda event: events.append(event["ts"]))
    stage.connect(app, way)
    with ThreadPoolExecutor(8) as pool:
        posted = list(pool.map(stage.say, map(str, range(40))))
    stage.wait_for(lambda: len(events) == 40)
    assert len(set(posted)) == 40
    listed = [one["ts"] for one in stage.see(f"/human/channels/{stage.channel}/messages")]
    assert listed == sorted(posted)
    assert set(events) == set(posted)


def test_an_asynchronous_app_is_driven_by_socket_mode(stage):
    heard = threading.Event()

    async def run():
        client = AsyncWebClient(token=stage.client.token, base_url=stage.sandbox.api_url)
        app = AsyncApp(client=client)

        @app.event("message")
        async def message(event, say):
            heard.set()
            await say(text="heard", thread_ts=event["ts"])

        handler = AsyncSocketModeHandler(app, stage.sandbox.app_token)
        await handler.connect_async()
        ts = await asyncio.to_thread(stage.say, "hello")
        path = f"/human/threads/{stage.channel}/{ts}"
        answered = await asyncio.to_thread(stage.wait_for, lambda: stage.see(path)[1:])
        await handler.close_async()
        return answered

    assert asyncio.run(run())[0]["text"] == "heard"
    assert heard.is_set()
