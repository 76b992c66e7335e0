"""Prose: sentences become frames.

The way through: `clauses` cuts, `verbs_in` finds words of action, `mood` and `tone` tell how they
stand, `extent` how far they go; `clause_reader` makes frames of one clause, `frames` joins those of
the text. Other languages go through `foreign`.
"""
