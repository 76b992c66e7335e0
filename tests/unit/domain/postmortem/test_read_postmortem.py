"""Harmful actions out of documents of every form."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.entry import Severity
from bot.domain.metric_change import Trend
from bot.domain.postmortem import Draft, read_postmortem
from bot.domain.postmortem.moves import moves_in

UNSURE = pytest.mark.xfail(
    strict=True, reason="the language model takes it for no harm: too little is told around it"
)


def only(text: str) -> Draft:
    drafts = read_postmortem(text)
    assert len(drafts) == 1, drafts
    return drafts[0]


def test_a_draft_says_what_where_with_which_outcome_and_from_which_lines() -> None:
    """Everything that a person needs to take or drop it."""
    draft = only(
        "# Review\n\n**Service:** cart-db\n**Environment:** production\n\n## What happened\n"
        "At 10:00 we raised max_connections on cart-db from 100 to 900.\n"
        "The host ran out of memory and all orders were lost.\n"
    )
    assert draft.action == "raise max_connections on cart-db from 100 to 900"
    assert (draft.service, draft.environment) == ("cart-db", "prod")
    assert "ran out of memory" in draft.outcome
    assert draft.severity is Severity.BLOCK
    assert draft.lines == (7, 8)


def test_front_matter_gives_the_scope_and_keeps_line_numbers() -> None:
    """Lines are counted in the file as it is."""
    draft = only(
        "---\nservice: mail-relay\nenvironment: staging\n---\n\n"
        "We purged the whole queue. 400 mails were lost.\n"
    )
    assert (draft.service, draft.environment, draft.lines[0]) == ("mail-relay", "staging", 6)


FORMS = {
    "table": "| time | action | effect |\n|---|---|---|\n"
    "| 10:02 | cache of web-shop flushed | origin down |\n"
    "| 10:09 | second node added | no change |\n",
    "wiki": "h2. Timeline\n||Time||What||Result||\n"
    "|10:02|flushed the cache of {{web-shop}}|(x) origin down|\n"
    "|10:09|added a second node|no change|\n",
    "html": "<h2>Timeline</h2>\n<ul>\n"
    "<li>10:02 the cache of web-shop was flushed. The origin went down.</li>\n"
    "<li>10:09 a second node was added, no change.</li>\n</ul>\n",
    "list": "## Timeline\n- 10:02 on-call flushed the cache of web-shop\n"
    "- 10:03 origin down, 5xx at"
    " 80 %\n- 10:09 on-call added a second node: no change\n",
    "chat": "[10:02] kim: I'll flush the cache of web-shop\n[10:03] bot-alerts: origin is down\n"
    "[10:09] kim: added a second node\n[10:10] kim: no change\n",
    "prose": "We had slow pages. Kim flushed the cache of web-shop. The origin could not take the"
    " load and went down. Then we added a second node, which helped.\n",
    "nominal": "What made it worse: flush of the cache of web-shop.\n\n"
    "What helped: a second node.\n",
    "passive": "In order to free memory the cache of web-shop was flushed. The origin went down.\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_the_same_story_is_read_in_every_form(form: str) -> None:
    """The flush is the only draft, whichever way it is written down."""
    draft = only(FORMS[form])
    assert draft.action.startswith("flush")
    assert "cache of" in draft.action
    assert draft.service == "web-shop"


@pytest.mark.parametrize(
    "text",
    [
        "We flushed the cache of web-shop. Pages were fast again.",
        "We restarted web-shop. No effect.",
        "It was suggested to restart web-shop, but this was not done. Users could not log in.",
        "Should we restart web-shop? Users could not log in.",
        "At 10:00 users of web-shop could not log in. At 10:20 the old certificate was put back.",
        "## Action items\n- restart web-shop every night\n- delete the old cache\n",
        "# Game day\nWe killed one pod of web-shop. Service kept working. All as expected.",
        "Our provider lost a data centre. web-shop was down for an hour.",
        "",
    ],
)
def test_what_helped_did_nothing_or_did_not_happen_is_no_draft(text: str) -> None:
    """A wrong draft costs a person's time."""
    assert read_postmortem(text) == ()


def test_what_is_undone_later_was_harmful() -> None:
    """Nobody sets back what was right."""
    draft = only(
        "Users of member-sso were kicked out. At 9:10 we changed the session lifetime to 5 min.\n\n"
        "At 10:00 the session lifetime was set back.\n"
    )
    assert draft.action == "change the session lifetime to 5 min"


