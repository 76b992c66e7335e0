"""The digest: what a release is for, to the letter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.action import ActionInput, InputForm
from bot.domain.reading.digest import digest_of


def command(text: str, **host: str) -> str:
    return digest_of(ActionInput(InputForm.COMMAND, text=text, host_context=host))


def argv(*words: str) -> str:
    return digest_of(ActionInput(InputForm.COMMAND, argv=words))


def tool(name: str, **args: object) -> str:
    return digest_of(ActionInput(InputForm.TOOL, tool=name, args=args))


SCALE = "kubectl --context prod -n pay scale deploy/pay-api --replicas=3"


@pytest.mark.parametrize(
    "same",
    [
        "kubectl -n pay --context prod scale deploy/pay-api --replicas=3",
        "kubectl scale deploy/pay-api --replicas=3 --context prod -n pay",
        "kubectl  --context   prod -n pay scale deploy/pay-api --replicas=3",
        "kubectl --context 'prod' -n \"pay\" scale deploy/pay-api --replicas=3",
        "kubectl --context prod -n pay \\\n  scale deploy/pay-api --replicas=3",
        "kubectl --context prod --namespace pay scale deploy/pay-api --replicas 3",
        "kubectl --context=prod --namespace=pay scale deploy/pay-api --replicas=3",
    ],
)
def test_white_space_quoting_and_flag_order_do_not_change_it(same: str) -> None:
    """A release survives what the shell and the tool's grammar declare to be the same."""
    assert command(same) == command(SCALE)


@pytest.mark.parametrize(
    "other",
    [
        "kubectl --context prod -n pay scale deploy/pay-api --replicas=4",
        "kubectl --context prod -n web scale deploy/pay-api --replicas=3",
        "kubectl --context stage -n pay scale deploy/pay-api --replicas=3",
        "kubectl --context prod -n pay scale deploy/pay-web --replicas=3",
        "kubectl --context prod -n pay scale sts/pay-api --replicas=3",
        "kubectl --context prod -n pay scale deploy/pay-api --replicas=3 --timeout=1s",
        "kubectl --context prod -n pay scale deploy/pay-api --replicas=3 ; reboot",
        "kubectl --context prod -n pay scale deploy/pay-api --replicas=3 > /tmp/x",
        "sudo kubectl --context prod -n pay scale deploy/pay-api --replicas=3",
        "K=1 kubectl --context prod -n pay scale deploy/pay-api --replicas=3",
        "kubectl --context prod -n pay scale 'deploy/pay-api --replicas=3'",
        "kubectl --context prod -n $NS scale deploy/pay-api --replicas=3",
    ],
)
def test_everything_else_changes_it(other: str) -> None:
    """Another count, namespace, target, redirection or surrounding is another action."""
    assert command(other) != command(SCALE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kubectl set image deploy/a a=r/a:1", "kubectl set image deploy/a a=r/a:2"),
        ("cp a b", "cp b a"),
        ("rm *", "rm '*'"),
        ("rm ~/x", "rm '~/x'"),
        ("ls {a,b}", "ls '{a,b}'"),
        ("echo $HOME", "echo '$HOME'"),
        ("a && b", "a || b"),
        ("a; b", "b; a"),
        ("a | b", "a; b"),
        ("a &", "a"),
        ("(a)", "a"),
        ("! a", "a"),
        ("sudo -u x rm a", "sudo -u y rm a"),
        ("unknown-tool -a -b", "unknown-tool -b -a"),
        ("terraform apply -var a=1 -var a=2", "terraform apply -var a=2 -var a=1"),
        ("kubectl delete pod a -- --all", "kubectl delete pod a --all"),
        ("kubectl delete pod a b", "kubectl delete pod b a"),
        ("kubectl --frobnicate x delete pod a", "kubectl delete --frobnicate x pod a"),
        ("psql -c 'drop table a'", "psql -c 'drop  table a'"),
        ("bash <<E\na\nE", "bash <<E\nb\nE"),
        ("bash <<E\n$a\nE", "bash <<'E'\n$a\nE"),
        ("a 'x", "a 'y"),
        ("echo a b", "echo 'a b'"),
        ("a\nb", "a b"),
        ('a "$(b)"', 'a "$(c)"'),
        ("helm upgrade x y --set a=1 --set a=2", "helm upgrade x y --set a=2 --set a=1"),
    ],
)
def test_what_could_act_differently_has_another_digest(one: str, other: str) -> None:
    """Order, expansion, structure and unknown flags count as written."""
    assert command(one) != command(other)


