"""Judging: what an action says by itself, and what the memory says to it. Nothing is written here.

The way through: `understand` reads before the transaction, `judge` decides in it.
"""
