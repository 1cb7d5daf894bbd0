"""The present: where the program reads the time of day. All else is told it."""

from datetime import UTC, datetime


def now() -> datetime:
    """Return the present moment, in UTC."""
    return datetime.now(UTC)
