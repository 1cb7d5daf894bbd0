"""The kinds of things that become due, and when those of a clock do. Pure."""

from datetime import datetime, timedelta
from enum import StrEnum

from bot.services.clocks.clock import Clock

ASLEEP_AFTER = timedelta(days=30)  # without a move, in a game that no clock drives
CLOSED_AFTER = timedelta(days=7)  # after both were asked
VACATION_LEAD = timedelta(hours=1)  # an automatic vacation begins so long before the fall
REMINDER_PART = 4  # remind when one part of so many is left


class Due(StrEnum):
    """What is due, about a game, about a person, or about a server."""

    REMINDER = "reminder"
    VACATION = "vacation"
    FALL = "fall"
    ASLEEP = "asleep"
    CLOSE = "close"
    STRICT_BACK = "strict-back"
    BACK = "back"
    DIGEST = "digest"
    PURGE = "purge"


CLOCK_DUE = (Due.REMINDER, Due.VACATION, Due.FALL)  # while a clock runs
SLEEP_DUE = (Due.ASLEEP, Due.CLOSE)  # while nobody moves: without a clock, or after its fall
GAME_DUE = CLOCK_DUE + SLEEP_DUE
PERSON_DUE = (Due.STRICT_BACK, Due.BACK, Due.DIGEST)


def clock_deadlines(
    clock: Clock, at: datetime, *, reminded: bool, vacation_refused: bool
) -> dict[str, datetime]:
    """Return what a clock makes due, for a turn whose player has or has not been reminded.

    A game whose clocks stand makes nothing due: the return of its player does.
    """
    end = clock.ends_at
    if end is None:
        return {}
    planned: dict[str, datetime] = {Due.FALL: end}
    if not reminded:
        planned[Due.REMINDER] = end - (end - at) / REMINDER_PART
    if clock.strict and not vacation_refused:
        # whoever has just come back, with less than that left, has half of it to move
        planned[Due.VACATION] = end - min(VACATION_LEAD, (end - at) / 2)
    return planned
