"""The words of action in a clause: verbs, phrasal verbs with a gap, nominals and idioms."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.reading.lexicon import Form, Lexicon, Sense, stem
from bot.domain.reading.prose.found import Found
from bot.domain.reading.prose.idioms_in import idiom_at, with_participle
from bot.domain.reading.prose.word_class import (
    SERVING,
    as_noun,
    is_adjective,
    is_made_by,
    is_told_of,
    serves_elsewhere,
)
from bot.domain.reading.remembering import remembered
from bot.domain.reading.text import Token

_GAP = 8
_CARRYING = frozenset(
    {"run", "running", "runs", "execute", "executing", "do", "doing", "perform", "performing",
     "trigger", "triggering", "issue", "issuing", "start", "starting", "launch", "launching",
     "an", "a", "lazy", "quick", "full", "manual", "hard", "soft", "forced", "plain", "simple",
     "short", "online", "offline", "clean", "mass", "bulk", "graceful", "forcible"}
)  # fmt: skip
_PREFIXES = frozenset(
    {
        "re",
        "auto",
        "force",
        "hard",
        "soft",
        "mass",
        "bulk",
        "batch",
        "hot",
        "cold",
        "fast",
        "self",
        "pre",
    }
)
_DIRECTED = frozenset(
    {"enable", "disable", "raise", "lower", "stop", "start", "restart", "rollback"}
)
_NAMED_ACTS = frozenset(
    {"purge", "delete", "drop", "truncate", "restart", "flush", "kill", "rotate", "replay",
     "upgrade",
     "failover", "migrate", "rollback", "deploy", "reindex", "vacuum", "repair", "sync", "import",
     "reset", "reboot", "promote", "resync",
     "rebuild", "failback", "unlock"}
)  # fmt: skip
_TOWARDS = frozenset({("to",), ("from",), ("at",)})
_SHORTEST_STATEMENT = 4
_COUNTED = frozenset({"lower", "raise"})
_VALUES = frozenset(
    {"one", "two", "three", "four", "five", "six", "eight", "ten", "its", "the", "full", "twelve",
     "twenty", "unlimited", "~"}
)  # fmt: skip
_AFTER_PARTICLE = frozenset(
    {"for", "in", "at", "again", "now", "to", "by", "with", "and", "on", "from", "mesh-wide",
     "globally", "everywhere", "today", "tonight", "after", "until", "till", "during", "while",
     "as", "once", "when", "before", "because", "since", "if", "via", "right", "soon", "tomorrow",
     "instead", "so", "permanently", "temporarily", "first", "then", "immediately", "already"}
)  # fmt: skip
_BEING = frozenset({"is", "are", "i'm", "we're", "now", "am", "be", "and", "then"})
_PASSIVE = frozenset({"is", "are", "was", "were", "be", "been", "being", "gets", "get", "got"})
_WHEN = frozenset(
    {"tonight", "today", "tomorrow", "now", "immediately", "monday", "tuesday", "wednesday",
     "thursday", "friday", "saturday", "sunday", "next", "midnight", "noon"}
)  # fmt: skip
_FROM_THEN = frozenset({"now", "then", "here", "today", "tonight", "tomorrow", "later"})
_AWAY = (["away"], ["down"], ["off"], ["out"], ["apart"])
_AIMS = frozenset(
    {"let", "get", "make", "free", "save", "avoid", "keep", "reclaim", "gain", "give", "see",
     "prevent", "help", "bring", "unblock", "stop", "relieve", "spare"}
)  # fmt: skip
_OBJECTS = (["the"], ["it"], ["them"], ["up"], ["our"], ["some"], ["all"])
_SECRETS = frozenset({"token", "tokens", "key", "keys", "certificate", "certificates", "secrets",
                      "credential", "credentials", "leases", "grants"})  # fmt: skip
_ON_OFF = frozenset({"on", "up", "in", "over"})


def find_actions(tokens: Sequence[Token], lexicon: Lexicon) -> list[Found]:
    """Every word of action in a clause, in order; none is inside another."""
    words = [token.text for token in tokens]
    found: list[Found] = []
    taken: set[int] = set()
    at = 0
    while at < len(words):
        if not _may_act(words[at], lexicon):
            at += 1
            continue
        idiom = idiom_at(words, at, lexicon)
        if at in taken and not (idiom and idiom.end - 1 not in taken):
            at += 1
            continue
        hit = _longest(idiom, words, at, lexicon)
        if hit is None and tokens[at].raw.isupper():
            hit = _statement(words, at, lexicon)
        if hit is None:
            at += 1
            continue
        found.append(hit)
        if hit.gap >= 0:
            taken.update(range(hit.gap, hit.gap + hit.gap_size))
        at = max(hit.end, at + 1)
    return found


@remembered
def _may_act(word: str, lexicon: Lexicon) -> bool:
    """Whether a word begins or is a word of action anywhere: most are of none."""
    return (
        word in lexicon.words
        or word in lexicon.phrasals
        or word in lexicon.idioms
        or word in SERVING
        or bool(_inside(word, lexicon))
    )


def _longest(idiom: Found | None, words: Sequence[str], at: int, lexicon: Lexicon) -> Found | None:
    """An idiom, unless its verb has a longer particle: "goes out of rotation", not "goes out"."""
    if idiom is None:
        return _verb(words, at, lexicon)
    if words[at] in _PASSIVE:
        idiom = with_participle(idiom, words, lexicon)
    if words[at] not in lexicon.phrasals:
        return idiom
    verb = _verb(words, at, lexicon)
    if verb is None or verb.kinds[0] in idiom.kinds or verb.gap != at + 1:
        return idiom
    return verb if 1 + verb.gap_size > idiom.end - idiom.index else idiom


def _statement(words: Sequence[str], at: int, lexicon: Lexicon) -> Found | None:
    """The verb of a statement in capitals, named like a noun: "a plain ALTER of accounts"."""
    kinds = [s.kind for s in lexicon.words.get(words[at], ()) if s.form is Form.BASE]
    if len(words[at]) < _SHORTEST_STATEMENT or not kinds:
        return None
    return Found(at, at + 1, tuple(dict.fromkeys(kinds)), Form.NOUN)


def _verb(words: Sequence[str], at: int, lexicon: Lexicon) -> Found | None:
    word = words[at]
    if serves_elsewhere(words, at):
        return Found(at, at + 1, ("reroute", "switch"), Form.THIRD)
    if serves_elsewhere(words, at + 1):
        return None  # "searches read from …"
    senses = lexicon.words.get(word) or _inside(word, lexicon)
    return _phrasal(words, at, senses, lexicon) or (
        _plain(words, at, senses, lexicon) if senses else None
    )


def _phrasal(
    words: Sequence[str], at: int, senses: Sequence[Sense], lexicon: Lexicon
) -> Found | None:
    """A verb with its particle: the nearest one, and of those at one place the longest.

    Where that says little ("make it …"), the others that fit add their kinds.
    """
    known = lexicon.phrasals.get(words[at])
    if known is None:
        return None
    if words[at] in {"do", "does", "did"} and words[at + 1 : at + 2] == ["not"]:
        return None
    near = frozenset(words[at + 1 : at + 1 + _GAP])
    fitting = sorted(
        (where, -len(phrasal.particle), order)
        for order, phrasal in enumerate(known)
        if phrasal.particle[0] in near
        and (where := _particle(words, at + 1, phrasal.particle)) >= 0
        and not (phrasal.kind in _COUNTED and _no_value(words, where, phrasal.particle))
        and not (phrasal.particle == ("to",) and where > at + 1 and _is_aim(words, where, lexicon))
    )
    if not fitting:
        return None
    where, _, first = fitting[0]
    phrasal = lexicon.phrasals[words[at]][first]
    light = lexicon.kinds[phrasal.kind].light
    others = [lexicon.phrasals[words[at]][order].kind for *_, order in fitting[1:]] if light else []
    plain = [
        s.kind for s in senses
        if s.form is not Form.NOUN
        and (lexicon.kinds[s.kind].light or phrasal.particle == ("to",))
        and phrasal.kind not in _DIRECTED
    ]  # fmt: skip
    same = _phrasal_kinds(words, at, where, lexicon)
    kinds = tuple(dict.fromkeys((phrasal.kind, *same, *others, *plain)))
    form = as_noun(words, at, phrasal.form)
    if form is Form.NOUN and phrasal.particle in _TOWARDS and where > at + 1:
        return None  # "the limit of the pool to 900"
    return Found(at, at + 1, kinds, form, where, len(phrasal.particle))


def _no_value(words: Sequence[str], where: int, particle: tuple[str, ...]) -> bool:
    """Whether a thing follows "drop … from": "drop column x from accounts" lowers nothing."""
    following = words[where + 1] if where + 1 < len(words) else ""
    value = (following[:1].isdigit() and ":" not in following) or following in _VALUES
    return particle == ("from",) and not value


def _is_aim(words: Sequence[str], where: int, lexicon: Lexicon) -> bool:
    """Whether "to" opens a purpose: "dropping the slot to let go of it"."""
    following = words[where + 1] if where + 1 < len(words) else ""
    if following in _AIMS:
        return True
    forms = {s.form for s in lexicon.words.get(following, ())}
    return bool(forms) and forms <= {Form.BASE} and words[where + 2 : where + 3] in _OBJECTS


@remembered
def _inside(word: str, lexicon: Lexicon) -> tuple[Sense, ...]:
    """Senses of a verb behind a prefix ("auto-expiring") or in a name (`purge_queue`)."""
    if word.endswith(("in", "in'")) and (full := lexicon.words.get(word.rstrip("'") + "g")):
        return full
    prefix, joint, rest = word.partition("-")
    if joint and prefix in _PREFIXES:
        return lexicon.words.get(rest, ())
    first, joint, rest = word.partition("_")
    if joint:
        senses = lexicon.words.get(first) or lexicon.words.get(rest, ())
        return tuple(
            Sense(s.kind, Form.NOUN)
            for s in senses
            if s.form is Form.BASE and s.kind in _NAMED_ACTS
        )
    return ()


def _plain(
    words: Sequence[str], at: int, senses: Sequence[Sense], lexicon: Lexicon
) -> Found | None:
    """A single word: a verb, or, where no verb can stand, a noun of action if it is one."""
    if (
        words[at] == "up"
        or _is_value(words, at)
        or _says_when(words, at)
        or _is_time_over(words, at)
        or is_adjective(words, at, senses, lexicon)
        or is_made_by(words, at, senses)
    ):
        return None
    verbal = [s for s in senses if s.form is not Form.NOUN]
    form = as_noun(words, at, verbal[0].form) if verbal else Form.NOUN
    if at and words[at - 1] in _PASSIVE and any(s.form is Form.PAST for s in verbal):
        form = Form.PARTICIPLE  # "it is put to zero"
    if form is Form.BASE and at == 0 and is_told_of(words, lexicon):
        form = Form.NOUN
    known = words[at] in lexicon.things.concepts or stem(words[at]) in lexicon.things.concepts
    if form is Form.THIRD and known:
        form = Form.NOUN
    if form is Form.NOUN:
        kinds = [s.kind for s in senses if s.form is Form.NOUN]
        if not kinds and (words[at - 1] in _CARRYING or lexicon.tools.knows(words[at - 1])):
            kinds = [s.kind for s in verbal]
    else:
        kinds = [s.kind for s in verbal]
    if form is Form.BASE and at == 0 and kinds and all(lexicon.kinds[k].office for k in kinds):
        return None
    return Found(at, at + 1, tuple(dict.fromkeys(kinds)), form) if kinds else None


def _is_time_over(words: Sequence[str], at: int) -> bool:
    """Whether "shot" is a noun: "in one shot"."""
    return at > 0 and words[at] in {"shot", "cut", "run"} and words[at - 1] in {"one", "single"}


def _is_value(words: Sequence[str], at: int) -> bool:
    """Whether "zero" is a number: "put to zero"."""
    return at > 0 and words[at] == "zero" and words[at - 1] in {"to", "at", "from", "is", "="}


def _says_when(words: Sequence[str], at: int) -> bool:
    """Whether a word of beginning only says when: "hourly, starting tonight"."""
    return (
        at > 0
        and words[at] in {"starting", "beginning", "commencing"}
        and words[at - 1] not in _BEING
        and bool(_WHEN & set(words[at + 1 : at + 2]))
    )


def _phrasal_kinds(words: Sequence[str], at: int, where: int, lexicon: Lexicon) -> list[str]:
    """The other readings of the same verb and particle."""
    return [
        p.kind for p in lexicon.phrasals[words[at]]
        if tuple(words[where : where + len(p.particle)]) == p.particle
    ]  # fmt: skip


def _particle(words: Sequence[str], start: int, particle: tuple[str, ...]) -> int:
    """Where the particle stands, or -1; "on", "in", "over" count only where no object follows."""
    size, first = len(particle), particle[0]
    for at in range(start, min(start + _GAP, len(words) - size + 1)):
        if words[at] != first or tuple(words[at : at + size]) != particle:
            continue
        if particle[0] == "more" and words[at - 1] in {"once", "no", "any"}:
            continue
        if particle[0].endswith("s") and words[at - 1] in {"from", "in"}:
            continue  # "dropping rows from sessions" drops no sessions
        if particle == ("on",) and words[at - 1] in _FROM_THEN:
            continue  # "from now on" switches nothing on
        if particle[0] in _SECRETS and {"for", "about"} & set(words[at - 2 : at]):
            continue  # "pulling the metrics for the token service"
        if particle == ("everything",) and words[at + 1 : at + 2] in _AWAY:
            continue  # "takes everything away"
        if particle[0] in _ON_OFF and size == 1 and at > start and at + 1 < len(words):
            following = words[at + 1]
            if following[0].isalnum() and following not in _AFTER_PARTICLE:
                continue
        return at
    return -1


__all__ = ["Found", "find_actions"]
