"""Where a draft plays, and in which words it tells what was done."""

from __future__ import annotations

import pytest

from bot.domain.postmortem import Draft, read_postmortem

UNSURE = pytest.mark.xfail(
    strict=True, reason="the language model takes it for no harm: too little is told around it"
)


def only(text: str) -> Draft:
    drafts = read_postmortem(text)
    assert len(drafts) == 1, [draft.action for draft in drafts]
    return drafts[0]


def test_a_name_without_a_hyphen_in_code_is_a_service() -> None:
    """Many services have plain names."""
    draft = only(
        "# Logins fail\n\n10:02 the on-call flushed all sessions on `keyhub` in one go. "
        "Everybody was logged out and 80 % of logins failed.\n\n10:40 sessions restored.\n"
    )
    assert draft.service == "keyhub"


def test_an_agent_that_something_is_done_to_is_a_service() -> None:
    """Only one who acts is none."""
    draft = only(
        "# Tills offline\n\nAt 9:12 we wiped the price cache of till-agent on all tills in "
        "production. Without a link nothing could be loaded and every till refused to sell.\n"
    )
    assert draft.service == "till-agent"


def test_plain_things_before_the_word_production_are_no_services() -> None:
    """The name stands before them."""
    draft = only(
        "# Storage\n\nOn Tuesday the flow control on the fab-edge switches (production) was "
        "therefore set to off. The sessions broke off and 40 machines lost their disks.\n"
    )
    assert draft.service == "fab-edge"
    assert "therefore" not in draft.action
    assert " was " not in draft.action


@pytest.mark.parametrize(
    "aside",
    [
        "FYI we wipe it in the lab each night, no trouble.",
        "The week before the same was done in the dev cluster.",
        "Times are local time.",
    ],
)
def test_another_environment_that_is_named_aside_is_not_where_it_played(aside: str) -> None:
    """Production does not need to be named."""
    draft = only(
        "# Meters offline\n\nAt 9:10 I deleted the session store of meter-hub on all five brokers. "
        f"After that 90 % of the meters could not connect.\n\n{aside}\n"
    )
    assert draft.environment in {None, "prod"}


def test_a_bold_row_under_the_head_names_the_columns() -> None:
    """The head then tells what the table is about."""
    draft = only(
        "| INC 4 | seat-plan, production | 4 Nov |\n|---|---|---|\n"
        "| **UTC** | **Action** | **Effect** |\n"
        "| 02:47 | deleted the disruption budget of seat-plan | all pods evicted, 503 for 92 % |\n"
        "| 02:55 | scaled the tile cache from 3 to 5 | no difference |\n"
        "| 03:30 | applied the disruption budget again | good |\n"
    )
    assert draft.action == "delete the disruption budget of seat-plan"
    assert draft.environment == "prod"


def test_values_behind_a_colon_belong_to_the_action() -> None:
    """They are what makes it special."""
    draft = only(
        "# Phones offline\n\n10:22 Ana: Pushed a config to the phones of call-hub: retry pause 1 s "
        "instead of 300 s.\n10:35 Ben: Registered went from 60k down to 9k since then.\n"
        "11:00 Ana: retry pause back to 300 s\n"
    )
    assert "1 s instead of 300 s" in draft.action


def test_a_name_in_brackets_wrote_the_entry() -> None:
    """As in the export of a log."""
    draft = only(
        "# Sessions lost at kv-shop, production\n\n19:00 load high, responses slow but correct\n"
        "19:03 [healer] terminated these 14 nodes of kv-shop as unhealthy\n"
        "19:04 68 % of players thrown back to the login\n19:09 healer suspended by on-call\n"
    )
    assert draft.action.startswith("terminate these 14 nodes")


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (
            "Knoten 2 von bestand-db zum Primary erklärt|zwei Cluster schreiben, Daten verloren",
            "erklären",
        ),
        ("Abgleich von bestand-db laufen lassen|2.200 Zeilen überschrieben", "laufen lassen"),
        ("Platten von bestand-db ausgesteckt|alle Bestellungen ausgefallen", "ausstecken"),
    ],
)
def test_german_verbs_that_no_list_holds_are_read_by_their_form(entry: str, told: str) -> None:
    """The participle stands at the end of an entry."""
    draft = only(
        "h1. Nachbetrachtung bestand-db, Produktion\n\n||Uhrzeit||Maßnahme||Ergebnis||\n"
        f"|16:20|Switch fällt aus|Knoten 3 ist weg|\n|16:26|{entry}|\n"
        "|16:58|Annahme geschlossen|kein weiterer Schaden|\n"
    )
    assert draft.action.endswith(told)


