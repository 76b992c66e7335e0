"""What an entry lacks before it can be stored, said so that a person can mend it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.domain.action_words import Verb, action_words, tokens_of
from bot.domain.entry import Entry, Scope
from bot.domain.lesson_words import load_words
from bot.domain.naming import environment_in, names_in
from bot.domain.reading.lexicon import Form, Lexicon, load_lexicon
from bot.domain.windows import time_rules

LARGEST_SHARE = 0.2
"""An entry that matches more of the last 30 days' announcements than this is too vague."""
_LONGEST_ACTION = 300
"""Characters; an action is a line."""

_JUDGEMENT = re.compile(
    r"""\b(?:is|are|was|were|can\sbe|seems?|considered)\s(?:always\s|very\s|too\s|really\s|so\s|a\s|an\s)*
        (?:bad|evil|dangerous|risky|harmful|wrong|terrible|awful|scary|forbidden|not\sok|unsafe|stupid
        |bad\sidea|no\sgo|no-go|problem(?:atic)?)\b
      | ^(?:be\scareful|careful|beware|watch\sout|caution|mind|attention)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DENIED = re.compile(
    r"^(?:please\s)?(?:don['’]?t|do\snot|never|no|avoid|must\snot|mustn['’]?t|stop)\s+",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\b(?:it|them|this|that|(?:the|that|this)\s(?:service|system|app|server))\b", re.I
)
_CODE = re.compile(r"`[^`]+`|(?:^|\s)--?\w|[\w-]+=\S|\w\(|;|\|")


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that an entry lacks.

    Attributes:
        key: The field: `action`, `outcome`, `service`, `environment`, `expires`.
        text: What is missing, and how to write it.
        proposal: What the field could say instead, where that can be told.
    """

    key: str
    text: str
    proposal: str | None = None


def missing_parts(
    entry: Entry,
    matches_own_text: bool | None = None,
    share: float | None = None,
    *,
    max_share: float = LARGEST_SHARE,
    lexicon: Lexicon | None = None,
) -> tuple[Gap, ...]:
    """Everything that keeps an entry from being stored; empty if nothing does.

    Args:
        entry: As it would be stored.
        matches_own_text: Whether an announcement in the words of its action matches it; None where
            that was not tried.
        share: Share of the recent announcements that it would have matched, 0 to 1.
        max_share: More than this is too vague.
        lexicon: The words for actions; the built-in ones by default.
    """
    lexicon = lexicon or load_lexicon()
    gaps = [*_action_gaps(entry, lexicon), *_outcome_gaps(entry), *_scope_gaps(entry)]
    if entry.expires is None:
        gaps.append(Gap("expires", "It has no end. Say until when, for example “for 90 days”."))
    if matches_own_text is False and not any(gap.key == "action" for gap in gaps):
        gaps.append(
            Gap(
                "action",
                "An announcement in these very words would not match it. Write it as an agent would"
                " announce it, for example “restart payments-api”.",
                _concrete(entry, lexicon),
            )
        )
    if share is not None and share > max_share:
        gaps.append(
            Gap(
                "action",
                f"It would have matched {share:.0%} of the last 30 days' announcements, more than"
                f" {max_share:.0%}. Say which object, parameter or time makes it dangerous.",
            )
        )
    return tuple(gaps)


def propose(
    entry: Entry,
    *,
    service: str | None = None,
    environment: str | None = None,
    thread: Sequence[str] = (),
    lexicon: Lexicon | None = None,
) -> Entry | None:
    """The nearest concrete form of a vague entry, from what is known around it.

    Args:
        entry: The vague one.
        service: Of the channel.
        environment: Of the channel.
        thread: Texts of the thread, oldest first.
        lexicon: The words for actions; the built-in ones by default.

    Returns:
        The entry with its action, services and environments filled in; None if nothing is known
        that would make it more concrete.
    """
    lexicon = lexicon or load_lexicon()
    environments = lexicon.environments
    named = [name for text in reversed(thread) for name in names_in(text, environments)]
    told = [env for text in reversed(thread) if (env := environment_in(text, environments))]
    scope = Scope(
        _named(entry.scope.services) or _known(named[0] if named else service),
        _named(entry.scope.environments) or _known(told[0] if told else environment),
        entry.scope.windows,
    )
    better = replace(entry, scope=scope)
    if _action_gaps(better, lexicon):
        action = _from_thread(better, thread, lexicon) or _concrete(better, lexicon)
        better = replace(better, action=action) if action else better
    return None if better == entry else better


def _action_gaps(entry: Entry, lexicon: Lexicon) -> list[Gap]:
    action = entry.action.strip()
    if not action:
        return [Gap("action", "Say what was done, for example “restart payments-api”.")]
    if len(action) > _LONGEST_ACTION:
        text = f"The action is {len(action)} characters long. One line: what was done to what."
        return [Gap("action", f"{text} The rest belongs in context.")]
    proposal = _concrete(entry, lexicon)
    if _JUDGEMENT.search(action):
        return [
            Gap("action", "This is a judgement, not an action. Say what to do to what.", proposal)
        ]
    if _DENIED.match(action):
        return [Gap("action", "Write the action itself, without “don't”.", proposal)]
    if _CODE.search(action):
        return []
    if not _verbs(action, lexicon):
        text = "No action is named. Begin with what is done: restart, delete, scale down …"
        return [Gap("action", text, proposal)]
    if not _targets(action, lexicon):
        text = "It does not say what is acted on. Name the service, table, queue or flag."
        return [Gap("action", text, proposal)]
    return []


def _outcome_gaps(entry: Entry) -> list[Gap]:
    outcome = entry.outcome.strip()
    if not outcome:
        return [Gap("outcome", "Say what it led to: that is what people will read at 3 a.m.")]
    vague = load_words("quality")["vague_outcome"]
    words = re.findall(r"[^\W_]+", outcome.lower())
    if words and not any(char.isdigit() for char in outcome) and all(w in vague for w in words):
        text = f"“{outcome}” does not say what happened. What failed, for whom, for how long?"
        return [Gap("outcome", text)]
    return []


def _scope_gaps(entry: Entry) -> list[Gap]:
    gaps = []
    if not _named(entry.scope.services):
        gaps.append(Gap("service", "Name the service it is about, or “*” for all."))
    if not _named(entry.scope.environments):
        gaps.append(Gap("environment", "Name the environment it is about, or “*” for all."))
    return gaps


def _named(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name.strip())


def _known(name: str | None) -> tuple[str, ...]:
    return (name,) if name else ()


def _verbs(action: str, lexicon: Lexicon) -> tuple[Verb, ...]:
    """The actions that a text names, in any language of the lexicon."""
    words = action_words(lexicon)
    tokens = tokens_of(action)
    found = [
        verb for i, token in enumerate(tokens) for verb in words.verbs_of(token, tokens[i + 1 :])
    ]
    if found:
        return tuple(found)
    lowered = action.lower()
    spoken = {token.word for token in tokens}
    for language in lexicon.foreign:
        for form, kinds in language.kinds.items():
            if form in spoken or (language.substring and form in lowered):
                return tuple(Verb(kind, Form.BASE, form) for kind in kinds)
    for runs in lexicon.idioms.values():
        for idiom in runs:
            if " ".join(idiom.tokens) in lowered:
                return (Verb(idiom.kind, Form.BASE, idiom.tokens[0]),)
    return ()


def _targets(action: str, lexicon: Lexicon) -> list[str]:
    """The words that say what is acted on."""
    words = action_words(lexicon)
    generic = load_words("quality")["generic"]
    for rule in reversed(time_rules(action)):
        action = f"{action[: rule.start]} {action[rule.end :]}"
    names = lexicon.environments.names
    tokens = tokens_of(action)
    verb_at = next(
        (t.start for i, t in enumerate(tokens) if words.verbs_of(t, tokens[i + 1 :])), -1
    )
    return [
        token.text
        for token in tokens
        if re.search(r"\w", token.text)
        and token.word not in generic
        and token.word not in names
        and token.start != verb_at
    ]


def _concrete(entry: Entry, lexicon: Lexicon) -> str | None:
    """The action's verb with the service that is known: "restart payments-api"."""
    stripped = _DENIED.sub("", entry.action.strip())
    services = [name for name in _named(entry.scope.services) if name != "*"]
    verbs = _verbs(stripped, lexicon)
    if not verbs:
        return None
    targets = [] if _JUDGEMENT.search(stripped) else _targets(stripped, lexicon)
    if targets and stripped != entry.action.strip():
        return stripped
    if services and not _JUDGEMENT.search(stripped) and _PRONOUN.search(stripped):
        return _PRONOUN.sub(services[0], stripped, count=1)
    return f"{verbs[0].base} {services[0]}" if services else None


def _from_thread(entry: Entry, thread: Sequence[str], lexicon: Lexicon) -> str | None:
    """The same kind of action with the name beside it in the newest text of the thread."""
    kinds = {verb.kind for verb in _verbs(entry.action, lexicon)}
    for text in reversed(thread):
        for verb in _verbs(text, lexicon):
            names = names_in(text, lexicon.environments)
            if names and (verb.kind in kinds or not kinds):
                return f"{verb.base} {names[0]}"
    return None
