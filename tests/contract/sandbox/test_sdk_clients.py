"""The official SDK's clients, synchronous and asynchronous, drive the sandbox unchanged."""

import asyncio
import urllib.parse
import urllib.request

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "*held*"}}
METADATA = {"event_type": "card", "event_payload": {"n": 1}}


def test_a_message_lives_from_post_to_deletion(stage):
    posted = stage.client.chat_postMessage(channel=stage.channel, text="one", blocks=[SECTION])
    assert posted["message"]["blocks"][0]["block_id"]
    assert posted["message"]["app_id"] == stage.sandbox.app.id
    ts = posted["ts"]
    updated = stage.client.chat_update(channel=stage.channel, ts=ts, text="two")
    assert updated["text"] == "two"
    (message,) = stage.client.conversations_history(channel=stage.channel)["messages"]
    assert message["text"] == "two"
    assert "blocks" not in message, "a text without blocks takes the blocks away"
    assert message["edited"]["user"] == message["bot_id"]
    stage.client.chat_delete(channel=stage.channel, ts=ts)
    assert stage.client.conversations_history(channel=stage.channel)["messages"] == []


def test_metadata_comes_only_when_asked_for(stage):
    client, channel = stage.client, stage.channel
    ts = client.chat_postMessage(channel=channel, text="one", metadata=METADATA)["ts"]
    client.chat_postMessage(channel=channel, text="two", thread_ts=ts, metadata=METADATA)
    client.chat_update(channel=channel, ts=ts, text="changed")
    for read in (
        lambda **more: client.conversations_history(channel=channel, **more),
        lambda **more: client.conversations_replies(channel=channel, ts=ts, **more),
    ):
        assert not any("metadata" in one for one in read()["messages"])
        assert all(
            one["metadata"] == METADATA for one in read(include_all_metadata=True)["messages"]
        )
    client.chat_update(channel=channel, ts=ts, text="bare", metadata={})
    (bare,) = client.conversations_history(channel=channel, include_all_metadata=True)["messages"]
    assert "metadata" not in bare


def test_cursors_lead_through_every_page_once(stage):
    posted = [
        stage.client.chat_postMessage(channel=stage.channel, text=str(n))["ts"] for n in range(7)
    ]
    seen = []
    for page in stage.client.conversations_history(channel=stage.channel, limit=3):
        assert len(page["messages"]) <= 3
        seen += [one["ts"] for one in page["messages"]]
    assert seen == posted[::-1]
    members = [
        one
        for page in stage.client.conversations_members(channel=stage.channel, limit=2)
        for one in page["members"]
    ]
    everybody = stage.client.conversations_members(channel=stage.channel)["members"]
    assert members == everybody
    names = [one["id"] for page in stage.client.users_list(limit=2) for one in page["members"]]
    assert len(names) == len(set(names)) == len(stage.client.users_list()["members"])


def test_oldest_and_latest_are_exclusive_unless_inclusive(stage):
    first, middle, last = (
        stage.client.chat_postMessage(channel=stage.channel, text=str(n))["ts"] for n in range(3)
    )

    def between(**more):
        answer = stage.client.conversations_history(
            channel=stage.channel, oldest=first, latest=last, **more
        )
        return [one["ts"] for one in answer["messages"]]

    assert between() == [middle]
    assert between(inclusive=True) == [last, middle, first]


def test_a_thread_is_read_with_its_parent_first_and_stays_out_of_the_history(stage):
    parent = stage.say("parent")
    replies = [
        stage.client.chat_postMessage(channel=stage.channel, text=str(n), thread_ts=parent)["ts"]
        for n in range(4)
    ]
    both = stage.client.chat_postMessage(
        channel=stage.channel, text="also", thread_ts=replies[0], reply_broadcast=True
    )
    history = stage.client.conversations_history(channel=stage.channel)["messages"]
    assert [one["ts"] for one in history] == [both["ts"], parent]
    assert history[0]["subtype"] == "thread_broadcast"
    assert (history[1]["reply_count"], history[1]["latest_reply"]) == (5, both["ts"])
    seen = []
    for page in stage.client.conversations_replies(channel=stage.channel, ts=parent, limit=3):
        assert page["messages"][0]["ts"] == parent
        seen += [one["ts"] for one in page["messages"][1:]]
    assert seen == [*replies, both["ts"]]


