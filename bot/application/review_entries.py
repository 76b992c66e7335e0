"""The weekly review: claim the week, ask about what needs a person, in one thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.application.answers import Answer
from bot.application.authority import refuse_absent
from bot.application.change_entry import write_change
from bot.application.negmem import Negmem, new_id
from bot.application.ports import Transaction
from bot.application.posts import write_post
from bot.application.records import JudgedAnnouncement, PostKind, Review, ReviewItem, Workspace
from bot.domain.action import Place
from bot.domain.audit import AuditEvent
from bot.domain.duplicate import near_duplicate
from bot.domain.entry import WEEKDAYS, Entry, EntryState
from bot.domain.quality import missing_parts
from bot.domain.review import Evidence, question_text, questions_for, worst_first

CHART_WEEKS = 8
MOST_ANNOUNCEMENTS = 10_000
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
    with negmem.store.write() as tx:
        entries = [e for e in tx.entries.all(team) if e.state is EntryState.ACTIVE]
        retired = _retire_untouched(tx, team, entries, now)
        live = [entry for entry in entries if entry.id not in {one for one, _ in retired}]
        items = _items(negmem, tx, team, live, gone, now)
        review = Review(
            id=new_id("rev"),
            team=team,
            channel=channel,
            week=week,
            created_at=now,
            items=items,
            numbers=_numbers(tx, team, live, retired, now),
        )
        if not tx.reviews.claim(review):
            return Answer(False, "This week's review is posted already.")
        _write_posts(tx, review, live)
        detail: dict[str, object] = {"week": week, "items": [item.entry_id for item in items]}
        tx.audit.append(team, "negmem", AuditEvent.REVIEW_POSTED, review.id, detail, now)
    count = "1 entry" if len(items) == 1 else f"{len(items)} entries"
    return Answer(True, f"Review posted: {count} to look at.", subject=review.id)


def due_week(workspace: Workspace, now: datetime) -> str | None:
    """The ISO week whose review is due: its day and hour have passed in the team's zone.

    A slot missed while negmem was down is found later in the same week.
    """
    time = workspace.review
    if time.channel is None:
        return None
    local = now.astimezone(ZoneInfo(time.tz))
    slot = (WEEKDAYS.index(time.day), time.hour)
    return _iso_week(local) if (local.weekday(), local.hour) >= slot else None


def _iso_week(moment: datetime) -> str:
    year, week, _ = moment.isocalendar()
    return f"{year}-W{week:02d}"


def _owners_gone(negmem: Negmem, team: str, channel: str) -> frozenset[str]:
    """Owners that Slack knows as deactivated; one that cannot be looked up is not called gone."""
    with negmem.store.read() as tx:
        owners = {entry.owner for entry in tx.entries.all(team) if entry.owner}
    people = [negmem.directory.person(team, owner, channel) for owner in sorted(owners)]
    return frozenset(person.user for person in people if person.known and person.is_deactivated)


def _items(
    negmem: Negmem,
    tx: Transaction,
    team: str,
    entries: Sequence[Entry],
    gone: frozenset[str],
    now: datetime,
) -> tuple[ReviewItem, ...]:
    evidence = {entry.id: _evidence(negmem, tx, team, entry, entries, gone) for entry in entries}
    asked = [(entry, questions_for(entry, evidence[entry.id], now)) for entry in entries]
    return tuple(
        ReviewItem(
            entry_id=entry.id,
            questions=tuple(question_text(q, entry, evidence[entry.id]) for q in questions),
            evidence={"questions": [question.value for question in questions]},
        )
        for entry, questions in worst_first(asked)
    )


def _evidence(
    negmem: Negmem,
    tx: Transaction,
    team: str,
    entry: Entry,
    entries: Sequence[Entry],
    gone: frozenset[str],
) -> Evidence:
    fires = tx.announcements.fires(team, entry.id)
    older = [one for one in entries if (one.created, one.id) < (entry.created, entry.id)]
    same = near_duplicate(entry, older, negmem.clock())
    gaps = missing_parts(entry)
    return Evidence(
        held=fires.held,
        released=fires.released,
        kept=fires.kept,
        wrong=fires.wrong,
        last_fired=fires.last_at,
        owner_gone=entry.owner in gone,
        duplicate_of=same.id if same else None,
        vague=gaps[0].text if gaps else None,
        drifted=_drift(negmem, tx, team, entry),
    )


def _drift(negmem: Negmem, tx: Transaction, team: str, entry: Entry) -> str | None:
    """Which known facts differ from the entry's fingerprint; untrusted ones count here."""
    service, written = entry.scope.services[0], entry.scope.environments[0]
    environment = negmem.memories.lexicon.environments.canonical(written)
    known = {fact.key: fact.value for fact in tx.facts.of(team, service, environment)}
    changed = [
        f"{key} was {then}, is {known[key]}"
        for key, then in entry.fingerprint.items()
        if key in known and known[key] != then
    ]
    return ", ".join(changed) or None


def _retire_untouched(
    tx: Transaction, team: str, entries: Sequence[Entry], now: datetime
) -> list[tuple[str, str]]:
    """Retire what is expired and was asked about in two reviews without an answer."""
    latest = tx.reviews.latest(team, UNTOUCHED_REVIEWS)
    if len(latest) < UNTOUCHED_REVIEWS:
        return []
    untouched = set.intersection(
        *({item.entry_id for item in review.items if item.done is None} for review in latest)
    )
    retired = []
    for entry in entries:
        if entry.id in untouched and entry.expires is not None and entry.expires <= now:
            after = entry.changed(state=EntryState.RETIRED)
            write_change(tx, team, "negmem", AuditEvent.ENTRY_RETIRED, entry, after, now)
            retired.append(
                (entry.id, f"expired on {entry.expires:%d %b %Y}, nobody answered twice")
            )
    return retired


def _numbers(
    tx: Transaction,
    team: str,
    entries: Sequence[Entry],
    retired: Sequence[tuple[str, str]],
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
    expiring = sum(e.expires is not None and e.expires <= soon for e in entries)
    held = sum(last[ended] for ended in ("released", "kept", "expired"))
    fired = held + last["warned"]
    anomalies = _anomalies(tx, team, now)
    totals = {
        **last,
        "alerts": len(anomalies),
        "fired": fired,
        "held": held,
        "entries": len(entries),
        "expiring": expiring,
    }
    return {
        "totals": totals,
        "weeks": [[week, counts] for week, counts in weeks.items()],
        "retired": [list(one) for one in retired],
        "alerts": [_where_said(one) for one in anomalies[:MOST_LINKED]],
    }


def _last_seven_days(tx: Transaction, team: str, now: datetime) -> Counter[str]:
    """What happened, counted over the turn of a week: a review comes early on a Monday, too."""
    counts: Counter[str] = Counter()
    for _, what, count in tx.announcements.fires_by_week(team, now - timedelta(weeks=1)):
        counts[what] += count
    return counts


def _anomalies(tx: Transaction, team: str, now: datetime) -> list[JudgedAnnouncement]:
    """The week's announcements that an alert entry matched, newest first."""
    recent = tx.announcements.since(team, now - timedelta(weeks=1), MOST_ANNOUNCEMENTS)
    return [one for one in recent if one.alerts]


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
        live = [e for e in tx.entries.all(team) if e.state is EntryState.ACTIVE]
        return _items(negmem, tx, team, live, frozenset(), negmem.clock())
