"""Blocks that show data: table, data_table and data_visualization."""

import math
from collections.abc import Mapping
from typing import Any

from bot.sandbox.blockkit.node import Node, units
from bot.sandbox.blockkit.rich_text import check_rich_text

_MOST_COLUMNS = 20
_CELLS = {"table": ("raw_text", "rich_text"), "data_table": ("raw_text", "raw_number", "rich_text")}


def check_table(node: Node) -> None:
    """Check a table: one a message, 100 rows of 20 cells, no cell empty."""
    node.tally.counts["table"] += 1
    for setting in node.children("column_settings", 0, _MOST_COLUMNS, required=False):
        setting.choice("align", ("left", "center", "right"))
        setting.boolean("is_wrapped")
        setting.only(("align", "is_wrapped"))
    _check_rows(node, 1, 100)


def check_data_table(node: Node) -> None:
    """Check a data table: a header and 1 to 100 rows of equal length, 1 to 20 columns."""
    node.string("caption", required=True)
    node.integer("page_size", 1, 100)
    node.integer("row_header_column_index", 0, _MOST_COLUMNS - 1)
    rows = _check_rows(node, 2, 101)
    if len({len(row) for row in rows}) > 1:
        node.refuse("all rows must have the same number of cells", "rows")
    for index, cell in enumerate(rows[0] if rows else ()):
        if isinstance(cell, Mapping) and cell.get("type") == "rich_text":
            node.refuse("a header cell cannot be rich_text", f"rows[0][{index}]")


def _check_rows(node: Node, low: int, high: int) -> list[list[Any]]:
    rows = []
    for path, row in node.array("rows", low, high):
        if not isinstance(row, list):
            node.tally.refuse(path, "must be an array of cells")
            continue
        if not 1 <= len(row) <= _MOST_COLUMNS:
            node.tally.refuse(path, f"{len(row)} cells, allowed 1 to {_MOST_COLUMNS}")
        for index, cell in enumerate(row):
            if isinstance(cell, Mapping):
                _check_cell(Node(cell, f"{path}[{index}]", node.tally), _CELLS[node.kind])
            else:
                node.tally.refuse(f"{path}[{index}]", "must be an object")
        rows.append(row)
    return rows


def _check_cell(cell: Node, allowed: tuple[str, ...]) -> None:
    if cell.kind not in allowed:
        cell.refuse(f"must be one of {', '.join(allowed)}", "type")
    elif cell.kind == "rich_text":
        check_rich_text(cell)
    elif cell.kind == "raw_text":
        cell.string("text", required=True)
    else:
        _check_number(cell, "value")


def _check_number(node: Node, key: str, *, positive: bool = False) -> None:
    value = node.value.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        node.refuse("must be a number", key)
    elif positive and value <= 0:
        node.refuse("must be positive", key)


def check_data_visualization(node: Node) -> None:
    """Check a chart: title 50; a pie of 1 to 6 segments, or 1 to 6 series over 1 to 20 labels."""
    node.tally.counts["data_visualization"] += 1
    node.string("title", 50, required=True)
    chart = node.child("chart", required=True)
    if chart is None:
        return
    if chart.kind == "pie":
        for segment in chart.children("segments", 1, 6):
            segment.string("label", 20, required=True)
            _check_number(segment, "value", positive=True)
        chart.only(("segments",))
    elif chart.kind in ("bar", "area", "line"):
        _check_series(chart)
        chart.only(("series", "axis_config"))
    else:
        chart.refuse("must be pie, bar, area or line", "type")


def _check_series(chart: Node) -> None:
    labels = _check_axes(chart)
    names: set[str] = set()
    for series in chart.children("series", 1, 6):
        name = series.string("name", 20, required=True)
        if name is not None and name in names:
            series.refuse(f"duplicate series {name!r}", "name")
        names.add(name or "")
        plotted = set()
        for point in series.children("data", 1, 20):
            plotted.add(point.string("label", 20, required=True))
            _check_number(point, "value")
        if plotted != set(labels):
            series.refuse("its labels must be those of axis_config.categories", "data")


def _check_axes(chart: Node) -> list[str]:
    axes = chart.child("axis_config", required=True)
    if axes is None:
        return []
    axes.string("x_label", 50)
    axes.string("y_label", 50)
    labels = []
    for path, label in axes.array("categories", 1, 20):
        if not isinstance(label, str) or not 1 <= units(label) <= 20:
            chart.tally.refuse(path, "must be a string of 1 to 20 characters")
        else:
            labels.append(label)
    return labels
