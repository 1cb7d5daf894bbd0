"""Log of failures in background loops: the first failure, a reminder at intervals, and the end."""

import logging
import time
from collections.abc import Callable

REMINDER_INTERVAL = 300.0  # seconds between reminders, because the log may be on the full disk


class FailureLog:
    """Logger that reports a repeated failure of a background loop once, then at intervals.

    :param what: the message without a full stop ("the outbox cannot be read").
    :param monotonic: returns seconds that never go back.
    """

    def __init__(
        self, log: logging.Logger, what: str, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._log = log
        self._what = what
        self._monotonic = monotonic
        self._began: float | None = None
        self._logged = 0.0

    def failed(self, error: BaseException) -> None:
        """Record a failed round of the loop; log the first failure, then occasional reminders."""
        now = self._monotonic()
        if self._began is None:
            self._began = now
        elif now - self._logged < REMINDER_INTERVAL:
            return
        self._logged = now
        self._log.warning("%s: %r", self._what, error)

    def recovered(self) -> None:
        """Record that a round of the loop succeeded; log the end of an outage."""
        if self._began is not None:
            lasted = self._monotonic() - self._began
            self._log.info("over after %.0f seconds: %s", lasted, self._what)
            self._began = None
