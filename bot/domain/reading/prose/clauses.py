"""Prose taken into clauses: the stretches in which one verb, one negation, one question counts."""

from __future__ import annotations

import re

from bot.domain.reading.lexicon import Form, Lexicon
from bot.domain.reading.prose.asking import asks_in
from bot.domain.reading.prose.clause import Clause
from bot.domain.reading.prose.tone import own_tone, tone_of
from bot.domain.reading.prose.verdicts import with_verdicts
from bot.domain.reading.text import Token, tokens_of

ARROWS = frozenset({"->", "=>", "-->", "→", "⇒", "➜", "➔", "⟶"})
_LONGEST = 600
_LONGEST_ASIDE = 24
_SHORTEST_CLAUSE = 3
_SHORTEST_RELATIVE = 2
_RELATIVE = frozenset({"that", "which", "who"})
_WHOEVER = frozenset({"whoever", "whatever", "whichever"})
_FINITE = frozenset({"will", "gets", "get", "is", "are", "goes"})
_AUXILIARIES = frozenset({"is", "are", "was", "were", "has", "have", "had", "does", "gets"})
_SUBJECTS = frozenset(
    {"the", "a", "an", "it", "we", "i", "they", "this", "our", "all", "both", "everyone", "people",
     "users", "customers", "nobody", "i'm", "we're", "it's", "every", "each", "my", "its", "no"}
)  # fmt: skip
_UNTIL = frozenset({"until", "till"})
_SETTLED = frozenset(
    {"sorted", "fixed", "done", "back", "over", "through", "resolved", "finished", "ready", "clear",
     "solved", "gone", "green", "up"}
)  # fmt: skip
_TIMES = frozenset({"for", "until", "till", "now", "today", "and"})
_TIMING = frozenset({"when", "once", "after", "as"})
_DOERS = frozenset({"i", "we", "i'm", "we're", "i'll", "we'll", "let's"})
_CONTRACTED = frozenset({"i'm", "we're", "i'll", "we'll"})
_BREAKS = frozenset({",", ":", ";", "(", ")", "[", "]", "–", "—", "-", "|", "&", "."})
_JOINTS = frozenset({"then", "but", "so", "and", "or", "while", "instead"})
_SUBORDINATING = frozenset(
    {"because", "since", "until", "till", "before", "after", "when", "once", "which", "that",
     "who", "where", "whether", "if", "unless", "as", "while", "although", "though"}
)  # fmt: skip
_ALSO_BEFORE_NOUNS = frozenset({"as", "that", "once", "after", "before", "while"})
_TIMING_OR_UNTIL = _TIMING | _UNTIL
_CAUSING = frozenset({"since", "because", "as", "if", "before", "although", "though", "unless",
                      "while"})  # fmt: skip
_THAT = frozenset({"so", "now", "given", "seeing", "considering", "provided"})
_PASSIVE = frozenset({"gets", "get", "be", "being", "is", "are", "was", "were", "been"})
_REACH = 6
# White space is taken whole and from its first sign on: else its square would be the time.
_LINE = re.compile(
    r"\n+|(?<=[.:;,!?])\s++(?=\(?\d{1,2}[).]\s++\S)|(?<!\s)\s++(?=\(?\d{1,2}\)\s++\S)"
)
# "what comes after the ?" names the mark: it ends no sentence.
_SENTENCE = re.compile(
    r"(?<=[.!?;。！？])(?<!\.\.)(?<!\bthe \?)(?<!\bafter \?)(?<!\bd[aeo][sm] \?)(?<!\ba \?)"
    r"(?<!\bel \?)(?<!\ble \?)(?<!\bdu \?)(?<!\bdo \?)\s+|(?<=\.\.)\s++(?=[A-Z])|(?<=[。？！])"
)
_VERBAL = frozenset({Form.ING, Form.BASE, Form.THIRD})
_LIST_MARK = re.compile(r"^\s*(?:[-*•+]|\(?[0-9a-z]{1,2}[).:/]|step \d+(?:/\d+)?:?)\s+", re.I)
_LEADS = frozenset(
    {"i", "we", "i'm", "i'll", "we'll", "we're", "will", "let", "let's", "to", "now", "going",
     "gonna", "about", "the", "please"}
)  # fmt: skip


