"""python -m tests.eval: scores all sets, compares with the recorded figures, fails when worse.

--set NAME    only this set        --errors N   its first N errors
--class WHY   only errors of a class
--record      writes the figures down as the ones to hold
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path

from tests.eval.learning import print_tables
from tests.eval.matching import Report, Tally, pooled, score_set, sets

RECORDED = Path(__file__).with_name("recorded.toml")
POOLED_SLACK, SET_SLACK = 0.01, 0.03


def main() -> int:
    """Prints the figures; 1 where one got worse than recorded by more than the slack."""
    options = _options()
    folders = [f for f in sets() if not options.set or f.name == options.set]
    reports = [score_set(folder) for folder in folders]
    for report in reports:
        _print_report(report, short=len(reports) > 1 and not options.full)
        _print_errors(report, options)
    total = pooled(reports)
    if len(reports) > 1:
        print(f"\n{'pooled':<16}{_line(total)}")
    if options.record:
        _record(reports, total)
        return 0
    if not options.set:
        print_tables()
    return _compare(reports, total)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.eval", description=__doc__)
    parser.add_argument("--set", default="")
    parser.add_argument("--errors", type=int, default=0)
    parser.add_argument("--class", dest="why", default="")
    parser.add_argument("--full", action="store_true", help="classes and forms of every set")
    parser.add_argument("--record", action="store_true")
    return parser.parse_args()


def _line(tally: Tally) -> str:
    return (
        f"n {tally.n:5}  F1 {tally.f1:.3f}  false blocks {tally.false_blocks:6.1%}"
        f"  missed blocks {tally.missed_blocks:6.1%}  (tp {tally.tp} fp {tally.fp} fn {tally.fn})"
    )


def _print_report(report: Report, *, short: bool) -> None:
    print(f"{report.name:<16}{_line(report.whole)}")
    if short:
        return
    for group in (report.classes, report.forms):
        for name, tally in sorted(group.items()):
            print(f"  {name:<18}{_line(tally)}  exact {tally.exact / tally.n:.2f}")


def _print_errors(report: Report, options: argparse.Namespace) -> None:
    shown = [e for e in report.errors if not options.why or e[0]["why"] == options.why]
    for raw, decision in shown[: options.errors]:
        got = [m.entry.id for m in (*decision.matches, *decision.alerts)]
        where = f"{raw.get('channel_service') or ''}/{raw.get('env') or ''}"
        print(f"\n{raw['id']} [{raw['why']}] {where} expect={raw['expect']} got={got}")
        print(f"   {raw['text']!r}")
        for match in decision.matches:
            print(f"   + {match.entry.id} {match.entry.action!r}: {'; '.join(match.agreed)}")
        for near in decision.near_misses:
            print(f"   - {near.entry.id} {near.entry.action!r}: {near.why_not}: {near.text}")
        print(f"   = {[(p.kind, p.mode.value, p.objects) for p in decision.planned]}")


def _record(reports: list[Report], total: Tally) -> None:
    lines = ["# The figures that `make eval` holds the matcher to; written by --record.", "[f1]"]
    lines += [f"{r.name} = {r.whole.f1:.4f}" for r in reports]
    lines.append(f"pooled = {total.f1:.4f}")
    RECORDED.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _compare(reports: list[Report], total: Tally) -> int:
    if not RECORDED.exists():
        return 0
    recorded = tomllib.loads(RECORDED.read_text("utf-8"))["f1"]
    worse = [
        f"{r.name}: {r.whole.f1:.3f} was {recorded[r.name]:.3f}"
        for r in reports
        if r.name in recorded and r.whole.f1 < recorded[r.name] - SET_SLACK
    ]
    if len(reports) == len(sets()) and total.f1 < recorded["pooled"] - POOLED_SLACK:
        worse.append(f"pooled: {total.f1:.3f} was {recorded['pooled']:.3f}")
    for line in worse:
        print(f"worse than recorded: {line}", file=sys.stderr)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