def test_one_deed_told_twice_is_one_draft() -> None:
    """Summary and timeline tell the same."""
    text = (
        "## Summary\nThe agent purged the queue of mail-relay in production. "
        "400 mails were lost.\n\n"
        "## Timeline\n- 10:00 agent purged the queue of mail-relay\n- 10:05 mails lost\n"
    )
    assert len(read_postmortem(text)) == 1


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=600))
def test_any_text_is_read(text: str) -> None:
    """Nothing that can be pasted breaks the reader, and lines lie within the text."""
    for draft in read_postmortem(text):
        assert 1 <= draft.lines[0] <= draft.lines[1] <= text.count("\n") + text.count("\r") + 1


@settings(deadline=None, max_examples=40)
@given(
    st.lists(
        st.sampled_from(
            ["|", "||", "h2. ", "- ", "# ", "{{", "}}", "<p>", "</td>", "<tr>", "`", "10:02 ", "\n",
             "we restarted web-shop", ". ", "lost", "**", "[10:02] kim: ", "```", "---", "Why 1: "]
        ),
        max_size=60,
    )
)  # fmt: skip
def test_broken_markup_is_read(parts: list[str]) -> None:
    """Half a table, an open tag, a stray fence."""
    read_postmortem("".join(parts))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (
            "We dropped the slot on cart-db. The alert cleared. The connector, however, "
            "was lost.\n",
            "drop the slot on cart-db",
        ),
        (
            "The cart-db unit has Restart=always. On Friday we changed it to no. "
            "The process crashed and was down for an hour.\n",
            "change cart-db unit",
        ),
        (
            "| Time | Step | Observed |\n|---|---|---|\n"
            "| 10:00 | `batch.max` in cart-db raised from 5 to 900 |"
            " throughput from 900/s to 3/s |\n"
            "| 11:00 | `batch.max` back to 5 | all good |\n",
            "raise `batch.max` in cart-db from 5 to 900",
        ),
        (
            "| Time | Action | Verdict |\n|---|---|---|\n"
            "| 10:00 | Routing table of cart-db changed: all traffic to b | ❌ see below |\n"
            "| 11:00 | Timeout raised on cart-db | ✅ errors 38 % -> 15 % |\n",
            "change routing table of cart-db: all traffic to b",
        ),
        (
            "[10:00] bot: Clearing all sessions on cart-db: `clear ip bgp *`\n"
            "[10:01] ann: everything is offline\n",
            "clear all sessions on cart-db: `clear ip bgp *`",
        ),
        (
            "The agent decided to delete old WAL files by hand. The primary could not start.",
            "delete old WAL files by hand",
        ),
        (
            "`oncall-bot` killed the job and started it again. 310 payments were duplicated.",
            "kill the job and started it again",
        ),
        (
            "The assistant suggested to drop the timeout from 5 s to 200 ms, which we approved."
            " Every ticket was rejected.",
            "drop the timeout from 5 s to 200 ms",
        ),
        (
            "We doubled the pods, to no avail, and purged the session cache, which signed out"
            " 60,000 players.",
            "purge the session cache",
        ),
        (
            "The agent restarted all relays at once. All running calls were dropped.",
            "restart all relays at once",
        ),
    ],
)
def test_one_harmful_action_is_found_however_it_is_told(text: str, action: str) -> None:
    """A relief that turned, a pronoun, code as a subject, marks, a command spelt out."""
    assert only(text).action.startswith(action)


@pytest.mark.parametrize(
    "text",
    [
        "Nothing we changed led to it. The map was down. We raised the cache time. "
        "All had maps again.",
        "The host had been broken since it was set up. Orders were lost.",
        "| | |\n|---|---|\n| Where | prod (the same ran in preprod) |\n| Impact | orders lost |\n",
    ],
)
def test_causes_outside_and_what_only_dates_or_describes_are_no_actions(text: str) -> None:
    """Fields at the head of a report and clauses that only date are no deeds."""
    assert read_postmortem(text) == ()


@pytest.mark.parametrize(
    ("text", "trend"),
    [
        ("p99 on db went from 30 ms to 9 s", [Trend.WORSE]),
        ("failures 38 % -> 15 %", [Trend.BETTER]),
        ("hit rate from 99 to 7", [Trend.WORSE]),
        ("the timeout was raised from 3 to 30", []),
    ],
)
def test_numbers_that_moved_are_judged_by_the_name_of_what_moved(
    text: str, trend: list[Trend]
) -> None:
    """As the metrics of tool calls are."""
    assert [found for found, _, _ in moves_in(text)] == trend


