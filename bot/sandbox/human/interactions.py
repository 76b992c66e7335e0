"""Clicks, slash commands and shortcuts: what the app has to acknowledge."""

from typing import Any

from bot.sandbox.delivery.dispatcher import Dispatcher
from bot.sandbox.delivery.parcel import Answer, Kind, Parcel
from bot.sandbox.human.acting import (
    Body,
    NotPossible,
    channel_of,
    field_of,
    message_of,
    must_be_member,
    must_see,
    owner_of,
    person_of,
)
from bot.sandbox.human.elements import Pressed, find_pressed, press
from bot.sandbox.payloads import (
    action,
    clicked_message,
    command,
    head,
    place,
    source_of_message,
    source_of_view,
)
from bot.sandbox.response_urls import ResponseUrl, ResponseUrls, answer_error
from bot.sandbox.triggers import Triggers
from bot.sandbox.world.apps import App, Installation
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.ephemeral import find_ephemeral
from bot.sandbox.world.modals import current, home_of
from bot.sandbox.world.people import Person
from bot.sandbox.world.views import View
from bot.sandbox.world.world import World

NO_ACK = "the app did not acknowledge within 3 seconds"


class Interactions:
    """What people do that goes to the app under test and waits for its acknowledgement."""

    def __init__(
        self,
        world: World,
        app: App,
        dispatcher: Dispatcher,
        triggers: Triggers,
        response_urls: ResponseUrls,
    ) -> None:
        self.world = world
        self.app = app
        self.triggers = triggers
        self._dispatcher = dispatcher
        self._response_urls = response_urls

    async def click(self, body: Body) -> dict[str, Any]:
        """Press a button or pick an option.

        In a message (`channel`, `ts`), an ephemeral one too; with `view_id`, or without a
        place, in the modal in front or else in the Home tab.
        """
        with self.world.locked() as world:
            person = person_of(world, body)
            if body.get("ts"):
                owner, payload = self._message_click(person, body)
            else:
                owner, payload = self._view_click(person, body)
        return self._outcome(person, await self.send(owner, "interactive", payload))

    async def run_command(self, body: Body) -> dict[str, Any]:
        """Run a slash command; Slack has none in threads."""
        with self.world.locked() as world:
            person, channel = person_of(world, body), channel_of(world, body)
            must_be_member(channel, person)
            name = "/" + field_of(body, "command").lstrip("/")
            if body.get("thread_ts"):
                raise NotPossible(f"{name} is not supported in threads. Sorry!")
            # Commands and shortcuts are there only for people of a workspace with the app.
            owner = self.app.installations.get(person.team)
            if name not in self.app.manifest.commands or owner is None or owner.revoked:
                raise NotPossible(f"{name} is not a valid command")
            url = self._response_urls.issue(owner, channel.id, person.id, "commands")
            payload = command(world, owner, person, channel) | {
                "command": name,
                "text": str(body.get("text") or ""),
                "response_url": url,
                "trigger_id": self.triggers.issue(self.app.id, owner.team, person.id),
            }
        answer = await self.send(owner, "slash_commands", payload)
        self._show_answer(owner, channel, person, answer)
        return self._outcome(person, answer)

    async def run_shortcut(self, body: Body) -> dict[str, Any]:
        """Use a shortcut: a global one, or with `channel` and `ts` one of a message."""
        with self.world.locked() as world:
            person = person_of(world, body)
            callback_id = field_of(body, "callback_id")
            kind = self.app.manifest.shortcuts.get(callback_id)
            if kind is None:
                raise NotPossible(f"the app has no shortcut {callback_id}")
            if kind == "message":
                owner, payload = self._message_shortcut(person, body)
            else:
                owner = self.installed_in(person.team)
                payload = head(world, owner, person, "shortcut")
                payload["user"].pop("name")
                payload.pop("api_app_id")
            payload |= {
                "callback_id": callback_id,
                "trigger_id": self.triggers.issue(self.app.id, owner.team, person.id),
                "action_ts": world.event_ts(),
            }
        return self._outcome(person, await self.send(owner, "interactive", payload))

    async def send(
        self, owner: Installation, kind: Kind, payload: dict[str, Any], *, answers: bool = False
    ) -> Answer:
        """Send a payload to the app; one that is not under test never acknowledges."""
        if owner.app is not self.app:
            return Answer(acked=False, failure="connection_failed")
        if kind == "interactive" and not self.app.manifest.interactive:
            raise NotPossible("This app is not configured to handle interactive responses.")
        wants = answers or kind == "slash_commands"
        return await self._dispatcher.ask(Parcel(kind, payload, wants_answer=wants))

    def installed_in(self, team: str) -> Installation:
        """Return the app under test in a workspace that has it."""
        installation = self.app.installations.get(team)
        if installation is not None and not installation.revoked:
            return installation
        raise NotPossible(f"{self.app.manifest.name} is not installed in this workspace")

    def _outcome(self, person: Person, answer: Answer) -> dict[str, Any]:
        """Say what became of an action; `view_id` is the modal that the person now sees."""
        with self.world.locked():
            view = current(self.world, person.id)
        shown = {} if view is None else {"view_id": view.id}
        if answer.acked:
            return {"ok": True, "acked": True} | shown
        return {"ok": True, "acked": False, "error": NO_ACK} | shown

    def _message_click(self, person: Person, body: Body) -> tuple[Installation, dict[str, Any]]:
        world, channel = self.world, channel_of(self.world, body)
        must_see(channel, person)
        message = find_ephemeral(world, person.id, channel.id, field_of(body, "ts"))
        message = message or message_of(world, channel, body)
        owner = owner_of(world, message)
        blocks = message.blocks + [b for a in message.attachments for b in a.get("blocks", [])]
        pressed = find_pressed(blocks, body)
        press(pressed, message.state)
        payload = head(world, owner, person, "block_actions")
        payload |= source_of_message(world, channel, message)
        url = self._response_urls.issue(owner, channel.id, person.id, "actions", message)
        payload["response_url"] = url
        self._finish(payload, owner, person, pressed)
        return owner, payload

    def _view_click(self, person: Person, body: Body) -> tuple[Installation, dict[str, Any]]:
        view = self._view(person, body)
        owner = self.world.installation_of_bot(view.bot_id)
        if owner is None:
            raise NotPossible("the app of this view is gone")
        pressed = find_pressed(view.blocks, body)
        press(pressed, view.values)
        payload = head(self.world, owner, person, "block_actions") | source_of_view(view)
        in_modal = view.id if view.kind == "modal" else None
        self._finish(payload, owner, person, pressed, in_modal)
        return owner, payload

    def _view(self, person: Person, body: Body) -> View:
        if body.get("view_id"):
            view = self.world.views.get(str(body["view_id"]))
            if view is None or view.user != person.id:
                raise NotPossible(f"{person.name} has no view {body['view_id']} open")
            return view
        for owner in self.app.installations.values():
            found = current(self.world, person.id) or home_of(self.world, owner, person.id)
            if found is not None:
                return found
        raise NotPossible("missing ts: this person has neither a modal nor a Home tab open")

    def _finish(
        self,
        payload: dict[str, Any],
        owner: Installation,
        person: Person,
        pressed: Pressed,
        view_id: str | None = None,
    ) -> None:
        ts = self.world.event_ts()
        entry = action(pressed.element, pressed.block_id, pressed.value, ts)
        payload["actions"] = [entry]
        payload["trigger_id"] = self.triggers.issue(owner.app.id, owner.team, person.id, view_id)

    def _message_shortcut(self, person: Person, body: Body) -> tuple[Installation, dict[str, Any]]:
        world, channel = self.world, channel_of(self.world, body)
        must_see(channel, person)
        message = message_of(world, channel, body)
        owner = self.installed_in(person.team)
        payload = head(world, owner, person, "message_action")
        payload["user"].pop("username")
        payload.pop("api_app_id")
        payload |= {
            "channel": place(channel),
            "message_ts": message.ts,
            "message": clicked_message(world, message),
            "response_url": self._response_urls.issue(owner, channel.id, person.id, "app"),
        }
        return owner, payload

    def _show_answer(
        self, owner: Installation, channel: Channel, person: Person, answer: Answer
    ) -> None:
        body = {"text": answer.body} if isinstance(answer.body, str) else answer.body
        if not isinstance(body, dict) or answer_error(body):
            return
        with self.world.locked():
            url = ResponseUrl(owner, channel.id, person.id, None, 0.0)
            self._response_urls.carry_out(url, body)
