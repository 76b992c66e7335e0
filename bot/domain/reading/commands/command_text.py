"""Telling command lines from prose: asks for a known tool first, for everything parses as shell."""

from __future__ import annotations

import re

from bot.domain.reading.commands.console import console_command
from bot.domain.reading.commands.powershell import begins_in_powershell
from bot.domain.reading.requests.request_text import request_at_start
from bot.domain.reading.requests.sql_statement import looks_like_sql
from bot.domain.reading.tools.tool_grammar import READ_ONLY_KINDS, Tool, Tools
from bot.domain.reading.tools.tool_use import program_name
from bot.domain.reading.tools.verbs import find_verb

_FIRST = re.compile(
    r"\s*(?:\$\s+|#\s+|[\w.-]+@[\w.-]+[^\n$#]{0,40}[$#]\s+)?((?:[A-Za-z_]\w*=\S*\s+)*)(\S+)"
)
_SHORT, _LONG = 2, 12
_PROGRAM = re.compile(r"[a-z][a-z0-9_.-]{1,30}")
_PATH = re.compile(r"(?:\.{1,2}|~)?/[\w./-]+\Z|[\w.-]+\.(?:sh|bash|py|rb|pl)\Z")
_SHELLISH = re.compile(
    r"(?:^|\s)(?:--?[A-Za-z][\w-]*|\||&&|\|\||>>?|<<?-?\w*)(?=$|[\s=])|[$]\w|[$][({]"
)
# White space is taken whole and from its first sign on: else its square would be the time.
_END_OF_COMMAND = re.compile(
    r"(?<!\s)\s++(?:(?:on|in|for|to see|against|from the|then|before|after|because|since|so|"
    r"and then|where|while|until|with|auf|für|dans|en|sur|para|pour|no|na|zum)\s|"
    r"[–—→]\s|\()|,\s|\.\s++[A-Z]|\.\s*+\Z"
)
_COMPOUND = re.compile(
    r"\s*(?:#!|export\s+\w+=|"
    r"(?:for\s+\w+\s+in\s|while\s|until\s|if\s+\[)[\s\S]{0,400}?[;\n]\s*(?:do|then)\s)"
)
_COMMENT = re.compile(r"(?<!\s)\s++#\s")
_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"")
_LONG_FLAG = re.compile(r"--[a-z][\w-]+(?:=|\Z)")
_ODD = re.compile(r"[@./*\"=]|(?<![A-Za-z])'|'(?![A-Za-z])|\A\+")
_ALONE = frozenset({"reboot", "poweroff", "halt", "iisreset", "galera_new_cluster"})
_CMDLET = re.compile(r"([A-Z][a-z]+)-[A-Z]\w+\Z")
_ROOT_PROMPT = re.compile(r"\A\s*#\s+(?=[\w./]+)")


def looks_like_command(text: str, tools: Tools) -> bool:
    """Whether the text begins with a command line, a request or SQL, not with a sentence.

    A path is enough. A known tool needs what its grammar knows to follow, or a flag; a program
    that is not known needs a long flag near it.
    """
    if looks_like_sql(text, tools) or _COMPOUND.match(text) or request_at_start(text):
        return True
    if console_command(text, tools) or begins_in_powershell(text, tools):
        return True
    found = _FIRST.match(text)
    if found is None:
        return False
    first = found[2].strip("`'\"")
    rest = text[found.end() :]
    name = program_name(first)
    cmdlet = _CMDLET.match(first)
    if _PATH.match(first) or (cmdlet and cmdlet[1].lower() in tools.words["cmdlet_verbs"]):
        return True
    if name in tools.words["inner_programs"]:
        return False
    if name in tools.words["clients"] and _is_call_of_client(name, rest.split()[:4], tools):
        return True
    known = tools.knows(name) or name in tools.words["interpreters"]
    if not known or name.lower() != name:
        return name[:1].isalpha() and name.islower() and _has_long_flag(rest, tools)
    return bool(found[1]) or _supported(name, rest, tools)


def is_quoted_call(text: str, tools: Tools) -> bool:
    """Whether words that stand in backticks call an unknown program: `siloctl lock release`.

    Its name is no verb, a verb stands near it, and no word of a sentence does.
    """
    words = text.split()
    if not _SHORT <= len(words) <= _LONG or not _PROGRAM.fullmatch(words[0]):
        return False
    near = [w.lower().rstrip(".,:;") for w in words[:5]]
    if near[0] in tools.verbs or near[0] in tools.said or text[-1] in ".?!:,":
        return False
    if any(w in tools.words["prose_words"] for w in near):
        return False
    tool = tools.by_name.get(words[0])
    if tool is not None and tool.default not in {"", "none", "inspect"}:
        return True  # `dropdb carts`
    found = find_verb(words[1:4], tools)
    return found is not None and found.kind not in READ_ONLY_KINDS


