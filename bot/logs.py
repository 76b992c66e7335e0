"""Logging: one stream to stderr, with secrets removed from every event."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

from bot.domain.redaction import redact


def start_logging(level: str = "info", *, as_json: bool = False) -> None:
    """Send structlog's and the libraries' records to stderr.

    Args:
        level: Name of the lowest level that is written.
        as_json: One JSON object a line instead of text.
    """
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _without_secrets,
    ]
    last: Any = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("apscheduler", "alembic", "httpx", "mcp", "uvicorn"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))


def _without_secrets(_logger: Any, _name: str, event: Any) -> Any:
    return {
        key: redact(value) if isinstance(value, str) and not key.startswith("_") else value
        for key, value in event.items()
    }
