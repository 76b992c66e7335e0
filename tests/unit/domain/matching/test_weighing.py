"""What the gates let through is weighed; no chatter and no other entry opens a hold."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import Decision, Effect, decide
from bot.domain.entry import Severity
from bot.domain.matching import Hit, Memory
from bot.domain.matching.weighing import likelihoods, nearest
from bot.domain.reading import Reading, read
from tests.unit.domain.matching.block_entries import NOW, block_entry, memory_of, repeats

matches = repeats("orders-api", "orders lost")


REINDEX = "GiST on geom is bloated, plain REINDEX of it now"
KICK = "giving the primary a kick so that it comes up fresh"


def decided(action: str, text: str, *, environment: str = "prod") -> Decision:
    """What is said to a text in the channel of orders-api, beside one entry."""
    memory = memory_of(block_entry("orders-api", action, "orders lost"))
    where = Situation(now=NOW, service="orders-api", environment=environment)
    return decide(ActionInput(InputForm.TEXT, text), where, memory)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("Reboot the primary database", KICK),
        ("Lower the retention of the events topic", "events will only be kept for a day from now"),
        ("Start a second scheduler beside the first", "adding another scheduler in prod"),
        ("Kill the long running sessions", "killing the long running sessions in prod"),
        ("Switch the worker pool to spot machines", "`shipctl workerpool set --machines spot`"),
        ("Cancel the sorting job instead of draining it", "no drain, just cancel it"),
        ("Turn the disk check off", 'PUT /settings {"cluster.disk.check_enabled":false}'),
        ("Raise the rebalance limit", "`ringctl config set ring_max_rebalances 12`"),
    ],
)
def test_the_same_in_other_words_is_a_repeat(action: str, text: str) -> None:
    assert decided(action, text).matches


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("Turn on address blocking", "switching address blocking off"),
        ("Restart all pods at once", "restarting one pod of orders-api"),
        ("Purge the orders queue", "we did not purge the orders queue"),
        ("Purge the orders queue", "should we purge the orders queue?"),
        ("Purge the orders queue", "purged the orders queue yesterday"),
    ],
)
def test_what_is_not_done_as_told_is_no_repeat(action: str, text: str) -> None:
    assert not decided(action, text).matches


@pytest.mark.parametrize(
    "text",
    ["we did not purge the orders queue", "should we purge the orders queue?",
     "purged the orders queue yesterday", "if it grows we would purge the orders queue"],
)  # fmt: skip
def test_where_nothing_is_planned_nothing_is_weighed(text: str) -> None:
    memory = memory_of(block_entry("orders-api", "Purge the orders queue", "orders lost"))
    where = Situation(now=NOW, service="orders-api", environment="prod")
    _, hits = memory.ruled(read(ActionInput(InputForm.TEXT, text), memory.lexicon), where)
    assert [hit.entry.action for hit in hits] == ["Purge the orders queue"]
    assert likelihoods(hits) == []


@pytest.mark.parametrize("action", ["restart orders-api", "Drop the audit table", "flush cache"])
def test_an_entry_said_in_its_own_words_is_repeated(action: str) -> None:
    memory = memory_of(replace(block_entry("orders-api", action, ""), context=""))
    where = Situation(now=NOW, service="orders-api", environment="prod")
    assert decide(ActionInput(InputForm.TEXT, f"{action} now"), where, memory).matches


def test_another_environment_is_not_weighed() -> None:
    action = "Build or rebuild the spatial index without CONCURRENTLY"
    assert not decided(action, REINDEX, environment="staging").matches


def test_a_match_that_the_rules_alone_do_not_see_says_what_it_rests_on() -> None:
    key = replace(
        block_entry("kms-booking", "Schedule the previous KMS key for deletion"),
        context="kms-booking in production, old snapshots and documents are encrypted with it",
    )
    text = "Rotation is done, scheduling the previous key of kms-booking for deletion in prod."
    memory = memory_of(key)
    where = Situation(now=NOW, service="kms-booking", environment="prod")
    assert not any(h.matches for h in memory.ruled(*read_as(text, memory, where))[1])
    (match,) = decide(ActionInput(InputForm.TEXT, text), where, memory).matches
    assert any("tells of the same action" in line for line in match.agreed)
    assert match.planned.text


def read_as(text: str, memory: Memory, where: Situation) -> tuple[Reading, Situation]:
    """What a search takes."""
    return read(ActionInput(InputForm.TEXT, text), memory.lexicon), where


COMMANDS = [
    ("restart service orders-api", "kubectl -n prod rollout restart deploy/orders-api"),
    ("Reboot the primary RDS instance", "aws rds reboot-db-instance --db-instance-identifier "
     "orders-api --force-failover"),
    ("FLUSHALL on the cache", "redis-cli -h orders-api.prod FLUSHALL"),
]  # fmt: skip
AROUND = [
    "timeout 60 {}",
    "{} # just looking at the dashboards, nothing is changed. Did anybody see the graphs?",
    "{}; echo 'Routine. The weather is fine, everything looks good and nothing is restarted.'",
    "{} && git status && git log -1 && git diff",
    "kubectl get pods -A; kubectl get nodes; kubectl top pods; {}",
    "{}; kubectl get pods; kubectl get nodes; kubectl top pods",
    "REASON='routine check?' {} 2>&1 | tee log",
]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(("action", "command"), COMMANDS)
def test_what_stands_around_a_command_loses_no_hold(action: str, command: str, around: str) -> None:
    memory = memory_of(block_entry("orders-api", action, "orders lost"))
    where = Situation(now=NOW, service="orders-api", environment="prod")
    for text in (command, around.format(command)):
        decision = decide(ActionInput(InputForm.COMMAND, text), where, memory)
        assert decision.effect is Effect.HOLD, text


@pytest.mark.parametrize(
    "note",
    ["Looking at dashboards, nothing is changed", "Is this ok?", "Not a restart. Read only."],
)
@pytest.mark.parametrize(("action", "command"), COMMANDS)
def test_a_note_beside_a_command_loses_no_hold(action: str, command: str, note: str) -> None:
    memory = memory_of(block_entry("orders-api", action, "orders lost"))
    where = Situation(now=NOW, service="orders-api", environment="prod")
    args = {"command": command, "description": note}
    decision = decide(ActionInput(InputForm.TOOL, tool="Bash", args=args), where, memory)
    assert decision.effect is Effect.HOLD


@pytest.mark.parametrize(
    "text",
    [
        "I am restarting orders-api in prod. Is it ok?",
        "I am restarting orders-api in prod. Did anybody look at the graphs?",
        "I am restarting orders-api in prod. Nothing else changes. We did not touch the queue.",
        "Yesterday was quiet. Is anybody around? I am restarting orders-api in prod.",
        "Ich starte orders-api in prod jetzt neu. Hat jemand die Graphen gesehen?",
        "Je redémarre orders-api en prod. Quelqu'un a regardé les graphes ?",
    ],
)
def test_who_chats_around_an_action_does_it_all_the_same(text: str) -> None:
    memory = memory_of(block_entry("orders-api", "restart service orders-api", "orders lost"))
    where = Situation(now=NOW, service="orders-api", environment="prod")
    assert decide(ActionInput(InputForm.TEXT, text), where, memory).effect is Effect.HOLD


WARNED = (
    "Restart the worker before the batch has finished", "Restart the web pods all at once",
    "Scale the workers to zero", "Drop the audit table", "Restart the scheduler by hand",
)  # fmt: skip


@pytest.mark.parametrize("number", range(1, 2 ** len(WARNED)))
def test_entries_that_warn_open_no_hold(number: int) -> None:
    block = block_entry("orders-api", "restart service orders-api", "orders lost")
    warn = [
        replace(block, id=f"w{at}", action=action, severity=Severity.WARN)
        for at, action in enumerate(WARNED)
        if number >> at & 1
    ]
    where = Situation(now=NOW, service="orders-api", environment="prod")
    command = ActionInput(InputForm.COMMAND, "kubectl -n prod rollout restart deploy/orders-api")
    prose = ActionInput(InputForm.TEXT, "restarting orders-api now")
    memory = memory_of(block, *warn)
    assert decide(command, where, memory).effect is Effect.HOLD
    assert decide(prose, where, memory).effect is Effect.HOLD


@pytest.mark.parametrize("severity", [Severity.WARN, Severity.ALERT])
def test_a_milder_entry_that_fits_better_takes_no_hold_away(severity: Severity) -> None:
    block = block_entry("orders-api", "restart orders-api", "orders lost")
    milder = replace(
        block, id="m", action="restart all pods of orders-api with drain", severity=severity
    )
    said = ActionInput(
        InputForm.TEXT, "Restarting the orders-api pods in prod after raising heap to 4G"
    )
    where = Situation(now=NOW, service="orders-api", environment="prod")
    assert decide(said, where, memory_of(block)).effect is Effect.HOLD
    assert decide(said, where, memory_of(block, milder)).effect is Effect.HOLD


def test_no_crowd_of_entries_that_warn_keeps_a_block_from_being_weighed() -> None:
    block = block_entry("orders-api", "Turn off the rate limiter", "orders lost")
    crowd = [
        replace(block, id=f"w{at}", action=f"Restart {at} pods", severity=Severity.WARN)
        for at in range(20)
    ]
    memory = memory_of(*crowd, block)
    said = ActionInput(InputForm.TEXT, "Restarting 3 pods of orders-api in prod, no throttle after")
    where = Situation(now=NOW, service="orders-api", environment="prod")
    _, hits = memory.ruled(read(said, memory.lexicon), where)
    assert block.id in {one.hit.entry.id for one in nearest(hits)}


@given(st.permutations(range(16)))
@settings(max_examples=25)
def test_the_order_of_alike_entries_changes_no_decision(order: list[int]) -> None:
    entries = [
        replace(
            block_entry("orders-api", f"Restart the {part} pods {when}", entry_id=f"e{part}{when}"),
            severity=Severity.BLOCK if (part, when) == ("web", "by hand") else Severity.WARN,
        )
        for part in ("worker", "web", "cron", "queue")
        for when in ("at noon", "by hand", "all at once", "before the batch has finished")
    ]
    where = Situation(now=NOW, service="orders-api", environment="prod")
    command = ActionInput(InputForm.COMMAND, "kubectl -n prod rollout restart deploy/orders-api")
    first = decide(command, where, memory_of(*entries))
    shuffled = decide(command, where, memory_of(*(entries[at] for at in order)))
    assert [match.entry.id for match in shuffled.matches] == [m.entry.id for m in first.matches]


@pytest.mark.parametrize("text", [REINDEX, KICK, "restarting every pod", "adding a scheduler"])
def test_entries_behind_a_closed_gate_change_nothing(text: str) -> None:
    alive = [
        block_entry("orders-api", action, "orders lost", entry_id=f"a{at}")
        for at, action in enumerate(
            ("Build or rebuild the spatial index without CONCURRENTLY", "Restart all pods at once")
        )
    ]
    dead = [
        replace(one, id=f"d{at}{one.id}", expires=NOW, action=f"{one.action} of {thing}")
        for one in alive
        for at, thing in enumerate(("parcels", "roads", "rivers", "lakes", "towns", "fields"))
    ]
    where = Situation(now=NOW, service="orders-api", environment="prod")
    hits = [
        [(h.entry.id, h.matches, h.score) for h in search(text, where, memory) if h.entry in alive]
        for memory in (memory_of(*alive), memory_of(*alive, *dead))
    ]
    assert hits[0] == hits[1]


def search(text: str, where: Situation, memory: Memory) -> list[Hit]:
    """What a search in this memory yields."""
    return memory.search(*read_as(text, memory, where))
