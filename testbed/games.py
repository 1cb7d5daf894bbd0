"""Helpers for games in tests: random turns, views, and a sample review."""

import random

from bot.services.use_cases.games.games import GameService
from bot.services.values.views import GameView
from rules.moves import Place, format_move
from rules.position import Position


def random_turn(position: Position, rng: random.Random) -> str:
    """Return a complete turn of random placements, as text."""
    words, turn = [], position.turn
    while position.turn == turn and position.outcome() is None:
        places = [move for move in position.legal_moves() if isinstance(move, Place)]
        move = rng.choice(places)
        words.append(format_move(move, position.topology))
        position = position.play(move)
    return " ".join(words)


async def view_for_mover(games: GameService, game_id: int) -> GameView:
    """Return a game as the player to move sees it, with the placements of an unfinished turn."""
    public = await games.get(game_id)
    mover = public.seats[public.position.seat_to_move]
    return await games.get(game_id, viewer_id=mover.user_id)


TURN = {"ply": 0, "by": 0, "moves": ["a1", "b2"], "chances": [0.6, 0.4]}
REVIEW = {"points": [[0, 0.5, False]], "turning_points": [TURN]}
