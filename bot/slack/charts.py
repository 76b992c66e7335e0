"""The chart of a weekly review: fires by week, as a picture with words beside it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from html import escape
from importlib import resources

import resvg_py
import structlog

from bot.application.records.card import ReviewCard
from bot.application.records.post import Post
from bot.slack.asking import CALL_FAILED
from bot.slack.blocks.review import CHARTED, chart_text, has_chart
from bot.slack.fresh import Fresh
from bot.slack.installation import Installations

# Slack shows it some 360 to 480 pixels wide, so the letters are large and few.
_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM, _LETTERS = 960, 460, 20, 104, 52, 30
_LEGEND = (0, 196, 404, 554, 754)
_WEEKS = 12
_MOST_LABELS = 8
_COLOURS: Mapping[str, str] = {
    "warned": "#e0a526",
    "released": "#4a90d9",
    "kept": "#c0392b",
    "expired": "#8c8c8c",
    "wrong": "#7d4fa5",
}
_A_WEEK = 7 * 24 * 3600.0

log = structlog.get_logger(__name__)


class Charts:
    """Draws a review's chart and uploads it once, unshared, to be shown in the card.

    Args:
        installations: The workspaces.
        monotonic: A clock in seconds for how long an upload is remembered.
    """

    def __init__(
        self, installations: Installations, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._installed = installations
        self._files: Fresh[str, str | None] = Fresh(_A_WEEK, monotonic, size=200)

    def file_of(self, post: Post, card: ReviewCard) -> str | None:
        """Id of the uploaded picture; None where there is nothing to show, or Slack refuses."""
        if not has_chart(card):
            return None
        try:
            return self._files.get(post.id, lambda: self._upload(post.team, card))
        except CALL_FAILED as error:
            log.warning("chart not uploaded", error=type(error).__name__)
            return None

    def _upload(self, team: str, card: ReviewCard) -> str | None:
        answer = self._installed.of(team).client.files_upload_v2(
            filename=f"negmem-{card.week}.png",
            content=png(card),
            title=f"Fires by week, {card.week}",
            alt_txt=chart_text(card)[:1000],
        )
        files = answer.get("files") or []
        return str(files[0]["id"]) if files else None


def png(card: ReviewCard) -> bytes:
    """The chart as a PNG picture."""
    font = resources.files("bot.slack.fonts").joinpath("DejaVuSans.ttf")
    with resources.as_file(font) as path:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg(card),
                font_files=[str(path)],
                skip_system_fonts=True,
                background="#ffffff",
            )
        )


def svg(card: ReviewCard) -> str:
    """The chart as SVG: a stacked column for each week, at most twelve, with a legend."""
    weeks = card.weeks[-_WEEKS:]
    most = max((sum(_charted(counts).values()) for _, counts in weeks), default=0)
    parts = [_legend(), _axis()]
    step = (_WIDTH - _LEFT - 20) / max(len(weeks), 1)
    every = -(-len(weeks) // _MOST_LABELS) or 1
    for number, (week, counts) in enumerate(weeks):
        left = _LEFT + number * step
        parts += _column(left, step, counts, max(most, 1))
        if (len(weeks) - 1 - number) % every == 0:
            label = escape(week.partition("-")[2] or week)
            parts.append(_text(left + step / 2, _HEIGHT - 14, label, "middle"))
    body = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'font-family="DejaVu Sans" font-size="{_LETTERS}">{body}</svg>'
    )


def _charted(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: counts.get(name, 0) for name in CHARTED}


def _column(left: float, step: float, counts: Mapping[str, int], most: int) -> list[str]:
    """The parts of a week, with their sum above them."""
    room = _HEIGHT - _TOP - _BOTTOM
    parts, base = [], float(_HEIGHT - _BOTTOM)
    for name, count in _charted(counts).items():
        tall = room * count / most
        base -= tall
        if count:
            parts.append(
                f'<rect x="{left + step * 0.2:.1f}" y="{base:.1f}" width="{step * 0.6:.1f}" '
                f'height="{tall:.1f}" fill="{_COLOURS[name]}"/>'
            )
    total = sum(_charted(counts).values())
    return [*parts, _text(left + step / 2, base - 8, str(total), "middle")] if total else parts


def _axis() -> str:
    base = _HEIGHT - _BOTTOM
    return f'<line x1="{_LEFT}" y1="{base}" x2="{_WIDTH - 20}" y2="{base}" stroke="#666666"/>'


def _legend() -> str:
    parts = []
    for left, name in zip(_LEGEND, CHARTED, strict=True):
        colour = _COLOURS[name]
        parts.append(f'<rect x="{left + 8}" y="14" width="26" height="26" fill="{colour}"/>')
        parts.append(_text(left + 42, 38, name, "start"))
    return "".join(parts)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#222222">{text}</text>'
