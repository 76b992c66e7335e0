"""The workspace's own rules: ts, identifiers, triggers, response URLs, faults."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.faults import Faults
from bot.sandbox.response_urls import ResponseUrls
from bot.sandbox.triggers import Trigger, Triggers
from bot.sandbox.world.apps import read_manifest
from bot.sandbox.world.channels import Channel
from bot.sandbox.world.identifiers import Identifiers
from bot.sandbox.world.workspace import Workspace
from bot.sandbox.world.world import World


class Hand:
    """A clock that is set by hand."""

    def __init__(self, now=1_700_000_000.0):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Hand()


@pytest.fixture
def home(clock):
    world = World(clock)
    app = world.add_app(read_manifest({"display_information": {"name": "watcher"}}))
    workspace = Workspace(world, world.add_team("Home", "home"), app)
    workspace.install()
    return workspace


@given(st.lists(st.floats(min_value=0, max_value=4_000_000_000), min_size=1, max_size=30))
def test_ts_is_unique_and_increasing_whatever_the_clock_does(times):
    channel = Channel("C1", "x", "channel", "U1", 0, ["T1"])
    given_out = [channel.next_ts(now) for now in times]
    as_numbers = [(int(one.split(".")[0]), int(one.split(".")[1])) for one in given_out]
    assert as_numbers == sorted(set(as_numbers))
    assert all(len(one.split(".")[1]) == 6 for one in given_out)


def test_ts_follows_the_clock_of_its_own_channel_only():
    late = Channel("C1", "x", "channel", "U1", 0, ["T1"])
    early = Channel("C2", "y", "channel", "U1", 0, ["T1"])
    assert late.next_ts(2_000_000_000) == "2000000000.000000"
    assert early.next_ts(1_000_000_000) == "1000000000.000000"


@given(st.lists(st.sampled_from("UTCS"), max_size=50))
def test_identifiers_are_never_given_twice(prefixes):
    ids = Identifiers()
    made = [ids.new(prefix) for prefix in prefixes]
    assert len(set(made)) == len(made)
    assert all(one.isalnum() and one.isupper() and one[0] in "UTCS" for one in made)


def test_a_trigger_lives_three_seconds_for_its_own_app(home, clock):
    triggers = Triggers(home._world)
    trigger = triggers.issue("A1", home.id, "U1")
    assert triggers.check(trigger, "A2") == "invalid_trigger_id"
    clock.now += 3
    assert isinstance(triggers.check(trigger, "A1"), Trigger)
    clock.now += 0.001
    assert triggers.check(trigger, "A1") == "expired_trigger_id"


def test_a_response_url_takes_five_answers_within_half_an_hour(home, clock):
    urls = ResponseUrls(home._world, "http://x")
    channel, user = home.add_channel("c", members=[home.bot_user]), home.add_person("mara")

    def issue():
        url = urls.issue(home.installation, channel, user)
        return url.removeprefix("http://x/response/")

    key = issue()
    assert [urls.use(key, {"text": str(n)}) for n in range(6)] == [""] * 5 + ["used_url"]
    key = issue()
    assert urls.use(key, {}) == "no_text"
    assert urls.use(key, {"blocks": [{"type": "section"}]}) == "invalid_blocks"
    clock.now += 30 * 60
    assert urls.use(key, {"text": "just in time"}) == ""
    clock.now += 1
    assert urls.use(key, {"text": "late"}) == "expired_url"
    assert urls.use("actions/T/1/guess", {"text": "x"}) == "invalid_url"
    assert [one.text for one in home._world.ephemerals[user]] == [*"01234", "just in time"]


def test_faults_wait_for_their_method_and_count_down():
    faults = Faults()
    faults.add({"method": "chat.update", "error": "x", "times": 1})
    faults.add({"delay": 0.1, "times": 2})
    assert faults.take("auth.test").delay == 0.1
    assert faults.take("chat.update").error == "x"
    assert faults.take("chat.update").delay == 0.1
    assert faults.take("chat.update") is None


@pytest.mark.parametrize(
    "wanted", [{"times": "many"}, {"eror": "x"}, {"status": "bad"}, {"delay": "long"}]
)
def test_a_fault_that_cannot_be_is_refused_with_words(wanted):
    with pytest.raises(ValueError, match=r"a fault has no|whole numbers"):
        Faults().add(wanted)


def test_a_workspace_without_the_app_says_so(home):
    other = Workspace(home._world, home._world.add_team("Other", "other"), home._app)
    with pytest.raises(LookupError, match=r"call install\(\) first"):
        _ = other.bot_token
    with pytest.raises(AttributeError, match="has no is_boss"):
        home.change_person(home.add_person("nina"), is_boss=True)


def test_installing_again_gives_a_new_token_and_keeps_the_bot(home):
    token, bot = home.bot_token, home.bot_user
    home.uninstall()
    assert home._world.installation_of_token(token) is None
    assert home.install().bot_token != token
    assert home.bot_user == bot
