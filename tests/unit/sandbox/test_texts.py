"""What people type becomes what Slack stores."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.world.texts import escape, typed_text

NAMES = {
    "@mara": ("user", "U1"),
    "@oncall": ("usergroup", "S1"),
    "#inc": ("channel", "C1|inc"),
    "<@U1>": ("user", "U1"),
    "<#C1>": ("channel", "C1|inc"),
}


def stored(text):
    return typed_text(text, NAMES.get)[0]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"),
        ("hi @mara, all of @oncall", "hi <@U1>, all of <!subteam^S1>"),
        ("<@U1> see #inc", "<@U1> see <#C1|inc>"),
        ("@here and @channel", "<!here> and <!channel>"),
        ("<!channel> is inert", "&lt;!channel&gt; is inert"),
        ("<@U9> is nobody", "&lt;@U9&gt; is nobody"),
        ("restart db1.prod.", "restart <http://db1.prod|db1.prod>."),
        ("see https://x.io/a?b=1&c=2.", "see <https://x.io/a?b=1&amp;c=2>."),
        ("mail a@b.com, v1.2, e.g. x", "mail a@b.com, v1.2, e.g. x"),
        ("<https://evil.com|safe>", "&lt;<https://evil.com>|safe&gt;"),
    ],
)
def test_a_typed_text_is_escaped_and_its_links_and_names_are_resolved(typed, expected):
    assert stored(typed) == expected


@given(st.text(alphabet=st.sampled_from("ab<>&@#|!:.- \n/U1")))
def test_only_resolved_names_and_links_stand_in_angle_brackets(text):
    allowed = r"<(@U1|!subteam\^S1|#C1\|inc|!here|!channel|!everyone|https?://[^<>]*)>"
    left = re.sub(allowed, "", stored(text))
    assert "<" not in left
    assert ">" not in left


@given(st.text())
def test_nothing_that_was_typed_gets_lost_in_the_rich_text(text):
    _, blocks = typed_text(text, lambda _: None)
    elements = blocks[0]["elements"][0]["elements"] if blocks else []
    shown = "".join(
        one.get("text") or one.get("url") or f":{one['name']}:"
        if one["type"] != "broadcast"
        else f"@{one['range']}"
        for one in elements
    )
    assert shown == text


@given(st.text())
def test_escaping_is_undone_by_unescaping_once(text):
    assert "<" not in escape(text)
    for char, name in (("<", "&lt;"), (">", "&gt;")):
        assert escape(char) == name
    plain = text.replace("&", "")
    assert html.unescape(escape(plain)) == plain
