"""Series of games: the next game begins automatically until the series is decided."""

from dataclasses import replace
from datetime import datetime

from bot.services.steps.game_clocks import is_undeliverable
from bot.services.steps.game_start import GameStart, begin_game
from bot.services.values.clocks.due_dates import NEXT_GAME_AFTER, Due
from bot.services.values.games.replay_cache import ruleset_of
from bot.services.values.series import series_score
from bot.services.values.view_builder import seats
from bot.services.values.views import Location, SeriesScore, SeriesState
from bot.store.engine.database import Transaction
from bot.store.tables import clocks, deadlines, games
from bot.store.tables.blocks import PERSON, SERVER
from bot.store.tables.deadlines import Deadline
from bot.store.tables.games import FINISHED, GameRow
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.terms import terms_of


async def plan_next_game(tx: Transaction, game: GameRow, at: datetime) -> None:
    """Plan the next game of a series after one of its games has ended, unless it is decided."""
    score = await score_after(tx, game)
    if score is not None and score.state is SeriesState.GOES_ON:
        await deadlines.put(tx, Due.SERIES, game.id, at + NEXT_GAME_AFTER)


async def begin_planned_game(tx: Transaction, deadline: Deadline, now: datetime) -> None:
    """Begin the next game of a series when it is due; do nothing if the series is over.

    :param deadline: its subject is the id of the game before.
    """
    game = await games.find(tx, deadline.subject)
    if game is not None:
        await begin_next_game(tx, game, now)


async def begin_next_game(tx: Transaction, game: GameRow, now: datetime) -> int | None:
    """Begin the next game of a series, with roles exchanged, and return its number.

    :param game: the finished game before it.
    :returns: None if the series is over, or its next game has already begun.
    """
    score = await score_after(tx, game)
    if score is None or score.state is not SeriesState.GOES_ON:
        return None
    if await games.find_rematch(tx, game.id) is not None:
        return None
    first, second = seats(game)
    start = GameStart(
        ruleset_of(game.game_key, game.rules_version, game.options),
        (second, first),
        terms_of(game, await clocks.find(tx, game.id)),
        Location(game.guild_id, game.channel_id),
        rematch_of=game.id,
        series_of=game.series_of or game.id,
    )
    return await begin_game(tx, start, now)


async def score_after(tx: Transaction, game: GameRow) -> SeriesScore | None:
    """Return the score of a series after one of its games; None for a single or unfinished game."""
    if game.series == 1 or game.status != FINISHED:
        return None
    played = await games.find_series(tx, game.series_of or game.id)
    score = series_score([each for each in played if each.id <= game.id], game.series)
    is_last = played[-1].id == game.id
    if is_last and score.state is SeriesState.GOES_ON and await _is_prevented(tx, game):
        return replace(score, state=SeriesState.STOPPED)
    return score


async def _is_prevented(tx: Transaction, game: GameRow) -> bool:
    """Return whether the players of a game may not begin another one at its location."""
    if DELETED_USER_ID in game.players:
        return True
    for person in game.players:
        if await deadlines.find(tx, Due.DELETION, person) is not None:
            return True
    if await SERVER.among(tx, game.guild_id, game.players):
        return True
    if await PERSON.between(tx, *game.players):
        return True
    return await is_undeliverable(tx, game.guild_id, game.created_at)
