"""Values behind a name: variables, flags, keys, parameters, headers, connection strings."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.redaction.clues import Clues
from bot.domain.redaction.names import Sensitivity, sensitivity
from bot.domain.redaction.spans import Span
from bot.domain.redaction.values import (
    is_literal,
    looks_like_name,
    looks_made_up,
    looks_random,
)

_QUOTE = r"\\{0,3}[\"'`]"
_NAMED = re.compile(
    rf"(?<![\w.\-])-{{0,2}}(?P<name>[^\W\d][\w.\-]{{0,80}})(?P<closing>{_QUOTE}\]?|\])?"
    rf"(?P<sign>[ \t]{{0,3}}(?:=>|:=|==?|[:：＝]|(?<=[ \t])(?:->|→)(?=[ \t]))[ \t]{{0,8}})"
    rf"(?:N(?='))?(?P<quote>{_QUOTE})?"
)
_FLAG = re.compile(
    rf"(?<![\w\-])(?:--(?=[\w\-])|-(?=[A-Za-z]+[ \t]))(?P<name>[A-Za-z][\w\-]{{2,50}})"
    rf"(?P<sign>[ \t]{{1,4}}|[\"'],[ \t]{{0,2}}(?=[\"']))(?P<quote>{_QUOTE})?(?=[^\s\-=|;&])"
)
# "the db password is X", "Passwort für admin lautet X", "パスワードは X".
_SAID = re.compile(
    r"(?i)(?P<name>\b(?:pass(?:word|phrase|code|wd|wort)|kennwort|pwd?|(?:api|access"
    r"|secret)[ -]key|"
    r"token|secret|contraseña|clave|senha|mot de passe|mdp)"
    r"|パスワード|暗証番号|密码|密碼|口令|пароль|비밀번호)"
    r"(?P<of>(?:\s(?:for|of|to|on|für|von|de|para|pour|do|da|del|ist|du|des|im|am|in)"
    r"(?:\s(?:the|den|dem|die|das|der|la|el|le|los|las|les|o|a|my|our|this|that))?\s[\w@.-]{1,40}){0,2}"
    r"(?:\s(?!is\b|was\b|ist\b|war\b|es\b|est\b|é\b)[\w@.-]{1,30})?)"
    r"(?:\s(?:is|was|ist|lautet|war|es|est|é|era|->|→|=>)(?: now| jetzt| ahora| set to)?\s?:?\s"
    r"|\s{0,2}[:：]\s{0,2}|は\s?|\s(?=[\"'`]))(?P<quote>[\"'`])?"
)
# "root pw X", "creds: admin / X"; and "config set NAME X".
_BESIDE = re.compile(
    r"(?i)(?:\b(?:pass(?:word|phrase|wort)|kennwort|pwd?|pass|contraseña|senha|пароль)[ \t]{1,3}|"
    r"\b(?:creds?|credentials|login|logins|zugangsdaten)\b"
    r"(?: \w{1,20}){0,2}[:=]?[ \t]{1,3}[\w.@\-]{1,40}[ \t]?/[ \t]?)"
    r"(?P<quote>[\"'`])?(?=[^\s/])"
)
_SET = re.compile(
    r"\bset[ \t]{1,3}(?:--[\w\-]{1,30}[ \t]{1,3}){0,2}(?:[^\s=:]{0,120}:)?"
    r"(?P<name>[\w.\-]{1,80})[ \t]{1,3}(?P<quote>[\"'])?"
)
_IN_PROSE = (_SAID, _BESIDE, _SET)
CLUES_OF_PROSE = Clues(
    *r"""
    pass kennwort pw [-\s]key token secret clave senha mdp cred login zugangsdaten set\s
    """.split()
)
CLUES_OF_NAMED = Clues("[=:]", "->")
_USER = re.compile(r"[\w.@\-]{1,60}:(?=.)")
_INNER_NAME = re.compile(r"\w+=\w")
_HALF_TELLING = re.compile(
    r"(?i)(?:^|[_.\-])(?:secret|pass|pw|auth|otp|clave|psk|creds|credentials?)$"
)
_BARE = re.compile(r"[^\s\"'`,;&|<>]+")
_GLUED = re.compile(r"[^\W_][^\s\"'`,;&|<>()\]}]{3,4096}")
_CONCATENATED = re.compile(
    r"(?:'[^'\n]{0,512}'|\"[^\"\n]{0,512}\"|(?<=[\"'])[\w@%+!#^~/.-]{1,512}(?=[\"']|\s|$|[;&|)]))+"
)
"""What the shell joins to a value: `'a'b"c"`."""
_WHOLE_WORD = re.compile(r"[^\s\"'`;&|<>]+")
_PROSE_WORD = re.compile(
    r"[^\s\"'`<>]{1,200}(?<![,.;:!?)\]}。、])|[^\s\"'`<>,;]{1,200}(?=[,;.:]?(?:\s|$))"
)
_ADDRESS = re.compile(r"[\w.\-]{1,60}:[^\s@]{1,128}@[\w(\[]")
_EMPTY = re.compile(r"=[ \t]+$")
_LONGEST = 4096
_ARN = 200
_RESOURCE_NAME = re.compile(r"[\w:/.*+=@\-]*")
_OPENERS = {")": "(", "]": "[", "}": "{", "\\": "\n"}


def assigned(line: str) -> Iterator[Span]:
    """Secrets that are assigned to a telling name in this line."""
    if not CLUES_OF_NAMED.absent_in(line):
        yield from _to_names(line)
    for match in _FLAG.finditer(line):
        level = sensitivity(match["name"])
        if level:
            yield from _flag_value(line, match, level)
    if not CLUES_OF_PROSE.absent_in(line):
        yield from _told(line)


def _to_names(line: str) -> Iterator[Span]:
    done = 0
    for match in _NAMED.finditer(line):
        level = sensitivity(match["name"]) if match.start() >= done else Sensitivity.NONE
        if level and not _in_resource_name(line, match.start()):
            for value in _value_of(line, match, level):
                done = value.end  # a name within a value that is gone needs no second look
                yield value


def _told(line: str) -> Iterator[Span]:
    for pattern in _IN_PROSE:
        for match in pattern.finditer(line):
            if pattern is _SET and sensitivity(match["name"]) is not Sensitivity.ANY:
                continue
            if pattern is _SAID and _in_resource_name(line, match.start()):
                continue
            span = _said_value(line, match.end(), match["quote"])
            if span and looks_made_up(line[span.start : span.end]):
                yield span


def _in_resource_name(line: str, at: int) -> bool:
    """Whether the name is a part of an ARN or URN: `arn:aws:secretsmanager:…:secret:NAME`."""
    begin = max(line.rfind(head, max(0, at - _ARN), at) for head in ("arn:", "urn:"))
    return begin >= 0 and _RESOURCE_NAME.fullmatch(line, begin, at) is not None


def value_span(line: str, start: int, quote: str | None, *, whole: bool = False) -> Span | None:
    """The value that starts here: up to its closing quote, else up to the end of the word.

    Args:
        line: The line.
        start: Where the value starts, behind its opening quote.
        quote: The opening quote with its escapes, or None.
        whole: Whether a comma belongs to an unquoted value.
    """
    if quote:
        end = line.find(quote, start, start + _LONGEST)
        if end == start and (glued := _GLUED.match(line, end + len(quote))):
            return Span(*glued.span())  # `PGPASSWORD=""hunter2`
        if end >= 0:
            return Span(start, end)
    match = (_WHOLE_WORD if whole else _BARE).match(line, start)
    if not match:
        return None
    end = match.end()
    while (
        end > start and line[end - 1] in _OPENERS and _OPENERS[line[end - 1]] not in line[start:end]
    ):
        end -= 1
    return Span(start, end)


def _said_value(line: str, start: int, quote: str | None) -> Span | None:
    """The value that starts here in prose, where a word may hold any sign and ends in none."""
    word = None if quote else _PROSE_WORD.match(line, start)
    return Span(start, word.end()) if word else value_span(line, start, quote)


def _value_of(line: str, match: re.Match[str], level: Sensitivity) -> Iterator[Span]:
    name, sign = match["name"], match["sign"]
    shell = sign == "=" and "." not in name
    span = value_span(line, match.end(), match["quote"], whole=shell)
    if not span:
        return
    if shell and not match["closing"]:
        span = _with_joined(line, span, match["quote"])
    value = line[span.start : span.end]
    if len(value) > _LONGEST:
        yield span  # nobody's variable is that long, and reading it again and again would take long
        return
    if not is_literal(value) or (level is Sensitivity.IF_RANDOM and not _telling(name, value)):
        return
    if level is Sensitivity.IF_RANDOM and _ADDRESS.match(value):
        return  # only the password in it is secret, and found as such
    if _EMPTY.match(sign) and not match["quote"] and not looks_made_up(value):
        return  # `PASSWORD= command`: nothing is assigned
    if match["quote"] or match["closing"] or "=" in sign or not sign[-1].isspace():
        if not _is_code(line, match, value):
            yield span
        return
    rest = line[span.end :].strip(" \t.,;)]}\"'")
    if looks_made_up(value) or (not rest or rest.startswith(("#", "//"))):
        yield span


def _with_joined(line: str, span: Span, quote: str | None) -> Span:
    """A value with what the shell joins to it without a space: `'a'b`, `a'b'`."""
    end = span.end
    if quote is not None:
        if len(quote) > 1 or line[end : end + 1] != quote:
            return span
        end += 1
    joined = _CONCATENATED.match(line, end)
    if joined is None or not joined.group().strip("\"'"):
        return span
    return Span(span.start, joined.end() - (joined.group()[-1] in "\"'"))


def _telling(name: str, value: str) -> bool:
    """Whether a value under a half-telling name is a secret: `SECRET`, `auth`, `key`."""
    if _HALF_TELLING.search(name):
        listed = looks_like_name(value) and re.search(r"[-./:_]", value)
        return looks_made_up(value, shortest=4) and not listed and not _INNER_NAME.match(value)
    return looks_random(value)


def _is_code(line: str, match: re.Match[str], value: str) -> bool:
    """Comparisons and type hints of source text: `password == other`, `token: str`."""
    return match["sign"].strip() == "==" or (
        line[match.end() : match.end() + 1] == "=" and not match["quote"] and value.startswith("=")
    )


def _flag_value(line: str, match: re.Match[str], level: Sensitivity) -> Iterator[Span]:
    span = value_span(line, match.end(), match["quote"], whole=True)
    if not span:
        return
    value = line[span.start : span.end]
    if level is Sensitivity.IF_RANDOM and not _telling(match["name"], value):
        return
    if "," in match["sign"] and not looks_made_up(value):
        return  # `option("--token", "token")` declares a flag; a list of words gives one
    user = _USER.match(value) if match["name"].casefold().endswith("auth") else None
    if is_literal(value) and not value.startswith("-"):
        yield Span(span.start + (user.end() if user else 0), span.end)
