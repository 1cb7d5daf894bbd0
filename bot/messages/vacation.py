"""Vacations: parser for the day of return, and the status message."""

from datetime import date, datetime

from bot.errors.refusals import CannotTakeVacation
from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Button, OutgoingMessage
from bot.services.use_cases.clocks.vacations import Vacation
from bot.services.values.clocks.quiet_hours import start_of_day, zone_of
from bot.words import clocks
from rules.typed_text import plain


def parse_return_day(text: str, zone: str) -> datetime:
    """Parse the day of return as the UTC time at which it begins in a time zone.

    :param text: an ISO date, such as `2030-08-15`.
    :param zone: the name of the time zone, such as `Europe/Berlin`.
    :raises CannotTakeVacation: when the text is no such date.
    """
    try:
        return start_of_day(date.fromisoformat(plain(text)), zone_of(zone))
    except (ValueError, OverflowError):
        raise CannotTakeVacation(clocks.NOT_A_DAY()) from None


def vacation(state: Vacation | None, understood_in: str | None = None) -> OutgoingMessage:
    """Return the status of a person's vacation, with a button to end it.

    :param state: None if the person is not on vacation.
    :param understood_in: the time zone of a day that was just chosen; otherwise None.
    """
    if state is None:
        return OutgoingMessage(clocks.NOT_AWAY())
    if state.automatic:
        text = clocks.away_automatically(state.ends_at, state.left)
    else:
        text = clocks.away(state.ends_at, state.strict_ends_at, state.left)
    if state.plays_in_league:
        text += f"\n{clocks.LEAGUE_GOES_ON()}"
    if understood_in is not None:
        text += f"\n{clocks.understood(understood_in)}"
    return OutgoingMessage(text, rows=((Button(ComponentId("back", 0), clocks.I_AM_BACK()),),))
