"""Vacations as people ask for them and see them."""

from datetime import UTC, date, datetime, time

from bot.ids import ComponentId
from bot.post import Button, Post
from bot.services.away import Away
from bot.texts import labels
from bot.texts import time as time_texts
from bot.time_errors import CannotBeAway


def day_of(text: str) -> datetime:
    """Read the day of a return: its beginning (UTC).

    :raises CannotBeAway: it is no day.
    """
    try:
        return datetime.combine(date.fromisoformat(text.strip()), time(), UTC)
    except ValueError:
        raise CannotBeAway(time_texts.NOT_A_DAY) from None


def absence(state: Away | None) -> Post:
    """Say whether a person is away, with the button that ends it."""
    if state is None:
        return Post(time_texts.NOT_AWAY)
    said = time_texts.away(state.ends_at, state.strict_ends_at, state.left)
    return Post(said, rows=((Button(ComponentId("back", 0), labels.I_AM_BACK),),))
