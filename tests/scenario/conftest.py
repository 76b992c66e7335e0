"""Scenarios run through the real Bolt app, on both ways in which Slack delivers."""

import pytest

from tests.scenario.incident import incident
from tests.scenario.workplace import WAYS, working


@pytest.fixture(params=WAYS)
def workplace(request, tmp_path):
    with working(tmp_path, request.param) as place:
        yield place


@pytest.fixture(params=WAYS)
def quiet_room(request):
    """An incident channel with the bot in it, people on call set up, and nothing remembered."""
    with incident(by_http=request.param == "http") as found:
        found.on_call_may_release()
        found.channel_is_about("payments-api", "prod")
        yield found


@pytest.fixture
def room(quiet_room):
    """The same, with the mission's example entry in memory."""
    quiet_room.remembers()
    return quiet_room
