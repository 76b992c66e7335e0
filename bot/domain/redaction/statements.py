"""Secrets in statements of databases and in lines of password files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.domain.redaction.clues import Clues
from bot.domain.redaction.names import Sensitivity, sensitivity
from bot.domain.redaction.spans import Span
from bot.domain.redaction.values import is_literal

# Each pattern has one group, "secret"; its value must be literal.
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        # Statements.
        r"(?i)\bidentified\s{1,4}(?:with\s{1,4}[\w'\"]{1,60}\s{1,4})?(?:by|as)\s{1,4}"
        r"(?:password\s{1,4})?"
        r"['\"](?P<secret>[^'\"]{1,512})['\"]",
        r"(?i)\bidentified\s{1,4}by\s{1,4}(?!values\b|password\b)(?P<secret>[^\s'\";]{1,128})",
        r"(?i)\b(?:password|passphrase|secret)\s{1,4}"
        r"(?:for\s{1,4}[^\s=]{1,100}\s{0,4}=\s{0,4})?(?:[EN]|U&)?'(?P<secret>[^'\n]{1,512})'",
        r"(?i)\bpassword\s{0,3}(?:=\s{0,3})?(?:for\s{1,4}[^\s=]{1,100}\s{0,4}=\s{0,4})?"
        r"(?:old_)?(?:password)?"
        r"\(\s{0,2}['\"](?P<secret>[^'\"\n]{1,256})['\"]",
        r"(?i)\bset\s{1,4}password\s{1,4}for\s{1,4}[^\s=]{1,100}\s{0,4}=\s{0,4}['\"]"
        r"(?P<secret>[^'\"\n]{1,256})['\"]",
        r"(?i)\bpragma\s{1,4}(?:re)?key\s{0,3}=\s{0,3}['\"](?P<secret>[^'\"\n]{1,256})['\"]",
        r"(?i)\b(?:auth|changeUserPassword|createUser"
        r"|loginUser)\(\s{0,2}['\"][^'\"\n]{1,80}['\"]\s{0,2},\s{0,2}"
        r"['\"](?P<secret>[^'\"\n]{1,256})['\"]",
        r"(?i)\bacl\s{1,3}setuser\s[^\n]{0,120}?\s>(?P<secret>[^\s\"']{1,256})",
        r"(?i)\b(?:requirepass|masterauth|masterpass)\s{1,4}[\"']?(?P<secret>[^\s\"']{1,256})",
        r"(?i)\bconvertto-securestring\s{1,3}(?:-string\s{1,3})?['\"]"
        r"(?P<secret>[^'\"\n]{1,256})['\"]",
        r"(?i)\bconn(?:ect)?\s{1,3}\w{1,30}/(?P<secret>[^\s@/]{2,128})@",
        r"(?i)\bconn(?:ect)?\s{1,3}to\s{1,3}[^\s;]{1,80}\s{1,3}user\s{1,3}[^\s;]{1,80}\s{1,3}using\s{1,3}"
        r"[\"']?(?P<secret>[^\s;\"']{1,128})",
        r"(?i)\bsp_(?:addlogin|password)\s{1,4}N?'[^'\n]{0,100}'\s{0,4},\s{0,4}N?'(?P<secret>[^'\n]{1,256})'",
        r"^\s{0,8}AUTH\s{1,4}(?:[A-Za-z]\w{0,40}\s{1,4})?(?P<secret>(?=\S{0,100}\d)\S{4,256})\s{0,4}$",
        r"\bETCDCTL_USER=[\"']?[\w.@\-]{1,60}:(?P<secret>[^\s\"']{1,128})",
        # Network devices.
        r"(?i)\b(?:enable|username\s{1,4}\S{1,60})\s{1,4}(?:privilege\s\d{1,2}\s)?(?:secret|password)\s{1,4}"
        r"(?:\d{1,2}\s{1,4})?(?P<secret>(?=\S{0,100}\d)\S{4,256})",
        r"(?i)\bsnmp-server\s{1,4}community\s{1,4}(?P<secret>\S{2,128})",
        r"(?i)\b(?:(?:radius|tacacs)-server(?:\s{1,4}host\s{1,4}\S{1,80})?|isakmp)\s{1,4}key\s{1,4}(?:\d\s{1,4})?(?P<secret>\S{4,128})",
        # Codes and keys that are handed out in numbers, and codes of a second factor.
        r"(?i)\b(?:unseal|recovery|backup|root|emergency|scratch|one[ -]time|otp|mfa|2fa)[ _-]"
        r"(?:key|code|passcode|token)s?(?:\s?#?\d{1,2})?\s{0,2}[:=]\s{0,4}(?P<secret>(?=\S{0,100}\d)(?![\w\-]{1,40}=\w)[^\s\"']{6,256})",
        r"(?i)--(?:t?otp|mfa|mfa-(?:code|token)|token-code|otp-code|one-time-(?:password|code)|2fa(?:-code)?"
        r"|passcode|pin)[ =][\"']?(?P<secret>\d{4,10})\b",
        # Files: netrc, pgpass, shadow and htpasswd.
        r"(?i)\blogin\s{1,4}[^\s]{1,100}\s{1,4}password\s{1,4}(?P<secret>[^\s]{1,256})",
        r"(?<![^\s\"'])[\w.*\-]{1,200}:(?:\d{2,5}|\*):[\w*\-]{1,64}:[\w*.\-]{1,64}:"
        r"(?P<secret>[^\s:\"']{4,200})(?=$|[\s\"'])",
        r"(?P<secret>\$(?:1|2[abxy]?|5|6|y|apr1|argon2(?:id?|d)|scrypt"
        r"|pbkdf2[\w-]{0,10})\$[\w./$=,+\-]{20,300})",
        r"(?P<secret>\bSCRAM-SHA-256\$\d{3,7}:[\w+/=]{8,64}\$[\w+/=:]{20,200})",
        r"(?i)(?:pass\w{0,10}|token|secret)[-_]?(?:command|cmd|eval)[ =:]{1,3}[\"']?"
        r"(?:echo|printf)\s{1,3}(?P<secret>[^\s\"']{3,200})",
        r"(?i)assword[^\n]{0,40}\bsend(?:\s--)?\s{1,3}[\"{](?P<secret>[^\"\n\\}]{3,128})",
    )
)
_INSERT = re.compile(
    r"(?i)\binsert\s{1,4}into\s{1,4}[\w.`\"]{1,120}\s{0,4}\("
    r"(?P<columns>[^()]{1,1000})\)\s{0,4}values\s{0,4}\((?P<values>[^()]{1,4000})"
)
_SQL_VALUE = re.compile(r"\s*(?:'(?P<secret>[^']*)'|[^,']+)\s*(?:,|$)")
_IN_SECRET = re.compile(r"\"kind\\?\"\s{0,4}:\s{0,4}\\?\"Secret\b|\bpatch\s{1,4}secrets?\b")
_DATA = re.compile(r"\"(?:data|stringData)\\?\"\s{0,4}:\s{0,4}\{(?P<pairs>[^{}]{1,8000})\}")
_JSON_PAIR = re.compile(r"\"[^\"]{1,250}\"\s{0,4}:\s{0,4}\\?\"(?P<secret>[^\"\\]{1,8000})")
CLUES = Clues(
    *r"""
    identified pass assword secret pragma auth user acl conn sp_ enable snmp radius tacacs isakmp
    login token scram insert securestring unseal recovery backup emergency scratch otp mfa 2fa
    [\s_-]key [\s_-]code --pin :(?:\d{2,5}|\*): \$[\w-]+\$
    """.split()
)


def stated(line: str) -> Iterator[Span]:
    """Secrets that the syntax of a statement or of a file gives away in this line."""
    if CLUES.absent_in(line):
        return
    for pattern in _PATTERNS:
        for match in pattern.finditer(line):
            if is_literal(match["secret"]):
                yield Span(*match.span("secret"))
    for insert in _INSERT.finditer(line):
        yield from _inserted(line, insert)
    if _IN_SECRET.search(line):
        for data in _DATA.finditer(line):
            for pair in _JSON_PAIR.finditer(line, *data.span("pairs")):
                yield Span(*pair.span("secret"))


def _inserted(line: str, insert: re.Match[str]) -> Iterator[Span]:
    """The values that go into columns with telling names."""
    columns = [column.strip(' `"\t') for column in insert["columns"].split(",")]
    start, end = insert.span("values")
    for column in columns:
        value = _SQL_VALUE.match(line, start, end)
        if not value or value.end() == start:
            return
        start = value.end()
        if value["secret"] and sensitivity(column) is Sensitivity.ANY:
            yield Span(*value.span("secret"))
