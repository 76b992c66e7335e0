"""import and export: entries as JSON lines, drafts from a postmortem."""

import json
import re

import pytest

from bot.domain.entry import Severity
from bot.domain.postmortem import Draft
from tests.unit.cli.results import ENTRY, refused, told


def test_an_export_imports_to_the_same(negmem, tmp_path):
    negmem("add", ENTRY)
    out = tmp_path / "e.jsonl"
    assert negmem("export", "--out", out).returncode == 0
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert negmem("import", out, NEGMEM_DATABASE_URL=other).returncode == 0
    assert negmem("export", NEGMEM_DATABASE_URL=other).stdout == out.read_text()


def test_a_broken_import_names_file_line_and_key_and_imports_nothing(negmem, tmp_path):
    file = tmp_path / "bad.jsonl"
    file.write_text('{"action": "x", "outcome": "y", "service": "s", "environment": 5}\n{\n')
    refused(negmem("import", file), 1, "bad.jsonl:1", "environment", "bad.jsonl:2")
    assert negmem("list", "--json").stdout == ""


def test_entries_are_read_from_standard_input_and_from_files_of_any_ending(negmem, tmp_path):
    negmem("add", ENTRY)
    line = negmem("export").stdout
    assert "1 merged" in negmem("import", "-", stdin=line).stdout
    (tmp_path / "entries.txt").write_text(line)
    assert "1 merged" in negmem("import", "entries.txt").stdout
    refused(negmem("import", "-", stdin="{"), 1, "standard input:1")


@pytest.mark.parametrize("sign", ["\u2028", "\x85"])
def test_a_line_of_json_ends_only_where_the_line_does(negmem, tmp_path, sign):
    told_so = {"outcome": f"lost{sign}carts", "service": "cart-api", "environment": "prod"}
    lines = [
        json.dumps({"action": action, **told_so}, ensure_ascii=False)
        for action in ("restart cart-api", "drop the table carts")
    ]
    text = "\r\n".join(lines) + "\r\n"
    (tmp_path / "e.jsonl").write_bytes(text.encode())
    for file in ("e.jsonl", "-"):
        done = negmem("import", file, "--dry-run", stdin=text)
        assert "2 entries would be stored" in done.stdout, done.stderr


@pytest.mark.parametrize(("document", "cut"), [("[{}]", ".[]"), ('{\n "action": "x"\n}', "'.'")])
def test_one_json_document_is_told_how_to_become_lines(negmem, tmp_path, document, cut):
    (tmp_path / "e.json").write_text(document)
    refused(negmem("import", "e.json"), 2, "one object a line", cut)


def test_a_postmortem_without_a_harmful_action_is_told(negmem, tmp_path):
    (tmp_path / "pm.md").write_text("# Lunch\n\nWe had soup.\n")
    refused(negmem("import", "pm.md"), 1, "pm.md", "No harmful action")
    dry = negmem("import", "pm.md", "--dry-run", "--json")
    assert (dry.returncode, told(dry)) == (0, [{"entries": [], "stored": []}])


def test_a_taken_id_is_told_only_where_a_new_one_was_given(negmem, tmp_path):
    negmem("add", ENTRY)
    same = json.loads(negmem("export").stdout)
    (tmp_path / "same.jsonl").write_text(json.dumps(same))
    assert "taken" not in negmem("import", "same.jsonl").stdout
    other = {**same, "action": "flush the cache of cart-web", "service": "cart-web"}
    (tmp_path / "other.jsonl").write_text(json.dumps(other))
    assert "nm-1 is taken: it got the id nm-2" in negmem("import", "other.jsonl").stdout


OUTAGE = """# Payments down

- 10:05 We restarted payments-api in prod. All in-flight transactions were lost.
"""


@pytest.mark.parametrize("dry", [["--dry-run"], []])
def test_a_draft_is_shown_with_its_severity_its_end_and_how_it_is_read(negmem, tmp_path, dry):
    """Nobody is to be surprised by an entry that holds."""
    (tmp_path / "pm.md").write_text(OUTAGE)
    shown = negmem("import", "pm.md", *dry).stdout
    assert re.search(r"^  block, until 2\d{3}-\d\d-\d\d$", shown, re.MULTILINE)
    assert "  Read as: kind of action: restart; service: payments-api; environment: prod" in shown
    (draft,) = told(negmem("import", "pm.md", *dry, "--json"))[0]["entries"]
    assert draft["severity"] == "block"
    assert draft["expires"] in shown
    assert "kind of action: restart" in draft["reading"]


def test_a_dry_run_of_a_postmortem_opens_no_database(negmem, tmp_path):
    (tmp_path / "pm.md").write_text(OUTAGE)
    negmem("import", "pm.md", "--dry-run")
    assert not (tmp_path / "n.db").exists()


def test_a_draft_that_cannot_be_read_says_so(negmem, tmp_path, monkeypatch):
    draft = Draft("restart the thing", None, None, "", "carts were lost", Severity.BLOCK, (3, 3))
    monkeypatch.setattr("bot.cli.exchange.read_postmortem", lambda *_args, **_more: (draft,))
    (tmp_path / "pm.md").write_text(OUTAGE)
    shown = negmem("import", "pm.md", "--dry-run").stdout
    assert "? in ?: carts were lost" in shown
    assert "Read as: The entry cannot be matched" in shown
