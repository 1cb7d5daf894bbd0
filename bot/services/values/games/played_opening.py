"""Moves of another game with which a practice game starts. Pure."""

from dataclasses import dataclass

from bot.services.values.games.replay_cache import ReplayedGame, initial_game
from rules.record import Record


@dataclass(frozen=True, slots=True)
class PlayedOpening:
    """Moves already on the board when a game starts, with the seat of each."""

    replayed: ReplayedGame
    seats: tuple[int, ...]


def opening_of(record: Record, ply: int) -> PlayedOpening:
    """Replay a record up to a ply, without a half-played turn; too slow for the event loop."""
    replayed = initial_game(record.ruleset)
    seats: list[int] = []
    for move in record.moves[:ply]:
        seats.append(replayed.position.seat_to_move)
        replayed = replayed.play(move)
    if not replayed.half_played:
        return PlayedOpening(replayed, tuple(seats))
    return opening_of(record, replayed.turn_start.ply)
