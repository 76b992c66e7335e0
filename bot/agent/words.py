"""What a person or an agent reads when the gate did not simply allow."""

from __future__ import annotations

from bot.agent.client import Reply

UNREACHABLE = (
    "Nothing was run. Without the gate's word nothing may go on: ask a person on call, and have"
    " negmem looked at (negmem doctor)."
)

_ENDED = {
    "kept": "A person kept it blocked.",
    "expired": "Nobody released it in time, so it stays blocked.",
    "voided": "What it was announced with was changed or deleted, so the hold is void.",
    "released": "It was released, and the permit for it is spent or has expired.",
}


def told(reply: Reply) -> str:
    """Why it is held or warned of, and what to do instead; a line each."""
    instead = [f"Instead: {one['instead']}" for one in _matches(reply) if one.get("instead")]
    return "\n".join([reply.why, *instead])


def ending(reply: Reply) -> str:
    """How the hold ended; empty where there is none that did."""
    return _ENDED.get(reply.state or "", "")


def held_text(reply: Reply) -> str:
    """Why it is held, what to do instead, and who may release it, where, or how that ended."""
    pending = reply.state == "pending"
    last = f"{who_may(reply)} can release it {where(reply)}." if pending else ending(reply)
    return f"Held by negmem: {told(reply)}\n{last}".rstrip()


def warning_text(reply: Reply) -> str:
    """The risk, for one who goes on."""
    return f"Warning by negmem: {told(reply)}"


def who_may(reply: Reply) -> str:
    """Who may release the hold: "A workspace admin or owner"."""
    told = str(_hold(reply).get("who_may") or "an approver")
    return told[:1].upper() + told[1:]


def card_of(reply: Reply) -> str:
    """The link to the hold's card; empty as long as it is not posted."""
    return str(_hold(reply).get("url") or "")


def where(reply: Reply) -> str:
    """Where the card is, and until when: "in Slack (until 15:32 UTC): https://…"."""
    until = str(_hold(reply).get("expires_at") or "")[11:16]
    url = card_of(reply)
    return f"in Slack{f' (until {until} UTC)' if until else ''}{f': {url}' if url else ''}"


def _hold(reply: Reply) -> dict[str, object]:
    hold = reply.body.get("hold") if reply.ok else None
    return hold if isinstance(hold, dict) else {}


def _matches(reply: Reply) -> list[dict[str, object]]:
    found = reply.body.get("matches") if reply.ok else None
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
