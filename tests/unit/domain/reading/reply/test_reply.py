"""Replies stop, delay, approve or chat; the reason is the reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.action import PlannedAction
from bot.domain.reading.reply import ReplyKind, reaction_stops, read_reply, words_choose
from tests.eval.replies import SETS, load, wrong

ACTIONS = (
    PlannedAction(kind="restart", target="payments-api"),
    PlannedAction(kind="flush", target="session-redis"),
)


UNREAD = {"learn17", "learn18", "learn19", "learn31"}
"""Fresh sets whose errors are hardly mended yet: `make eval` prints how they are read."""


@pytest.mark.parametrize("name", [name for name in SETS if name not in UNREAD])
def test_replies_of_each_set_are_read_as_labelled(name: str):
    missed = list(wrong(name))
    assert len(missed) <= 0.03 * len(load(name)), [case["text"] for case, _ in missed]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("no", ReplyKind.FORBID),
        ("please don't", ReplyKind.FORBID),
        ("wait", ReplyKind.WAIT),
        ("not now", ReplyKind.WAIT),
        ("in 10 minutes", ReplyKind.WAIT),
        ("first drain the node", ReplyKind.FIRST),
        ("ok, go", ReplyKind.APPROVE),
        ("No worries, go ahead", ReplyKind.APPROVE),
        ("don't wait, do it", ReplyKind.APPROVE),
        ("why not", ReplyKind.APPROVE),
        ("🛑", ReplyKind.FORBID),
        ("which one?", ReplyKind.CHATTER),
        ("don't forget to tell support", ReplyKind.CHATTER),
        ("stop worrying", ReplyKind.CHATTER),
        ("", ReplyKind.CHATTER),
    ],
)
def test_a_reply_is_of_one_kind(text: str, kind: ReplyKind):
    assert read_reply(text).kind is kind


@pytest.mark.parametrize(
    "text", ["No worries, go ahead", "no, that's fine", "can't wait", "no objections"]
)
def test_a_negation_that_means_none_is_no_correction(text: str):
    assert not read_reply(text).is_correction


@pytest.mark.parametrize(
    "text", ["not now", "in 10 minutes", "wait a sec", "jetzt nicht", "ahora no"]
)
def test_what_is_plainly_for_this_once_is_marked(text: str):
    assert read_reply(text).once


def test_a_lasting_no_is_not_for_this_once():
    assert not read_reply("don't do that, it drops transactions").once


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("don't, because the settlement batch is running", "the settlement batch is running"),
        (
            "ne bascule pas, la réplique a 20 minutes de retard",
            "la réplique a 20 minutes de retard",
        ),
        ("stop!", None),
        ("warte noch bis 16 Uhr", None),
    ],
)
def test_the_reason_is_the_clause_that_carries_it(text: str, reason: str | None):
    assert read_reply(text).reason == reason


@pytest.mark.parametrize(
    "text",
    [
        "every payment in flight would be dropped",
        "the old exporter still reads that table",
        "that box is our only replica",
        "the license only covers four nodes",
        "queues aren't persisted",
        "edge-2 only",
        "empty the pool before that",
        "das sperrt die ganze Tabelle",
        "da läuft noch der Monatsabschluss drauf",
        "se duplicarían todos los cobros",
        "el exportador viejo todavía usa esa tabla",
        "les paiements en cours seraient perdus",
        "l'export lit encore cette table",
        "ia derrubar o checkout inteiro",
        "o app antigo ainda lê essa coluna",
        "それを消したら決済が止まります",
        "まだ旧アプリが使っています",
        "one of those is the payroll run",
        "auditors want 90 days of it",
        "the match starts in ten",
        "all of them at once?!",
        "node by node",
        "und das mitten im Schichtwechsel",
        "da fehlen noch zwei Monate",
        "una de esas es la nómina",
        "falta cargar abril",
        "il manque encore avril",
        "l'audit exige trois mois",
        "uma dessas é a folha",
        "ainda falta abril",
        "監査で必要です",
        "夜にしてもらえますか",
        "30 not 7",
        "that makes it worse",
        "I'd prefer a rolling restart",
        "not your call",
        "I'm still connected to that host",
        "last restart corrupted the index",
        "ich bin da noch eingeloggt",
        "se conecta a esa base cada hora",
        "je suis connecté dessus",
        "tô conectado no bastion 1",
        "バックアップがありません",
        "the fallback doesn't do iDEAL",
        "a restart won't change that",
        "the label must be excluded",
        "there are traders in there",
        "auf den Nodes sind nur 12 GiB frei",
        "los nodos solo tienen 12 GiB",
        "les nœuds n'ont que 12 Gio",
        "os nós só têm 12 GiB",
        "空きは12GiBしかありません",
        "rule 3 opens 22 to the world",
        "they're not stuck, they wait for a lock",
        "ok once the tests are green",
        "guests are checking in",
        "careful with that one",
        "could you take a dump before that?",
        "don't bother, the broker is down",
        "Vorsicht, daran hängt mehr",
        "están embarcando",
        "attention à celle-là",
        "cuidado com essa",
        "いま搭乗中です",
        "only /css please",
        "no deploys after four on a Friday",
        "payroll runs tomorrow, do it on Friday",
        "those include the yearly archive",
        "vier reichen nie im Leben",
        "con cuatro no llegamos",
        "avec quatre on ne tiendra pas",
        "o relatório ainda lê isso",
    ],
)
def test_harm_or_need_stated_without_a_no_is_a_correction(text: str):
    """What would break, who needs it, what is missing, what runs, how much is too much."""
    assert read_reply(text).is_correction


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("replica 3 has corrupt relay logs", True),
        ("replica 3 is clean", False),
        ("my phone screen is broken too", False),
        ("die Replica 3 ist kaputt", True),
        ("la réplica 3 está corrupta", True),
        ("la 3 est corrompue", True),
        ("a réplica 3 tá quebrada", True),
    ],
)
def test_a_poor_state_counts_of_what_the_announcement_names(text: str, stops: bool):
    reading = read_reply(text, announcement="Promoting replica 3 of parcel-mysql in prod")
    assert reading.is_correction is stops


@pytest.mark.parametrize(
    "text",
    [
        "no, thank you bot!",
        "nobody's going to stop you",
        "nothing would break, nothing reads it",
        "no payments would be lost",
        "latency will drop right away",
        "don't be surprised if it takes a while",
        "fine by me, and don't rush it",
        "I had no coffee yet",
        "nope, nothing of mine in there",
        "we're losing about 40 orders a minute",
        "this happened during the sale too",
        "disk is at 96 %, hurry",
        "don't bother asking, just do it",
        "thanks for the heads up",
        "oops wrong thread",
        "原因を調査中です",
        "夜中なので大丈夫です",
        "no deploys running right now",
        "halt dich ran",
        "spricht nichts dagegen",
        "nadie la usa ya",
        "j'attendais que ça",
        "personne ne lit cette table",
        "ninguém usa isso",
        "até que enfim",
        "誰も使っていないので",
        "今日は長かったね",
    ],
)
def test_harm_denied_and_sighs_are_no_correction(text: str):
    assert not read_reply(text).is_correction


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("legal has not signed off, so hold your horses", "legal has not signed off"),
        ("STOP 🛑 the pool is at its limit", "the pool is at its limit"),
        ("we've been in a freeze since Monday", "we've been in a freeze since Monday"),
        ("not yet, the vendor wants a dump first", "the vendor wants a dump first"),
        ("nicht, wir verlieren sonst das Quorum", "wir verlieren sonst das Quorum"),
        ("backup first", "backup first"),
        ("10% first, then we talk", "10% first"),
        ("nah, put a proxy in front of it", None),
        (
            "replica is 40 min behind, you'd lose orders",
            "replica is 40 min behind",
        ),
    ],
)
def test_the_reason_is_neither_an_order_nor_a_time(text: str, reason: str | None):
    assert read_reply(text).reason == reason


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("nan", True),
        ("oublie", True),
        ("jamás", True),
        ("péra", True),
        ("no-brainer", False),
        ("je suis pas d'accord", True),
        ("ya no hace falta", True),
        ("no longer needed", True),
        ("first run was rolled back completely, so second run is right", False),
        ("security asked for exactly that, thx", False),
        ("scores can be rebuilt in ten minutes", False),
        ("bin the idea", True),
    ],
)
def test_set_phrases_of_any_language_count_however_short(text: str, stops: bool):
    """A word or two show no language, and a refusal stays one beside a harmless negation."""
    assert read_reply(text).is_correction is stops


def test_what_to_do_in_its_place_is_kept():
    assert (
        read_reply("no, use a rolling restart instead").instead == "use a rolling restart instead"
    )


@pytest.mark.parametrize(
    "name", ["no_entry", ":x:", "raised_hand::skin-tone-3", "-1", "thumbsdown"]
)
def test_reactions_that_say_stop_stop(name: str):
    assert reaction_stops(name)


@pytest.mark.parametrize("name", ["+1", "eyes", "white_check_mark", "xd"])
def test_other_reactions_do_not_stop(name: str):
    assert not reaction_stops(name)


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("don't flush, restart is fine", (1,)),
        ("please leave payments-api alone", (0,)),
        ("no", ()),
        ("neither restart payments-api nor flush session-redis, no", ()),
    ],
)
def test_the_words_of_a_reply_choose_among_actions(text: str, chosen: tuple[int, ...]):
    assert words_choose(text, ACTIONS) == chosen


@given(st.text(max_size=300))
def test_any_text_is_read_and_only_corrections_have_a_reason(text: str):
    reading = read_reply(text)
    assert reading.is_correction or (reading.reason is None and reading.instead is None)


@pytest.mark.parametrize(
    "called", ["<@U0S0000008>", "@U0S0000008", "@U0S0000008,", "<@U0S0000008>:"]
)
def test_whom_a_reply_calls_is_no_part_of_its_reason(called: str) -> None:
    """With Slack's brackets and without."""
    reading = read_reply(f"{called} the queue is not drained yet", announcement="Restarting api")
    assert reading.is_correction
    assert (reading.reason or "").strip(" :") == "the queue is not drained yet"
