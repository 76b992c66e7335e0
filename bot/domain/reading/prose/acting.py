"""The words of a clause that act: a verb, the noun it carries, a line without a verb."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.domain.reading.change import change_in
from bot.domain.reading.frame import Change
from bot.domain.reading.lexicon import ForeignLanguage, Form, Lexicon
from bot.domain.reading.prose.clause import Clause
from bot.domain.reading.prose.dropping import (
    demands_from_now,
    drops_from_now,
    swaps_old_for_new,
)
from bot.domain.reading.prose.foreign import read_foreign
from bot.domain.reading.prose.mood import mood_of
from bot.domain.reading.prose.status_lines import status_line as read_status_line
from bot.domain.reading.prose.status_lines import without_first_noun
from bot.domain.reading.prose.target import written_of
from bot.domain.reading.prose.verbs_in import Found, find_actions
from bot.domain.reading.terms import concepts_of

CARRIERS = frozenset({"run", "start", "retry"})
"""Kinds of verbs that carry another action: "run the migration"."""

_WANTING = frozenset({"going", "about", "need", "want", "have", "plan", "ready", "decided",
                      "trying",
                      "proceed", "started", "starting", "like", "able", "gonna", "planning",
                      "wants",
                      "intend", "supposed", "continue", "i", "we", "us", "me"})  # fmt: skip
_SCHEDULING = frozenset({"schedule", "schedules", "scheduling", "scheduled"})
_OBJECT = 4
_TOLD = 5
_LEAVING_OUT = frozenset({"without", "ohne", "sin", "sans", "sem"})
_CAUSING = frozenset({"telling", "instructing", "ordering", "forcing", "getting", "making"})
_SUPPORTING = frozenset(
    {"force", "forcing", "give", "gives", "giving", "get", "gets", "getting", "do", "doing"}
)
_MEASURES = frozenset(
    {"phase", "stage", "step", "progress", "status", "schedule", "strategy", "mode",
      "window", "level", "interval", "rate", "budget", "period", "delay",
     "factor", "ratio", "method", "type", "style", "threads", "history", "concurrency"}
)  # fmt: skip
_LASTS = re.compile(r"\s*(?:until|till)\b")
# What a clause's value was before, or the value itself, behind the clause.
_BEHIND = re.compile(
    r"\s*(?:[(:]\s*[^)]{1,30}|(?:[,;#–—]|--|//)\s*(?:was|were|previously|formerly|before|until now|"
    r"up to now|so far|instead of|rather than|bisher|vorher|zuvor|statt|anstatt|antes|avant|"
    r"au lieu|en lugar|en vez|em vez)\b[^,;()\n]{1,30})",
    re.I,
)
_FOR_A_TIME = re.compile(
    r"\bfor (?:now|(?:the|an?|about|next|\d+|two|three|some)\b)|"
    r"\bthis (?:week|weekend|month|afternoon|evening|time)\b"
)


class ActingWords:
    """The words of one clause, and which of them act."""

    def __init__(self, clause: Clause, lexicon: Lexicon, language: ForeignLanguage | None) -> None:
        self.clause, self.lexicon, self.language = clause, lexicon, language
        self._changes: list[Change | None] = []  # read once
        self.tokens = clause.tokens
        self.text = clause.text[self.tokens[0].start : self.tokens[-1].end]
        self.found = without_first_noun(find_actions(self.tokens, lexicon), self.tokens, self.text)
        self.mood = mood_of(clause, self.found, lexicon)
        self.written = written_of(self.tokens, lexicon)
        self.stop = self.language.stop if self.language else frozenset[str]()
        self.terms, self.names = concepts_of(self.tokens, lexicon, self.stop)
        self.foreign = read_foreign(clause, self.language) if self.language else None
        if self.foreign:
            self.terms |= self.foreign.terms

    def acting(self) -> list[Found]:
        """The words that act: a nominal beside a verb of its own is what the verb is about."""
        verbs = [f for f in self.found if f.form is not Form.NOUN and not self._is_purpose(f)]
        nominals = [f for f in self.found if f.form is Form.NOUN and not self._looks_only(f)]
        if scheduled := self._scheduled(nominals):
            return [scheduled]
        if verbs and nominals and (left := self._before_without(verbs, nominals)):
            return left
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
        if not verbs and not acting and nominals and self.status_line():
            return []  # "eviction policy → noeviction"
        return verbs or acting or nominals or self.found

    def _before_without(self, verbs: Sequence[Found], nominals: Sequence[Found]) -> list[Found]:
        """Nominals that act where the only verbs are left out: "promotion without fencing"."""
        words = self.mood.words
        left_out = [v for v in verbs if set(words[max(0, v.index - 2) : v.index]) & _LEAVING_OUT]
        before = [n for n in nominals if n.index < verbs[0].index and not self._describes(n)]
        return [*before, *verbs] if before and len(left_out) == len(verbs) else []

    def _scheduled(self, nominals: Sequence[Found]) -> Found | None:
        """What is scheduled: "scheduling the deletion of the key", not "a meeting about it"."""
        for verb in self.found:
            if self.mood.words[verb.index] not in _SCHEDULING or not nominals:
                continue
            first = next((f for f in self.found if f.index >= verb.end), None)
            if first in nominals and first is not None and first.index - verb.end < _OBJECT:
                return replace(verb, kinds=first.kinds)
        return None

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

    def with_english(self, verb: Found) -> Found:
        """A foreign verb with the English nouns of action beside it: "starte den Failover"."""
        named = [k for f in self.found if f.form is Form.NOUN for k in f.kinds
                 if not self.lexicon.kinds[k].read_only]  # fmt: skip
        if not verb.kinds or not named:
            return verb
        kinds = (*named, *verb.kinds) if self._light(verb) else (*verb.kinds, *named)
        return replace(verb, kinds=tuple(dict.fromkeys(kinds)))

    def status_line(self) -> Found | None:
        """What a clause without a verb announces, if it is no part of a longer one."""
        if self.clause.subordinate or self.foreign:
            return None
        # With what no token holds: the sign of "100 %".
        text = self.clause.text[self.tokens[0].start : self.tokens[-1].end + 2]
        return read_status_line(self.mood.words, text, self.terms, self.change())

    def change(self) -> Change | None:
        """The change of a value that the clause names, or None."""
        if not self._changes:
            states, numbers = self.lexicon.states, self.lexicon.language.numbers
            self._changes.append(change_in(self._change_text(), states, numbers))
        return self._changes[0]

    def drops_a_thing(self) -> bool:
        """Whether "no" stands before a thing: "no autovacuum till Monday" switches it off."""
        words = self.mood.words
        return (
            not self.found
            and bool({"no", "without"} & set(words[:-1]))
            and (words[0] == "no" or self.clause.tone.announced)
            and bool(self.terms)
            and (
                bool({"from", "tonight", "today"} & self.clause.tone.words)
                or _LASTS.match(self.clause.text[self.tokens[-1].end :].lower()) is not None
                or _FOR_A_TIME.search(self.clause.text.lower()) is not None
            )
        )

    def verbless(self) -> tuple[str, ...]:
        """The kinds of what a clause does without a verb: "peers ab sofort ohne Limit"."""
        if self.clause.question or self.clause.called_off or self.clause.tone.joke:
            return ()
        own, sentence = self.text.lower(), self.clause.text.lower()
        if swaps_old_for_new(own, sentence):
            return ("replace", "rotate")
        left_out = {"ohne", "sin", "sem", "sans"} & set(self.mood.words)
        first = min((self.mood.words.index(word) for word in left_out), default=0)
        acts = self.foreign.found if self.foreign else self.found
        if any(f.index <= first or not left_out for f in acts if f.index or f.form is Form.ING):
            return ()
        if self.foreign and left_out and drops_from_now(own, sentence):
            return ("disable", "delete", "drop")
        finite = {"is", "are", "was", "were"} & set(self.mood.words)
        return ("enforce", "set") if not finite and demands_from_now(own, sentence) else ()

    def _is_purpose(self, found: Found) -> bool:
        """Whether a verb only says what for: "purging it to get green"."""
        at = found.index
        words = self.mood.words
        return (
            found.form is Form.BASE
            and at >= 2
            and words[at - 1] == "to"
            and words[at - 2] not in _WANTING
            and not _CAUSING & set(words[max(0, at - _TOLD) : at])
            and any(
                f.index < at - 1 and (f.form is not Form.NOUN or self._acts_itself(f))
                for f in self.found
            )
        )

    def _acts_itself(self, nominal: Found) -> bool:
        """Whether a nominal is what is done: "a sync with prune to tidy up"."""
        return (
            nominal.index > 0
            and self.mood.words[nominal.index - 1] not in {"the", "this", "that", "no", "to"}
            and not self._looks_only(nominal)
            and not self._light(nominal)
            and not self._describes(nominal)
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

    def _change_text(self) -> str:
        """The clause with what follows it in parentheses: "--replicas=2 (was 6)"."""
        end = self.tokens[-1].end
        rest = self.clause.text[end : end + 60]
        follows = _BEHIND.match(rest)
        return self.text + (follows[0] if follows else "")


def _carries(found: Found) -> bool:
    """Whether a verb only takes up what a nominal names: "start the run again"."""
    return found.kinds[0] == "retry"


__all__ = ["CARRIERS", "ActingWords"]
