"""`/negmem`: every command does what it says and answers only who asked."""

from __future__ import annotations

from bot.domain.entry import Scope
from bot.slack.listeners.entry_commands import ENTRY_COMMANDS
from bot.slack.listeners.team_commands import TEAM_COMMANDS
from tests.scenario.incident import Incident

ANNOUNCED = "Restarting payments-api in prod now"


def test_help_names_the_commands(room: Incident) -> None:
    """Also without any word."""
    room.runs("oncall", "")
    assert "/negmem break-glass" in room.hears("oncall", "What I understand")


def test_every_command_is_in_the_help_and_answers(room: Incident) -> None:
    """None is told of that does not exist, and none exists that is not told of."""
    room.runs("oncall", "help")
    told = room.hears("oncall", "What I understand")
    lines = (one.partition("/negmem ")[2] for one in told.splitlines())
    named = {word.strip(" ,[") for one in lines for word in one.split("  ")[0].split()[:2]}
    assert {*ENTRY_COMMANDS, *TEAM_COMMANDS} <= named
    assert "“Add to negative memory” and “Why no warning?”" in told


def test_an_unknown_word_suggests_the_nearest_command(room: Incident) -> None:
    """A typo costs nothing."""
    room.runs("oncall", "lsit")
    assert "/negmem list" in room.hears("oncall", "Did you mean")


def test_list_show_and_search_find_the_entry(room: Incident) -> None:
    """In a line, in full, and by its words."""
    room.runs("oncall", "list service=payments-api block")
    room.hears("oncall", "Entries: 1")
    room.runs("oncall", "show nm-1")
    assert "drain the queue" in room.hears("oncall", "Last time:")
    room.runs("oncall", "search transactions payments")
    room.hears("oncall", "Entries with “transactions payments”: 1")


def test_an_unknown_entry_is_said_to_be_one(room: Incident) -> None:
    """With what to do."""
    room.runs("oncall", "show nm-77")
    room.hears("oncall", "There is no entry nm-77")


def test_a_long_list_has_pages(room: Incident) -> None:
    """Buttons turn them, in place."""
    for number in range(14):
        room.remembers(action=f"restart service search-{number}", aliases=())
    room.runs("oncall", "list")
    room.hears("oncall", "1–10 of")
    found = room.http.get(f"/human/ephemerals/{room.world.people['oncall']}").json()
    room.clicks("oncall", found[-1], "page_next")
    room.hears("oncall", "11–")
    assert not any("1–10 of" in text for text in room.told("oncall"))


def test_check_tells_the_decision_and_stores_nothing(room: Incident) -> None:
    """With the reasons."""
    room.runs("oncall", f"check {ANNOUNCED}")
    assert "nm-1" in room.hears("oncall", "It would be held")
    assert not [m for m in room.messages() if m.get("metadata")]


def test_renew_and_retire_ask_for_the_same_authority_as_a_release(room: Incident) -> None:
    """Who may not is told who may."""
    room.runs("guest", "retire nm-1")
    room.hears("guest", "Guests cannot do this")
    room.runs("oncall", "retire nm-1")
    room.hears("oncall", "nm-1 retired")
    room.runs("oncall", "renew nm-1 90 days")
    room.hears("oncall", "nm-1 renewed until")


def test_holds_and_stats_tell_what_is_open(room: Incident) -> None:
    """Only holds of channels that the person is in."""
    room.card(room.agent_says(ANNOUNCED))
    room.runs("oncall", "holds")
    room.hears("oncall", "1 open hold")
    room.runs("oncall", "stats")
    room.hears("oncall", "Announcements judged in four weeks: 1")


def test_a_fact_is_noted(room: Incident) -> None:
    """By somebody who may; anything else is told how to write it."""
    room.runs("oncall", "fact payments-api prod schema=43")
    room.hears("oncall", "payments-api in prod has schema = 43")
    room.runs("oncall", "fact schema 43")
    room.hears("oncall", "/negmem fact payments-api prod schema=43")


