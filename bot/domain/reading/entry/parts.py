"""Parts of an entry's action: its purpose, its limits, what makes another action of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bot.domain.action import Mode
from bot.domain.reading.change import UNITS, number_of, version_of
from bot.domain.reading.commands.command import read_command
from bot.domain.reading.commands.command_text import command_head, looks_like_command
from bot.domain.reading.lexicon import Form, Lexicon
from bot.domain.reading.terms import concepts_of, is_name, pieces_of
from bot.domain.reading.text import Token, tokens_of

_WITHOUT = re.compile(
    r"\b(?:without|no|but not)\s+(?:a |an |the |any |having |using |naming |setting )?"
    r"([\w\s-]{2,40}?)(?=$|[,.;]|\b(?:and|or|in|on|for|while|first|before)\b)",
    re.I,
)
_PURPOSE = re.compile(
    r"\s+(?:in order )?to (?!\d|all\b|the\b|a\b|zero\b|none\b|main\b|prod)(?=[a-z]{3,}\b)", re.I
)
_QUOTES_COMMAND = re.compile(r"^|\b(?:run|execute|with|using|via|use|issue)\s+|`", re.I)
_CARRIES = re.compile(r"(?:re-?)?(?:run|execut|issu|start|perform|do|send|us)(?:e|es|ing)?\b", re.I)
_CAMEL = re.compile(r"^[A-Z][a-z]+[A-Z][a-z]+")
_SETS = re.compile(r"(?:set|switch|change|flip|turn|move|convert|default|pin|reset)\b", re.I)
_ENDS = re.compile(r"[\w-]+(?:\s+(?:in|on|for|while|during|before|at|by)\b.*)?", re.S)
_PURPOSES = frozenset(
    {
        "get",
        "make",
        "free",
        "avoid",
        "save",
        "force",
        "trigger",
        "fix",
        "speed",
        "let",
        "test",
        "see",
    }
)
_CARRIES_NAME = frozenset(
    {"index", "flag", "column", "table", "topic", "queue", "data", "cluster", "consumer", "slot",
     "key", "job", "group", "rule", "role", "schema", "bucket", "record", "user", "partition",
     "secret", "alias", "connector", "container", "dag", "stack", "channel", "dashboard",
     "workflow", "pipeline", "task", "domain", "distribution", "experiment", "environment", "share",
     "kustomization", "helmrelease", "playbook", "cronjob", "daemonset", "statefulset", "snippet",
     "listener", "zone", "toggle", "segment", "stream", "vlan",
     "interface", "view", "function", "procedure", "trigger", "sequence", "exchange",
     "subscription", "deployment", "workload", "account", "device", "tunnel", "policy"}
)  # fmt: skip
_TYPES = frozenset(
    {"set", "class", "template", "config", "map", "binding", "operator", "controller", "monitor",
     "budget", "request", "claim", "manager", "provider", "source", "chart", "repository", "plan",
     "profile", "definition", "entry", "pool", "fleet", "service", "app", "application", "project"}
)  # fmt: skip
_PARTICIPLES = ("ed", "ing")
_INSTEAD = re.compile(r"\s+(?:instead of|rather than)\s+", re.I)
_LIMIT = r"(v?[\d.]+\w*(?:\s(?:%|\w+))?|[a-z]+(?:\s\w+)?)"
_LESS = re.compile(
    r"\b(?:below|under|less than|fewer than|lower than|older than|prior to|earlier than|before)\s+"
    + _LIMIT,
    re.I,
)
_MORE = re.compile(
    r"\b(?:beyond|above|over|more than|greater than|higher than|exceeding|past|newer than)\s+"
    + _LIMIT,
    re.I,
)
# "The number of instances", "messages of another worker": how many are taken is not said.
_COUNT_OF = re.compile(
    r"\b(?:number|count|amount|share|size|set|list|kind|type|class) of (?:the )?[\w-]+(?: [\w-]+)?|"
    r"\b[\w-]+s (?:of|from|on) (?:a|an|another|one) [\w-]+",
    re.I,
)
_KEY = re.compile(r"[a-z][a-z_-]+(?::[a-z][a-z_-]+)+")
_VERSIONED = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")


def modifiers_in(action: str, lexicon: Lexicon) -> frozenset[str]:
    """Words that make a command this one: FULL, FINAL, force."""
    words = {t.text.strip("-") for t in tokens_of(action) if t.raw.isupper() or "force" in t.text}
    return frozenset("force" if "force" in w else w for w in words) & lexicon.language["modifiers"]


def commanded_kinds(action: str, lexicon: Lexicon) -> list[str]:
    """The kinds of a command that the action quotes: "Run terraform destroy to clean up"."""
    for found in _QUOTES_COMMAND.finditer(action):
        text = action[found.end() :]
        if looks_like_command(text, lexicon.tools):
            command, _ = command_head(text, lexicon.tools)
            actions = read_command(command, lexicon).actions
            return [a.kind for a in actions if a.mode is Mode.PLANNED and a.kind in lexicon.kinds]
    return _shouted_kinds(action, lexicon) if _CARRIES.match(action) else []


def _shouted_kinds(action: str, lexicon: Lexicon) -> list[str]:
    """The kinds of a statement's verb, written in capitals: "Run a plain ALTER TABLE"."""
    words = (t.text for t in tokens_of(action) if t.raw.isupper())
    senses = (s for w in words for s in lexicon.words.get(w, ()) if s.form is Form.BASE)
    return [s.kind for s in senses if not lexicon.kinds[s.kind].read_only]


