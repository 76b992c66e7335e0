"""What the headless demo prints is what a person would read."""

import pytest

from bot.cli.transcript import readable

NAMES = {"U1": "oncall", "S1": "oncall-payments", "C1": "inc-payments"}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<@U1> and <!subteam^S1> in <#C1>", "@oncall and @oncall-payments in #inc-payments"),
        ("<#C9|general> <!subteam^S9|@ops> <@U9>", "#general @ops @U9"),
        ("last on <!date^1795971604^{date_short}|29 Nov 2026>", "last on 29 Nov 2026"),
        ("<https://x.example/p|source ↗> <https://x.example>", "source ↗ https://x.example"),
        ("<!here> 5 &lt; 6 &amp; 7 &gt; 6", "@here 5 < 6 & 7 > 6"),
    ],
)
def test_markup_is_shown_as_names_and_words(text, read):
    assert readable(text, NAMES) == read
