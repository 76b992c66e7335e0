"""The language model answers about two texts, whatever they are, and the same each time."""

from __future__ import annotations

import gc
import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from weakref import ref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.errors import BrokenInstallation
from bot.domain.sense import Question, Unasked, load_sense, loading, model, recalling
from tests.fakes.damage import DAMAGES, MODEL

POOL = "Raise the connection pool size of the pods. patient-portal in production"
LIKELIER = [
    (Question.REPEATS, POOL, "each pod may open three times as many db connections from now on",
     "the pods get fewer db connections from now on"),
    (Question.REPEATS, "Restart all pods at once. cart-api in production",
     "giving every pod of cart-api a fresh start, all in one go", "reading the logs of cart-api"),
    (Question.CORRECTS, "Restarting cart-svc in prod", "please don't, the campaign runs until nine",
     "sounds good to me"),
    (Question.CORRECTS, "Dropping the old index on fare-db", "nooo, the reports need that one",
     "who created that one, by the way?"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "first", "yes", "no"), LIKELIER)
def test_what_is_so_is_likelier_than_what_is_not(question, first, yes, no):
    so, not_so = load_sense().ask(question, [(first, yes), (first, no)])
    assert so > not_so


def test_an_answer_does_not_depend_on_what_else_is_asked():
    pairs = [(POOL, yes) for _, _, yes, _ in LIKELIER]
    alone = [load_sense().ask(Question.REPEATS, [pair])[0] for pair in pairs]
    assert load_sense().ask(Question.REPEATS, pairs) == alone


def test_nothing_asked_is_nothing_answered():
    assert load_sense().ask(Question.CORRECTS, []) == []


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=300), st.text(max_size=300))
def test_any_two_texts_have_an_answer(first: str, second: str):
    (answer,) = load_sense().ask(Question.REPEATS, [(first, second)])
    assert -50 < answer < 50


def test_several_threads_may_ask_at_once():
    pairs = [(POOL, f"raising the pool to {size}") for size in range(20)]
    expected = load_sense().ask(Question.REPEATS, pairs)
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda pair: load_sense().ask(Question.REPEATS, [pair])[0], pairs)
    assert list(found) == expected


@pytest.mark.parametrize("name", [name for name, (part, *_) in DAMAGES.items() if part is MODEL])
def test_what_is_wrong_with_the_model_is_said_and_how_to_mend_it(damaged, name):
    told = damaged(name)
    with pytest.raises(BrokenInstallation, match=f"^{re.escape(told)}$"):
        load_sense()


def test_a_model_that_is_put_back_counts_at_once(damaged, monkeypatch):
    whole = loading._FOLDER
    damaged("no network")
    with pytest.raises(BrokenInstallation):
        load_sense()
    monkeypatch.setattr(loading, "_FOLDER", whole)
    assert load_sense().ask(Question.REPEATS, [(POOL, POOL)])


def test_threads_that_need_the_model_at_once_load_it_once(monkeypatch):
    real, loaded = loading._whole, []
    monkeypatch.setattr(loading, "_whole", lambda name: loaded.append(name) or real(name))
    loading._loaded.cache_clear()
    together = Barrier(8)

    def first(_number):
        together.wait()
        return load_sense()

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(first, range(8)))) == 1
    assert loaded == ["network.onnx", "tokenizer.json"]


class Said(str):
    """A text of which can be seen whether somebody keeps it."""


def test_of_what_was_asked_no_text_is_kept():
    """A reply may hold a secret, and is asked about as it was written."""
    said = Said("no, the password is hunter2")
    load_sense().ask(Question.CORRECTS, [(POOL, said)])
    kept = ref(said)
    del said
    gc.collect()
    assert kept() is None
    assert {type(key) for key in load_sense()._remembered} == {bytes}


def test_an_answer_is_worked_out_once_and_the_oldest_are_forgotten(monkeypatch):
    sense, worked_out = load_sense(), []
    real = sense._answer
    monkeypatch.setattr(model, "_REMEMBERED", 2)
    monkeypatch.setattr(sense, "_remembered", type(sense._remembered)())
    monkeypatch.setattr(
        sense, "_answer", lambda *asked: worked_out.append(asked[2]) or real(*asked)
    )
    for text in ("a", "b", "a", "c", "a", "b"):
        sense.ask(Question.REPEATS, [(POOL, text)])
    assert worked_out == ["a", "b", "c", "b"]


def test_where_one_text_ends_is_part_of_what_is_asked():
    sense = load_sense()
    pairs = [("restart cart", "-api"), ("restart cart-api", ""), ("", "restart cart-api")]
    told = [sense.ask(question, [pair])[0] for question in Question for pair in pairs]
    assert len(set(told)) == len(told)


def test_where_others_wait_the_model_is_not_asked_but_what_it_said_is_recalled(monkeypatch):
    sense, known, new = load_sense(), (POOL, "raise the pool"), (POOL, "raise it to 77")
    monkeypatch.setattr(sense, "_remembered", type(sense._remembered)())
    answers = sense.ask(Question.REPEATS, [known])
    with recalling():
        assert sense.ask(Question.REPEATS, [known]) == answers
        with pytest.raises(Unasked) as met:
            sense.ask(Question.REPEATS, [known, new, new])
    assert (met.value.question, met.value.pairs) == (Question.REPEATS, [new])
    answers += sense.ask(met.value.question, met.value.pairs)  # outside it is asked again
    with recalling():
        assert sense.ask(Question.REPEATS, [known, new]) == answers


def test_only_the_thread_that_recalls_is_refused(monkeypatch):
    sense = load_sense()
    monkeypatch.setattr(sense, "_remembered", type(sense._remembered)())
    with recalling(), ThreadPoolExecutor(1) as pool:
        (answer,) = pool.submit(sense.ask, Question.REPEATS, [(POOL, "raise the pool")]).result()
        assert sense.ask(Question.REPEATS, [(POOL, "raise the pool")]) == [answer]


def test_the_same_pair_twice_is_worked_out_once(monkeypatch):
    sense, worked_out, real = load_sense(), [], load_sense()._answer
    monkeypatch.setattr(sense, "_remembered", type(sense._remembered)())
    monkeypatch.setattr(sense, "_answer", lambda *asked: worked_out.append(asked) or real(*asked))
    first, second = sense.ask(Question.REPEATS, [(POOL, "raise the pool")] * 2)
    assert first == second
    assert len(worked_out) == 1
