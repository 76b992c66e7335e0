"""The incident that the demo plays: an agent, two people on call, an admin, and negmem."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.cli.transcript import readable
from bot.cli.workspace_client import WorkspaceClient, button_of, decision_of

PAYMENTS = "inc-payments-latency"
REVIEW = "oncall-review"

READING_SECONDS = 1.0
"""Nobody answers a message before it was read; an allowed one shows no card to wait for."""

Emit = Callable[[dict[str, object]], None]


@dataclass(frozen=True, slots=True)
class Cast:
    """Who takes part, and where: ids by role and name."""

    people: Mapping[str, str]
    channels: Mapping[str, str]
    groups: Mapping[str, str]
    agent_app: str

    @property
    def names(self) -> Mapping[str, str]:
        """Roles and names by id."""
        everything = (self.people, self.channels, self.groups)
        return {key: name for of_kind in everything for name, key in of_kind.items()}


class Incident:
    """Plays the incident through the workspace, as its people and its agent would.

    Args:
        workspace: The workspace.
        cast: Who and where.
        emit: Takes each line of the transcript.
        pause: Seconds between steps, for people who watch.
    """

    def __init__(self, workspace: WorkspaceClient, cast: Cast, emit: Emit, pause: float) -> None:
        self._workspace = workspace
        self._cast = cast
        self._emit = emit
        self._pause = pause

    def play(self) -> None:
        """Play it from the first announcement to the review."""
        self._warning()
        self._edited_announcement()
        self._release()
        self._keep_and_go_ahead()
        self._correction()
        self._review()

    def _warning(self) -> None:
        ts = self._announce(
            "Flushing the redis cache of checkout-web in prod to drop stale prices."
        )
        card = self._card(ts, "warned")
        self._tell("warned", "negmem", PAYMENTS, card)

    def _edited_announcement(self) -> None:
        ts = self._announce("p99 at 4 s and 5xx climbing. Restarting payments-api in prod now.")
        self._tell("held", "negmem", PAYMENTS, self._card(ts, "pending"))
        self._wait()
        text = "p99 at 4 s and 5xx climbing. Looking at the payments-api dashboards in prod first."
        self._workspace.act(
            "edits", as_app=self._cast.agent_app, channel=self._channel, ts=ts, text=text
        )
        self._tell("edited", "agent", PAYMENTS, {"text": text})
        self._tell("voided", "negmem", PAYMENTS, self._card(ts, "voided"))

    def _release(self) -> None:
        ts = self._announce(
            "Queue is drained. `kubectl -n prod rollout restart deploy/payments-api`"
        )
        held = self._card(ts, "pending")
        self._tell("held", "negmem", PAYMENTS, held)
        self._click("guest", held, "release")
        self._tell("refused", "guest", PAYMENTS, self._told_alone("guest"))
        self._click("oncall", held, "release")
        self._tell("released", "oncall", PAYMENTS, self._card(ts, "released"))

    def _keep_and_go_ahead(self) -> None:
        ts = self._announce("Errors persist, rolling back the ledger-db migration 0042 in prod.")
        held = self._card(ts, "pending")
        self._tell("held", "negmem", PAYMENTS, held)
        self._click("admin", held, "keep")
        self._tell("kept", "admin", PAYMENTS, self._card(ts, "kept"))
        self._post("Done: rolled back the ledger-db migration 0042 in prod.", thread_ts=ts)
        note = self._workspace.wait_for(
            lambda: self._workspace.thread(self._channel, ts),
            lambda message: "went ahead" in message.get("text", ""),
            "the note that the agent went ahead",
        )
        self._tell("went_ahead", "agent", PAYMENTS, note)

    def _correction(self) -> None:
        plan = "Scaling payments-worker down to 2 replicas in prod to free memory."
        ts = self._announce(plan)
        time.sleep(max(self._pause, READING_SECONDS))
        answer = self._workspace.act(
            "messages",
            user=self._cast.people["oncall2"],
            channel=self._channel,
            thread_ts=ts,
            text="No, don't do that: the payout queue is backed up and we would miss the cut-off.",
        )
        card = self._workspace.wait_for(
            lambda: self._workspace.thread(self._channel, ts),
            lambda message: button_of(message, "undo_entry") is not None,
            "the card of the new entry",
        )
        said = self._message(ts, answer["ts"])
        self._tell("corrected", "oncall2", PAYMENTS, said)
        self._tell("entry_stored", "negmem", PAYMENTS, card)
        again = self._announce("Memory still high: scaling down payments-worker to 2 in prod.")
        self._tell("held", "negmem", PAYMENTS, self._card(again, "pending"))

    def _review(self) -> None:
        admin, channel = self._cast.people["admin"], self._cast.channels[REVIEW]
        self._wait()
        self._workspace.act(
            "commands", user=admin, channel=channel, command="/negmem", text="review"
        )
        item = self._review_item(channel, "review_renew")
        self._tell("review_posted", "negmem", REVIEW, self._workspace.messages(channel)[-1])
        self._wait()
        self._press("admin", channel, item, "review_renew")
        done = self._workspace.wait_for(
            lambda: self._workspace.thread(channel, item["thread_ts"]),
            lambda message: message["ts"] == item["ts"] and "renewed" in message["text"].lower(),
            "the renewed entry",
        )
        self._tell("reviewed", "admin", REVIEW, done)

    def _review_item(self, channel: str, action_id: str) -> Mapping[str, Any]:
        def replies() -> list[Mapping[str, Any]]:
            parents = [one for one in self._workspace.messages(channel) if one.get("reply_count")]
            return self._workspace.thread(channel, parents[-1]["ts"]) if parents else []

        return self._workspace.wait_for(
            replies, lambda message: button_of(message, action_id) is not None, "the review"
        )

    @property
    def _channel(self) -> str:
        return self._cast.channels[PAYMENTS]

    def _announce(self, text: str) -> str:
        ts = self._post(text)
        self._tell("announced", "agent", PAYMENTS, {"text": text})
        return ts

    def _post(self, text: str, **more: Any) -> str:
        self._wait()
        answer = self._workspace.act(
            "messages", as_app=self._cast.agent_app, channel=self._channel, text=text, **more
        )
        return str(answer["ts"])

    def _card(self, ts: str, state: str) -> Mapping[str, Any]:
        return self._workspace.wait_for(
            lambda: self._workspace.thread(self._channel, ts),
            lambda message: decision_of(message).get("state") == state,
            f"a card that says {state}",
        )

    def _message(self, thread_ts: str, ts: str) -> Mapping[str, Any]:
        return self._workspace.wait_for(
            lambda: self._workspace.thread(self._channel, thread_ts),
            lambda message: message["ts"] == ts,
            "the reply",
        )

    def _told_alone(self, role: str) -> Mapping[str, Any]:
        """The answer that only this person sees."""
        person = self._cast.people[role]
        return self._workspace.wait_for(
            lambda: self._workspace.ephemerals(person), bool, f"the answer to the {role}"
        )

    def _click(self, role: str, card: Mapping[str, Any], action_id: str) -> None:
        self._wait()
        self._press(role, self._channel, card, action_id)

    def _press(self, role: str, channel: str, card: Mapping[str, Any], action_id: str) -> None:
        button = button_of(card, action_id) or {}
        self._workspace.act(
            "clicks",
            user=self._cast.people[role],
            channel=channel,
            ts=card["ts"],
            action_id=action_id,
            block_id=button.get("block_id"),
        )

    def _tell(self, what: str, who: str, channel: str, message: Mapping[str, Any]) -> None:
        decision = decision_of(message)
        line: dict[str, object] = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "who": who,
            "channel": channel,
            "what": what,
            "text": readable(message.get("text", ""), self._cast.names),
        }
        if decision.get("entry_ids"):
            line["entry_ids"] = decision["entry_ids"]
        if decision.get("action_id"):
            line["action_id"] = decision["action_id"]
        self._emit(line)

    def _wait(self) -> None:
        if self._pause:
            time.sleep(self._pause)
