"""Calls whose form is their own: PowerShell, statements in quotes, jobs, files, routers, notes."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction
from bot.domain.reading import Extent, Reading, read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def reading(text: str | dict[str, object]) -> Reading:
    """A message, or a call as one."""
    said = text if isinstance(text, str) else json.dumps(text)
    return read(ActionInput(InputForm.TEXT, said), LEXICON)


def planned(text: str | dict[str, object]) -> list[PlannedAction]:
    """The actions that are planned."""
    return [a for a in reading(text).planned if a.mode is Mode.PLANNED]


def kinds(text: str | dict[str, object]) -> list[str]:
    """Their kinds."""
    return [a.kind for a in planned(text)]


@pytest.mark.parametrize(
    ("script", "kind", "target"),
    [
        ("Import-Module X; Stop-VM -Name (Get-VM a1).Name -Force", "stop", "$found"),
        ("$s = Get-Service Spooler; Restart-Service -Name Spooler", "restart", "Spooler"),
        ("foreach ($h in 'a','b') { Restart-Service -Name W3SVC }", "restart", "W3SVC"),
        ("try { Stop-Service Spooler } catch { Write-Host no }", "stop", "Spooler"),
        ("if ((Get-Service W3SVC).Status -eq 'Running') { Stop-Service W3SVC }", "stop", "W3SVC"),
        ("New-GPLink -Name NoUsb -Target (Get-ADDomain).DistinguishedName", "attach", "NoUsb"),
        ("Remove-GPLink -Name NoUsb -Target 'dc=a'", "detach", "NoUsb"),
    ],
)
def test_powershell_is_read_past_its_brackets(script: str, kind: str, target: str) -> None:
    """Brackets look something up, variables are given values, blocks hold statements."""
    found = planned({"name": "powershell", "arguments": {"script": script}})
    assert [(a.kind, a.target) for a in found] == [(kind, target)]


@pytest.mark.parametrize(
    "text",
    [
        "`(Get-GPInheritance -Target 'dc=a').GpoLinks`",
        "`$x = Get-ADUser -Filter *`",
        "`(Get-VM web-1 | Sort-Object Name).PowerState`",
    ],
)
def test_what_powershell_looks_up_is_no_action(text: str) -> None:
    """A property of what a Get- cmdlet finds only looks."""
    assert not planned(text)
    assert all(a.mode is Mode.READ_ONLY for a in reading(text).planned)


def test_a_statement_in_quotes_names_its_target() -> None:
    """Words that only join, or say how, are nothing that is acted on."""
    (known,) = planned("`dgmgrl sys@ora-a \"failover to 'ora-b' immediate\"`")
    assert (known.kind, known.target, known.objects) == ("failover", "ora-b", ())
    (unknown,) = planned("`hactl admin@n1 'switchover to n2 immediate' --yes`")
    assert unknown.kind == "failover"
    assert not {"to", "immediate"} & set(unknown.objects)


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("dbcc checkdb (N'ERP', repair_allow_data_loss) with tablock", "repair"),
        ("DBCC CHECKTABLE ('dbo.a', REPAIR_REBUILD)", "repair"),
        ("DBCC CHECKDB ('ERP') WITH NO_INFOMSGS", ""),
    ],
)
def test_an_option_of_a_check_repairs(statement: str, kind: str) -> None:
    """CHECKDB only looks, unless it is to repair what it finds."""
    call = {"tool": "mssql", "server": "erp-sql", "statement": statement}
    assert kinds(call) == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("command", "lacks", "word"),
    [
        ("dbt run --select orders", True, "full"),
        ("dbt run --select orders --full-refresh", False, "full"),
        ("dbt run --select orders -f", False, "full"),
        ("argocd app sync shop", True, "prune"),
        ("argocd app sync shop --prune", False, "prune"),
        ("endmqm -c QM1", True, "preemptive"),
        ("endmqm -p QM1", False, "preemptive"),
        ('psql -c "VACUUM ANALYZE orders"', True, "full"),
        ('psql -c "VACUUM FULL orders"', False, "full"),
    ],
)
def test_a_switch_that_is_not_given_is_left_out(command: str, lacks: bool, word: str) -> None:
    """A command says all that it does: one without --prune prunes nothing."""
    (action,) = planned(f"`{command}`")
    assert (word in action.lacks) is lacks


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        ({"tool": "awx", "op": "launch_job_template", "job_template": "edge"}, "run"),
        ({"tool": "ci", "op": "start", "pipeline": "nightly"}, "run"),
        ({"tool": "ci", "op": "start_vm", "vm": "a1"}, "start"),
        ({"tool": "jenkins", "job": "refresh-shop-db", "parameters": {"SOURCE": "x"}}, "restore"),
        ({"tool": "rundeck", "op": "run_job", "job": "ops/rollback-pay-api"}, "rollback"),
        ({"method": "POST", "path": "/api/v2/job_templates/edge/launch/", "body": {}}, "run"),
    ],
)
def test_what_is_started_is_run_or_does_what_its_name_says(
    call: dict[str, object], kind: str
) -> None:
    """A job, a pipeline, a template is run."""
    assert kinds(call) == [kind]


def test_a_job_that_is_only_checked_is_tried() -> None:
    """`job_type` "check" changes nothing."""
    assert not planned({"tool": "awx", "op": "launch", "job_template": "a", "job_type": "check"})


@pytest.mark.parametrize(
    "text",
    [
        {"tool": "jenkins", "job": "refresh-shop-db", "env": "staging"},
        {"tool": "rundeck", "op": "run_job", "job": "ops/shop-db-rollback"},
        "`ansible-playbook restart-shop-db.yml`",
    ],
)
def test_what_a_job_is_about_is_named_by_it(text: str | dict[str, object]) -> None:
    """The rest of the job's name is a name of its own."""
    pairs = pairwise(reading(text).words)
    alone = [one[1] for one, other in pairs if (one[0], *other) == ("shop", "db", "-")]
    assert any(joint not in {"-", "_", "/"} for joint in alone)


