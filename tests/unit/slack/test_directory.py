"""The Directory tells what Slack says now, and denies on doubt."""

from __future__ import annotations

from typing import Any

import pytest

from bot.domain.action import Place
from bot.domain.hold import PersonFacts
from bot.slack.person_facts import facts_of
from tests.unit.slack.conftest import Slack


def person(slack: Slack, role: str, channel: str | None = None) -> PersonFacts:
    user = slack.world.people[role]
    return slack.directory.person(slack.team, user, channel or slack.channel)


def test_an_admin_is_known_as_one(slack: Slack) -> None:
    """With the zone and name that Slack has."""
    admin = person(slack, "admin")
    assert admin.is_admin
    assert admin.in_channel
    assert admin.is_full_member
    assert admin.tz == "Europe/Stockholm"


def test_somebody_on_call_is_in_the_user_group(slack: Slack) -> None:
    """And no admin."""
    oncall = person(slack, "oncall")
    assert oncall.groups == {slack.world.user_groups["oncall-payments"]}
    assert not oncall.is_admin


@pytest.mark.parametrize("role", ["guest", "external"])
def test_guests_and_outsiders_are_no_full_members(slack: Slack, role: str) -> None:
    """Though they are in the channel."""
    found = person(slack, role)
    assert found.in_channel
    assert not found.is_full_member
    assert (found.is_guest, found.is_external) == (role == "guest", role == "external")


def test_a_bot_is_a_bot(slack: Slack) -> None:
    """An agent's bot user can never decide."""
    assert slack.directory.person(slack.team, slack.world.agent_bot_user, slack.channel).is_bot


def test_who_left_the_channel_is_not_present(slack: Slack) -> None:
    """Membership is asked for at every click."""
    assert person(slack, "oncall").in_channel
    slack.sandbox.home.remove(slack.channel, slack.world.people["oncall"])
    assert not person(slack, "oncall").in_channel


def test_a_role_counts_for_less_than_a_minute(slack: Slack) -> None:
    """Facts about roles are at most 60 s old."""
    assert person(slack, "admin").is_admin
    slack.sandbox.home.change_person(slack.world.people["admin"], is_admin=False)
    slack.stopwatch.seconds = 59.9
    assert person(slack, "admin").is_admin
    slack.stopwatch.seconds = 60.0
    assert not person(slack, "admin").is_admin


def test_a_role_is_dropped_when_slack_says_that_it_changed(slack: Slack) -> None:
    """Earlier than after a minute."""
    assert person(slack, "admin").is_admin
    slack.sandbox.home.change_person(slack.world.people["admin"], is_admin=False)
    slack.directory.forget_person(slack.team, slack.world.people["admin"])
    assert not person(slack, "admin").is_admin


def test_an_emptied_user_group_has_nobody(slack: Slack) -> None:
    """Nobody of it may release then."""
    assert person(slack, "oncall").groups
    slack.sandbox.home.set_group_members(slack.world.user_groups["oncall-payments"], [])
    slack.directory.forget_groups(slack.team)
    assert not person(slack, "oncall").groups


@pytest.mark.parametrize("method", ["users.info", "conversations.members", "usergroups.list"])
def test_a_failed_look_up_knows_nobody(slack: Slack, method: str) -> None:
    """Then everything is denied."""
    slack.fails(method=method, error="internal_error")
    assert not person(slack, "oncall").known


def test_an_admin_needs_no_user_group(slack: Slack) -> None:
    """So a failing look-up of groups does not keep an admin from deciding."""
    slack.fails(method="usergroups.list", error="internal_error")
    admin = person(slack, "admin")
    assert admin.known
    assert admin.is_admin


def test_without_user_groups_nobody_is_in_one(slack: Slack) -> None:
    """A plan without user groups is no doubt about the person."""
    slack.fails(method="usergroups.list", error="paid_teams_only")
    oncall = person(slack, "oncall")
    assert oncall.known
    assert not oncall.groups


def place(slack: Slack, ts: str, thread_ts: str | None = None) -> Place:
    return Place(slack.team, slack.channel, ts, thread_ts)


def test_the_announcement_is_read_again(slack: Slack) -> None:
    """As the event was read: unescaped, once."""
    ts = slack.agent_says("Restarting payments-api &amp; web")
    assert slack.directory.message(slack.team, place(slack, ts)).text == (
        "Restarting payments-api & web"
    )


def test_a_reply_is_read_again_in_its_thread(slack: Slack) -> None:
    """Threads are not in the channel's history."""
    parent = slack.agent_says("High latency")
    ts = slack.agent_says("Restarting it now", thread_ts=parent)
    slack.agent_says("later", thread_ts=parent)
    found = slack.directory.message(slack.team, place(slack, ts, parent))
    assert found.text == "Restarting it now"


def test_an_edited_announcement_reads_as_it_is_now(slack: Slack) -> None:
    """No cache stands between the click and Slack."""
    ts = slack.agent_says("Restarting payments-api")
    slack.directory.message(slack.team, place(slack, ts))
    slack.human(
        "edits", as_app=slack.world.agent_app, channel=slack.channel, ts=ts, text="Dropping orders"
    )
    assert slack.directory.message(slack.team, place(slack, ts)).text == "Dropping orders"


@pytest.mark.parametrize("in_thread", [False, True])
def test_a_deleted_announcement_is_gone(slack: Slack, in_thread: bool) -> None:
    """Readable, with nothing there."""
    parent = slack.agent_says("High latency") if in_thread else None
    more = {"thread_ts": parent} if parent else {}
    ts = slack.agent_says("Restarting payments-api", **more)
    slack.human("deletions", as_app=slack.world.agent_app, channel=slack.channel, ts=ts)
    found = slack.directory.message(slack.team, place(slack, ts, parent))
    assert (found.readable, found.text) == (True, None)


