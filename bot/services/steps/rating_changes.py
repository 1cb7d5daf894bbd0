"""Rating changes in the transaction that ends a game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from bot.services.values.people.personal_settings import with_defaults
from bot.services.values.ratings.conditions import (
    RatingReason,
    is_even,
    is_left_early,
    rating_reason,
)
from bot.services.values.ratings.glicko2 import Rating, expected_score
from bot.services.values.ratings.standings import Standing, after_game, score_of
from bot.services.values.view_builder import NO_RESULT, TIMED_OUT
from bot.services.values.views import RatingChange, RatingNumbers
from bot.store.engine.database import Transaction
from bot.store.tables import players, ratings
from bot.store.tables.games import GameRow
from bot.store.tables.players import DELETED_USER_ID
from bot.store.tables.ratings import EventRow, NewEvent, RatingRow

# of the events that decide whether a loss on time is repeated
PLAYED_TO_THE_END = (RatingReason.RESULT, RatingReason.TIME, RatingReason.REPEATED_TIME)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """Game to rate, from the point of view of one player.

    :ivar score: 1 for a win, 0.5 for a draw, 0 for a loss.
    """

    game_id: int
    game_key: str
    seat: int
    user_id: int
    score: float


async def rate_game(tx: Transaction, game: GameRow, at: datetime) -> None:
    """Update the ratings of a game's players, once, if the game is over and rated.

    A practice game changes only the rating of the engine's level.
    """
    if game.ending is None or game.ending in NO_RESULT:
        return
    if game.engine_seat is not None:
        if _rates_level(game):
            await _rate(tx, game, (game.engine_seat,), RatingReason.RESULT, at)
    elif game.rated:
        reason = rating_reason(game.ending, game.turn, repeated=await _is_repeated(tx, game))
        await _rate(tx, game, (0, 1), reason, at)


async def rating_changes(tx: Transaction, game: GameRow) -> tuple[RatingChange, ...]:
    """Return a game's rating changes by seat; empty if it is not rated.

    If a player hides their ratings, the changes of both players have no numbers.
    """
    if not game.rated:
        return ()
    # a deleted person may have hidden them
    hiding = {DELETED_USER_ID, *await ratings.find_hiding(tx, game.game_key, game.players)}
    return tuple(
        RatingChange(
            event.reason,
            RatingReason(event.reason).counts,
            event.score,
            game.players[event.seat] in hiding,
            None if hiding.intersection(game.players) else _numbers(event),
        )
        for event in await ratings.find_events(tx, game.id)
    )


def _numbers(event: EventRow) -> RatingNumbers:
    own = Rating(event.old_value, event.old_deviation, event.old_volatility)
    opponent = Rating(event.opponent_value, event.opponent_deviation)
    expected = expected_score(own, opponent)
    return RatingNumbers(event.old_value, event.new_value, event.new_deviation, expected)


def standing_of(row: RatingRow) -> Standing:
    """Return a stored rating as a standing: rating, number of games, time of the last game."""
    return Standing(Rating(row.value, row.deviation, row.volatility), row.games, row.changed_at)


def with_standing(row: RatingRow, standing: Standing) -> RatingRow:
    """Return a stored rating with another standing; hidden players and the engine are unlisted."""
    return replace(
        row,
        value=standing.rating.value,
        deviation=standing.rating.deviation,
        volatility=standing.rating.volatility,
        games=standing.games,
        changed_at=standing.changed_at,
        listed_until=None if row.hidden or row.user_id < 0 else standing.listed_until,
    )


def new_row(game_key: str, user_id: int, *, hidden: bool = False) -> RatingRow:
    """Return the rating row of a player who has no rated games yet; the row is not stored."""
    first = Rating()
    return RatingRow(
        game_key,
        user_id,
        first.value,
        first.deviation,
        first.volatility,
        games=0,
        changed_at=None,
        listed_until=None,
        hidden=hidden,
    )


def change_event(
    played: PlayedGame, before: Standing, opponent: Rating, reason: RatingReason, at: datetime
) -> tuple[NewEvent, Standing]:
    """Return the event of one player in one game, and the player's standing after it.

    :param opponent: the opponent's rating at that moment, less certain after a time without games.
    :param reason: the reason why the rating changes or not.
    """
    after = after_game(before, opponent, played.score, at) if reason.counts else before
    event = NewEvent(
        played.game_id,
        played.seat,
        played.game_key,
        played.user_id,
        reason.value,
        played.score,
        at,
        before.idle_time(at),
        before.rating.value,
        before.rating.deviation,
        before.rating.volatility,
        opponent.value,
        opponent.deviation,
        after.rating.value,
        after.rating.deviation,
        after.rating.volatility,
    )
    return event, after


async def hide_ratings(tx: Transaction, user_id: int, *, hidden: bool) -> None:
    """Hide a person's ratings from other people, or show them again."""
    for row in await ratings.find_of(tx, user_id):
        await ratings.change(tx, with_standing(replace(row, hidden=hidden), standing_of(row)))


