"""`negmem agent`: tokens of agents."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.application.agents import NewAgent, add_agent, list_agents, revoke_agent
from bot.application.operator import OPERATOR
from bot.bootstrap.offline import operating
from bot.cli.output import AsJson, Team, say, say_json, say_table

Name = Annotated[str, typer.Argument(help="The agent's name, as people know it.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(help="Tokens of agents that ask the gate.", no_args_is_help=True)
    group.command("add")(add)
    group.command("list")(list_)
    group.command("revoke")(revoke)
    app.add_typer(group, name="agent")


def add(
    name: Name,
    channel: Annotated[str, typer.Option(help="Channel id where its cards go.")],
    workspace: Team = None,
    app: Annotated[str | None, typer.Option(help="Its Slack app id, if it posts too.")] = None,
    acts_for: Annotated[str | None, typer.Option(help="User id of the person it acts for.")] = None,
    services: Annotated[
        str, typer.Option(help="It may ask about these only; separate by commas.")
    ] = "",
    envs: Annotated[
        str, typer.Option(help="It may ask about these only; separate by commas.")
    ] = "",
    trusted_facts: Annotated[bool, typer.Option(help="Its facts may weaken a match.")] = False,
    as_json: AsJson = False,
) -> None:
    """Add an agent and print its token, this once."""
    new = NewAgent(
        name=name,
        channel=channel,
        app=app,
        acts_for=acts_for,
        services=_names(services),
        environments=_names(envs),
        trusted_facts=trusted_facts,
    )
    with operating(workspace) as (negmem, team):
        token = add_agent(negmem, team, new, actor=OPERATOR)
    if as_json:
        say_json({"name": name, "workspace": team, "token": token})
        return
    say(token)
    say("Shown this once. Give it to the agent as NEGMEM_AGENT_TOKEN.")


def list_(workspace: Team = None, as_json: AsJson = False) -> None:
    """List agents."""
    with operating(workspace) as (negmem, team):
        found = list_agents(negmem, team)
    if as_json:
        for agent in found:
            say_json(
                {
                    "name": agent.name,
                    "channel": agent.channel,
                    "app": agent.app,
                    "acts_for": agent.acts_for,
                    "services": agent.services,
                    "environments": agent.environments,
                    "trusted_facts": agent.trusted_facts,
                    "revoked_at": agent.revoked_at.isoformat() if agent.revoked_at else None,
                }
            )
        return
    rows = (
        (
            agent.name,
            agent.channel,
            agent.acts_for or "",
            ", ".join(agent.services) or "all",
            ", ".join(agent.environments) or "all",
            f"revoked {agent.revoked_at:%Y-%m-%d}" if agent.revoked_at else "active",
        )
        for agent in found
    )
    say_table(("name", "channel", "acts for", "services", "environments", "state"), rows)


def revoke(name: Name, workspace: Team = None) -> None:
    """End an agent's token at once."""
    with operating(workspace) as (negmem, team):
        revoke_agent(negmem, team, name, actor=OPERATOR)
    say(f"{name} may not ask any more.")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())
