"""The weekly review: claim the week, ask about what needs a person, in one thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from datetime import time as clock
from zoneinfo import ZoneInfo

from bot.application.entries.change_entry import write_change
from bot.application.negmem import Negmem, new_id
from bot.application.people.answers import Answer
from bot.application.people.authority import refuse_absent
from bot.application.ports.store import Transaction
from bot.application.posts.write_post import write_post
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.records.post import PostKind
from bot.application.records.review import Review, ReviewItem, is_weekly
from bot.application.records.workspace import Workspace
from bot.application.reviews.review_evidence import review_items
from bot.domain.action import Place
from bot.domain.audit import AuditEvent
from bot.domain.entry import WEEKDAYS, Entry, EntryState

CHART_WEEKS = 8
MOST_LINKED = 10
UNTOUCHED_REVIEWS = 2
"""Reviews that an expired entry may pass without an answer before it is retired."""


def review_now(negmem: Negmem, team: str, channel: str, user: str) -> Answer:
    """Post a review on demand; any present, full member may ask for one."""
    refusal = refuse_absent(negmem, team, user, channel)
    if refusal is not None:
        return refusal
    now = negmem.clock()
    week = f"{_iso_week(now)} on demand, {now:%d %b %H:%M:%S}"
    return post_review(negmem, team, channel, week)


def post_review(negmem: Negmem, team: str, channel: str, week: str) -> Answer:
    """Post the review of `week`, unless the workspace's week has one already."""
    now = negmem.clock()
    gone = _owners_gone(negmem, team, channel)
    with negmem.store.read() as tx:  # takes its time: nobody waits for it
        entries = tx.entries.all(team)
        untouched = _untouched(tx, team, entries, now) if is_weekly(week) else frozenset()
        live = [entry for entry in entries if entry.id not in untouched]
        items = review_items(negmem, tx, team, live, gone, now)
        numbers = _numbers(tx, team, live, now)
    with negmem.store.write() as tx:
        expired = _still_expired(tx, team, untouched, now)
        review = Review(
            id=new_id("rev"),
            team=team,
            channel=channel,
            week=week,
            created_at=now,
            items=items,
            numbers={**numbers, "retired": [[one.id, _why_retired(one)] for one in expired]},
        )
        if not tx.reviews.claim(review):
            return Answer(False, "This week's review is posted already.")
        for entry in expired:
            after = entry.changed(state=EntryState.RETIRED)
            write_change(tx, team, "negmem", AuditEvent.ENTRY_RETIRED, entry, after, now)
        _write_posts(tx, review, live)
        detail: dict[str, object] = {"week": week, "items": [item.entry_id for item in items]}
        tx.audit.append(team, "negmem", AuditEvent.REVIEW_POSTED, review.id, detail, now)
    count = "1 entry" if len(items) == 1 else f"{len(items)} entries"
    return Answer(True, f"Review posted: {count} to look at.", subject=review.id)


def due_week(workspace: Workspace, now: datetime) -> str | None:
    """The ISO week of the latest slot that is over, by the day and hour in the team's zone.

    A slot missed while negmem was down is found until the next one. What was over when the time
    was set up is none.
    """
    time = workspace.review
    if time.channel is None:
        return None
    local = now.astimezone(ZoneInfo(time.tz))
    day = local.date() - timedelta(days=(local.weekday() - WEEKDAYS.index(time.day)) % 7)
    slot = datetime.combine(day, clock(time.hour), local.tzinfo)
    if slot > local:
        slot = datetime.combine(day - timedelta(weeks=1), clock(time.hour), local.tzinfo)
    return None if time.since is not None and slot < time.since else _iso_week(slot)


def _iso_week(moment: datetime) -> str:
    year, week, _ = moment.isocalendar()
    return f"{year}-W{week:02d}"


def _owners_gone(negmem: Negmem, team: str, channel: str) -> frozenset[str]:
    """Owners that Slack knows as deactivated; one that cannot be looked up is not called gone."""
    with negmem.store.read() as tx:
        owners = {entry.owner for entry in tx.entries.all(team) if entry.owner}
    people = [negmem.directory.person(team, owner, channel) for owner in sorted(owners)]
    return frozenset(person.user for person in people if person.known and person.is_deactivated)