@UNSURE
def test_a_deed_told_on_with_it_is_the_deed_before() -> None:
    """Its subject is a pronoun, so it tells of the script's run once more."""
    draft = only(
        "# Review of cart-db\nSupport helped everybody by running the grant script. "
        "It was run twice, so each customer got double the credit.\n"
    )
    assert draft.action.startswith("run")
    assert "grant script" in draft.action


def test_one_who_acts_is_no_service() -> None:
    """Names of agents stand beside what they did, not for where they did it."""
    draft = only(
        "# Scans of parcel-db failed\n\n- 13:09 dba-agent promoted replica 3 anyway. "
        "39 % of the scans failed.\n"
    )
    assert draft.service == "parcel-db"


def test_a_first_heading_is_the_title_and_no_section() -> None:
    """A title like "… made it worse" above a whole report blames none of its rows by itself."""
    draft = only(
        "## Failover of cart-db made it worse\n\n| When | Action | Result |\n|---|---|---|\n"
        "| 09:10 | failed cart-db over to zone b | half of the orders were lost |\n"
        "| 09:30 | synced the data to zone b | lookups back at 99.9 % |\n"
    )
    assert draft.action == "fail cart-db over to zone b"


def test_a_person_who_is_named_after_the_time_acts() -> None:
    """In prose as in a timeline."""
    draft = only(
        "# Review of cart-db\n\nMemory was high. At 18:07 Tom restarted all three pods of cart-db "
        "in one go, and 52,000 people were logged out.\n"
    )
    assert draft.action.startswith("restart all three pods of cart-db")


def test_what_helped_at_first_is_harmful_if_harm_came_before_it_was_set_back() -> None:
    """A temporary measure that was taken back without harm is none."""
    told = (
        "[22:05] <bot> set the offset of cart-db to 88120\n[22:06] <bot> Lag is going down.\n"
        "{}[22:40] <iris> put the offset back to 87900\n"
    )
    harm = "[22:31] <ann> balances of 611 customers are wrong\n"
    assert only(told.format(harm)).action == "set the offset of cart-db to 88120"
    assert read_postmortem(told.format("")) == ()


def test_a_row_whose_effect_is_good_news_is_no_harm() -> None:
    """A shrinking backlog, and nothing lost."""
    assert (
        read_postmortem(
            "| Time | Entry | Effect |\n|---|---|---|\n"
            "| 07:52 | Scaled cart-db to 16 pods | backlog shrinking |\n"
            "| 08:05 | Deleted the failed jobs | nothing lost, they were retried |\n"
        )
        == ()
    )


def test_a_table_with_odd_headers_is_read() -> None:
    """Columns are told by what their names say, whatever form they have."""
    text = (
        "| t | who | did | and then |\n|---|---|---|---|\n"
        "| 11:09 | agent | scaled geo-lookup to 60 replicas | max_connections hit, 5xx 71 % |\n"
        "| 11:30 | Kim | raised the timeout of geo-lookup to 4 s | 5xx 0.2 % |\n"
    )
    assert [draft.action for draft in read_postmortem(text)] == ["scale geo-lookup to 60 replicas"]


def test_a_game_day_without_a_loss_yields_nothing() -> None:
    """Taking things down was the plan, and what was to hold held."""
    text = (
        "Game day: we pulled the plug on zone b. The balancer took the targets out.\n\n"
        "All objectives were met.\n"
    )
    assert read_postmortem(text) == ()


