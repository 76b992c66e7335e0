"""Entries: added, tried out, changed, called wrong, imported; each with its authority."""

import json
from dataclasses import replace

import pytest

from bot.application.entries.add_entry import Author, add_entry, draft_from_text, try_out
from bot.application.entries.change_entry import (
    edit_entry,
    make_block,
    make_warning,
    narrow_entry,
    reassign_entry,
    renew_entry,
    retire_entry,
    weaken_entry,
)
from bot.application.entries.entry_fields import fields_of
from bot.application.entries.exchange_entries import export_lines, import_lines
from bot.application.entries.read_entries import list_entries, search_entries, show_entry
from bot.application.holds.wrong_match import call_wrong
from bot.application.memories import Memories
from bot.domain.audit import AuditEvent
from bot.domain.decision import Effect
from bot.domain.entry import EntryState, Severity
from bot.domain.errors import BadInput, InvalidEntry, NotAllowed, NotFound
from bot.domain.hold import HoldState
from bot.domain.reading.lexicon import load_lexicon
from tests.fakes.bench import BLOCK, CHANNEL, RESTART, TEAM, WARN, Bench
from tests.fakes.directory import ADMIN, GUEST, MEMBER, ONCALL

TEXT = (
    "restart payments-api in prod => dropped in-flight payments, block, for 90 days,"
    " instead: drain the queue first"
)


@pytest.fixture
def bench():
    return Bench()


def author(user=MEMBER):
    return Author(TEAM, user, CHANNEL)


def test_free_text_becomes_an_entry_that_holds(bench):
    draft = draft_from_text(bench.negmem, author(), TEXT)
    entry = add_entry(bench.negmem, author(), draft.fields)
    assert (entry.severity, entry.scope.services) == (Severity.BLOCK, ("payments-api",))
    assert (entry.expires - bench.now).days in (89, 90)
    assert "drain the queue" in entry.instead
    assert bench.announce(RESTART).effect is Effect.HOLD


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"action": "Restarting is bad", "outcome": "it broke"}, "action"),
        ({"outcome": ""}, "outcome"),
        ({"service": ""}, "service"),
        ({"environment": ""}, "environment"),
        ({"severity": "fatal"}, "severity"),
        ({"expires": "yesterday"}, "expires"),
        ({"expires": "never"}, "expires"),
        ({"approvals": "7"}, "approvals"),
    ],
)
def test_what_is_missing_or_vague_is_named_and_nothing_is_stored(bench, fields, key):
    good = draft_from_text(bench.negmem, author(), TEXT).fields
    with pytest.raises(InvalidEntry) as refused:
        add_entry(bench.negmem, author(), {**good, **fields})
    assert key in {name for name, _ in refused.value.missing}
    assert list_entries(bench.negmem, TEAM) == ()


def test_a_verb_of_the_teams_own_names_an_action(bench):
    """Those in `negmem.toml`, by which its announcements are read, too."""
    lexicon = load_lexicon({"actions": {"restart": {"verbs": ["jiggle"]}}})
    negmem = replace(bench.negmem, memories=Memories(lexicon))
    fields = fields_of(bench.remember(BLOCK)[0]) | {"action": "jiggle payments-api"}
    assert try_out(negmem, TEAM, fields).gaps == ()
    assert add_entry(negmem, author(), fields).action == "jiggle payments-api"


def test_a_guest_adds_nothing(bench):
    with pytest.raises(NotAllowed):
        add_entry(bench.negmem, author(GUEST), draft_from_text(bench.negmem, author(), TEXT).fields)


def test_a_near_duplicate_is_merged_with_both_sources(bench):
    bench.remember(BLOCK)
    fields = {
        "action": "Restart the service payments-api",
        "outcome": "dropped payments again",
        "severity": "warn",
        "service": "payments-api",
        "environment": "prod",
        "source": "incident 99",
    }
    merged = add_entry(bench.negmem, author(), fields)
    assert merged.id == "nm-17"
    assert "postmortem 2026-09-14" in merged.source
    assert "incident 99" in merged.source
    assert merged.severity is Severity.BLOCK


