"""How well secrets are removed, on each labelled set of lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from bot.domain.redaction import MARK, redact

CORPUS = Path(__file__).parents[1] / "corpus"
_SEAM = "{+}"  # stands within tokens, so that scanners of repositories do not take them for real


class Case(NamedTuple):
    """One text with what must be gone and what must stay."""

    line: str
    secrets: tuple[str, ...]
    keep: tuple[str, ...]


class Verdict(NamedTuple):
    """What became of one case: how many of its secrets remained, and whether too much went."""

    case: Case
    clean: str
    leaked: int
    overdone: bool


def sets() -> dict[str, Path]:
    """The labelled files by the name of their set; the one that stands alone is `own`."""
    files = [CORPUS / "secrets.jsonl", *sorted(CORPUS.glob("*/secrets.jsonl"))]
    return {"own" if path.parent == CORPUS else path.parent.name: path for path in files}


def load(path: Path) -> list[Case]:
    """The cases of a file, with their tokens put together."""
    cases = []
    for row in path.read_text("utf-8").splitlines():
        data = json.loads(row.replace(_SEAM, ""))
        cases.append(Case(data["line"], tuple(data["secrets"]), tuple(data.get("keep", ()))))
    return cases


def judge(case: Case) -> Verdict:
    """Redacts one case and compares."""
    clean = redact(case.line)
    leaked = sum(secret in clean for secret in case.secrets)
    overdone = any(kept not in clean for kept in case.keep)
    return Verdict(case, clean, leaked, overdone or (not case.secrets and MARK in clean))


def rows() -> list[tuple[str, int, float, float]]:
    """Rows of the table: set, number of lines, recall, precision."""
    return [_row(name, [judge(case) for case in load(path)]) for name, path in sets().items()]


def _row(name: str, verdicts: list[Verdict]) -> tuple[str, int, float, float]:
    secrets = sum(len(verdict.case.secrets) for verdict in verdicts)
    found = secrets - sum(verdict.leaked for verdict in verdicts)
    wrong = sum(verdict.overdone for verdict in verdicts)
    return (name, len(verdicts), found / secrets, found / (found + wrong))
