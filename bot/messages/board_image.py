"""Which picture belongs to a game: its board, under a name that is found again in a channel."""

from bot.messages.game_text import header
from bot.messages.message_draft import BoardImage, DisplaySettings
from bot.services.views import GameView
from bot.words import moves as texts
from rules.position import Position

PUBLIC = DisplaySettings()


def make_board_image(
    game: GameView,
    position: Position,
    display_settings: DisplaySettings = PUBLIC,
    elsewhere: str = texts.STONES_IN_MENU,
) -> BoardImage:
    """Return the board of a game at one of its positions.

    :param elsewhere: where all stones are found; as it is here, under it is the menu of looks.
    """
    filename = picture_name(game.id, game.revision_at(position.ply))
    return BoardImage(
        filename, position, header(game), display_settings=display_settings, elsewhere=elsewhere
    )


def picture_name(game_id: int, revision: int) -> str:
    return f"game-{game_id}-{revision}.png"
