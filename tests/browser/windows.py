"""Browser windows on the page, each as somebody; what they raise is collected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from bot.sandbox.demo_world import DemoWorld
from bot.sandbox.server import Sandbox
from tests.scenario.workplace import Workplace

PATIENCE_MS = 10_000
"""What comes from the bot, over its database and the workspace."""
WIDE, PHONE = (1280, 800), (390, 844)


@dataclass
class Windows:
    """Opens windows on a sandbox's page, for whom they are wanted."""

    chromium: Browser
    sandbox: Sandbox
    world: DemoWorld
    contexts: list[BrowserContext] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def open_page(
        self,
        role: str,
        *,
        phone: bool = False,
        dark: bool = False,
        locale: str = "en-GB",
        **place: str,
    ) -> Page:
        """A page as a person, or as the agent, at a place."""
        width, height = PHONE if phone else WIDE
        context = self.chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            locale=locale,
            timezone_id="Asia/Kolkata",
            has_touch=phone,
        )
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", lambda request: self._note_stranger(request.url))
        user = self.world.agent_bot_user if role == "agent" else self.world.people[role]
        query = "&".join(f"{key}={value}" for key, value in {"as": user, **place}.items())
        page.goto(f"{self.sandbox.url}/?{query}")
        page.wait_for_selector("#main .pane-head h1", state="attached")
        return page

    def _note_stranger(self, url: str) -> None:
        if not url.startswith((self.sandbox.url, "data:")):
            self.problems.append(f"left the machine: {url}")


@contextmanager
def windows_on(chromium: Browser, sandbox: Sandbox, world: DemoWorld) -> Iterator[Windows]:
    """Windows until the block ends; then it is said what went wrong in them."""
    windows = Windows(chromium, sandbox, world)
    try:
        yield windows
    finally:
        for context in windows.contexts:
            context.close()
    assert windows.problems == [], "the page raised an error or asked another machine"


@dataclass(frozen=True)
class Window:
    """What a person does in a window, by clicking and typing, and what they see there."""

    page: Page

    def say(self, text: str) -> None:
        """Write in the channel, or give a command."""
        self._send("#composer", text)

    def reply(self, text: str) -> None:
        """Write in the open thread."""
        self._send("#thread-composer", text)

    def _send(self, box: str, text: str) -> None:
        self.page.locator(box).fill(text)
        self.page.locator(box).press("Enter")

    def message(self, text: str) -> Locator:
        """The latest message of the channel with these words, cards among them."""
        return self.page.locator("#main .message", has_text=text).last

    def said(self, text: str) -> Locator:
        """The same, but not the card that quotes it: that carries a note above it."""
        return self.page.locator("#main .message:not(:has(.note))", has_text=text).last

    def at(self, ts: str) -> Locator:
        """The message of the channel that was posted then."""
        return self.page.locator(f'#main .message[data-ts="{ts}"]')

    def open_thread(self, row: Locator) -> None:
        """The thread under a message of the channel."""
        row.hover()
        row.get_by_role("button", name="Reply in thread").click()
        ts = row.get_attribute("data-ts")
        expect(self.page.locator(f'#thread .message[data-ts="{ts}"]')).to_be_visible()

    def in_thread(self, text: str) -> Locator:
        """The latest message of the open thread with these words that everybody sees."""
        return self.page.locator("#thread .message:not(.ephemeral)", has_text=text).last

    def use_shortcut(self, row: Locator, name: str) -> None:
        """Choose from the menu of a message."""
        row.hover()
        row.get_by_role("button", name="More actions").click()
        self.page.get_by_role("menuitem", name=name).click()

    def whispered(self, text: str) -> Locator:
        """What only this person was told, in the channel or in a thread."""
        return self.page.locator(".message.ephemeral", has_text=text).last

    def modal(self, title: str) -> Locator:
        """The open form with this title."""
        return self.page.get_by_role("dialog", name=title)

    def go_to(self, channel: str) -> None:
        """Click a channel in the sidebar."""
        self._place("Channels", channel).click()

    def open_home(self) -> None:
        """Click the bot in the sidebar."""
        self._place("Apps", "negmem").click()

    def _place(self, section: str, name: str) -> Locator:
        listed = self.page.locator("#sidebar section", has=self.page.get_by_text(section))
        return listed.get_by_role("button", name=re.compile(name))


def press(card: Locator, label: str) -> None:
    """Click a button of a card."""
    card.get_by_role("button", name=label, exact=True).click()


def soon(locator: Locator) -> None:
    """Wait for what comes from the bot."""
    expect(locator).to_be_visible(timeout=PATIENCE_MS)


@dataclass
class Office:
    """A workplace with the real bot, and windows on it."""

    place: Workplace
    windows: Windows

    def window(self, role: str, *, phone: bool = False, **place: str) -> Window:
        """A new window as somebody."""
        return Window(self.windows.open_page(role, phone=phone, **place))

    def announce(self, agent: Window, text: str) -> str:
        """The agent writes in its window; gives the ts once what it wrote is judged."""
        same = agent.page.locator("#main .message:not(:has(.note))", has_text=text)
        before = same.count()
        agent.say(text)
        expect(same).to_have_count(before + 1)
        ts = same.last.get_attribute("data-ts") or ""
        self.place.judged(ts)
        return ts