def test_an_announcement_that_cannot_be_read_is_not_readable(slack: Slack) -> None:
    """Then nothing is released."""
    ts = slack.agent_says("Restarting payments-api")
    slack.fails(method="conversations.history", error="internal_error")
    assert not slack.directory.message(slack.team, place(slack, ts)).readable


def test_a_channel_tells_its_name_and_who_set_its_topic(slack: Slack) -> None:
    """Topics of bots and guests do not count."""
    home, people = slack.sandbox.home, slack.world.people
    home.set_topic(slack.channel, "service=ledger", people["oncall"])
    found = slack.directory.channel(slack.team, slack.channel)
    assert found is not None
    assert (found.name, found.topic) == ("inc-payments-latency", "service=ledger")
    assert found.topic_by_member
    home.set_topic(slack.channel, "service=other", people["guest"])
    again = slack.directory.channel(slack.team, slack.channel)
    assert again is not None
    assert not again.topic_by_member


def test_an_unknown_channel_is_none(slack: Slack) -> None:
    """No error."""
    assert slack.directory.channel(slack.team, "C0NOWHERE") is None


def test_a_permalink_leads_to_the_message(slack: Slack) -> None:
    """And is None where there is no message."""
    ts = slack.agent_says("Restarting payments-api")
    link = slack.directory.permalink(slack.team, slack.channel, ts)
    assert link is not None
    assert ts.replace(".", "") in link
    assert slack.directory.permalink(slack.team, slack.channel, "1.000001") is None


def test_a_thread_is_read_up_to_the_message_without_our_own_posts(slack: Slack) -> None:
    """What "it" refers to was said before, by others."""
    parent = slack.agent_says("payments-api is slow")
    slack.installation.client.chat_postMessage(
        channel=slack.channel, thread_ts=parent, text="negmem says something"
    )
    ts = slack.agent_says("Restarting it now", thread_ts=parent)
    slack.agent_says("Done", thread_ts=parent)
    texts = slack.directory.thread_texts(slack.team, place(slack, ts, parent))
    assert texts == ("payments-api is slow",)


def test_a_bot_posts_under_its_own_name_and_a_person_does_not(slack: Slack) -> None:
    """In doubt a person stands behind it."""
    names_itself = slack.directory.acts_under_own_name
    assert names_itself(slack.team, slack.world.agent_bot_user)
    assert not names_itself(slack.team, slack.world.people["oncall"])
    assert not names_itself(slack.team, "U0NOBODY")


@pytest.mark.parametrize(
    ("user", "expected"),
    [
        ({"team_id": "T1"}, {}),
        ({"team_id": "T2"}, {"is_external": True}),
        ({"team_id": "T1", "is_stranger": True}, {"is_external": True}),
        ({"team_id": "E1", "enterprise_user": {"teams": ["T1"]}}, {}),
        ({"team_id": "E1", "enterprise_user": {"teams": ["T9"]}}, {"is_external": True}),
        ({"team_id": "T1", "enterprise_user": {"is_admin": True}}, {"is_admin": True}),
        ({"team_id": "T1", "is_owner": True}, {"is_admin": True}),
        ({"team_id": "T2", "is_owner": True}, {"is_external": True}),
        ({"team_id": "T1", "deleted": True}, {"is_deactivated": True}),
        ({"team_id": "T1", "is_ultra_restricted": True}, {"is_guest": True}),
        ({"team_id": "T1", "is_workflow_bot": True}, {"is_bot": True}),
        ({"team_id": "T1", "is_connector_bot": True}, {"is_bot": True}),
        ({"team_id": "T1", "id": "USLACKBOT"}, {"is_bot": True, "user": "USLACKBOT"}),
        ({}, {"is_external": True}),
    ],
)
def test_a_user_record_is_read_strictly(user: dict[str, Any], expected: dict[str, Any]) -> None:
    """Another organisation's admins are nobody's admins here."""
    assert facts_of("T1", {"id": "U1", **user}) == PersonFacts(**{"user": "U1", **expected})


def test_a_workspace_without_the_app_is_known_to_nobody(slack: Slack) -> None:
    """A look-up there is one that failed: denied, and no error."""
    directory = slack.directory
    assert not directory.person("T0NOWHERE", slack.world.people["admin"], slack.channel).known
    assert not directory.message("T0NOWHERE", Place("T0NOWHERE", slack.channel, "1.1")).readable
    assert directory.channel("T0NOWHERE", slack.channel) is None
    assert directory.permalink("T0NOWHERE", slack.channel, "1.1") is None


def test_links_are_not_asked_for_again_and_again_in_an_outage(
    slack: Slack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card has many, and each look-up takes three seconds then."""
    asked: list[str] = []

    def no_answer(**_: Any) -> None:
        asked.append("link")
        raise TimeoutError

    ts = slack.agent_says("Restarting payments-api")
    link = slack.directory.permalink
    with monkeypatch.context() as outage:
        outage.setattr(slack.installation.lookups, "chat_getPermalink", no_answer)
        assert [link(slack.team, slack.channel, ts) for _ in range(9)] == [None] * 9
    assert len(asked) == 1
    slack.stopwatch.seconds = 31.0
    assert link(slack.team, slack.channel, ts)


def test_a_link_that_slack_refuses_keeps_no_other_back(slack: Slack) -> None:
    """The message was deleted, or Slack asks for less."""
    ts = slack.agent_says("Restarting payments-api")
    link = slack.directory.permalink
    assert link(slack.team, slack.channel, "1.000001") is None
    slack.fails(method="chat.getPermalink", error="ratelimited")
    assert link(slack.team, slack.channel, ts) is None
    assert link(slack.team, slack.channel, ts)