def test_people_are_shown_as_what_they_are(stage):
    def look_up(user):
        return stage.client.users_info(user=user)["user"]

    def look(role):
        return look_up(stage.people[role])

    assert look("admin")["is_admin"]
    assert not look("oncall")["is_admin"]
    assert look("oncall")["tz"] == "Europe/Berlin"
    assert look("guest")["is_restricted"]
    assert look("external")["is_stranger"]
    assert look("external")["team_id"] != stage.sandbox.home.id
    assert "email" not in look("external")["profile"]
    stage.sandbox.home.change_person(stage.people["oncall2"], deleted=True)
    assert look("oncall2")["deleted"]
    assert not look_up("USLACKBOT")["is_bot"], "Slackbot is no bot to the Web API"
    bot = look_up(stage.sandbox.home.bot_user)
    assert bot["is_bot"]
    assert bot["profile"]["api_app_id"] == stage.sandbox.app.id


def test_user_groups_are_listed_with_their_members_of_the_moment(stage):
    group = stage.demo.user_groups["oncall-payments"]
    (listed,) = stage.client.usergroups_list(include_users=True)["usergroups"]
    assert (listed["id"], listed["handle"]) == (group, "oncall-payments")
    stage.sandbox.home.set_group_members(group, [stage.people["admin"]])
    members = stage.client.usergroups_users_list(usergroup=group)["users"]
    assert members == [stage.people["admin"]]
    stage.sandbox.home.disable_group(group)
    assert stage.client.usergroups_list()["usergroups"] == []


def test_a_file_is_uploaded_in_the_three_steps_of_version_two(stage):
    answer = stage.client.files_upload_v2(
        channel=stage.channel, content="a,b\n", filename="week.csv", initial_comment="see"
    )
    (file,) = answer["files"]
    assert file["name"] == "week.csv"
    assert urllib.request.urlopen(file["url_private"]).read() == b"a,b\n"
    (message,) = stage.see(f"/human/channels/{stage.channel}/messages")
    assert (message["subtype"], message["text"]) == ("file_share", "see")
    assert message["files"][0]["id"] == file["id"]


def test_a_bot_opens_a_direct_message_and_writes_to_a_person_by_id(stage):
    opened = stage.client.conversations_open(users=stage.people["oncall"])["channel"]["id"]
    assert opened.startswith("D")
    again = stage.client.conversations_open(users=[stage.people["oncall"]])
    assert (again["channel"]["id"], again["already_open"]) == (opened, True)
    posted = stage.client.chat_postMessage(channel=stage.people["oncall"], text="hello")
    assert posted["channel"] == opened


def test_a_bot_joins_a_public_channel(stage):
    other = stage.sandbox.home.add_channel("elsewhere")
    with pytest.raises(SlackApiError, match="not_in_channel"):
        stage.client.conversations_history(channel=other)
    assert stage.client.conversations_join(channel=other)["channel"]["is_member"]
    (joined,) = stage.client.conversations_history(channel=other)["messages"]
    assert joined["subtype"] == "channel_join"
    assert stage.client.conversations_join(channel=other)["warning"] == "already_in_channel"


def test_channels_are_listed_by_type_and_private_ones_only_to_members(stage):
    home = stage.sandbox.home
    mine = home.add_channel("mine", private=True, members=[home.bot_user])
    home.add_channel("theirs", private=True)

    def names(**more):
        return [one["name"] for one in stage.client.conversations_list(**more)["channels"]]

    assert names() == ["inc-payments-latency", "oncall-review"]
    assert names(types="private_channel") == ["mine"]
    assert stage.client.conversations_info(channel=mine)["channel"]["is_private"]
    home.archive_channel(stage.demo.channels["oncall-review"], by=stage.people["admin"])
    assert names(exclude_archived=True) == ["inc-payments-latency"]


def test_permalinks_lead_to_the_message_and_its_thread(stage):
    parent = stage.say("parent")
    reply = stage.say("reply", thread_ts=parent)
    link = stage.client.chat_getPermalink(channel=stage.channel, message_ts=reply)["permalink"]
    assert f"/archives/{stage.channel}/p{reply.replace('.', '')}?thread_ts={parent}" in link