def test_a_german_participle_before_a_noun_is_no_deed() -> None:
    """Gelöschte Zeilen: they were deleted by something else."""
    drafts = read_postmortem(
        "h1. Nachbetrachtung bestand-db, Produktion\n\n||Uhrzeit||Maßnahme||Ergebnis||\n"
        "|16:20|Index von bestand-db gelöscht|alle Abfragen brechen ab|\n"
        "|19:15|gelöschte Zeilen aus der Sicherung eingespielt|vollständig|\n"
    )
    assert [draft.action for draft in drafts] == ["Index von bestand-db löschen"]


def test_a_noun_that_tells_another_one_apart_is_no_deed() -> None:
    """A build farm is not built."""
    drafts = read_postmortem(
        "# CI is red\n\nThe build farm (ci-run) lost a day. At 10:00 we purged all images on the "
        "220 hosts of ci-run; now every job had to pull and all jobs failed.\n"
    )
    assert all(not draft.action.startswith("build") for draft in drafts)


def test_what_a_supervisor_orders_is_done() -> None:
    """Only suggestions and requests need somebody who carries them out."""
    draft = only(
        "# Spill at tank-ctl, production\n\n14:31 probe cleaned, no change\n"
        "14:40 Supervisor instructs to flush the basin of tank-ctl to the drain; 900 m3 released\n"
        "14:55 dead fish reported, complaints from the neighbours\n"
    )
    assert draft.action == "flush the basin of tank-ctl to the drain"


def test_advice_that_the_next_sentence_says_was_followed_is_done() -> None:
    """It names the action, the next one only that it was done."""
    draft = only(
        "# Silence on talk-hub, production\n\n"
        "* 06:31 the hotline advises to clear all registrations of talk-hub. Done at 06:34.\n"
        "* 06:35 all 640 radios silent, drivers unreachable\n* 07:25 radios registered by hand\n"
    )
    assert draft.action.startswith("clear all registrations")


def test_columns_that_ask_tell_deed_and_outcome() -> None:
    """In any language: what was done, what happened."""
    draft = only(
        "# Turnos repetidos en turnos-web, producción\n\n"
        "| Hora | Qué se hizo | Qué pasó |\n|---|---|---|\n"
        "| 08:26 | Se desconecta el bloqueo de turnos-web | Dos personas reciben el mismo turno, "
        "1.900 quejas |\n"
        "| 08:40 | Se aumenta la memoria de los servidores | Sin cambios |\n"
        "| 08:47 | Se vuelve a conectar el bloqueo | Ya no hay turnos repetidos |\n"
    )
    assert draft.action == "desconectar el bloqueo de turnos-web"


def test_a_german_subject_is_no_part_of_the_action() -> None:
    """In the present tense it stands first."""
    draft = only(
        "# Störung wagen-leit, Produktion\n\n## Verlauf\n"
        "- 6:20 Der Rufdienst leert die Auftragstabelle von wagen-leit vollständig.\n"
        "- 6:21 Alle 23 Wagen verlieren ihr Ziel und bleiben stehen.\n"
        "- 8:15 Tabelle wiederhergestellt, Regelbetrieb.\n"
    )
    assert draft.action == "die Auftragstabelle von wagen-leit vollständig leeren"


def test_a_numbered_title_above_its_text_is_a_heading() -> None:
    """It is no item that goes on in the next line."""
    drafts = read_postmortem(
        "Report on slot-web\n\n1. Course of events\n"
        "At 9:12 we purged the slot table of slot-web in production. All bookings were lost.\n\n"
        "2. Lessons\nThe table is never purged without a backup.\n"
    )
    assert [draft.action for draft in drafts] == ["purge the slot table of slot-web in production"]


def test_what_is_told_newest_first_is_read_in_the_order_of_time() -> None:
    """As on status pages and in the notes of tickets; the draft keeps its lines."""
    draft = only(
        "Notes of INC-7, pill-store, production, newest first\n\n"
        "2026-05-07 13:45 (j.park) All drawers counted, dispensing normal again.\n"
        "2026-05-07 12:20 (m.odu) Since the import doses are wrong on 14 wards.\n"
        "2026-05-07 11:32 (t.lind) Cleared the browser caches. No difference.\n"
        "2026-05-07 11:15 (t.lind) Imported the new article file into pill-store in one go.\n"
        "2026-05-07 10:50 (desk) Some labels print slowly.\n"
    )
    assert draft.action == "import the new article file into pill-store in one go"
    assert draft.lines[0] == 6


