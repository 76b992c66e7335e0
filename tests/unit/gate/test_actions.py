"""Ask, look, start, report: what the gate answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.application.holds.release_hold import release_hold
from bot.application.reviews.review_entries import review_now
from bot.domain.audit import AuditEvent
from bot.domain.entry import Severity
from tests.fakes.bench import CHANNEL, TEAM
from tests.fakes.directory import ONCALL

RESTART = {"command": "kubectl -n prod rollout restart deploy/payments-api"}
HARMLESS = {"command": "kubectl -n prod get pods"}


def released(gate, action=RESTART):
    """A held action that somebody on call released, as its agent sees it."""
    asked = gate.ask(action).json()
    with gate.bench.store.read() as tx:
        (hold,) = tx.holds.open(TEAM)
    assert release_hold(gate.bench.negmem, TEAM, hold.id, ONCALL, hold.revision).ok
    return gate.get(f"/v1/actions/{asked['id']}").json()


def start(gate, answer, action=RESTART, permit=None):
    body = {"permit": permit or answer["permit"], "action": action}
    return gate.post(f"/v1/actions/{answer['id']}/start", body)


def test_what_nothing_speaks_against_is_allowed_with_a_permit_at_once(gate):
    answer = gate.ask(HARMLESS).json()
    assert answer["effect"] == "allow"
    assert answer["permit"]
    assert "hold" not in answer
    assert start(gate, answer, HARMLESS).status_code == 200


def test_a_warning_goes_on_with_the_risk_told(gate):
    answer = gate.ask("Flushing the redis cache of checkout-web in prod.").json()
    (match,) = answer["matches"]
    assert (answer["effect"], match["effect"], match["severity"]) == ("warn", "warn", "warn")
    assert "origin overloaded" in match["outcome"]
    assert answer["permit"]
    assert "origin overloaded" in answer["constraints"]


def test_a_block_match_is_held_without_a_permit(gate):
    """With what was known, why it matches, what to do instead, and who may release it."""
    answer = gate.ask(RESTART).json()
    (match,) = answer["matches"]
    assert (answer["effect"], answer["hold"]["state"]) == ("hold", "pending")
    assert "permit" not in answer
    assert match["entry_id"] == "nm-17"
    assert match["instead"] == "drain the queue, then restart one pod at a time"
    assert match["agreed"]
    assert answer["constraints"].startswith("Do not perform these actions")
    assert answer["hold"]["who_may"].endswith(" or a workspace admin or owner")


@pytest.mark.parametrize(
    ("more", "place"), [({}, "prod (this channel)"), ({"environment": "prod-eu"}, "(as given)")]
)
def test_what_the_call_says_is_not_put_in_the_channels_mouth(gate, more, place):
    (match,) = gate.ask("Restarting payments-api now.", **more).json()["matches"]
    assert place in match["agreed"][-1]


def test_a_release_hands_over_one_permit_which_is_spent_once(gate):
    answer = released(gate)
    assert answer["hold"]["state"] == "released"
    again = gate.get(f"/v1/actions/{answer['id']}").json()
    assert again["permit"] == answer["permit"]
    assert start(gate, answer).status_code == 200
    assert start(gate, answer).json()["error"] == "spent"
    assert "permit" not in gate.get(f"/v1/actions/{answer['id']}").json()


@pytest.mark.parametrize(
    "same",
    [
        "kubectl   -n prod  rollout restart deploy/payments-api",
        "kubectl rollout restart deploy/payments-api -n prod",
        "kubectl -n 'prod' rollout restart deploy/payments-api",
        "kubectl --namespace=prod rollout restart deploy/payments-api",
    ],
)
def test_white_space_and_the_order_of_flags_do_not_void_a_release(gate, same):
    assert start(gate, released(gate), {"command": same}).status_code == 200


@pytest.mark.parametrize(
    "other",
    [
        {"command": "kubectl -n prod2 rollout restart deploy/payments-api"},
        {"command": "kubectl -n prod rollout restart deploy/payments-api deploy/cart"},
        {"command": "kubectl -n prod rollout restart deploy/payments-api; true"},
        {"command": RESTART["command"], "host_context": {"cwd": "/elsewhere"}},
        {"tool": "restart", "args": {"service": "payments-api"}},
        RESTART["command"],
    ],
)
def test_anything_else_does(gate, other):
    refused = start(gate, released(gate), other)
    assert (refused.status_code, refused.json()["error"]) == (409, "other_action")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("--replicas=2", "--replicas=3"),
        ("--replicas=2", "--replicas=2 --timeout=1s"),
    ],
)
def test_a_changed_number_does(gate, before, after):
    gate.bench.remember(
        {
            "id": "nm-30", "action": "scale payments-worker to 2 replicas", "context": "any",
            "outcome": "payouts late by a day", "severity": "block", "source": "incident 80",
            "expires": "2027-03-14", "service": "payments-worker", "environment": "prod",
        }
    )  # fmt: skip
    command = "kubectl -n prod scale deploy/payments-worker "
    answer = released(gate, {"command": command + before})
    assert start(gate, answer, {"command": command + after}).status_code == 409


def test_a_permit_lives_five_minutes(gate):
    answer = released(gate)
    gate.bench.later(minutes=5)
    refused = start(gate, answer)
    assert (refused.status_code, refused.json()["error"]) == (410, "expired")


def test_a_permit_of_another_action_is_none(gate):
    first, second = released(gate), gate.ask(HARMLESS).json()
    assert start(gate, second, HARMLESS, permit=first["permit"]).status_code == 409


def test_an_entry_that_came_since_is_judged_in_the_start(gate):
    """409 with the new judgement, under which the action is held."""
    action = {"command": "kubectl -n prod rollout restart deploy/cart"}
    answer = gate.ask(action).json()
    assert answer["effect"] == "allow"
    gate.bench.remember(
        {
            "action": "restart cart", "context": "any", "outcome": "baskets lost",
            "severity": "block", "source": "incident 81", "expires": "2027-03-14",
            "service": "cart", "environment": "prod",
        }
    )  # fmt: skip
    refused = start(gate, answer, action)
    assert refused.status_code == 409
    held = gate.get(f"/v1/actions/{refused.json()['new_id']}").json()
    assert (held["effect"], held["hold"]["state"]) == ("hold", "pending")


def test_the_same_key_with_the_same_body_gives_the_same_answer(gate):
    first = gate.ask(HARMLESS, idempotency_key="k1").json()
    assert gate.ask(HARMLESS, idempotency_key="k1").json() == first
    start(gate, first, HARMLESS)
    spent = gate.ask(HARMLESS, idempotency_key="k1").json()
    assert spent["id"] == first["id"]
    assert "permit" not in spent


def test_the_same_key_with_another_body_is_a_conflict(gate):
    gate.ask(HARMLESS, idempotency_key="k1")
    refused = gate.ask(RESTART, idempotency_key="k1")
    assert (refused.status_code, refused.json()["error"]) == (409, "conflict")


def test_another_agents_action_is_not_found(gate):
    answer = gate.ask(HARMLESS).json()
    other = gate.agent("other-agent")
    for path in ("", "/start", "/outcome"):
        url = f"/v1/actions/{answer['id']}{path}"
        body = {"permit": answer["permit"], "action": HARMLESS, "ok": True}
        body = {key: body[key] for key in ({"/start": ["permit", "action"]}.get(path, ["ok"]))}
        got = gate.get(url, token=other) if not path else gate.post(url, body, token=other)
        assert got.status_code == 404


def test_alert_matches_are_none_of_the_agents_business(gate):
    gate.bench.remember(
        {
            "action": "restart search-es", "context": "any", "outcome": "slow for a minute",
            "severity": "alert", "source": "incident 82", "expires": "2027-03-14",
            "service": "search-es", "environment": "prod",
        }
    )  # fmt: skip
    answer = gate.ask({"command": "kubectl -n prod rollout restart deploy/search-es"}).json()
    assert (answer["effect"], answer["matches"]) == ("allow", [])
    with gate.bench.store.read() as tx:
        stored = tx.announcements.get(TEAM, answer["id"])
    assert [match.severity for match in stored.alerts] == [Severity.ALERT]


def test_without_a_place_for_the_card_the_hold_stays_and_says_so(gate):
    with gate.bench.store.write() as tx:
        channel = tx.channels.get(TEAM, CHANNEL)
        tx.channels.put(replace(channel, trouble="is_archived"))
    answer = gate.ask(RESTART).json()
    assert answer["hold"]["state"] == "pending"
    assert "No card could be posted (is_archived)" in answer["reason"]


def test_an_outcome_of_a_held_action_tells_the_people_on_call(gate):
    """The agent acted although it was held."""
    answer = gate.ask(RESTART).json()
    assert gate.post(f"/v1/actions/{answer['id']}/outcome", {"ok": True}).status_code == 200
    assert AuditEvent.WENT_AHEAD in gate.bench.events()


def test_a_clearly_worse_outcome_is_remembered(gate):
    answer = gate.ask(
        {"command": "kubectl -n prod rollout restart deploy/cart"},
        service="cart", environment="prod",
    ).json()  # fmt: skip
    learned = gate.post(
        f"/v1/actions/{answer['id']}/outcome",
        {"ok": False, "exit_code": 0, "metrics_before": {"error_rate": 0.01},
         "metrics_after": {"error_rate": 0.4}, "note": "5xx went up right after"},
    ).json()  # fmt: skip
    assert learned["lesson"]
    assert learned["entry_id"]


def test_limits_of_a_token_are_kept(gate):
    token = gate.agent("cart-agent", services=("cart",), environments=("prod",))
    body = {"action": HARMLESS, "service": "payments-api", "environment": "prod"}
    refused = gate.post("/v1/actions", body, token=token)
    assert (refused.status_code, refused.json()["error"]) == (403, "not_allowed")
    assert gate.post("/v1/constraints", {}, token=token).status_code == 403
    body = {"action": HARMLESS, "service": "cart", "environment": "prod"}
    assert gate.post("/v1/actions", body, token=token).status_code == 200


@pytest.mark.parametrize(
    ("service", "environment"),
    [("cart-api", "prod"), ("cart_api", "PRD"), ("Cart API", " production ")],
)
def test_a_limit_is_about_the_service_and_environment_not_their_spelling(
    gate, service, environment
):
    """What the matching takes for one place is one for the limits of a token too."""
    token = gate.agent("cart-agent", services=("cart-api",), environments=("production",))
    body = {"action": HARMLESS, "service": service, "environment": environment}
    assert gate.post("/v1/actions", body, token=token).status_code == 200
    asked = {"service": service, "environment": environment}
    assert gate.post("/v1/constraints", asked, token=token).status_code == 200


@pytest.mark.parametrize(
    ("service", "environment"),
    [("cart", "prod"), ("cart-api-v2", "prod"), ("*", "prod"), ("", "prod"), (None, "prod"),
     ("cart-api", "prod-eu"), ("cart-api", "preprod"), ("cart-api", "*"), ("cart-api", ""),
     ("cart-api", None)],
)  # fmt: skip
def test_a_limit_leaves_no_other_service_or_environment_in(gate, service, environment):
    """Neither a part of the name, nor a star, nor nothing at all is the one that is allowed."""
    token = gate.agent("cart-agent", services=("cart-api",), environments=("production",))
    body = {"action": HARMLESS, "service": service, "environment": environment}
    assert gate.post("/v1/actions", body, token=token).status_code == 403


def facts(gate, service="payments-api"):
    with gate.bench.store.read() as tx:
        return [(f.key, f.value, f.trusted) for f in tx.facts.of(TEAM, service, "prod")]


def review_questions(gate, entry_id):
    """What a review asks about the entry, as one text."""
    answer = review_now(gate.bench.negmem, TEAM, CHANNEL, ONCALL)
    with gate.bench.store.read() as tx:
        review = tx.reviews.get(TEAM, answer.subject)
    return " ".join(q for item in review.items if item.entry_id == entry_id for q in item.questions)


SITUATION = {"service": "payments-api", "environment": "prod"}


def test_facts_of_an_agent_weaken_nothing_but_are_kept_for_the_review(gate):
    gate.bench.remember(
        {
            "id": "nm-31", "action": "restart payments-db", "context": "any",
            "outcome": "replica lag", "severity": "block", "source": "incident 83",
            "expires": "2027-03-14", "service": "payments-db", "environment": "prod",
            "fingerprint": {"schema": "42"},
        }
    )  # fmt: skip
    action = {"command": "kubectl -n prod rollout restart deploy/payments-db"}
    here = {"service": "payments-db", "environment": "prod", "facts": {"schema": "43"}}
    assert gate.ask(action, **here).json()["effect"] == "hold"
    assert facts(gate, "payments-db") == [("schema", "43", False)]
    assert "schema was 42, is 43" in review_questions(gate, "nm-31")
    trusted = gate.agent("fact-agent", trusted_facts=True)
    answer = gate.post("/v1/actions", {"action": action, **here}, token=trusted).json()
    assert answer["effect"] == "warn"
    assert facts(gate, "payments-db") == [("schema", "43", False), ("schema", "43", True)]


def test_facts_are_written_down_when_they_change_only(gate):
    for value in ("v1", "v1", "v2"):
        gate.ask(HARMLESS, **SITUATION, facts={"image": value})
    assert gate.bench.events().count(AuditEvent.FACT_RECORDED) == 2
    assert facts(gate) == [("image", "v2", False)]


def test_secrets_in_facts_are_removed(gate):
    gate.ask(HARMLESS, **SITUATION, facts={"url": "postgres://app:hunter2hunter2@db/x"})
    assert "hunter2" not in str(facts(gate))


def test_constraints_name_what_matters_here(gate):
    told = gate.post("/v1/constraints", SITUATION).json()["constraints"]
    assert told.startswith("Do not perform these actions in this situation:")
    assert "restart service payments-api" in told
    assert told.endswith("If one of these seems necessary, stop and ask a human.")
    assert gate.post("/v1/constraints", {"service": "cart"}).json()["constraints"] == ""
