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


def held_text(reply: Reply) -> str:
    """Why it is held, who may release it, where, and what to do instead; a line each."""
    lines = [f"Held by negmem: {reply.why}"]
    lines += [f"Instead: {one['instead']}" for one in _matches(reply) if one.get("instead")]
    state = reply.state
    if state == "pending":
        lines.append(f"{who_may(reply)} can release it {where(reply)}.")
    elif state in _ENDED:
        lines.append(_ENDED[state])
    return "\n".join(lines)


def warning_text(reply: Reply) -> str:
    """The risk, for one who goes on."""
    lines = [f"Warning by negmem: {reply.why}"]
    lines += [f"Instead: {one['instead']}" for one in _matches(reply) if one.get("instead")]
    return "\n".join(lines)


def who_may(reply: Reply) -> str:
    """Who may release the hold: "A workspace admin or owner"."""
    told = str(_hold(reply).get("who_may") or "an approver")
    return told[:1].upper() + told[1:]


def where(reply: Reply) -> str:
    """Where the card is, and until when: "in Slack (until 15:32 UTC): https://…"."""
    hold = _hold(reply)
    until = str(hold.get("expires_at") or "")[11:16]
    url = hold.get("url")
    return f"in Slack{f' (until {until} UTC)' if until else ''}{f': {url}' if url else ''}"


def _hold(reply: Reply) -> dict[str, object]:
    hold = reply.body.get("hold") if reply.ok else None
    return hold if isinstance(hold, dict) else {}


def _matches(reply: Reply) -> list[dict[str, object]]:
    found = reply.body.get("matches") if reply.ok else None
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
