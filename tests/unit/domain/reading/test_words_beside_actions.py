"""Words that look like an action and are none, and words that say what the action is."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import Frame, read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def frames(text: str) -> tuple[Frame, ...]:
    """The frames of a text."""
    return tuple(read(ActionInput(InputForm.TEXT, text), LEXICON).frames)


def planned(text: str) -> set[str]:
    """The kinds of everything that a text announces."""
    return {kind for f in frames(text) if f.mode is Mode.PLANNED for kind in f.kinds}


@pytest.mark.parametrize(
    ("text", "kind", "other"),
    [
        ("an offline rebuild of the index", "reindex", "stop"),
        ("offline migration of the schema tonight", "migrate", "stop"),
        ("bringing the hosts to the new firmware image", "upgrade", "stop"),
        ("reloading the core switch at noon", "restart", "stop"),
        ("making pg-2 the new primary", "promote", "stop"),
        ("locking all accounts that slept for a year", "disable", "stop"),
        ("copy phase is done, running the cutover", "migrate", "copy"),
        ("runner drain in five minutes", "drain", "run"),
        ("cache wipe in two minutes", "flush", "stop"),
        ("scale-down of the api tonight", "scale_down", "stop"),
        ("cancellation of the running batch", "cancel", "run"),
        ("the queue gets purged at noon", "purge", "stop"),
        ("promotion of pg-2 without fencing pg-1", "promote", "detach"),
        ("refreshing the staging copy from last night's snapshot", "restore", "create"),
        ("vMotioning the database guests to esx-4", "move", "stop"),
        ("the old certificate becomes invalid in a minute", "revoke", "renew"),
        ("second pass of the billing run", "retry", "stop"),
        ("no new jobs on the runners from now on", "drain", "stop"),
    ],
)
def test_the_action_is_read_and_not_the_word_beside_it(text: str, kind: str, other: str) -> None:
    """Adjectives, phases and participles name no action; nominals and effects do."""
    assert kind in planned(text)
    assert other not in planned(text)


@pytest.mark.parametrize(
    ("text", "kind", "mode"),
    [
        ("No disk group rebalance for asm-1 today", "rebalance", Mode.NEGATED),
        ("no data guard switchover before Monday", "failover", Mode.NEGATED),
        ("the full refresh of orders on 8 May is why the reports start in June", "rebuild",
         Mode.PAST),
        ("the purge in spring is what broke the ledger", "purge", Mode.PAST),
        ("the restart at noon explains the gap in the graphs", "restart", Mode.PAST),
        ("the reindex is complete", "reindex", Mode.PAST),
    ],
)  # fmt: skip
def test_a_nominal_that_is_left_out_or_told_of_is_no_plan(text: str, kind: str, mode: Mode) -> None:
    """A compound behind "no", a cause of today's state, a phase that is over."""
    assert [f.mode for f in frames(text) if kind in f.kinds] == [mode]


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("eight workers become three while the partner recovers", "down"),
        ("four consumers per topic become 12", "up"),
        ("30 s turn into 90 s", "up"),
    ],
)
def test_what_becomes_more_or_less_is_a_change(text: str, way: str) -> None:
    """A number that becomes another one."""
    assert way in {f.change.direction for f in frames(text) if f.change}


def test_what_people_can_do_again_puts_nothing_back() -> None:
    """What a purpose says, "again" too, tells nothing of the action."""
    frame = frames("wiping the lock rows so that people can trade again")[0]
    assert frame.change is None or not frame.change.back


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("the drain of both zones on Monday queued the builds for hours", "drain"),
        ("flushing the deferred mails got us blocked in July", "flush"),
        ("restarting the broker locked the clients out", "restart"),
        ("the failover at nine sent everybody to the error page", "failover"),
        ("yesterday's full resync ate all of the quota", "resync"),
        ("the purge in March that emptied the outbox", "purge"),
        ("the segments merge by themselves", "merge"),
    ],
)
def test_what_an_action_did_is_told(text: str, kind: str) -> None:
    """A verb in the past behind an action tells what it did."""
    assert kind not in planned(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("every channel gets undeployed and deployed again", "deploy"),
        ("an Argo sync with prune to tidy up", "sync"),
        ("restarting the pods and the jobs that failed the night before", "restart"),
        ("twice as many connections for each pod from now on", "raise"),
        ("half as many shards from tonight", "lower"),
        ("agent 7.52 lands on every host in one shot", "deploy"),
        ("rolling 7.52 everywhere", "deploy"),
        ("pushing the new firmware to all gateways", "deploy"),
        ("all client connections get cut in a moment", "kill"),
        ("whoever isn't on the list gets blocked from now on", "block"),
        ("six disks leave the cluster at once, their box is being retired", "decommission"),
        ("squeezing the index into one segment", "optimize"),
        ("the clone disappears in a minute", "delete"),
        ("the shares become read-only in five minutes", "set"),
        ("garbage collecting the dead pods", "delete"),
        ("the api is served without a limit from now on", "disable"),
        ("cold tables go to cold storage tonight", "migrate"),
    ],
)
def test_joined_participles_nominals_with_an_aim_and_shares_are_planned(
    text: str, kind: str
) -> None:
    """What stands in one clause with the verb that leads it."""
    assert kind in planned(text)


def test_where_something_goes_is_no_extent() -> None:
    """Moving to one host moves all; one more time is no single thing; foreign "de" is no change."""
    assert frames("moving the database guests from esx-2 over to esx-14")[0].extent.value == ""
    assert frames("billing goes through one more time")[0].extent.value == ""
    change = frames("subo el pool de conexiones a la base de datos de 20 a 50")[0].change
    assert change is not None
    assert (change.before, change.after) == ("20", "50")


def test_space_that_is_handed_back_is_no_earlier_state() -> None:
    """Space goes back to the system, a value goes back to what it was."""
    space = frames("handing the empty space back to the filesystem")[0].change
    value = frames("setting the limit back to 40")[0].change
    assert space is None or not space.back
    assert value is not None
    assert value.back
