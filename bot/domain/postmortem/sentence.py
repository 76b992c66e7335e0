"""The sentences of a document, each with the role of its section and its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.domain.lesson_words import load_words
from bot.domain.postmortem.clause import is_abbreviated
from bot.domain.postmortem.measures import moved
from bot.domain.postmortem.sections import Role, label_of, role_of
from bot.domain.postmortem.unit import Document, Unit, UnitKind

_MONTH = r"(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|enero|março|Uhr|Quartal)"
_END = re.compile(
    r"(?:(?<=[.!?])[\"'”“»)\]]?\s+(?=[A-ZÀ-ÖØ-Þ0-9`\"'(\[👍👎¿¡«„“])|(?<=。)\s*(?=\S))"
    rf"(?!(?<=\d\.\s){_MONTH})"
)
_SAID_END = re.compile(r"(?<=[a-z\d)%][.!?])[\"')\]]?\s+(?=\S)")
"""In messages many write no capitals."""
_LONGEST = 600
"""Characters of a sentence that are read together; nobody writes longer ones."""
_TIME = re.compile(
    r"""^(?:
        [\W_]{0,4}(?:\d{4}-\d\d-\d\d[ T])?\d{1,2}[:.h]\d{2}(?::\d\d)?Z?(?:\s?[AaPp][Mm])?
          (?:\s?(?:UTC|GMT|CES?T|[A-Z]S?T|Uhr|h\b))?
      | \(?(?:[ivx]{1,4}|\d{1,2}|[a-h])[.)](?=\s)
      | [-*•–—]
      | 📌|🔔|\[[ xX]\]
      | Pinned:|Update:|Q:|A:
      | ["“„'](?=[A-Z])
    )[\]\s:–—,.|-]*""",
    re.VERBOSE,
)
_SPEAKER = re.compile(r"^(?:<([\w.@ -]{2,30})>:?|((?:[\w.-]{1,30}\s){0,2}[\w.@-]{2,30}):)\s+")
_BRACKETED = re.compile(
    r"^(?:\[([A-Za-z][\w .@-]{1,24})\]|\(([a-z][\w.-]{2,20})\)(?=\s[A-Z])):?\s+(?=\S)"
)
"""Who wrote an entry of a log: "[healer] terminated 14 nodes"."""
_CLOCK = re.compile(r"\d{1,2}[:.]\d{2}\b(?!\s?%)")
_PAIR = 2
_ASKS = re.compile(
    r"\b(?:what|we|did|done|do|happened|was|wir|getan|gemacht|geschah|passierte|qu[eé]|hizo|hicimos"
    r"|fait|fizemos|feito|fez|aconteceu|quoi|ce)\b"
)
"""Names of columns that ask: "what we did", "qué se hizo"."""
_LETTER = re.compile(r"^\W{0,2}(?:[a-zA-Z]|[ivx]{1,4}|\d{1,2})[.)]\s+")
_ACTOR = re.compile(r"^(?:[\w-]*(?:agent|bot|oncall|on-call)[\w-]*)\s+(?=[A-Z`]|\w+\s\w+ed\b)")
"""The column "who" of a log without columns."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, or the action cell of a row.

    Attributes:
        text: Without the time and the speaker before it.
        role: Of its section or label.
        first: Its first line.
        last: Its last line.
        unit: Number of the piece it stands in.
        group: Number of the paragraph or list.
        kind: Form of the piece.
        speaker: Who wrote the message, where known.
        before: The sentence before it in the same piece.
        opens: Whether it is the first of its piece.
        effect: What the row says about the effect; None where it has no such column.
        after: The sentence after it in the same piece.
    """

    text: str
    role: Role
    first: int
    last: int
    unit: int
    group: int
    kind: UnitKind
    speaker: str = ""
    opens: bool = True
    before: str = ""
    effect: str | None = None
    after: str = ""


def sentences_of(document: Document) -> tuple[Sentence, ...]:
    """All sentences in order; headings only give their role."""
    found: list[Sentence] = []
    path: list[tuple[int, Role | None]] = []
    label: Role | None = None
    label_group = -1
    for number, unit in enumerate(document.units):
        if unit.kind is UnitKind.HEADING:
            path = [(level, role) for level, role in path if level < unit.level]
            is_title = number == 0 and not _has_peer(unit, document)
            path.append((unit.level, None if is_title else role_of(unit.text)))
            label = None
            continue
        section = _nearest(path)
        labelled = unit.kind not in {UnitKind.ROW, UnitKind.MESSAGE}
        own = label_of(_TIME.sub("", unit.text)) if labelled else None
        if own is not None:
            label, label_group = own[0], unit.group
            if own[1] >= len(_TIME.sub("", unit.text)):
                continue
            found.extend(_sentences(unit, number, label))
            label = None
            continue
        if label is not None and not _carries(unit, label_group):
            label = None
        found.extend(_sentences(unit, number, label or section, moved(document.units, number)))
    return tuple(_with_next(found))


def _with_next(found: list[Sentence]) -> Iterator[Sentence]:
    for before, one, following in zip([None, *found], found, [*found[1:], None], strict=False):
        if one.kind is UnitKind.ROW and before is not None and before.group == one.group:
            one = replace(one, before=before.text)
        same = following is not None and following.unit == one.unit
        yield replace(one, after=following.text) if same and following else one


def _has_peer(title: Unit, document: Document) -> bool:
    """Whether another heading stands as high as the first one, which then is a section's."""
    later = (unit for unit in document.units[1:] if unit.kind is UnitKind.HEADING)
    return title.level > 1 and any(unit.level <= title.level for unit in later)