async def is_hidden(tx: Transaction, user_id: int) -> bool:
    """Return whether a person hides their ratings from other people."""
    return with_defaults(await players.settings_of(tx, user_id))["ratings"] == "hidden"


def lost_on_time(event: EventRow | NewEvent | None) -> bool:
    """Return whether a rating event is a loss on time; False if there is no event."""
    return event is not None and event.score == 0 and event.reason != RatingReason.RESULT


def _rates_level(game: GameRow) -> bool:
    """Return whether a practice game rates the engine's level.

    It does if its options favour no player, it began without moves of another game, no turn was
    undone, and no player resigned in the first turns.
    """
    even = is_even(game.game_key, game.options) and not game.opening_plies
    return even and not game.undone and not is_left_early(game.ending, game.turn)


async def _is_repeated(tx: Transaction, game: GameRow) -> bool:
    if game.ending != TIMED_OUT or game.winner_seat is None:
        return False
    loser = game.players[1 - game.winner_seat]
    return lost_on_time(await ratings.find_last_event(tx, loser, PLAYED_TO_THE_END))


async def _rate(
    tx: Transaction, game: GameRow, seats: tuple[int, ...], reason: RatingReason, at: datetime
) -> None:
    """Rate one or both seats of a game.

    Both players' rows are locked first, so that ids of events follow the order in which ratings
    were read and changed.
    """
    rows = await _locked_rows(tx, game)
    if await ratings.find_events(tx, game.id):
        return
    standings = [standing_of(row) for row in rows]
    changes = [
        change_event(
            PlayedGame(
                game.id,
                game.game_key,
                seat,
                rows[seat].user_id,
                score_of(seat, game.winner_seat),
            ),
            standings[seat],
            standings[1 - seat].rating_at(at),
            reason,
            at,
        )
        for seat in seats
    ]
    for seat, (_, after) in zip(seats, changes, strict=True):
        await ratings.change(tx, with_standing(rows[seat], after))
    await ratings.add_events(tx, [event for event, _ in changes])
    if game.guild_id is not None and game.engine_seat is None:
        for user_id in game.players:
            await ratings.add_member(tx, game.guild_id, game.game_key, user_id)


async def _locked_rows(tx: Transaction, game: GameRow) -> tuple[RatingRow, RatingRow]:
    """Return the ratings of both players by seat; insert missing rows."""
    ids = rated_ids(game.players, game.engine_seat, game.engine_level)
    known: Mapping[int, RatingRow] = await ratings.find_for_update(tx, game.game_key, ids)
    missing = [
        new_row(game.game_key, each, hidden=each > 0 and await is_hidden(tx, each))
        for each in ids
        if each not in known
    ]
    await ratings.add(tx, missing)
    found = {**known, **{row.user_id: row for row in missing}}
    return found[ids[0]], found[ids[1]]


def rated_ids(
    players: tuple[int, int], engine_seat: int | None, engine_level: int | None
) -> tuple[int, int]:
    """Return the ids of both players in the rating tables; the engine's id is minus its level."""
    if engine_seat is None or engine_level is None:
        return players
    person = players[1 - engine_seat]
    return (-engine_level, person) if engine_seat == 0 else (person, -engine_level)
