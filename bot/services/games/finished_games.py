"""Finished games as lists show them, and the score of two people."""

from dataclasses import dataclass
from datetime import datetime

from bot.services.view_builder import NO_RESULT, result_of, seats
from bot.services.views import Location, Player
from bot.store.tables.game_lists import Tally
from bot.store.tables.games import GameRow


@dataclass(frozen=True, slots=True)
class Score:
    """How often two people have beaten each other in one game; `wins` by seat of the game shown."""

    wins: tuple[int, int]
    draws: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One line of a person's finished games; `won` is None for a draw, and for one `closed`.

    `level` is that of the bot in a practice game, None in any other.
    """

    id: int
    location: Location
    opponent: Player
    game_key: str
    size: int
    won: bool | None
    closed: bool
    sentence: str
    turns: int
    finished_at: datetime
    turn_message_id: int | None = None
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a person's finished games, the last finished first; pages count from 0.

    `tallies` count them all, the game played most first, but for practice and what had no result.
    """

    games: tuple[FinishedGame, ...]
    number: int
    pages: int
    tallies: tuple[Tally, ...] = ()


def finished_game(row: GameRow, user_id: int) -> FinishedGame:
    """Show a finished game as one line of a player's list."""
    seat, ended = row.seat_of(user_id), result_of(row)
    assert seat is not None, "a list holds games of that player only"
    return FinishedGame(
        id=row.id,
        location=Location(row.guild_id, row.channel_id),
        opponent=seats(row)[1 - seat],
        game_key=row.game_key,
        size=int(row.options["size"]),
        won=None if row.winner_seat is None else row.winner_seat == seat,
        closed=row.ending in NO_RESULT,
        sentence="" if ended is None else ended.sentence,
        turns=row.turn - 1,
        finished_at=row.updated_at,
        turn_message_id=row.turn_message_id,
        level=row.engine_level,
    )
