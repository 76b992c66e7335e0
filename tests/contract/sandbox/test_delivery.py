"""Envelopes, acknowledgements, repetitions and signatures, seen from the app's end."""

import asyncio
import json
import threading
import time

import aiohttp
import pytest
from slack_sdk.signature import Clock, SignatureVerifier


class Sockets:
    """Raw Socket Mode connections: what arrives is kept, acknowledged only when told so."""

    def __init__(self, stage):
        self.stage = stage
        self.received = []
        self.ack = True
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def open(self):
        """Open one more connection; return its index."""
        url = self.stage.client.apps_connections_open(app_token=self.stage.sandbox.app_token)["url"]
        return asyncio.run_coroutine_threadsafe(self._open(url), self._loop).result(5)

    async def _open(self, url):
        session = aiohttp.ClientSession()
        socket = await session.ws_connect(url)
        number = len(self.received)
        self.received.append([])
        self._loop.create_task(self._read(session, socket, number))
        return number

    async def _read(self, session, socket, number):
        async for message in socket:
            got = json.loads(message.data)
            self.received[number].append(got)
            if self.ack and "envelope_id" in got:
                await socket.send_str(json.dumps({"envelope_id": got["envelope_id"]}))
        await session.close()
        self.received[number].append({"type": "closed"})

    def events(self):
        """Return the envelopes with events, over all connections."""
        return [one for got in self.received for one in got if one["type"] == "events_api"]


@pytest.fixture
def sockets(stage):
    sockets = Sockets(stage)
    yield sockets
    stage.sandbox.drop_sockets()
    stage.wait_for(lambda: all({"type": "closed"} in got for got in sockets.received))
    sockets._loop.call_soon_threadsafe(sockets._loop.stop)


def texts(events):
    return [one["payload"]["event"]["text"] for one in events]


def test_a_connection_starts_with_hello_and_its_address_serves_once(stage, sockets):
    url = stage.client.apps_connections_open(app_token=stage.sandbox.app_token)["url"]
    for _ in range(2):
        asyncio.run_coroutine_threadsafe(sockets._open(url), sockets._loop).result(5)
    stage.wait_for(lambda: sockets.received[0] and sockets.received[1])
    hello = sockets.received[0][0]
    assert (hello["type"], hello["num_connections"]) == ("hello", 1)
    assert hello["connection_info"]["app_id"] == stage.sandbox.app.id
    assert sockets.received[1] == [{"type": "closed"}]


def test_several_connections_share_the_envelopes_and_each_goes_to_one(stage, sockets):
    for _ in range(3):
        sockets.open()
    stage.wait_for(lambda: stage.sandbox.sockets.connections == 3)
    said = [f"post {n}" for n in range(6)]
    for text in said:
        stage.say(text)
    stage.wait_for(lambda: len(sockets.events()) >= 6 and stage.sandbox.dispatcher.is_idle)
    assert sorted(texts(sockets.events())) == said
    assert all(len(got) == 3 for got in sockets.received), "a hello and two posts each"


def test_the_eleventh_connection_is_refused(stage, sockets):
    for _ in range(10):
        sockets.open()
    stage.wait_for(lambda: stage.sandbox.sockets.connections == 10)
    number = sockets.open()
    stage.wait_for(lambda: {"type": "closed"} in sockets.received[number])
    assert stage.sandbox.sockets.connections == 10


def test_an_event_without_acknowledgement_comes_again_and_says_so(stage, sockets):
    sockets.open()
    sockets.ack = False
    stage.sandbox.dispatcher.retry_delays = (0.0, 0.0, 0.0)
    stage.say("again")
    first, second = stage.wait_for(lambda: len(sockets.events()) == 2 and sockets.events())
    sockets.ack = True
    assert (first["retry_attempt"], second["retry_attempt"]) == (0, 1)
    assert second["retry_reason"] == "timeout"
    assert first["payload"] == second["payload"]
    assert first["envelope_id"] != second["envelope_id"]
    stage.wait_for(lambda: stage.sandbox.dispatcher.is_idle)
    assert len(sockets.events()) == 3


def test_what_a_broken_connection_had_not_acknowledged_goes_over_another(stage, sockets):
    sockets.open()
    sockets.ack = False
    stage.sandbox.dispatcher.retry_delays = (0.2,)
    stage.say("held up")
    stage.wait_for(lambda: sockets.events())
    sockets.ack = True
    stage.act("/faults", method="socket.drop", times=1)
    sockets.open()
    stage.wait_for(lambda: len(sockets.received) == 2 and len(sockets.received[1]) == 2)
    assert sockets.received[0][-1] == {"type": "closed"}
    assert sockets.received[1][1]["retry_attempt"] == 1


