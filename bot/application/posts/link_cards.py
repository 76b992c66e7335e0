"""Links on a card: asked of Slack after the transaction, since Slack may take its time."""

from __future__ import annotations

from dataclasses import replace

from bot.application.ports.slack import Directory
from bot.application.records.card import (
    Card,
    CardEntry,
    HoldCard,
    LoggedAlert,
    ReviewCard,
    ReviewItemCard,
    WarningCard,
)
from bot.application.records.fires import Fires


def with_links(directory: Directory, team: str, card: Card) -> Card:
    """The card with links to the latest matches of its entries, and to the alerts of a review.

    Args:
        directory: Asked for them, outside any transaction.
        team: Workspace.
        card: As composed; what Slack does not know stays without a link.
    """
    match card:
        case HoldCard() | WarningCard():
            entries = tuple(_linked(directory, team, one) for one in card.entries)
            return replace(card, entries=entries)
        case ReviewItemCard():
            return replace(card, last_url=_last_match(directory, team, card.fires))
        case ReviewCard():
            alerts = tuple(_linked_alert(directory, team, one) for one in card.alerts)
            return replace(card, alerts=alerts)
        case _:
            return card


def _linked(directory: Directory, team: str, entry: CardEntry) -> CardEntry:
    return replace(entry, last_url=_last_match(directory, team, entry.fires))


def _last_match(directory: Directory, team: str, fires: Fires) -> str | None:
    if not (fires.last_channel and fires.last_ts):
        return None
    return directory.permalink(team, fires.last_channel, fires.last_ts)


def _linked_alert(directory: Directory, team: str, alert: LoggedAlert) -> LoggedAlert:
    if not (alert.channel and alert.ts):
        return alert
    return replace(alert, url=directory.permalink(team, alert.channel, alert.ts))
