"""Sentences become frames: the kind, the mode, the object, the change, the extent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import Extent, Frame, Reading, read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def reading_of(text: str) -> Reading:
    return read(ActionInput(InputForm.TEXT, text), LEXICON)


def frame_of(text: str) -> Frame:
    """The first frame that names a kind."""
    return next(f for f in reading_of(text).frames if f.kinds)


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("restarting the api", Mode.PLANNED),
        ("I'll restart the api", Mode.PLANNED),
        ("the api gets restarted in five minutes", Mode.PLANNED),
        ("restarted the api", Mode.PAST),
        ("the api was restarted at noon", Mode.PAST),
        ("restarting the api broke the checkout", Mode.PAST),
        ("not restarting the api", Mode.NEGATED),
        ("we won't restart the api", Mode.NEGATED),
        ("cancelled: no restart of the api", Mode.NEGATED),
        ("can we restart the api?", Mode.QUESTION),
        ("would a restart of the api help?", Mode.QUESTION),
        ("maybe we could restart the api", Mode.HYPOTHETICAL),
        ("someone restarts the api", Mode.HYPOTHETICAL),
        ("checking whether a restart of the api helps", Mode.READ_ONLY),
        ("ich starte die api neu", Mode.PLANNED),
        ("voy a reiniciar la api", Mode.PLANNED),
        ("je redémarre l'api", Mode.PLANNED),
        ("estou reiniciando a api", Mode.PLANNED),
        ("apiを再起動します", Mode.PLANNED),
        ("apiを再起動しました", Mode.PAST),
    ],
)
def test_the_mode_of_an_action(text: str, mode: Mode) -> None:
    """How an action stands in its sentence decides whether it is judged."""
    modes = {f.mode for f in reading_of(text).frames if "restart" in f.kinds}
    assert mode in modes or (mode is Mode.READ_ONLY and Mode.PLANNED not in modes)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("turning the feature off", "disable"),
        ("taking the queue offline", "disable"),
        ("rolling payments back to v6", "rollback"),
        ("failing the database over", "failover"),
        ("doing a rolling restart", "restart"),
        ("running the failover now", "failover"),
        ("auto-expiring old objects", "delete"),
    ],
)
def test_words_of_action_with_gaps_nouns_and_prefixes(text: str, kind: str) -> None:
    """Phrasal verbs with a gap, nominals with a verb that carries them, prefixes."""
    assert kind in frame_of(text).kinds


@pytest.mark.parametrize(
    ("text", "before", "after", "direction"),
    [
        ("scaling it from 6 to 2", "6", "2", "down"),
        ("replicas 6 → 9", "6", "9", "up"),
        ("timeout from 2min to 20s", "2min", "20s", "down"),
        ("prune: true", "", "true", "on"),
        ("a limit of 512Mi instead of 1024Mi", "1024Mi", "512Mi", "down"),
    ],
)
def test_the_change_of_a_value(text: str, before: str, after: str, direction: str) -> None:
    """Old value, new value, and where it goes, in whatever unit."""
    change = next(f.change for f in reading_of(text).frames if f.change)
    assert (change.before, change.after, change.direction) == (before, after, direction)


@pytest.mark.parametrize(
    ("text", "extent"),
    [
        ("restarting all nodes", Extent.ALL),
        ("restarting only one node", Extent.ONE),
        ("restarting the nodes one by one", Extent.STEPS),
        ("merging it into one segment", Extent.UNSAID),
    ],
)
def test_how_much_it_takes(text: str, extent: Extent) -> None:
    """One, all, or one after the other; a number as a goal is none of these."""
    assert reading_of(text).frames[0].extent is extent


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("restarting api in prod", "prod"),
        ("restarting api in the staging cluster", "staging"),
        ("restarting api on the conformance cluster", "conformance"),
        ("restarting api.prod-eu.internal", "prod-eu"),
        ("restarting api in EU prod", "prod-eu"),
        ("検証環境のapiを再起動します", "test"),
    ],
)
def test_the_environments_that_a_text_names(text: str, name: str) -> None:
    """Known names, unknown names before a noun of environments, regions."""
    named = reading_of(text).environments
    strongest = max(n.strength for n in named)
    expected = {name, "integration"} if name == "conformance" else {name}
    assert {n.name for n in named if n.strength == strongest} & expected


@given(st.text(max_size=300))
def test_reading_never_fails_and_every_action_has_a_known_kind(text: str) -> None:
    """Whatever is read is a kind of the lexicon, with a mode."""
    for action in reading_of(text).planned:
        assert action.kind in LEXICON.kinds
        assert action.mode in Mode


@given(st.sampled_from(["restarting", "purging", "dropping", "disabling"]))
def test_a_question_plans_nothing(verb: str) -> None:
    """Nothing that a question names is planned."""
    reading = reading_of(f"is anybody {verb} payments-api in prod right now?")
    assert all(a.mode is not Mode.PLANNED for a in reading.planned)
