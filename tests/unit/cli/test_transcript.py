"""What the headless demo prints is what a person would read."""

import pytest

from bot.cli.transcript import Transcript, readable

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


CARD = "nm-1 · lost carts\nWhy: same kind: restart"


def told(*steps):
    transcript = Transcript()
    return [transcript.told({"who": who, "what": what, "text": text}) for who, what, text in steps]


def test_a_card_is_told_in_full_and_its_end_without_what_it_said_before():
    held, end = told(
        ("negmem", "held", f"Held: restart cart\n{CARD}\nuntil 15:32"),
        ("oncall", "released", f"Released: restart cart\n{CARD}\nReleased by @oncall"),
    )
    assert held.split() == f"negmem Held: restart cart {CARD} until 15:32".split()
    assert end.split() == "oncall Released: restart cart Released by @oncall".split()


def test_another_hold_for_the_same_reason_tells_the_reason_again():
    card = ("negmem", "held", f"Held: restart cart\n{CARD}")
    assert told(card, card)[0] == told(card, card)[1]


def test_what_somebody_did_is_told_where_the_text_does_not_say_it():
    (edited,) = told(("agent", "edited", "looking at the dashboards"))
    assert edited == "agent    edits it: looking at the dashboards"
