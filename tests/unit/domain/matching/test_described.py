"""Services that a text describes, and names that are none."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Situation
from bot.domain.decision import Decision, Effect, decide
from bot.domain.matching import Memory
from tests.unit.domain.matching.block_entries import LEXICON, NOW, block_entry, memory_of

ENTRIES = (
    block_entry(
        "edge-varnish",
        "Purge the whole cache",
        entry_id="nm-1",
        context="edge-varnish (the shop's cache)",
    ),
    block_entry(
        "orchard-pg", "Kill all connections", entry_id="nm-2", context="orchard-pg (Postgres)"
    ),
    block_entry(
        "orchard-web", "Restart all pods", entry_id="nm-3", context="orchard-web (app orchard-prod)"
    ),
)


def judge(text: str, service: str | None = None) -> Decision:
    memory = memory_of(*ENTRIES)
    return decide(
        ActionInput(InputForm.TEXT, text), Situation(now=NOW, service=service, environment="prod"),
        memory, digest="d1",
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["purging everything that varnish holds on the edge", "purging the complete Varnish cache"],
)
def test_a_service_is_found_by_what_it_is_called_in_part(text: str) -> None:
    """Where no service is named, its distinctive words are enough."""
    assert [m.entry.id for m in judge(text).matches] == ["nm-1"]


def test_another_name_with_the_same_word_is_another_service() -> None:
    """Nothing said of partner-varnish is about edge-varnish."""
    assert judge("purging the whole cache of partner-varnish in prod").effect is Effect.ALLOW


def test_a_word_that_two_services_share_describes_neither() -> None:
    """Where two services are called orchard, the word alone may be either."""
    assert judge("killing all connections of the orchard").effect is Effect.ALLOW


def test_the_channel_stays_where_the_text_names_the_family() -> None:
    """In the channel of orchard-pg, orchard-prod is that database."""
    assert judge("`heroku pg:killall -a orchard-prod`", "orchard-pg").effect is Effect.HOLD


def test_what_agrees_is_shown_as_it_was_written() -> None:
    """No stems: the words of the announcement."""
    (match,) = judge("killing the sessions and connections of orchard-pg in prod").matches
    assert "both name connections" in match.agreed


def test_a_name_is_shown_once_as_people_write_it() -> None:
    """No joined spellings beside the service's name."""
    memory = Memory(LEXICON)
    memory.put(ENTRIES[1])
    shown = dict(memory._readings["nm-2"].words())["service"]
    assert "orchard-pg" in shown
    assert "orchardpg" not in shown


PRODUCTS = (
    block_entry(
        "basket-store",
        "Lower the retention of the stream",
        entry_id="nm-4",
        context="basket-store (Kinesis)",
    ),
    block_entry(
        "seat-cache", "Flush the whole cache", entry_id="nm-5", context="seat-cache (Memorystore)"
    ),
)


def judge_products(text: str, service: str | None = None) -> list[str]:
    memory = Memory(LEXICON)
    for one in PRODUCTS:
        memory.put(one)
    situation = Situation(now=NOW, service=service, environment="prod")
    action = ActionInput(InputForm.TEXT, text)
    return [m.entry.id for m in decide(action, situation, memory, digest="d1").matches]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("flushing the whole Memorystore in prod", ["nm-5"]),
        ('{"tool":"memorystore","op":"FLUSHALL","cluster":"seat-cache"}', ["nm-5"]),
        ('{"tool":"memorystore","op":"FLUSHALL","cluster":"login-attempts","env":"prod"}', []),
        ('{"tool":"kinesis","op":"decrease_retention","stream":"audits","hours":24}', []),
        (
            "`aws kinesis decrease-stream-retention-period --stream-name audit-prod "
            "--retention-period-hours 24`",
            [],
        ),
    ],
)
def test_a_product_names_its_service_only_where_no_other_resource_is_named(
    text: str, found: list[str]
) -> None:
    """The word "Kinesis" means the one service that runs on it; beside another name it does not."""
    assert judge_products(text) == found


MORE = (
    block_entry(
        "parcel-router",
        "Restart all workers",
        entry_id="nm-6",
        context="parcel-router in production",
    ),
    block_entry(
        "edge-traefik", "Reload the rules", entry_id="nm-7", context="edge-traefik in production"
    ),
    block_entry(
        "invoices-api", "Restart all workers", entry_id="nm-9", context="invoices-api in production"
    ),
    block_entry(
        "quote-engine",
        "Turn the flag new-tax-v3 on",
        entry_id="nm-8",
        context="quote-engine in production",
    ),
)


def judge_more(text: str) -> list[str]:
    memory = Memory(LEXICON)
    for one in MORE:
        memory.put(one)
    situation = Situation(now=NOW, service=None, environment="prod")
    action = ActionInput(InputForm.TEXT, text)
    return [m.entry.id for m in decide(action, situation, memory, digest="d1").matches]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("restarting all workers of parcle-router", ["nm-6"]),
        ("restarting all workers of parcel-ruoter now", ["nm-6"]),
        ("restarting all workers of parcel-painter", []),
        ("restarting all workers of invocies-api", ["nm-9"]),
        ("reloading the rules of traefik on the edge", ["nm-7"]),
        ("reloading the rules of edge-proxies", []),
        ("`ldcli flags toggle-on --flag new-tax-v3 --environment prod`", ["nm-8"]),
        ("`ldcli flags toggle-on --flag old-tax-v3 --environment prod`", []),
        ('{"tool":"flags","service":"quote-archive","flag":"new-tax-v3","on":true}', []),
    ],
)
def test_a_slip_words_apart_or_a_flag_lead_to_the_service(text: str, found: list[str]) -> None:
    """Names are mistyped, taken apart, or left out where the flag says it all."""
    assert judge_more(text) == found
