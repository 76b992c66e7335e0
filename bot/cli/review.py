"""`negmem review`: what the weekly review would ask; `--now` posts it."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.application.reviews.review_entries import post_review, preview_review
from bot.bootstrap.offline import operating
from bot.cli.output import AsJson, Team, as_command, say, say_json, switch
from bot.domain.errors import NotAllowed, NotFound


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(review)


def review(
    now: Annotated[
        bool, switch("--now", "Post it: the running bot delivers it to its channel.")
    ] = False,
    workspace: Team = None,
    as_json: AsJson = False,
) -> int:
    """Show the entries that need a person; with --now have the bot post the review."""
    with operating(workspace) as (negmem, team):
        if now:
            with negmem.store.read() as tx:
                channel = tx.workspaces.get(team).review.channel
            if channel is None:
                raise NotFound("No channel is set for the review.", "Run /negmem setup in Slack.")
            answer = post_review(
                negmem, team, channel, f"on demand, {negmem.clock():%d %b %Y %H:%M:%S}"
            )
            if not answer.ok:
                raise NotAllowed(answer.text)
            say_json({"text": answer.text}) if as_json else say(as_command(answer.text))
            return 0
        items = preview_review(negmem, team)
    for item in items:
        if as_json:
            say_json({"entry_id": item.entry_id, "questions": item.questions})
        else:
            say(f"{item.entry_id}: {' '.join(item.questions)}")
    if not items and not as_json:
        say("Nothing to ask about.")
    return 0
