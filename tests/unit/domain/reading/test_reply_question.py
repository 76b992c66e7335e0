"""What answers a question of the announcement is no correction."""

from __future__ import annotations

import pytest

from bot.domain.reading.reply import ReplyKind, read_reply

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


PLAN = "Restarting payments-api in prod now."
QUESTIONS = (
    "Any objections?",
    "Anything against?",
    "Ready?",
    "Lunch?",
    "Is the queue drained?",
    "ok?",
    "shall I?",
    "¿Alguna objeción?",
    "Einwände?",
    "Quelqu'un est contre ?",
    "終わっていますか？",
)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    "text",
    [
        "No, that drops in-flight payments",
        "no, please, that will drop payments",
        "no way, you will kill the primary",
        "no. That breaks the import.",
        "no, the settlement batch is in there",
        "no!",
        "NO!!",
        "nooo!",
        "Nooooo",
        "neeein",
        "no thanks",
        "no please",
        "nein, auf keinen Fall",
        "nein, bitte nicht",
        "no, por favor, se caen los pagos",
        "non, on perdrait les paiements",
        "não, isso derruba o checkout",
        "いいえ、決済が止まります",
    ],
)
def test_a_no_with_a_reason_or_a_plea_stops_whatever_was_asked(question: str, text: str):
    assert read_reply(text, announcement=f"{PLAN} {question}").is_correction


@pytest.mark.parametrize(
    "question",
    [
        "Any objections?",
        "Any concerns??",
        "Anything against?",
        "Does anybody mind if I go on?",
        "Any last objections?",
        "Any reason not to?",
        "Any issues with that?",
        "¿Alguien se opone?",
        "Des objections ?",
        "Alguém se opõe?",
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        "no",
        "no.",
        "No...",
        "no :)",
        "nope",
        "no objections",
        "No concerns from me.",
        "no, go ahead",
        "nope, fine",
        "no. all good here",
        "none at all",
        "nein, keine",
        "nein, mach ruhig",
        "no, ninguna por mi parte",
        "non, aucune",
        "não, pode ir",
        "いいえ、特にありません",
    ],
)
def test_a_no_that_lets_it_go_on_is_none(question: str, text: str):
    assert not read_reply(text, announcement=f"{PLAN} {question}").is_correction


@pytest.mark.parametrize(
    "question",
    [
        "Ready?",
        "All set?",
        "ok?",
        "Is that ok?",
        "Is now a good time?",
        "Are we good to go?",
        "shall I?",
        "Do I restart?",
        "Lunch?",
        "Bereit?",
        "Ist das in Ordnung?",
        "¿Listos?",
        "¿Es buen momento?",
        "C'est bon ?",
        "Est-ce que je continue ?",
        "Tudo bem?",
        "再起動してもいいですか？",
        "実行しますか？",
        "Any objections, or shall I go?",
        "Moving the objects against the new bucket, ok?",
    ],
)
@pytest.mark.parametrize("text", ["no", "Nope.", "nein", "non", "não"])
def test_a_bare_no_to_what_asks_for_a_yes_stops(question: str, text: str):
    assert read_reply(text, announcement=f"{PLAN} {question}").is_correction


def test_what_approves_after_the_no_approves():
    assert (
        read_reply("no, looks good to me, go ahead", announcement=f"{PLAN} Any objections?").kind
        is not ReplyKind.FORBID
    )


def test_a_question_that_is_not_the_last_thing_said_is_not_answered():
    assert read_reply("no", announcement=f"Any objections? {PLAN}").is_correction
