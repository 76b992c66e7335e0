"""Secrets in addresses, webhooks, headers and cookies."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from bot.domain.redaction.clues import Clues
from bot.domain.redaction.names import Sensitivity, sensitivity
from bot.domain.redaction.spans import Span
from bot.domain.redaction.values import is_literal, looks_made_up, looks_random

# Each pattern has one group, "secret"; its value must be literal.
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        # Addresses with a password. It may hold an @: the last one before the path counts.
        r"\b[A-Za-z][\w+.\-]{1,30}://[^\s/:@\"'<>]{0,128}:"
        r"(?P<secret>[^\s/\"'<>]{1,256})@(?=[\w\[$.{-])",
        r"\b[A-Za-z][\w+.\-]{1,30}://[^\s/:@\"'<>]{1,128}:"
        r"(?P<secret>(?!\d{1,5}/)[^\s\"'<>@]{1,128})@(?=[\w\[$.{-])",
        r"(?<![\w/])[A-Za-z_]\w{0,30}/\\?\"(?P<secret>[^\"\n]{2,128}?)\\?\"@(?=[\w/(])",
        r"\bjdbc:oracle:[a-z]{2,8}:[\w.$#\-]{1,64}/(?P<secret>[^\s@/\"']{1,128})@",
        # Webhooks: who has the path may post.
        r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?P<secret>[\w/\-]{8,200})",
        r"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{5,25}/(?P<secret>[\w\-]{8,120})",
        r"[\w\-]{1,60}\.webhook\.office\.com/webhookb2/(?P<secret>[\w@/\-]{8,300})",
        r"outlook\.office(?:365)?\.com/webhook/(?P<secret>[\w@/\-]{8,300})",
        r"hooks\.zapier\.com/hooks/(?:catch|standard)/(?P<secret>[\w/]{6,100})",
        r"maker\.ifttt\.com/trigger/[\w\-]{1,60}/(?:json/)?with/key/(?P<secret>[\w\-]{8,80})",
        r"events\.(?:eu\.)?pagerduty\.com/integration/(?P<secret>[\w]{16,64})",
        r"api\.telegram\.org/bot(?P<secret>\d{5,15}:[\w\-]{20,60})",
        r"(?:open\.feishu\.cn|open\.larksuite\.com)/open-apis/bot/v2/hook/(?P<secret>[\w\-]{8,80})",
        r"(?:alert\.victorops\.com|portal\.victorops\.com)/integrations/[\w\-]{2,40}/\d{4,12}/alert/"
        r"(?P<secret>[\w\-]{16,80})",
        r"(?:hc-ping\.com|webhook\.site|nosnch\.in|uptime\.betterstack\.com/api/v\d/heartbeat"
        r"|betteruptime\.com/api/v\d/heartbeat|heartbeat\.uptimerobot\.com|api\.squadcast\.com/v\d/incidents/api"
        r"|cronitor\.link/p|app\.datadoghq\.\w{2,4}/intake/webhook|oncall[\w.\-]{0,60}/integrations/v\d/[\w\-]{2,40}"
        r"|api\.ilert\.com/api/v\d/events/[\w\-]{2,40}|(?:tracker|ingest)\.rootly\.com/webhooks)"
        r"/(?P<secret>[\w\-]{10,120})",
        r"chat\.googleapis\.com/v1/spaces/[\w\-]{4,40}/messages\?key=[\w\-]{8,80}&token=(?P<secret>[\w\-]{8,120})",
        r"/hooks/(?P<secret>[a-z0-9]{26})\b",
        # Headers and challenges.
        r"(?i)\b(?:proxy-)?authorization\b[\"'\\]{0,4}\s{0,3}[:=]>?\s{0,3}[\"'\\]{0,4}(?!digest\b)"
        r"(?:(?:basic|bearer|token|apikey|api-key|digest|negotiate|bot|splunk|genie\s?key|key"
        r"|oauth|api[ _]?token|hmac|aws|signature|ssws|access_token|sso-?key|jwt|mac|hawk"
        r"|ntlm|pve\w{0,12})[ =]{1,3})?"
        r"(?P<secret>[^\s\"'\\]{4,4096})",
        r"(?i)\bbearer\s{1,3}(?P<secret>(?=[\w.~+/=\-]{0,200}\d)[\w.~+/=\-]{12,4096})",
    )
)
_USERINFO = re.compile(r"\b[A-Za-z][\w+.\-]{1,30}://(?P<secret>[^\s/:@\"'<>]{16,256})@(?=[\w\[])")
_SCHEMELESS = re.compile(
    r"(?<![\w/:@.\-])[A-Za-z_]\w{0,30}:(?P<secret>[^\s:@/\"']{4,128})@(?!sha\d)[A-Za-z][\w.\-]{1,100}(?:[:/]|\b)"
)
_PARAMETER = re.compile(r"[?&](?P<name>[A-Za-z][\w\-.\[\]]{0,60})=(?P<secret>[^\s&\"'<>#]{1,4096})")
_PARAMETERS = frozenset(
    "sig signature x-amz-signature x-amz-security-token x-amz-credential x-goog-signature "
    "awsaccesskeyid code auth key hmac ticket sid session jwt assertion access_key".split()
)
_COOKIES = re.compile(
    r"(?i)(?:\b(?P<set>set-)?cookie[\"'\\]{0,3}\s{0,2}[:=]\s{0,2}[\"'\\]{0,3}"
    r"|\bcurl\b[^\r\n|;]{0,300}?\s(?:-b|--cookie)[ =]?[\"']?)"
    r"(?P<pairs>[\w.\-]{1,80}=[^\r\n\"']{1,4096})"
)
_PAIR = re.compile(r"(?P<name>[\w.\-]{1,80})=(?P<secret>[^;\s\"']{1,4096})")
_BASIC = re.compile(r"(?i)\bbasic\s{1,3}(?P<secret>[A-Za-z0-9+/]{6,1024}={0,2})")
CLUES = Clues(
    *r"""
    :// @ [?&] hooks webhook ifttt pagerduty telegram feishu larksuite authorization bearer basic
    cookie curl victorops hc-ping nosnch uptime squadcast cronitor datadoghq oncall ilert rootly
    googleapis
    """.split()
)


def addressed(line: str) -> Iterator[Span]:
    """Secrets in the addresses and headers of this line."""
    if CLUES.absent_in(line):
        return
    for pattern in _PATTERNS:
        for match in pattern.finditer(line):
            if is_literal(match["secret"]):
                yield Span(*match.span("secret"))
    yield from _in_addresses(line)
    yield from _in_cookies(line)
    for match in _BASIC.finditer(line):
        if _is_user_and_password(match["secret"]):
            yield Span(*match.span("secret"))


def _in_addresses(line: str) -> Iterator[Span]:
    for match in _USERINFO.finditer(line):
        if looks_random(match["secret"]):
            yield Span(*match.span("secret"))
    for match in _SCHEMELESS.finditer(line):
        if looks_made_up(match["secret"]):
            yield Span(*match.span("secret"))
    for match in _PARAMETER.finditer(line):
        name, value = match["name"], match["secret"]
        listed = name.casefold() in _PARAMETERS and (
            looks_random(value)
            or (name == "key" and looks_made_up(value, shortest=12))
            or "sig" in name.casefold()
            or name[:2] in ("X-", "x-")
        )
        if is_literal(value) and (listed or sensitivity(name) is Sensitivity.ANY):
            yield Span(*match.span("secret"))


def _in_cookies(line: str) -> Iterator[Span]:
    for cookies in _COOKIES.finditer(line):
        for pair in _PAIR.finditer(line, *cookies.span("pairs")):
            if is_literal(pair["secret"]):
                yield Span(*pair.span("secret"))
            if cookies["set"]:
                break  # what follows are attributes: Path, Max-Age, Domain


def _is_user_and_password(encoded: str) -> bool:
    try:
        decoded = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except binascii.Error:
        return False
    return b":" in decoded and decoded.isascii()
