"""The clock, as the use cases need it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

Clock = Callable[[], datetime]
"""The present moment, aware, in UTC."""
