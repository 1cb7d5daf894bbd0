"""Trouble that a loop meets at each look is told when it begins, now and then, and at its end."""

import logging
import time
from collections.abc import Callable

AGAIN = 300.0  # seconds between lines about trouble that lasts: the log may be on the full disk


class Outage:
    """One kind of trouble in one loop.

    :param what: a sentence without its full stop ("the outbox cannot be read now").
    :param monotonic: returns seconds; they never go back.
    """

    def __init__(
        self, log: logging.Logger, what: str, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._log = log
        self._what = what
        self._monotonic = monotonic
        self._began: float | None = None
        self._told = 0.0

    def met(self, error: BaseException) -> None:
        """Note that a look has failed."""
        now = self._monotonic()
        if self._began is None:
            self._began = now
        elif now - self._told < AGAIN:
            return
        self._told = now
        self._log.warning("%s: %r", self._what, error)

    def over(self) -> None:
        """Note that a look went well."""
        if self._began is not None:
            lasted = self._monotonic() - self._began
            self._log.info("over after %.0f seconds: %s", lasted, self._what)
            self._began = None
