"""Prose -> frames: each word of action with its mode, its object, its change and its extent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.domain.action import Mode
from bot.domain.reading.environment import environments_in
from bot.domain.reading.frame import Frame, Named
from bot.domain.reading.lexicon import Lexicon
from bot.domain.reading.prose.acting import CARRIERS
from bot.domain.reading.prose.clause import Clause
from bot.domain.reading.prose.clause_reader import MARK, ClauseReader
from bot.domain.reading.prose.clauses import clauses_of
from bot.domain.reading.prose.conditions import with_conditions
from bot.domain.reading.prose.foreign import language_of
from bot.domain.reading.prose.spelling import misspelt_actions

_DESCRIBED = frozenset({"run", "start", "migrate", "apply", "deploy", "add", "create", "import"})
_STEPS = 3
_ENDING = (("stop",), ("kill",))
_SCALING = frozenset({"scale", "scale_down", "lower", "set"})
_COMING_BACK = re.compile(
    r"^(?:then |and |straight |right )*(?:back|up)\b|\b(?:back|up) (?:to|again)\b"
)
_SCRIPTS = frozenset(
    {"script", "one-liner", "oneliner", "loop", "playbook", "query", "command", "snippet",
     "statement", "pipeline", "patch", "job", "cronjob", "migration", "procedure", "function"}
)  # fmt: skip
_TOLD = frozenset({"the", "there", "there's", "this", "that", "who", "which", "is", "was", "it"})
_DOES_IT = re.compile(
    r"^(?:(?:so|ok|okay|then|and|now|just|i'm|we're|i'll|we'll|going to|gonna|let's|will) )*"
    r"(?:doing|do|(?:go|going) ahead with|go for|going for) (?:it|that|this|so|exactly that)\b"
)
_LATER = frozenset({"tomorrow", "later", "next", "afterwards", "monday", "morning"})


@dataclass(frozen=True, slots=True)
class ProseReading:
    """What prose yields.

    Attributes:
        frames: Its actions; a clause without a word of action gives one without kinds.
        environments: The environments it names.
        ruled_out: Concepts that it rules out.
        marks: Number of a part cut out of the prose -> the mode that its clause gives it.
    """

    frames: tuple[Frame, ...]
    environments: tuple[Named, ...]
    ruled_out: frozenset[str]
    marks: dict[int, Mode]
    terms: frozenset[str]
    names: frozenset[str]


def read_prose(prose: str, lexicon: Lexicon) -> ProseReading:
    """The frames of a message's prose."""
    frames: list[Frame] = []
    environments: list[Named] = []
    ruled_out: set[str] = set()
    marks: dict[int, Mode] = {}
    terms: set[str] = set()
    names: set[str] = set()
    carried: dict[int, Mode] = {}
    readers = _readers(clauses_of(prose, lexicon), lexicon)
    if not any(r.found or r.foreign or r.holds_a_part for r in readers):
        for reader in readers:
            reader.take(misspelt_actions(reader.tokens, lexicon))
    for reader in readers:
        clause = reader.clause
        environments += environments_in(clause.tokens, lexicon)
        found = [_with_antecedent(f, reader, frames) for f in reader.frames(carried)]
        words = {word.removesuffix("'s") for word in reader.mood.words}
        if _LATER & words and _was_negated(frames, clause.sentence - 1):
            found = [replace(f, planned=replace(f.planned, mode=Mode.NEGATED)) for f in found]
        if clause.conditional:
            found = [_as_imagined(f) for f in found]
        frames += found
        ruled_out |= reader.ruled_out()
        terms |= reader.terms
        names |= reader.names
        for token in clause.tokens:
            if mark := MARK.match(token.text):
                marks[int(mark[1])] = reader.mode_at(token)
    return ProseReading(
        tuple(frames), tuple(environments), frozenset(ruled_out), marks,
        frozenset(terms), frozenset(names),
    )  # fmt: skip


def _readers(clauses: Sequence[Clause], lexicon: Lexicon) -> list[ClauseReader]:
    """A reader for each clause; the language is that of its sentence, found once."""
    readers: list[ClauseReader] = []
    for _, group in groupby(clauses, key=lambda clause: clause.sentence):
        own = list(group)
        tokens = [token for clause in own for token in clause.tokens]
        language = language_of(own[0].text, tokens, lexicon)
        own = with_conditions(own, language, lexicon)
        readers += [ClauseReader(clause, lexicon, language) for clause in own]
    return readers


