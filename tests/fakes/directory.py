"""A directory over plain data: who people are, and what messages say now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.application.ports.slack import ChannelNow, MessageNow
from bot.domain.action import ActionInput, InputForm, Place
from bot.domain.hold import PersonFacts
from bot.domain.reading.digest import digest_of

ADMIN, ONCALL, SECOND, MEMBER, GUEST, OUTSIDER = (
    "UADMIN",
    "UONCALL",
    "USECOND",
    "UMEMBER",
    "UGUEST",
    "UOUT",
)
GROUP = "SONCALL"


def _people() -> dict[str, PersonFacts]:
    oncall = frozenset({GROUP})
    return {
        ADMIN: PersonFacts(ADMIN, is_admin=True, in_channel=True),
        ONCALL: PersonFacts(ONCALL, in_channel=True, groups=oncall),
        SECOND: PersonFacts(SECOND, in_channel=True, groups=oncall),
        MEMBER: PersonFacts(MEMBER, in_channel=True),
        GUEST: PersonFacts(GUEST, in_channel=True, is_guest=True, groups=oncall),
        OUTSIDER: PersonFacts(OUTSIDER, in_channel=True, is_external=True, groups=oncall),
    }


@dataclass
class FakeDirectory:
    """A fake of the Directory port.

    Attributes:
        people: By user id; others are unknown, as after a failed look-up.
        texts: What a message says now, by ts; an absent one is gone.
        readable: False as when Slack does not answer.
        busy: Whether a transaction is open: Slack must not be asked then, since it may take its
            time, and nobody else could write.
    """

    people: dict[str, PersonFacts] = field(default_factory=_people)
    texts: dict[str, str] = field(default_factory=dict)
    channels: dict[str, ChannelNow] = field(default_factory=dict)
    readable: bool = True
    busy: Callable[[], bool] = lambda: False

    def person(self, team: str, user: str, channel: str | None) -> PersonFacts:
        self._asked()
        return self.people.get(user, PersonFacts(user, known=False))

    def message(self, team: str, place: Place) -> MessageNow:
        self._asked()
        text = self.texts.get(place.ts or "") if self.readable else None
        if text is None:
            return MessageNow(self.readable)
        return MessageNow(True, text, digest_of(ActionInput(InputForm.TEXT, text=text)))

    def channel(self, team: str, channel: str) -> ChannelNow | None:
        self._asked()
        return self.channels.get(channel)

    def permalink(self, team: str, channel: str, ts: str) -> str | None:
        self._asked()
        return f"https://example.slack.com/archives/{channel}/p{ts.replace('.', '')}"

    def _asked(self) -> None:
        assert not self.busy(), "Slack is asked inside a transaction"
