"""Secrets that a sentence names as the new or the present one: "rotating the token to X"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.redaction.clues import Clues
from bot.domain.redaction.names import Sensitivity, sensitivity
from bot.domain.redaction.spans import Span
from bot.domain.redaction.values import looks_made_up

_KIND = (
    r"(?:pass(?:word|phrase|code|wd)|pwd?|token|secret|(?:api|access|secret|signing|encryption)"
    r"[ -]key|credentials?|creds)"
)
_VERB = (
    r"(?:set|setting|sets|chang(?:e|es|ed|ing)|updat(?:e|es|ed|ing)|rotat(?:e|es|ed|ing)"
    r"|re-?set(?:s|ting)?|replac(?:e|es|ed|ing)|swap(?:s|ped|ping)?|exchang(?:e|es|ed|ing)"
    r"|switch(?:es|ed|ing)?|roll(?:s|ed|ing)?|mov(?:e|es|ed|ing)|put(?:s|ting)?|mak(?:e|es|ing))"
)
_VALUE = (
    r"(?P<quote>[\"'`])?(?P<secret>[^\s\"'`<>,;]{6,200}?)"
    r"(?(quote)(?P=quote)|(?=[.,;:!?\)]*(?:\s|$)))"
)
# "set the secret DB_PASSWORD to X", "rotating the token of payments to X", "swap the key for X".
_RENEWED = re.compile(
    rf"(?i)\b(?P<verb>{_VERB})\b(?P<between>[^\n.;|]{{0,60}}?)\b(?P<kind>{_KIND})\b"
    rf"(?P<what>(?:[ \t](?!(?:to|with|for|of|on|in|from|by)\b)[\w.@\-]{{1,60}}){{0,3}})"
    rf"(?P<of>(?:[ \t](?:for|of|on|in|from)(?:[ \t][\w.@:\-]{{1,60}}){{1,4}}?){{0,2}})"
    rf"[ \t](?P<by>to|with|for|into|→|->)"
    rf"(?:[ \t](?:be|the (?:new|value|new value)|now))?:?[ \t]{_VALUE}"
)
# "X is the new password", "we now use X as the admin token".
_NAMED_AFTER = re.compile(
    rf"(?i)(?<![^\s\(\"'`])"
    rf"(?P<quote>[\"'`])?(?P<secret>[^\s\"'`<>,;()]{{6,200}})(?(quote)(?P=quote))"
    rf"[ \t](?:is|was|will be|as)[ \t](?:the|our|its|my|their|a)"
    rf"(?:[ \t](?:new|old|current|root|admin|db|database|temporary|initial|shared|master|real))"
    rf"{{0,3}}"
    rf"[ \t](?P<kind>{_KIND})(?P<what>(?:[ \t][\w\-]{{1,30}})?)"
)
# "das Passwort auf X gesetzt", "cambié la contraseña a X", "mot de passe changé en X".
_ELSEWHERE = re.compile(
    rf"(?i)\b(?P<kind>passwor[dt]|kennwort|token|contraseña|clave|mot de passe|mdp|senha|secret)\b"
    rf"(?P<what>)(?:\s(?!auf\b|zu\b|a\b|en\b|à\b|para\b|por\b|par\b)[\w@.\-]{{1,40}}){{0,5}}"
    rf"\s(?:auf|zu|a|en|à|para|por|par)\s{_VALUE}"
)
# What a secret may be changed to that is none: a method, a version, a length of time.
_NONE = re.compile(
    r"(?i)(?:argon|bcrypt|scrypt|pbkdf|sha|md5|rsa|aes|ed25519|e[cd]dsa|chacha|x25519|[rhep]s(?:256|384|512)"
    r"|oauth|oidc|saml|ipv[46]|base(?:32|64)|k8s|v\d|kms|ssm|\d+(?:[a-z]{1,3}|bits?|chars?|days?|hours?)?$)"
)
_ROLE = re.compile(r"[a-z]{2,20}\d{1,3}")
_ANY_SIGN = re.compile(r"[a-z]+(?:[-_][a-z]+)+")
CLUES = Clues(
    "kennwort",
    "contrase",
    "clave",
    "mot de",
    "mdp",
    "senha",
    r"pass(?:wor|phrase|code|wd)",
    r"\bpw",
    "token",
    "secret",
    r"[\s-]key",
    "cred",
)


def renewed(line: str) -> Iterator[Span]:
    """Secrets in this line that it calls a new, a former or the present one."""
    if CLUES.absent_in(line):
        return
    for match in _RENEWED.finditer(line):
        if match["by"].lower() == "for" and match["verb"][:4].lower() not in ("swap", "exch"):
            continue
        if _is_about_secrets(match["kind"], match["what"]) and _is_one(match["secret"]):
            yield Span(*match.span("secret"))
    for match in (*_ELSEWHERE.finditer(line), *_NAMED_AFTER.finditer(line)):
        if _is_about_secrets(match["kind"], match["what"]) and _is_one(match["secret"]):
            yield Span(*match.span("secret"))


def _is_about_secrets(kind: str, what: str) -> bool:
    """Whether it is the secret itself, not its hash, its lifetime or its store."""
    return sensitivity(f"{kind} {what}".rstrip()) is not Sensitivity.NONE


def _is_one(value: str) -> bool:
    """Whether a word is a secret; the name of a host or of a method with a number is none."""
    return (
        looks_made_up(value)
        and not _NONE.match(value)
        and not _ROLE.fullmatch(value)
        and not _ANY_SIGN.fullmatch(value)
    )
