"""Submitting and closing modals, and opening the Home tab."""

from typing import Any, TypeGuard

from bot.sandbox.human.acting import Body, NotPossible, field_of, person_of
from bot.sandbox.human.inputs import fill, missing
from bot.sandbox.human.interactions import NO_ACK, Interactions
from bot.sandbox.payloads import head
from bot.sandbox.web_api.call import ApiError
from bot.sandbox.web_api.content import checked_view
from bot.sandbox.web_api.direct import direct_message
from bot.sandbox.world.apps import Installation
from bot.sandbox.world.modals import close_views, current, home_of, push_modal, update_view
from bot.sandbox.world.people import Person
from bot.sandbox.world.views import View, view_json
from bot.sandbox.world.world import Happening, World

TROUBLE = "We had some trouble connecting. Try again?"


class Modals:
    """A person's dealings with the views of the app under test."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions

    async def submit(self, body: Body) -> dict[str, Any]:
        """Fill in the modal in front and submit it.

        Answers `ok` when it was taken; with `errors` (block_id -> text) when an input is
        missing or the app refuses what was filled in, and the modal stays.
        """
        with self._world.locked() as world:
            person, view, owner = self._in_front(body)
            fill(view, body.get("values") or {})
            if errors := missing(view):
                raise NotPossible(_told(errors), errors=errors)
            payload = head(world, owner, person, "view_submission")
            app_id, team = owner.app.id, owner.team
            payload["trigger_id"] = self._interactions.triggers.issue(
                app_id, team, person.id, view.id
            )
            payload["view"] = view_json(view)
        answer = await self._interactions.send(owner, "interactive", payload, answers=True)
        if not answer.acked:
            return {"ok": False, "acked": False, "error": NO_ACK, "view_id": view.id}
        with self._world.locked():
            cleared = self._react(person, view, owner, answer.body)
            left = current(self._world, person.id)
        await self._tell_closed(person, owner, cleared, cleared=True)
        return {"ok": True, "acked": True} | ({"view_id": left.id} if left else {})

    async def close(self, body: Body) -> dict[str, Any]:
        """Close the modal in front, or with `clear` the whole stack."""
        with self._world.locked():
            person, _, owner = self._in_front(body)
            clear = bool(body.get("clear"))
            closed = close_views(self._world, person.id, whole_stack=clear)
            left = current(self._world, person.id)
        acked = await self._tell_closed(person, owner, closed, cleared=clear)
        answer = {"ok": True, "acked": acked}
        return answer | ({} if acked else {"error": NO_ACK}) | _view_id(left)

    async def open_home(self, body: Body) -> dict[str, Any]:
        """Look at the app's Home tab, which sends `app_home_opened`."""
        with self._world.locked() as world:
            person = person_of(world, body)
            owner = self._interactions.installed_in(person.team)
            channel = direct_message(world, owner, person.id)
            view = home_of(world, owner, person.id)
            event: dict[str, Any] = {
                "type": "app_home_opened",
                "user": person.id,
                "channel": channel.id,
                "tab": "home",
                "event_ts": world.event_ts(),
            }
            if view is not None:
                event["view"] = view_json(view)
            world.publish(Happening(owner.team, event, app_id=owner.app.id))
        return {"ok": True, "acked": True} | _view_id(view)

    def _in_front(self, body: Body) -> tuple[Person, View, Installation]:
        person = person_of(self._world, body)
        view = current(self._world, person.id)
        if view is None:
            raise NotPossible(f"{person.name} has no modal open")
        if view.id != field_of(body, "view_id"):
            raise NotPossible(f"view {body['view_id']} is not in front: {view.id} is")
        owner = self._world.installation_of_bot(view.bot_id)
        if owner is None:
            raise NotPossible("the app of this modal is gone")
        return person, view, owner

    def _react(self, person: Person, view: View, owner: Installation, answer: Any) -> list[View]:
        """Do what the app's answer says; return the other views that were cleared by it."""
        said = answer if isinstance(answer, dict) else {}
        kind = said.get("response_action")
        if current(self._world, person.id) is not view:
            return []  # the app has put something else in its place meanwhile
        if kind in (None, "clear"):
            closed = close_views(self._world, person.id, whole_stack=kind == "clear")
            return [other for other in closed if other.id != view.id]
        errors = said.get("errors")
        if kind == "errors":
            if _fits(errors, view):
                raise NotPossible(_told(errors), acked=True, errors=errors, view_id=view.id)
        elif kind == "update":
            update_view(self._world, view, _checked(said.get("view")))
            return []
        elif kind == "push":
            if push_modal(self._world, owner, view, _checked(said.get("view"))) is None:
                raise NotPossible("push_limit_reached: a stack holds three views", acked=True)
            return []
        raise NotPossible(TROUBLE, acked=True)

    async def _tell_closed(
        self, person: Person, owner: Installation, closed: list[View], *, cleared: bool
    ) -> bool:
        acked = True
        for view in closed:
            if not view.body.get("notify_on_close"):
                continue
            payload = head(self._world, owner, person, "view_closed")
            payload |= {"view": view_json(view), "is_cleared": cleared}
            answer = await self._interactions.send(owner, "interactive", payload)
            acked = acked and answer.acked
        return acked


def _checked(view: Any) -> dict[str, Any]:
    if not isinstance(view, dict):
        raise NotPossible(TROUBLE, acked=True)
    try:
        return checked_view(view, "modal")
    except ApiError as refusal:
        reasons = refusal.details.get("response_metadata", {}).get("messages", [])
        raise NotPossible(f"{TROUBLE} {'; '.join(reasons)}".strip(), acked=True) from refusal


def _fits(errors: Any, view: View) -> TypeGuard[dict[str, str]]:
    inputs = {block["block_id"] for block in view.blocks if block.get("type") == "input"}
    return isinstance(errors, dict) and bool(errors) and set(errors) <= inputs


def _told(errors: dict[str, str]) -> str:
    return "; ".join(f"{block_id}: {text}" for block_id, text in errors.items())


def _view_id(view: View | None) -> dict[str, str]:
    return {} if view is None else {"view_id": view.id}
