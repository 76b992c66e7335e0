"""Things of platforms: custom resources, streams, print queues, flags and merged changes."""

from __future__ import annotations

import json

import pytest

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction
from bot.domain.reading import read
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.frame import Extent, Frame
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def planned(command: str) -> list[PlannedAction]:
    """The planned actions of a command line."""
    return [a for a in read_command(command, LEXICON).actions if a.mode is Mode.PLANNED]


def frames(text: str) -> list[Frame]:
    """The planned frames of a message."""
    found = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    return [f for f in found if f.mode is Mode.PLANNED and f.kinds]


def called(**call: object) -> list[Frame]:
    """The planned frames of a call in JSON."""
    return frames(json.dumps(call))


@pytest.mark.parametrize(
    ("command", "kind", "thing", "name"),
    [
        ("kubectl delete kafkausers.kafka.strimzi.io billing", "delete", "user", "billing"),
        ("kubectl delete appprojects.argoproj.io/shops", "delete", "appproject", "shops"),
        ("kubectl edit nodeclasses.karpenter.k8s.aws gpu", "set", "nodeclass", "gpu"),
        ("kubectl delete policies.kyverno.io no-root", "delete", "policy", "no-root"),
        ("oc patch kafkatopic orders -p '{\"spec\":{\"partitions\":3}}'", "set", "topic", "orders"),
        ("kubectl delete scaledobject/orders", "delete", "object", "orders"),
        ("kubectl annotate externalsecret db force-sync=1", "set", "secret", "db"),
    ],
)  # fmt: skip
def test_a_custom_resource_is_its_type_and_its_name(
    command: str, kind: str, thing: str, name: str
) -> None:
    """The group behind the type says nothing; a compound type is also its last word."""
    action = planned(command)[0]
    assert (action.kind, action.target) == (kind, name)
    assert thing in action.objects


def test_names_with_dots_are_no_types() -> None:
    """A node and a definition are called by their whole name."""
    (drained,) = planned("kubectl drain edge.rack.example.net --ignore-daemonsets")
    assert drained.target == "edge.rack.example.net"
    (deleted,) = planned("kubectl delete crd kafkatopics.kafka.strimzi.io")
    assert deleted.target == "kafkatopics.kafka.strimzi.io"


@pytest.mark.parametrize(
    ("command", "kind", "things"),
    [
        ("redis-cli XTRIM jobs:in MAXLEN 900", "delete", {"jobs:in", "stream"}),
        ("redis-cli XAUTOCLAIM jobs:in w w-2 60000 0 COUNT 50", "failover", {"jobs:in", "pending"}),
        ("redis-cli XCLAIM jobs:in w w-2 60000 1-0", "failover", {"jobs:in"}),
        ("redis-cli XACK jobs:in w 1-0", "skip", {"jobs:in", "pending"}),
        ("redis-cli XGROUP SETID jobs:in w 0", "replay", {"group"}),
        ("redis-cli XGROUP CREATECONSUMER jobs:in w w-9", "create", {"consumer"}),
        ("valkey-cli RPOPLPUSH jobs:dead jobs:in", "move", {"jobs:dead"}),
        ("valkey-cli SPOP lottery 10", "delete", {"lottery"}),
        ("cancel -a", "clear", {"queue", "jobs"}),
        ("lprm -P ward2 -", "clear", {"queue"}),
        ("lpadmin -x ward2", "delete", {"printer", "ward2"}),
        ("cupsdisable ward2", "disable", {"printer"}),
        ("lpmove ward2 ward3", "move", {"ward2"}),
    ],
)
def test_commands_of_streams_and_printers(command: str, kind: str, things: set[str]) -> None:
    """What a command of a queue does, and what people call it."""
    (action,) = planned(command)
    assert action.kind == kind
    assert things <= set(action.objects)


@pytest.mark.parametrize("command", ["redis-cli XREADGROUP GROUP a b STREAMS s '>'", "lpstat -t"])
def test_reading_of_streams_and_printers_looks(command: str) -> None:
    """Reading is no action."""
    assert not planned(command)


@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        ("docker compose -p shop down -v", {"delete", "stop"}),
        ("nomad job stop -purge cart", {"delete", "stop"}),
        ("kubectl delete job close-books-2031-04", {"delete", "cancel"}),
        ("systemctl disable --now mailer", {"disable", "stop"}),
        ("systemctl enable --now mailer", {"enable", "start"}),
    ],
)
def test_one_use_may_be_two_things(command: str, kinds: set[str]) -> None:
    """Deleting a job's object also ends its run."""
    assert {a.kind for a in planned(command)} == kinds


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ({"tool": "launchdarkly", "fallthrough": {"rollout": {"on": 100, "off": 0}}}, "enable"),
        ({"tool": "launchdarkly", "fallthrough": {"rollout": {"on": 0, "off": 100}}}, "disable"),
        ({"tool": "unleash", "strategies": [{"parameters": {"rollout": "100"}}]}, "enable"),
        ({"tool": "git_merge", "diff": "-  useNft: true\n+  useNft: false"}, "disable"),
        ({"tool": "github", "op": "merge_pr", "diff": "-  size: 6\n+  size: 2"}, "lower"),
    ],
)
def test_a_rollout_and_a_merged_diff_are_what_they_change(
    told: dict[str, object], kind: str
) -> None:
    """All of a rollout turns a flag on; a merge brings about what its diff shows."""
    assert kind in {f.kinds[0] for f in called(flag="new-cart", repo="shop", **told)}


@pytest.mark.parametrize(
    ("text", "extent"),
    [
        ("`ansible-playbook -i prod fw.yml -l ward-printers -f 20`", Extent.UNSAID),
        ("`ansible-playbook -i prod fw.yml -l ward-printers,`", Extent.ONE),
        ("`ansible-playbook -i prod fw.yml --limit ward7.lan`", Extent.ONE),
        ("`ansible-playbook -i prod fw.yml --limit 'printers[0]'`", Extent.ONE),
        ("`ansible-playbook -i prod fw.yml --limit canary`", Extent.ONE),
        ("`terraform apply -target=google_sql_database_instance.carts`", Extent.UNSAID),
        ("`terraform apply -target='google_compute_instance.web[2]'`", Extent.ONE),
        ("`firebase deploy --only remoteconfig --project shop-prod`", Extent.UNSAID),
        ("`pg_restore --data-only -d carts carts.dump`", Extent.ONE),
    ],
)
def test_a_group_that_is_named_whole_is_no_part(text: str, extent: Extent) -> None:
    """Only members, an index, a list or a first group are some of many."""
    assert frames(text)[0].extent is extent


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("clear bgp neighbor 192.0.2.9", "clear"),
        ("clear bgp neighbor 192.0.2.9 soft-inbound", "resync"),
        ("clear ip bgp 192.0.2.9 soft in", "resync"),
        ("clear ip bgp *", "clear"),
    ],
)
def test_a_soft_clear_keeps_the_session(line: str, kind: str) -> None:
    """A soft clear asks for the routes again."""
    assert [a.kind for a in planned(line)] == [kind]


def test_values_of_tests_are_nothing_that_find_deletes() -> None:
    """`-type f` and `-mtime +30` say which, not what."""
    (action,) = planned("find /var/spool/mail -type f -mtime +30 -delete")
    assert (action.kind, action.target, action.objects) == ("delete", "/var/spool/mail", ())
