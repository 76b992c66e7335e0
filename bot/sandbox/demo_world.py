"""The people, channels and apps of the demo."""

from dataclasses import dataclass

from bot.sandbox.server import Sandbox


@dataclass(frozen=True, slots=True)
class DemoWorld:
    """Where to find what in the demo's workspace.

    Attributes:
        channels: name -> channel id.
        people: role (`admin`, `oncall`, `oncall2`, `guest`, `external`) -> user id.
        agent_app: App id of the deploy agent; `agent_bot_user` is its bot's user id.
        user_groups: handle -> user group id.
    """

    channels: dict[str, str]
    people: dict[str, str]
    agent_app: str
    agent_bot_user: str
    user_groups: dict[str, str]


def build_demo_world(sandbox: Sandbox) -> DemoWorld:
    """Furnish the first workspace of a sandbox for the demo.

    Two people on call and an admin, a guest, somebody of a partner's organisation, a user group
    of those on call, and an agent that announces what it does.
    """
    home = sandbox.home
    partner = sandbox.add_workspace("Northwind Cards", "northwind-cards", installed=False)
    people = {
        "admin": home.add_person("mara", "Mara Lindqvist", tz="Europe/Stockholm", admin=True),
        "oncall": home.add_person("jonas", "Jonas Adeyemi", tz="Europe/Berlin"),
        "oncall2": home.add_person("priya", "Priya Castellan", tz="Asia/Kolkata"),
        "guest": home.add_person("tom", "Tom Okafor", tz="Europe/London", guest="multi"),
        "external": partner.add_person("elena", "Elena Voss", tz="America/New_York"),
    }
    agent = home.add_app("deploy-agent")
    staff = [people[role] for role in ("admin", "oncall", "oncall2")]
    channels = {
        "inc-payments-latency": home.add_channel(
            "inc-payments-latency",
            members=[*staff, people["guest"], people["external"], home.bot_user, agent.bot_user],
            topic="service=payments-api env=prod · 5xx at peak",
            shared_with=[partner],
        ),
        "oncall-review": home.add_channel(
            "oncall-review",
            members=[*staff, home.bot_user, agent.bot_user],
            topic="What went badly before, once a week",
        ),
    }
    group = home.add_group(
        "oncall-payments", "On call: payments", [people["oncall"], people["oncall2"]]
    )
    return DemoWorld(
        channels=channels,
        people=people,
        agent_app=agent.app.id,
        agent_bot_user=agent.bot_user,
        user_groups={"oncall-payments": group},
    )
