"""What a refused person is told: why, and who may instead, each once."""

import pytest

from bot.application.people.answers import refused
from bot.domain.hold import REFUSAL_TEXT, Refusal


@pytest.mark.parametrize("refusal", Refusal)
def test_a_refusal_says_why(refusal):
    assert refused(refusal, "@oncall").text.startswith(REFUSAL_TEXT[refusal])


def test_who_may_instead_is_told():
    told = refused(Refusal.GUEST, "@oncall-payments or an admin").text
    assert told == "Guests cannot do this. @oncall-payments or an admin can."


@pytest.mark.parametrize("refusal", [Refusal.NOT_AN_ADMIN, Refusal.NOT_IN_CHANNEL])
def test_who_may_is_not_told_twice(refusal):
    assert refused(refusal, "a workspace admin or owner").text == REFUSAL_TEXT[refusal]
