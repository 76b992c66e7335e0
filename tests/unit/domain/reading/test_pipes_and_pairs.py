"""What a command acts on where others say it: the pipe before it, name=value pairs, a minus."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction
from bot.domain.reading import read
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.frame import Extent
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def planned(command: str) -> list[PlannedAction]:
    """The planned actions of a command line."""
    return [a for a in read_command(command, LEXICON).actions if a.mode is Mode.PLANNED]


@pytest.mark.parametrize(
    ("command", "kind", "things"),
    [
        ("kubectl get secret -o name | grep legacy | xargs kubectl delete", "delete", {"legacy"}),
        (
            "redis-cli -h cart --scan --pattern 'cart:*' | xargs redis-cli -h cart del",
            "flush",
            {"cart:*"},
        ),
        ("find /srv/exports -name '*.csv' | xargs -0 rm -f", "delete", {"*.csv", "/srv/exports"}),
        ("find /srv/exports -type f -exec shred {} +", "delete", {"/srv/exports"}),
        ("find /srv/exports -mtime +30 -delete", "delete", {"/srv/exports"}),
        ("Get-VM build-7 | Stop-VM -Force", "stop", {"build-7"}),
        (
            'pwsh -c "Get-BrokerMachine -Group Wards | % { New-HostingAction -Action Restart }"',
            "restart",
            {"Wards"},
        ),
        (
            "aws sqs list-queues | jq -r .QueueUrls[] | xargs -n1 aws sqs purge-queue --queue-url",
            "purge",
            {"queues"},
        ),
    ],
)
def test_a_command_acts_on_what_the_pipe_has_found(
    command: str, kind: str, things: set[str]
) -> None:
    """`xargs`, `find -exec` and cmdlets take what was listed before them, narrowed by filters."""
    action = planned(command)[-1]
    assert action.kind == kind
    assert things <= {*action.objects, action.target}


def test_a_look_in_a_pipe_stays_a_look() -> None:
    """What only lists and prints changes nothing."""
    assert planned("kubectl get pods -n shop | grep web | xargs -n1 echo") == []
    assert planned("find /srv -name '*.csv'") == []


def test_pipes_do_not_reach_into_each_other() -> None:
    """A command does not act on what an earlier pipe has listed."""
    (action,) = planned("kubectl get secret tls; ls /tmp | xargs rm")
    assert "tls" not in {*action.objects, action.target}


@pytest.mark.parametrize(
    ("command", "kind", "key"),
    [
        ("helm upgrade web ./chart --set autoscaling.enabled=false", "disable", "enabled"),
        ("helm upgrade web ./chart --set replicaCount=0", "scale_down", "replicaCount"),
        ("ansible-playbook cache.yml -e eviction=lru", "set", "eviction"),
        ("terraform apply -auto-approve -var idle_timeout=30", "set", "idle_timeout"),
    ],
)
def test_pairs_given_to_a_command_are_what_it_sets(command: str, kind: str, key: str) -> None:
    """Besides rolling something out, it sets what --set, -e and -var say."""
    assert any(a.kind == kind and key in a.objects for a in planned(command))


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("kubectl label node n1 tier-", "delete"),
        ("kubectl label node n1 tier=gold", "set"),
        ("kubectl annotate ingress web example.com/limit-", "delete"),
        ("kubectl taint node n1 maintenance:NoSchedule-", "uncordon"),
        ("kubectl set env deploy/web DEBUG-", "delete"),
    ],
)
def test_a_minus_behind_a_key_takes_it_away(command: str, kind: str) -> None:
    """Kubectl removes a label, an annotation, a taint or a variable that way."""
    assert [a.kind for a in planned(command)] == [kind]


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("sed -i 's/^listen 81/# listen 81/' /etc/nginx/nginx.conf", "disable"),
        ("sed -i 's/^#tls_min/tls_min/' /etc/proxy.conf", "enable"),
        ("sed -i '/permit_root/s/^/#/' /etc/ssh/sshd_config", "disable"),
        ("sed -i 's/ttl=60/ttl=30/' /etc/dns.conf", "lower"),
    ],
)
def test_a_line_that_is_commented_out_is_disabled(command: str, kind: str) -> None:
    """And enabled where the mark of a comment goes away."""
    assert [a.kind for a in planned(command)] == [kind]


def test_a_manifest_on_the_input_is_what_is_applied() -> None:
    """Each object by its name; what a policy sets is an action of its own, a workload is one."""
    text = (
        "kubectl apply -f - <<'EOF'\n"
        "kind: ResourceQuota\nmetadata: {name: shop-quota}\nspec: {hard: {pods: '10'}}\n---\n"
        "kind: Deployment\nmetadata: {name: web}\nspec: {replicas: 2}\n"
        "EOF"
    )
    found = [(a.kind, a.target) for a in planned(text)]
    assert found == [("apply", "shop-quota"), ("set", "shop-quota"), ("apply", "web")]


def test_a_change_told_in_a_comment_is_the_command_s() -> None:
    """`# 30 → 60 days` behind the only command that sets something."""
    text = "`kcadm.sh update realms/shop -s ssoSessionMaxLifespan=5184000`  # 30 → 60 days"
    frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    (change,) = [f.change for f in frames if f.kinds == ("set",)]
    assert change is not None
    assert change.direction == "up"


@pytest.mark.parametrize(
    ("command", "extent"),
    [
        ("nodetool assassinate 10.0.4.7", Extent.UNIT),
        ("ufw delete deny from 203.0.113.9", Extent.UNIT),
        ("ufw delete deny from 203.0.0.0/16", Extent.UNSAID),
    ],
)
def test_one_address_is_one_unit(command: str, extent: Extent) -> None:
    """Whoever acts on one address does not act on a network."""
    *_, frame = read(ActionInput(InputForm.TEXT, command), LEXICON).frames
    assert frame.extent is extent
