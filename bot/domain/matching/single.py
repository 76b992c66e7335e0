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
_EVERY = re.compile(r"\b(?:all|every)\s+(?:the\s+|of\s+the\s+)?(?:[\w-]+\s+)?([a-z]+s)\b", re.I)
_DETERMINERS = frozenset({"the", "a", "an", "this", "that", "another", "its"})
_WORDS = re.compile(r"[\w-]+")
_ONE_NAME = re.compile(r"(?=.*[\d@])[\w.@:/=-]{2,80}")


def takes_one(entry: EntryReading, frame: Frame) -> bool:
    """A call with one unit: `drain node-7`, `KILL QUERY 4711`, `{"hosts": ["cn-114"]}`."""
    if frame.source is Source.PROSE or frame.extent is Extent.ALL:
        return False
    words = {w.strip("'\";") for w in frame.planned.text.split()}
    if frame.source is Source.COMMAND and any(_LONG_ID.fullmatch(w) for w in words):
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


def speaks_of_one(entry: EntryReading, frame: Frame, lexicon: Lexicon) -> bool:
    """Prose with one thing where the entry takes all: "redeploy the new channel DIET-OUT"."""
    every = _EVERY.search(entry.entry.action)
    if frame.source is not Source.PROSE or frame.extent is Extent.ALL or every is None:
        return False
    wanted = {lexicon.things.concept(every[1].lower())} & entry.head & frame.terms
    words = _WORDS.findall(frame.planned.text.lower())
    said = [at for at, word in enumerate(words) if lexicon.things.concept(word) in wanted]
    if not said or any(words[at].endswith("s") for at in said):
        return False
    return any(_DETERMINERS & set(words[max(0, at - 3) : at]) for at in said)


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


__all__ = ["numbers_one", "speaks_of_one", "takes_one"]
