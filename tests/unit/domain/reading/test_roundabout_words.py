"""Words of action that stand in a roundabout way: effects, nouns that look like verbs, asides."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm
from bot.domain.reading import read
from bot.domain.reading.frame import Extent
from tests.unit.domain.reading.plans import LEXICON, planned


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("fallback gateway takes everything from 18:30 on", "reroute"),
        ("all of the mail over to the fallback", "reroute"),
        ("mailer-2 goes out of rotation", "detach"),
        ("I put the invoice file up again", "replay"),
        ("the mail offset moves to now", "skip"),
        ("giving the import another spin", "retry"),
        ("two nodes fewer from tonight", "scale_down"),
        ("lifting the deploy freeze", "resume"),
        ("draining the leftovers into nowhere", "purge"),
        ("oldest archives go, the disk is full", "delete"),
        ("killing the broker hard, systemd brings it up", "restart"),
        ("replicas to 0, short coffee, back to 6", "restart"),
        ("rows expire after a month from now on", "set"),
    ],
)
def test_an_effect_tells_the_action(text: str, kind: str) -> None:
    """What becomes of a thing, said in other words."""
    assert kind in planned(text)


@pytest.mark.parametrize(
    ("text", "kind", "other"),
    [
        ("search window to 90 days until spring", "set", "inspect"),
        ("load shedding threshold down to 40 %", "lower", "import"),
        ("backup retention to 3 days", "set", "backup"),
        ("the meter is put to zero", "set", "clear"),
    ],
)
def test_a_noun_that_looks_like_a_verb(text: str, kind: str, other: str) -> None:
    """A compound that gets a value is no verb with its object; "zero" is a number."""
    kinds = planned(text + " from now on")
    assert kind in kinds
    assert other not in kinds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("scheduling deletion of the old bucket", "delete"),
        ("Scheduling the restart of mailer for 02:00", "restart"),
    ],
)
def test_what_is_scheduled_is_announced(text: str, kind: str) -> None:
    """The nominal behind it says what; a meeting about it is none."""
    assert kind in planned(text)
    assert kind not in planned("scheduling a meeting about the " + kind)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("new signing key goes in (public half mailed to them an hour ago)", "rotate"),
        ("we mailed it an hour ago, now I put the file up again", "replay"),
        ("it does not react to a polite stop, so I'm killing the broker", "kill"),
        ("the old bucket isn't needed any longer, deleting it", "delete"),
    ],
)
def test_what_stands_beside_leaves_it_planned(text: str, kind: str) -> None:
    """Asides that tell, negations of something else, results that somebody brings about."""
    assert kind in planned(text)


@pytest.mark.parametrize(
    "text",
    [
        "mailer-2 got a restart from the night bot on 17 Sep",
        "In spring a full restart at 18:00 cost us two hours",
        "we leave the failed mails where they are",
        "restarting mailer at noon, the only sport I watch",
        "purge everything… if only that worked on my inbox",
        "turns out the flag had been switched off",
        "the flag had been switched to automatic bans",
    ],
)
def test_told_left_alone_or_joked(text: str) -> None:
    """Told by a verb that says little, left where it is, joked in the next breath."""
    assert not planned(text)


def test_just_before_a_verb_is_no_extent() -> None:
    """Where somebody says "just cancel it", nothing is told of how much."""
    frames = read(ActionInput(InputForm.TEXT, "no drain, just cancel the export"), LEXICON).frames
    assert Extent.ONE not in {f.extent for f in frames}


def test_what_is_not_needed_is_not_ruled_out() -> None:
    """That nobody needs a thing does not say that it is left alone."""
    reading = read(ActionInput(InputForm.TEXT, "the key isn't needed, it goes away"), LEXICON)
    assert "key" not in reading.ruled_out
