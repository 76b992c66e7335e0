"""Scenarios run through the real Bolt app, on both ways in which Slack delivers."""

import pytest

from tests.scenario.workplace import WAYS, working


@pytest.fixture(params=WAYS)
def workplace(request, tmp_path):
    with working(tmp_path, request.param) as place:
        yield place
