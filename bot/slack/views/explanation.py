"""Why a message got a warning or none, with a way to make it an entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.application.actions.explain_message import Explanation
from bot.domain.decision import Effect
from bot.slack.blocks.lists import decision_lines
from bot.slack.blocks.parts import actions, button, divider
from bot.slack.blocks.rich import Block, bullets, line, moment, own, quote, rich, words
from bot.slack.views.form import View, modal

MAKE_ENTRY = "make_entry"
_THEN = {
    Effect.ALLOW: "it was let through",
    Effect.WARN: "it got a warning",
    Effect.HOLD: "it was held",
}


def explanation_view(text: str, explained: Explanation, private: Mapping[str, Any]) -> View:
    """The decision then and now.

    Args:
        text: The message.
        explained: See `Explanation`.
        private: Where the message stands, so that it can be made an entry.
    """
    blocks: list[Block] = [rich(quote(text or "(no text)", 500)), *_then(explained)]
    blocks.append(rich(line(own("Judged now:")), *decision_lines(explained.decision)))
    blocks += [divider(), actions(button("Add to negative memory", MAKE_ENTRY, "message"))]
    return modal("Why no warning?", blocks, private=private)


def _then(explained: Explanation) -> list[Block]:
    stored = explained.stored
    if stored is None:
        return [rich(line(own("It was not judged when it was posted.")))]
    opened = " (this channel was opened by an admin)" if stored.break_glass else ""
    then = own(f", {_THEN[stored.effect]}{opened}.")
    lines = [line(own("When it was posted, at "), moment(stored.judged_at), then)]
    if stored.near_misses:
        near = [
            [own(f"{one.entry_id}: ", bold=True), words(one.text, 300)]
            for one in stored.near_misses[:3]
        ]
        lines += [line(own("Close, but no match then:")), bullets(near)]
    return [rich(*lines)]
