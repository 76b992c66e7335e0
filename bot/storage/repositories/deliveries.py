"""What came in once, and the questions whose answers are awaited."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, delete

from bot.application.records.question import Question, QuestionKind
from bot.storage.repositories.work import Work
from bot.storage.tables import deliveries, questions

_TAKE = (
    delete(questions)
    .where(
        questions.c.team == bindparam("of_team"),
        questions.c.channel == bindparam("of_channel"),
        questions.c.thread_ts == bindparam("of_thread"),
        questions.c.user == bindparam("of_user"),
    )
    .returning(questions)
)


class SqlDeliveries:
    """See `ports.Deliveries`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def first_time(self, team: str, key: str, at: datetime) -> bool:
        """Note the key; False if it was noted before."""
        return self._work.insert_new(deliveries, {"team": team, "key": key, "at": at})


class SqlQuestions:
    """See `ports.Questions`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def ask(self, question: Question) -> None:
        """Store it; an earlier one to the same person in the same thread is replaced."""
        values = {
            "team": question.team,
            "channel": question.channel,
            "thread_ts": question.thread_ts,
            "user": question.user,
            "kind": question.kind.value,
            "subject": question.subject,
            "until": question.until,
        }
        self._work.upsert(questions, values)

    def take(
        self, team: str, channel: str, thread_ts: str, user: str, now: datetime
    ) -> Question | None:
        """The question open for that person there, which is closed by this."""
        row = self._work.one(
            _TAKE, of_team=team, of_channel=channel, of_thread=thread_ts, of_user=user
        )
        if row is None or row.until <= now:
            return None
        return Question(
            team=row.team,
            channel=row.channel,
            thread_ts=row.thread_ts,
            user=row.user,
            kind=QuestionKind(row.kind),
            subject=row.subject,
            until=row.until,
        )