def sentences_of(prose: str) -> list[str]:
    """The sentences and list items of a text, without their list marks."""
    found = []
    lines = (_LIST_MARK.sub("", line or "") for line in _LINE.split(prose))
    for stripped in (piece.strip() for line in lines for piece in _SENTENCE.split(line)):
        while len(stripped) > _LONGEST:
            cut = stripped.rfind(" ", 0, _LONGEST)
            cut = cut if cut > 0 else _LONGEST
            found.append(stripped[:cut])
            stripped = stripped[cut:].strip()
        if stripped:
            found.append(stripped)
    return found


def clauses_of(prose: str, lexicon: Lexicon) -> list[Clause]:
    """The clauses of a text, in order."""
    clauses: list[Clause] = []
    for number, sentence in enumerate(sentences_of(prose)):
        tokens = tokens_of(sentence)
        asks = asks_in(sentence, tokens, lexicon)
        tone = tone_of(sentence, lexicon)
        own = [
            Clause(
                part, number, sentence, asks, own_tone(tone, sentence, part, lexicon),
                opener in _SUBORDINATING, opener,
            )
            for part, opener in _parts(tokens, lexicon)
            if any(t.text[0].isalnum() or t.text[0] in "/\u27e6-_" for t in part)
        ]  # fmt: skip
        clauses += with_verdicts(own, lexicon)
    return clauses


def _parts(tokens: list[Token], lexicon: Lexicon) -> list[tuple[tuple[Token, ...], str]]:
    """The tokens of each clause with the word that opened it; an aside is a clause of its own.

    "the replica (prod) becomes the primary" is one clause, and "prod" another.
    """
    main, asides = _without_asides(tokens)
    parts = [
        (tuple(run[start:end]), opener)
        for run in (main, *asides)
        for start, end, opener in _cuts(run, lexicon)
        if end > start
    ]
    return sorted(parts, key=lambda part: part[0][0].start) if asides else parts


def _without_asides(tokens: list[Token]) -> tuple[list[Token], list[list[Token]]]:
    """The tokens without what stands in parentheses inside a clause, and each of those runs."""
    main: list[Token] = []
    asides: list[list[Token]] = []
    at = 0
    while at < len(tokens):
        end = _closing(tokens, at) if main and tokens[at].text == "(" else -1
        if end < 0:
            main.append(tokens[at])
            at += 1
            continue
        asides.append(tokens[at + 1 : end])
        at = end + 1
    return main, asides


def _closing(tokens: list[Token], start: int) -> int:
    """Where a short aside that opens at `start` closes, if the sentence goes on behind it."""
    for at in range(start + 1, min(start + _LONGEST_ASIDE, len(tokens) - 1)):
        if tokens[at].text == "(":
            return -1
        if tokens[at].text == ")":
            return at
    return -1


def _cuts(tokens: list[Token], lexicon: Lexicon) -> list[tuple[int, int, str]]:
    """Where clauses begin and end, and the word that opens each."""
    cuts: list[tuple[int, int, str]] = []
    start, opener = 0, ""
    for at, token in enumerate(tokens):
        word = token.text
        found = _breaks_at(tokens, at, lexicon)
        if found is None and _main_begins(tokens, start, at, opener, lexicon):
            found = 0
        if found is None:
            continue
        if at > start:
            cuts.append((start, at, opener))
        opener = word if word in _SUBORDINATING or word in _JOINTS else ""
        start = at + found
    cuts.append((start, len(tokens), opener))
    return cuts


def _main_begins(tokens: list[Token], start: int, at: int, opener: str, lexicon: Lexicon) -> bool:
    """Whether the main clause begins, or goes on, without a comma.

    "when that is done we fail over", "the key that signs the tokens gets replaced".
    """
    word = tokens[at].text
    if word in _FINITE and tokens[start].text in _WHOEVER and at - start >= _SHORTEST_CLAUSE:
        return True  # "whoever isn't listed [gets rejected]"
    if opener in _RELATIVE and word in _FINITE and at - start >= _SHORTEST_RELATIVE:
        first = tokens[start].text
        told = first.endswith("s") and not first.endswith("ss")
        return told or any(_is_finite(t.text, lexicon) for t in tokens[start:at])
    if opener in _TIMING_OR_UNTIL and _is_short_condition(tokens[start:at]):
        return True
    if word not in _DOERS or at - start < _SHORTEST_CLAUSE - (word in _CONTRACTED):
        return False
    purpose = opener == "that" and start > 1 and tokens[start - 2].text in _THAT
    opened = opener in _TIMING | _CAUSING or purpose
    return opened and _opens_action(tokens, at, lexicon)


