"""The operator: whoever has the command line, and with it the database."""

from __future__ import annotations

from bot.application.ports.slack import ChannelNow, MessageNow
from bot.domain.action import Place
from bot.domain.hold import PersonFacts

OPERATOR = "operator"
"""The operator as the actor of audit records."""


class OperatorsDirectory:
    """The directory of the command line: its user has the database, so they may do what they ask.

    It is never used where Slack's clicks arrive.
    """

    def person(self, team: str, user: str, channel: str | None) -> PersonFacts:  # noqa: ARG002 - the port's signature
        """The operator, present everywhere."""
        return PersonFacts(user=user, is_admin=user == OPERATOR, in_channel=True)

    def message(self, team: str, place: Place) -> MessageNow:  # noqa: ARG002 - the port's signature
        """No message can be read here."""
        return MessageNow(readable=False)

    def channel(self, team: str, channel: str) -> ChannelNow | None:  # noqa: ARG002 - the port's signature
        """No channel can be read here."""
        return None

    def permalink(self, team: str, channel: str, ts: str) -> str | None:  # noqa: ARG002 - the port's signature
        """No link is known here."""
        return None
