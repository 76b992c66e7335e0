"""A search by look-ups yields what laying every entry beside the text yields."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.entry import Entry
from bot.domain.entry_json import entry_from_json
from bot.domain.matching import Memory
from bot.domain.matching.compare import (
    another_action,
    compare,
    is_near,
    said_otherwise,
    says_less,
)
from bot.domain.matching.elsewhere import Elsewhere
from bot.domain.matching.gates import environment_gate, time_gate
from bot.domain.matching.names import How, is_same, mention_at
from bot.domain.matching.said import said_in
from bot.domain.matching.score import score
from bot.domain.reading import Reading, read
from bot.domain.reading.entry import EntryReading, understand
from bot.domain.reading.entry.names import is_product
from bot.domain.reading.lexicon import load_lexicon
from tests.eval.matching import moment, rows, sets

LEXICON = load_lexicon()
NOW = moment(None)
_LAST = 54
_MARGIN = 0.4
"""How much better another entry of the service must fit: see `rivals.py`."""


def distinct() -> list[Path]:
    """The sets up to s54: later ones name services like those of others."""
    numbers = {folder: re.fullmatch(r"s(\d+)", folder.name) for folder in sets()}
    return [f for f, found in numbers.items() if not found or int(found[1]) <= _LAST]


@lru_cache(maxsize=1)
def every_entry() -> tuple[Entry, ...]:
    """The entries of all sets, with ids that tell the sets apart."""
    found = []
    for folder in distinct():
        for raw in rows(folder / "entries.jsonl"):
            one = entry_from_json(raw, now=NOW, as_replay=True).entry
            found.append(replace(one, id=f"{folder.name}-{one.id}"))
    return tuple(found)


@lru_cache(maxsize=1)
def every_text() -> tuple[str, ...]:
    return tuple(str(r["text"]) for f in distinct() for r in rows(f / "announcements.jsonl"))


@lru_cache(maxsize=1)
def the_memory() -> Memory:
    memory = Memory(LEXICON)
    for one in every_entry():
        memory.put(one)
    return memory


@lru_cache(maxsize=1)
def every_reading() -> tuple[EntryReading, ...]:
    return tuple(understand(one, LEXICON) for one in every_entry())


def names_of_services() -> dict[tuple[str, ...], set[tuple[str, ...]]]:
    """Service -> its name and every other name that one of its entries gives."""
    names: dict[tuple[str, ...], set[tuple[str, ...]]] = defaultdict(set)
    for entry in every_reading():
        for service in entry.keys:
            names[service] |= {service, *(a for a in entry.aliases if a)}
    return names


NAMES = names_of_services()


def how_named(entry: EntryReading, reading: Reading) -> How | None:
    """How the text names the entry's service, best way first; None where it does not."""
    pieces = tuple(w for w, _ in reading.words)
    found = set()
    for service in entry.keys:
        for name in NAMES[service]:
            alias, product = name != service, is_product(name, LEXICON)
            for at in range(len(pieces) - len(name) + 1):
                mention = mention_at(reading.words, at, len(name))
                if pieces[at : at + len(name)] != name or mention is None:
                    continue
                if not is_same(mention, entry, alias and len(name) == 1, LEXICON):
                    found.add(How.SIMILAR)
                else:
                    found.add(How.NAMED if not alias else How.PRODUCT if product else How.ALIAS)
    return next(
        (how for how in (How.NAMED, How.ALIAS, How.PRODUCT, How.SIMILAR) if how in found), None
    )


def fits(entry: EntryReading, reading: Reading) -> tuple[bool, float, object]:
    """(repeats, score, the action) of the best frame, everything worked out for all of them."""
    best: tuple[bool, float, object] = (False, float("-inf"), None)
    otherwise, less = False, False
    for said in said_in(reading, LEXICON):
        parts = compare(entry, said, reading, LEXICON)
        another = another_action(entry, said, parts, reading, LEXICON)
        value = score(parts)
        another = another if is_near(value, parts) else None
        otherwise |= said_otherwise(said.frame, parts, another) is not None
        if (another is None and value >= 1, value) > best[:2]:
            best = (another is None and value >= 1, value, said.frame.planned)
            less = says_less(said.frame, parts)
    return (best[0] and not (otherwise and less), *best[1:])


@settings(max_examples=75)
@given(st.data())
def test_the_matches_are_those_that_comparing_every_entry_yields(data: st.DataObject) -> None:
    """Finding by names, and reasons that wait until they are asked for, leave no match out."""
    text = data.draw(st.sampled_from(every_text()))
    reading = read(ActionInput(InputForm.TEXT, text), LEXICON)
    situation = Situation(now=NOW)
    named = {e.entry.id: (e, how) for e in every_reading() if (how := how_named(e, reading))}
    ways = [how for _, how in named.values()]
    assume({How.NAMED, How.ALIAS} & set(ways))  # else the thread and descriptions count too
    elsewhere = Elsewhere(reading, ways, LEXICON)
    meant = {
        i: e
        for i, (e, how) in named.items()
        if how is not How.SIMILAR
        and not elsewhere.acts(e, how)
        and not elsewhere.is_a_sibling(e, how)
    }
    # sets of different companies share names: "the interface engine"
    assume(len({i.split("-")[0] for i in meant}) <= 1)
    fitting = {i: fits(e, reading) for i, e in meant.items()}
    expected = {
        i
        for i, (repeats, value, action) in fitting.items()
        if repeats
        and environment_gate(meant[i], reading.environments, situation, LEXICON).open
        and time_gate(meant[i], situation).open
        and not any(
            other is action and more - value > _MARGIN for _, more, other in fitting.values()
        )
    }
    _, hits = the_memory().ruled(reading, situation)
    # an entry that only its flag suggests is found by that, whatever service the text names
    assert {h.entry.id for h in hits if h.matches and h.entry.id in named} == expected
    hits = the_memory().search(reading, situation)
    assert all((h.why.why_not is None) == h.matches for h in hits)
    assert all(h.why.agreed if h.matches else h.why.text for h in hits)


@given(st.data())
def test_a_near_miss_says_the_same_in_whatever_order_it_is_asked(data: st.DataObject) -> None:
    """A reason is worked out when it is read, from nothing that changes in between."""
    text = data.draw(st.sampled_from(every_text()))
    reading = read(ActionInput(InputForm.TEXT, text), LEXICON)
    first = the_memory().search(reading, Situation(now=NOW))
    second = the_memory().search(reading, Situation(now=NOW))
    forward = [h.why for h in first]
    backward = [h.why for h in reversed(second)][::-1]
    assert forward == backward


def test_the_texts_are_worth_searching_for() -> None:
    """They name services, and both matches and near misses come out of them."""
    outcomes = {True: 0, False: 0}
    for text in every_text()[::40]:
        reading = read(ActionInput(InputForm.TEXT, text), LEXICON)
        for hit in the_memory().search(reading, Situation(now=NOW)):
            outcomes[hit.matches] += 1
    assert min(outcomes.values()) > 10
