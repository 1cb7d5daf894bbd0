"""What there is to see of a game, for tests that know more than anybody at the board."""

from bot.services.games.games import GameService
from bot.services.views import GameView


async def as_mover(games: GameService, game_id: int) -> GameView:
    """Return a game as whoever is to move sees it: with half a turn, if that is played."""
    public = await games.get(game_id)
    mover = public.seats[public.position.seat_to_move]
    return await games.get(game_id, viewer_id=mover.user_id)
