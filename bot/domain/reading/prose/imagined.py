"""Whether an action is only imagined: proposed, conditioned, advised by others, or weighed."""

from __future__ import annotations

import re
from itertools import takewhile

from bot.domain.reading.lexicon import Form, Lexicon
from bot.domain.reading.prose.past import Mood
from bot.domain.reading.prose.tone import has_phrase
from bot.domain.reading.prose.verbs_in import Found

_CONDITIONS = frozenset(
    {"before", "until", "till", "unless", "if", "whether", "when", "because", "since", "that",
     "which", "who", "where", "although", "though", "while"}
)  # fmt: skip
_FINITE = frozenset(
    {"is", "are", "isn't", "means", "would", "could", "might", "loses", "costs", "leads", "causes",
     "requires", "helps", "hurts", "risks", "depends"}
)  # fmt: skip
# What opens a clause of its own without a comma; its verb says nothing of the one before.
_OPENERS = frozenset(
    {"as", "while", "whatever", "whoever", "whichever", "wherever", "however", "what", "which",
     "who", "whose", "that", "where", "when", "because", "since", "if", "until", "till", "before",
     "after", "once", "although", "though", "than", "so", "nobody", "everybody", "everyone"}
)  # fmt: skip
_OTHERS = frozenset(
    {"someone", "somebody", "anyone", "anybody", "people", "everybody", "they", "nobody",
     "whoever"}
)  # fmt: skip
_MAY = re.compile(
    r"\b(?:you|anyone|anybody|someone|somebody|one) (?:may|can)\b|"
    r"\bmay (?:well |just |also )?(?:help|be (?:worth|better|best|enough|wise|needed)|make sense|"
    r"need|want|have)\b"
)
_MEANT_TO = re.compile(r"\b(?:was|were) (?:going|about|supposed|meant|planning|due|asked) to$")
_MIGHT = (("would",), ("could",), ("might",))
# Somebody else would like it: "the vendor recommends a restart", "the runbook says to restart it".
_ADVICE = re.compile(
    r"\b(?:recommends?|suggests?|proposes?|advises?|urges?|insists?|"
    r"(?:recommended|suggested|proposed|advised|urged)(?= (?:to|that|we|i|an?|\w+ing)\b)|"
    r"(?:runbook|playbook|vendor|docs?|documentation|manual|wiki|support|assistant|bot|guide|kb|"
    r"article|ticket) (?:says?|wants?|asks?|tells?|talks?)|says to)\b"
)
# What a tool would like to do, where somebody says that it is not done.
_WISHES = re.compile(
    r"\b(?:plan|diff|terraform|tofu|pulumi|preview|tool|controller|operator) "
    r"(?:wants?|wanted|tries|tried|intends|proposes) "
)
_NOT = re.compile(r"\bnot\b|n't\b")
_ALONE = ("by itself", "on its own", "by themselves", "on their own")
_DOERS = frozenset({"i'm", "i'll", "we're", "we'll"})
_LIKE = frozenset({"like"})
_WOULD = frozenset({"i'd", "we'd", "you'd", "they'd", "he'd", "she'd", "one'd"})


def is_imagined(found: Found | None, mood: Mood, lexicon: Lexicon) -> bool:
    """Whether a word of action, or a clause without any, is imagined.

    Args:
        found: The word of action.
        mood: What its clause says.
        lexicon: The words.
    """
    at = found.index if found else len(mood.words)
    form = found.form if found else Form.NOUN
    end = found.end if found else at
    return (
        _weighed(at, mood, lexicon)
        or (form is not Form.NOUN and bool(set(mood.words[:at]) & _OTHERS))
        or _is_subject(at, form, mood)
        or (form is Form.NOUN and _is_told_noun(end, mood, lexicon))
        or _by_itself(at, form, mood)
        or (
            mood.clause.opener in _CONDITIONS
            and not (form is Form.ING and mood.clause.opener in {"after"})
        )
    )


def _weighed(at: int, mood: Mood, lexicon: Lexicon) -> bool:
    """Whether what stands before the word makes it a thought, a wish or somebody's advice."""
    words = mood.words[:at]
    if set(words) & lexicon.language["modal_hypothetical"]:
        return True
    if any(w in _WOULD and not _LIKE & set(words[i + 1 :]) for i, w in enumerate(words)):
        return True
    before = " ".join(words)
    if _MEANT_TO.search(" ".join(words[-5:])) or _MAY.search(before) or _is_wished(at, mood):
        return True
    if has_phrase(before, lexicon.language.phrases["weighing"]):
        return True
    advice = _ADVICE.search(before)
    return advice is not None and not _DOERS & set(before[advice.end() :].split())


def _is_subject(at: int, form: Form, mood: Mood) -> bool:
    """Whether it is what a verb of its own clause is about: "dropping it is risky"."""
    if form is Form.ING and at == 0:
        own = list(takewhile(lambda word: word not in _OPENERS, mood.words[2:]))
        return bool(_FINITE & set(own))
    return (
        form in {Form.PAST, Form.PARTICIPLE}
        and "by" in mood.words[at + 1 : at + 4]
        and bool({"is", "are"} & set(mood.words[:at]))
    )


def _is_told_noun(end: int, mood: Mood, lexicon: Lexicon) -> bool:
    """Whether something is stated of a nominal: "a restart takes a minute", "after the purge"."""
    if mood.clause.opener in {"after", "once"}:
        return True
    if end >= len(mood.words):
        return False
    statement = mood.words[end] in lexicon.language["statements"]
    if statement and not set(mood.words[end + 1 :]) & lexicon.language["underway"]:
        return True
    return mood.words[end : end + 1] in _MIGHT


def _by_itself(at: int, form: Form, mood: Mood) -> bool:
    """Whether it happens by itself: "so the queue empties itself", "they merge by themselves"."""
    after = mood.words[at + 1 :]
    if mood.clause.tone.announced or form not in {Form.THIRD, Form.BASE, Form.NOUN}:
        return False
    if form is Form.THIRD and {"itself", "themselves"} & set(after):
        return True
    return at > 0 and has_phrase(" ".join(after), _ALONE)


def _is_wished(at: int, mood: Mood) -> bool:
    """Whether only a tool wants it: "I'm not applying this, the plan wants to replace two"."""
    if not {"to", "wants", "tries"} & set(mood.words[:at]):
        return False
    wished = _WISHES.search(" ".join(mood.words[:at]))
    return wished is not None and _NOT.search(mood.clause.text.lower()) is not None


__all__ = ["is_imagined"]