def _is_call_of_client(name: str, words: list[str], tools: Tools) -> bool:
    """Whether a subcommand or a verb stands behind a name that is no word of a sentence."""
    prose = any(w.lower() in tools.words["prose_words"] for w in words[:2])
    tool = tools.by_name.get(name)
    if tool is not None and words and _has_subcommand(tool, words):
        return not prose or len(words) <= _SHORT  # `rndc querylog on`
    return not prose and find_verb(words, tools, whole_only=True) is not None


def _has_long_flag(rest: str, tools: Tools) -> bool:
    """Whether a long flag stands near the beginning, before any word of a sentence."""
    for word in rest.split()[:4]:
        if _LONG_FLAG.match(word):
            return True
        if word.lower().strip(".,!?:") in tools.words["prose_words"]:
            return False
    return False


def _supported(name: str, rest: str, tools: Tools) -> bool:
    """Whether what follows a known program fits a command."""
    words = rest.split()[:6]
    if not words:
        return name in _ALONE
    if len(words[0]) > 1 and words[0][0] == "-":
        return True
    prose = any(w.lower().strip(".,!?") in tools.words["prose_words"] for w in words[:2])
    tool = tools.by_name.get(name)
    if prose:
        return False
    if tool is not None and _has_subcommand(tool, words):
        return True
    if name in tools.wrappers:
        inner = [w for w in words if w[0] != "-" and "=" not in w]
        named = any(_runs(program_name(w), tools) or _PATH.match(w) for w in inner[:3])
        return named or any(w[0] in "'\"" for w in words) or bool(_SHELLISH.search(rest[:200]))
    odd = any(_ODD.search(w.rstrip(".,!?:")) for w in words[:2])
    return odd or bool(_SHELLISH.search(rest[:200]))


def _runs(name: str, tools: Tools) -> bool:
    """Whether a program is known for more than to look: "find out who …" runs no `who`."""
    return tools.knows(name) and name not in tools.quiet


def _has_subcommand(tool: Tool, words: list[str]) -> bool:
    first = words[0].lower() if tool.fold_case else words[0]
    return any(rule.words and first in rule.words[0] for rule in tool.rules)


def command_head(text: str, tools: Tools) -> tuple[str, str]:
    """Splits a line that begins with a command and goes on in prose.

    Returns:
        The command and the prose after it: `drain node7 on gke, disks are full` gives
        the words up to "on" and the rest. Quoted stretches are not split.
    """
    if request := request_at_start(text):
        stripped = text.lstrip()
        return stripped[: request.end], stripped[request.end :].strip()
    if looks_like_sql(text, tools):
        semicolon = text.rfind(";")
        cut = semicolon + 1 if semicolon > 0 else _sql_end(text)
        return text[:cut].strip(), text[cut:].strip()
    if "\n" in text.strip() or _COMPOUND.match(text):
        return text.strip(), ""
    masked = _QUOTED.sub(lambda m: "x" * len(m[0]), text)
    comment = _COMMENT.search(masked)
    end = comment.start() if comment else len(text)
    found = _END_OF_COMMAND.search(masked, 0, end)
    cut = found.start() if found is not None else end
    return text[:cut].strip(), text[cut:].strip()


def without_root_prompt(text: str, tools: Tools) -> str:
    """`# systemctl restart x` as pasted from root's terminal; any other `#` is a comment."""
    found = _ROOT_PROMPT.match(text)
    if found is None or "\n" in text.strip():
        return text
    rest = text[found.end() :]
    first = rest.split(None, 1)[0] if rest.strip() else ""
    known = tools.knows(program_name(first)) and looks_like_command(rest, tools)
    return rest if known else text


_SQL_PROSE = re.compile(
    r"(?<!\s)\s++on\s++[\w.-]++\s++(?:in\s++)?\w++\s*+(?:,|\.|\Z)|,\s++(?:no|with|then)\s"
)


def _sql_end(text: str) -> int:
    """Where SQL without a semicolon goes over into prose: "… FINAL on metrics-db in prod"."""
    found = _SQL_PROSE.search(text)
    return found.start() if found else len(text)
