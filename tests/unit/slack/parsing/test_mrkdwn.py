"""Slack's `text` field is read as a person reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.parsing.mrkdwn import plain_text


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("restart <http://db1.prod|db1.prod> now", "restart db1.prod now"),
        ("see <https://wiki.example/a?b=1&amp;c=2>", "see https://wiki.example/a?b=1&c=2"),
        ("<@U012AB> and <@U012AB|mara>", "@U012AB and @mara"),
        ("in <#C012AB|inc-payments>", "in #inc-payments"),
        ("in <#C012AB>", "in #C012AB"),
        ("<!here> <!channel> <!subteam^S1|@oncall>", "@here @channel @oncall"),
        ("<!date^1795953600^{time}|12:00 UTC>", "12:00 UTC"),
        ("error rate &lt; 5% &amp; p99 &gt; 1s", "error rate < 5% & p99 > 1s"),
        ("&amp;lt; stays an escape", "&lt; stays an escape"),
        ("<mailto:a@b.example>", "a@b.example"),
        ("a < b", "a < b"),
        ("", ""),
    ],
)
def test_links_and_mentions_become_their_labels(sent: str, read: str) -> None:
    """Unescaped exactly once, so that what is judged is what was written."""
    assert plain_text(sent) == read


@given(st.text(max_size=200))
def test_what_slack_escaped_is_read_back(text: str) -> None:
    """Slack escapes what a person writes; reading undoes just that."""
    sent = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert plain_text(sent) == text