def is_plural(action: str, head: frozenset[str], lexicon: Lexicon) -> bool:
    """Whether the object is plural: "Flush the counters" means all of them."""
    first = re.split(r"\b(?:with|from|in|on|to|for|while|after|before)\b", action)[0]
    first = _COUNT_OF.sub(" ", first)
    return any(
        t.text.endswith("s")
        and not t.text.endswith("ss")
        and lexicon.things.concept(t.text) in head
        for t in tokens_of(first)
    )


def brands_in(action: str) -> frozenset[str]:
    """Names of programs in the action: capitalised words after the first."""
    return frozenset(
        t.text
        for t in tokens_of(action)[1:]
        if t.raw[0].isupper() and t.raw.isalpha() and len(t.raw) > 3
    )


def identifiers_in(action: str, own: frozenset[str], lexicon: Lexicon) -> frozenset[str]:
    """Names of columns, flags, settings: not the service's, no plain words with a hyphen.

    A hyphenated name counts where it has three parts or stands beside the word for what it is
    ("the index by-owner").
    """
    tokens = tokens_of(action)
    found = set()
    for at, token in enumerate(tokens):
        name = token.text
        known = (
            name in lexicon.words or name in lexicon.things.concepts or lexicon.tools.knows(name)
        )
        if (
            not is_name(token)
            or known
            or name in UNITS
            or _is_mark(name)
            or token.raw.startswith("-")
        ):
            continue
        if {lexicon.things.concept(p) for p in pieces_of(token.raw)} <= own:
            continue
        if name.replace("-", "").isalpha() and name.count("-") < 2 and "-" in name:
            if all(p in lexicon.things.concepts or p in lexicon.language["stop"]
                   or p in lexicon.environments.names for p in pieces_of(token.raw)):  # fmt: skip
                continue
            if pieces_of(name)[-1].endswith(_PARTICIPLES) and _stands_before(tokens, at, lexicon):
                continue
            beside = {t.text for t in tokens[max(0, at - 1) : at + 2]} - {name}
            if not any({b, lexicon.things.concept(b)} & _CARRIES_NAME for b in beside):
                continue
        if name.isalpha() and not _CAMEL.search(token.raw):
            continue
        found.add(name)
    return frozenset(found)


def _is_mark(name: str) -> bool:
    """Whether a colon in it is none of a key's: "10:30", "web:8080", but not "orders:incoming"."""
    return ":" in name and not _KEY.fullmatch(name)


