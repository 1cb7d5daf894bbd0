"""Which picture belongs to a game: its board, under a name that is found again in a channel."""

from bot.messages.game_text import header
from bot.messages.message_draft import Sheet, Taste
from bot.services.views import GameView
from bot.words import moves as texts
from rules.position import Position

PUBLIC = Taste()


def sheet(
    game: GameView,
    position: Position,
    taste: Taste = PUBLIC,
    elsewhere: str = texts.STONES_IN_MENU,
) -> Sheet:
    """Return the board of a game at one of its positions.

    :param elsewhere: where all stones are found; as it is here, under it is the menu of looks.
    """
    filename = picture_name(game.id, game.stamp_at(position.ply))
    return Sheet(filename, position, header(game), taste=taste, elsewhere=elsewhere)


def picture_name(game_id: int, stamp: int) -> str:
    return f"game-{game_id}-{stamp}.png"
