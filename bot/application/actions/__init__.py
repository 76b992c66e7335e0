"""Actions: the life of an announcement or gate call, from its first words to its start.

The way through: `check_action` judges it and writes down what follows; a gate call comes by
`ask_gate`, is looked at again in `view_action`, and spends its permit in `start_action`.
"""
