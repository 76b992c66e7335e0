"""In-memory repositories of posts, deliveries, questions and reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.application.records.post import Post, PostState
from bot.application.records.question import Question
from bot.application.records.review import Review, is_weekly
from bot.domain.errors import Conflict
from tests.fakes.memory_state import State


class MemoryOutbox:
    def __init__(self, state: State) -> None:
        self._state = state

    def add(self, post: Post) -> None:
        if post.id in self._state.posts:
            raise Conflict(f"There is a post {post.id} already.")
        self._state.posts[post.id] = post

    def redraw(self, team: str, subjects: Sequence[str]) -> None:
        for post in list(self._state.posts.values()):
            if post.team == team and post.subject in subjects:
                self._state.posts[post.id] = replace(post, wanted=post.wanted + 1)

    def claim(
        self, teams: Sequence[str], now: datetime, lease: datetime, limit: int
    ) -> Sequence[Post]:
        claimed: list[Post] = []
        blocked: set[tuple[str, str]] = set()
        for post in [each for each in self._state.posts.values() if each.team in teams]:
            waits_its_turn = (post.team, post.channel) in blocked
            if post.state is PostState.WAITING and self._has_begun(post, now):
                blocked.add((post.team, post.channel))
            elif post.state is not PostState.SENT:
                continue
            else:
                waits_its_turn = False
            if waits_its_turn or not self._is_due(post, now) or len(claimed) == limit:
                continue
            if post.id in self._state.leases:  # whoever had it may have sent it and died
                post = replace(post, attempts=post.attempts + 1)
                self._state.posts[post.id] = post
            self._state.leases[post.id] = lease
            claimed.append(post)
        return claimed

    def _has_begun(self, post: Post, now: datetime) -> bool:
        parent = self._state.posts.get(post.parent) if post.parent else None
        if post.parent and (parent is None or parent.ts is None):
            return False
        return post.due_at <= now or post.attempts > 0

    def _is_due(self, post: Post, now: datetime) -> bool:
        lease = self._state.leases.get(post.id)
        return post.drawn < post.wanted and post.due_at <= now and (lease is None or lease < now)

    def renew(self, post_id: str, lease: datetime, until: datetime) -> bool:
        if self._state.leases.get(post_id) != lease:
            return False
        self._state.leases[post_id] = until
        return True

    def sent(self, post_id: str, ts: str, drawn: int) -> None:
        post = self._state.posts[post_id]
        self._state.leases.pop(post_id, None)
        self._state.posts[post_id] = replace(
            post,
            ts=ts,
            state=PostState.SENT,
            drawn=max(drawn, post.drawn),
            attempts=0,
            trouble=None,
        )

    def failed(self, post_id: str, trouble: str, retry_at: datetime | None) -> None:
        post = self._state.posts[post_id]
        self._state.leases.pop(post_id, None)
        self._state.posts[post_id] = replace(
            post,
            attempts=post.attempts + 1,
            trouble=trouble,
            due_at=retry_at or post.due_at,
            state=PostState.FAILED if retry_at is None else post.state,
        )

    def get(self, post_id: str) -> Post | None:
        return self._state.posts.get(post_id)

    def of_subject(self, team: str, subject: str) -> Sequence[Post]:
        posts = self._state.posts.values()
        return [post for post in posts if (post.team, post.subject) == (team, subject)]

    def at(self, team: str, channel: str, ts: str) -> Post | None:
        wanted = (team, channel, ts)
        posts = self._state.posts.values()
        return next((post for post in posts if (post.team, post.channel, post.ts) == wanted), None)


class MemoryDeliveries:
    def __init__(self, state: State) -> None:
        self._state = state

    def first_time(self, team: str, key: str, at: datetime) -> bool:
        if (team, key) in self._state.deliveries:
            return False
        self._state.deliveries[team, key] = at
        return True


class MemoryQuestions:
    def __init__(self, state: State) -> None:
        self._state = state

    def ask(self, question: Question) -> None:
        key = (question.team, question.channel, question.thread_ts, question.user)
        self._state.questions[key] = question

    def take(
        self, team: str, channel: str, thread_ts: str, user: str, now: datetime
    ) -> Question | None:
        question = self._state.questions.pop((team, channel, thread_ts, user), None)
        return question if question is not None and now < question.until else None


class MemoryReviews:
    def __init__(self, state: State) -> None:
        self._state = state

    def claim(self, review: Review) -> bool:
        weeks = {(each.team, each.week) for each in self._state.reviews.values()}
        if (review.team, review.week) in weeks:
            return False
        self._state.reviews[review.team, review.id] = review
        return True

    def get(self, team: str, review_id: str) -> Review | None:
        return self._state.reviews.get((team, review_id))

    def update(self, review: Review) -> None:
        stored = self.get(review.team, review.id)
        if stored is not None:
            self._state.reviews[review.team, review.id] = replace(stored, items=review.items)

    def latest(self, team: str, limit: int) -> Sequence[Review]:
        found = [each for each in self._state.reviews.values() if each.team == team]
        return sorted(found, key=lambda each: each.created_at)[::-1][:limit]

    def weekly(self, team: str, limit: int) -> Sequence[Review]:
        every = self.latest(team, len(self._state.reviews))
        return [each for each in every if is_weekly(each.week)][:limit]
