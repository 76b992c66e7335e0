"""Lists of secrets under a plural name: `passwords: [a, b]`, or `tokens:` and lines of items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache

from bot.domain.redaction.clues import Clues
from bot.domain.redaction.names import Sensitivity, sensitivity
from bot.domain.redaction.spans import Span
from bot.domain.redaction.values import is_literal, looks_made_up, looks_random


class Plural(IntEnum):
    """What may stand in a list: nothing secret, generated values, or any word."""

    NONE = 0
    MADE_UP = 1
    ANY = 2


_WORDS_OF = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[^\W\dA-Z_]+|[A-Z]+|\d+")
_PASSWORDS = frozenset(
    """
    passwords passphrases passcodes passwds pwds passwörter passwoerter kennwörter kennwoerter
    contraseñas contrasenas senhas mdps パスワード一覧
    """.split()
)
_OTHERS = frozenset(
    "tokens secrets apikeys credentials creds psks nonces jwts cookies webhooks".split()
)
_CODES_OF = frozenset("recovery backup scratch emergency otp totp mfa one time".split())
_LIST = re.compile(
    r"(?<![\w.\-])[\"']?(?P<name>[^\W\d][\w.\- ]{2,60}?)[\"']?[ \t]{0,3}(?:=>|:=|=|[:：])"
    r"[ \t]{0,8}(?P<open>[\[({])(?P<items>[^\[\](){}]{0,4000})"
)
_OPENING = re.compile(
    r"[ \t>*_#-]{0,12}(?:export |const |let |var |local )?[\"'*_`]{0,3}"
    r"(?P<name>[^\W\d][\w.\- ]{2,60}?)"
    r"[\"'*_`]{0,3}[ \t]{0,3}(?:=>|:=|=|[:：])[*_]{0,2}[ \t]{0,3}[\[(]?[ \t]{0,8}(?:#.{0,80})?"
)
_QUOTED_OR_BARE = re.compile(
    r"(?P<q>[\"'`])(?P<quoted>[^\"'`]{1,512})(?P=q)|(?P<bare>[^\s,\"'`]{1,512})"
)
_ITEM = re.compile(
    r"[ \t>]{0,40}(?:[-*•+][ \t]{1,4}|\d{1,2}[.)][ \t]{1,4})?"
    r"(?:(?P<q>[\"'`])(?P<quoted>[^\"'`]{1,512})(?P=q)|(?P<bare>[^\s,\"'`]{1,512}))"
    r"[ \t]{0,3},?[ \t]{0,8}(?:(?:#|//).{0,80})?"
)
_CLOSING = re.compile(r"[ \t]{0,40}[\])][ \t,;]{0,4}")
_CONSTANT = re.compile(r"[A-Z][A-Z\d]*(?:_[A-Z\d]+)+")
_METHOD = re.compile(
    r"(?i)(?:rsa|dsa|e[cd]dsa|ed25519|x25519|ed448|curve|aes|sha|md5|hmac|chacha|argon|bcrypt|scrypt"
    r"|pbkdf|oauth|oidc|saml|ntlm|tls|p-?\d|[rhep]s\d{3})[\w.\-]*"
)
_SHORTEST = 4
CLUES = Clues("pass", "pwd", "mdp", "token", "secret", "key", "cred", "code", "contrase", "senha",
              "kennw", "psk", "nonce", "jwt", "cookie", "webhook")  # fmt: skip


@lru_cache(maxsize=4096)
def plural(name: str) -> Plural:
    """What a name says about the items of its list.

    Args:
        name: In any spelling: `apiKeys`, `DB_PASSWORDS`, "recovery codes".
    """
    words = [word.casefold() for word in _WORDS_OF.findall(name)]
    if not words:
        return Plural.NONE
    last, before = words[-1], words[:-1]
    if last in _PASSWORDS:
        return Plural.ANY
    if last in _OTHERS or (last == "codes" and _CODES_OF & set(before)):
        return Plural.MADE_UP
    if last == "keys" and before:
        return (
            Plural.MADE_UP if sensitivity(f"{before[-1]}_key") is Sensitivity.ANY else Plural.NONE
        )
    return Plural.NONE


def listed(line: str) -> Iterator[Span]:
    """Secrets in the lists of this line that stand under a plural name."""
    if CLUES.absent_in(line):
        return
    for match in _LIST.finditer(line):
        level = plural(match["name"])
        if not level or (match["open"] == "{" and ":" in match["items"]):
            continue
        for item in _QUOTED_OR_BARE.finditer(line, *match.span("items")):
            group = "quoted" if item["quoted"] is not None else "bare"
            if _is_one(item[group], level):
                yield Span(*item.span(group))


class ItemLines:
    """The list that is open: the lines below a plural name, an item on each."""

    def __init__(self) -> None:
        self._level = Plural.NONE

    def of(self, line: str) -> list[Span]:
        """The secret in this line, if it is an item of the open list; takes the line in."""
        level, self._level = self._level, Plural.NONE
        if level and not line.strip():
            self._level = level
            return []
        item = _ITEM.fullmatch(line) if level else None
        if item is not None and not _CLOSING.fullmatch(line):
            self._level = level
            group = "quoted" if item["quoted"] is not None else "bare"
            return [Span(*item.span(group))] if _is_one(item[group], level) else []
        if len(line) <= _LONGEST_OPENING and (opening := _OPENING.fullmatch(line)):
            self._level = plural(opening["name"])
        return []


_LONGEST_OPENING = 200


def _is_one(value: str, level: Plural) -> bool:
    if not is_literal(value) or _CONSTANT.fullmatch(value) or value.endswith(":"):
        return False
    if _METHOD.fullmatch(value):
        return False
    if level is Plural.ANY:
        return len(value) >= _SHORTEST and " " not in value.strip()
    return looks_made_up(value) or looks_random(value)
