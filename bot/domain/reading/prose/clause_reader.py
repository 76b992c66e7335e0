"""One clause -> frames: which of its words act, on what, how they stand and how far they go."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.action import Mode, PlannedAction
from bot.domain.reading.frame import Change, Frame
from bot.domain.reading.lexicon import Form
from bot.domain.reading.prose.acting import CARRIERS, ActingWords
from bot.domain.reading.prose.extent import extent_of
from bot.domain.reading.prose.mood import mode_of, mood_of
from bot.domain.reading.prose.refine import refined
from bot.domain.reading.prose.target import target_and_objects
from bot.domain.reading.prose.tone import has_phrase
from bot.domain.reading.prose.verbs_in import Found
from bot.domain.reading.terms import concepts_of
from bot.domain.reading.text import Token, tokens_of

MARK = re.compile(r"\u27e6(\d+)\u27e7")
"""What stands in prose for a part that was cut out of it."""

_PREPOSITIONS = frozenset(
    {"in", "on", "for", "from", "to", "at", "with", "by", "into", "onto", "towards", "against",
     "through", "via", "under", "below", "without", "during", "within", "using", "because", "after",
     "before", "until", "till", "so", "->", "→", "=>", "=", "right", "now", "over", "across"}
)  # fmt: skip
_NEAR = 8
_HAD = frozenset({"was", "were", "had", "been"})
_LED = (("to",), ("of",), ("from",), ("for",), ("by",), ("into",), ("with",))
_POINTING = frozenset({"the", "a", "an", "last", "this", "that", "same", "its", "another"})


class ClauseReader(ActingWords):
    """Reads one clause."""

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
        if verbless := self.verbless():
            return [self._frame(Found(0, 1, verbless, Form.NOUN), Mode.PLANNED, True)]
        if foreign and (foreign.found or not self.found):
            nothing = Found(len(self.tokens), len(self.tokens), (), Form.NOUN)
            said = [self.with_english(one) for one in foreign.found or (nothing,)]
            how = foreign.modes or (foreign.mode,)
            return [self._frame(one, mode, True) for one, mode in zip(said, how, strict=True)]
        actions = self.acting()
        if not actions:
            mode = mode_of(None, self.mood, self.lexicon)
            if mode is Mode.NEGATED and self.drops_a_thing():
                nothing = Found(0, 1, ("disable",), Form.NOUN)
                return [self._frame(nothing, Mode.PLANNED, True)]
            if mode is Mode.PLANNED:
                mode = carried.get(self.clause.sentence, mode)
            line = self.status_line() if mode is Mode.PLANNED else None
            if mode is Mode.PLANNED and self._is_result():
                mode = Mode.HYPOTHETICAL  # a result: "so the messages fit"
            return [self._frame(line, mode, True)]
        frames = []
        modes = self._modes(actions)
        for number, (one, mode) in enumerate(zip(actions, modes, strict=True)):
            frames.append(self._frame(one, mode, number == 0))
        if self.mood.inspects == actions[0].index:
            carried[self.clause.sentence] = Mode.READ_ONLY
        return frames

    def _is_result(self) -> bool:
        """Whether a clause only tells what comes of it: "so the messages fit"."""
        doer = {"i'm", "i'll", "we're", "we'll", "i", "we"} & set(self.mood.words[:2])
        return self.clause.opener == "so" and not doer and not self.change()

    def _modes(self, actions: Sequence[Found]) -> list[Mode]:
        """The modes of the words that act; what a told verb went to is told with it.

        "had been switched to automatic bans" announces no ban.
        """
        modes: list[Mode] = []
        told = False
        for one in actions:
            mode = self._mode(one)
            leading = self.mood.words[one.index - 1 : one.index]
            carried = one.form in {Form.NOUN, Form.THIRD} or (
                one.form is Form.ING and leading in _LED
            )
            if told and carried and mode is Mode.PLANNED:
                mode = Mode.PAST
            before = self.mood.words[max(0, one.index - 4) : one.index]
            told = mode is Mode.PAST and (told or bool(_HAD & set(before)))
            modes.append(mode)
        return modes

    def _mode(self, found: Found) -> Mode:
        mode = mode_of(found, self.mood, self.lexicon)
        kind = self.lexicon.kinds.get(found.kinds[0]) if found.kinds else None
        if mode is Mode.PLANNED and kind and kind.read_only:
            return Mode.READ_ONLY
        if mode is Mode.PLANNED and self.foreign:
            return self.foreign.mode
        dry = self.lexicon.language["dry_flags"] & {t.text for t in self.tokens}
        if mode is Mode.PLANNED and (dry or self.clause.tone.dry):
            return Mode.READ_ONLY
        return mode

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
        if self.verbless():
            return out
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
        change = self.change()
        if found and found.kinds:
            found = refined(found, self.mood.words, self.text, head, self.terms, change)
        kinds = found.kinds if found else ()
        nominal = tuple(k for f in self.found if f.form is Form.NOUN for k in f.kinds)
        subordinate = self.clause.subordinate
        extent = extent_of(self.clause, self.mood, self.lexicon, self.language)
        target, objects = target_and_objects(head, self.written, self.lexicon)
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

    def _head(self, found: Found) -> frozenset[str]:
        """Concepts of the direct object; of a nominal, what stands before it and after "of"."""
        after: list[Token] = []
        for at, token in enumerate(self.tokens[found.end :], found.end):
            if found.gap >= 0 and found.gap <= at < found.gap + found.gap_size:
                continue
            if len(after) == _NEAR or (token.text in _PREPOSITIONS and after):
                break
            after.append(token)
        head = concepts_of(after, self.lexicon, self.stop)[0]
        if found.form in {Form.NOUN, Form.PAST, Form.PARTICIPLE} or not head:
            head |= concepts_of(self.tokens[: found.index], self.lexicon, self.stop)[0]
        if self.foreign:
            head |= self.foreign.terms
            return frozenset(t for t in head if t in self.lexicon.things.specific)
        return head


def _parameters(change: Change | None) -> dict[str, str]:
    if change is None:
        return {}
    named = {"from": change.before, "to": change.after}
    return {name: value for name, value in named.items() if value}