def test_secrets_are_removed_before_an_entry_is_kept(bench):
    fields = draft_from_text(bench.negmem, author(), TEXT).fields
    entry = add_entry(bench.negmem, author(), {**fields, "context": "mysql -u root -phunter2xyz"})
    assert "hunter2xyz" not in json.dumps(list(export_lines(bench.negmem, TEAM)))
    assert "mysql" in entry.context


def test_a_backtest_shows_what_an_entry_would_have_matched(bench):
    for number in range(3):
        bench.announce(f"Restarting payments-api in prod, try {number}.")
    bench.announce("Checking payments-api in prod.")
    tested = try_out(bench.negmem, TEAM, draft_from_text(bench.negmem, author(), TEXT).fields)
    assert len(tested.hits) == 3
    assert tested.gaps == ()
    assert any("restart" in line for line in tested.reading)


@pytest.mark.parametrize("change", [weaken_entry, retire_entry, make_warning])
def test_whatever_lessens_protection_needs_an_approver(bench, change):
    bench.remember(BLOCK)
    before = bench.entry("nm-17")
    assert not change(bench.negmem, TEAM, MEMBER, CHANNEL, "nm-17").ok
    assert bench.entry("nm-17") == before
    assert change(bench.negmem, TEAM, ONCALL, CHANNEL, "nm-17").ok
    assert bench.entry("nm-17").version == 2


VAULT = {
    **BLOCK,
    "action": "truncate the contacts table of crm-db",
    "context": "crm-db is also called the vault; the nightly export of invoices reads it",
    "outcome": "the leads and opportunities of the sales team were lost for two days",
    "service": "crm-db",
}


@pytest.mark.parametrize(
    ("said", "fields"),
    [
        ("Truncating the contacts table of the vault in prod now.", {"context": "nightly job"}),
        ("Truncating opportunities of crm-db in prod.", {"outcome": "bad for everybody"}),
        ("Truncating the contacts table of crm-db in prod.", {"context": "64 shards are at 90 %"}),
        ("Truncating the contacts table of crm-db in prod.", {"aliases": "contacts table"}),
    ],
)
def test_words_that_make_an_entry_match_are_not_taken_away_by_any_member(bench, said, fields):
    """Context and outcome are read, too: a new wording may take a name or a word away."""
    bench.remember(VAULT)
    assert bench.announce(said).effect is Effect.HOLD
    assert not edit_entry(bench.negmem, TEAM, MEMBER, CHANNEL, "nm-17", fields).ok
    assert bench.announce(f"{said} Again.").effect is Effect.HOLD
    assert edit_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17", fields).ok


@pytest.mark.parametrize(
    "fields",
    [
        {"context": VAULT["context"] + ", known as the rolodex, at night"},
        {"outcome": VAULT["outcome"] + "; support called every customer"},
        {"aliases": "rolodex"},
        {"instead": "delete by id"},
        {"source": "incident 99"},
    ],
)
def test_any_member_adds_words_and_names(bench, fields):
    bench.remember(VAULT)
    assert edit_entry(bench.negmem, TEAM, MEMBER, CHANNEL, "nm-17", fields).ok
    said = "Truncating the contacts table of the vault in prod now."
    assert bench.announce(said).effect is Effect.HOLD


def test_a_merged_duplicate_takes_no_words_away(bench):
    bench.remember(VAULT)
    twin = {"action": VAULT["action"], "outcome": "lost again", "service": "crm-db"}
    twin |= {"environment": "prod", "aliases": "contacts table"}
    assert add_entry(bench.negmem, author(), twin).id == "nm-17"
    assert bench.entry("nm-17").aliases == ()


def test_a_shorter_expiry_needs_an_approver_and_a_longer_one_does_not(bench):
    bench.remember(BLOCK)
    assert renew_entry(bench.negmem, TEAM, MEMBER, CHANNEL, "nm-17", 300).ok
    sooner = {"expires": "for 10 days"}
    assert not edit_entry(bench.negmem, TEAM, MEMBER, CHANNEL, "nm-17", sooner).ok
    assert edit_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17", sooner).ok


