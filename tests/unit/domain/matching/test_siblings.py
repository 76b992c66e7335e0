"""Services whose names begin alike: an entry on cart-api says nothing of cart-web."""

from __future__ import annotations

from itertools import permutations

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import decide
from bot.domain.reading import read
from tests.unit.domain.matching.block_entries import LEXICON, NOW, block_entry, memory_of

PARTS = ("api", "web", "worker", "gateway", "svc", "db", "cache", "consumer", "admin", "batch",
         "scheduler", "queue", "frontend")  # fmt: skip
IN_ANY_CHANNEL = (
    "Restarting all pods of {} in prod now",
    "Restarting {} in prod",
    "`kubectl -n prod rollout restart deploy/{}`",
    '{{"tool":"restart","service":"{}","env":"prod"}}',
)


def is_held(service: str, text: str, channel: str | None = None) -> bool:
    memory = memory_of(block_entry(service, "Restart all pods"))
    where = Situation(now=NOW, service=channel, environment="prod")
    return bool(decide(ActionInput(InputForm.TEXT, text), where, memory).matches)


@pytest.mark.parametrize("system", ["cart", "lending-core"])
@pytest.mark.parametrize(("own", "other"), list(permutations(PARTS, 2)))
def test_a_sibling_is_another_service(system: str, own: str, other: str) -> None:
    """In prose, commands and JSON, whatever the channel."""
    service, sibling = f"{system}-{own}", f"{system}-{other}"
    for text in IN_ANY_CHANNEL:
        assert not is_held(service, text.format(sibling))
        assert not is_held(service, text.format(sibling), service)


@pytest.mark.parametrize("own", PARTS)
def test_the_service_itself_is_found(own: str) -> None:
    """The same sentences with its own name."""
    for text in IN_ANY_CHANNEL:
        assert is_held(f"cart-{own}", text.format(f"cart-{own}"))


@pytest.mark.parametrize(
    ("service", "text", "held"),
    [
        ("cart", "Restarting all pods of cart-db in prod", True),
        ("cart-api", "Restarting all pods of the cart in prod", True),
        ("cart-api", "Restarting all pods of the cart worker in prod", False),
        ("cart-api", "Restarting all pods of cart-prod-web now", False),
        ("cart-api", "Restarting all pods of cart-api-2 in prod, cart-web stays", True),
        ("cart-pg", "Restarting all pods of cart-db in prod", True),
    ],
)
def test_what_makes_a_sibling(service: str, text: str, held: bool) -> None:
    """Another part of the system, said with a hyphen or without; not a kind of the service."""
    assert is_held(service, text) is held


def test_in_the_channel_of_a_service_a_new_name_of_its_family_is_another() -> None:
    """Nobody listed "ledger" as a part of systems."""
    assert not is_held("cart-api", "Restarting cart-ledger in prod", "cart-api")
    assert is_held("cart-api", "Restarting it now", "cart-api")


@pytest.mark.parametrize(
    "size",
    ["db.r6g.4xlarge", "m7i.large", "cache.t4g.micro", "db-custom-8-32768", "n2-standard-16",
     "Standard_D16s_v5", "GP_Gen5_24"],
)  # fmt: skip
def test_the_size_of_a_machine_is_no_service(size: str) -> None:
    """What a thing is resized to is not what is resized."""
    text = f"Resizing the ledger-db instance in prod to {size}"
    (frame, *_) = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    assert frame.planned.target == "ledger-db"
