"""What is too old goes while the bot serves, however seldom it runs for a whole day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.bootstrap.online import serving
from bot.sandbox.demo_world import build_demo_world
from bot.sandbox.server import Sandbox
from bot.slack.manifest import manifest
from tests.contract.samples import judged
from tests.scenario.workplace import settings_for, until


def test_old_announcements_go_soon_after_the_start(tmp_path: Path) -> None:
    with Sandbox(manifest()) as sandbox:
        build_demo_world(sandbox)
        settings = settings_for(tmp_path, "socket", sandbox)
        with serving(settings, every_seconds=0.2) as running:
            work = running.negmem.store
            long_ago = datetime.now(UTC) - timedelta(days=401)
            with work.write() as tx:
                tx.announcements.add(judged("old", judged_at=long_ago))
        with serving(settings, every_seconds=0.2, clock=tomorrow) as running:

            def gone() -> bool:
                with running.negmem.store.read() as tx:
                    return tx.announcements.get("T1", "old") is None

            until(gone, "the old announcement gone")


def tomorrow() -> datetime:
    return datetime.now(UTC) + timedelta(days=1)
