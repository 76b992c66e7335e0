"""python -m tests.bench [NAME …]: the speed figures, as ratios where they depend on the machine."""

from __future__ import annotations

import importlib
import sys

TABLES = ("matching", "sense", "texts", "start", "gate")


def main(names: list[str]) -> int:
    """Print each table; 2 for a name that is none."""
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        sys.stderr.write(f"bench: {', '.join(unknown)}: the tables are {', '.join(TABLES)}\n")
        return 2
    for name in names or TABLES:
        print(f"\n{name}")
        for what, figure in importlib.import_module(f"tests.bench.{name}").rows():
            print(f"  {what:<58} {figure:>24}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
