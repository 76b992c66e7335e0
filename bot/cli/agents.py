"""`negmem agent`: tokens of agents."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from bot.application.negmem import Negmem
from bot.application.people.operator import OPERATOR
from bot.application.team.agents import NewAgent, add_agent, list_agents, revoke_agent
from bot.bootstrap.offline import LOCAL_TEAM, known_workspaces, operating
from bot.cli.output import AsJson, Team, say, say_error, say_json, say_table, switch
from bot.domain.errors import BadInput, NotFound

Name = Annotated[str, typer.Argument(help="The agent's name, as people know it.")]


_IDS = {
    "--workspace": (r"[TE][A-Z0-9]{1,29}|local", "a workspace's id, which begins with T or E"),
    "--channel": (r"[CGD][A-Z0-9]{1,29}", "a channel's id, which begins with C, G or D"),
    "--app": (r"A[A-Z0-9]{1,29}", "an app's id, which begins with A"),
    "--acts-for": (r"[UW][A-Z0-9]{1,29}", "a person's id, which begins with U or W"),
}
"""Slack's ids, by option: names change and are not unique."""


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
    trusted_facts: Annotated[
        bool, switch("--trusted-facts", "Its facts may weaken a match.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Add an agent and print its token, this once."""
    _check("--channel", channel)
    _check("--app", app)
    _check("--acts-for", acts_for)
    new = NewAgent(
        name=name,
        channel=channel,
        app=app,
        acts_for=acts_for,
        services=_names(services),
        environments=_names(envs),
        trusted_facts=trusted_facts,
    )
    with operating(workspace, may_be_new=True) as (negmem, team):
        _check("--workspace", team)
        token = add_agent(negmem, team, new, actor=OPERATOR)
        known = known_workspaces(negmem)
    if team not in known:
        _warn_unknown(team, known)
    if as_json:
        say_json({"name": name, "workspace": team, "token": token})
        return
    say(token)
    say("Shown this once. Give it to the agent as NEGMEM_AGENT_TOKEN.")


def list_(workspace: Team = None, as_json: AsJson = False) -> None:
    """List agents."""
    with operating(workspace, may_be_new=True) as (negmem, team):
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
    if not found:
        say("No agents. Add one: negmem agent add deploy-agent --channel C…")
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


def revoke(name: Name, workspace: Team = None, as_json: AsJson = False) -> None:
    """End an agent's token at once."""
    with operating(workspace, may_be_new=True) as (negmem, team):
        try:
            revoke_agent(negmem, team, name, actor=OPERATOR)
        except NotFound as unknown:
            elsewhere = _workspaces_with(negmem, name)
            if not elsewhere:
                raise
            raise NotFound(
                unknown.what.rstrip(".") + f" in {team}, but one in {', '.join(elsewhere)} is.",
                f"Name that workspace: --workspace {elsewhere[0]}.",
            ) from None
    say_json({"name": name, "workspace": team}) if as_json else say(f"{name} may not ask any more.")


def _workspaces_with(negmem: Negmem, name: str) -> tuple[str, ...]:
    """Workspaces in which an agent of that name may ask."""
    return tuple(
        team
        for team in (*known_workspaces(negmem), LOCAL_TEAM)
        if any(one.name == name and not one.revoked_at for one in list_agents(negmem, team))
    )


def _check(option: str, value: str | None) -> None:
    """Refuse a name where Slack's id is asked for: the card would go nowhere."""
    form, words = _IDS[option]
    if value is not None and not re.fullmatch(form, value):
        raise BadInput(f"{option} {value!r} is not {words}.", "Copy it from Slack.")


def _warn_unknown(team: str, known: tuple[str, ...]) -> None:
    seen = f"known are {', '.join(known)}" if known else "none was served yet"
    say_error(
        f"Mind: the workspace {team} was not served from this database so far ({seen}), and the"
        f" token asks about the entries of {team} alone.",
        "Where another workspace is meant: revoke it, and add it with --workspace.",
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())
