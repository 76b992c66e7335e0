"""Bundled short flags, and rehearsals beside the real thing: what is done is seen."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Mode, PlannedAction
from bot.domain.reading import read
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def planned(command: str) -> list[PlannedAction]:
    """The planned actions of a command line."""
    return [a for a in read_command(command, LEXICON).actions if a.mode is Mode.PLANNED]


def announced(text: str) -> list[str]:
    """The kinds that are planned in a message with a command in it."""
    frames = read(ActionInput(InputForm.TEXT, f"`{text}`"), LEXICON).frames
    found = (f.planned for f in frames)
    return [a.kind for a in found if a.mode is Mode.PLANNED and a.kind]


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("curl -sXDELETE https://search.example:9200/carts-2021", "delete"),
        ("curl -fsSXPOST https://jobs.example/jobs/7/cancel", "cancel"),
        ("curl -fsSkLXDELETE https://search.example:9200/carts-2021", "delete"),
        ("curl -sSXPUT -d '{\"replicas\": 0}' https://x.example/apps/a", "scale_down"),
        ("curl -LsSd@q.json https://search.example/carts/_delete_by_query", "delete"),
        ("psql -h db -qAtXc'DROP TABLE carts'", "drop"),
        ("psql -tAc 'DROP TABLE carts'", "drop"),
        ("mysql -sNe'TRUNCATE carts'", "truncate"),
        ("docker exec -itu root cache redis-cli flushall", "flush"),
        ("docker exec -itw /srv web rm -rf cache", "delete"),
        ("kubectl exec -itc app web-0 -- redis-cli flushall", "flush"),
        ("ssh -ttp 2222 web3 sudo systemctl stop nginx", "stop"),
    ],
)
def test_a_value_behind_bundled_letters_is_read(command: str, kind: str) -> None:
    """`-sXDELETE` is no GET: the first letter with a value takes the rest, or the next word."""
    assert kind in [a.kind for a in planned(command)]


@pytest.mark.parametrize(
    "command",
    ["curl -sSL https://x.example/a", "curl -fsSI https://x.example/a", "psql -Atqc 'select 1'"],
)
def test_bundled_letters_that_only_look_stay_a_look(command: str) -> None:
    """Bundles without a method or a statement that acts do nothing."""
    assert not planned(command)


def test_long_flags_behind_one_dash_are_no_bundle() -> None:
    """`-purge` of a tool with such flags is one flag, not letters."""
    (action,) = planned("nomad job stop -purge carts")
    assert action.target == "carts"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("kubectl apply --dry-run=server -f a.yaml && kubectl apply -f a.yaml", ["apply"]),
        ("helm upgrade web ./c --dry-run; helm uninstall web", ["delete"]),
        ("kubectl delete ns old --dry-run=client", []),
        ("terraform apply && ansible-playbook site.yml --check", ["apply"]),
    ],
)
def test_a_rehearsal_covers_its_own_command_only(text: str, kinds: list[str]) -> None:
    """What stands beside a dry run is done."""
    assert announced(text) == kinds


@pytest.mark.parametrize(
    ("command", "thing", "name"),
    [
        (
            "kubectl -n mail create secret tls smtp-tls --cert=a --key=b --dry-run=client -o yaml"
            " | kubectl -n mail apply -f -",
            "secret",
            "smtp-tls",
        ),
        (
            "kubectl create configmap limits --from-file=l.conf -o yaml --dry-run=client"
            " | kubectl replace -f -",
            "configmap",
            "limits",
        ),
        (
            "oc create secret generic api-key --from-literal=k=v --dry-run=client -o json"
            " | oc apply -f -",
            "secret",
            "api-key",
        ),
    ],
)
def test_what_is_written_by_a_rehearsal_and_applied_replaces(
    command: str, thing: str, name: str
) -> None:
    """`create … --dry-run -o yaml | apply -f -` puts a new one in the place of the old."""
    (action,) = planned(command)
    assert (action.kind, action.target) == ("replace", name)
    assert thing in action.objects
