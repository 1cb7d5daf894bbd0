"""Drafts: messages as plain values, before `bot.messages.pictures` draws the pictures."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.messages.game_text import header
from bot.messages.outgoing_message import Attachment, Row
from bot.services.values.views import GameView
from bot.words import moves
from renderer.chances import Chance
from renderer.league_table import CrossRow
from renderer.orientation import Orientation
from renderer.scene import Header, Overlay
from rules.position import Position
from rules.record import Record


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """Theme and orientation of pictures; the defaults apply to public pictures.

    `theme` is a key of `renderer.theme.THEMES`.
    """

    theme: str = "dark"
    orientation: Orientation = Orientation.UPRIGHT


@dataclass(frozen=True, slots=True)
class Viewer:
    """Reader of a private message, with personal settings by name, defaults included."""

    user_id: int
    settings: Mapping[str, str]

    @property
    def display_settings(self) -> DisplaySettings:
        turned = self.settings.get("orientation", Orientation.UPRIGHT)
        return DisplaySettings(self.settings["theme"], Orientation(turned))


@dataclass(frozen=True, slots=True)
class BoardImage:
    """Picture of a position: its content, its style and its file name.

    `words` replaces the default alternative text. If the default text has no room for all stones,
    its last sentence is `elsewhere`, which says where to find them. `before` is the picture of an
    earlier position, drawn next to this one.
    """

    filename: str
    position: Position
    header: Header = Header()
    overlays: tuple[Overlay, ...] = ()
    display_settings: DisplaySettings = DisplaySettings()
    words: str = ""
    elsewhere: str = ""
    before: "BoardImage | None" = None


@dataclass(frozen=True, slots=True)
class ReplayAnimation:
    """Animated GIF of a game; `seats` are the names of the players, seat 0 first.

    `words` replaces the default alternative text, which lists the moves. If not all moves fit, the
    text ends with `elsewhere`, which says where to find them.
    """

    filename: str
    record: Record
    seats: tuple[str, str]
    result: str | None = None
    reason: str = ""
    closed: bool = False
    display_settings: DisplaySettings = DisplaySettings()
    elsewhere: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class WinChart:
    """Chart of winning chances; `names` are Black's and White's.

    `turning` has the numbers of the turns to mark.
    """

    filename: str
    chances: tuple[Chance, ...]
    turning: tuple[int, ...]
    names: tuple[str, str]
    display_settings: DisplaySettings = DisplaySettings()


@dataclass(frozen=True, slots=True)
class RatingChart:
    """Chart of a person's rating in a game.

    `points` are rating and range (±) after each rated game, `now` the current ones.
    """

    filename: str
    points: tuple[tuple[float, float], ...]
    name: str
    game: str
    now: tuple[float, float]
    display_settings: DisplaySettings = DisplaySettings()


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """Picture of the table of a league's group; `words` is its alternative text."""

    filename: str
    title: str
    rows: tuple[CrossRow, ...]
    words: str
    display_settings: DisplaySettings = DisplaySettings()


@dataclass(frozen=True, slots=True)
class MessageDraft:
    """Message whose pictures are not drawn yet; drawing turns it into an `OutgoingMessage`.

    Each picture, such as `board_image`, becomes an attached file; `files` follow the pictures.
    """

    content: str
    board_image: BoardImage | None = None
    replay_animation: ReplayAnimation | None = None
    rows: tuple[Row, ...] = ()
    pings: tuple[int, ...] = ()
    wide: bool = False
    win_chart: WinChart | None = None
    rating_chart: RatingChart | None = None
    league_table: LeagueTable | None = None
    files: tuple[Attachment, ...] = ()
    prompt: str = ""


PUBLIC = DisplaySettings()


def make_board_image(
    game: GameView,
    position: Position,
    display_settings: DisplaySettings = PUBLIC,
    elsewhere: str | None = None,
) -> BoardImage:
    """Return the picture of a game at `position`, with the names and the result.

    :param elsewhere: see `BoardImage`; the default suits a message with the menu of board views.
    """
    filename = picture_name(game.id, game.revision_at(position.ply))
    return BoardImage(
        filename,
        position,
        header(game),
        display_settings=display_settings,
        elsewhere=moves.STONES_IN_MENU() if elsewhere is None else elsewhere,
    )


def picture_name(game_id: int, revision: int) -> str:
    """Return the file name of a board image, which identifies its message in a channel."""
    return f"game-{game_id}-{revision}.png"
