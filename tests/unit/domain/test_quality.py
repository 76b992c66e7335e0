"""What keeps an entry from being stored."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.domain import action_words
from bot.domain.action_words import ActionWords
from bot.domain.entry import Entry, Scope, Severity
from bot.domain.quality import missing_parts, propose
from bot.domain.reading.lexicon import load_lexicon

NOW = datetime(2026, 11, 29, tzinfo=UTC)
GOOD = Entry(
    id="nm-1",
    action="restart payments-api",
    context="",
    outcome="dropped in-flight payments for 40 min",
    severity=Severity.BLOCK,
    source="postmortem",
    scope=Scope(("payments-api",), ("prod",)),
    expires=NOW + timedelta(days=90),
    created=NOW,
)
CORPUS = Path(__file__).parents[2] / "corpus"


def keys(entry: Entry, **facts: object) -> list[str]:
    return [gap.key for gap in missing_parts(entry, **facts)]


def test_the_words_of_a_lexicon_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review asks about hundreds of entries."""
    lexicon = load_lexicon({"actions": {"restart": {"verbs": ["jiggle"]}}})
    made: list[object] = []
    monkeypatch.setattr(
        action_words, "ActionWords", lambda one: made.append(one) or ActionWords(one)
    )
    for number in range(3):
        missing_parts(replace(GOOD, action=f"jiggle web-{number}"), lexicon=lexicon)
    assert len(made) == 1


def test_a_concrete_entry_lacks_nothing() -> None:
    """It can be stored."""
    assert missing_parts(GOOD, matches_own_text=True, share=0.01) == ()


@pytest.mark.parametrize(
    "action",
    ["", "Restarting is bad", "be careful with deploys", "don't touch it", "restart",
     "restart the service", "payments-api", "never restart payments-api", "deploy on Fridays",
     "restart it " + "and again " * 40],
)  # fmt: skip
def test_vague_actions_are_refused_without_a_matcher(action: str) -> None:
    """No verb, no target, a judgement, a ban or an essay is no action."""
    gaps = missing_parts(replace(GOOD, action=action))
    assert [gap.key for gap in gaps] == ["action"]
    assert gaps[0].text


@pytest.mark.parametrize(
    ("action", "proposal"),
    [
        ("Restarting is bad", "restart payments-api"),
        ("scale it down", "scale payments-api down"),
        ("don't flush the cache of img-cdn", "flush the cache of img-cdn"),
    ],
)
def test_the_nearest_concrete_form_is_proposed(action: str, proposal: str) -> None:
    """The verb is theirs, the target is the service that is known."""
    assert missing_parts(replace(GOOD, action=action))[0].proposal == proposal


@pytest.mark.parametrize("outcome", ["", "bad", "it broke", "problems", "Everything went wrong!"])
def test_outcomes_that_say_nothing_are_refused(outcome: str) -> None:
    """At 3 a.m. "it broke" helps nobody."""
    assert keys(replace(GOOD, outcome=outcome)) == ["outcome"]


def test_scope_and_end_are_needed() -> None:
    """Everywhere and for ever are refused unless said so with a star."""
    bare = replace(GOOD, scope=Scope((), ("",)), expires=None)
    assert keys(bare) == ["service", "environment", "expires"]
    assert keys(replace(GOOD, scope=Scope(("*",), ("*",)))) == []


def test_own_text_and_share_count_where_they_were_tried() -> None:
    """What would not match itself, or matches too much, is too vague."""
    assert keys(GOOD, matches_own_text=False) == ["action"]
    assert keys(GOOD, share=0.5) == ["action"]
    assert keys(GOOD, share=0.5, max_share=0.6) == []


def test_the_thread_says_what_it_is_about() -> None:
    """The newest text with the same kind of action and a name gives the proposal."""
    vague = replace(GOOD, action="Restarting is bad", scope=Scope((), ()))
    better = propose(vague, thread=("Restarting ledger-pg in staging now", "no!"))
    assert better is not None
    assert better.action == "restart ledger-pg"
    assert better.scope == Scope(("ledger-pg",), ("staging",))
    assert propose(replace(GOOD, action="hm", scope=Scope((), ()))) is None


def test_the_corpus_is_not_vague() -> None:
    """Entries that people wrote with care pass."""
    for path in CORPUS.glob("dev*/entries.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            entry = replace(GOOD, action=record["action"], outcome=record["outcome"])
            assert missing_parts(entry) == (), record["id"]
