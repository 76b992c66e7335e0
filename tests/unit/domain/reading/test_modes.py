"""How an action stands, where the sentence says it in a roundabout way."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm
from bot.domain.reading import Frame, read
from tests.unit.domain.reading.plans import LEXICON, planned


def frame_of(text: str, kind: str) -> Frame:
    """The first frame of a kind."""
    frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    return next(f for f in frames if kind in f.kinds)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("First the mirror gets paused, and once it is empty we purge the queue", "purge"),
        ("When the export is through I'm dropping the schema", "drop"),
        ("So that logins stop failing we restart the broker", "restart"),
        ("The token which unlocks the vault will be rotated by the bot", "rotate"),
        ("Scale it to 6. Then restart the api", "restart"),
    ],
)
def test_a_main_clause_without_a_comma_is_planned(text: str, kind: str) -> None:
    """A clause of time, purpose or description ends where the main clause begins."""
    assert kind in planned(text)


def test_an_aside_does_not_cut_a_clause() -> None:
    """What stands in parentheses is a clause of its own; the rest is one."""
    frame = frame_of("raising the quota of mailer (staging, eu) to 500", "raise")
    assert frame.change is not None
    assert frame.change.after == "500"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The failover has to wait, nobody is at the desk", "failover"),
        ("purge of the queue: cancelled", "purge"),
        ("Called off: the purge of the queue", "purge"),
        ("dropping the idea of a reindex", "reindex"),
        ("upgrade postponed to Thursday", "upgrade"),
        ("leaving the retry limit at 4", "set"),
        ("no purge, we let the queue drain by itself", "drain"),
        ("Reindex done at 16:20", "reindex"),
        ("done: rollback of mailer", "rollback"),
        ("thinking about purging the queue", "purge"),
        ("in theory you could truncate the table", "truncate"),
        ("Deploys take for ever these days", "deploy"),
        ("A contractor wiped the whole cache and it took until noon to warm", "delete"),
        ("the importer ran for two hours in May", "run"),
        ("adding workers so the queue empties itself", "purge"),
        ("El failover de octubre duró dos horas y cortó los pagos", "failover"),
        ("Ontem o failover rodou sem aviso", "failover"),
        ("No hard_reset on node 3, waiting until it is back", "reset"),
        ("the mailer does NOT get a restart again", "restart"),
        ("failover by hand = overtime for everyone", "failover"),
        ("holding the rollout until Thursday", "deploy"),
        ("reindex not needed", "reindex"),
        ("no longer planning to purge the queue", "purge"),
        ("a reindex would take an hour", "reindex"),
        ("leaving mail-db on its tier for now", "resize"),
        ("one does not simply restart a mailer 😂", "restart"),
    ],
)
def test_what_is_called_off_done_or_imagined_is_not_planned(text: str, kind: str) -> None:
    """Verdicts in a clause, before or behind it."""
    assert kind not in planned(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The restart is off the table, so I'm failing over", "failover"),
        ("Customers have to wait 30 s, restarting the checkout", "restart"),
        ("Calling off the running export", "cancel"),
        ("putting the consumers on hold", "pause"),
        ("Replaying all 12,500 failed messages of last night", "replay"),
        ("starting the 300 terminated imports again", "retry"),
        ("the disk looks full, purging the queue", "purge"),
        ("we are being scanned, blocking the whole range", "block"),
        ("pushing every probe off the hub so the list is empty", "drain"),
        ("The canary looked good so 8.2.0 goes to all devices tonight", "deploy"),
        ("nightly one-liner that deletes every export", "delete"),
        ("Dumping the table, afterwards I drop it", "drop"),
        ("restoring the dump with the masking step skipped", "restore"),
        ("forced failover of mail-db", "failover"),
        ("mail-3 needs a restart. Doing it now, hold tight", "restart"),
        ("Until that's sorted the mailer gets restarted", "restart"),
        ("flushing the mail cache, wish me luck 😬", "flush"),
    ],
)
def test_a_verdict_on_one_thing_leaves_the_next_planned(text: str, kind: str) -> None:
    """On doubt it is planned: adjectives, other clauses and states call nothing off."""
    assert kind in planned(text)


def test_english_with_words_that_other_languages_share_stays_english() -> None:
    """The words "a" and "failover" stand in Portuguese too."""
    assert "failover" not in planned("dropping the idea of a failover")


def test_a_column_dropped_from_a_table_is_not_lowered() -> None:
    """Dropping something from somewhere lowers it only where a value follows."""
    assert "drop" in planned("dropping column fax_old from customers")
    assert "lower" in planned("dropping the limit from 90 to 10")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("For better tracing we're adding a span to each call", "add"),
        ("To see more I'm turning on verbose output", "enable"),
        ("the vector index is rebuilt with 512 dims, loaders refill it afterwards", "rebuild"),
        ("was restarted this morning, doing the second restart now", "restart"),
        ("corrected invoices go out once more to all customers", "replay"),
        ("clicking Restart > all workers in the console", "restart"),
        ("pushing everything out of the DLQ back onto the queue", "replay"),
        ("un-pausing the export dag", "resume"),
    ],
)
def test_what_is_done_for_an_aim_or_once_more_is_planned(text: str, kind: str) -> None:
    """An aim of looking, an effect afterwards and a first time that is over hide no plan."""
    assert kind in planned(text)


@pytest.mark.parametrize(
    "text",
    [
        "I'm not merging this, the plan wants to replace six volumes",
        "the gateway got a second replica in March, ingest was down for an hour",
        "which of the two is right, and is the restart from before still counted?",
    ],
)
def test_a_tools_wish_and_a_told_month_are_no_plans(text: str) -> None:
    """What a tool would do when somebody does not let it, and what was done in a month."""
    assert not planned(text)


def test_a_question_that_goes_on_behind_a_comma_asks() -> None:
    """Its last part is a question of its own; "is that ok?" behind a plan only wants a nod."""
    assert not planned("relay-lb: which node is newer, and is the sync off?")
    assert "restart" in planned("restarting relay-lb now, and is that ok?")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("from M to 2XL, should be through by noon", "resize"),
        ("workers take the latest image in a quarter of an hour", "upgrade"),
    ],
)
def test_a_plan_without_a_doer_is_read(text: str, kind: str) -> None:
    """A size beside the old one, and parts that take what is new."""
    assert kind in planned(text)
