"""The forms that tool grammars have once they are read; see `docs/tools.md` for what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

READ_ONLY_KINDS = frozenset({"inspect", "plan"})
"""Kinds that only look: an action of such a kind is never planned."""


def letters_of(name: str) -> str:
    """A name by its letters and digits alone: `VisibilityTimeout` and `visibility-timeout`."""
    return "".join(c for c in name.lower() if c.isalnum())[:80]


@dataclass(frozen=True, slots=True)
class Rule:
    """What one subcommand of a tool does.

    Attributes:
        words: The positional words of its path; each a set of alternatives.
        flags: Flags that must be there too; each a set of alternatives.
        kind: Kind of action; empty means "a verb of the path says".
        target: Where the target stands: a position after the path ("1"), "last", "none", or
            "resource" (a type and names, or type/name).
        objects: Positions after the path of further things acted on.
        parameters: Name of a parameter -> position after the path.
        with_flags: Flag, or flag=value, -> the kind it turns the action into.
        needs: Flags without which the tool only looks.
        sql: Position after the path of a text in SQL, or 0.
        environment: Position after the path of an environment's name that holds from here on, or 0.
        inner: Position after the path at which another command begins, or 0.
        about: Words for what is acted on, where the tool calls it otherwise than people do.
        minus: Kind where a word behind the path ends in "-": `label node n1 tier-`.
        words_with: Word behind the path -> the kind it turns the action into: `link set eth0 down`.
        script: Position after the path of a script whose calls are those of the tool, or 0.
        shell: Flags whose value is a text for a shell: `ssm send-command --parameters`.
        fed: Kind where what it is done to comes from the input: `xargs redis-cli unlink`.
    """

    words: tuple[frozenset[str], ...]
    flags: tuple[frozenset[str], ...]
    kind: str
    target: str = ""
    objects: tuple[int, ...] = ()
    parameters: Mapping[str, int] = field(default_factory=dict)
    with_flags: Mapping[str, str] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()
    sql: int = 0
    environment: int = 0
    inner: int = 0
    about: tuple[str, ...] = ()
    minus: str = ""
    words_with: Mapping[str, str] = field(default_factory=dict)
    fed: str = ""
    script: int = 0
    shell: tuple[str, ...] = ()


_ONE_DASH = re.compile(r"-(?=.*[aeiouy])[a-z]{4,}(?:[-_.][a-z]+)*|-[a-z]+[-_][a-z-_]+")


def has_one_dash(flags: Iterable[str]) -> bool:
    """Whether long flags stand behind one dash (`-purge`), so that letters are not bundled."""
    return any(_ONE_DASH.fullmatch(flag) for flag in flags)


@dataclass(frozen=True, slots=True)
class Tool:
    """The grammar of one tool; see `docs/tools.md` for each key."""

    name: str
    names: tuple[str, ...]
    values: frozenset[str] = frozenset()
    switches: frozenset[str] = frozenset()
    open_values: bool = False
    fold_case: bool = False
    environment: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    host: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    sql: tuple[str, ...] = ()
    sql_tool: bool = False
    json: tuple[str, ...] = ()
    dry_run: frozenset[str] = frozenset()
    same: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)
    free_order: bool = False
    resources: bool = False
    abbreviations: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    programs: Mapping[str, str] = field(default_factory=dict)
    makes_of: Mapping[str, str] = field(default_factory=dict)
    default: str = ""
    reader: str = ""
    rules: tuple[Rule, ...] = ()
    one_dash: bool = False
    """Whether it has long flags behind one dash (`-purge`), so that it bundles no letters."""

    def takes_value(self, flag: str) -> bool | None:
        """Whether `flag` is followed by its value; None where the grammar does not say."""
        if flag in self.values:
            return True
        return False if flag in self.switches else None


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A program that runs another one.

    Attributes:
        names: Program names.
        values: Flags with a value.
        skip: Positional words before the inner command.
        form: "argv" (the words are the command), "shell" (they are a text for a shell),
            "flag" (a flag's value is a text for a shell), "until" (from a flag up to a terminator).
        flags: For "flag" and "until": those flags.
        host: Whether the skipped word names a host, so a target.
        place: Flags whose value names a host or target.
        assignments: Whether NAME=value words stand before the command.
        optional: Whether the program without a command is fine and means nothing.
        input: Whether it hands on what it reads: the command acts on what the pipe has found.
        does: Flag -> kind of what it does itself, where it runs nothing.
        default: Kind of that without such a flag, or "".
    """

    names: tuple[str, ...]
    values: frozenset[str] = frozenset()
    skip: int = 0
    form: str = "argv"
    flags: frozenset[str] = frozenset()
    host: bool = False
    place: frozenset[str] = frozenset()
    assignments: bool = False
    optional: bool = True
    input: bool = False
    does: Mapping[str, str] = field(default_factory=dict)
    default: str = ""


