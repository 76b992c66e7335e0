"""Opening, updating, stacking and closing views."""

import secrets
from typing import Any

from bot.sandbox.world.apps import Installation
from bot.sandbox.world.block_ids import with_ids
from bot.sandbox.world.views import View, initial_values
from bot.sandbox.world.world import World

MAX_STACK = 3


def current(world: World, user: str) -> View | None:
    """Return the modal that a person has in front of them, or None."""
    stack = world.stacks.get(user)
    return world.views[stack[-1]] if stack else None


def stack_of(world: World, view: View) -> list[str] | None:
    """Return the stack that an open modal belongs to, or None when it is closed."""
    stack = world.stacks.get(view.user, [])
    return stack if view.id in stack else None


def open_modal(world: World, owner: Installation, user: str, body: dict[str, Any]) -> View:
    """Show a modal; one that was open before gives way."""
    for view_id in world.stacks.get(user, []):
        world.views.pop(view_id, None)
    view = _make(world, owner, user, body)
    world.stacks[user] = [view.id]
    world.changed(users=frozenset({user}))
    return view


def push_modal(world: World, owner: Installation, below: View, body: dict[str, Any]) -> View | None:
    """Show a modal on top of another; None when the stack is full or the other is closed."""
    stack = stack_of(world, below)
    if stack is None or len(stack) >= MAX_STACK:
        return None
    view = _make(world, owner, below.user, body)
    view.root, view.previous = below.root, stack[-1]
    stack.append(view.id)
    world.changed(users=frozenset({below.user}))
    return view


def update_view(world: World, view: View, body: dict[str, Any]) -> None:
    """Replace what a view shows; what was filled in stays where block and action stay."""
    before = view.values
    view.body = body | {"blocks": with_ids(body.get("blocks", []))}
    view.hash = _hash(world)
    view.values = initial_values(view.blocks)
    for block_id, actions in view.values.items():
        for action_id, state in actions.items():
            kept = before.get(block_id, {}).get(action_id)
            if kept is not None and kept["type"] == state["type"]:
                actions[action_id] = kept
    world.changed(users=frozenset({view.user}))


def close_views(world: World, user: str, *, whole_stack: bool) -> list[View]:
    """Close the modal in front, or all of the stack; return those closed, topmost first."""
    stack = world.stacks.get(user, [])
    closed = [world.views.pop(stack.pop()) for _ in range(len(stack) if whole_stack else 1)]
    if not stack:
        world.stacks.pop(user, None)
    world.changed(users=frozenset({user}))
    return closed


def publish_home(world: World, owner: Installation, user: str, body: dict[str, Any]) -> View:
    """Set the Home tab that an app shows to a person."""
    known = home_of(world, owner, user)
    if known is not None:
        update_view(world, known, body)
        return known
    view = _make(world, owner, user, body)
    world.homes[(owner.bot_id, user)] = view.id
    world.changed(users=frozenset({user}))
    return view


def home_of(world: World, owner: Installation, user: str) -> View | None:
    """Return the Home tab that an app has published for a person, or None."""
    return world.views.get(world.homes.get((owner.bot_id, user), ""))


def with_external_id(world: World, external_id: str, team: str) -> View | None:
    """Return the open view that an app gave this name in a workspace, or None."""
    for view in world.views.values():
        if view.external_id == external_id and view.team == team:
            return view
    return None


def _make(world: World, owner: Installation, user: str, body: dict[str, Any]) -> View:
    view_id = world.ids.new("V")
    blocks = with_ids(body.get("blocks", []))
    view = View(
        id=view_id,
        team=owner.team,
        app_id=owner.app.id,
        bot_id=owner.bot_id,
        user=user,
        body=body | {"blocks": blocks},
        hash=_hash(world),
        root=view_id,
        values=initial_values(blocks),
    )
    world.views[view.id] = view
    return view


def _hash(world: World) -> str:
    return f"{world.clock()}.{secrets.token_urlsafe(6)}"
