"""A GraphQL document -> planned actions: the fields of a mutation act, a query only looks."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.domain.action import PlannedAction
from bot.domain.reading.requests.document import flat, scalar
from bot.domain.reading.tools.planned import build_action
from bot.domain.reading.tools.tool_grammar import Tools
from bot.domain.reading.tools.verbs import pieces_of, verb_in

_DOCUMENT = re.compile(r"\s*(query|mutation|subscription)?\b[^{]{0,400}\{(.*)", re.S)
_FIELD = re.compile(r"(?:\w+\s*:\s*)?([A-Za-z_]\w*)\s*(\(|\{|$|\s)")
_ARGUMENT = re.compile(r"(\w{1,60})\s*:\s*(\"[^\"]{0,200}\"|\$?[\w.-]{1,200})")
_IDS = ("id", "name", "slug", "key", "service", "serviceId", "service_id")
_KEYS = ("query", "mutation", "document", "graphql")
_MAX_LENGTH = 8_000


def graphql_in(values: Mapping[str, object]) -> str:
    """The GraphQL document among the values of a body or a call, or ""."""
    for key in _KEYS:
        text = values.get(key)
        if isinstance(text, str) and re.match(r"\s*(?:query|mutation|subscription)\b|\s*\{", text):
            return text
    return ""


def read_graphql(document: str, variables: object, tools: Tools, text: str) -> list[PlannedAction]:
    """What a document does.

    Args:
        document: A query or mutation.
        variables: The values of its variables, or None.
        tools: For the verbs in the names of its fields.
        text: The source that it was read from.

    Returns:
        One action: the first field of the mutation; a look for everything else.
    """
    found = _DOCUMENT.match(document[:_MAX_LENGTH])
    field = _FIELD.search(found[2]) if found else None
    if found is None or field is None:
        return []
    given = flat(variables)
    parameters = {**_arguments(found[2], given), **given}
    named = verb_in(field[1], tools)
    kind = "inspect" if found[1] != "mutation" else named[0] if named else "run"
    objects = [*(named[1] if named else pieces_of(field[1]))]
    ids = (v for k, v in parameters.items() if k.rsplit(".", 1)[-1] in _IDS)
    return [
        build_action(
            kind, target=next(ids, None), objects=objects, parameters=parameters, text=text
        )
    ]


def _arguments(body: str, given: Mapping[str, str]) -> dict[str, str]:
    """The arguments in brackets, variables by their values."""
    inside = body.partition("(")[2].partition(")")[0]
    pairs = {k: v.strip('"') for k, v in _ARGUMENT.findall(inside)}
    return {k: scalar(given.get(v[1:], v)) if v[:1] == "$" else v for k, v in pairs.items()}
