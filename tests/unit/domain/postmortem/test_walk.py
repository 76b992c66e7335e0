"""The walk through states of harm, and which deed another one puts back."""

from __future__ import annotations

from bot.domain.postmortem.effects import Effect, effect_of
from bot.domain.postmortem.undoing import undone
from bot.domain.postmortem.walk import After, Beat, Passage, State, walk


def told(effect: Effect, *, figures: bool = False, part: int = 0) -> Beat:
    return Beat(None, effect, figures, part=part)


def test_what_is_done_in_harm_and_followed_by_harm_made_it_worse() -> None:
    """The harm that is told before the next deed is this deed's."""
    beats = [
        told(Effect.HARM),
        Beat(0),
        told(Effect.UNSAID),
        told(Effect.HARM, figures=True),
        Beat(1),
        told(Effect.HELP),
    ]
    found = walk(beats)
    assert found[0] == Passage(State.HARM, After.HARM, figures=True, harms=1)
    assert found[1] == Passage(State.HARM, After.HELP, figures=False, harms=0)


def test_relief_that_turns_into_harm_is_told_apart() -> None:
    """Disks are free again, but the orders were in that folder."""
    beats = [told(Effect.HARM), Beat(0), told(Effect.HELP), told(Effect.HARM)]
    assert walk(beats)[0].after is After.TURNED


def test_a_part_of_the_document_ends_the_walk() -> None:
    """What a section of lessons says is not due to the last deed of the timeline."""
    beats = [Beat(0, part=1), told(Effect.HARM, part=2), Beat(1, part=2)]
    found = walk(beats)
    assert found[0].after is After.SILENCE
    assert found[1].before is State.HARM


def test_what_only_may_be_a_deed_does_not_take_the_harm_of_another() -> None:
    """A restart that is named beside what somebody did."""
    beats = [Beat(0), Beat(1, ends=False), told(Effect.HARM)]
    found = walk(beats)
    assert found[0].after is After.HARM
    assert found[1].after is After.HARM


def test_the_value_that_is_back_tells_which_deed_left_it() -> None:
    """The one that set the value first is not what is undone."""
    things = [frozenset({"pool", "size"}), frozenset({"pool", "size"}), frozenset({"pool", "size"})]
    actions = [
        "set pool size to 40",
        "lower pool size from 40 to 5",
        "put pool size back to 40",
    ]
    assert list(undone(things, actions, [False, False, True])) == [(1, 2)]


def test_nothing_is_undone_by_what_names_other_things() -> None:
    """A restored backup does not put a firewall rule back."""
    things = [frozenset({"firewall", "rule"}), frozenset({"backup"})]
    assert not list(undone(things, ["add rule", "restore backup"], [False, True]))


def test_one_entry_may_put_two_deeds_back() -> None:
    """One for each thing that it names."""
    things = [frozenset({"codec"}), frozenset({"check"}), frozenset({"codec", "check"})]
    actions = ["set codec", "switch off check", "check back on, codec back"]
    assert sorted(undone(things, actions, [False, False, True])) == [(0, 2), (1, 2)]


def test_what_stops_with_an_error_is_no_relief() -> None:
    """Errors that stop are."""
    assert effect_of("files come in; players stop with an error") is Effect.HARM
    assert effect_of("errors stopped") is Effect.HELP


def test_who_is_connected_and_who_tries_again_are_measures() -> None:
    """Fewer of the first and more of the second are worse."""
    assert effect_of("Registered went from 60k down to 9k since then") is Effect.HARM
    assert effect_of("attempts per second went from 4k to 31k") is Effect.HARM
    assert effect_of("connected 9k -> 40k in ten minutes") is Effect.HELP
