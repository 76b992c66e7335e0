"""What the object makes of a verb, and nouns that a verb only carries."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def kinds_of(text: str) -> tuple[str, ...]:
    """The kinds of the first planned action of a text."""
    frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    return next(f.kinds for f in frames if f.kinds and f.mode is Mode.PLANNED)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("moving the mail database down one tier", "resize"),
        ("the mail database goes from 4 to 12 vCPUs", "resize"),
        ("switching the reader to m5.2xlarge", "resize"),
        ("every task of mailer gets replaced", "restart"),
        ("deleting all the mailer pods", "restart"),
        ("replacing the signing key of mailer", "rotate"),
        ("the mail consumer goes back to offset 0", "replay"),
        ("mail-db goes back to the snapshot of noon", "restore"),
        ("putting the previous image of mailer back", "rollback"),
        ("changing mails.size from int to bigint", "alter"),
        ("dropping every key in mail-redis", "flush"),
        ("moving all pods off worker-3", "drain"),
        ("I'll take the quota from 10 to 40", "raise"),
        ("automatic compaction off", "disable"),
        ("loading the snapshot of noon over mail-db", "restore"),
        ("all requests go to the Dublin site", "reroute"),
        ("cutting off the intern's access", "revoke"),
        ("v3.2.0 → prod", "deploy"),
        ("beta-inbox flag to 100 %", "enable"),
    ],
)
def test_the_object_adds_a_kind(text: str, kind: str) -> None:
    """Verbs that say little, or another thing, take their kind from what they act on."""
    assert kind in kinds_of(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("giving mailer a full reboot", "restart"),
        ("doing a quick failover of mail-db", "failover"),
        ("starting the failed import once more", "retry"),
    ],
)
def test_a_carried_noun_says_the_kind(text: str, kind: str) -> None:
    """Support verbs add nothing to what their noun says."""
    assert kind_first(text) == kind


def kind_first(text: str) -> str:
    """The likeliest kind, without what only carries it."""
    return next(k for k in kinds_of(text) if k not in {"import", "run", "start"})


def test_a_switch_at_the_end_of_a_time_is_none() -> None:
    """What is so "from now on" is not thereby switched on."""
    assert "enable" not in kinds_of("failover without a fence from now on")
