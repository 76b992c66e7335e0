"""Forms of verbs in German, Spanish, French and Portuguese: what they share, and their tense."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bot.domain.reading.lexicon.inflection import Form

_ENDINGS = (
    "eremos", "aremos", "iremos", "issons", "iendo", "ierend", "ando", "endo", "indo", "amos",
    "emos",
    "imos", "ions", "ons", "ent", "ant", "ez", "ar", "er", "ir", "re", "en", "as", "es",
    "et", "an", "am", "e", "o", "a", "t",
)  # fmt: skip
_SHORTEST = 4
_SHORTEST_OF_TWO = 2
_DONE = ("ados", "adas", "idos", "idas", "ado", "ada", "ido", "ida")
# Endings that tell the form; the first that fits and leaves a known stem counts.
_TENSES: Mapping[str, tuple[tuple[str, Form], ...]] = {
    "es": (
        *((e, Form.BASE) for e in ("aré", "eré", "iré", "ará", "arán", "erá", "irá")),
        *((e, Form.PAST) for e in ("aron", "ieron", "aste", "aba", "aban", "ió", "é", "ó", "í")),
        *((e, Form.PARTICIPLE) for e in _DONE),
    ),
    "pt": (
        *((e, Form.BASE) for e in ("arei", "erei", "irei", "ará", "arão", "erá", "irá")),
        *((e, Form.PAST) for e in ("aram", "eram", "iram", "ava", "avam", "ei", "ou", "iu", "eu")),
        *((e, Form.PARTICIPLE) for e in _DONE),
    ),
    "fr": (
        *((e, Form.BASE) for e in ("erai", "erons", "era", "eront", "irai", "irons", "ira")),
        *((e, Form.PAST) for e in ("ais", "ait", "aient")),
        *((e, Form.PARTICIPLE) for e in ("ées", "és", "ée", "é")),
    ),
    "de": (("ten", Form.PAST), ("te", Form.PAST)),
}
PREFIXES = (
    "zusammen", "herunter", "zurück", "heraus", "hinein", "wieder", "runter", "durch", "still",
    "scharf", "stumm", "dazu", "frei", "hoch", "nach", "leer", "dicht", "fest", "fort", "weg",
    "raus", "rein", "neu", "los", "her", "hin", "aus", "auf", "ein", "vor", "ab", "an", "um", "zu",
)  # fmt: skip
"""What German verbs part with: "spiele … ein"."""


@dataclass(frozen=True, slots=True)
class Inflected:
    """A form of a verb.

    Attributes:
        stem: What its forms share.
        form: BASE for what is done or going to be, PARTICIPLE and PAST for what is done.
        prefix: The part of a German verb that can stand alone: "ein" of "einspielen".
    """

    stem: str
    form: Form
    prefix: str = ""


@lru_cache(maxsize=16384)
def foreign_stem(word: str, shortest: int = _SHORTEST) -> str:
    """What the forms of a verb share in Spanish, French, Portuguese and German; "" if too short."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= shortest:
            return word[: -len(ending)]
    return ""


def foreign_stem_of_two(word: str) -> str:
    """The stem of a verb that counts only with another word: it may be short, "hebe … an"."""
    return foreign_stem(word, _SHORTEST_OF_TWO)


def inflected(
    word: str, code: str, stems: Container[str], strong: Mapping[str, str]
) -> Inflected | None:
    """The known verb that a word is a form of, or None.

    Args:
        word: Lower-case.
        code: The language's.
        stems: Known stems.
        strong: German participle -> its stem, where they differ: "genommen" -> "nehm".
    """
    for ending, form in _TENSES.get(code, ()):
        stem = word[: -len(ending)]
        if word.endswith(ending) and len(stem) > 1 and stem in stems:
            return Inflected(stem, form)
    return _german(word, stems, strong) if code == "de" else None


def _german(word: str, stems: Container[str], strong: Mapping[str, str]) -> Inflected | None:
    """A participle, or a verb whose prefix is not apart: "gelöscht", "einspielen"."""
    if stem := _participle(word, stems, strong):
        return Inflected(stem, Form.PARTICIPLE)
    for prefix in PREFIXES:
        rest = word[len(prefix) :]
        if not word.startswith(prefix) or len(rest) <= _SHORTEST:
            continue
        if stem := _participle(rest, stems, strong):
            return Inflected(stem, Form.PARTICIPLE, prefix)
        for verb in (rest, rest.removeprefix("zu")):
            stem = foreign_stem_of_two(verb)
            if stem in stems and verb.endswith(("en", "e")):
                return Inflected(stem, Form.BASE, prefix)
    return None


def _participle(word: str, stems: Container[str], strong: Mapping[str, str]) -> str:
    """The stem of a participle, or ""."""
    if word in strong:
        return strong[word] if strong[word] in stems else ""
    if not word.startswith("ge") or not word.endswith("t"):
        return ""
    return next((s for s in (word[2:-1], word[2:-2]) if s in stems), "")


__all__ = ["PREFIXES", "Inflected", "foreign_stem", "foreign_stem_of_two", "inflected"]
