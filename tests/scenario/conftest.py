"""Scenarios run through the real Bolt app, on both ways in which Slack delivers."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.scenario.incident import incident
from tests.scenario.workplace import WAYS, working


@pytest.fixture(params=WAYS)
def workplace(request, tmp_path):
    with working(tmp_path, request.param) as place:
        yield place


@pytest.fixture(scope="session")
def aside():
    """Where rooms are closed while the next test goes on; all are closed at the end."""
    with ThreadPoolExecutor(4) as closing:
        yield closing


@pytest.fixture(params=WAYS)
def quiet_room(request, aside):
    """An incident channel with the bot in it, people on call set up, and nothing remembered."""
    with incident(by_http=request.param == "http", aside=aside) as found:
        found.on_call_may_release()
        found.channel_is_about("payments-api", "prod")
        yield found


@pytest.fixture
def room(quiet_room):
    """The same, with the mission's example entry in memory."""
    quiet_room.remembers()
    return quiet_room
