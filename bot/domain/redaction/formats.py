"""Secrets that are known by their own form or by the syntax around them."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

import redact_secret

from bot.domain.redaction.names import sensitivity
from bot.domain.redaction.spans import Span
from bot.domain.redaction.values import is_literal, looks_random

# Each pattern has one group, "secret"; its value must be literal.
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        # Addresses with a password; a password may hold an @, so the last one before the path counts.
        r"\b[A-Za-z][\w+.\-]{1,30}://[^\s/:@\"'<>]{0,128}:(?P<secret>[^\s/\"'<>]{1,256})@(?=[\w\[$.{-])",
        r"\b[A-Za-z][\w+.\-]{1,30}://[^\s/:@\"'<>]{1,128}:(?P<secret>(?!\d{1,5}/)[^\s\"'<>@]{1,128})@(?=[\w\[$.{-])",
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
        r"/hooks/(?P<secret>[a-z0-9]{26})\b",
        # Headers and challenges.
        r"(?i)\b(?:proxy-)?authorization\b[\"'\\]{0,4}\s{0,3}[:=]>?\s{0,3}[\"'\\]{0,4}"
        r"(?:(?:basic|bearer|token|apikey|api-key|digest|negotiate|bot|splunk|genie\s?key|key|ntlm|pve\w{0,12})[ =]{1,3})?"
        r"(?P<secret>[^\s\"'\\]{4,4096})",
        r"(?i)\bbearer\s{1,3}(?P<secret>(?=[\w.~+/=\-]{0,200}\d)[\w.~+/=\-]{12,4096})",
        # Statements.
        r"(?i)\bidentified\s{1,4}(?:with\s{1,4}[\w'\"]{1,60}\s{1,4})?(?:by|as)\s{1,4}(?:password\s{1,4})?"
        r"['\"](?P<secret>[^'\"]{1,512})['\"]",
        r"(?i)\bidentified\s{1,4}by\s{1,4}(?!values\b|password\b)(?P<secret>[^\s'\";]{1,128})",
        r"(?i)\b(?:password|passphrase|secret)\s{1,4}(?:for\s{1,4}[^\s=]{1,100}\s{0,4}=\s{0,4})?'(?P<secret>[^'\n]{1,512})'",
        r"(?i)\bpassword\s{0,3}(?:=\s{0,3})?(?:for\s{1,4}[^\s=]{1,100}\s{0,4}=\s{0,4})?(?:old_)?(?:password)?"
        r"\(\s{0,2}['\"](?P<secret>[^'\"\n]{1,256})['\"]",
        r"(?i)\bset\s{1,4}password\s{1,4}for\s{1,4}[^\s=]{1,100}\s{0,4}=\s{0,4}['\"](?P<secret>[^'\"\n]{1,256})['\"]",
        r"(?i)\bpragma\s{1,4}(?:re)?key\s{0,3}=\s{0,3}['\"](?P<secret>[^'\"\n]{1,256})['\"]",
        r"(?i)\b(?:auth|changeUserPassword|createUser|loginUser)\(\s{0,2}['\"][^'\"\n]{1,80}['\"]\s{0,2},\s{0,2}"
        r"['\"](?P<secret>[^'\"\n]{1,256})['\"]",
        r"(?i)\bacl\s{1,3}setuser\s[^\n]{0,120}?\s>(?P<secret>[^\s\"']{1,256})",
        r"(?i)\b(?:requirepass|masterauth|masterpass)\s{1,4}[\"']?(?P<secret>[^\s\"']{1,256})",
        r"(?i)\bconvertto-securestring\s{1,3}(?:-string\s{1,3})?['\"](?P<secret>[^'\"\n]{1,256})['\"]",
        # Files: netrc, pgpass, shadow and htpasswd.
        r"(?i)\blogin\s{1,4}[^\s]{1,100}\s{1,4}password\s{1,4}(?P<secret>[^\s]{1,256})",
        r"(?m)^[\w.*\-]{1,200}:(?:\d{2,5}|\*):[\w*\-]{1,64}:[\w*.\-]{1,64}:(?P<secret>[^\s:]{4,200})$",
        r"(?P<secret>\$(?:1|2[abxy]?|5|6|y|apr1|argon2(?:id?|d)|scrypt|pbkdf2[\w-]{0,10})\$[\w./$=,+\-]{20,300})",
        r"(?P<secret>\bSCRAM-SHA-256\$\d{3,7}:[\w+/=]{8,64}\$[\w+/=:]{20,200})",
        r"(?i)assword[^\n]{0,40}\bsend(?:\s--)?\s{1,3}[\"{](?P<secret>[^\"\n\\}]{3,128})",
        # Formats that the library leaves out.
        r"(?P<secret>\beyJ[\w\-]{8,4096}\.[\w\-]{4,4096}(?:\.[\w\-]{0,2048})?)",
        r"(?P<secret>\bAGE-SECRET-KEY-1[0-9A-Z]{40,70})",
        r"(?P<secret>\b(?:hvs|hvb|hvr)\.[\w\-]{8,200})",
        r"(?P<secret>\b(?:s|b|r)\.[A-Za-z0-9]{24}\b)",
        r"(?P<secret>\bSG\.[\w\-]{16,32}\.[\w\-]{16,64})",
        r"(?P<secret>\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b)",
        r"(?P<secret>\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{20,255}\b)",
        r"(?P<secret>\bgithub_pat_[A-Za-z0-9_]{20,255}\b)",
        r"(?P<secret>\bgl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|imt|ffct|oas)-[\w\-.]{16,300})",
        r"(?P<secret>\bxox[a-z](?:\.xox[a-z])?-[\w\-]{8,300})",
        r"(?P<secret>\bxapp-\d-[\w\-]{8,300})",
        r"(?P<secret>\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{8,250}\b)",
        r"(?P<secret>\bwhsec_[A-Za-z0-9+/=]{16,100})",
        r"(?P<secret>\bsk-(?:ant-|proj-|svcacct-|admin-|or-v1-)?[\w\-]{16,250})",
        r"(?P<secret>\b(?:npm|pnpm)_[A-Za-z0-9]{20,100}\b)",
        r"(?P<secret>\bpypi-[\w\-]{16,500})",
        r"(?P<secret>\bdckr_(?:pat|oat)_[\w\-]{16,100})",
        r"(?P<secret>\bdop_v1_[0-9a-f]{32,80}\b)",
        r"(?P<secret>\bAIza[\w\-]{30,45})",
        r"(?P<secret>\bya29\.[\w\-]{16,300})",
        r"(?P<secret>\b1//0[\w\-]{20,200})",
        r"(?P<secret>\bGOCSPX-[\w\-]{16,60})",
        r"(?P<secret>\b(?:glsa|glc)_[\w=+/\-]{20,300})",
        r"(?P<secret>\bhf_[A-Za-z0-9]{20,60}\b)",
        r"(?P<secret>\bdapi[0-9a-f]{28,40}(?:-\d)?\b)",
        r"(?P<secret>\bNR(?:AK|AL|II|IQ|JS|RA)-[\w]{16,60})",
        r"(?P<secret>\bATATT3[\w=\-]{20,250})",
        r"(?P<secret>\bSK[0-9a-f]{32}\b)",
        r"(?P<secret>\b[\w\-]{14}\.atlasv1\.[\w\-]{20,100})",
        r"(?P<secret>\bPMAK-[0-9a-f]{24}-[0-9a-f]{20,40}\b)",
        r"(?P<secret>\b(?:sntrys|sntryu)_[\w=+/\-]{20,400})",
        r"(?P<secret>\b(?:pul|lin_api|shpat|shpss|shpca|shppa|dp\.(?:pt|st|sa|ct))[-_.][A-Za-z0-9]{20,120}\b)",
        r"(?P<secret>\bkey-[0-9a-f]{32}\b)",
        r"(?P<secret>\b[0-9a-f]{32}-us\d{1,2}\b)",
        r"(?P<secret>\bFlyV1 fm[12]_[\w+/=,\-]{20,1000})",
        r"(?P<secret>\b[MNO][A-Za-z\d]{23,27}\.[\w\-]{6}\.[\w\-]{27,40})",
    )
)
_USERINFO = re.compile(r"\b[A-Za-z][\w+.\-]{1,30}://(?P<secret>[^\s/:@\"'<>]{16,256})@(?=[\w\[])")
_PARAMETER = re.compile(r"[?&](?P<name>[A-Za-z][\w\-.\[\]]{0,60})=(?P<secret>[^\s&\"'<>#]{1,4096})")
_PARAMETERS = frozenset(
    "sig signature x-amz-signature x-amz-security-token x-amz-credential x-goog-signature "
    "awsaccesskeyid code auth key hmac ticket sid session jwt assertion access_key".split()
)
_COOKIES = re.compile(
    r"(?i)(?:\b(?P<set>set-)?cookie[\"'\\]{0,3}\s{0,2}[:=]\s{0,2}[\"'\\]{0,3}|\s(?:-b|--cookie)[ =][\"']?)"
    r"(?P<pairs>[\w.\-]{1,80}=[^\r\n\"']{1,4096})"
)
_PAIR = re.compile(r"(?P<name>[\w.\-]{1,80})=(?P<secret>[^;\s\"']{1,4096})")
_BASIC = re.compile(r"(?i)\bbasic\s{1,3}(?P<secret>[A-Za-z0-9+/]{6,1024}={0,2})")


def shaped(line: str) -> Iterator[Span]:
    """Secrets in this line that their own form, or the syntax around them, gives away."""
    for finding in redact_secret.scan(line):
        if not _is_about(line[finding.start : finding.end]):
            yield Span(finding.start, finding.end)
    for pattern in _PATTERNS:
        for match in pattern.finditer(line):
            if is_literal(match["secret"]):
                yield Span(*match.span("secret"))
    yield from _in_addresses(line)
    yield from _in_cookies(line)
    for match in _BASIC.finditer(line):
        if _is_user_and_password(match["secret"]):
            yield Span(*match.span("secret"))


def _is_about(value: str) -> bool:
    return not is_literal(value)


def _in_addresses(line: str) -> Iterator[Span]:
    for match in _USERINFO.finditer(line):
        if looks_random(match["secret"]):
            yield Span(*match.span("secret"))
    for match in _PARAMETER.finditer(line):
        name, value = match["name"], match["secret"]
        listed = name.casefold() in _PARAMETERS and (
            looks_random(value) or "sig" in name.casefold() or name[:2] in ("X-", "x-")
        )
        if is_literal(value) and (listed or sensitivity(name) == 2):
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
