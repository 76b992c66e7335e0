"""The lexicon is data: complete, checked, and open to a team's own words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.errors import BadInput, InvalidEntry
from bot.domain.reading import read
from bot.domain.reading.entry import read_entry
from bot.domain.reading.lexicon import load_lexicon, stem

LEXICON = load_lexicon()
NOW = datetime(2026, 11, 29, tzinfo=UTC)


def entry(action: str, **fields: object) -> Entry:
    values: dict[str, object] = {
        "id": "nm-1", "action": action, "context": "under load", "outcome": "an outage",
        "severity": Severity.WARN, "source": "postmortem", "scope": Scope(("api",), ("prod",)),
        "expires": None, "created": NOW,
    }  # fmt: skip
    return Entry(**{**values, **fields})  # type: ignore[arg-type]  # names are the dataclass's own


def test_every_relation_names_a_kind_and_has_a_grade_between_0_and_1() -> None:
    """A misspelt kind in the data would never match."""
    for kind in LEXICON.kinds.values():
        assert kind.opposite <= set(LEXICON.kinds)
        for grade in kind.related.values():
            assert 0 < grade < 1


def test_relations_hold_in_both_directions() -> None:
    """How alike two kinds are does not depend on which is asked first."""
    for one in LEXICON.kinds:
        for other in LEXICON.kinds:
            assert LEXICON.relation(one, other) == LEXICON.relation(other, one)


@pytest.mark.parametrize(
    ("first", "second"), [("caches", "cached"), ("queues", "queue"), ("policy", "policies")]
)
def test_forms_of_a_word_share_their_stem(first: str, second: str) -> None:
    """Singular and plural, verb and participle are one thing."""
    assert stem(first) == stem(second)


def test_a_team_adds_a_verb_an_environment_and_a_language() -> None:
    """Own words are read like the built-in ones; the built-in lexicon is not changed."""
    own = load_lexicon(
        {
            "actions": {"restart": {"verbs": ["jiggle"]}},
            "environments": {"names": {"prod": ["mothership"]}},
            "languages": {
                "nl": {"markers": ["de", "ik", "nu"], "kinds": {"restart": ["herstart"]}}
            },
        }
    )
    reading = read(ActionInput(InputForm.TEXT, "jiggling api on mothership"), own)
    assert [(a.kind, a.mode) for a in reading.planned] == [("restart", Mode.PLANNED)]
    assert {n.name for n in reading.environments} == {"prod"}
    dutch = read(ActionInput(InputForm.TEXT, "ik herstart nu de api"), own)
    assert [a.kind for a in dutch.planned] == ["restart"]
    assert "jiggling" not in load_lexicon().words


@pytest.mark.parametrize(
    ("extra", "named"),
    [
        ({"verbs": {}}, "verbs"),
        ({"actions": {"restart": {"verb": ["x"]}}}, "actions.restart"),
        ({"actions": {"restart": {"verbs": "x"}}}, "actions.restart.verbs"),
        ({"languages": {"nl": {"kinds": {"no_such_kind": ["x"]}}}}, "no_such_kind"),
    ],
)
def test_an_error_in_own_words_names_the_key(extra: dict[str, object], named: str) -> None:
    """What is wrong is said with its place, and how to mend it."""
    with pytest.raises(BadInput, match=named) as wrong:
        load_lexicon(extra)
    assert wrong.value.hint


def test_what_was_understood_of_an_entry_is_shown() -> None:
    """Kind, object, and what makes it another action, in words."""
    said = dict(read_entry(entry("Add a foreign key without a lock timeout"), LEXICON).words())
    assert "add" in said["kind of action"]
    assert "lock" in said["another action if"]


def test_an_entry_whose_correction_names_no_kind_is_refused() -> None:
    """The error names the key and what is wrong with it."""
    with pytest.raises(InvalidEntry) as wrong:
        read_entry(entry("Do it", reads_as={"kind": "no_such_kind"}), LEXICON)
    assert wrong.value.missing[0][0] == "reads_as"


def test_an_entry_that_names_no_service_is_refused() -> None:
    """A scope is never guessed."""
    with pytest.raises(InvalidEntry) as wrong:
        read_entry(entry("Restart it", scope=Scope((), ("prod",))), LEXICON)
    assert dict(wrong.value.missing).keys() == {"service"}
