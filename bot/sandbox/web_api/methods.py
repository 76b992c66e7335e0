"""Finds the method that a call names, checks its token, and carries it out."""

from typing import Any

from bot.sandbox.web_api import chat, conversations, files, people, views, workspace
from bot.sandbox.web_api.call import ApiError, Call, Method, Services
from bot.sandbox.world.apps import Installation

_METHODS: dict[str, Method] = {
    **chat.METHODS,
    **conversations.METHODS,
    **files.METHODS,
    **people.METHODS,
    **views.METHODS,
    **workspace.METHODS,
}


def perform(
    services: Services, name: str, token: str, params: dict[str, Any]
) -> tuple[dict[str, Any], Installation | None]:
    """Carry out a call.

    Args:
        services: What the methods work with.
        name: The method, as `chat.postMessage`.
        token: The token of the call, `""` for none.
        params: Its parameters.

    Returns:
        The answer with its `ok`, and the installation that called, if it is known. A refusal
        is an answer too, with `ok` false and Slack's `error`.
    """
    with services.world.locked() as world:
        caller = world.installation_of_token(token) if token else None
        call = Call(services, params, token, caller)
        try:
            return {"ok": True, **_method(call, name)(call)}, caller
        except ApiError as refusal:
            return {"ok": False, "error": refusal.error, **refusal.details}, caller


def _method(call: Call, name: str) -> Method:
    if name in workspace.WITHOUT_BOT_TOKEN:
        return workspace.WITHOUT_BOT_TOKEN[name]
    if name not in _METHODS:
        raise ApiError("unknown_method", req_method=name)
    if not call.token:
        raise ApiError("not_authed")
    if call.token == call.services.app.app_token:
        raise ApiError("not_allowed_token_type")
    if call.caller is None:
        known = call.world.was_token(call.token)
        raise ApiError("account_inactive" if known else "invalid_auth")
    return _METHODS[name]
