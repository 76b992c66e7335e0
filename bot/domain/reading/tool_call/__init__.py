"""Tool calls in JSON, in any of the shapes that agents use.

The way through: `unwrapping` takes the call out of its shape, `call` follows it by the first way
of reading that fits: a command (`command_words`), a request, SQL, a file, or `unknown_call`;
`named` says what its keys name.
"""
