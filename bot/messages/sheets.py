"""Which picture belongs to a game: its board, under a name that is found again in a channel."""

from bot.messages.drafts import Sheet, Taste
from bot.messages.wording import names
from bot.services.views import GameView
from rules.position import Position

PUBLIC = Taste()


def sheet(game: GameView, position: Position, taste: Taste = PUBLIC) -> Sheet:
    """Return the board of a game at one of its positions."""
    filename = picture_name(game.id, game.stamp_at(position.ply))
    return Sheet(filename, position, names(game), (), taste)


def picture_name(game_id: int, stamp: int) -> str:
    return f"game-{game_id}-{stamp}.png"
