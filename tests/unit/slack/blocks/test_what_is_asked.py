"""What an agent asks at the gate is on the card to its last character, or is not released there."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.application.holds.release_hold import TOO_LONG, release_hold
from bot.application.posts.deliver_outbox import deliver_outbox
from bot.application.posts.show_actions import MOST_LINES, quoted, shown_whole
from bot.application.records.announcement import JudgedAnnouncement
from bot.application.records.card import HoldCard
from bot.domain.action import ActionInput, Announcement, InputForm, Place
from bot.domain.decision import Effect
from bot.domain.hold import HoldState
from bot.slack.blocks import draw
from tests.fakes.bench import BLOCK, CHANNEL, TEAM, Bench, agent
from tests.fakes.directory import ONCALL
from tests.fakes.notifier import FakeNotifier
from tests.unit.slack.blocks.cards import NOON, hold_card

RESTART = "kubectl -n prod rollout restart deploy/payments-api"


@pytest.fixture
def bench() -> Bench:
    made = Bench()
    made.remember(BLOCK)
    return made


def ask(bench: Bench, command: str, **more: Any) -> JudgedAnnouncement:
    return bench.announce(command, agent=agent(), form=InputForm.COMMAND, **more)


def card(bench: Bench, judged: JudgedAnnouncement) -> HoldCard:
    notifier = FakeNotifier()
    while deliver_outbox(bench.negmem, notifier):
        pass
    drawn = [cards[-1] for cards in notifier.sent.values()]
    return next(c for c in drawn if isinstance(c, HoldCard) and c.hold_id == judged.hold_id)


def shown(card: HoldCard) -> list[str]:
    """The texts in fixed width, which are what is asked."""
    sections = draw(card).blocks[0]["elements"]
    boxes = [one for one in sections if one["type"] == "rich_text_preformatted"]
    return ["".join(word["text"] for word in box["elements"]) for box in boxes]


def release(bench: Bench, judged: JudgedAnnouncement) -> str:
    revision = bench.hold(judged).revision
    return release_hold(bench.negmem, TEAM, judged.hold_id or "", ONCALL, revision).text


@pytest.mark.parametrize("padding", ["😀" * 700, "𝒙" * 600, "x" * 1000])
def test_what_does_not_fit_to_its_end_is_not_released(bench: Bench, padding: str) -> None:
    """Slack counts an emoji as two: what acts stands behind the cut."""
    judged = ask(bench, f"kubectl -n prod annotate x n='{padding}'; {RESTART}")
    (text,) = shown(card(bench, judged))
    assert not text.endswith(RESTART)
    assert release(bench, judged) == TOO_LONG
    assert bench.hold(judged).state is HoldState.PENDING


@pytest.mark.parametrize("padding", ["😀" * 300, "x" * 800])
def test_what_fits_is_shown_to_its_end_and_released(bench: Bench, padding: str) -> None:
    judged = ask(bench, f"kubectl -n prod annotate x n='{padding}'; {RESTART}")
    (text,) = shown(card(bench, judged))
    assert text.endswith(RESTART)
    assert release(bench, judged).startswith("Released.")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\u2028", "\x0b", "\x85"])
def test_a_line_stays_a_line(bench: Bench, end: str) -> None:
    """What follows a comment is no part of it."""
    judged = ask(bench, f"{RESTART} # as agreed{end}kubectl delete ns prod")
    assert shown(card(bench, judged)) == [f"{RESTART} # as agreed\nkubectl delete ns prod"]


@pytest.mark.parametrize("gap", [" " * 400, "\t" * 400, "\n" * 400, " \n" * 200])
def test_empty_space_pushes_nothing_out_of_sight(bench: Bench, gap: str) -> None:
    judged = ask(bench, f"{RESTART} # as agreed{gap};\nkubectl delete ns prod")
    (text,) = shown(card(bench, judged))
    assert text.endswith("kubectl delete ns prod")
    assert len(text) < 150


def test_more_lines_than_anybody_reads_are_not_released(bench: Bench) -> None:
    judged = ask(bench, RESTART + "\n#" * MOST_LINES + "\nkubectl delete ns prod")
    assert release(bench, judged) == TOO_LONG


@pytest.mark.parametrize("unseen", ["\x1b", "\u202e", "\u200b", "\U000e0041", "\x1f"])
def test_what_nobody_sees_is_spelled(bench: Bench, unseen: str) -> None:
    """Left out or turned round, the card would show another command."""
    judged = ask(bench, f"{RESTART}; kubectl delete ns {unseen}prod")
    (text,) = shown(card(bench, judged))
    assert text.endswith(f"delete ns \\u{ord(unseen):04x}prod")


def test_a_long_announcement_takes_no_room_from_the_calls_that_join_it(bench: Bench) -> None:
    """It stands in the channel, so the card does not show it."""
    said = bench.announce("Restarting payments-api in prod now. " + "The reason is long. " * 60)
    judged = ask(
        bench,
        f"{RESTART} # {'x' * 700}; kubectl get pods",
        announcement_ts=said.announcement.place.ts,
    )
    assert judged.hold_id == said.hold_id
    (text,) = shown(card(bench, judged))
    assert text.endswith("; kubectl get pods")


@given(st.lists(st.text(min_size=1, max_size=700), min_size=1, max_size=3))
def test_whatever_counts_as_shown_is_drawn(texts: list[str]) -> None:
    """Both count alike, whatever the letters."""
    asked = [judged_with(text, number) for number, text in enumerate(texts)]
    first, *also = quotes = [quoted(one) for one in asked]
    drawn = shown(hold_card(announced_by=None, agent="a", quote=first, also=tuple(also)))
    if shown_whole(asked):
        assert [text.strip() for text in drawn if text.strip()] == [one for one in quotes if one]


def judged_with(text: str, number: int) -> JudgedAnnouncement:
    action = ActionInput(InputForm.COMMAND, text=text)
    said = Announcement(Place(TEAM, CHANNEL), action, "agent:a", NOON)
    key = f"key-{number}"
    return JudgedAnnouncement("act-1", said, key, "", Effect.HOLD, "", NOON, key=key, agent="a")
