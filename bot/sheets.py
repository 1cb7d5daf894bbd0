"""Which picture belongs to a game: its board, under a name that is found again in a channel."""

from bot.controls import stamp_at
from bot.drafts import Sheet, Taste
from bot.services.views import GameView
from bot.wording import names
from rules.position import Position

PUBLIC = Taste()


def sheet(game: GameView, position: Position, taste: Taste = PUBLIC) -> Sheet:
    """Return the board of a game at one of its positions."""
    return Sheet(picture_name(game.id, stamp_at(game, position)), position, names(game), (), taste)


def picture_name(game_id: int, stamp: int) -> str:
    return f"game-{game_id}-{stamp}.png"
