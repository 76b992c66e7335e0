"""Announcements without a verb, and nouns that look like verbs."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import Frame, read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def planned(text: str) -> list[Frame]:
    """What a text announces."""
    frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    return [f for f in frames if f.mode is Mode.PLANNED]


def kinds_of(text: str) -> set[str]:
    """The kinds of what a text announces."""
    return {kind for f in planned(text) for kind in f.kinds if not LEXICON.kinds[kind].office}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("compaction strategy leveled → tiered", "set"),
        ("acks of the producer to 1", "set"),
        ("fresh API key for the courier, the old one dies today", "rotate"),
        ("a catch-all rule at the edge, exceptions follow", "add"),
        ("burst-limit 50 goes onto the gateway", "add"),
        ("scaling mailer to zero and back to 8", "restart"),
        ("scale the workers down to 0, then back up to 20", "restart"),
        ("the nightly import is suspended until Friday", "pause"),
        ("search nodes: a plain FLUSHALL on the warm tier", "flush"),
        ("an idle timeout of 5 s on the edge", "set"),
        ("passkeys instead of passwords for all admins", "switch"),
        ("hardening.yml against the whole estate", "run"),
        ("lazy umount of the mail spool", "unmount"),
        ("soft_reset mail2", "reset"),
        ("Re-submitting the rejected letters", "replay"),
    ],
)
def test_a_line_without_a_verb_announces(text: str, kind: str) -> None:
    """A new value, a new secret, a new rule, and coming back from nothing."""
    assert kind in kinds_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "thanks to the whole team for 99.9",
        "the new signing key is in the vault",
        "access to the dashboard for 20 people",
        "no partition pruning for orders",
    ],
)
def test_a_line_that_tells_or_thanks_announces_nothing(text: str) -> None:
    """Statements, thanks and what is not there."""
    assert not kinds_of(text)


@pytest.mark.parametrize(
    ("text", "kind", "not_kind"),
    [
        ("build 712 lands in production at noon", "deploy", "create"),
        ("search cluster gets restarted", "restart", "inspect"),
        ("replaying the failed imports", "replay", "import"),
        ("fresh deploys and restarts of mailer", "restart", "inspect"),
    ],
)
def test_a_noun_that_looks_like_a_verb_is_none(text: str, kind: str, not_kind: str) -> None:
    """The subject of a clause, and what an adjective describes."""
    assert kind in kinds_of(text)
    assert not_kind not in kinds_of(text)


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("kicking off the import", ""),
        ("mutual TLS off", "off"),
        ("strict mode on for now", "on"),
        ("mail-db from Postgres 13 to 16", "up"),
    ],
)
def test_the_direction_of_a_status(text: str, direction: str) -> None:
    """A particle of a verb is no state; a product may stand before its version."""
    changes = [f.change for f in planned(text) if f.change]
    assert ([c.direction for c in changes] or [""])[0] == direction