@pytest.mark.parametrize("user", [MEMBER, ADMIN])
def test_renewing_never_shortens_and_says_how_to(bench, user):
    bench.remember({**BLOCK, "expires": "2027-09-14"})
    before = bench.entry("nm-17")
    answer = renew_entry(bench.negmem, TEAM, user, CHANNEL, "nm-17", 90)
    assert bench.entry("nm-17") == before
    assert "|14 Sep 2027> already" in answer.text
    assert "`/negmem edit nm-17`" in answer.text
    retire_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17")
    assert renew_entry(bench.negmem, TEAM, user, CHANNEL, "nm-17", 90).ok
    back = bench.entry("nm-17")
    assert (back.state, back.expires) == (EntryState.ACTIVE, before.expires)


def test_narrowing_needs_an_approver(bench):
    bench.remember({**BLOCK, "environment": ["prod", "staging"]})
    fields = {"environment": "prod"}
    assert not narrow_entry(bench.negmem, TEAM, MEMBER, CHANNEL, "nm-17", fields).ok
    assert narrow_entry(bench.negmem, TEAM, ONCALL, CHANNEL, "nm-17", fields).ok
    assert bench.entry("nm-17").scope.environments == ("prod",)


def test_a_member_strengthens_and_reassigns(bench):
    bench.remember(WARN)
    assert make_block(bench.negmem, TEAM, MEMBER, CHANNEL, "nm-18").ok
    assert reassign_entry(bench.negmem, TEAM, MEMBER, CHANNEL, "nm-18", ONCALL).ok
    assert (bench.entry("nm-18").severity, bench.entry("nm-18").owner) == (Severity.BLOCK, ONCALL)


def test_a_form_that_changes_nothing_keeps_every_field(bench):
    bench.remember(BLOCK)
    before = bench.entry("nm-17")
    assert edit_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17", fields_of(before)).ok
    after = bench.entry("nm-17")
    assert fields_of(after) == fields_of(before)
    assert after.version == before.version + 1


def test_a_corrected_reading_is_kept_and_wins(bench):
    bench.remember(BLOCK)
    fields = {"reads_as": "kind: stop, drain; without: canary"}
    assert edit_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17", fields).ok
    entry = bench.entry("nm-17")
    assert entry.reads_as == {"kind": ["stop", "drain"], "without": "canary"}
    assert fields_of(entry)["reads_as"] == fields["reads_as"]
    assert bench.announce("Draining payments-api in prod.").effect is Effect.HOLD
    edit_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17", {"reads_as": ""})
    assert bench.entry("nm-17").reads_as is None
    with pytest.raises(InvalidEntry, match="kind"):
        edit_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17", {"reads_as": "nonsense"})
    with pytest.raises(InvalidEntry, match="no kind of action"):
        edit_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17", {"reads_as": "kind: frobnicate"})


def test_an_unknown_entry_is_told_with_its_neighbours(bench):
    bench.remember(BLOCK)
    assert not retire_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-99").ok
    with pytest.raises(NotFound, match="nm-17"):
        show_entry(bench.negmem, TEAM, "nm-71")


def test_searching_finds_by_words_and_service(bench):
    bench.remember(BLOCK, WARN)
    assert [e.id for e in search_entries(bench.negmem, TEAM, "redis origin")] == ["nm-18"]
    assert [e.id for e in list_entries(bench.negmem, TEAM, service="payments-api")] == ["nm-17"]


def test_a_retired_entry_stops_matching_at_once_and_comes_back_by_renewal(bench):
    bench.remember(BLOCK)
    retire_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17")
    assert bench.announce().effect is Effect.ALLOW
    renew_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17")
    assert bench.announce("Restarting payments-api in prod again.").effect is Effect.HOLD