def test_a_setting_in_a_file_is_changed_not_the_file() -> None:
    """File and key stand apart; the words of the path are no objects."""
    call = {"tool": "edit_values", "file": "apps/prod/a/values.yaml", "path": "pool.size",
            "old": 60, "new": 12}  # fmt: skip
    (action,) = planned(call)
    assert (action.kind, action.objects) == ("lower", ("pool.size",))
    assert (action.parameters["from"], action.parameters["to"]) == ("60", "12")


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"persist": []}, "delete"),
        ({"limits": None}, "delete"),
        ({"cluster.routing.allocation.enable": None}, "reset"),
        ({"cluster.routing.allocation.enable": "all"}, "enable"),
        ({"cluster.routing.allocation.enable": "none"}, "disable"),
        ({"canaryTrafficPercent": 100}, "reroute"),
    ],
)
def test_a_value_of_nothing_takes_away(body: dict[str, object], kind: str) -> None:
    """Null and an empty list remove; a switch goes back to its default."""
    assert kinds({"method": "PATCH", "path": "/api/things/a", "body": body}) == [kind]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/esx/settings/clusters/domain-c8/software?action=apply", ["repair"]),
        ("/api/esx/settings/clusters/domain-c8/software?action=check", []),
        ("/rest/vcenter/vm/vm-12/power?action=reset", ["restart"]),
    ],
)
def test_the_query_says_what_a_request_does(path: str, kind: list[str]) -> None:
    """One path, several actions."""
    assert kinds({"method": "POST", "path": path}) == kind


def test_a_command_that_is_run_by_a_request_tells_its_kind() -> None:
    """The verb stands in the arguments of what is run."""
    body = {"command": "run", "utilCmdArgs": "config-sync to-group lb-dg"}
    assert kinds({"method": "POST", "path": "/mgmt/tm/cm", "body": body}) == ["sync"]


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["router bgp 65001", "no neighbor 10.0.0.2"], "delete"),
        (["interface Gi0/1", "shutdown"], "stop"),
        (["conf t", "interface Gi0/1", "mtu 9000"], "set"),
    ],
)
def test_lines_of_a_router_are_read_one_by_one(lines: list[str], kind: str) -> None:
    """Given as a list, whatever the tool is called."""
    assert kinds({"tool": "net_push", "device": "core-1", "commands": lines}) == [kind]


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("sftp feed@files.prod <<< 'put a.csv /in/'", "import"),
        ('lftp -e "mirror -R out in; bye" sftp://files.prod', "import"),
        ("sftp feed@files.prod <<< 'rm /in/a.csv'", "delete"),
        ("mysql -h shop.prod shop < dump-2026-11-28.sql", "restore"),
        ("mysqlsh --uri root@b.prod -- cluster set-primary-instance b:3306", "promote"),
        ("ctm run job::rerun prd:0k4tz", "retry"),
        ("tmsh modify ltm virtual vs_a persist none", "delete"),
    ],
)
def test_lines_and_input_of_clients(command: str, kind: str) -> None:
    """What is sent to a server acts there."""
    assert kinds(f"`{command}`") == [kind]