def _is_short_condition(tokens: list[Token]) -> bool:
    """Whether a clause of time is whole: "until that's sorted [the limiter lets all through]"."""
    words = [t.text for t in tokens]
    return (
        len(words) in {2, 3}
        and words[0] in {"that's", "it's", "that", "it", "this"}
        and words[-1] in _SETTLED
    )


def _is_finite(word: str, lexicon: Lexicon) -> bool:
    """Whether a word is the verb of a relative clause: "that signs the tokens"."""
    forms = {s.form for s in lexicon.words.get(word, ())}
    return word in _AUXILIARIES or bool(forms & {Form.THIRD, Form.PAST})


def _breaks_at(tokens: list[Token], at: int, lexicon: Lexicon) -> int | None:
    """How many tokens a separator at `at` takes (0: it opens the next clause), or None."""
    word = tokens[at].text
    if word in _BREAKS:
        return 1
    if word in ARROWS:
        return None if _is_change(tokens, at) else 1
    if word in {"+", "/"}:
        return 1 if _opens_action(tokens, at + 1, lexicon) else None
    if word in {"then", "but"}:
        return 1
    if word == "so" and _results(tokens, at + 1):
        return 1
    if word in {"and", "or"} and _joins_participles(tokens, at, lexicon):
        return None  # "gets stopped and started"
    if word in _JOINTS and (word != "while" or _opens_action(tokens, at + 1, lexicon)):
        return 1 if _opens_action(tokens, at + 1, lexicon) else None
    if word == "while" and {"at", "on"} & {t.text for t in tokens[at + 1 : at + 3]}:
        return None  # "while at it", "while we're at it"
    if word == "that" and at and tokens[at - 1].text in _SUBORDINATING:
        return None  # "when that is done"
    if word in {"where", "as"} and _as_it_is(tokens, at + 1):
        return None  # "we leave them where they are"
    if word in _SUBORDINATING:
        return 1 if word not in _ALSO_BEFORE_NOUNS or _has_verb(
            tokens, at + 1, lexicon
        ) else None  # fmt: skip
    return None


def _joins_participles(tokens: list[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a participle follows that a passive verb before the joint leads as well."""
    forms = (
        {s.form for s in lexicon.words.get(tokens[at + 1].text, ())}
        if at + 1 < len(tokens)
        else set()
    )
    passive = _PASSIVE & {t.text for t in tokens[max(0, at - _REACH) : at]}
    return bool(forms) and forms <= {Form.PAST, Form.PARTICIPLE} and bool(passive)


def _as_it_is(tokens: list[Token], at: int) -> bool:
    """Whether "it is" or "they are" follows, and nothing else."""
    words = [t.text for t in tokens[at : at + 3]]
    ends = len(words) < 3 or not words[2][0].isalnum() or words[2] in _TIMES
    return words[:2] in (["it", "is"], ["they", "are"], ["things", "are"]) and ends


def _results(tokens: list[Token], at: int) -> bool:
    """Whether "so" is followed by a result with a subject: "so the table is clean"."""
    word = tokens[at].text if at < len(tokens) else ""
    following = tokens[at + 1].text if at + 1 < len(tokens) else ""
    return word in _SUBJECTS or following in _FINITE


def _is_change(tokens: list[Token], at: int) -> bool:
    """Whether an arrow shows a change of value ("6 → 2") or goes on to the next step."""
    if at + 1 >= len(tokens):
        return True
    following = tokens[at + 1]
    if following.text[0].isdigit() or following.raw.isupper() or following.text[0] in "/~":
        return True
    rest = 0
    for token in tokens[at + 1 :]:
        if token.text in _BREAKS or token.text in {".", "!", "?"}:
            break
        rest += 1
    before = 0
    for token in reversed(tokens[:at]):
        if token.text in _BREAKS or token.text in ARROWS:
            break
        before += 1
    return rest <= 2 or (before == 1 and rest <= 4)


def _opens_action(tokens: list[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether an action word, or a pronoun before one, stands at `at`."""
    for token in tokens[at : at + 3]:
        if token.text.startswith("\u27e6"):
            return True
        senses = lexicon.words.get(token.text, ())
        if any(s.form in _VERBAL or s.form is Form.NOUN for s in senses):
            return True
        if token.text in lexicon.phrasals:
            return True
        if token.text not in _LEADS:
            return False
    return False


def _has_verb(tokens: list[Token], at: int, lexicon: Lexicon) -> bool:
    return any(t.text in lexicon.words or t.text in {"is", "was", "has", "are", "were", "had"}
               for t in tokens[at : at + 8])  # fmt: skip


__all__ = ["ARROWS", "Clause", "clauses_of", "sentences_of"]
