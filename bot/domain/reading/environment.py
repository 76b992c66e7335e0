"""The environments that a text names, and how surely."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.reading.frame import Named
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.remembering import remembered
from bot.domain.reading.text import Token

_PREPOSITIONS = frozenset({"in", "on", "to", "into", "at", "against", "for", "from", "of", "within",
                           "auf", "en", "em", "dans", "sur", "del", "de", "du", "des",
                           "im", "vom", "da", "na", "nel", "della", "sul"})  # fmt: skip
_DETERMINERS = frozenset({"the", "a", "an", "our", "my", "this", "der", "den", "la", "el", "le",
                          "o",
                          "one", "another", "its"})  # fmt: skip
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_PARTS = re.compile(r"[^\W_]+")
_ENV_REGION = re.compile(
    r"^(prod|production|prd|staging|stage|stg|dev)[-_]((?!like)[a-z]{2,4}\d?)$"
)
_REGIONS = "eu|us|ap|apac|emea|uk|na|sa|asia|au|jp|ca|de|fr|in|br|me|af|sg|east|west|north|south"
REGIONAL = re.compile(
    rf"(?:^|[^a-z0-9])(prod|production|prd|staging|stage|stg|dev)[-_.]({_REGIONS})(?=$|[^a-z])"
)
# "Testsystem", "Abnahmeumgebung", "Produktivcluster": what kind of thing is the second half.
_COMPOUND = re.compile(
    r"([a-zäöü]{2,14}?)s?-?(?:system|umgebung|cluster|instanz|server|datenbank|landschaft|mandant|"
    r"rechner|maschine|anlage|betrieb|miljö|omgeving)(?:e?n|s|es)?"
)
_NOT_THERE = frozenset({"no", "without", "skipping", "bypassing", "past", "ohne", "sin", "sans"})
# "Del entorno de pruebas": what follows is no noun that it describes.
_ROMANCE = frozenset({"de", "du", "des", "da", "do", "en", "em", "dans", "nel", "della"})
_PLURALS = frozenset(
    {"prueba", "pruebas", "teste", "testes", "tests", "test", "recette", "formación", "formation",
     "formação", "treinamento", "laboratorio", "laboratório", "laboratoire", "integration"}
)  # fmt: skip
_PLACES = frozenset({"lab", "labs", "playground", "testbed"})
_GOING_ON = frozenset(
    {"with", "before", "first", "only", "and", "to", "is", "for", "so", "then", "now", "by",
     "again", "until", "while", "after", "as", "from"}
)  # fmt: skip
_COMMON = frozenset(
    {"whole", "same", "entire", "primary", "new", "old", "main", "target", "this", "that", "other",
     "broken", "live", "wrong", "right", "current", "second", "first", "all", "every", "each",
     "both",
     "single", "dead", "running", "kafka", "k8s", "kubernetes", "redis", "cassandra", "mysql",
     "postgres", "database", "db", "search", "cloud", "azure", "aws", "gcp", "google", "service",
     "user", "full", "complete", "own", "big", "small", "shared", "global", "remote", "cloudflare"}
)  # fmt: skip


def environments_in(tokens: Sequence[Token], lexicon: Lexicon) -> list[Named]:
    """Every environment that tokens of a clause name, with its strength."""
    nouns = lexicon.environments.strict_nouns
    found: list[Named] = []
    for at, token in enumerate(tokens):
        if token.text == "--stage":
            continue  # a bare one means to set aside, as with secrets and commits
        may_name, inside = _alone(token.text, token.raw, lexicon)
        if may_name or (at + 1 < len(tokens) and tokens[at + 1].text in nouns):
            found += _whole(tokens, at, token, lexicon)
        found += inside
    return found


@remembered
def _alone(text: str, raw: str, lexicon: Lexicon) -> tuple[bool, tuple[Named, ...]]:
    """Whether a word may be an environment's name by itself, and those inside it.

    Most words are neither, wherever they stand.
    """
    names = lexicon.environments.names
    compound = _COMPOUND.fullmatch(text)
    may_name = (
        text in names
        or not text.isascii()
        or _ENV_REGION.match(text) is not None
        or raw == "CI"
        or (compound is not None and compound[1] in names)
    )
    joined = text not in names and any(joint in text for joint in "-_./@:=")
    looks_inside = joined or text.startswith("/")
    return may_name, tuple(_inside(text, raw, lexicon)) if looks_inside else ()


def _whole(tokens: Sequence[Token], at: int, token: Token, lexicon: Lexicon) -> list[Named]:
    known = lexicon.environments
    word = token.text
    before = _before(tokens, at)
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    if region := _ENV_REGION.match(word):
        name = f"{known.canonical(region[1])}-{region[2]}"
        return [Named(name, 2 if before in _PREPOSITIONS else 1, token.raw)]
    if token.raw == "CI" and after not in {"log", "logs", "job", "jobs", "pipeline", "run", "runs"}:
        return [Named("ci", 2, token.raw)]
    if at and tokens[at - 1].text in _NOT_THERE:
        return []  # "straight to everyone, no staging"
    compound = None if word in known.names else _COMPOUND.fullmatch(word)
    if compound and compound[1] in known.names:
        return [Named(known.names[compound[1]], 2, token.raw)]
    if word in known.names and (beside := _region_beside(tokens, at)):
        return [Named(f"{known.names[word]}-{beside}", 2, f"{beside} {word}")]
    if word in known.names:
        last = word in _PLACES and not after[:1].isalnum()
        placed = before in _PREPOSITIONS or after in known.nouns or last
        named = after in known.nouns or last or _directly(tokens, at, lexicon)
        if word in known.weak and not named:
            return []
        stands = after in known.nouns or (before in _ROMANCE and word in _PLURALS)
        if word in known.weak and not stands and _is_plain_object(word, after):
            return []
        return [Named(known.names[word], 2 if placed else 1, token.raw)]
    if not word.isascii():
        return [
            Named(name, 2, key)
            for key, name in known.names.items()
            if not key.isascii() and _CJK.search(key) and key in word
        ]
    return _unknown(tokens, at, word, after, before, lexicon)


def _region_beside(tokens: Sequence[Token], at: int) -> str:
    """The region in "EU prod" and "prod EU"; a lower-case "us" or "in" is no region."""
    for beside in (at - 1, at + 1):
        if 0 <= beside < len(tokens):
            token = tokens[beside]
            if token.raw.isupper() and re.fullmatch(_REGIONS, token.text):
                return token.text
    return ""


def _is_plain_object(word: str, after: str) -> bool:
    """Whether a weak name is an adjective of what follows: "in test mode", "on review day"."""
    describes = bool(after) and after[0].isalpha() and word not in {"local", "localhost"}
    return describes and after not in _GOING_ON


def _unknown(
    tokens: Sequence[Token], at: int, word: str, after: str, before: str, lexicon: Lexicon
) -> list[Named]:
    """An environment that no list knows: "in the conformance cluster"."""
    known = lexicon.environments
    determined = at > 0 and tokens[at - 1].text in _DETERMINERS
    if (
        after in known.strict_nouns
        and before in {"in", "on", "of", "into", "for"}
        and determined
        and word.isalpha()
        and word not in _COMMON
        and word not in lexicon.language["stop"]
        and word not in lexicon.things.technologies
    ):
        return [Named(word, 2, f"{word} {after}")]
    return []


def _before(tokens: Sequence[Token], at: int) -> str:
    """The preposition before a position, past a determiner and a name: "in the", "on the prod"."""
    for back in range(at - 1, max(-1, at - 4), -1):
        word = tokens[back].text
        if word in _PREPOSITIONS:
            return word
        if word not in _DETERMINERS and not (back == at - 1 and len(word) > 2 and word.isalpha()):
            return ""
    return ""


def _directly(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a preposition stands right before, past a determiner: not "from the siren test"."""
    back = at - 1
    while back >= 0 and (
        tokens[back].text in _DETERMINERS or tokens[back].text in lexicon.environments.names
    ):
        back -= 1
    return back >= 0 and tokens[back].text in _PREPOSITIONS


def _inside(text: str, raw: str, lexicon: Lexicon) -> list[Named]:
    """Environments inside a name: `mq1.prod`, `metadata-mysql-prod`, `values-prod.yaml`."""
    known = lexicon.environments
    if _ENV_REGION.match(text):
        return []
    if "dev/null" in text or text.startswith("/dev/"):
        return []
    if regional := REGIONAL.search(text):
        return [Named(f"{known.canonical(regional[1])}-{regional[2]}", 2, raw)]
    return [
        Named(known.names[piece], 2, raw)
        for piece in _PARTS.findall(text)
        if piece in known.names
        and (piece not in known.weak or piece == "preview" or text.endswith(f".{piece}"))
    ]


__all__ = ["REGIONAL", "environments_in"]
