"""Prose: sentences become frames.

The way through: `clauses` cuts (a `clause` each, with the `verdicts` on it), `verbs_in` finds words
of action (`idioms_in` fixed runs of words, `word_class` tells verbs from nouns), `mood`, `past`,
`imagined` and `tone` tell how they stand, `asking` and `conditions` what is asked or supposed,
`extent` how far they go; `acting` says which of them act, `status_lines` what a line without a verb
announces, `refine` what the object makes of a verb; `clause_reader` makes frames of one clause,
`frames` joins those of the text. Other languages go through `foreign`.
"""