def test_a_remark_behind_a_name_does_not_hide_who_acts() -> None:
    """The team in parentheses."""
    draft = only(
        "# Gates at gate-walk, live\n\n09:05 gates slow\n"
        "09:32 Lena (IT) shortens the check of gate-walk from 800 ms to 100 ms\n"
        "09:33 every second ticket refused, gates show errors\n"
        "09:52 check of gate-walk back to 800 ms, all fine\n"
    )
    assert draft.action == "shorten the check of gate-walk from 800 ms to 100 ms"


def test_what_somebody_suffers_is_not_what_they_did() -> None:
    """As in: healer suspended by on-call."""
    drafts = read_postmortem(
        "# Sessions lost at kv-shop, production\n\n19:00 load high\n"
        "19:03 [healer] terminated 14 nodes of kv-shop\n19:04 68 % of players logged out\n"
        "19:09 healer suspended by on-call, recovered\n"
    )
    assert [draft.action for draft in drafts] == ["terminate 14 nodes of kv-shop"]


@pytest.mark.parametrize(
    ("story", "service"),
    [
        (
            "At 02:00 we ran `keeper wipe-blobs --untagged` on `dockyard-reg` in production. All "
            "pulls failed for five hours.",
            "dockyard-reg",
        ),
        (
            "At 02:00 we ran `keeper wipe-blobs --untagged` in production. All pulls failed for "
            "five hours.\n\nThe registry dockyard-reg is whole again since noon.",
            "dockyard-reg",
        ),
        (
            "At 02:00 we switched the table coupon-book to 500 units in production. All redemptions"
            " failed. At 03:00 the retries in cash-fn ended.",
            "coupon-book",
        ),
        pytest.param(
            "At 02:00 we reset the password of the account svc-lock in production twice. All doors "
            "stayed shut.\n\nDoors of door-auth were opened by hand.\n",
            "door-auth",
            marks=UNSURE,
        ),
        (
            "At 02:00 we deleted the index of yard-db in production. All requests of berth-web "
            "failed.\n\nberth-web shows the yard. berth-web was slow before.",
            "yard-db",
        ),
        (
            "At 02:00 we turned all doors to flat-rate mode in production, region eu-north. All "
            "tickets failed.\n\nThe host of door-auth was fine.",
            "door-auth",
        ),
        (
            "At 02:00 we deleted all leases in production. All requests of berth-web and of "
            "berth-api failed.\n\nService: lease-hub. Owner: harbour.\n",
            "lease-hub",
        ),
    ],
)
def test_a_deed_is_done_to_what_its_sentence_names(story: str, service: str) -> None:
    """Words of commands, accounts and what suffers are none; a thing is, where nothing else is."""
    assert only(f"# Outage\n\n{story}\n").service == service


@pytest.mark.parametrize(
    ("head", "service"),
    [
        ("Component: berth-web.", "berth-web"),
        ("| Unblock the cards | card services | done |", "yard-db"),
        ("All times are UTC and everything concerns production.", "yard-db"),
        ("Nobody had noticed since the move two years ago (prod).", "yard-db"),
        ("Firm: Harbour Service Inc  System: berth (two nodes)", "berth"),
        (
            "Was am Freitag (sexta-feira) geschah. Am Freitag (sexta-feira) fiel alles aus.",
            "yard-db",
        ),
    ],
)
def test_a_field_has_its_name_at_the_start(head: str, service: str) -> None:
    """What merely stands before a bar, or before the word production, is none."""
    draft = only(
        f"# Outage\n\n{head}\n\nAt 02:00 we deleted all leases in production. All requests failed "
        "for an hour.\n\nThe host of yard-db was fine.\n"
    )
    assert draft.service == service


def test_front_matter_may_list_services() -> None:
    """In the plural."""
    draft = only(
        "---\nservices: [hatch]\n---\n# Outage\n\nAt 02:00 we deleted all leases in production. "
        "All requests failed for an hour.\n\nWork on yard-db went on.\n"
    )
    assert draft.service == "hatch"


