"""Command lines -> planned actions.

The way through: `command_text` tells commands from prose, `shell` parses, `command` follows the
text through `wrappers` into each program call, `program` reads one call by the tool's grammar, and
`handed` the SQL, scripts and patches it is given.
"""
