"""Whether a command or a call takes a single unit, where an entry takes all of them."""

from __future__ import annotations

import re

from bot.domain.reading import Extent, Frame, Source
from bot.domain.reading.entry import EntryReading
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.terms import pieces_of

_LONG = 5
_LONG_ID = re.compile(r"\d{7,}")
_ID = re.compile(r"\d{3,}|(?=[0-9a-f]*\d)[0-9a-f]{7,}")
_SINGLE = frozenset({"drain", "cordon", "evict", "kill", "uncordon"})
_ADDRESS = re.compile(r"(?<=[/\"'=])[\w.+-]{1,60}@[\w-]{1,60}(?:\.[a-z]{2,20})+(?![\w.])")
_ROW = re.compile(
    r"\(?[\w.\"`\[\]]*(?:id|uuid|guid|key|no|nr|number|mail|sku|code|ref|login|serial|hash)[\"`\]]?"
    r"\s*=\s*'?[\w@.:+-]+'?\)?(?:\s+limit\s+1)?",
    re.I,
)
_WHERE_ROW = re.compile(rf"\bwhere\s+{_ROW.pattern}\s*(?:;|[\"')\]}}]|$)", re.I)
_UNITS = frozenset(
    {"host", "hosts", "hostname", "node", "nodes", "pod", "pods", "instance", "instances",
     "machine", "machines", "device", "devices", "user", "users", "username", "account",
     "samaccountname", "email", "customer", "tenant", "session", "serial", "serials", "broker",
     "brokers", "member", "members", "vm", "vms", "pid", "ip", "client", "switch", "router",
     "server", "servers", "worker", "workers", "agent", "osd", "disk", "controller", "subject"}
)  # fmt: skip
_COUNTED = frozenset(
    {"hosts", "nodes", "pods", "instances", "machines", "workers", "servers", "agents"}
)
_EVERY = re.compile(
    r"\b(?:all|every|both|several)\s+(?:the\s+|of\s+the\s+)?(?:[\w-]+\s+)?([a-z]+s)\b", re.I
)
_NUMBER = re.compile(r"[a-z]|(?:[a-z]{1,6}-)?\d{1,3}[a-z]?", re.I)
_DETERMINERS = frozenset({"the", "a", "an", "this", "that", "another", "its"})
# "one size down", "in a single statement", "three instead of one" do not say how much is taken.
_MEASURE = re.compile(
    r"\b(?:one|single)\s+(?:(?:machine|instance|node|vm|minor|major|whole|full|further|more)\s+)?"
    r"(?:size|tier|level|step|notch|class|grade|version|release|generation|stage|statement|"
    r"transaction|shot|go|pass|sweep|command|push|second|minute|hour|day|week|month|quarter|year|"
    r"percent|gb|mb|tb|gig|time)\b|"
    r"\b(?:instead of|rather than|not just|not only|more than|than|from|was) (?:just |only )?one\b",
    re.I,
)
# "just cancel" takes no less than "cancel".
_MERELY = re.compile(
    r"^\W*(?:(?:i|we)(?:'ll)?\s+(?:will\s+)?)?(?:just|simply)\s+(?=[a-z]{3,}\b)", re.I
)
# What a silence names is the only thing that it mutes.
_MUTED = re.compile(r"\balertname[\"']?\s{0,2}=\s{0,2}[\"']?([\w-]{2,60})(?![\w.*+|-])")
_ONES = re.compile(
    r"\b(?:one|single|only|alone|just|few|couple|handful|particular|specific)\b", re.I
)
_PATH = re.compile(
    r"url\s*[=~!]{1,2}\s*[\"']?\^?/[\w/-]{3,}|(?:--path|\bpath[\"']?\s*[:=])\s*[\"']?/[\w/-]{3,}(?![\w/*-])"
)
_PURGING = frozenset({"purge", "invalidate", "flush", "clear"})
_REMOVING = frozenset({"delete", "purge", "truncate", "clear", "retry", "replay", "kill"})
_LIMITED = frozenset({"limit", "count", "top"})
_MOST = 100
_NARROWING = frozenset({"target", "resource_address", "limit", "subset", "only", "hosts", "host"})
_FOR_ONE = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}(?![\d/])|[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){3,7}")
_OF_ONE = re.compile(r"\b(?:all|every)\b[\w\s-]{2,30}?\b(?:of|on) (?:a|an|another)\b", re.I)
_WORDS = re.compile(r"[\w-]+")
_ONE_NAME = re.compile(r"(?=.*[\d@])[\w.@:/=-]{2,80}")


def takes_one(entry: EntryReading, frame: Frame) -> bool:
    """A call with one unit: `drain node-7`, `KILL QUERY 4711`, `{"hosts": ["cn-114"]}`."""
    if frame.source is Source.PROSE or frame.extent is Extent.ALL:
        return False
    if _OF_ONE.search(entry.entry.action) and not set(frame.kinds[:1]) & _SINGLE:
        return False  # "all jobs of a workflow": what is named is the workflow
    words = {w.strip("'\";") for w in frame.planned.text.split()}
    if takes_one_row(frame):
        return True
    if frame.source is Source.COMMAND and any(_LONG_ID.fullmatch(w) for w in words):
        return True
    if set(frame.kinds[:1]) & _PURGING and _PATH.search(frame.planned.text[:2000]):
        return True
    muted = _MUTED.search(frame.planned.text[:4000])
    if muted and "disable" in frame.kinds and muted[1].lower() not in entry.entry.action.lower():
        return True
    if names_one_address(entry, frame) or _is_limited(frame):
        return True
    if _names_a_unit(entry, frame):
        return True
    if not frame.kinds or frame.kinds[0] not in _SINGLE:
        return False
    if any(_ID.fullmatch(word) for word in words):
        return True
    target = frame.planned.target or next(iter(frame.planned.objects), "")
    plain = bool(re.fullmatch(r"[\w.-]+", target)) and any(c.isdigit() for c in target)
    return plain and not set(pieces_of(target)) & entry.own