def test_wrong_match_excepts_that_text_and_releases_if_nothing_else_blocks(bench):
    bench.remember(BLOCK)
    judged = bench.announce()
    assert not call_wrong(bench.negmem, TEAM, MEMBER, CHANNEL, judged.id, "nm-17").ok
    assert call_wrong(bench.negmem, TEAM, ONCALL, CHANNEL, judged.id, "nm-17").ok
    assert bench.hold(judged).state is HoldState.RELEASED
    assert bench.announce().effect is Effect.ALLOW
    assert bench.announce("Restarting payments-api in prod, all of it.").effect is Effect.HOLD


def test_wrong_match_leaves_a_hold_that_another_entry_holds(bench):
    other = {**BLOCK, "id": "nm-30", "action": "restart payments-api pods at peak"}
    bench.remember(BLOCK, other)
    judged = bench.announce()
    assert len(judged.matches) == 2
    call_wrong(bench.negmem, TEAM, ONCALL, CHANNEL, judged.id, "nm-17")
    assert bench.hold(judged).state is HoldState.PENDING
    assert [one.entry_id for one in bench.hold(judged).shown] == ["nm-30"]


def test_a_second_wrong_match_keeps_the_first(bench):
    bench.remember(BLOCK)
    texts = ["Restarting payments-api in prod.", "Restarting payments-api in prod once more."]
    for text in texts:
        judged = bench.announce(text)
        call_wrong(bench.negmem, TEAM, ONCALL, CHANNEL, judged.id, "nm-17")
    assert [bench.announce(text).effect for text in texts] == [Effect.ALLOW, Effect.ALLOW]


def test_an_import_with_a_broken_line_names_it_and_imports_nothing(bench):
    lines = [json.dumps(BLOCK), "{", json.dumps({**WARN, "severity": "fatal"})]
    with pytest.raises(BadInput) as refused:
        import_lines(bench.negmem, TEAM, "operator", lines, "e.jsonl")
    assert "e.jsonl:2" in str(refused.value)
    assert "e.jsonl:3: severity" in str(refused.value)
    assert list_entries(bench.negmem, TEAM) == ()


def test_a_dry_run_stores_nothing(bench):
    report = import_lines(
        bench.negmem, TEAM, "operator", [json.dumps(BLOCK)], "e.jsonl", dry_run=True
    )
    assert report.stored == ("nm-17",)
    assert list_entries(bench.negmem, TEAM) == ()


def test_export_and_import_give_the_same_entries(bench):
    bench.remember(BLOCK, WARN)
    lines = list(export_lines(bench.negmem, TEAM))
    other = Bench()
    import_lines(other.negmem, TEAM, "operator", lines, "e.jsonl")
    assert list(export_lines(other.negmem, TEAM)) == lines


@pytest.mark.parametrize("created", ["2020-01-01T00:00:00Z", "2099-01-01T00:00:00Z"])
def test_an_audit_record_has_the_time_of_the_clock_whatever_an_entry_says(bench, created):
    """Whoever imports could date the log otherwise; a merge is a record too."""
    line = json.dumps({**BLOCK, "id": "", "created": created})
    for _ in range(2):
        import_lines(bench.negmem, TEAM, "operator", [line], "e.jsonl")
    with bench.store.read() as tx:
        records = list(tx.audit.records(TEAM))
        (entry,) = tx.entries.all(TEAM)
    written = [one for one in records if one.event.value.startswith("entry_")]
    assert [one.event for one in written] == [AuditEvent.ENTRY_ADDED, AuditEvent.ENTRY_MERGED]
    assert {one.at for one in written} == {bench.now}
    assert entry.created <= bench.now


def test_each_change_leaves_a_record(bench):
    bench.remember(BLOCK)
    renew_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17")
    weaken_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17")
    retire_entry(bench.negmem, TEAM, ADMIN, CHANNEL, "nm-17")
    assert bench.events()[-3:] == [
        AuditEvent.ENTRY_RENEWED,
        AuditEvent.ENTRY_WEAKENED,
        AuditEvent.ENTRY_RETIRED,
    ]
    assert bench.entry("nm-17").state is EntryState.RETIRED
