"""Services and environments that a document names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from bot.domain.lesson_words import load_words
from bot.domain.naming import NAME, environment_in, is_service_name
from bot.domain.postmortem.introduced import Introduced
from bot.domain.postmortem.plain_names import plainly_named
from bot.domain.postmortem.unit import Document, Unit, UnitKind
from bot.domain.reading.lexicon import Environments

_OBJECT = re.compile(
    r"\b(?:account|namespace|topic|table|index|bucket|key|flag|secret|config-?map|column|branch|policy"
    r"|image|user|partition|stream|job|view|volume|certificate)\s`?$",
    re.I,
)
"""Words before the name of a thing within a service."""
_VALUE = re.compile(
    r"\b(?:mode|strategy|algorithm|profile|option|parameter)\s`?$"
    r"|\b(?:from|to)\s`$"
    r"|\b(?:policy|mode|strategy|setting|level|option|type|class|profile|algorithm|engine|format|value)"
    r"\s(?:was\s)?(?:\w+\s){0,3}(?:back\s)?(?:from|to|as|=)\s`?$",
    re.I,
)
"""Words before a value or a setting."""
_KIND = re.compile(
    r"`?\s(?:policy|mode|strategy|setting|level|option|type|class|profile|algorithm|parameter)s?\b",
    re.I,
)
"""Words behind one."""
_NOUN = re.compile(r"\b(?:les|des|une?|ein|eine[nmr]?|unos|unas|uns|umas|an?|some|two|three)\s$")
"""What stands before a common noun and no name: "les bandes-annonces"."""
_ENGLISH = re.compile(
    r"-(?:ups|ins|offs|outs|feira|\w{3,}ing|\w{2,}ed)$|^(?:power|hard|soft|re)-cycles?$"
    r"|^(?:eu|us|ap|sa|af|me|ca)-(?:north|south|east|west|central)[a-z]*(?:-\d)?$"
)
"""Forms of plain words ("sign-ups", "garbage-collecting", "sexta-feira") and of regions."""
_DATED = re.compile(r"\d{4}[-._]?\d{2}")
"""An index or a table of a month is no service."""
_COMMAND = re.compile(r"`[^`\s]+(?:\s[a-z][^`\s]*(?=\s-))?(?=\s[^`]+`)")
"""A program and its subcommand in a command: "`registry garbage-collect --delete-untagged`"."""
_JOINED = re.compile(r"(?<![\w./@=:-])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?![\w./@=:-]\w|[A-Z(=])")
"""A name that is written as one word: "CartPricing"."""
_ARTICLE = re.compile(r"\b(?:the|an?|each|every|all|no|new|old)\s`?$", re.IGNORECASE)
"""What stands before a common noun that is written so: "the ConfigMap of cart-web"."""
_CHANGED = re.compile(r"\b(?:from|to|von|auf|zu|de|à|vers|para|into)\s[`\"„]?$", re.IGNORECASE)
"""Words before what a value was or becomes: "von RollingUpdate auf Recreate"."""
_NAMESPACE = re.compile(r"\bnamespace\s`?([a-z][\w-]*\w)", re.IGNORECASE)
_ORDINAL = re.compile(r"-\d{1,2}$")
_ACTED_ON = re.compile(r"\b(?:on|of|restarted|called)\s`?$")
_KEY = (
    r"(?:affected|impacted|failing)?\s?"
    r"(?:services?|components?(?:/s)?|systems?|application|scope|affected)(?:\(s\))?\s*"
)
_FIELD = re.compile(
    rf"(?:\b{_KEY}:|(?:^|\|\s*){_KEY}\|)\s*`?([A-Za-z](?:[\w.-]{{0,60}}\w)?)", re.IGNORECASE
)
_CALLED = re.compile(
    r"\b(?:service|component|system|database|cluster|queue|application|app|tier)s?\s(?:called|named)\s`?([\w.-]{2,60})"
    r"|\b(?:[Ss]ervice|[Cc]omponent|[Ss]ystem|[Dd]atabase|[Cc]luster|[Aa]pp)\s[\"“„]([a-z][\w.-]{2,60})[\"”“]"
    r"|(?<!\w)`?([a-z][a-z0-9]*-[a-z0-9-]{2,40})`?\s\(?(?:in\s)?(?:prod|production)\b"
    r"|(?:\b(?:on|of|for|in|at|to|into|from|the|\w+ed)\s|(?:^|[^\w\s])\s?)"
    r"`?([a-z][a-z0-9]{2,40})`?\s\(?(?:prod|production)\b"
    r"|\bservice\s(?:is\s)?`?([a-z][a-z0-9]*-[a-z0-9-]+)",
)
_OF_PARTS = re.compile(
    r"\b(?:on|of|for)\s(?:the\s)?([a-z][a-z0-9]{2,20})(?:\s\([\w ]{1,30}\))?\s"
    r"(?:tier|cluster|fleet|nodes|hosts|service|pods)\b"
)


_WORD = re.compile(r"(?<![\w.@-])[a-z][\w-]*(?:\.\w[\w-]*)*")
_EARLY, _OFTEN = 4, 3
"""Pieces at the head of a document; mentions that make an environment its own."""
_READ_AT_MOST = 20_000
"""Characters of one piece in which names are looked for."""
_NUMBER = re.compile(
    r"(?:hundred|thousand|both|\w+(?:teen|enty|irty|orty|ifty|ixty|ighty|inety))s?$"
)
_MOST_NAMES = 200


@dataclass(frozen=True, slots=True)
class Places:
    """What a document says about where it plays.

    Attributes:
        service: The service that it is about, or None.
        environment: The environment that it is about, normalised, or None.
        weights: Every name of a service in it -> how much speaks for it.
        objects: Names of things within services -> how often they are named.
        actors: Names of those who act in it.
    """

    service: str | None
    environment: str | None
    weights: Mapping[str, float]
    objects: Mapping[str, int]
    actors: frozenset[str] = frozenset()

    def service_in(self, *texts: str) -> str | None:
        """The name with the most weight in the first text that has one, else the document's.

        A thing within a service that the first text names stands for it, where the document names
        no service more often; so does the namespace that it is done to. A pod counts as its
        service.
        """
        least = self.weights.get(self.service or "", 0.0)
        for text in texts:
            names = [n for n in self.weights if _stands_in(n, text) and not self._acts(n, text)]
            if names:
                found = max(names, key=lambda name: (self.weights[name], -text.lower().find(name)))
                return _without_ordinal(found, self.weights)
            if text is texts[0] and (space := _NAMESPACE.search(text)):
                return space[1].lower()
            things = [n for n, times in self.objects.items() if times >= least]
            if text is texts[0] and (told := [n for n in things if _stands_in(n, text)]):
                return min(told, key=text.lower().find)
        return self.service

    def _acts(self, name: str, text: str) -> bool:
        """Whether a name is that of one who acts, and nothing is done to it here."""
        if name in self.actors:
            return True
        lowered = text.lower()
        before = lowered[: lowered.find(name)]
        return _is_actor(name) and _words("acted_on").search(before) is None


def places_of(
    document: Document, environments: Environments, introduced: Introduced | None = None
) -> Places:
    """Where the document plays, by its fields, its title and how often it names what.

    Args:
        document: In pieces.
        environments: Their names are none of services.
        introduced: Names that it introduces.
    """
    introduced = introduced or Introduced(frozenset(), frozenset())
    weights: defaultdict[str, float] = defaultdict(float)
    joined: defaultdict[str, float] = defaultdict(float)
    objects: Counter[str] = Counter()
    suffixed = re.compile(
        rf"(?<=[a-z0-9])\.(?:{'|'.join(map(re.escape, environments.names))})\b", re.I
    )
    for unit in document.units:
        factor = 2.0 if unit.kind is UnitKind.HEADING and unit.level <= 1 else 1.0
        text = suffixed.sub("", _text_of(unit)[:_READ_AT_MOST])
        _weigh_names(text, factor, environments, weights, objects)
        _weigh_joined(text, factor, joined)
        _weigh_introduced(text, factor, environments, weights)
        _weigh_listed(text, factor, introduced, weights)
    for key in ("service", "component", "system", "app", "application"):
        for field in (key, f"{key}s"):
            listed = document.fields.get(field, "").lower().split(",")
            for name in filter(None, map(str.strip, listed)):
                weights[name] += 12
    if max(joined.values(), default=0.0) > max(weights.values(), default=0.0):
        weights.update(joined)  # a document writes its names in one way
    acting = introduced.actors
    things = {n: weight for n, weight in weights.items() if not (_is_actor(n) or n in acting)}
    # An object of a service stands for it where nothing else is named.
    known = things or objects or weights
    service = max(known, key=lambda name: known[name], default=None)
    if service is None:
        service = plainly_named([_text_of(unit) for unit in document.units], environments)
    service = _without_ordinal(service, weights) if service else None
    named = dict(sorted(weights.items(), key=lambda pair: -pair[1])[:_MOST_NAMES])
    return Places(service, _main_environment(document, environments), named, objects, acting)


def _text_of(unit: Unit) -> str:
    return unit.text if unit.kind is not UnitKind.ROW else " | ".join(unit.cells)


def _weigh_names(
    text: str,
    factor: float,
    environments: Environments,
    weights: defaultdict[str, float],
    objects: Counter[str],
) -> None:
    """Adds what speaks for each word that has the form of a name."""
    commands = [found.span() for found in _COMMAND.finditer(text)]
    for match in NAME.finditer(text):
        if any(start < match.start() < end for start, end in commands):
            continue
        name, before = match.group(), text[: match.start()]
        is_code = f"`{name}`" in text
        is_plain = not is_code and _ENGLISH.search(name)
        if _NOUN.search(before.lower()) or _DATED.search(name) or is_plain:
            continue
        is_name = is_service_name(name, is_code, environments)
        if (
            not is_name
            or _words("tools").match(name)
            or _VALUE.search(before)
            or _KIND.match(text, match.end())
        ):
            continue
        if _OBJECT.search(before):
            objects[name] += 1
            continue
        weights[name] += factor * (2 if is_code else 1) + (0.5 if _ACTED_ON.search(before) else 0)


def _weigh_joined(text: str, factor: float, joined: defaultdict[str, float]) -> None:
    """Adds what speaks for names that are written as one word: "CartPricing"."""
    for match in _JOINED.finditer(text):
        before = text[: match.start()]
        if any(one.search(before) for one in (_OBJECT, _VALUE, _ARTICLE, _CHANGED)):
            continue
        joined[match.group().lower()] += factor + (0.5 if _ACTED_ON.search(before) else 0)


def _weigh_introduced(
    text: str, factor: float, environments: Environments, weights: defaultdict[str, float]
) -> None:
    """Adds names in fields ("Service: x") and those that the words beside them introduce."""
    plain = frozenset(load_words("postmortem")["english"]["plain"])
    bare = text.replace("`", "")
    for found in _FIELD.finditer(bare):
        listed = re.match(r"\s?/\s?([a-z][\w.-]*-[\w.-]+)", bare[found.end() :])
        name = (listed or found)[1].lower()  # "Pharmacy / med-catalog" names the second
        if name not in environments.names:
            weights[name] += 8
    for found in _CALLED.finditer(text):
        at = next(number for number, group in enumerate(found.groups(), start=1) if group)
        name, before = found[at].rstrip(".-"), text[: found.start(at)]
        if name in plain or name in environments.names or _NUMBER.match(name):
            continue
        if not _OBJECT.search(before) and not _VALUE.search(before):
            weights[name] += 3 * factor
    for name in _words("in_code").findall(text):
        if name not in plain and name not in environments.names:
            weights[name] += 2
    for name in _OF_PARTS.findall(text):
        if name not in plain and name not in environments.names:
            weights[name] += 2.5


def _weigh_listed(
    text: str, factor: float, introduced: Introduced, weights: defaultdict[str, float]
) -> None:
    """Adds what speaks for plain words that a list of components introduces."""
    if not introduced.services:
        return
    for match in _WORD.finditer(text.lower()):
        if match.group() in introduced.services:
            weights[match.group()] += factor


def environment_told(text: str, environments: Environments) -> str | None:
    """The environment that a text names, or None; "local time" names none."""
    return environment_in(_words("no_place").sub(" ", text), environments)


def _main_environment(document: Document, environments: Environments) -> str | None:
    """Where it plays: production where that is named, else what is named early or often."""
    named = document.fields.get("environment") or document.fields.get("env")
    if named:
        return environment_told(named, environments) or environments.canonical(named)
    counts: Counter[str] = Counter()
    early: str | None = None
    for number, unit in enumerate(document.units):
        text = _text_of(unit)
        if _words("live").search(text):
            return "prod"
        for part in re.split(r"[.;|]\s?", text):
            name = environment_told(part, environments)
            if name == "prod":
                return name
            if name and not _words("aside").search(part):
                counts[name] += 1
                early = early or (name if number <= _EARLY else None)
    if early is not None:
        return early
    name = max(counts, key=lambda name: counts[name], default=None)
    return name if name and counts[name] >= _OFTEN else None


def _without_ordinal(name: str, known: Collection[str]) -> str:
    """The service of a pod: `obs-store` for `obs-store-0`, where it is named, too."""
    whole = _ORDINAL.sub("", name)
    return whole if whole in known else name


def _is_actor(name: str) -> bool:
    """Whether a name is that of one who acts: `dba-agent`."""
    return name.endswith(tuple(load_words("postmortem")["actors"]["endings"]))


@cache
def _words(group: str) -> re.Pattern[str]:
    patterns: list[str] = load_words("postmortem_places")[group]
    return re.compile("|".join(patterns), re.IGNORECASE)


def _stands_in(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text.lower()) is not None