def _untouched(
    tx: Transaction, team: str, entries: Sequence[Entry], now: datetime
) -> frozenset[str]:
    """What is expired and was asked about in the last two weekly reviews without an answer.

    Reviews on demand do not count: three of them can be asked for within a minute.
    """
    latest = tx.reviews.weekly(team, UNTOUCHED_REVIEWS)
    if len(latest) < UNTOUCHED_REVIEWS:
        return frozenset()
    asked = [{item.entry_id for item in one.items if item.done is None} for one in latest]
    return frozenset(one.id for one in entries if _is_over(one, now)).intersection(*asked)


def _still_expired(
    tx: Transaction, team: str, untouched: frozenset[str], now: datetime
) -> list[Entry]:
    """Those of them that nobody renewed or retired a moment ago."""
    found = [tx.entries.get(team, entry_id) for entry_id in sorted(untouched)]
    return [one for one in found if one is not None and _is_over(one, now)]


def _is_over(entry: Entry, now: datetime) -> bool:
    active = entry.state is EntryState.ACTIVE
    return active and entry.expires is not None and entry.expires <= now


def _why_retired(entry: Entry) -> str:
    return f"expired on {entry.expires:%d %b %Y}, nobody answered twice"


def _numbers(
    tx: Transaction,
    team: str,
    entries: Sequence[Entry],
    now: datetime,
) -> dict[str, object]:
    weeks: dict[str, dict[str, int]] = {}
    for ago in range(CHART_WEEKS - 1, -1, -1):
        weeks[_iso_week(now - timedelta(weeks=ago))] = {}
    for week, what, count in tx.announcements.fires_by_week(
        team, now - timedelta(weeks=CHART_WEEKS)
    ):
        if week in weeks:
            weeks[week][what] = count
    last = _last_seven_days(tx, team, now)
    soon = now + timedelta(days=14)
    live = [entry for entry in entries if entry.is_live(now)]
    expiring = sum(e.expires is not None and e.expires <= soon for e in live)
    held = sum(last[ended] for ended in ("released", "kept", "expired"))
    fired = held + last["warned"]
    anomalies = tx.announcements.alerted_since(team, now - timedelta(weeks=1), MOST_LINKED)
    totals = {
        **last,
        "alerts": last["alert"],
        "fired": fired,
        "held": held,
        "entries": len(live),
        "expiring": expiring,
    }
    return {
        "totals": totals,
        "weeks": [[week, counts] for week, counts in weeks.items()],
        "alerts": [_where_said(one) for one in anomalies],
    }


def _last_seven_days(tx: Transaction, team: str, now: datetime) -> Counter[str]:
    """What happened, counted over the turn of a week: a review comes early on a Monday, too."""
    counts: Counter[str] = Counter()
    for _, what, count in tx.announcements.fires_by_week(team, now - timedelta(weeks=1)):
        counts[what] += count
    return counts


def _where_said(judged: JudgedAnnouncement) -> list[str | None]:
    """What the parent shows of an anomaly: its headline, or a link once its place is known."""
    place = judged.announcement.place
    return [judged.headline, place.channel, place.ts]


def _write_posts(tx: Transaction, review: Review, entries: Sequence[Entry]) -> None:
    place = Place(review.team, review.channel)
    parent = write_post(tx, PostKind.REVIEW, review.id, place, review.created_at)
    owners = {entry.id: entry.owner for entry in entries}
    mentioned: set[str] = set()
    for item in review.items:
        owner = owners[item.entry_id]
        first = owner is not None and owner not in mentioned
        mentioned |= {owner} if owner else set()
        detail = {"entry_id": item.entry_id, "mention_owner": first}
        write_post(
            tx,
            PostKind.REVIEW_ITEM,
            review.id,
            place,
            review.created_at,
            parent=parent.id,
            detail=detail,
        )


def preview_review(negmem: Negmem, team: str) -> tuple[ReviewItem, ...]:
    """What a review would ask about now; nothing is posted, changed or retired."""
    with negmem.store.read() as tx:
        live = tx.entries.all(team)
        return review_items(negmem, tx, team, live, frozenset(), negmem.clock())
