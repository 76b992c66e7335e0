"""What looks like a harmful deed and is none: discoveries, access, ideas, steps to cope."""

from __future__ import annotations

import pytest

from bot.domain.postmortem import Draft, read_postmortem

HARM = (
    "# Checkout down\n\nService: pay-gate, production.\n\n"
    "10:02 Ana deleted the routing table of pay-gate. All payments failed for an hour.\n"
)


def only(text: str) -> Draft:
    """The one draft of a document."""
    (draft,) = read_postmortem(text)
    return draft


@pytest.mark.parametrize(
    "aside",
    ["The slow report turned out to be a cron job that deleted nothing and read everything.",
     "10:10 Connected through the serial console. Two links were down.",
     "10:10 Logged in to the standby. Queries timed out there as well.",
     "10:10 Idea: truncate the ledger of pay-gate. Rejected by Ana, payments would be lost.",
     "10:10 Took a heap dump. The errors went on, payments failed.",
     "10:10 Vendor admits a fire in their data centre, their cards are refused."],
)  # fmt: skip
def test_discoveries_access_and_ideas_are_no_deeds(aside: str) -> None:
    """What was found, looked at or only thought of harmed nobody, whatever is told beside it."""
    assert "routing table" in only(f"{HARM}\n{aside}\n").action


def test_a_button_is_pressed_for_what_its_label_says() -> None:
    """The label names the deed."""
    text = (
        "# Everybody logged out\n\nService: door-sso, production.\n\n"
        'At 9:10 the operator clicked "revoke every token" in door-sso. '
        "Nobody could log in for an hour, 4,000 sessions were lost.\n"
    )
    assert "revoke every token" in only(text).action


def test_a_log_with_full_dates_has_those_who_write_it() -> None:
    """A lone word behind the date, "monitoring:", writes an entry, and is no title of a section."""
    text = (
        "Service: rack-core\nEnvironment: Production\n\nWork notes\n\n"
        '2026-01-05 09:00 net1: Entered "no spanning-tree vlan 12".\n'
        "2026-01-05 09:01 monitoring: 140 hosts unreachable.\n"
        "2026-01-05 09:09 net2: Connected over the modem. The switch loops.\n"
        "2026-01-05 09:15 net2: Loaded the saved configuration. Hosts return.\n"
    )
    assert only(text).action == 'enter "no spanning-tree vlan 12"'


def test_a_spanish_past_is_a_deed_and_a_lasting_present_is_none() -> None:
    """What "se cambió" tells was done; "se firman" is how things always are."""
    text = (
        "# Informe: avisos perdidos\n\n**Servicio:** aviso-puente (producción)\n\n"
        "Los avisos se firman en el servicio aviso-puente. El jueves se cambió la cola de todos "
        "los avisos al servidor nuevo. Se perdieron 900 avisos y fallaron los demás.\n"
    )
    assert only(text).action.startswith("cambiar la cola de todos los avisos")


def test_who_did_it_in_german_is_no_part_of_the_action() -> None:
    """The action begins with what was acted on."""
    text = (
        "# Protokoll\n\nDienst: brief-versand, Produktion\n\n"
        "Um 8 Uhr fehlten Briefe. Die Nachtschicht hat daraufhin im brief-versand alle Aufträge "
        "vom Montag nochmals verschickt. Die Kunden haben 3.000 Briefe doppelt bekommen.\n"
    )
    action = only(text).action
    assert action.endswith("alle Aufträge vom Montag erneut senden")
    assert "Nachtschicht" not in action
