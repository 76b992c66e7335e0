"""A command line in a person's words, for the entry that is learned from it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.domain.lesson_words import load_words

_LONGEST = 200
"""Characters: an action is a line, not a script."""

_CHAFF = re.compile(
    r"""\s(?:
        --?(?:context|kube-context|kubeconfig|namespace|n|h|host|hostname|port|bootstrap-server
           |endpoints|profile|region|project|user)[= ]\S+
      | -p\s?\d+ | -y | --yes | -{1,2}auto-approve
    )(?=\s|$)""",
    re.IGNORECASE | re.VERBOSE,
)


def phrase_of(
    command: str,
    service: str | None,
    before: Mapping[str, object],
    after: Mapping[str, object],
) -> str:
    """What the command does, in words: "scale cart-svc from 12 to 4 replicas".

    Args:
        command: The command line, without secrets.
        service: Named at the end where the phrase does not name it.
        before: Metrics before; a count of replicas becomes part of the phrase.
        after: Metrics after.
    """
    phrase = _by_pattern(command) or _trimmed(command)
    old, new = before.get("replicas"), after.get("replicas")
    if old is not None and new is not None and old != new and f"to {new} replicas" in phrase:
        phrase = phrase.replace(f"to {new} replicas", f"from {old} to {new} replicas")
    if service and service.lower() not in phrase.lower():
        phrase = f"{phrase} on {service}"
    return phrase


def _by_pattern(command: str) -> str | None:
    for rule in load_words("commands")["phrases"]:
        found = re.search(rule["find"], command, re.IGNORECASE)
        if found:
            groups = [group or "" for group in found.groups()]
            last = groups[-1] if "more" in rule else ""
            said = str(rule["say"]) + (str(rule["more"]) if last else "")
            return said.format(*groups)
    return None


def _trimmed(command: str) -> str:
    """The command in back quotes, without switches that say where, at most a line long."""
    line = _CHAFF.sub("", " ".join(command.split()))
    line = line.replace("`", "'")
    return f"run `{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}`"
