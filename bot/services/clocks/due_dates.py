"""Kinds of deadlines, and the moments at which those of a clock are due. Pure."""

from datetime import datetime, timedelta
from enum import StrEnum

from bot.services.clocks.clock import Clock

ASLEEP_AFTER = timedelta(days=30)  # without a move, in a game without a running clock
CLOSED_AFTER = timedelta(days=7)  # after both players were asked whether to go on
VACATION_LEAD = timedelta(hours=1)  # an automatic vacation begins this long before a loss on time
REMINDER_PART = 4  # remind when a quarter of the time of a turn is left


class Due(StrEnum):
    """Kind of a deadline; its subject is a game, a person, a server or an offer."""

    REMINDER = "reminder"
    VACATION = "vacation"
    FALL = "fall"
    ASLEEP = "asleep"
    CLOSE = "close"
    STRICT_BACK = "strict-back"
    BACK = "back"
    DIGEST = "digest"
    PURGE = "purge"
    OFFER_EXPIRY = "offer-expiry"
    OFFER_MATCH = "offer-match"
    DAILY = "daily"


CLOCK_DUE = (Due.REMINDER, Due.VACATION, Due.FALL)  # while a clock runs
SLEEP_DUE = (Due.ASLEEP, Due.CLOSE)  # inactivity: without a clock, or after the time has run out
GAME_DUE = CLOCK_DUE + SLEEP_DUE
OFFER_DUE = (Due.OFFER_EXPIRY, Due.OFFER_MATCH)
PERSON_DUE = (Due.STRICT_BACK, Due.BACK, Due.DIGEST)


def clock_deadlines(
    clock: Clock, at: datetime, *, reminded: bool, vacation_refused: bool
) -> dict[str, datetime]:
    """Return the deadlines of a clock as {kind: moment}, none while it is paused.

    :param reminded: the player to move has been reminded in this turn.
    :param vacation_refused: the player to move has declined an automatic vacation in this turn.
    """
    end = clock.ends_at
    if end is None:
        return {}
    planned: dict[str, datetime] = {Due.FALL: end}
    if not reminded:
        planned[Due.REMINDER] = end - (end - at) / REMINDER_PART
    if clock.strict and not vacation_refused:
        # a player who returns with little time left gets half of it to move
        planned[Due.VACATION] = end - min(VACATION_LEAD, (end - at) / 2)
    return planned
