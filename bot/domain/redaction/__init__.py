"""Secrets are removed before anything is stored, logged, indexed or shown.

Formats of vendors' tokens are known by a library; what commands, assignments, headers, addresses
and statements carry is found here. Every pattern is bounded, so that time grows with the input.
"""

from bot.domain.redaction.json_values import redact_json
from bot.domain.redaction.redactor import Redactor, redact, redact_lines
from bot.domain.redaction.spans import MARK

__all__ = ["MARK", "Redactor", "redact", "redact_json", "redact_lines"]
