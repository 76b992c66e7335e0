"""Speed of what looks at every text: secrets, replies, postmortems, also on odd input."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.domain.postmortem import read_postmortem
from bot.domain.reading.reply import read_reply
from bot.domain.redaction import redact

SIZES = (16_000, 64_000)
SEEDS = {
    "words": "restarting payments-api in prod because p99 is at 4 s; ",
    "passwords": "mysql -u root -phunter2 --password=hunter3 orders; ",
    "equals": "a=b&token=c ",
    "addresses": "postgres://u:p@h/d ",
    "quotes": '\'"\\" ',
    "vault": "vault kv put a=b ",
    "base64": "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=",
    "PEM": "-----BEGIN RSA PRIVATE KEY-----\n",
    "dashes": "-p --p -u ",
}


def rows() -> list[tuple[str, str]]:
    """(what, figure) for each measurement; the last number tells how time grows with size."""
    table = []
    worst = max(SEEDS, key=lambda name: _seconds(redact, _filled(SEEDS[name], SIZES[1])))
    small, large = (_seconds(redact, _filled(SEEDS[worst], size)) for size in SIZES)
    table.append((f"redacting 64 kB, the worst of {len(SEEDS)} inputs ({worst})", f"{large:.2f} s"))
    table.append(("  times that of a quarter of it", f"{large / small:.1f}"))
    plain = _seconds(redact, _filled(SEEDS["words"], SIZES[1]))
    table.append(("redacting 64 kB of ordinary words", f"{plain * 1e3:.0f} ms"))
    reply = "No, don't do that, the queue is backed up and we would miss the cut-off."
    table.append(("reading one reply", f"{_seconds(read_reply, reply) * 1e3:.2f} ms"))
    document = (
        "# Incident\n" + "- 10:04 we restarted payments-api, which dropped payments\n" * 1_100
    )
    small, large = (_seconds(read_postmortem, document[:size]) for size in SIZES)
    table.append(("reading a postmortem of 64 kB", f"{large:.2f} s"))
    table.append(("  times that of a quarter of it", f"{large / small:.1f}"))
    return table


def _filled(seed: str, size: int) -> str:
    return (seed * (size // len(seed) + 1))[:size]


def _seconds(call: Callable[[str], object], text: str) -> float:
    """The best of three: what the machine's other work adds is no property of ours."""
    best = float("inf")
    for _ in range(3):
        begun = time.perf_counter()
        call(text)
        best = min(best, time.perf_counter() - begun)
    return best
