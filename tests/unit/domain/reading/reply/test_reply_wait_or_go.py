"""A question whether to wait, and objections that sound like leave."""

from __future__ import annotations

import pytest

from bot.domain.reading.reply import ReplyKind, read_reply

PLAN = "Restarting payments-api in prod."
WAIT_OR_GO = f"{PLAN} Should I wait?"
HOLD_OFF = f"{PLAN} Shall I hold off until the queue is empty?"
OBJECTIONS = f"{PLAN} Any objections?"
UNLESS = "Dropping orders_old unless somebody says stop"
USED = "Dropping table orders_old now; anyone still using orders_old?"
BACKUP = "I'm about to drop the old table. Is the backup finished?"


@pytest.mark.parametrize(
    "text",
    [
        "yes 👍",
        "yes ✅",
        "well, yes",
        "hmm, yes",
        "yes, good idea",
        "yes, good",
        "yes, do it",
        "ja, gute idee",
        "ja, gerne",
        "ja, mach das",
        "sí, vale",
        "oui, c'est bon",
        "はい、お願いします",
        "+1",
        "agreed",
        "yes, proceed with waiting",
        "👍",
        "y",
        "yea",
        "I'd say yes",
        "of course",
        "makes sense",
        "sounds good",
        "lgtm",
        "fine by me",
        "that works",
        ":+1:",
    ],
)
@pytest.mark.parametrize("announcement", [WAIT_OR_GO, HOLD_OFF])
def test_what_agrees_to_waiting_waits(announcement: str, text: str):
    reading = read_reply(text, announcement=announcement)
    assert reading.kind in (ReplyKind.WAIT, ReplyKind.FORBID)


@pytest.mark.parametrize(
    "text",
    [
        "no, go ahead",
        "go ahead",
        "no, go",
        "don't wait",
        "no need",
        "no need to wait",
        "restart it now",
        "no, looks good",
        "nein, mach weiter",
        "no, adelante",
        "non, vas-y",
        "não, pode ir",
        "thanks",
        "just do it",
        "not needed",
        "🚀",
    ],
)
def test_what_says_to_go_on_does_not_wait(text: str):
    assert not read_reply(text, announcement=WAIT_OR_GO).is_correction


@pytest.mark.parametrize(
    "asked",
    [
        "Should I wait? Let me know",
        "Should I wait? :thinking_face:",
        "Should I wait? I'd restart payments-api now.",
        "Should I wait? Restarting payments-api in prod in 5 min otherwise.",
        "Wait for the queue first?",
        "Should this wait?",
        "Should it wait until tomorrow?",
        "Should the restart be postponed?",
        "Stop?",
        "Better not?",
    ],
)
@pytest.mark.parametrize("text", ["yes", "yes please", "👍"])
def test_a_question_whether_to_wait_has_many_forms(asked: str, text: str):
    assert read_reply(text, announcement=f"{PLAN} {asked}").is_correction


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Shall I stop vm-1?", "yes"),
        ("Shall I cancel the stuck job-7?", "👍"),
        ("Any objections? Ok to go?", "yes"),
    ],
)
def test_a_question_for_leave_is_answered_with_a_yes(asked: str, text: str):
    assert not read_reply(text, announcement=f"{PLAN} {asked}").is_correction


@pytest.mark.parametrize(
    ("announcement", "text"),
    [
        (f"{OBJECTIONS} Going in 5 min.", "yes I do"),
        *(
            (OBJECTIONS, text)
            for text in (
                "none of this is ok",
                "no thank you",
                "no objections but wait",
                "no objections but hold on",
                "no, it's fine, but not now",
                "no – queue is full",
                "no (queue is full)",
                "nothing is fine",
                "not fine",
                "none of us agree",
            )
        ),
        *(
            (UNLESS, text)
            for text in (
                "stop. go ahead tomorrow",
                "wait for me, then go ahead",
                "looks good, but wait",
                "not so fast",
                "denied",
            )
        ),
        *((USED, text) for text in ("billing", "me", "we are", "I am", "the billing team")),
        (BACKUP, "no"),
        (BACKUP, "no, not yet"),
    ],
)
def test_what_objects_stops(announcement: str, text: str):
    assert read_reply(text, announcement=announcement).is_correction


@pytest.mark.parametrize(
    ("announcement", "text"),
    [
        (USED, "nobody"),
        (USED, "not me"),
        (USED, "no"),
        (USED, "ok"),
        (USED, "thanks"),
        (OBJECTIONS, "no, all fine"),
        (OBJECTIONS, "not from me"),
        (UNLESS, "go ahead, but wait for the graphs to settle afterwards"),
        (UNLESS, "wait, ok, go ahead"),
        (UNLESS, "looks good"),
    ],
)
def test_what_only_sounds_like_an_objection_stops_nothing(announcement: str, text: str):
    assert not read_reply(text, announcement=announcement).is_correction
