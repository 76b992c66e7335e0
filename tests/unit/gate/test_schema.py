"""The OpenAPI tells the truth: schemathesis sends what fits it and what does not."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from bot.application.team.agents import NewAgent, add_agent
from bot.gate.app import build_gate
from bot.storage import open_store
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, WARN, Bench

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """A gate over SQLite."""
    store = open_store(f"sqlite:///{tmp_path_factory.mktemp('gate') / 'negmem.db'}")
    bench = Bench(store=store.unit_of_work)
    bench.remember(BLOCK, WARN)
    yield build_gate(bench.negmem, store.signals)
    store.close()


@pytest.fixture(scope="module")
def head(app):
    """Of an agent's calls."""
    token = add_agent(app.state.negmem, TEAM, NewAgent("deploy-agent", CHANNEL), actor="test")
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture(scope="module")
def schema(app, head):
    loaded = schemathesis.openapi.from_asgi("/openapi.json", app)
    loaded.config.update(headers=head)
    return loaded


@pytest.fixture(scope="module")
def action_id(app, head):
    """An action that is allowed: looking at a held one may wait, as it should."""
    body = {"action": "Checking the logs of payments-api in prod."}
    return TestClient(app).post("/v1/actions", json=body, headers=head).json()["id"]


TAKES_INPUT = (
    "POST /v1/actions",
    "GET /v1/actions/{action_id}",
    "POST /v1/actions/{action_id}/start",
    "POST /v1/actions/{action_id}/outcome",
    "POST /v1/constraints",
)
TAKES_NOTHING = ("GET /healthz", "GET /readyz", "GET /metrics")
EXAMPLES = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def tried(schema, label, mode, **path):
    """Statuses of the answers to what is generated, each checked against the schema."""
    found = set()

    @EXAMPLES
    @given(case=schema.find_operation_by_label(label).as_strategy(generation_mode=mode))
    def ask(case):
        case.path_parameters.update(path)
        answer = case.call()
        case.validate_response(answer, checks=CHECKS)
        found.add(answer.status_code)
        if answer.status_code >= 400 and answer.status_code != 503:
            body = answer.json()
            assert body["message"]
            assert body["hint"]

    ask()
    return found


def test_every_call_is_among_those_tried(schema):
    found = {result.ok().label for result in schema.get_all_operations()}
    assert found == {*TAKES_INPUT, *TAKES_NOTHING}


@pytest.mark.parametrize("label", [*TAKES_INPUT, *TAKES_NOTHING])
def test_what_fits_the_schema_is_answered(schema, label):
    """A decision on whatever action, and no fault.

    The schema cannot say that a name holds no NUL (422), or that a key came before (409).
    """
    found = tried(schema, label, GenerationMode.POSITIVE)
    assert found <= ({404, 422} if "action_id" in label else {200, 409, 422})


@pytest.mark.parametrize("label", [one for one in TAKES_INPUT if "action_id" in one])
def test_so_it_is_about_an_action_that_is_known(schema, label, action_id):
    found = tried(schema, label, GenerationMode.POSITIVE, action_id=action_id)
    assert found <= {200, 409, 422}


@pytest.mark.parametrize("label", TAKES_INPUT)
def test_what_does_not_fit_is_refused_in_words(schema, label):
    tried(schema, label, GenerationMode.NEGATIVE)
