"""Permits: derived from the workspace's key, so that the same one can be handed out again."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime

from bot.application.ports.store import Transaction
from bot.application.records.announcement import JudgedAnnouncement
from bot.domain.hold import PERMIT_LIFE, Permit


def issue_permit(tx: Transaction, judged: JudgedAnnouncement, now: datetime) -> Permit:
    """A fresh permit for exactly this action, in place of an earlier one."""
    team = judged.announcement.place.team
    token = _token(tx.workspaces.permit_key(team), judged.id, judged.digest, now)
    permit = Permit(
        action_id=judged.id,
        digest=judged.digest,
        token=token,
        issued_at=now,
        expires_at=now + PERMIT_LIFE,
    )
    tx.permits.issue(team, permit)
    return permit


def _token(key: str, action_id: str, digest: str, now: datetime) -> str:
    message = f"{action_id}|{digest}|{now.isoformat()}".encode()
    return "permit-" + hmac.new(bytes.fromhex(key), message, hashlib.sha256).hexdigest()[:40]
