"""What answers a question of the announcement is no correction."""

from __future__ import annotations

import time

import pytest

from bot.domain.reading.reply import ReplyKind, read_reply
from bot.domain.reading.reply.question import without_answer

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


OF_LEAVE = (
    "Does that work?",
    "Does that work for you?",
    "Does this make sense?",
    "Are you comfortable with that?",
    "Are you sure?",
    "Is that cool?",
    "Has everyone signed off?",
    "Is this what you want?",
    "Is that the plan?",
    "Is this the correct service?",
    "Is that done?",
    "Is everyone done?",
    "Has finance finished?",
    "Is the window open?",
    "Is the plan done?",
    "Is the light green?",
    "Is the database backed up?",
    "Is the queue drained, or shall I wait?",
    "Is the queue drained enough to proceed?",
    "Is the migration wanted and the queue drained?",
    "Can I go ahead, is the queue drained?",
    "Shall I go? Is the queue drained?",
    "Say no to stop it. Is the queue drained?",
    "Ist das so gewünscht?",
    "Ist das jetzt fertig?",
    "Ist alles fertig?",
    "Está bem?",
    "¿Está todo terminado?",
    "Est-ce que ça te convient ?",
    "Tout est terminé ?",
    "Está tudo terminado?",
    "これは完了しましたか？",
    "gw-1は停止しますか？",
)


@pytest.mark.parametrize("question", OF_LEAVE)
def test_a_no_stops_where_no_state_of_a_thing_is_asked_for(question: str):
    for text in ("no", "Nope.", "nein"):
        assert read_reply(text, announcement=f"{PLAN} {question}").is_correction, text


@pytest.mark.parametrize(
    "question",
    [
        "Is gw-1 drained?",
        "Are gw-1 and gw-2 drained already?",
        "By the way, is the import still running?",
        "Is api.internal up?",
        "Is payments-api healthy?",
        "Has the batch finished?",
        "Is the ticket still open?",
        "Ist die Queue leer?",
        "Läuft der Import noch?",
        "¿Está la cola vacía?",
        "¿La cola ya está vacía?",
        "Est-ce que l'import est terminé ?",
        "La file est-elle vide ?",
        "A fila já está vazia?",
        "キューは空ですか？",
        "移行は完了しましたか？",
    ],
)
def test_a_no_to_a_question_of_state_only_tells(question: str):
    assert not read_reply("no", announcement=f"{PLAN} {question}").is_correction


@pytest.mark.parametrize(
    "question",
    [
        "Can I go ahead, no objections?",
        "OK to proceed, or any concerns?",
        "Do you have any objections, or is it ok?",
        "OK to proceed? Any objections?",
        "Can I go ahead\nAny objections?",
        "Everyone agreed, no objections?",
        "Have you cleared any concerns?",
        "Does that work, any objections?",
        "Are you for or against this?",
        "Reply yes or no: any objections?",
        "Any objections (or shall I wait)?",
        "Kann ich loslegen, keine Einwände?",
        "¿Puedo seguir, alguna objeción?",
        "Puis-je continuer, des objections ?",
        "Posso seguir, alguma objeção?",
        "再起動してもいいですか、異議はありませんか？",
    ],
)
def test_a_no_stops_where_leave_is_asked_for_beside_objections(question: str):
    for text in ("no", "nope", "nein", "non", "não"):
        assert read_reply(text, announcement=f"{PLAN} {question}").is_correction, text


@pytest.mark.parametrize(
    "text",
    [
        "no go",
        "no-go",
        "no - go",
        "no go from me",
        "no go-ahead from me",
        "No good",
        "no good, the queue is full",
        "no ok from me",
        "no approval from me",
        "no from me",
        "no proceed",
        "no, not ok",
        "no, not good",
        "no, not fine",
        "no, not really ok",
        "no, not at all good",
        "no, nothing good",
        "no, that's not fine",
        "no, can't go ahead",
        "nope, not here",
        "No. Issues on our side",
        "no, problems here",
        "no: blockers here",
        "no, objections",
        "nein, bedenken von uns",
        "nein, passt nicht",
        "no vale",
        "no, objeción",
        "non, problèmes chez nous",
        "não pode ir",
        "não, objeção",
        "いいえ、問題です",
        "いいえ、異議あり",
    ],
)
def test_an_objection_to_the_question_for_objections_stops(text: str):
    assert read_reply(text, announcement=f"{PLAN} Any objections?").is_correction


@pytest.mark.parametrize("plan", [PLAN, "I'll go ahead and restart payments-api in prod,"])
@pytest.mark.parametrize(
    "text",
    [
        "none",
        "not at all",
        "not really",
        "no, not really",
        "no, not from me",
        "no issues on our side",
        "no, no objections",
        "nope go ahead",
        "keine Bedenken",
        "no hay objeciones",
        "いいえ、問題ありません",
    ],
)
def test_what_denies_objections_lets_it_go_on(plan: str, text: str):
    assert not read_reply(text, announcement=f"{plan} any objections?").is_correction


@pytest.mark.parametrize(
    "piece", ["any objections ", "is the the the ", "hat noch ", "no, ", "no "]
)
def test_a_long_question_or_answer_is_read_in_time(piece: str):
    started = time.process_time()
    without_answer(f"no {piece * 100}", f"{PLAN} {piece * 100}?")
    assert time.process_time() - started < 1


WAIT_OR_GO = "Restarting cart-api in prod. Should I wait until tonight?"
STILL_USED = "Deleting the old volumes of cart-api in prod. Anyone still need one of them?"


@pytest.mark.parametrize(
    ("announcement", "text"),
    [
        (WAIT_OR_GO, "yes"),
        (WAIT_OR_GO, "yes please"),
        (WAIT_OR_GO, "ok"),
        (WAIT_OR_GO, "good idea"),
        ("Restarting cart-api in prod. Shall I hold off?", "yep"),
        ("Starte cart-api in prod neu. Soll ich lieber warten?", "ja"),
        ("Reinicio cart-api en prod. ¿Debo esperar?", "sí"),
        ("Je redémarre cart-api en prod. Dois-je attendre ?", "oui"),
        ("Vou reiniciar cart-api em prod. Devo esperar?", "sim"),
        ("cart-api を再起動します。待った方がいいですか?", "はい"),
        (ASKS_OF_OBJECTIONS, "yes, the volume was changed four hours ago"),
        (ASKS_OF_OBJECTIONS, "yes"),
        (STILL_USED, "yes, vol-0c9 is the thesis of a student"),
        (STILL_USED, "Ja, ich, die Platte hängt morgen wieder am Messrechner"),
    ],
)
def test_a_yes_stops_where_that_is_the_objection(announcement: str, text: str):
    assert read_reply(text, announcement=announcement).is_correction


@pytest.mark.parametrize(
    ("announcement", "text"),
    [
        (WAIT_OR_GO, "no, go ahead"),
        (ASKS_OF_OBJECTIONS, "yes, go ahead"),
        (ASKS_OF_OBJECTIONS, "ok, go ahead"),
        (STILL_USED, "no"),
        ("Shall I restart cart-api in prod?", "yes"),
        ("Is it ok to restart cart-api in prod?", "yes"),
    ],
)
def test_a_yes_that_is_leave_stops_nothing(announcement: str, text: str):
    assert not read_reply(text, announcement=announcement).is_correction
