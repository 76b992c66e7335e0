"""An entry's own word of action, said again in a form that no list of words knows."""

from __future__ import annotations

import pytest

from bot.domain.reading.entry.verbatim import acting_words, heard_in, says_it_too
from tests.unit.domain.matching.block_entries import LEXICON, repeats

matches = repeats("tile-store", "tiles lost")


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Quiesce the whole tile pool",
            '{"tool":"tilectl","service":"tile-store","env":"prod","op":"quiesce_pool"}',
            '{"tool":"tilectl","service":"tile-store","env":"prod","op":"describe_pool"}',
        ),
        (
            "Demagnetise the tiles in bulk",
            '{"tool":"tilectl","service":"tile-store","env":"prod","op":"demagnetise_tiles"}',
            '{"tool":"tilectl","service":"tile-store","env":"prod","op":"magnetise_tiles"}',
        ),
        ("Run soft_wipe on a shard", "soft_wipe shard-7", "no soft_wipe on shard-7 today"),
        (
            "Mirror the tiles with --prune-target",
            "`tilectl mirror tiles --service tile-store --env prod --prune-target`",
            "`tilectl mirror tiles --service tile-store --env prod`",
        ),
        (
            "Reshard all zones at once",
            '{"tool":"tilectl","service":"tile-store","action":"reshard","zones":"all"}',
            '{"tool":"tilectl","service":"tile-store","action":"reshard","at":"zone-3"}',
        ),
    ],
)
def test_the_words_of_the_entry_are_its_action(action: str, repeated: str, another: str) -> None:
    """Whatever the kinds of the lexicon say, the same word is the same action."""
    assert matches(action, repeated)
    assert not matches(action, another)


@pytest.mark.parametrize(
    ("action", "repeated", "another"),
    [
        (
            "Shorten the drain of the renderers",
            "cutting the drain of tile-store in prod from 10 min to 20 s",
            "cutting the log level of tile-store in prod from debug to info",
        ),
        (
            "Raise the rebalance and repair limits",
            "`ssh tile-store-1.prod 'ringctl config set ring_max_rebalances 12'`",
            "`ssh tile-store-1.prod 'ringctl config set ring_max_sessions 12'`",
        ),
        (
            "Raise the VRRP weight of the second router",
            '{"tool":"lb","service":"tile-store","env":"prod","set":{"vrrp_weight":250}}',
            '{"tool":"lb","service":"tile-store","env":"prod","set":{"vrrp_name":"a"}}',
        ),
        (
            "Force a new leader with etcdctl move-leader",
            "`etcdctl --endpoints=https://tile-store-1.prod:2379 move-leader 8211f1d0`",
            "`etcdctl --endpoints=https://tile-store-1.prod:2379 endpoint status`",
        ),
    ],
)
def test_actions_that_are_acted_on_are_things(action: str, repeated: str, another: str) -> None:
    """A drain that is shortened, a backfill that is limited: the noun is what it is about."""
    assert matches(action, repeated)
    assert not matches(action, another)


def test_words_of_action_are_told_from_their_contraries() -> None:
    """A shorter form says the same; a prefix that undoes it does not."""
    acting = acting_words("Defragment all members", LEXICON)
    assert says_it_too(acting, heard_in("tilectl defrag --all"))
    assert not says_it_too(
        acting_words("Compress old chunks", LEXICON), heard_in("decompress_chunk(c)")
    )
    assert not says_it_too(
        acting_words("Start a deep scrub", LEXICON), heard_in("set nodeep-scrub")
    )
    assert not acting_words("Set the limit of the queue", LEXICON)