def test_the_words_of_a_call_and_the_same_call_as_text_are_one_action() -> None:
    """A guard hands over words, a hook a text."""
    words = ("kubectl", "-n", "pay", "scale", "deploy/pay-api", "--replicas=3")
    assert argv(*words) == command("kubectl scale deploy/pay-api --replicas=3 -n pay")
    assert argv("rm", "*") == command("rm '*'")
    assert argv("rm", "*") != command("rm *")


def test_the_host_context_is_part_of_it() -> None:
    """The same words in another kubeconfig context or folder are another action."""
    assert command(SCALE, kube_context="prod") != command(SCALE, kube_context="stage")
    assert command(SCALE, cwd="/a") != command(SCALE)
    assert command(SCALE, a="1", b="2") == command(SCALE, b="2", a="1")


def test_a_message_counts_to_the_letter() -> None:
    """Prose has no grammar that declares anything to be the same."""
    one = ActionInput(InputForm.TEXT, text="restart payments-api")
    assert digest_of(one) != digest_of(ActionInput(InputForm.TEXT, text="restart  payments-api"))
    assert digest_of(one) == digest_of(ActionInput(InputForm.TEXT, text="restart payments-api"))
    assert digest_of(one) != command("restart payments-api")


def test_a_tool_call_counts_by_value() -> None:
    """The order of keys is no difference in JSON; values, types and lists are."""
    assert tool("scale", app="a", count=3) == tool("scale", count=3, app="a")
    assert tool("scale", app="a", count=3) != tool("scale", app="a", count=4)
    assert tool("scale", count=3) != tool("scale", count="3")
    assert tool("scale", hosts=["a", "b"]) != tool("scale", hosts=["b", "a"])
    assert tool("scale") != tool("stop")
    assert tool("bash", command="rm  -f a") == tool("bash", command="rm -f  'a'")
    assert tool("bash", command="rm -f a") != tool("bash", command="rm -f b")
    assert tool("note", text="a  b") != tool("note", text="a b")


@given(st.text(max_size=300), st.text(max_size=300))
def test_any_text_has_a_digest_and_different_messages_have_different_ones(a: str, b: str) -> None:
    """No input raises; for messages equality is equality of the text."""
    assert len(command(a)) == 64
    digests = {digest_of(ActionInput(InputForm.TEXT, text=t)) for t in (a, b)}
    assert len(digests) == len({a, b})


WORDS = st.lists(
    st.sampled_from(
        ["-n", "pay", "--all", "--context", "prod", "x", "y", "delete", "pod", "--", "*"]
    ),
    max_size=8,
)


@given(WORDS, WORDS)
def test_calls_with_different_words_have_different_digests(a: list[str], b: list[str]) -> None:
    """Normalising never makes two calls one unless flags only moved."""
    if argv("kubectl", *a) == argv("kubectl", *b):
        assert sorted(a) == sorted(b)


@given(st.lists(st.text(alphabet="ab*$ '\"\\~{}-", min_size=1, max_size=6), max_size=5))
def test_quoting_of_literal_words_never_matters(words: list[str]) -> None:
    """However a literal word is quoted, the call is the same as its list of words."""
    quoted = " ".join("'" + w.replace("'", "'\\''") + "'" for w in ["tool", *words])
    assert command(quoted) == argv("tool", *words)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=9))
def test_any_json_value_has_a_digest(value: object) -> None:
    """Arguments may be of any shape."""
    assert tool("t", value=value) == tool("t", value=value)