def _of_sentence(frames: Sequence[Frame], sentence: int) -> list[Frame]:
    """The frames of a sentence, which is among the last: time does not grow with the text."""
    found: list[Frame] = []
    for frame in reversed(frames):
        if frame.sentence < sentence:
            break
        if frame.sentence == sentence:
            found.append(frame)
    return found[::-1]


def _was_negated(frames: Sequence[Frame], sentence: int) -> bool:
    """Whether the sentence before says that it is not done: what follows "tomorrow" is neither."""
    modes = [f.mode for f in _of_sentence(frames, sentence)]
    return bool(modes) and all(mode is Mode.NEGATED for mode in modes)


def _as_imagined(frame: Frame) -> Frame:
    """The frame of what hangs on a condition; what is not planned stays as it is."""
    if frame.mode is not Mode.PLANNED:
        return frame
    return replace(frame, planned=replace(frame.planned, mode=Mode.HYPOTHETICAL))


def _names_a_script(frame: Frame) -> bool:
    """Whether a clause without a verb names what is going to act: "one-liner that deletes …"."""
    words = frame.planned.text.lower().split()
    return not frame.kinds and bool(words) and words[0] not in _TOLD and bool(_SCRIPTS & set(words))


def _as_said(frame: Frame, before: Sequence[Frame]) -> Frame:
    """The frame of "doing it now", with the action that was last spoken of."""
    if frame.mode is not Mode.PLANNED:
        return frame
    for one in reversed(before):
        if one.kinds and one.mode in {Mode.PLANNED, Mode.HYPOTHETICAL, Mode.QUESTION}:
            planned = replace(frame.planned, kind=one.kinds[0])
            return replace(frame, planned=planned, kinds=one.kinds, head=one.head,
                           terms=frame.terms | one.terms, names=frame.names | one.names,
                           change=one.change)  # fmt: skip
    return frame


def _empties(frame: Frame) -> bool:
    """Whether it takes all instances away: "scaling to 0 [and back to 12]"."""
    after = frame.change.after.lower() if frame.change else ""
    return (
        frame.mode is Mode.PLANNED
        and bool(set(frame.kinds) & _SCALING)
        and after in {"0", "zero", "nothing", "none"}
    )


def _with_antecedent(frame: Frame, reader: ClauseReader, before: Sequence[Frame]) -> Frame:
    """A verb that carries another action, with "it", takes the clause before: "…, starting it"."""
    last = _of_sentence(before, frame.sentence)
    if reader.clause.opener in {"that", "which"} and frame.mode is Mode.HYPOTHETICAL and last:
        carries = last[-1].mode is Mode.PLANNED and (
            set(last[-1].kinds) & _DESCRIBED or _names_a_script(last[-1])
        )
        return (
            replace(frame, planned=replace(frame.planned, mode=Mode.PLANNED)) if carries else frame
        )
    if any(_empties(one) for one in last[-_STEPS:]) and _COMING_BACK.search(reader.text.lower()):
        return replace(
            frame, kinds=("restart", *frame.kinds), planned=replace(frame.planned, kind="restart")
        )
    stops = bool(last) and last[-1].kinds[:1] in _ENDING and last[-1].mode is Mode.PLANNED
    if stops and "start" in frame.kinds:
        return replace(
            frame, kinds=("restart", *frame.kinds), planned=replace(frame.planned, kind="restart")
        )
    if not frame.kinds and _DOES_IT.search(reader.text.lower()) and before:
        return _as_said(frame, before)
    if not set(frame.kinds) & CARRIERS or not {"it", "them", "this", "that"} & set(
        reader.mood.words
    ):
        return frame
    if not last or frame.head - reader.lexicon.things.common:
        return frame
    one = last[-1]
    kinds = tuple(dict.fromkeys((*one.about, *one.kinds, *frame.kinds)))
    return replace(frame, kinds=kinds, head=one.head, terms=frame.terms | one.terms,
                   planned=replace(frame.planned, kind=kinds[0]))  # fmt: skip


__all__ = ["ProseReading", "read_prose"]
