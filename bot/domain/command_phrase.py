"""A command line in a person's words, for the entry that is learned from it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.domain.action import Mode, PlannedAction
from bot.domain.lesson_words import load_words
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.lexicon import Lexicon

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
_NAME = re.compile(r"[\w@.-]+")
_HOSTS = ("h", "host", "hostname")


def phrase_of(
    command: str,
    service: str | None,
    before: Mapping[str, object],
    after: Mapping[str, object],
    lexicon: Lexicon,
) -> str:
    """What the command does, in words: "scale cart-svc from 12 to 4 replicas".

    Args:
        command: The command line, without secrets.
        service: Named at the end where the phrase does not name it.
        before: Metrics before; a count of replicas becomes part of the phrase.
        after: Metrics after.
        lexicon: Whose tool grammars say what the programs do.
    """
    acting = [a for a in read_command(command, lexicon).actions if a.mode is Mode.PLANNED]
    phrase = (_said(acting[0], command) if len(acting) == 1 else "") or _quoted(command)
    old, new = before.get("replicas"), after.get("replicas")
    if old is not None and new is not None and old != new and f"to {new} replicas" in phrase:
        phrase = phrase.replace(f"to {new} replicas", f"from {old} to {new} replicas")
    if service and service.lower() not in phrase.lower():
        phrase = f"{phrase} on {service}"
    return phrase


def _said(action: PlannedAction, command: str) -> str:
    """An action in words that read as the same action again; "" where only the command says all."""
    known = {"kind": action.kind, **_parts(action)}
    for rule in load_words("commands")["phrases"]:
        words = rule.get("words", [action.kind])
        if (
            action.kind in rule["kinds"]
            and all(known.get(name) for name in rule["needs"])
            and any(word in command.lower() for word in words)
        ):
            more = (text for name, text in rule.get("more", {}).items() if known.get(name))
            return "".join([rule["say"], *more]).format(**known)
    return ""


def _parts(action: PlannedAction) -> dict[str, str]:
    """What an action is done to, and with which values, by the names that phrases use."""
    given = action.parameters
    parts = {name: given.get(name, "") for name in ("replicas", "revision", "resource", "force")}
    target = action.target or ""
    if _NAME.fullmatch(target) and target not in {given.get(host) for host in _HOSTS}:
        parts["target"] = target
    if given.get("key") and given.get("to"):
        return {**parts, "key": given["key"], "value": given["to"]}
    pairs = [one.partition("=") for one in action.objects if "=" in one]
    if len(pairs) == 1 and all(pairs[0]):
        parts |= {"key": pairs[0][0], "value": pairs[0][2]}
    return parts


def _quoted(command: str) -> str:
    """The command in back quotes, without switches that say where, at most a line long."""
    line = _CHAFF.sub("", " ".join(command.split()))
    line = line.replace("`", "'")
    return f"run `{line if len(line) <= _LONGEST else line[: _LONGEST - 1] + '…'}`"


__all__ = ["phrase_of"]