def takes_one_row(frame: Frame) -> bool:
    """Whether a statement takes the row of one key: `DELETE … WHERE trade_id = '7f3a11'`."""
    removes = frame.source is not Source.PROSE and set(frame.kinds[:1]) & _REMOVING
    return bool(removes) and _WHERE_ROW.search(frame.planned.text[:4000]) is not None


def counts_a_part(frame: Frame) -> bool:
    """Whether it says that one is taken, not by how much: "only one node", not "one size down"."""
    text = _MERELY.sub("", frame.planned.text[:2000])
    if frame.source is not Source.PROSE or frame.extent is not Extent.ONE:
        return frame.extent is Extent.ONE
    merely = len(text) < len(frame.planned.text[:2000])
    return not (merely or _MEASURE.search(text)) or bool(_ONES.search(_MEASURE.sub(" ", text)))


def names_one_address(entry: EntryReading, frame: Frame) -> bool:
    """`clear bgp neighbor 203.0.113.9` where the entry clears all neighbours."""
    every = _EVERY.search(entry.entry.action)
    addresses = set(_FOR_ONE.findall(frame.planned.text[:2000]))
    if len(addresses) != 1:
        return False
    given = any(
        _FOR_ONE.fullmatch(value) and re.search(r"(?:address|ip)$", key)
        for key, value in frame.planned.parameters.items()
    )
    return given or (every is not None and every[1][:-1] in frame.planned.text.lower())


def _is_limited(frame: Frame) -> bool:
    """A call that takes some of many: `"limit": 20`."""
    return frame.source is Source.JSON and any(
        key.rsplit(".", 1)[-1].lower().lstrip("-") in _LIMITED
        and value.isdigit()
        and int(value) > 0
        for key, value in frame.planned.parameters.items()
    )


def speaks_of_one(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> bool:
    """Prose with one thing where the entry takes all: "redeploy the new channel DIET-OUT"."""
    every = _EVERY.search(entry.entry.action)
    if frame.source is not Source.PROSE or frame.extent is Extent.ALL or every is None:
        return False
    wanted = {lexicon.things.concept(every[1].lower())} & entry.terms.keys() & frame.terms
    words = _WORDS.findall(frame.planned.text.lower())
    said = [at for at, word in enumerate(words) if lexicon.things.concept(word) in wanted]
    if not said or any(words[at].endswith("s") for at in said):
        return False
    if any(_DETERMINERS & set(words[max(0, at - 3) : at]) for at in said):
        return True
    named = [words[at + 1] for at in said if at + 1 < len(words)]
    numbers = [word for word in words if _NUMBER.fullmatch(word) and word != "a"]
    return any(_NUMBER.fullmatch(word) for word in named) and len(numbers) == 1


def narrows_to_itself(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> bool:
    """Whether all that narrows a call is the name of the entry's service: `-l depot-servers`."""
    if frame.source is Source.PROSE:
        return False
    given = [
        value
        for key, value in frame.planned.parameters.items()
        if key.rpartition(".")[2].lower().lstrip("-") in _NARROWING
    ]
    return bool(given) and all(
        any(
            set(key) <= set(pieces_of(value)) and not _adds(value, key, lexicon)
            for key in entry.keys
        )
        for value in given
    )


def _adds(name: str, key: tuple[str, ...], lexicon: Lexicon) -> bool:
    """Whether a name says more than a service's, as `web-3` and `web[0:5]` do."""
    more = set(pieces_of(name.rpartition(".")[2])) - set(key) - lexicon.environments.names.keys()
    return bool(more) or "[" in name


def numbers_one(entry: EntryReading, frame: Frame) -> bool:
    """Whether a call names one of what the entry takes all of by its number: ring_0, shard-3."""
    every = _EVERY.search(entry.entry.action)
    if every is None or len(every[1]) < _LONG or frame.source is Source.PROSE:
        return False
    said = re.findall(
        rf"(?<![a-z]){every[1][:-1]}[_-]?(\d{{1,4}})(?!\d)", frame.planned.text.lower()
    )
    return len(set(said)) == 1 and every[1] not in frame.planned.text.lower()


def _names_a_unit(entry: EntryReading, frame: Frame) -> bool:
    """Whether a row's key, a mail address or a parameter says which single one is meant."""
    action = entry.entry.action.lower()
    for key, value in frame.planned.parameters.items():
        last = key.rsplit(".", 1)[-1].lower().lstrip("-")
        if last == "where" and _ROW.fullmatch(value.strip()):
            return True
        unit = frame.source is Source.JSON and (last in _UNITS or last.endswith(("_id", "_ids")))
        named = _ONE_NAME.fullmatch(value) and value.lower() not in action
        counted = last in _COUNTED and value.isdigit()
        if unit and named and not counted and not set(pieces_of(value)) & entry.own:
            return True
    return len(_ADDRESS.findall(frame.planned.text[:4000])) == 1


__all__ = [
    "counts_a_part",
    "names_one_address",
    "narrows_to_itself",
    "numbers_one",
    "speaks_of_one",
    "takes_one",
    "takes_one_row",
]
