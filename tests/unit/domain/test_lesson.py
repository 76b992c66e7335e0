"""What counts as a lesson: the command took effect and things got clearly worse."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.command_reach import Reach, reach_of
from bot.domain.decision import decide
from bot.domain.entry import Entry, Scope
from bot.domain.errors import BadInput
from bot.domain.lesson import learn_from, read_tool_call
from bot.domain.matching import Memory
from bot.domain.reading.lexicon import load_lexicon

WORSE = {"metrics_before": {"err_pct": 0.1}, "metrics_after": {"err_pct": 31.0}}
RESTART = "kubectl --context prod rollout restart deploy/web-shop"


def lesson(**record: object):
    return learn_from(read_tool_call({"service": "web-shop", "env": "prod", **record}))


def test_effect_and_harm_make_a_lesson_with_numbers() -> None:
    """The draft says what was done and what got worse, before and after."""
    found = lesson(command=RESTART, exit_code=0, **WORSE)
    assert found.is_lesson
    assert (found.action, found.service, found.environment) == (
        "restart web-shop",
        "web-shop",
        "prod",
    )
    assert found.outcome == "err from 0.1 to 31 %"


def test_a_scaling_says_from_how_many_to_how_many() -> None:
    """The replicas before are known from the metrics."""
    found = lesson(
        command="kubectl scale deploy/web-shop --replicas=4",
        exit_code=0,
        metrics_before={"replicas": 12, "err_pct": 0.1},
        metrics_after={"replicas": 4, "err_pct": 22.0},
    )
    assert found.action == "scale web-shop from 12 to 4 replicas"


def test_a_command_without_a_phrase_stands_in_back_quotes() -> None:
    """So that it is read as a command and not as the words of a sentence."""
    found = lesson(command="ceph -n client.admin osd out 12 13", exit_code=0, **WORSE)
    assert found.action == "run `ceph osd out 12 13` on web-shop"


@pytest.mark.parametrize(
    ("command", "code", "stderr", "why"),
    [
        (RESTART, 1, 'Error: deployments.apps "x" not found', "not_found"),
        ("psql -c 'DORP INDEX a'", 1, 'syntax error at or near "DORP"', "typo"),
        (RESTART, 1, "error: You must be logged in to the server (Unauthorized)", "auth"),
        (RESTART, 1, "429 Too Many Requests", "rate_limit"),
        (RESTART, 1, "dial tcp 10.0.0.1:6443: i/o timeout", "network"),
        ("terraform apply", 1, "Error acquiring the state lock", "lock"),
        ("kubectl drain n1", 1, "Cannot evict pod as it would violate the budget", "rejected"),
        ("helm upgrade a b --atomic", 1, "release failed, and has been rolled back", "aborted"),
        ("kubectl get pods", 0, "", "read_only"),
        ("kubectl apply -f a.yml --dry-run=server", 0, "", "dry_run"),
    ],
)
def test_what_took_no_effect_is_none_though_things_got_worse(
    command: str, code: int, stderr: str, why: str
) -> None:
    """What got worse at the same time has another cause."""
    found = lesson(command=command, exit_code=code, stderr=stderr, **WORSE)
    assert (found.is_lesson, found.code) == (False, why)


@pytest.mark.parametrize(
    ("code", "stderr", "note"),
    [
        (1, "migration 88 applied partially", ""),
        (137, "Killed", "killed after 18 minutes, 40 % was through"),
        (1, "timed out waiting for the condition", ""),
        (1, "remaining connection slots are reserved", ""),
    ],
)
def test_what_broke_off_half_way_took_effect(code: int, stderr: str, note: str) -> None:
    """A failure after the fact is no excuse."""
    assert lesson(
        command="./migrate.sh", exit_code=code, stderr=stderr, agent_note=note, **WORSE
    ).is_lesson


def test_what_was_meant_is_no_harm() -> None:
    """Traffic that was drained on purpose went down, as it should."""
    drained = lesson(
        command="consul maint -enable -service=web-shop",
        exit_code=0,
        metrics_before={"rps": 4100, "err_pct": 0.2},
        metrics_after={"rps": 0, "err_pct": 0.0},
        agent_note="traffic drained to the other region on purpose",
    )
    assert (drained.is_lesson, drained.code) == (False, "expected_change")


def test_lost_data_is_harm_that_no_metric_shows() -> None:
    """A purge brings the queue down: the note says at which price."""
    record = {
        "command": "nats stream purge ORDERS --force",
        "exit_code": 0,
        "metrics_before": {"pending_msgs": 51200},
        "metrics_after": {"pending_msgs": 0},
    }
    assert lesson(**record, agent_note="51,200 orders lost").code == "harm_reported"
    assert not lesson(**record, agent_note="no orders lost, all were test data").is_lesson


@pytest.mark.parametrize(
    ("note", "harms"),
    [
        ("after this checkout was down for 20 minutes", True),
        ("checkout errors went from 0.1 % to 40 %", True),
        ("no errors, the site was up all the time", False),
        ("errors were unavailable in the dashboard", False),
    ],
)
def test_a_note_tells_harm_without_any_metric(note: str, harms: bool) -> None:
    found = lesson(command="helm upgrade pay-api ./chart", exit_code=0, agent_note=note)
    assert found.is_lesson is harms


@pytest.mark.parametrize(
    ("command", "reach"),
    [
        ("kubectl -n prod get pods -o wide", Reach.READ_ONLY),
        ("kubectl -n prod delete pod x", Reach.REMOVES),
        ("sudo ssh db-1 'df -h'", Reach.READ_ONLY),
        ("curl -s es:9200/_cat/health", Reach.READ_ONLY),
        ("curl -XPOST es:9200/_cluster/reroute", Reach.CHANGES),
        ("aws s3 rm s3://list/get --recursive", Reach.REMOVES),
        ("aws ec2 describe-instances", Reach.READ_ONLY),
        ("psql -c 'select pg_terminate_backend(1)'", Reach.CHANGES),
        ("psql -c 'select count(*) from a'", Reach.READ_ONLY),
        ("kubectl get pods && kubectl rollout restart deploy/a", Reach.CHANGES),
        ("terraform plan -out p", Reach.DRY_RUN),
        ("kubectl drain n1", Reach.DRAINS),
        ("something-unknown --now", Reach.CHANGES),
    ],
)
def test_the_furthest_reaching_part_of_a_command_counts(command: str, reach: Reach) -> None:
    """What is not known changes something."""
    assert reach_of(command, load_lexicon()) is reach


def test_missing_keys_are_fine_and_a_missing_command_is_not() -> None:
    """A record without a command says nothing."""
    assert read_tool_call({"command": "a"}).exit_code is None
    assert not learn_from(read_tool_call({"command": "a"})).is_lesson
    with pytest.raises(BadInput):
        read_tool_call({"exit_code": 0})
    with pytest.raises(BadInput):
        read_tool_call({"command": "a", "exit_code": "many"})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=5,
)


@given(
    st.text(min_size=1, max_size=80),
    st.text(max_size=80),
    st.text(max_size=80),
    st.dictionaries(st.text(max_size=12), json_values, max_size=4),
)
def test_any_record_is_judged_with_a_reason(
    command: str, stderr: str, note: str, metrics: dict[str, object]
) -> None:
    """Whatever agents send, the answer is a lesson with a draft or a reason why not."""
    try:
        call = read_tool_call(
            {"command": command, "stderr": stderr, "agent_note": note, "metrics_before": metrics,
             "metrics_after": metrics, "exit_code": 0}
        )  # fmt: skip
    except BadInput:
        assert not command.strip()
        return
    found = learn_from(call)
    assert found.reason
    assert bool(found.action) == found.is_lesson


@pytest.mark.parametrize(
    "stderr",
    [
        "sudo: a password is required",
        "ssh: Could not resolve hostname db-1",
        "bash: line 1: pg_ctl: command not found",
        "Please log in first",
        "yaml: line 3: mapping values are not allowed here",
    ],
)
def test_a_wrapper_that_fails_never_reaches_the_command(stderr: str) -> None:
    """Whatever got worse meanwhile has another cause."""
    assert not lesson(command=f"sudo {RESTART}", exit_code=1, stderr=stderr, **WORSE).is_lesson


def test_what_a_flush_removes_is_no_harm_where_what_depends_on_it_is_well() -> None:
    """Where nothing else was measured, everything gone stays a loss."""
    flush = "redis-cli -h cache FLUSHALL"
    well = {
        "metrics_before": {"keys": 420, "err_pct": 3.0},
        "metrics_after": {"keys": 0, "err_pct": 3.0},
    }
    alone = {"metrics_before": {"carts": 420}, "metrics_after": {"carts": 0}}
    assert not lesson(command=flush, exit_code=0, **well).is_lesson
    assert lesson(command=flush, exit_code=0, **alone).is_lesson


def test_more_gained_than_lost_is_no_lesson_but_damage_for_good_is_one() -> None:
    """Evictions in place of errors are the purpose; lost messages are none."""
    before = {"oom_errors": 1200, "hit_rate": 0.58}
    after = {"oom_errors": 0, "hit_rate": 0.93}
    for name, taught in (("evicted_per_s", False), ("lost_msgs", True)):
        found = lesson(
            command="redis-cli CONFIG SET maxmemory-policy allkeys-lru",
            exit_code=0,
            metrics_before={**before, name: 0},
            metrics_after={**after, name: 35},
        )
        assert found.is_lesson is taught


def test_a_note_that_something_else_did_not_run_takes_no_harm_away() -> None:
    """`did not run for the night` is what came of it where the numbers show damage."""
    found = lesson(
        command="systemctl stop reconcile.timer",
        exit_code=0,
        note="reconciliation did not run for the night",
        metrics_before={"unmatched_txns": 40},
        metrics_after={"unmatched_txns": 5200},
    )
    assert found.is_lesson


def test_what_never_reached_those_who_wait_for_it_is_harm_and_no_sign_that_nothing_ran() -> None:
    """Alarms that never reach a ward are lost; a call that never reaches a host did nothing."""
    found = lesson(command=RESTART, exit_code=0, agent_note="40 alarms never reached the wards")
    assert found.is_lesson
    none = lesson(command=RESTART, exit_code=0, agent_note="the call never reached the host")
    assert not none.is_lesson


def test_a_stop_after_which_nothing_flows_is_harm_unless_it_was_meant() -> None:
    """Less traffic is what a drain is for; none at all, with the part itself gone, is an outage."""
    record = {
        "command": "mysqladmin -h stock shutdown",
        "exit_code": 0,
        "metrics_before": {"picks_per_min": 140, "db_up": 1},
        "metrics_after": {"picks_per_min": 0, "db_up": 0},
    }
    assert lesson(**record).is_lesson
    assert not lesson(note="planned maintenance", **record).is_lesson


@pytest.mark.parametrize(
    ("command", "reach"),
    [
        ("varnishadm ban.list", Reach.READ_ONLY),
        ("anytool info", Reach.READ_ONLY),
        ("anytool app diff web-shop", Reach.DRY_RUN),
        ("anytool rm list", Reach.REMOVES),
        ("rm list", Reach.REMOVES),
        ("ipmitool -H san-1 chassis power status", Reach.READ_ONLY),
        ("ipmitool -H san-1 chassis power cycle", Reach.CHANGES),
        ("bq query --dry_run 'INSERT INTO a SELECT * FROM b'", Reach.DRY_RUN),
        ("bq query 'INSERT INTO a SELECT * FROM b'", Reach.CHANGES),
        ("bq query 'SELECT * FROM b'", Reach.READ_ONLY),
        ("varnishadm ban 'req.url ~ .'", Reach.CHANGES),
    ],
)
def test_one_tool_looks_and_changes(command: str, reach: Reach) -> None:
    """Its verb decides."""
    assert reach_of(command, load_lexicon()) is reach


def test_the_number_that_a_command_asks_for_is_no_harm() -> None:
    """Two machines after `scale count 2` is what was wanted; errors beside it are not."""
    record = {
        "command": "flyctl scale count 2 -a web-shop",
        "exit_code": 0,
        "metrics_before": {"machines": 6, "5xx_pct": 0.1},
    }
    assert not lesson(metrics_after={"machines": 2, "5xx_pct": 0.1}, **record).is_lesson
    assert lesson(metrics_after={"machines": 2, "5xx_pct": 12.0}, **record).is_lesson


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("kubectl -n shop rollout restart deploy/web-shop", "restart web-shop"),
        ("kubectl rollout undo deploy/web-shop --to-revision=7",
         "roll back web-shop to revision 7"),
        ("helm rollback web-shop 118", "roll back web-shop to revision 118"),
        ("kubectl set env deploy/web-shop BATCH=5000", "set BATCH to 5000 on web-shop"),
        ("kubectl set image deploy/web-shop web=shop:7.4.1", "deploy shop:7.4.1 to web-shop"),
        ("kubectl drain web-shop-7 --force", "drain web-shop-7 with --force"),
        ("redis-cli CONFIG SET maxmemory 2gb", "set maxmemory to 2gb on web-shop"),
        ("kubectl delete pvc web-shop-data", "delete pvc web-shop-data"),
        ("kubectl delete pod web-shop-0", "run `kubectl delete pod web-shop-0`"),
        ("ssh web-shop-1 'systemctl stop app && rm -rf /data/app'",
         "run `ssh web-shop-1 'systemctl stop app && rm -rf /data/app'`"),
        ("bq query 'DELETE FROM web_shop.orders WHERE true'",
         "run `bq query 'DELETE FROM web_shop.orders WHERE true'` on web-shop"),
    ],
)  # fmt: skip
def test_what_was_learned_from_a_command_holds_it_the_next_time(command: str, said: str) -> None:
    """However it is said: the words read as the same action again."""
    found = lesson(command=command, exit_code=0, **WORSE)
    assert found.action == said
    memory = Memory(load_lexicon())
    now = datetime(2026, 11, 29, tzinfo=UTC)
    scope = Scope(("web-shop",), ("prod",))
    memory.put(Entry("nm-1", said, "", found.outcome, found.severity, "", scope, None, now))
    situation = Situation(now=now, service="web-shop", environment="prod")
    again = decide(ActionInput(InputForm.COMMAND, command), situation, memory)
    assert [match.entry.id for match in again.matches] == ["nm-1"]
