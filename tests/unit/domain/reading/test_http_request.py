"""HTTP requests: by the paths of known interfaces, else by their method."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.action import Mode
from bot.domain.reading.requests.http_request import read_http
from bot.domain.reading.tools.tool_grammar import load_tools

TOOLS = load_tools()


@pytest.mark.parametrize(
    ("method", "url", "body", "kind", "target"),
    [
        ("DELETE", "https://es.prod:9200/orders-*", None, "delete", "orders-*"),
        ("PUT", "/orders/_settings", {"index": {"number_of_replicas": 0}}, "set", "orders"),
        ("POST", "https://es/orders/_delete_by_query", {}, "delete", "orders"),
        ("POST", "/_cluster/reroute", None, "reroute", None),
        ("PUT", "/_cluster/settings", {"persistent": {"a.b": "none"}}, "disable", None),
        ("DELETE", "https://mq/api/queues/%2F/invoices/contents", None, "purge", "invoices"),
        ("DELETE", "/api/queues/%2F/invoices", None, "delete", "invoices"),
        ("POST", "http://pg1:8008/failover", {"candidate": "b"}, "failover", "pg1"),
        ("PATCH", "http://pg1:8008/config", {"loop_wait": 5}, "set", "pg1"),
        ("POST", "http://pg1:8008/restart", None, "restart", "pg1"),
        (
            "PATCH",
            "/apis/apps/v1/namespaces/pay/deployments/web/scale",
            {"spec": {"replicas": 0}},
            "scale_down",
            "web",
        ),
        (
            "PATCH",
            "/apis/batch/v1/namespaces/pay/cronjobs/nightly",
            {"spec": {"suspend": True}},
            "pause",
            "nightly",
        ),
        ("DELETE", "/api/v1/namespaces/pay/secrets/tls", None, "delete", "tls"),
        ("DELETE", "/api/v1/namespaces/pay", None, "delete", "pay"),
        ("PUT", "/v1/sys/leases/revoke-prefix/database/creds", None, "revoke", None),
        ("PUT", "/v1/agent/service/deregister/web", None, "delete", "web"),
        ("POST", "/connectors/orders-sink/restart", None, "restart", "orders-sink"),
        ("POST", "https://ci/job/deploy-web/build", None, "run", "deploy-web"),
        ("POST", "/api/v1/services/web/restart", None, "restart", "web"),
        ("POST", "/nodes/n1:drain", None, "drain", "n1"),
        ("DELETE", "/users/42", None, "delete", "42"),
        ("PUT", "/flags/dark-mode", {"enabled": False}, "disable", "dark-mode"),
        ("POST", "/admin/maintenance", {"enabled": True}, "drain", "admin"),
        ("POST", "/admin/maintenance", {"enabled": False}, "disable", "maintenance"),
        ("POST", "/v1/nodes/n1/drain", {"enabled": False}, "drain", "n1"),
        ("POST", "/v1/nodes/n1/drain?on=0", None, "drain", "n1"),
        ("POST", "/v1/nodes/n1/drain?enabled=false", None, "drain", "n1"),
        ("POST", "/v1/nodes/n1/flush", {"enabled": False, "on": "0"}, "flush", "n1"),
        ("PURGE", "https://cdn/a.js", None, "purge", "a.js"),
    ],
)
def test_what_a_request_does_is_read(
    method: str, url: str, body: object, kind: str, target: str | None
) -> None:
    """Kind and target, from path, method and body."""
    actions = read_http(method, url, body, TOOLS)
    assert (kind, target) in [(a.kind, a.target) for a in actions]
    assert all(a.mode is Mode.PLANNED for a in actions)


@pytest.mark.parametrize(
    ("method", "url"),
    [
        ("GET", "https://es/_cat/indices"),
        ("HEAD", "/x"),
        ("", "/x"),
        ("POST", "/orders/_search"),
        ("DELETE", "/x?dry_run=true"),
        ("PATCH", "/apis/apps/v1/namespaces/a/deployments/b?dryRun=All"),
    ],
)
def test_looking_and_rehearsing_plan_nothing(method: str, url: str) -> None:
    """Reading methods, search paths, dry runs."""
    assert all(a.mode is Mode.READ_ONLY for a in read_http(method, url, None, TOOLS))


def test_the_host_hints_at_the_environment() -> None:
    """`es.prod` is where it happens."""
    (action,) = read_http("DELETE", "https://es.prod:9200/orders", None, TOOLS)
    assert action.environment == "es.prod"


@given(
    st.sampled_from(["GET", "POST", "DELETE", "put", "", "\x00"]),
    st.text(max_size=120) | st.text(alphabet="/:[]{}?&=%@.a_", max_size=60),
    st.none() | st.text() | st.dictionaries(st.text(), st.integers() | st.lists(st.text())),
)
@settings(max_examples=200, deadline=None)
def test_no_request_raises(method: str, url: str, body: object) -> None:
    """Addresses that are none have a reading too."""
    assert read_http(method, url, body, TOOLS)
