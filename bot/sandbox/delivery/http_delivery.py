"""Delivery by signed HTTP requests, as to an app's Request URL."""

import asyncio
import hashlib
import hmac
import json
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlencode

from bot.sandbox.delivery.parcel import ACK_SECONDS, Answer, Parcel

_WORKERS = 32


def sign(secret: str, timestamp: str, body: str) -> str:
    """Return Slack's v0 signature of a request: HMAC-SHA256 over `v0:timestamp:body`."""
    base = f"v0:{timestamp}:{body}".encode()
    return "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()


class HttpDelivery:
    """Posts events as JSON, interactions and commands as forms, each signed."""

    def __init__(self, request_url: str, signing_secret: str) -> None:
        self._url = request_url
        self._secret = signing_secret
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="sandbox-http")
        # Without proxies: a local workspace talks to a local app.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    async def send(self, parcel: Parcel) -> Answer:
        """Post one parcel; 200 within 3 seconds is an acknowledgement."""
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._pool, self._post, parcel)
        try:
            # The socket's own limit counts between bytes; this one counts in all.
            return await asyncio.wait_for(work, ACK_SECONDS)
        except TimeoutError:
            return Answer(acked=False, failure="http_timeout")

    def close(self) -> None:
        """Let go of the worker threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def request(self, parcel: Parcel) -> urllib.request.Request:
        """Return the signed request for a parcel."""
        body, content_type = _body(parcel)
        # Verifiers compare with the real clock, so the sandbox's own may not be used here.
        timestamp = str(int(time.time()))
        headers = {
            "Content-Type": content_type,
            "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
            "X-Slack-Request-Timestamp": timestamp,
            "X-Slack-Signature": sign(self._secret, timestamp, body),
        }
        if parcel.retry:
            headers["X-Slack-Retry-Num"] = str(parcel.retry)
            headers["X-Slack-Retry-Reason"] = parcel.reason
        return urllib.request.Request(  # noqa: S310 - the address is the developer's own
            self._url, body.encode(), headers, method="POST"
        )

    def _post(self, parcel: Parcel) -> Answer:
        try:
            with self._opener.open(self.request(parcel), timeout=ACK_SECONDS) as response:
                return Answer(acked=True, body=_answer(response.headers, response.read()))
        except urllib.error.HTTPError as error:
            forbidden = error.headers.get("X-Slack-No-Retry") == "1"
            return Answer(acked=False, failure="http_error", may_retry=not forbidden)
        except TimeoutError:
            return Answer(acked=False, failure="http_timeout")
        except urllib.error.URLError as error:
            late = isinstance(error.reason, TimeoutError)
            return Answer(acked=False, failure="http_timeout" if late else "connection_failed")
        except OSError:
            return Answer(acked=False, failure="connection_failed")


def _body(parcel: Parcel) -> tuple[str, str]:
    if parcel.kind == "events_api":
        return json.dumps(parcel.payload), "application/json"
    form: dict[str, Any] = parcel.payload
    if parcel.kind == "interactive":
        form = {"payload": json.dumps(parcel.payload)}
    return urlencode(form), "application/x-www-form-urlencoded"


def _answer(headers: Any, body: bytes) -> Any:
    text = body.decode("utf-8", "replace").strip()
    if not text:
        return None
    if str(headers.get("Content-Type", "")).startswith("application/json"):
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text