def types_in(action: str, lexicon: Lexicon) -> frozenset[str]:
    """Kinds of things in an action, no names of one: FleetAutoscaler, AuthorizationPolicy."""
    found = set()
    for token in tokens_of(action)[1:]:
        pieces = pieces_of(token.raw) if _CAMEL.search(token.raw) and token.raw.isalpha() else []
        last = pieces[-1] if len(pieces) > 1 else ""
        if last in _TYPES or lexicon.things.concept(last) in lexicon.things.specific:
            found.add(token.text)
    return frozenset() if _CARRIES.match(action) else frozenset(found)


def _stands_before(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether the word for a thing follows: "soft-deleted key", not "the queue order-placed"."""
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    return bool({after, lexicon.things.concept(after)} & _CARRIES_NAME) if after else False


def without_purpose(action: str, lexicon: Lexicon) -> str:
    """The action without its purpose: "Purge the queue [to clear the backlog]"."""
    action = _INSTEAD.split(action)[0]
    for found in _PURPOSE.finditer(action):
        word = action[found.end() :].split(" ")[0].strip(".,;")
        is_verb = any(s.form is Form.BASE for s in lexicon.words.get(word, ()))
        is_value = _SETS.match(action) and _ENDS.fullmatch(action[found.end() :])
        if found.start() > 8 and (is_verb or word in _PURPOSES) and not is_value:
            return action[: found.start()]
    return action


def weighted_terms(
    terms: Iterable[str], head: frozenset[str], names: frozenset[str], lexicon: Lexicon
) -> dict[str, float]:
    """What each concept of the action weighs: the object most, names more, common parts little."""
    named = {lexicon.things.concept(p) for n in names for p in pieces_of(n)}
    weights = {}
    classes = lexicon.language["classifiers"]
    named_apart = bool(head - lexicon.things.common - classes)
    for term in terms:
        weight = 0.25 if term in lexicon.things.common else 1.0
        weight *= 1.0 if term in head else 0.6
        weight *= 0.5 if named_apart and term in classes else 1.0
        weights[term] = weight * (1.5 if term in named else 1.0)
    return weights


def safe_things(action: str, lexicon: Lexicon) -> tuple[frozenset[str], ...]:
    """Things that make it a safer, other action: "without a lock timeout"."""
    sets = []
    for found in _WITHOUT.finditer(action):
        terms = concepts_of(tokens_of(found[1]), lexicon)[0] - lexicon.things.common
        if terms:
            sets.append(frozenset(terms))
    return tuple(sets)


def safe_kinds(action: str, lexicon: Lexicon) -> frozenset[str]:
    """Kinds of action that make it a safer one: "without draining"."""
    words = [w for found in _WITHOUT.finditer(action) for w in found[1].lower().split()[:3]]
    senses = [s for w in words for s in lexicon.words.get(w, ()) if s.form is Form.ING]
    return frozenset(s.kind for s in senses)


def _limit(pattern: re.Pattern[str], action: str, lexicon: Lexicon) -> str:
    found = pattern.search(action)
    if found is None:
        return ""
    value = found[1].strip()
    first, _, unit = value.partition(" ")
    if number_of(first, lexicon.language.numbers) is None and version_of(first) is None:
        return ""
    number = lexicon.language.numbers.get(first.lower())
    shown = str(number) if number is not None else first
    return f"{shown} {unit}" if unit.lower() in UNITS else shown


def lower_limit(action: str, lexicon: Lexicon) -> str:
    """The value below which it is this action ("below eight replicas" is "8"), or ""."""
    return _limit(_LESS, action, lexicon)


def upper_limit(action: str, lexicon: Lexicon) -> str:
    """The value above which it is this action, or ""."""
    return _limit(_MORE, action, lexicon)


def without_alternative(action: str) -> str:
    """The action without what it is done instead of: "Restart it [instead of reloading it]"."""
    return _INSTEAD.split(action)[0]


def versions_in(action: str) -> frozenset[str]:
    """Versions of what it is done to: "TLS 1.2"."""
    return frozenset(_VERSIONED.findall(action))


__all__ = [
    "brands_in", "commanded_kinds", "identifiers_in", "is_plural", "lower_limit", "modifiers_in",
    "safe_kinds", "safe_things", "types_in", "upper_limit", "versions_in", "weighted_terms",
    "without_alternative", "without_purpose",
]  # fmt: skip
