"""The system clock; other modules take a clock as an argument, so that tests can set the time."""

from datetime import UTC, datetime


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)
