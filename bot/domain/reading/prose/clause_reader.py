"""One clause -> frames: which of its words act, on what, how they stand and how far they go."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.change import change_in
from bot.domain.reading.frame import Change, Frame
from bot.domain.reading.lexicon import Form, Lexicon
from bot.domain.reading.prose.clauses import Clause
from bot.domain.reading.prose.extent import extent_of
from bot.domain.reading.prose.foreign import language_of, read_foreign
from bot.domain.reading.prose.mood import mode_of, mood_of
from bot.domain.reading.prose.refine import refined
from bot.domain.reading.prose.status_lines import status_line
from bot.domain.reading.prose.target import target_and_objects
from bot.domain.reading.prose.tone import has_phrase
from bot.domain.reading.prose.verbs_in import Found, find_actions
from bot.domain.reading.terms import concepts_of
from bot.domain.reading.text import Token, tokens_of

CARRIERS = frozenset({"run", "start", "retry"})
"""Kinds of verbs that carry another action: "run the migration"."""

MARK = re.compile(r"\u27e6(\d+)\u27e7")
"""What stands in prose for a part that was cut out of it."""

_PREPOSITIONS = frozenset(
    {"in", "on", "for", "from", "to", "at", "with", "by", "into", "onto", "towards", "against",
     "through", "via", "under", "below", "without", "during", "within", "using", "because", "after",
     "before", "until", "till", "so", "->", "→", "=>", "=", "right", "now", "over", "across"}
)  # fmt: skip
_WANTING = frozenset({"going", "about", "need", "want", "have", "plan", "ready", "decided",
                      "trying",
                      "proceed", "started", "starting", "like", "able", "gonna", "planning",
                      "wants",
                      "intend", "supposed", "continue", "i", "we", "us", "me"})  # fmt: skip
_SUPPORTING = frozenset({"give", "gives", "giving", "get", "gets", "getting", "do", "doing"})
_MEASURES = frozenset(
    {"strategy", "mode", "window", "level", "interval", "rate", "budget", "period", "delay",
     "factor", "ratio", "method", "type", "style", "threads", "history", "concurrency"}
)  # fmt: skip
_FOR_A_TIME = re.compile(r"\bfor (?:now|(?:the|an?|about|next|\d+|two|three|some)\b)")
_POINTING = frozenset({"the", "a", "an", "last", "this", "that", "same", "its", "another"})


class ClauseReader:
    """Reads one clause."""

    def __init__(self, clause: Clause, lexicon: Lexicon) -> None:
        self.clause, self.lexicon = clause, lexicon
        self.tokens = clause.tokens
        self.text = clause.text[self.tokens[0].start : self.tokens[-1].end]
        self.language = language_of(clause.text, self.tokens, lexicon)
        self.found = find_actions(self.tokens, lexicon)
        self.mood = mood_of(clause, self.found, lexicon)
        self.stop = self.language.stop if self.language else frozenset[str]()
        self.terms, self.names = concepts_of(self.tokens, lexicon, self.stop)
        self.foreign = read_foreign(clause, self.language) if self.language else None
        if self.foreign:
            self.terms |= self.foreign.terms

    @property
    def holds_a_part(self) -> bool:
        """Whether code or JSON was cut out of the clause."""
        return any(MARK.match(token.text) for token in self.tokens)

    def take(self, found: list[Found]) -> None:
        """Puts words of action in that were read in another way."""
        if found:
            self.found = found
            self.mood = mood_of(self.clause, found, self.lexicon)

    def frames(self, carried: dict[int, Mode]) -> list[Frame]:
        """The clause's frames; `carried` holds the mode that a sentence's first clause gives."""
        foreign = self.foreign
        if foreign and (foreign.found or not self.found):
            said = foreign.found or (Found(len(self.tokens), len(self.tokens), (), Form.NOUN),)
            return [self._frame(one, foreign.mode, True) for one in said]
        actions = self._acting()
        if not actions:
            mode = mode_of(None, self.mood, self.lexicon)
            if mode is Mode.NEGATED and self._drops_a_thing():
                nothing = Found(0, 1, ("disable",), Form.NOUN)
                return [self._frame(nothing, Mode.PLANNED, True)]
            if mode is Mode.PLANNED:
                mode = carried.get(self.clause.sentence, mode)
            line = self._status_line() if mode is Mode.PLANNED else None
            return [self._frame(line, mode, True)]
        frames = []
        for number, one in enumerate(actions):
            mode = self._mode(one)
            frames.append(self._frame(one, mode, number == 0))
        if self.mood.inspects == actions[0].index:
            carried[self.clause.sentence] = Mode.READ_ONLY
        return frames

    def _mode(self, found: Found) -> Mode:
        mode = mode_of(found, self.mood, self.lexicon)
        kind = self.lexicon.kinds.get(found.kinds[0]) if found.kinds else None
        if mode is Mode.PLANNED and kind and kind.read_only:
            return Mode.READ_ONLY
        dry = self.lexicon.language["dry_flags"] & {t.text for t in self.tokens}
        if mode is Mode.PLANNED and (dry or self.clause.tone.dry):
            return Mode.READ_ONLY
        return mode

    def _acting(self) -> list[Found]:
        """The words that act: a nominal beside a verb of its own is what the verb is about."""
        verbs = [f for f in self.found if f.form is not Form.NOUN and not self._is_purpose(f)]
        nominals = [f for f in self.found if f.form is Form.NOUN and not self._looks_only(f)]
        heavy = [f for f in verbs if not self._light(f) and not (nominals and _carries(f))]
        if heavy:
            return [f for f in self.found if f in verbs]
        carriers = [v for v in verbs if set(v.kinds) & CARRIERS]
        if verbs and not carriers:
            return [self._with_nominals(v, nominals) for v in verbs]
        if verbs and nominals:
            first = carriers[0]
            kinds = tuple(dict.fromkeys([*(k for n in nominals for k in n.kinds), *first.kinds]))
            return [Found(first.index, first.end, kinds, first.form, first.gap)]
        acting = [n for n in nominals if not self._describes(n)]
        if not verbs and not acting and nominals and self._status_line():
            return []  # "eviction policy → noeviction"
        return verbs or acting or nominals or self.found

    def _with_nominals(self, verb: Found, nominals: Sequence[Found]) -> Found:
        """A verb that says little, with what the nominals beside it say: "put it into fail-open".

        A verb that only carries a noun adds nothing: "give it a kick".
        """
        named = [k for n in nominals for k in n.kinds]
        if named and self.mood.words[verb.index] in _SUPPORTING:
            first = nominals[0]
            return replace(verb, kinds=tuple(dict.fromkeys(named)), gap=first.index,
                           gap_size=first.end - first.index)  # fmt: skip
        return replace(verb, kinds=tuple(dict.fromkeys([*verb.kinds, *named])))

    def _status_line(self) -> Found | None:
        """What a clause without a verb announces, if it is no part of a longer one."""
        if self.clause.subordinate or self.foreign:
            return None
        return status_line(self.mood.words, self.text, self.terms, self._change())

    def _change(self) -> Change | None:
        return change_in(self._change_text(), self.lexicon.states, self.lexicon.language.numbers)

    def _drops_a_thing(self) -> bool:
        """Whether "no" stands before a thing: "no autovacuum till Monday" switches it off."""
        words = self.mood.words
        return (
            not self.found
            and bool({"no", "without"} & set(words[:-1]))
            and (words[0] == "no" or self.clause.tone.announced)
            and bool(self.terms)
            and (
                bool({"till", "until", "from", "tonight", "today"} & self.clause.tone.words)
                or _FOR_A_TIME.search(self.clause.text.lower()) is not None
            )
        )

    def _is_purpose(self, found: Found) -> bool:
        """Whether a verb only says what for: "purging it to get green"."""
        at = found.index
        words = self.mood.words
        return (
            found.form is Form.BASE
            and at >= 2
            and words[at - 1] == "to"
            and words[at - 2] not in _WANTING
            and any(f.index < at - 1 and f.form is not Form.NOUN for f in self.found)
        )

    def _describes(self, found: Found) -> bool:
        """Whether a noun of action only describes the noun after it: "the deploy role"."""
        if found.end >= len(self.tokens) or found.end - found.index > 1:
            return False
        following = self.tokens[found.end].text
        return following in _MEASURES or (
            following in self.lexicon.things.concepts
            and following not in (self.lexicon.environments.names)
        )

    def _looks_only(self, found: Found) -> bool:
        kind = self.lexicon.kinds.get(found.kinds[0])
        return kind is not None and (kind.read_only or kind.office)

    def _light(self, found: Found) -> bool:
        kind = self.lexicon.kinds.get(found.kinds[0])
        return kind is not None and kind.light

    def mode_at(self, token: Token) -> Mode:
        """The mode that the clause gives to a part that stands in it."""
        at = self.tokens.index(token)
        mode = mode_of(Found(at, at + 1, (), Form.NOUN), self.mood, self.lexicon)
        if mode is Mode.PLANNED and self.foreign and self.foreign.found:
            return self.foreign.mode
        return mode

    def ruled_out(self) -> set[str]:
        """The concepts after a negator, and those of a clause that says "unchanged"."""
        out: set[str] = set()
        for found in self.found:
            if "skip" in found.kinds:
                out |= concepts_of(self.tokens[found.end : found.end + 5], self.lexicon)[0]
        for at in self.mood.negators:
            if self.mood.words[at] in {"nobody", "nothing", "none", "never"}:
                continue
            out |= concepts_of(self.tokens[at + 1 : at + 6], self.lexicon)[0]
            if self.mood.words[at] in {"isn't", "aren't"}:
                out |= concepts_of(self.tokens[:at], self.lexicon)[0]
        if self.foreign and self.foreign.without and self.language:
            known = self.language.things
            left_out = " ".join(known.get(word, word) for word in self.foreign.without)
            out |= concepts_of(tokens_of(left_out), self.lexicon)[0]
        low = self.text.lower()
        if self.mood.stays or has_phrase(low, self.lexicon.language.phrases["untouched"]):
            out |= self.terms
        return out

    def _frame(self, found: Found | None, mode: Mode, main: bool) -> Frame:
        head = self._head(found) if found and found.end else frozenset[str]()
        change = self._change()
        if found and found.kinds:
            found = refined(found, self.mood.words, self.text, head, self.terms, change)
        kinds = found.kinds if found else ()
        nominal = tuple(k for f in self.found if f.form is Form.NOUN for k in f.kinds)
        subordinate = self.clause.subordinate
        extent = extent_of(self.clause, self.mood, self.lexicon)
        target, objects = target_and_objects(head, self.tokens, self.lexicon)
        planned = PlannedAction(
            kind=kinds[0] if kinds else "",
            mode=mode,
            target=target,
            objects=objects,
            parameters=_parameters(change),
            main=main and not subordinate,
            text=self.text.strip(),
        )
        return Frame(
            planned, kinds, head or frozenset(), self.terms, self.names, change, extent,
            self.clause.sentence, negated=frozenset(), subordinate=subordinate, about=nominal,
            announced=self._announces(change),
            nominal=found is not None
            and (
                (found.form is Form.NOUN and self.mood.words[0] in _POINTING)
                or (self.holds_a_part and set(found.kinds) <= CARRIERS)
            ),
        )  # fmt: skip

    def _announces(self, change: Change | None) -> bool:
        """Whether the clause says that something is about to be: "from now on", "-ing", "→"."""
        words = self.mood.words
        first = next((w for w in words if w[0].isalpha()), "")
        doing = first.endswith("ing") and len(first) > 5 and first not in {"during", "nothing"}
        changes = change is not None and bool(change.before or change.direction)
        return doing or changes or self.clause.tone.announced

    def _change_text(self) -> str:
        """The clause with what follows it in parentheses: "--replicas=2 (was 6)"."""
        end = self.tokens[-1].end
        rest = self.clause.text[end : end + 40]
        follows = re.match(r"\s*[(:]\s*[^)]{1,30}", rest)
        return self.text + (follows[0] if follows else "")

    def _head(self, found: Found) -> frozenset[str]:
        """Concepts of the direct object; of a nominal, what stands before it and after "of"."""
        after: list[Token] = []
        for at, token in enumerate(self.tokens[found.end :], found.end):
            if found.gap >= 0 and found.gap <= at < found.gap + found.gap_size:
                continue
            if token.text in _PREPOSITIONS and after:
                break
            after.append(token)
        head = concepts_of(after[:8], self.lexicon, self.stop)[0]
        if found.form in {Form.NOUN, Form.PAST, Form.PARTICIPLE} or not head:
            head |= concepts_of(self.tokens[: found.index], self.lexicon, self.stop)[0]
        if self.foreign:
            head |= self.foreign.terms
            return frozenset(t for t in head if t in self.lexicon.things.specific)
        return head


def _carries(found: Found) -> bool:
    """Whether a verb only takes up what a nominal names: "start the run again"."""
    return found.kinds[0] == "retry"


def _parameters(change: Change | None) -> dict[str, str]:
    if change is None:
        return {}
    named = {"from": change.before, "to": change.after}
    return {name: value for name, value in named.items() if value}