def test_a_refresh_is_announced_asked_for_and_carried_out(stage, sockets):
    sockets.open()
    stage.wait_for(lambda: stage.sandbox.sockets.connections)
    stage.sandbox.refresh_sockets(warning_seconds=0.1)
    stage.wait_for(lambda: {"type": "closed"} in sockets.received[0])
    reasons = [one["reason"] for one in sockets.received[0] if one["type"] == "disconnect"]
    assert reasons == ["warning", "refresh_requested"]


def test_turning_to_http_disables_the_link(stage, sockets):
    sockets.open()
    stage.wait_for(lambda: stage.sandbox.sockets.connections)
    stage.sandbox.deliver_by_http("http://127.0.0.1:1/none", retry_delays=())
    stage.wait_for(lambda: {"type": "closed"} in sockets.received[0])
    assert sockets.received[0][1]["reason"] == "link_disabled"


def test_a_channels_events_arrive_in_order(stage, sockets):
    sockets.open()
    said = [str(n) for n in range(40)]
    for text in said:
        stage.say(text)
    stage.wait_for(lambda: len(sockets.events()) == 40)
    assert texts(sockets.events()) == said


@pytest.fixture
def requests(stage):
    """A Request URL that keeps what comes and answers with the statuses it is given."""
    kept, statuses = [], []

    def answer(body, headers):
        kept.append((body, headers))
        status, more = statuses.pop(0) if statuses else (200, {})
        return status, more, ""

    stage.sandbox.deliver_by_http(stage.serve(answer), retry_delays=(0.0, 0.0, 0.0))
    return kept, statuses


def verifier(stage, now=None):
    clock = Clock()
    if now is not None:
        clock.now = lambda: now
    return SignatureVerifier(stage.sandbox.signing_secret, clock)


def test_the_official_verifier_accepts_the_signature_and_nothing_that_was_changed(stage, requests):
    kept, _ = requests
    stage.say("signed – with ünicode")
    body, headers = stage.wait_for(lambda: kept and kept[0])
    assert verifier(stage).is_valid_request(body, headers)
    for at in (0, len(body) // 2, len(body) - 1):
        changed = body[:at] + chr(ord(body[at]) ^ 1) + body[at + 1 :]
        assert not verifier(stage).is_valid_request(changed, headers)
    assert not verifier(stage, time.time() + 301).is_valid_request(body, headers)
    late = {**headers, "X-Slack-Request-Timestamp": str(int(time.time()) + 1)}
    assert not verifier(stage).is_valid_request(body, late)


def test_an_event_is_repeated_three_times_with_number_and_reason(stage, requests):
    kept, statuses = requests
    statuses += [(500, {})] * 4
    stage.say("again")
    stage.wait_for(lambda: len(kept) == 4 and stage.sandbox.dispatcher.is_idle)
    numbers = [headers.get("X-Slack-Retry-Num") for _, headers in kept]
    assert numbers == [None, "1", "2", "3"]
    assert kept[1][1]["X-Slack-Retry-Reason"] == "http_error"
    assert len({json.loads(body)["event_id"] for body, _ in kept}) == 1


def test_an_app_may_forbid_repetitions(stage, requests):
    kept, statuses = requests
    statuses.append((500, {"X-Slack-No-Retry": "1"}))
    stage.say("once")
    stage.wait_for(lambda: kept and stage.sandbox.dispatcher.is_idle)
    assert len(kept) == 1


def test_a_repetition_does_not_hold_up_what_comes_after(stage, requests):
    kept, statuses = requests
    stage.sandbox.dispatcher.retry_delays = (0.5,)
    statuses.append((503, {}))
    for text in ("one", "two"):
        stage.say(text)
    stage.wait_for(lambda: len(kept) == 3)
    assert [json.loads(body)["event"]["text"] for body, _ in kept] == ["one", "two", "one"]


def test_an_app_that_is_down_is_no_reason_to_fail(stage):
    stage.sandbox.deliver_by_http("http://127.0.0.1:1/none", retry_delays=(0.0,))
    stage.say("unheard")
    stage.wait_for(lambda: stage.sandbox.dispatcher.is_idle)
    answer = stage.act(
        "/human/commands", user=stage.people["admin"], channel=stage.channel, command="/watch"
    )
    assert answer["acked"] is False
