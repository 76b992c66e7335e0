"""How, whence and for whom an entry is done: it may be left open, but not denied."""

from __future__ import annotations

import pytest

from bot.domain.matching.denied import denied
from tests.unit.domain.matching.block_entries import repeats

matches = repeats("ledger-app", "postings lost")


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Sync the application with pruning",
            "Syncing ledger-app with pruning.",
            "Syncing ledger-app, without pruning.",
        ),
        (
            "Fail over with FORCE_QUORUM",
            "Failing ledger-app over with FORCE_QUORUM.",
            "Failing ledger-app over, no FORCE_QUORUM.",
        ),
        (
            "Copy the settings from the standby to the cluster",
            "Copying the settings of ledger-app from the standby to the cluster.",
            "Copying the settings of ledger-app from the primary to the standby.",
        ),
        (
            "Publish the price list before the search index is filled",
            "Publishing the price list of ledger-app now, the search index gets filled later.",
            "The search index is at 100 %, so I am publishing the price list of ledger-app.",
        ),
        (
            "Set the ejection share to 90",
            "Setting the ejection share of ledger-app to 90.",
            "Taking the ejection share of ledger-app down from 30 to 15.",
        ),
        (
            "Demand a second factor of all users",
            "Enforcing a second factor for all users of ledger-app.",
            "Enforcing a second factor of ledger-app for the six auditors, nobody else.",
        ),
        (
            "Restore a copy without masking",
            "Restoring a copy into ledger-app, skipping the masking.",
            "Restoring a masked copy into ledger-app.",
        ),
        (
            "Attach the old member again without rebuilding it",
            "Attaching the old member to ledger-app again, no time for a rebuild.",
            "Rebuilding the old member, then attaching it to ledger-app again.",
        ),
        (
            "Truncate the table seat_locks",
            '`psql -h ledger-app.prod -c "TRUNCATE seat_locks"`',
            "`psql -h ledger-app.prod -c \"DELETE FROM seat_locks WHERE seat_id='41B'\"`",
        ),
        (
            "Destroy the environment with terraform destroy",
            "`terraform -chdir=ledger-app/prod destroy -auto-approve`",
            "`terraform -chdir=ledger-app/prod destroy -target=aws_instance.runner`",
        ),
        (
            "Delete all documents and import them again",
            "Deleting all documents of ledger-app and importing them again.",
            "Importing the documents of ledger-app into a new index, the old one is left alone.",
        ),
    ],
)
def test_what_makes_an_action_may_be_left_open_but_not_denied(
    action: str, repeated: str, another: str
) -> None:
    """The contrary of what makes the entry's action makes another one."""
    assert matches(action, repeated)
    assert not matches(action, another)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("a failover, no FORCE and no takeover", "takeover"),
        ("sync ohne Prune", "prune"),
        ("sincronizo sin prune", "prune"),
        ("synchronisation sans prune", "prune"),
        ("PRUNE なしで同期します", "prune"),
        ("rebuild instead of an incremental run", "incremental"),
        ('{"prune":false}', "prune"),
        ("prune is left out this time", "prune"),
    ],
)
def test_a_denial_is_found_in_many_forms(text: str, word: str) -> None:
    """Negators of six languages, switches that are off, and what is left out."""
    assert word in denied(text)


def test_in_portuguese_no_is_in() -> None:
    """There "no Argo CD" is "in Argo CD"."""
    assert "argo" not in denied("sincronizando a aplicação de produção no Argo CD com prune")


@pytest.mark.parametrize(
    "text",
    [
        "`dgmgrl sys@ledger-app-b \"FAILOVER TO 'ledger_s' IMMEDIATE\"`",
        '{"tool":"dataguard","op":"failover","database":"ledger-app","target":"ledger_s"}',
    ],
)
def test_the_member_that_takes_over_is_no_other_object(text: str) -> None:
    """A call of a failover names the member, the entry its role."""
    assert matches("Fail over to the physical standby", text)


def test_a_kind_of_thing_is_no_name() -> None:
    """A PascalCase resource kind need not be said again."""
    text = (
        '{"tool":"edit","file":"prod/ledger-app/values.yaml",'
        '"path":"autoscaler.bufferSize","old":60,"new":12}'
    )
    assert matches("Lower the buffer size of the FleetAutoscaler", text)


def test_nothing_that_happens_is_no_match() -> None:
    """A remark about the entry's object in which nothing is done."""
    text = "the dead-letter queue of ledger-app has more letters than the post office"
    assert not matches("Clear the dead-letter queue", text)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (
            "Rebuild an index of the TARIFFS table",
            "TARIFFS_ZONE_IX of ledger-app gets a rebuild now.",
        ),
        (
            "Run a full refresh of fct_sales",
            "Rebuilding the fact table of ledger-app from scratch.",
        ),
        ("Restore a production copy", "Loading the prod dump into ledger-app."),
        ("Mark the job CLOSE as done", "Skipping the job CLOSE of ledger-app."),
        ("Clear past runs of the DAG invoices", "Resetting the runs of invoices on ledger-app."),
        ("Sync the application with pruning", "ledger-app: an application sync with pruning."),
    ],
)
def test_another_word_for_the_same_is_a_repeat(action: str, text: str) -> None:
    """An index of the table, a dump for a copy, a skip for a mark, a reset for a clear."""
    assert matches(action, text)


def test_the_opposite_of_one_of_the_kinds_is_no_repeat() -> None:
    """To detach is the opposite of to attach, though it is only unlike to add."""
    assert not matches(
        "Attach the old primary to the pool again", "`pcp_detach_node -h ledger-app.prod -n 0`"
    )
