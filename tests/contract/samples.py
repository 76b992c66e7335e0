"""Records to store, complete, so that a column that is forgotten shows."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

from bot.application.records.agent import Agent
from bot.application.records.announcement import JudgedAnnouncement, ShownMatch, ShownNearMiss
from bot.application.records.post import Post, PostKind
from bot.application.records.review import Review, ReviewItem
from bot.application.records.workspace import BreakGlass, Channel, ReviewTime, Workspace
from bot.domain.action import ActionInput, Announcement, InputForm, Place
from bot.domain.decision import Effect
from bot.domain.entry import Entry, Scope, Severity, Window, WrongMatch
from bot.domain.hold import ApproverPolicy, EntryVersion, Hold, Permit

NOW = datetime(2026, 11, 29, 3, 12, 0, 123456, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


def workspace(team: str = "T1", **changes: Any) -> Workspace:
    whole = Workspace(
        team=team,
        approvers=ApproverPolicy(frozenset({"S1"}), frozenset({"U1", "U2"}), all_members=True),
        approver_label="@oncall or an admin",
        review=ReviewTime("C9", "fri", 14, "Europe/Berlin", NOW),
        hold_minutes=45,
        mention_approvers=True,
        warn_people=True,
        is_set_up=True,
        permit_key="ab" * 32,
    )
    return replace(whole, **changes)


def channel(team: str = "T1", **changes: Any) -> Channel:
    whole = Channel(
        team=team,
        id="C1",
        name="inc-payments",
        watched=False,
        service="payments-api",
        environment="prod",
        scope_from="topic",
        break_glass=BreakGlass("U1", "payments are down", NOW, NOW + HOUR, said_over=True),
        trouble="not_in_channel",
    )
    return replace(whole, **changes)


def entry(entry_id: str = "", **changes: Any) -> Entry:
    whole = Entry(
        id=entry_id,
        action="restart payments-api",
        context="5xx, peak",
        outcome="dropped in-flight transactions",
        severity=Severity.BLOCK,
        source="postmortem 2026-09-14",
        scope=Scope(
            ("payments-api", "payments-worker"),
            ("prod",),
            (Window(("fri", "sat"), time(22, 30), time(6), "Europe/Berlin"),),
        ),
        expires=NOW + timedelta(days=90),
        created=NOW,
        aliases=("pay",),
        instead="drain the queue",
        owner="U7",
        fingerprint={"image": "v1"},
        approvals=2,
        reads_as={"kind": "restart", "objects": ["pod"]},
        exceptions=(WrongMatch("d" * 64, 1, "U3", NOW),),
    )
    return replace(whole, **changes)


def match(entry_id: str = "nm-1", severity: Severity = Severity.BLOCK) -> ShownMatch:
    return ShownMatch(
        entry_id=entry_id,
        version=3,
        action="restart payments-api",
        outcome="dropped transactions",
        severity=severity,
        source="postmortem",
        instead="drain",
        agreed=("restart = restart", "prod (this channel)"),
        weakened="drifted: image",
    )


def judged(action_id: str = "act-1", team: str = "T1", **changes: Any) -> JudgedAnnouncement:
    """A held announcement; `ts`, `thread_ts` and `channel` go into its place."""
    place = Place(
        team,
        changes.pop("channel", "C1"),
        changes.pop("ts", "100.1"),
        changes.pop("thread_ts", None),
    )
    whole = JudgedAnnouncement(
        id=action_id,
        announcement=Announcement(
            place=place,
            action=ActionInput(
                form=InputForm.TOOL,
                text="restarting",
                tool="kubectl",
                args={"replicas": 0, "deep": [{"a": None}]},
                argv=("kubectl", "rollout"),
                host_context={"cwd": "/srv"},
            ),
            announcer="A1",
            at=NOW,
            principal="U5",
        ),
        digest="d" * 64,
        headline="restart payments-api in prod",
        effect=Effect.HOLD,
        reason="matched",
        judged_at=NOW,
        service="payments-api",
        environment="prod",
        matches=(match(),),
        near_misses=(ShownNearMiss("nm-2", "other_service", "payments-web, not payments-api"),),
        alerts=(match("nm-3", Severity.ALERT),),
        planned=({"kind": "restart", "target": "payments-api"},),
        body_hash="b" * 64,
        withdrawn=False,
        break_glass=True,
    )
    return replace(whole, **changes)


def hold(hold_id: str = "hold-1", team: str = "T1", **changes: Any) -> Hold:
    whole = Hold(
        id=hold_id,
        team=team,
        channel="C1",
        digest="d" * 64,
        shown=(EntryVersion("nm-1", 3), EntryVersion("nm-2", 1)),
        opened_at=NOW,
        expires_at=NOW + 30 * MINUTE,
        announcement_ts="100.1",
        thread_ts="100.0",
        announcers=frozenset({"A1", "B1"}),
        principals=frozenset({"U5"}),
        asked=2,
        also=("e" * 64,),
        revision=3,
        approvals=2,
        approved_by=("U1",),
    )
    return replace(whole, **changes)


def permit(action_id: str = "act-1", token: str = "token-1") -> Permit:  # a sample, no secret
    return Permit(action_id, "d" * 64, token, NOW, NOW + 5 * MINUTE)


def post(post_id: str = "post-1", team: str = "T1", **changes: Any) -> Post:
    whole = Post(
        id=post_id,
        team=team,
        channel="C1",
        kind=PostKind.HOLD,
        subject="hold-1",
        created_at=NOW,
        due_at=NOW,
        thread_ts="100.1",
        broadcast=True,
        detail={"text": "hello", "mention": ["U1"]},
    )
    return replace(whole, **changes)


def agent(name: str = "deployer", team: str = "T1", **changes: Any) -> Agent:
    whole = Agent(
        team=team,
        name=name,
        token_hash="f" * 64,
        channel="C1",
        created_at=NOW,
        app="A1",
        acts_for="U5",
        services=("payments-api",),
        environments=("prod", "staging"),
        trusted_facts=True,
    )
    return replace(whole, **changes)


def review(review_id: str = "rev-1", team: str = "T1", **changes: Any) -> Review:
    item = ReviewItem("nm-1", ("stale",), {"fired": 3}, "renewed", "U1", NOW)
    whole = Review(
        id=review_id,
        team=team,
        channel="C9",
        week="2026-W48",
        created_at=NOW,
        items=(item, ReviewItem("nm-2", (), {})),
        numbers={"fired": 7, "weeks": [["2026-W48", "kept", 2]]},
    )
    return replace(whole, **changes)
