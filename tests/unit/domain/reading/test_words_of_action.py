"""Words of action from many trades: each names its kind, in prose, commands and tool calls."""

from __future__ import annotations

import pytest

from bot.domain.action import ActionInput, InputForm, Mode
from bot.domain.reading import Frame, read
from bot.domain.reading.lexicon import load_lexicon

LEXICON = load_lexicon()


def planned(text: str) -> list[Frame]:
    frames = read(ActionInput(InputForm.TEXT, text), LEXICON).frames
    return [f for f in frames if f.mode is Mode.PLANNED and f.kinds]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("vacating node-7 of the pool now", "drain"),
        ("sinkholing the partner range tonight", "block"),
        ("rekeying the signing key", "rotate"),
        ("mothballing the old cluster this afternoon", "stop"),
        ("giving every job another go", "retry"),
        ("throwing the whole backlog overboard", "delete"),
        ("the limiter fails open from now on", "allow"),
        ("re-IPLing the first partition at noon", "restart"),
        ("flipping the pool over to the secondary", "failover"),
        ("lifting the cap to 5000", "raise"),
        ("clamping the heap to 2 GB", "lower"),
        ("gathering statistics for the whole schema now", "analyze"),
        ("transcoding the catalogue again tonight", "rebuild"),
        ("requiring signed binds from 18:00", "enforce"),
        ("unsealing the store of secrets", "unlock"),
        ("retraining the ranker from scratch", "rebuild"),
        ("hydrating the online store with all of history", "backfill"),
        ("tombstoning all the stale topics", "delete"),
        ("dropping all connections to the database", "kill"),
        ("seizing the roles on the second controller", "failover"),
        ("switching off plain text over UDP", "disable"),
        ("cas-04 is leaving the ring now", "decommission"),
    ],
)
def test_prose_names_its_kind(text: str, kind: str) -> None:
    """Verbs, phrasal verbs and idioms beyond the common ones are understood."""
    assert kind in {k for f in planned(text) for k in f.kinds}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Restart-Service Spooler -Force", "restart"),
        ('pwsh -c "Disable-ADAccount -Identity j.doe"', "disable"),
        ("sc.exe stop Spooler && sc.exe start Spooler", "restart"),
        ("`tmsh run sys failover standby`", "failover"),
        ("`ssh r1 'vtysh -c \"clear bgp * hard\"'`", "clear"),
        ("`govc vm.power -off -force vm1`", "stop"),
        ("`ssh admin@hsm-04 'lunacm partition init -force'`", "recreate"),
        ('`sqlcmd -S h -Q "DBCC SHRINKDATABASE (Shop, 10)"`', "scale_down"),
        ("`cephadm shell -- ceph osd pool set archive min_size 1`", "set"),
        ('{"tool":"win_service","name":"Spooler","state":"restarted"}', "restart"),
        ('{"tool":"mapctl","args":["map","publish","--rev","43"]}', "deploy"),
        ('{"tool":"kv.command","db":"sessions","command":["FLUSHDB"]}', "flush"),
    ],
)
def test_commands_and_calls_name_their_kind(text: str, kind: str) -> None:
    """Cmdlets, appliances and calls whose verb stands in a list or a state are understood."""
    assert kind in {k for f in planned(text) for k in f.kinds}


def test_a_cmdlet_that_is_tried_only_looks() -> None:
    """-WhatIf rehearses."""
    assert not planned('pwsh -c "Remove-Item -Recurse C:\\data -WhatIf"')


def test_a_switch_is_no_change_of_a_value() -> None:
    """`--force` turns nothing on; `--no-backup` turns something off."""
    (forced,) = planned("`gcloud sql instances restart shop --quiet --force`")
    assert forced.change is None
    (off,) = planned("`gcloud sql instances patch shop --no-backup`")
    assert off.change is not None
    assert off.change.direction == "off"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ich stocke die Replikas von orders-api auf", "scale_up"),
        ("Vou encolher os arquivos de dados agora", "lower"),
        ("Je rembobine les offsets du consommateur maintenant", "replay"),
        ("Voy a encender el balanceador ahora mismo en producción", "enable"),
        ("これから全ノードを起動し直します", "restart"),
    ],
)
def test_other_languages_name_their_kind(text: str, kind: str) -> None:
    """Common actions are understood in German, Portuguese, French, Spanish and Japanese."""
    assert kind in {k for f in planned(text) for k in f.kinds}


def test_what_another_language_leaves_out_is_ruled_out() -> None:
    """A modifier with "without" says how it is done, not that it is not done."""
    text = "Vou criar o índice em bookings agora, sem concurrently, em produção"
    reading = read(ActionInput(InputForm.TEXT, text), LEXICON)
    assert "parallel" in reading.ruled_out
    assert "create" in {k for f in planned(text) for k in f.kinds}