def test_a_bot_with_a_custom_name_posts_the_older_kind_of_bot_message(stage):
    posted = stage.client.chat_postMessage(channel=stage.channel, text="hi", username="reaper")
    message = posted["message"]
    assert (message["subtype"], message["username"]) == ("bot_message", "reaper")
    assert "user" not in message


def test_workspace_and_bot_are_told(stage):
    me = stage.client.auth_test()
    assert me["team_id"] == stage.sandbox.home.id
    assert me.headers["x-oauth-scopes"].startswith("app_mentions:read")
    assert stage.client.team_info()["team"]["domain"] == "payments-co"
    bot = stage.client.bots_info(bot=me["bot_id"])["bot"]
    assert (bot["app_id"], bot["user_id"]) == (stage.sandbox.app.id, me["user_id"])
    found = stage.client.users_lookupByEmail(email="jonas@payments-co.example")
    assert found["user"]["id"] == stage.people["oncall"]


def test_an_installation_gives_each_workspace_a_token_of_its_own(stage):
    second = stage.sandbox.add_workspace("Second", "second", installed=False)
    query = {
        "client_id": stage.sandbox.app.client_id,
        "team": second.id,
        "state": "s1",
        "redirect_uri": "http://127.0.0.1:1/done",
    }
    opener = urllib.request.build_opener(_Stay())
    where = opener.open(
        f"{stage.sandbox.url}/oauth/v2/authorize?{urllib.parse.urlencode(query)}"
    ).headers["Location"]
    got = urllib.parse.parse_qs(urllib.parse.urlsplit(where).query)
    assert got["state"] == ["s1"]
    exchange = {
        "client_id": stage.sandbox.app.client_id,
        "client_secret": stage.sandbox.app.client_secret,
        "code": got["code"][0],
    }
    granted = stage.new_client("").oauth_v2_access(**exchange)
    assert granted["team"]["id"] == second.id
    there = stage.new_client(granted["access_token"])
    assert there.auth_test()["team_id"] == second.id
    with pytest.raises(SlackApiError, match="channel_not_found"):
        there.conversations_info(channel=stage.channel)
    with pytest.raises(SlackApiError, match="invalid_code"):
        stage.new_client("").oauth_v2_access(**exchange)


def test_the_asynchronous_client_works_the_same(stage):
    async def run():
        client = AsyncWebClient(token=stage.client.token, base_url=stage.sandbox.api_url)
        posted = await client.chat_postMessage(
            channel=stage.channel, text="one", blocks=[SECTION], metadata=METADATA
        )
        await client.reactions_add(channel=stage.channel, timestamp=posted["ts"], name="eyes")
        await client.files_upload_v2(channel=stage.channel, content="x", filename="x.txt")
        pages = [
            page["messages"]
            async for page in await client.conversations_history(channel=stage.channel, limit=1)
        ]
        return posted["ts"], pages

    ts, pages = asyncio.run(run())
    assert [len(page) for page in pages] == [1, 1]
    assert pages[1][0]["ts"] == ts
    assert pages[1][0]["reactions"][0]["name"] == "eyes"


def test_the_sdk_waits_as_long_as_a_rate_limit_says(stage):
    stage.act("/faults", method="chat.postMessage", error="ratelimited", retry_after=1, times=1)
    client = stage.new_client(retry_handlers=[RateLimitErrorRetryHandler(max_retry_count=1)])
    assert client.chat_postMessage(channel=stage.channel, text="in the end")["ok"]


def test_a_rate_limit_is_429_with_its_header(stage):
    stage.act("/faults", error="ratelimited", retry_after=7, times=1)
    with pytest.raises(SlackApiError) as refused:
        stage.client.auth_test()
    response = refused.value.response
    assert (response.status_code, response["error"]) == (429, "ratelimited")
    assert response.headers["Retry-After"] == "7"
    assert stage.client.auth_test()["ok"]


def test_an_answer_can_get_lost_after_the_message_is_posted(stage):
    stage.act("/faults", method="chat.postMessage", lose_answer=True, times=1)
    with pytest.raises(OSError, match=r"without response|reset"):
        stage.new_client(retry_handlers=[]).chat_postMessage(channel=stage.channel, text="once")
    texts = [one["text"] for one in stage.see(f"/human/channels/{stage.channel}/messages")]
    assert texts == ["once"]


class _Stay(urllib.request.HTTPRedirectHandler):
    def http_error_302(self, req, fp, code, msg, headers):
        return fp
