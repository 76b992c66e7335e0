"""What answers a question of the announcement is no correction."""

from __future__ import annotations

import pytest

from bot.domain.reading.reply import read_reply

ASKS_OF_STATE = "I am about to restart payments-api in prod. Is the queue drained?"
ASKS_OF_OBJECTIONS = "Restarting payments-api in prod in five minutes, any objections?"
ASKS_WHETHER = "Shall I restart payments-api in prod?"


@pytest.mark.parametrize(
    ("announcement", "text", "stops"),
    [
        (ASKS_OF_STATE, "no, that's not drained", False),
        (ASKS_OF_STATE, "no", False),
        (ASKS_OF_STATE, "no, don't restart it", True),
        (ASKS_OF_STATE, "no. wait for the batch", True),
        (ASKS_OF_OBJECTIONS, "no", False),
        (ASKS_OF_OBJECTIONS, "none from me", False),
        (ASKS_OF_OBJECTIONS, "nein, keine", False),
        (ASKS_WHETHER, "no", True),
        (ASKS_WHETHER, "no, that's not drained", True),
        ("Restarting payments-api in prod, ok?", "no", True),
        ("Restarting payments-api in prod", "no, that's not drained", True),
    ],
)
def test_a_no_stops_unless_it_answers_another_question(announcement: str, text: str, stops: bool):
    assert read_reply(text, announcement=announcement).is_correction is stops
