"""Reliability of a person: how many of their last games they did not lose on time."""

from bot.services.steps.rating_changes import is_hidden
from bot.services.values.people.reliability import Reliability
from bot.services.values.view_builder import NO_RESULT, TIMED_OUT
from bot.store.engine.database import Transaction
from bot.store.tables import games_with_people
from bot.store.tables.games_with_people import Counted
from bot.store.tables.players import DELETED_USER_ID

FEWEST_GAMES = 5  # before that, one game says too much
LAST_GAMES = 100
ANSWERED_GAMES = 3  # the latest games, whose turns show how fast a person answers


async def public_reliability(tx: Transaction, user_id: int) -> Reliability | None:
    """Return the reliability that everyone may see; None if hidden, or below `FEWEST_GAMES`."""
    if user_id == DELETED_USER_ID or await is_hidden(tx, user_id):
        return None
    return await reliability_of(tx, user_id)


async def reliability_of(tx: Transaction, user_id: int) -> Reliability | None:
    """Return a person's reliability in their last games; None with fewer than `FEWEST_GAMES`."""
    last = Counted(user_id, NO_RESULT, LAST_GAMES)
    found = await games_with_people.totals(tx, last, TIMED_OUT)
    if found.games < FEWEST_GAMES:
        return None
    latest = Counted(user_id, NO_RESULT, ANSWERED_GAMES)
    answer = await games_with_people.usual_answer(tx, latest)
    return Reliability(found.games - found.late, found.games, answer)
