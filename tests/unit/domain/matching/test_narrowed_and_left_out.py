"""What narrows a call to the service itself is no part; what an entry leaves out may be out."""

from __future__ import annotations

import pytest

from tests.unit.domain.matching.block_entries import repeats

matches = repeats("kiosk-hosts", "screens went dark")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (
            "Upgrade the firmware of the printers in all shops at once",
            '{"tool": "awx", "op": "launch_job_template", "template": "firmware-upgrade", '
            '"limit": "kiosk-hosts", "extra_vars": {"firmware": "4.2"}}',
        ),
        (
            "Import the catalogue and skip the validation",
            "Importing the catalogue on kiosk-hosts now without the validation.",
        ),
        (
            "Launch the playbook kiosk-base without a limit",
            "Launching the playbook kiosk-base on kiosk-hosts for everything, limit left blank.",
        ),
        (
            "Set the minimum number of workers to 0",
            '{"tool": "terraform", "command": "apply", "target": "module.kiosk-hosts", '
            '"vars": {"min_worker_count": 0}}',
        ),
        (
            "Remove messages of another worker",
            "Removing every message of worker-3 from kiosk-hosts, idle time one minute.",
        ),
    ],
)
def test_what_narrows_nothing_rules_nothing_out(action: str, text: str) -> None:
    """The service's own group, an empty limit, a time of one minute."""
    assert matches(action, text)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (
            "Upgrade the firmware of the printers in all shops at once",
            '{"tool": "awx", "op": "launch_job_template", "template": "firmware-upgrade", '
            '"limit": "kiosk-hosts[0]", "extra_vars": {"firmware": "4.2"}}',
        ),
        (
            "Remove the affinity profile from the pool",
            "Changing the pool of kiosk-hosts to round robin, the affinity profile is not touched.",
        ),
        (
            "Shorten the session expiry",
            "We keep the session expiry at one hour on kiosk-hosts and look at the clients.",
        ),
        (
            "Decommission a node",
            "Adding an eleventh node to kiosk-hosts, bootstrap starts now.",
        ),
        (
            "Turn on address blocking",
            "Switching address blocking off on kiosk-hosts.",
        ),
    ],
)
def test_a_part_the_kept_and_the_opposite_repeat_nothing(action: str, text: str) -> None:
    """One host of the group, what stays as it is, and words beside the opposite."""
    assert not matches(action, text)
