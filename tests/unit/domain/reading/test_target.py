"""What prose acts on, as it is written."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm
from bot.domain.reading import read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


@pytest.mark.parametrize(
    ("text", "target", "objects"),
    [
        ("restarting orders-api in prod", "orders-api", ()),
        ("dropping audit_log on orders-db in prod", "orders-db", ("audit_log",)),
        ("cutting the server timeout on edge-haproxy", "edge-haproxy", ("server", "timeout")),
        ("scaling orders-api in prod-eu from 12 to 4", "orders-api", ()),
        ("purging the queue", "queue", ()),
        ("turning the nightly backup off", "nightly backup", ()),
        ("restarting it now", None, ()),
        ("redémarrage de orders-api en prod", "orders-api", ()),
    ],
)
def test_prose_has_a_target_where_it_names_one(
    text: str, target: str | None, objects: tuple[str, ...]
) -> None:
    """A name after "on" or "of", else the first one, else the words for the object."""
    planned = read(ActionInput(InputForm.TEXT, text), LEXICON).planned[0]
    assert (planned.target, planned.objects) == (target, objects)
    assert not planned.coded


def test_what_a_command_acts_on_is_coded() -> None:
    """So that prose can speak for itself, and a command is put into words."""
    text = "`kubectl rollout restart deploy/orders-api`"
    planned = read(ActionInput(InputForm.TEXT, text), LEXICON).planned[0]
    assert (planned.target, planned.coded) == ("orders-api", True)
