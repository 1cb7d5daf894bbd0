"""Kinds of deadlines, and the due dates of a clock's deadlines. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.services.values.clocks.clock import Clock, Pace
from bot.services.values.clocks.quiet_hours import Quiet, quiet_since, quiet_until, zone_of
from bot.store.tables.deadlines import PLANS, BotKind, WallKind

ASLEEP_AFTER = timedelta(days=30)  # without a move, in a game whose clock is not running
NEXT_GAME_AFTER = timedelta(seconds=5)  # in a series, so that the result is posted before it
CLOSED_AFTER = timedelta(days=7)  # after both players were asked whether to continue
VACATION_LEAD = timedelta(hours=1)  # before a loss on time, when an automatic vacation begins
REMINDER_PART = 4  # by default, a reminder comes when a quarter of the turn's time is left
BEFORE_QUIET = timedelta(minutes=15)  # for a reminder that quiet hours would make useless


class BotDue(BotKind):
    """Kind of deadline of a game, an offer or a season that an outage of the bot postpones.

    `FALL` is the end of a player's time, and `VACATION` the earlier start of an automatic vacation.
    `ASLEEP` asks the players of an inactive game whether they want to continue, and `CLOSE` ends
    that game.
    """

    REMINDER = "reminder"
    VACATION = "vacation"
    FALL = "fall"
    ASLEEP = "asleep"
    CLOSE = "close"
    OFFER_EXPIRY = "offer-expiry"
    # of a season
    LEAGUE_START = "league-start"
    LEAGUE_HALF = "league-half"


class Due(WallKind):
    """Kind of deadline of a game, person, server, offer or season that no outage postpones.

    `BACK` is the end of a vacation, and `STRICT_BACK` the end of its allowance for strict games.
    `PURGE` deletes the data of a server that removed the bot. `BOARDS` updates posted clocks after
    an outage; its subject is the last game updated so far.
    """

    STRICT_BACK = "strict-back"
    BACK = "back"
    DIGEST = "digest"
    PURGE = "purge"
    OFFER_MATCH = "offer-match"
    DAILY = "daily"
    WEEK = "week"
    DELETION = "deletion"
    SERIES = "series"
    BOARDS = "boards"
    # of a season whose games are being made
    LEAGUE_GAMES = "league-games"
    PLANS = PLANS


CLOCK_DUE = (BotDue.REMINDER, BotDue.VACATION, BotDue.FALL)  # while a clock is running
SLEEP_DUE = (BotDue.ASLEEP, BotDue.CLOSE)  # inactivity: without a clock, or after time ran out
GAME_DUE = (*CLOCK_DUE, *SLEEP_DUE, Due.PLANS)
LEAGUE_DUE = (BotDue.LEAGUE_START, BotDue.LEAGUE_HALF, Due.LEAGUE_GAMES)
OFFER_DUE = (BotDue.OFFER_EXPIRY, Due.OFFER_MATCH)
PERSON_DUE = (Due.STRICT_BACK, Due.BACK, Due.DIGEST, Due.DELETION)


@dataclass(frozen=True, slots=True)
class ReminderChoice:
    """Lead time of reminders that a person has chosen, and their quiet hours."""

    lead: timedelta
    quiet: Quiet | None
    zone: str


def reminder_at(end: datetime, left: timedelta, choice: ReminderChoice | None) -> datetime:
    """Return when to remind a player of the end of their time.

    By default, it is when a quarter of the time is left. A chosen lead time is used instead if it
    is shorter than `left`; the reminder then comes before quiet hours that would last until the
    end.

    :param left: the player's time at the beginning of the turn.
    """
    if choice is None or choice.lead >= left:
        return end - left / REMINDER_PART
    moment = end - choice.lead
    if choice.quiet is not None:
        zone = zone_of(choice.zone)
        quiet_end = quiet_until(moment, choice.quiet, zone)
        if quiet_end is not None and quiet_end >= end:
            before = quiet_since(moment, choice.quiet, zone) - BEFORE_QUIET
            return before if before > end - left else moment
    return moment


def clock_deadlines(
    clock: Clock,
    at: datetime,
    choice: ReminderChoice | None = None,
    *,
    reminded: bool,
    vacation_refused: bool,
) -> dict[BotKind, datetime]:
    """Return the deadlines of a clock as {kind: moment of wall time}; none while it is paused.

    :param choice: when the player to move wants to be reminded; None for the default.
    :param reminded: the player to move has been reminded in this turn.
    :param vacation_refused: the player to move has declined an automatic vacation in this turn.
    """
    end = clock.ends_at
    if end is None:
        return {}
    planned: dict[BotKind, datetime] = {BotDue.FALL: end}
    if not reminded:
        planned[BotDue.REMINDER] = reminder_at(end, end - at, choice)
    if clock.strict and not vacation_refused and clock.pace is not Pace.SEASON:
        # a player who returns with little time left has half of it to move
        planned[BotDue.VACATION] = end - min(VACATION_LEAD, (end - at) / 2)
    return planned