def _nearest(path: list[tuple[int, Role | None]]) -> Role:
    """The role of the innermost section that has one."""
    return next((role for _, role in reversed(path) if role is not None), Role.NARRATIVE)


def _carries(unit: Unit, group: int) -> bool:
    """Whether a label still holds: for what stands in its paragraph or in the list after it."""
    if unit.group == group:
        return not re.match(r"\s*[A-Z][\w ]{1,30}:\s", unit.text) or unit.text.startswith("A:")
    return unit.kind is UnitKind.ITEM and unit.group <= group + 1


def _sentences(
    unit: Unit, number: int, role: Role, measured: str | None = None
) -> Iterator[Sentence]:
    if unit.kind is UnitKind.ROW:
        if _is_field(unit):
            return
        text, effect = _row_parts(unit)
        effect = effect or measured
        if role is Role.FOLLOW_UP and effect is not None:
            role = Role.RESPONSE  # actions with their effects were taken
        line = unit.line_at(0)
        if text:
            yield Sentence(
                text, role, line, line, number, unit.group, UnitKind.ROW, _who(unit), effect=effect
            )
        return
    speaker = before = ""
    ends = _SAID_END if unit.kind is UnitKind.MESSAGE else _END
    for start, end in _spans(unit.text, ends):
        raw = unit.text[start:end]
        text = _strip(raw)
        if start == 0 and unit.kind is UnitKind.MESSAGE and (who := _SPEAKER.match(text)):
            speaker, text = who[1] or who[2], text[who.end() :]
        kind = unit.kind
        if kind is UnitKind.TEXT and _CLOCK.match(_LETTER.sub("", raw)):
            kind = UnitKind.ITEM  # a timeline that runs on in one paragraph
        if not speaker and (who := _BRACKETED.match(text.strip())):
            speaker, text = who[1] or who[2], text.strip()[who.end() :]
        text = _ACTOR.sub("", text.strip()) if kind is UnitKind.ITEM else text.strip()
        if text:
            yield Sentence(
                text, role, unit.line_at(start), unit.line_at(end - 1), number, unit.group,
                kind, speaker, start == 0, before,
            )  # fmt: skip
            before = text


def _strip(text: str) -> str:
    """Without times, bullets and numbers before it."""
    while found := _TIME.match(text):
        if found.end() == 0:
            break
        text = text[found.end() :]
    return text


def _spans(text: str, ends: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Where the sentences start and end; an endless one is cut."""
    start = 0
    for found in ends.finditer(text):
        if is_abbreviated(text, found.start()):
            continue
        yield from _cut(start, found.start())
        start = found.end()
    yield from _cut(start, len(text))


def _cut(start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > _LONGEST:
        yield start, start + _LONGEST
        start += _LONGEST
    yield start, end


def _is_field(unit: Unit) -> bool:
    """Whether a row is a name and a value, as at the head of a report, and tells no event."""
    named = " ".join(unit.header).split() in (
        ["field", "value"],
        ["item", "detail"],
        ["key", "value"],
    )
    if len(unit.cells) != 2 or (any(unit.header) and not named):
        return False
    label = unit.cells[0].strip(" :")
    return 0 < len(label.split()) <= 3 and not any(char.isdigit() for char in label)


def _row_parts(unit: Unit) -> tuple[str, str | None]:
    """What the row says was done, and what it says came of it."""
    english, foreign = (
        load_words(name)["columns"] for name in ("postmortem", "postmortem_foreign")
    )
    columns = {key: [*english[key], *foreign[key]] for key in ("action", "effect")}
    named = [pair for pair in zip(unit.header, unit.cells, strict=False) if pair[1]]
    action = [cell for name, cell in named if _is(name, columns["action"])]
    effect = [cell for name, cell in named if _is(name, columns["effect"])]
    aside = [cell for name, cell in named if name in english["aside"]]
    if len(action) > len(aside) > 0:
        action = [cell for cell in action if cell not in aside]
        effect = [*effect, *aside]
    if effect and not action:
        told = [cell for cell in unit.cells if cell not in effect and not _TIME.fullmatch(cell)]
        action = sorted(told, key=len)[-1:]
    if not effect and (pair := _deed_and_outcome(unit)):
        return _strip(pair[0]).strip()[:_LONGEST], pair[1]
    if action:
        return _strip(action[0]).strip()[:_LONGEST], " ".join(
            [*action[1:], *effect]
        ) if effect else None
    rest = [cell for cell in unit.cells if len(cell.split()) > 2 and not cell.endswith("?")]
    return _strip(" ".join(rest)).strip()[:_LONGEST], None


def _deed_and_outcome(unit: Unit) -> tuple[str, str] | None:
    """Two columns of words beside the time: what was done, and what came of it."""
    who = load_words("postmortem")["columns"]["who"]
    told = [
        (name, cell)
        for name, cell in zip(unit.header, unit.cells, strict=False)
        if name and name not in who and not _is_clock(name) and not _TIME.fullmatch(cell + " ")
    ]
    if len(told) != _PAIR or len(unit.header) <= _PAIR or not _ASKS.search(told[0][0]):
        return None
    return (told[0][1], told[1][1]) if told[0][1] else None


def _is_clock(name: str) -> bool:
    return bool(set(name.split()) & set(load_words("postmortem_places")["columns"]["clock"]))


def _who(unit: Unit) -> str:
    """Who a row says did it; empty where it has no such column."""
    names = load_words("postmortem")["columns"]["who"]
    told = (cell for name, cell in zip(unit.header, unit.cells, strict=False) if name in names)
    return next(told, "")


def _is(name: str, names: list[str]) -> bool:
    words = name.split()
    return name in names or bool(words and (words[0] in names or words[-1] in names))
