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


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("dump the users table first pls", "dump the users table first"),
        ("bitte erst mit dem Vertrieb klären", "erst mit dem Vertrieb klären"),
        ("primero avisa a tesorería", "primero avisa a tesorería"),
        ("il faut d'abord vider la file", "d'abord vider la file"),
        (
            "the kiosk firmware can't parse the new format",
            "the kiosk firmware can't parse the new format",
        ),
        ("nur ein Knoten bitte", None),
        ("throttle it, don't block", None),
        ("drop the --force and show me the plan", None),
        ("replica c is still cloning, we'd lose the quorum", "replica c is still cloning"),
        ("sorry to be the spoilsport, but the tape robot is jammed", "the tape robot is jammed"),
        ("only zone 4 is broken, so limit it to that", "only zone 4 is broken"),
        (
            "the lease covers everything since the 3rd, hands off",
            "the lease covers everything since the 3rd",
        ),
        ("in whose name? the donors still see those rows", "the donors still see those rows"),
    ],
)
def test_the_reason_is_what_is_told_and_neither_an_order_nor_its_consequence(text, reason):
    """What must come first is the reason where nothing else is told."""
    assert read_reply(text, announcement=ANNOUNCEMENT).reason == reason


def test_names_keep_their_underscores():
    reading = read_reply("stop, ledger_raw_v2 is still read by billing", announcement="")
    assert reading.reason == "ledger_raw_v2 is still read by billing"
