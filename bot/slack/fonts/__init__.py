"""DejaVu Sans, so that a chart looks the same on every machine (see LICENSE.md)."""
