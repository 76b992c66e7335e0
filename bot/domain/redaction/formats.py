"""Tokens of vendors, which their own form gives away."""

from __future__ import annotations

import re
from collections.abc import Iterator

import redact_secret

from bot.domain.redaction.clues import Clues
from bot.domain.redaction.spans import Span
from bot.domain.redaction.values import is_literal

# What the library leaves out, or knows only in one exact length.
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
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
        r"(?P<secret>\b(?:pul|lin_api|shpat|shpss|shpca|shppa|dp\.(?:pt|st|sa"
        r"|ct))[-_.][A-Za-z0-9]{20,120}\b)",
        r"(?P<secret>\bkey-[0-9a-f]{32}\b)",
        r"(?P<secret>\b[0-9a-f]{32}-us\d{1,2}\b)",
        r"(?P<secret>\bfo1_[\w\-]{16,120})",
        r"(?P<secret>\bFlyV1 fm[12]_[\w+/=,\-]{20,1000})",
        r"(?P<secret>\b[MNO][A-Za-z\d]{23,27}\.[\w\-]{6}\.[\w\-]{27,40})",
    )
)
CLUES = Clues(
    *r"""
    eyj age-secret-key hv[sbr]\. [sbr]\.[a-z0-9]{24} sg\. a(?:kia|sia|bia|cca) gh[pousr]_
    github_pat gl[a-z]{2,5}- xox xapp [srp]k_(?:live|test) whsec sk- npm_ pypi- dckr_ dop_v1
    aiza ya29 1//0 gocspx gl(?:sa|c)_ hf_ dapi nr[a-z]{2}- atatt3 sk[0-9a-f]{32} atlasv1 pmak
    sntry pul[-_.] lin_api shp dp\. key- [0-9a-f]{32}-us flyv1 fo1_ [mno][a-z\d]{23,27}\.
    """.split()
)
# The library takes the name of a cookie for a part of its secret.
_LEADING_NAME = re.compile(r"[A-Za-z][\w.\-]{0,40}=(?=[^=\s]{4})")


def shaped(line: str) -> Iterator[Span]:
    """Tokens in this line that are known by their form."""
    for span in _known(line):
        value = line[span.start : span.end]
        name = _LEADING_NAME.match(value)
        if is_literal(value):
            yield Span(span.start + (name.end() if name else 0), span.end)
    if CLUES.absent_in(line):
        return
    for pattern in _PATTERNS:
        for match in pattern.finditer(line):
            yield Span(*match.span("secret"))


# The library's time grows with the square of a line: long ones are read in windows that overlap
# by more than the longest token that only the library knows.
_WINDOW = 4096
_OVERLAP = 1024
# Halves of characters, as a cut or bytes that are no UTF-8 leave them: the library takes none.
_HALF = re.compile("[\ud800-\udfff]")


def _known(line: str) -> Iterator[Span]:
    """What the library finds."""
    line = _HALF.sub("\ufffd", line)  # as long as before: the spans stay
    if len(line) <= 2 * _WINDOW:
        for finding in redact_secret.scan(line):
            yield Span(finding.start, finding.end)
        return
    for begin in range(0, len(line), _WINDOW - _OVERLAP):
        for finding in redact_secret.scan(line[begin : begin + _WINDOW]):
            yield Span(begin + finding.start, begin + finding.end)
