"""What can be the reason that somebody was asked for, and what is only said in passing."""

from __future__ import annotations

import pytest

from bot.domain.reading.reply.courtesy import tells_something


@pytest.mark.parametrize(
    "text",
    [
        "thanks all, closing this",
        "Thank you so much for the quick help, everyone!",
        "ok 👍",
        ":+1: lgtm",
        "Got it. Will do!",
        "all good now, see you tomorrow",
        "<@U123> np",
        "I'm on it",
        "brb",
        "why?",
        "Who is on call tonight?",
        "https://example.com/graph",
        "",
        "Danke euch, ich schließe das hier",
        "alles klar, bis später",
        "muchas gracias a todos, lo cierro",
        "merci beaucoup, c'est bon",
        "valeu pessoal, tudo certo",
        "了解しました。ありがとうございます",
        "お疲れ様でした",
    ],
)
def test_a_courtesy_or_a_question_is_no_reason(text: str) -> None:
    assert not tells_something(text)


@pytest.mark.parametrize(
    "text",
    [
        "the payout queue would miss the cut-off",
        "Thanks. It dropped every session last time",
        "migration still running",
        "freeze until Monday",
        "closing the connections kills the batch",
        "all good replicas are gone then",
        "done that yesterday: the cache was cold for an hour",
        "die Migration läuft noch",
        "la cola se quedó llena",
        "ça coupe les paiements",
        "derruba o checkout",
        "決済キューがまだ空になっていません",
    ],
)
def test_what_tells_what_happened_is_one(text: str) -> None:
    assert tells_something(text)
