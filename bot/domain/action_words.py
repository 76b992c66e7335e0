"""Tokens of a sentence and the actions that they can name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from bot.domain.lesson_words import load_words
from bot.domain.reading.lexicon import Form, Lexicon, Phrasal

_TOKEN = re.compile(r"`[^`\n]{1,300}`|[^\W\d_](?:[\w'’./-]*[\w])?|\d[\w.,:/%-]*|\S")


_NOT_AGAIN = re.compile(r"re(?:port|turn|quest|quir|solv|main|ceiv|veal|lat|spond|mark|tir)")
"""Words that begin like "re-" and mean nothing done again."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token with its place in the sentence."""

    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        """In lower case."""
        return self.text.lower()


@dataclass(frozen=True, slots=True)
class Verb:
    """An action that a token names: its kind, its form, and the base form for phrases."""

    kind: str
    form: Form
    base: str


def tokens_of(text: str) -> tuple[Token, ...]:
    """The tokens of a sentence: words, numbers, code in back quotes, single marks."""
    return tuple(Token(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text))


class ActionWords:
    """What tokens can name, by the lexicon and the few words of reviews that it does not hold."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._idle = frozenset(load_words("postmortem")["kinds"]["idle"])
        self._more: dict[str, Verb] = {}
        for base, (past, participle, ing) in load_words("postmortem")["verbs"].items():
            forms = ((base, Form.BASE), (past, Form.PAST), (participle, Form.PAST), (ing, Form.ING))
            for word, form in forms:
                self._more[word] = Verb(base, form, base)
        self._bases: dict[str, list[str]] = {}
        for word, senses in lexicon.words.items():
            for sense in senses:
                if sense.form is Form.BASE:
                    self._bases.setdefault(sense.kind, []).append(word)

        self._phrasal_bases: dict[tuple[str, ...], list[str]] = {}
        for word, phrasals in lexicon.phrasals.items():
            for phrasal in phrasals:
                if phrasal.form is Form.BASE:
                    self._phrasal_bases.setdefault(phrasal.particle, []).append(word)

    def verbs_of(self, token: Token, after: Sequence[Token] = ()) -> tuple[Verb, ...]:
        """The actions a token can name; looking, office work and idle ones left out.

        Args:
            token: The token.
            after: What follows it: "failed" is an action with "over" behind it.
        """
        word = token.word
        found = self._phrasal(word, [each.word for each in after[:8]]) or self._known(word)
        if not found and word in self._more:
            return (self._more[word],)
        if (
            not found
            and word.startswith("re-")
            and (whole := self._known(word.replace("-", "", 1)))
        ):
            return whole
        if not found and word.startswith("re") and len(word) > 6 and not _NOT_AGAIN.match(word):
            again = "re-" if word.startswith("re-") else "re"
            known = self._known(word.removeprefix(again))
            return tuple(Verb(v.kind, v.form, again + v.base) for v in known)
        return found

    def _phrasal(self, word: str, after: Sequence[str]) -> tuple[Verb, ...]:
        if word in self._lexicon.kinds:
            return ()  # a base form, left to the plain reading
        found: list[Verb] = []
        for phrasal in self._lexicon.phrasals.get(word, ()):
            size = len(phrasal.particle)
            runs = (tuple(after[i : i + size]) for i in range(len(after) - size + 1))
            if phrasal.particle in runs and not self._is_quiet(phrasal.kind):
                base = self._phrasal_base(word, phrasal)
                found.append(Verb(phrasal.kind, phrasal.form, base))
        return tuple(found)

    def _phrasal_base(self, word: str, phrasal: Phrasal) -> str:
        known = self._phrasal_bases.get(phrasal.particle, ())
        bases = [base for base in known if base[0] == word[0]]
        return min(bases, key=lambda base: (Levenshtein.distance(base, word), base), default=word)

    def _known(self, word: str) -> tuple[Verb, ...]:
        return tuple(
            Verb(sense.kind, sense.form, self._base_of(word, sense.kind, sense.form))
            for sense in self._lexicon.words.get(word, ())
            if sense.kind not in self._idle and not self._is_quiet(sense.kind)
        )

    def _is_quiet(self, kind: str) -> bool:
        known = self._lexicon.kinds.get(kind)
        return known is not None and (known.read_only or known.office)

    def _base_of(self, word: str, kind: str, form: Form) -> str:
        """The base form of a verb; of an irregular form or a noun, the nearest of its kind."""
        if form is Form.BASE:
            return word
        bases = self._bases.get(kind, [])
        for stem in _stems(word):
            if stem in bases:
                return stem
        near = [base for base in bases if base[0] == word[0]]
        return min(near, key=lambda base: (Levenshtein.distance(base, word), base), default=word)


_MOST_LEXICONS = 8
_made: dict[int, tuple[Lexicon, ActionWords]] = {}


def action_words(lexicon: Lexicon) -> ActionWords:
    """The words of a lexicon, made once for each: that takes as long as reading several texts."""
    kept = _made.get(id(lexicon))
    if kept is not None and kept[0] is lexicon:
        return kept[1]
    if len(_made) >= _MOST_LEXICONS:
        _made.clear()
    made = ActionWords(lexicon)
    _made[id(lexicon)] = (lexicon, made)
    return made


def _stems(word: str) -> tuple[str, ...]:
    for ending in ("ied", "ed", "ing", "es", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            root = word[: -len(ending)]
            doubled = root[:-1] if len(root) > 2 and root[-1] == root[-2] else root
            return (root + "y",) if ending == "ied" else (root + "e", root, doubled)
    return (word,)


def content_of(text: str) -> tuple[str, ...]:
    """The words of an action that count in a comparison, in lower case."""
    chaff = load_words("postmortem")["chaff"]["words"]
    words = re.findall(r"[a-z0-9][\w.-]*", text.lower())
    return tuple(word for word in words if word not in chaff)
