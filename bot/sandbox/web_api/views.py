"""views.*: modals and Home tabs."""

from bot.sandbox.triggers import Trigger
from bot.sandbox.web_api.call import Answer, ApiError, Call, Method
from bot.sandbox.web_api.content import read_view
from bot.sandbox.world.modals import (
    home_of,
    open_modal,
    publish_home,
    push_modal,
    stack_of,
    update_view,
    with_external_id,
)
from bot.sandbox.world.views import View, view_json


def open_view(call: Call) -> Answer:
    """Open a modal for the person whose trigger is given."""
    trigger = _trigger(call)
    body = read_view(call, "modal")
    _unique(call, str(body.get("external_id") or ""))
    trigger.used = True
    return {"view": view_json(open_modal(call.world, call.me, trigger.user, body))}


def push_view(call: Call) -> Answer:
    """Put a modal on top of the one in which the person acted."""
    trigger = _trigger(call)
    body = read_view(call, "modal")
    _unique(call, str(body.get("external_id") or ""))
    below = call.world.views.get(trigger.view_id or "")
    if below is None or stack_of(call.world, below) is None:
        call.fail("not_found")
    pushed = push_modal(call.world, call.me, below, body)
    if pushed is None:
        call.fail("push_limit_reached")
    trigger.used = True
    return {"view": view_json(pushed)}


def update(call: Call) -> Answer:
    """Replace an open modal, found by its id or the app's own name for it."""
    if call.text("view_id"):
        view = call.world.views.get(call.text("view_id"))
    elif call.text("external_id"):
        view = with_external_id(call.world, call.text("external_id"), call.me.team)
    else:
        call.fail("invalid_arguments")
    if view is None or view.bot_id != call.me.bot_id:
        call.fail("not_found")
    body = read_view(call, view.kind)
    _check_hash(call, view)
    external_id = str(body.get("external_id") or "")
    if external_id != view.external_id:
        _unique(call, external_id)
    update_view(call.world, view, body)
    return {"view": view_json(view)}


def publish(call: Call) -> Answer:
    """Set the Home tab of a person."""
    if not call.me.app.manifest.home_tab:
        call.fail("not_enabled")
    user = call.text("user_id")
    if user not in call.world.people:
        raise ApiError("invalid_arguments", response_metadata={"messages": ["invalid `user_id`"]})
    body = read_view(call, "home")
    known = home_of(call.world, call.me, user)
    if known is not None:
        _check_hash(call, known)
    return {"view": view_json(publish_home(call.world, call.me, user, body))}


def _trigger(call: Call) -> Trigger:
    trigger_id = call.text("trigger_id") or call.text("interactivity_pointer")
    if not trigger_id:
        call.fail("invalid_arguments")
    found = call.services.triggers.check(trigger_id, call.me.app.id)
    if isinstance(found, str):
        call.fail(found)
    return found


def _unique(call: Call, external_id: str) -> None:
    if external_id and with_external_id(call.world, external_id, call.me.team) is not None:
        call.fail("duplicate_external_id")


def _check_hash(call: Call, view: View) -> None:
    given = call.text("hash")
    if given and given != view.hash:
        call.fail("hash_conflict")


METHODS: dict[str, Method] = {
    "views.open": open_view,
    "views.push": push_view,
    "views.update": update,
    "views.publish": publish,
}
