"""Which workspace a command means, and what was added before the first serve."""

from bot.bootstrap.offline import left_in_local, operating
from bot.cli.serve import say_left_behind
from bot.storage import open_store
from tests.unit.cli.results import ENTRY, refused


def serve_once(tmp_path, *teams):
    """Have the workspaces known, as the first `serve` does."""
    store = open_store(f"sqlite:///{tmp_path / 'n.db'}")
    with store.unit_of_work.write() as tx:
        for team in teams:
            tx.workspaces.put(tx.workspaces.get(team))
    store.close()


def test_an_unknown_workspace_is_an_error_that_names_the_known_ones(negmem, tmp_path):
    refused(negmem("list", "--workspace", "T9"), 2, "T9", "local")
    assert negmem("list", "--workspace", "local").returncode == 0
    serve_once(tmp_path, "T1", "T2")
    refused(negmem("add", ENTRY, "--workspace", "T9"), 2, "T9", "T1, T2")
    refused(negmem("list", NEGMEM_WORKSPACE="T9"), 2, "T9")
    refused(negmem("list"), 2, "T1, T2", "--workspace")
    assert negmem("list", "--workspace", "T2").returncode == 0


def test_what_was_added_before_the_first_serve_can_be_moved(negmem, tmp_path):
    """It counts as left until the workspace has entries of its own."""
    negmem("add", ENTRY)
    serve_once(tmp_path, "T1")
    with operating(None) as (parts, team):
        assert (team, left_in_local(parts, "T1")) == ("T1", 1)
    negmem("export", "--workspace", "local", "--out", "e.jsonl")
    negmem("import", "e.jsonl", "--workspace", "T1")
    assert "nm-1" in negmem("list").stdout
    with operating(None) as (parts, _):
        assert left_in_local(parts, "T1") == 0


def test_serving_says_how_to_move_what_was_left(capsys):
    say_left_behind(2, "T1")
    said = capsys.readouterr().err
    assert "2 entries" in said
    assert "negmem export --workspace local --out entries.jsonl" in said
    assert "negmem import entries.jsonl --workspace T1" in said
    say_left_behind(0, "T1")
    assert capsys.readouterr().err == ""
