"""Why a person stops an action, and what they would do in its place: two different things."""

import pytest

from bot.domain.reading.reply import read_reply

ANNOUNCEMENT = "Resizing the ledger-db instance in prod to db.r6g.4xlarge"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("stop, replication lag is over a minute", "replication lag is over a minute"),
        ("Please stop. The disk is full.", "The disk is full"),
        ("hold on, the backup is running", "the backup is running"),
        ("cancel that, replicas are behind", "replicas are behind"),
        ("stop resizing ledger-db, replicas are behind", "replicas are behind"),
        ("halt, der Index fehlt noch", "der Index fehlt noch"),
        ("attends, il reste des écritures en mémoire", "il reste des écritures en mémoire"),
    ],
)
def test_a_word_that_stops_proposes_nothing(text, reason):
    reading = read_reply(text, announcement=ANNOUNCEMENT)
    assert reading.is_correction
    assert (reading.reason, reading.instead) == (reason, None)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("stop, drain first", "drain first"),
        ("Stop. Promote a replica instead.", "Promote a replica instead"),
        ("wait, let security look at it first", "let security look at it first"),
        ("stop the importer first, then resize", "stop the importer first"),
        ("no, lag is high, move this to Monday", "move this to Monday"),
    ],
)
def test_what_a_person_would_do_in_its_place_is_kept(text, instead):
    assert read_reply(text, announcement=ANNOUNCEMENT).instead == instead
