"""A message whose picture is not drawn yet: a plain value, made from a game and drawn later."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.messages.game_text import header
from bot.messages.outgoing_message import Row
from bot.services.views import GameView
from bot.words import moves
from renderer.chances import Chance
from renderer.orientation import Orientation
from renderer.scene import Header, Overlay
from rules.position import Position
from rules.record import Record


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """How somebody wants pictures; as it is here, how everybody sees the public ones."""

    theme: str = "dark"
    orientation: Orientation = Orientation.UPRIGHT


@dataclass(frozen=True, slots=True)
class Viewer:
    """For whom something is shown privately, with what that person prefers."""

    user_id: int
    preferences: Mapping[str, str]

    @property
    def display_settings(self) -> DisplaySettings:
        turned = self.preferences.get("orientation", Orientation.UPRIGHT)
        return DisplaySettings(self.preferences["theme"], Orientation(turned))


@dataclass(frozen=True, slots=True)
class BoardImage:
    """What is drawn: a position with the header, overlays, to somebody's taste, under a file name.

    `words` are the alternative text, where that of the position would tell too much or too little;
    `elsewhere` says where all stones are found, should they be too many for that of the position.
    """

    filename: str
    position: Position
    header: Header = Header()
    overlays: tuple[Overlay, ...] = ()
    display_settings: DisplaySettings = DisplaySettings()
    words: str = ""
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class ReplayAnimation:
    """A whole game as a moving picture; `seats` are the names of who began and the other.

    `elsewhere` says where all moves are found, should they be too many for its text.
    """

    filename: str
    record: Record
    seats: tuple[str, str]
    result: str | None = None
    display_settings: DisplaySettings = DisplaySettings()
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class WinChart:
    """The chances of a game; `names` of Black and White; `turning`: turns that are marked."""

    filename: str
    chances: tuple[Chance, ...]
    turning: tuple[int, ...]
    names: tuple[str, str]
    display_settings: DisplaySettings = DisplaySettings()


@dataclass(frozen=True, slots=True)
class MessageDraft:
    """What a post will hold; see `bot.messages.outgoing_message.OutgoingMessage`."""

    content: str
    board_image: BoardImage | None = None
    replay_animation: ReplayAnimation | None = None
    rows: tuple[Row, ...] = ()
    pings: tuple[int, ...] = ()
    wide: bool = False
    win_chart: WinChart | None = None


PUBLIC = DisplaySettings()


def make_board_image(
    game: GameView,
    position: Position,
    display_settings: DisplaySettings = PUBLIC,
    elsewhere: str = moves.STONES_IN_MENU,
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
