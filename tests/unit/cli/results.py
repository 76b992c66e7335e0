"""What a command answered, read by the tests of each group."""

import json

ENTRY = "restart payments-api in prod => dropped in-flight payments, block, for 90 days"


def refused(result, code, *words):
    """One line on stderr that has the words, and the exit code."""
    assert result.returncode == code, result
    assert result.stderr.startswith("negmem: ")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr


def told(result):
    """The JSON lines of the output."""
    return [json.loads(line) for line in result.stdout.splitlines()]
