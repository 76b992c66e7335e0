"""Trigger ids: what lets an app open a modal for the person who just acted."""

from dataclasses import dataclass

from bot.sandbox.world.identifiers import new_trigger_id
from bot.sandbox.world.world import World

LIFE_SECONDS = 3.0


@dataclass(slots=True)
class Trigger:
    """Who acted and where.

    Attributes:
        app_id: The only app that may use it.
        view_id: The modal in which the person acted, if any; `views.push` needs one.
        expires: Unix seconds.
    """

    id: str
    app_id: str
    team: str
    user: str
    view_id: str | None
    expires: float
    used: bool = False


class Triggers:
    """Issues trigger ids and takes each of them once, within 3 seconds."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._issued: dict[str, Trigger] = {}

    def issue(self, app_id: str, team: str, user: str, view_id: str | None = None) -> str:
        """Return a new trigger id."""
        expires = self._world.now() + LIFE_SECONDS
        trigger = Trigger(new_trigger_id(), app_id, team, user, view_id, expires)
        self._issued[trigger.id] = trigger
        return trigger.id

    def check(self, trigger_id: str, app_id: str) -> Trigger | str:
        """Return the trigger while it may be used, else Slack's error code."""
        trigger = self._issued.get(trigger_id)
        if trigger is None or trigger.app_id != app_id:
            return "invalid_trigger_id"
        if trigger.used:
            return "exchanged_trigger_id"
        if self._world.now() > trigger.expires:
            return "expired_trigger_id"
        return trigger