@pytest.mark.parametrize(
    "command",
    [
        "sftp feed@files.prod <<< 'ls /in'",
        "mysqlsh --uri root@b.prod -- cluster status",
        "ctm run job:output::get prd:0k4tz",
        "dgmgrl sys@a 'show configuration'",
    ],
)
def test_clients_that_only_look(command: str) -> None:
    """Listing and printing do nothing."""
    assert not planned(f"`{command}`")


def test_a_note_beside_a_call_that_acts_plans_nothing() -> None:
    """It may tell what a vague call does."""
    acting = {"tool": "mq", "op": "purge_queue", "queue": "a", "note": "restarting the app later"}
    assert kinds(acting) == ["purge"]
    vague = {"tool": "job_runner", "op": "run", "id": 7, "note": "restarting the app"}
    assert "restart" in kinds(vague)


@pytest.mark.parametrize(
    ("call", "one"),
    [
        ({"tool": "cdn", "op": "purge", "service": "img", "url": "/a.jpg"}, True),
        ({"tool": "cdn", "op": "purge", "service": "img", "path": "/*"}, False),
        ({"tool": "kubectl", "command": "delete pod web-7d9f5-x2x4k -n prod"}, True),
        ({"tool": "kubectl", "command": "delete pods -l app=web -n prod"}, False),
        ({"tool": "kubectl", "args": "drain node-7a3f --ignore-daemonsets"}, True),
        ({"tool": "kubectl", "args": "drain -l pool=video --ignore-daemonsets"}, False),
    ],
)
def test_one_of_many_is_told_from_all(call: dict[str, object], one: bool) -> None:
    """One address, one pod, one node."""
    frame = next(f for f in reading(call).frames if f.kinds)
    assert (frame.extent is Extent.ONE) is one


@pytest.mark.parametrize(
    ("inputs", "out"),
    [
        ({"skip_smoke_test": True}, True),
        ({"run_smoke_test": "false"}, True),
        ({"smoke_test": False}, True),
        ({"run_smoke_test": True}, False),
        ({"skip_smoke_test": False}, False),
    ],
)
def test_a_step_that_is_left_out_beside_an_act(inputs: dict[str, object], out: bool) -> None:
    """A switch says which step of a deployment does not run."""
    call = {"tool": "ci", "op": "deploy", "service": "pay-api", "inputs": inputs}
    assert (LEXICON.things.concept("smoke") in reading(call).ruled_out) is out


def test_a_part_of_what_is_acted_on_is_not_left_out() -> None:
    """Which certificates are rotated is said beside it."""
    call = {"tool": "k", "op": "rotate_certificates", "cluster": "a", "ca_certificates": False}
    assert LEXICON.things.concept("certificates") not in reading(call).ruled_out


@pytest.mark.parametrize(("on", "kind"), [(True, "enable"), (False, "disable")])
def test_a_toggle_does_what_its_switch_says(on: bool, kind: str) -> None:
    """It has no way of its own."""
    call = {"tool": "launchdarkly", "op": "toggle", "flag": "fast-cart", "on": on}
    assert kinds(call) == [kind]


@pytest.mark.parametrize(("key", "one"), [("event_id", True), ("since", False)])
def test_one_event_is_not_all(key: str, one: bool) -> None:
    """An id takes one of them."""
    call = {"tool": "hooks", "op": "replay", "service": "a", key: "evt_7"}
    frames = [f for f in reading(call).frames if f.kinds]
    assert (frames[0].extent is Extent.ONE) is one


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("`aws rds modify-db-instance --db-instance-identifier a --deletion-protection`", "enable"),
        (
            "`aws rds modify-db-instance --db-instance-identifier a --no-deletion-protection`",
            "disable",
        ),
        ({"tool": "haproxy", "op": "set_state", "server": "web1", "state": "ready"}, "uncordon"),
        ({"tool": "haproxy", "op": "set_state", "server": "web1", "state": "maint"}, "drain"),
    ],
)
def test_what_is_set_has_the_kind_of_its_state(text: str | dict[str, object], kind: str) -> None:
    """A guard that is put on, a state that is brought about."""
    assert kinds(text) == [kind]
