"""Names of jobs, scripts and playbooks that hold what they act on: `refresh-shop-db`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tools

JOB_KEYS = (
    "job", "workflow", "script", "playbook", "pipeline", "runbook", "automation", "template",
    "job_template", "job_name", "task_name", "procedure", "dag", "dag_id", "pipeline_name",
    "workflow_id", "workflow_name", "document_name", "state_machine", "workflow_job_template",
)  # fmt: skip
"""Keys of a call whose value is the name of something that is run."""

_FILE = re.compile(
    r"(?<![\w.-])(?:[\w.-]+/)*([A-Za-z][\w-]{4,80})\.(?:sh|bash|py|rb|ps1|ya?ml|js|groovy)\b"
)
_JOINT = re.compile(r"[-_]")
_SHORTEST = 5
_MOST = 8


def things_in_jobs(parameters: Mapping[str, object], text: str, tools: Tools) -> list[str]:
    """What the names of jobs among parameters, and of scripts in a text, act on, by their names.

    `refresh-shop-db` acts on shop-db, `pay-api-rollback` on pay-api.
    """
    given = [v for k, v in parameters.items() if k.lower() in JOB_KEYS and isinstance(v, str)]
    names = [v.rsplit("/", 1)[-1].partition(".")[0] for v in given]
    names += _FILE.findall(text[:2000])
    found = (_without_verb(name.lower(), tools) for name in names[:_MOST])
    return [thing for thing in dict.fromkeys(found) if thing]


def _without_verb(name: str, tools: Tools) -> str:
    """The rest of a name that begins or ends with a verb of action; "" where it does neither."""
    joint = "-" if "-" in name else "_"
    first, _, behind = name.partition(joint)
    before, _, last = name.rpartition(joint)
    for verb, rest in ((first, behind), (last, before)):
        kind = tools.verbs.get(verb) or tools.said.get(verb, "inspect")
        if kind not in READ_ONLY_KINDS and (_JOINT.search(rest) or len(rest) >= _SHORTEST):
            return rest
    return ""