@dataclass(frozen=True, slots=True)
class HttpRule:
    """What a request to a known path does.

    Attributes:
        methods: The methods it is about; empty means any.
        path: Its segments: fixed ("a|b" are alternatives), "{name}" (one segment), and at the
            beginning "**" (any).
        query: name=value that the query must have, or "".
        kind: Kind of action.
        target: Name of the segment that is the target.
        objects: Words for what is acted on.
        body: Whether the body says what changes.
        documents: For `body`: what its paths mean.
    """

    methods: frozenset[str]
    path: tuple[str, ...]
    kind: str
    target: str = ""
    objects: tuple[str, ...] = ()
    body: bool = False
    query: str = ""
    documents: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)  # by identity: what follows from it is remembered
class Tools:
    """All grammars.

    Attributes:
        by_name: Program name -> its tool.
        wrappers: Program name -> what it does with the command that it runs.
        verbs: A verb as tools spell it -> kind.
        quiet: Programs that only look or print, whatever their arguments.
        words: Named lists that the readers need ("shells", "environment_keys", …): word -> its
            place in the list.
        sql: Phrase at the beginning of a statement, in lower case -> kind.
        sql_alter: Phrase inside ALTER -> kind, and words for what is acted on.
        sql_options: Word inside a statement that looks -> the kind that it makes of it.
        sql_functions: Function in SQL that acts -> kind.
        http: Rules for the paths of known interfaces, most specific first.
        documents: End of a dotted path in a manifest or patch -> kind, or "if true|if false".
        call_names: Name of a tool in a JSON call -> the program, and its first words.
        spoken: A parameter, its letters and digits only -> what people call it.
        verb_ends: A noun of action that counts at the end of an identifier only -> kind.
        states: A state -> the kind that brings it about.
        consoles: Beginning of a line of a console ("FLUSHALL", "CONFIG-SET", "rs.") -> its tool.
        said: Verbs of people, for the operations of tools that are not known -> kind.
        makes_of: A switch -> the word for what it makes of an action: "--full-refresh", "full".
    """

    by_name: Mapping[str, Tool]
    wrappers: Mapping[str, Wrapper]
    verbs: Mapping[str, str]
    quiet: frozenset[str]
    words: Mapping[str, Mapping[str, int]]
    sql: Mapping[str, str]
    sql_functions: Mapping[str, str]
    http: tuple[HttpRule, ...]
    documents: Mapping[str, str]
    call_names: Mapping[str, str] = field(default_factory=dict)
    spoken: Mapping[str, str] = field(default_factory=dict)
    sql_alter: Mapping[str, str] = field(default_factory=dict)
    sql_options: Mapping[str, str] = field(default_factory=dict)
    verb_ends: Mapping[str, str] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)
    consoles: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    makes_of: Mapping[str, str] = field(default_factory=dict)

    def spoken_of(self, parameter: str) -> str:
        """What people call a parameter, or "": by its whole dotted name, or by the end of it."""
        parts = parameter.split(".")
        names = (parameter, ".".join(parts[-2:]), parts[-1], parameter.rsplit("/", 1)[-1])
        return next((words for n in names if (words := self.spoken.get(letters_of(n)))), "")

    def knows(self, program: str) -> bool:
        """Whether `program` (a bare name) is a tool, a wrapper or a quiet program."""
        return program in self.by_name or program in self.wrappers or program in self.quiet
