"""Use cases: a file for each, plain functions over ports."""
