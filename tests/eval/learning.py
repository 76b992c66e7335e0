"""The learning tables: replies, tool calls, postmortems and secrets, each set by class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.eval import postmortems, replies, secrets, toolcalls


def print_tables() -> None:
    """Prints the four tables, the corpus that produced each figure in the first column."""
    for title, lines in (
        ("replies: is it a correction", _of_replies()),
        ("tool calls: is it a lesson", _of_tool_calls()),
        ("postmortems: harmful actions found, wrong drafts", _of_postmortems()),
        ("secrets: removed, lines of which too much went", _of_secrets()),
    ):
        print(f"\n{title}")
        for line in lines:
            print(f"  {line}")


def _of_replies() -> Iterator[str]:
    for name, count, f1 in replies.rows():
        yield f"{name:<24} n {count:4}  F1 {f1:.3f}"
    for name in replies.SETS:
        given = replies.reasons(name)
        if given.total():
            shares = "  ".join(f"{key} {given[key]}" for key in replies.REASONS)
            yield f"{name:<24} reasons: {shares}"


def _of_tool_calls() -> Iterator[str]:
    for row in toolcalls.rows():
        yield f"{row['set']:<24} n {row['n']:4}  right {row['right']:.3f}"
        classes: dict[str, Counter[bool]] = row["classes"]  # type: ignore[assignment]  # rows are of mixed kinds
        for why, told in sorted(classes.items()):
            yield f"  {why:<22} n {told.total():4}  right {told[True] / told.total():.3f}"


def _of_postmortems() -> Iterator[str]:
    for row in postmortems.rows():
        yield (
            f"{row['set']:<24} found {row['found']} of {row['expected']},"
            f" wrong {row['wrong']} of {row['drafts']} drafts"
        )


def _of_secrets() -> Iterator[str]:
    for name, count, recall, precision in secrets.rows():
        yield f"{name:<24} n {count:4}  recall {recall:.3f}  precision {precision:.3f}"


if __name__ == "__main__":
    print_tables()