def test_a_review_that_is_data_is_read() -> None:
    """YAML and JSON have fields for what a page has headings for; its lines are still told."""
    text = (
        "incident: 2026-0318\nenv: production\nservices: [media-proxy]\nseverity: 2\nactions:\n"
        '  - at: "13:20"\n    what: body size of media-proxy set from 12m to 1m\n'
        "    effect: 94 % of uploads rejected\n"
        '  - at: "15:10"\n    what: body size back to 12m\n    effect: uploads work again\n'
    )
    draft = only(text)
    assert (draft.action, draft.environment) == (
        "set body size of media-proxy from 12m to 1m",
        "prod",
    )
    assert draft.lines[0] == 6


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (
            "3. Chain of events\n3.1 During a clean-up the replica cart-ro was deleted.\n"
            "3.2 The yearly run started. It failed at once; no documents were made.\n",
            "delete replica cart-ro",
        ),
        (
            "11.09.2026 07:36  Balances duty: half is stale. flushing bal-cache completely\n"
            "11.09.2026 07:39  Monitoring: ledger CPU 100 %, read timeouts\n",
            "flush bal-cache completely",
        ),
        (
            "The bad\n-------\n- 01:40: the operator raised the workers of batch-ctl to 200. "
            "The ledger ran into deadlocks.\n\nThe indifferent\n---------------\n"
            "o 02:30: restart of the web interface. It looked frozen.\n",
            "raise the workers of batch-ctl to 200",
        ),
        (
            "06:52  cart-gw was failed over from Frankfurt to Dublin.\n"
            "06:58  Clearing house refuses the connection. All payments time out.\n",
            "fail over cart-gw from Frankfurt to Dublin",
        ),
    ],
)
def test_plain_text_is_read_by_its_lines(text: str, action: str) -> None:
    """Decimal numbers, dates with dots, speakers of two words, other bullets."""
    assert only(text).action.startswith(action)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (
            "The copilot proposed to lower the timeout of cart-gw to 5 s. Ann clicked approve. "
            "Every second cart was lost.\n",
            "lower the timeout of cart-gw to 5 s",
        ),
        (
            "@ann 14:02: p99 is at 6 s\n@bot 14:04: I'll set pool_size to 400 on cart-gw\n"
            "@ann 14:09: too many connections, everything's failing now\n",
            "set pool_size to 400 on cart-gw",
        ),
        (
            "09:15 bot: I enabled caching of /my/ in cart-gw.\n"
            "09:16 ann: strangers see each other's carts.\n09:18 bot: caching of /my/ disabled.\n"
            "09:31 ann: that was an outage of privacy.\n",
            "enable caching of /my/ in cart-gw",
        ),
        (
            "What made it worse\n* restarting all nodes of cart-db at once - repair took 11 hours, "
            "carts are gone\n",
            "restart all nodes of cart-db at once",
        ),
    ],
)
def test_what_was_agreed_or_set_back_is_the_deed(text: str, action: str) -> None:
    """A proposal that was approved, a chat with names first, a setting with its opposite."""
    assert only(text).action.startswith(action)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (
            "* Incident 17                             :review:prod:\n  :PROPERTIES:\n"
            "  :SYSTEM: cart-gw\n  :END:\n** Log\n   - 06:08 :: cart-gw was restarted with a full"
            " queue. All messages were gone.\n   - 06:45 :: Log level set. No influence.\n",
            "restart cart-gw with a full queue",
        ),
        pytest.param(
            "time,system,who,entry,assessment\n"
            '04:25,cart-gw,night shift,"all 1,200 workflows terminated",HARM: orders stayed open\n'
            '05:00,cart-ui,night shift,"user interface restarted",nothing changed\n'
            '06:15,portal,dispatch,"banner put up",good: fewer calls\n',
            "terminate all 1,200 workflows",
            marks=UNSURE,
        ),
        (
            "Shift book, 23 June\n\n2110 Labels slow.\n2118 cart-gw, prefetch 10 -> 500.\n"
            "2121 Pods get killed.\n2155 Prefetch back to 10. Pods stay up.\n",
            "set cart-gw, prefetch 10 -> 500",
        ),
        (
            '[{"user": "bot", "ts": "2026-04-02 09:17", "text": "I dropped an index of cart-pg"},\n'
            ' {"user": "ann", "ts": "2026-04-02 09:20", "text": "cart-pg cpu 100 %, all dead"}]\n',
            "drop an index of cart-pg",
        ),
        (
            "SITUATION: odd values.\nACTION: agent recalibrated all sensors of cart-hub.\n"
            "CONSEQUENCE: wrong offsets everywhere.\n\nACTION: operator switched cart-hub to"
            " manual.\nCONSEQUENCE: stable.\n",
            "recalibrate all sensors of cart-hub",
        ),
        (
            "MINUTES of the review\n\nItem 3. (a) At 19:38 sorting loaded new parameters into"
            " cart-plc. The belts jammed 44 times. (b) At 22:00 all were put back.\n",
            "load new parameters into cart-plc",
        ),
        (
            "REPORT\n\n2. CURRENT CONDITION\n   The catalogue of cart-db was replaced with the feed"
            " (load, mode full).\n   This removed 5,120 rows.\n\n5. FOLLOW-UP\n   Full asks.\n",
            "replace catalogue of cart-db with the feed (load, mode full)",
        ),
    ],
)
def test_forms_that_people_type_are_read(text: str, action: str) -> None:
    """Org mode, lines of values, a shift book, minutes, a printed form."""
    assert only(text).action.startswith(action)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (
            "# Störung\n\nSystem: card-auth\n\n## Verlauf\n"
            "- 14:02 Die Rufbereitschaft spielt den Fahrplan von gestern erneut ein.\n"
            "- 14:05 Alle Anzeigen sind falsch.\n- 14:20 Knoten neu gestartet, ohne Wirkung.\n",
            "den Fahrplan von gestern erneut einspielen",
        ),
        (
            "L'astreinte a ensuite supprimé l'index by_profile de watch-api. La base est montée à"
            " 100 % et les listes ont disparu. Nous avons redémarré le proxy, sans effet.\n",
            "supprimer l'index by_profile de watch-api",
        ),
        (
            "Cronología\n- 16:58 Guardia reinicia map-web. No cambia nada.\n"
            "- 17:10 Guardia regenera la clave de lock-broker.\n- 17:15 Todo deja de abrir.\n",
            "regenerar la clave de lock-broker",
        ),
        (
            "- 09:12 O plantão reiniciou o nfe-web. Sem efeito.\n"
            "- 09:20 O plantão reprocessou toda a fila do nfe-web.\n"
            "- 09:24 18.400 notas foram emitidas em duplicidade.\n",
            "reprocessar toda a fila do nfe-web",
        ),
    ],
)
def test_reviews_in_other_languages_are_read(text: str, action: str) -> None:
    """In the words of the document, with the infinitive where that language has it."""
    assert only(text).action.startswith(action)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (
            "| Clock | Actor | Step | Observation |\n|---|---|---|---|\n"
            "| 09:04 | on-call A | reloads the master file on cart-db | 2,140 tills went down |\n"
            "| 09:45 | on-call B | restarts the queue | no change seen |\n",
            "reload the master file on cart-db",
        ),
        (
            "|18:31|ops widened the window of cart-db, queue down to 4 min|\n"
            "|18:44|ops executed {code}rankctl recompute --write{code} on cart-db in prod|\n"
            "|18:46|fresh ranks of 1.3 million accounts are overwritten|\n",
            "execute `rankctl recompute --write` on cart-db",
        ),
        (
            "Our agent acts on disk alerts of cart-db. It deleted old logs, that did no harm. Then,"
            " at 19:26, it removed all replicas of cart-db. 212 shards were lost.\n",
            "remove all replicas of cart-db",
        ),
        (
            "The on-call did a rolling restart of all pods of cart-db. 8,000 people lost their"
            " basket.\n",
            "restart all pods of cart-db",
        ),
        (
            "> **13:37** @til: halved the heap of cart-db to 2 GB\n"
            "> **13:39** `alert` cart-db: 31 of 40 pods OOMKilled\n"
            "> **13:50** @til: restarted the UI. Errors same as before.\n",
            "halve the heap of cart-db to 2 GB",
        ),
    ],
)
def test_whoever_acts_is_found(text: str, action: str) -> None:
    """A column of actors, a team, an "it" that is an agent, a noun that somebody did, a chat."""
    assert only(text).action.startswith(action)


def test_of_an_outage_of_others_nothing_is_blamed() -> None:
    """What was tried meanwhile helped or did nothing, whatever went on beside it."""
    text = (
        "# Third-party outage: network of our cloud provider\n\nsync-api was down for 3 hours.\n\n"
        "| UTC | We | Result |\n|---|---|---|\n"
        "| 07:31 | rolled back the release of sync-api | errors same as before |\n"
        "| 07:40 | provider confirms packet loss | |\n"
        "| 07:52 | took zone b out of the balancers | errors 45 % -> 10 % |\n"
    )
    assert read_postmortem(text) == ()


def test_the_fullest_wording_is_the_draft() -> None:
    """A list of what hurt says "the heap was changed" where the story says how."""
    draft = only(
        "At 13:37 we halved the heap of cart-db to 2 GB. 31 pods were killed, orders were lost.\n\n"
        "**Went badly:** the heap was changed on everything at once\n"
    )
    assert draft.action == "halve the heap of cart-db to 2 GB"
