"""Prose: sentences become frames.

The way through: `clauses` cuts, `verbs_in` finds words of action, `mood` and `tone` tell how they
stand, `frames` puts them together; other languages go through `foreign`.
"""