@pytest.mark.parametrize(
    ("entry", "action"),
    [
        (
            "Puppet run by the operator deploys a new pool.conf to yard-db in which every guest is "
            "missing",
            "deploy a new pool.conf to yard-db in which every guest is missing",
        ),
        (
            "servers of yard-db in both halls are restarted",
            "restart servers of yard-db in both halls",
        ),
        (
            'the policy "Doors - new only" was applied to yard-db at once',
            'apply policy "Doors - new only" to yard-db at once',
        ),
        ("all berths were linked to yard-db", "link all berths to yard-db"),
        ("berths of yard-db slewed to the old clock", "slew berths of yard-db to the old clock"),
        ("reseating all disks of yard-db at once", "reseat all disks of yard-db at once"),
        ("replicas of yard-db set from 3 to 1 by on-call", "set replicas of yard-db from 3 to 1"),
        (
            "journal of yard-db cut to 2 GB by the night agent at once",
            "cut journal of yard-db to 2 GB at once",
        ),
        ("Shift lead sets `dock.mode` of yard-db to 3", "set `dock.mode` of yard-db to 3"),
        ("we ran yardctl wipe: `yardctl wipe --all`", "run yardctl wipe: `yardctl wipe --all`"),
        (
            "the password of svc-till in yard-db is reset twice",
            "reset password of svc-till in yard-db twice",
        ),
        (
            "We deleted the journal of yard-db with approx. 41 Mio. rows in one statement",
            "delete the journal of yard-db with approx. 41 Mio. rows in one statement",
        ),
        (
            "We deleted all old-* indices of yard-db with _delete?force=1",
            "delete all old-* indices of yard-db with _delete?force=1",
        ),
    ],
)
def test_a_draft_tells_what_was_done_to_what(entry: str, action: str) -> None:
    """Neither who did it nor its auxiliary, and nothing cut off inside what belongs together."""
    draft = only(
        f"# Outage of yard-db, production\n\n- 09:10 berths slow\n- 09:12 {entry}.\n"
        "- 09:20 all berths fail, requests time out\n- 10:40 put right again, recovered\n"
    )
    assert draft.action == action


@pytest.mark.parametrize(
    "chat",
    [
        "10:02 <tove> that is slow. raising the workers of yard-db to 64 in prod\n"
        "10:09 <alert> yard-db: 310 of 320 requests fail\n",
        "[tove m - 02/Jun/26 10:02]\nThat is slow. Raising the workers of yard-db to 64 in prod\n\n"
        "[support - 02/Jun/26 10:09]\n310 of 320 requests to yard-db fail\n",
    ],
)
def test_who_writes_may_stand_in_brackets_of_either_kind(chat: str) -> None:
    """Behind the time, or with it on a line of their own."""
    assert only(f"Log of the outage\n\n{chat}").action.startswith("raise the workers of yard-db")


def test_what_things_are_getting_is_no_deed() -> None:
    """As in: pods are getting killed."""
    drafts = read_postmortem(
        "# Outage of yard-db, production\n\n- 09:10 yard-web pods are getting restarted\n"
        "- 09:11 the merge is eating all disks\n"
        "- 09:12 we deleted the journal of yard-db\n- 09:20 all berths fail, requests time out\n"
    )
    assert [draft.action for draft in drafts] == ["delete the journal of yard-db"]


def test_a_german_state_is_no_deed() -> None:
    """War eingestuft: somebody had done it at some time; wurde gelöscht: it was done then."""
    drafts = read_postmortem(
        "# Störung wagen-leit, Produktion\n\n## Verlauf\n"
        "Um 6:20 wurde die Auftragstabelle von wagen-leit vollständig gelöscht. Die Änderung war "
        "als harmlos eingestuft. Alle 23 Wagen verlieren ihr Ziel und bleiben stehen.\n"
    )
    assert [draft.action for draft in drafts] == [
        "die Auftragstabelle von wagen-leit vollständig löschen"
    ]


@pytest.mark.parametrize("name", ["BerthPlan", "berth-plan"])
def test_a_document_writes_its_names_in_one_way(name: str) -> None:
    """With hyphens or as one word; what has an article is no name."""
    draft = only(
        "# Outage\n\nAt 02:00 we deleted the ConfigMap and the ConfigMap backup in production. All "
        f"requests failed for an hour. The off-peak team was called.\n\nAt 03:00 {name} was up. At "
        f"04:00 we looked into the logs of {name}.\n"
    )
    assert draft.service == name.lower()
