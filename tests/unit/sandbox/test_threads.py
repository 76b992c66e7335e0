"""Posts, replies, edits and deletions in any order leave threads as Slack would have them."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from bot.sandbox.world.apps import read_manifest
from bot.sandbox.world.messages import thread_json
from bot.sandbox.world.posting import Draft, delete, edit, post
from bot.sandbox.world.workspace import Workspace
from bot.sandbox.world.world import World


class Threads(RuleBasedStateMachine):
    """A channel beside a plain account of what must be in it."""

    messages = Bundle("messages")

    def __init__(self):
        super().__init__()
        world = World(lambda: 1_700_000_000.0)
        app = world.add_app(read_manifest({}))
        home = Workspace(world, world.add_team("Home", "home"), app)
        self.author = world.people[home.add_person("mara")]
        self.channel = world.channels[home.add_channel("c", members=[self.author.id])]
        self.world = world
        self.texts = {}
        self.parents = {}
        self.events = []
        world.listeners.append(lambda happening: self.events.append(happening.event))

    def _post(self, thread_ts=None):
        draft = Draft(text=f"n{len(self.events)}", thread_ts=thread_ts)
        message = post(self.world, self.channel, self.author, draft)
        self.texts[message.ts] = message.text
        if message.thread_ts:
            self.parents[message.ts] = message.thread_ts
        return message

    @rule(target=messages)
    def start(self):
        return self._post()

    @rule(target=messages, to=messages)
    def reply(self, to):
        if self.world.message(self.channel.id, to.ts) is None:
            return self._post()
        return self._post(to.ts)

    @rule(message=messages, text=st.text(min_size=1, max_size=5))
    def change(self, message, text):
        if message.ts in self.texts and not message.is_tombstone:
            edit(self.world, self.channel, message, {"text": text, "by": self.author.id})
            self.texts[message.ts] = text
            assert self.events[-1]["message"]["text"] == text

    @rule(message=consumes(messages))
    def remove(self, message):
        replies = [ts for ts, parent in self.parents.items() if parent == message.ts]
        delete(self.world, self.channel, message)
        del self.texts[message.ts]
        self.parents.pop(message.ts, None)
        told = [event.get("deleted_ts") for event in self.events[-2:]]
        assert (message.ts in told) == (not replies)

    @invariant()
    def only_living_messages_and_needed_tombstones_are_left(self):
        left = {one.ts: one for one in self.world.messages.get(self.channel.id, ())}
        tombstones = {ts for ts, one in left.items() if one.is_tombstone}
        assert set(left) - tombstones == set(self.texts)
        assert tombstones == set(self.parents.values()) - set(self.texts)
        assert all(left[ts].text == text for ts, text in self.texts.items())

    @invariant()
    def each_parent_counts_its_replies(self):
        for one in self.world.messages.get(self.channel.id, ()):
            below = sorted(ts for ts, parent in self.parents.items() if parent == one.ts)
            replies = self.world.replies(self.channel.id, one.ts)
            assert [reply.ts for reply in replies] == below
            if below:
                shown = thread_json(one, replies)
                assert (shown["reply_count"], shown["latest_reply"]) == (len(below), below[-1])


Threads.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestThreads = Threads.TestCase