def test_a_channel_says_and_takes_its_scope(room: Incident) -> None:
    """Its service and environment."""
    room.runs("oncall", "channel service=ledger env=staging")
    room.hears("oncall", "ledger, staging")
    room.runs("oncall", "channel")
    room.hears("oncall", "Service: ledger. Environment: staging.")


def test_an_unwatched_channel_is_left_alone(room: Incident) -> None:
    """Until it is watched again."""
    room.runs("guest", "unwatch")
    room.hears("guest", "Guests cannot do this")
    room.runs("oncall", "unwatch")
    room.hears("oncall", "no longer watch")
    ts = room.agent_says(ANNOUNCED)
    room.settles()
    assert len(room.thread(ts)) == 1
    room.runs("oncall", "watch")
    room.hears("oncall", "I watch this channel again")
    room.card(room.agent_says(ANNOUNCED + "!"), "pending")


def test_a_channel_is_watched_only_by_who_is_in_it(room: Incident) -> None:
    """Where the bot is not, it says so, and promises nothing."""
    other = room.sandbox.home.add_channel("random", members=[room.world.people["oncall"]])
    room.runs("oncall", "watch", channel=other)
    room.hears("oncall", "invite me, and I watch it")
    with room.store.read() as tx:
        assert tx.channels.get(room.team, other) is None


def test_break_glass_is_an_admins_and_loud(room: Incident) -> None:
    """New holds become warnings for a while; nobody is called by the reason."""
    room.runs("oncall", "break-glass 30 world is on fire")
    room.hears("oncall", "Only workspace admins and owners")
    room.runs("admin", "break-glass 30 the world burns <!channel>")
    room.hears("admin", "Open until")
    loud = room.eventually(
        lambda: next((m for m in room.messages() if "opened this channel" in m["text"]), None)
    )
    assert "30 minutes" in loud["text"]
    assert "<!channel>" not in loud["text"]
    card = room.card(room.agent_says(ANNOUNCED), "warned")
    assert "break-glass" in card["text"]


def test_break_glass_without_a_reason_asks_for_one(room: Incident) -> None:
    """In a form, which keeps what was typed when a number is wrong."""
    room.runs("admin", "break-glass")
    form = room.form("admin", "For how many minutes")
    answer = room.submits("admin", form, reason="payments are down", minutes="soon")
    assert "number" in str(answer) or "number" in str(room.view("admin"))
    room.submits("admin", room.form("admin", "Why"), reason="payments are down", minutes="20")
    room.hears("admin", "Open until")


def test_a_review_on_demand_is_posted_where_the_team_wants_it(room: Incident) -> None:
    """In the review's channel, with one reply for each entry in question."""
    room.remembers(
        action="drop table orders", scope=_scope("orders-db"), aliases=(), expires=room.clock()
    )
    room.runs("oncall", "review")
    room.hears("oncall", "Review posted")
    review = room.world.channels["oncall-review"]
    parent = room.eventually(
        lambda: next((m for m in room.messages(review) if "Weekly review" in m["text"]), None)
    )
    item = room.eventually(lambda: (room.thread(parent["ts"], review) or [None])[1:])[0]
    room.clicks("oncall", item, "review_renew", channel=review)
    done = room.eventually(
        lambda: next(
            (m for m in room.thread(parent["ts"], review) if "Renewed by" in m["text"]), None
        )
    )
    assert done["ts"] == item["ts"]


def _scope(service: str) -> object:
    return Scope((service,), ("prod",))


def test_a_list_of_many_holds_says_how_many_more(room: Incident) -> None:
    """Twenty of them are shown."""
    for number in range(23):
        room.agent_says(f"{ANNOUNCED}, take {number}")
    room.eventually(lambda: count if (count := open_holds(room)) == 23 else None)
    room.runs("oncall", "holds")
    room.hears("oncall", "23 open holds, the oldest 20 of them")


def open_holds(room: Incident) -> int:
    with room.store.read() as tx:
        return len(tx.holds.open(room.team))
