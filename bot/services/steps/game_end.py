"""End of games, with its consequences; no other module ends a game."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime

from bot.services.steps.game_actions import add_outbox_message
from bot.services.steps.game_clocks import stop_clock
from bot.services.steps.guesses import forget_guesses
from bot.services.steps.league_ends import follow_league_game
from bot.services.steps.manager_invitation import invites_managers
from bot.services.steps.plan_execution import forget_plans
from bot.services.steps.rating_changes import rate_game
from bot.services.steps.series import plan_next_game
from bot.services.steps.standing_offers import free_offers
from bot.services.steps.vacations import stop_using_allowance
from bot.services.steps.watching import tell_watchers
from bot.services.values.view_builder import SERVER_GONE
from bot.store.engine.database import Transaction
from bot.store.tables import games
from bot.store.tables.games import GameRow
from bot.store.tables.outbox_kinds import OutboxKind
from bot.store.tables.payloads import Result

# told of every game that ends, in this order; clocks are locked first everywhere
FOLLOWING: list[Callable[[Transaction, GameRow, datetime], Awaitable[None]]] = [
    stop_clock,
    stop_using_allowance,
    rate_game,
    free_offers,
    plan_next_game,
    follow_league_game,
    tell_watchers,
    forget_guesses,
    forget_plans,
]


async def end_game(
    tx: Transaction, row: GameRow, ending: str, winner_seat: int | None, at: datetime
) -> GameRow:
    """End a game other than by a move, and return its new row.

    :param winner_seat: None for an ending without a winner.
    :raises LostRace: the game has changed since it was read.
    """
    after = await games.finish(tx, row, ending, winner_seat, at)
    await conclude(tx, after, at)
    return after


async def conclude(
    tx: Transaction, row: GameRow, at: datetime, shown: Result | None = None
) -> None:
    """Store the consequences of a game that has just ended, and announce its result.

    :param shown: the data of the result message for a game that ended by a move; else None.
    """
    for follow in FOLLOWING:
        await follow(tx, row, at)
    payload = replace(shown or Result(), invites=await invites_managers(tx, row))
    if row.ending != SERVER_GONE:  # no location is left
        await add_outbox_message(tx, row, OutboxKind.RESULT, at, payload)
