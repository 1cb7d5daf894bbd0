"""Buttons and menus of a game, and the forms that they open."""

from collections.abc import Iterator
from enum import StrEnum

from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Button, Form, Option, Row, Select, Style, TextField
from bot.services.values.games.typed_turns import example_turn
from bot.services.values.views import GameView
from bot.words import clocks, komi, labels, practice, watching
from bot.words.game_page import PAGE
from bot.words.try_board import TRY_OUT
from renderer.words import placements_of_turn
from rules.position import Phase, Position
from sparring.even_komi import even_komi, nearest_even_komi

ROW_LENGTH = 5  # Discord's limit
# A row of buttons on a phone 400 pixels wide, in characters; a button's frame is as wide as some.
PHONE_ROW, FRAME = 46, 5.5
SHOW, WATCH, GUESS = "thread", "watch", "guess"  # values of the menu of board views
LONGEST_TURN = 60  # characters: the nine stones of a handicap with separators


class BoardView(StrEnum):
    """View of a board, such as plain, zoomed or as text, as named in ids and command options."""

    PLAIN = "plain"
    DANGER = "danger"
    LIFELINES = "lifelines"
    NUMBERS = "numbers"
    ZOOM = "zoom"
    TEXT = "text"


def board_view_menu(game: GameView, position: Position) -> Row:
    """Return the row with the menu of board views.

    In a game in progress it has further entries: to watch the game or guess the next turn or, in
    private practice, to show the game to others.
    """
    options = tuple(
        Option(look.value, name(), description())
        for look in BoardView
        for name, description in (labels.BOARD_VIEWS[look.value],)
    )
    if game.is_private and game.result is None:
        options = (*options, Option(SHOW, practice.SHOW(), practice.SHOW_ABOUT()))
    label = labels.BOARD_VIEW_MENU()
    if game.result is None and game.practice is None:
        options = (*options, *_for_spectators(game, position))
        label = label if game.location.guild_id is None else watching.MENU()
    made_for = ComponentId("look", game.id, game.revision_at(position.ply))
    return (Select(made_for, label, options),)


def _for_spectators(game: GameView, position: Position) -> Iterator[Option]:
    yield Option(WATCH, watching.WATCH(), watching.WATCH_ABOUT())
    if game.location.guild_id is not None and example_turn(position):
        yield Option(GUESS, watching.GUESS(), watching.GUESS_ABOUT())


def turn_buttons(
    game: GameView, position: Position, *, with_help: bool = True
) -> tuple[tuple[Button, ...], ...]:
    """Return the buttons for playing the turn at `position`, as a tuple of one row.

    :param position: the position of the game; in public messages, the position before the first
        stone of an unfinished turn.
    :param with_help: whether a practice game gets the buttons for a hint and an undo.
    """
    *moves, resign = (
        Button(ComponentId(kind, game.id, game.revision_at(position.ply), value), label, style)
        for kind, value, label, style in _turn_controls(position)
    )
    row = (*moves, *(_practice_buttons(game, position) if with_help else ()))
    if len(row) < ROW_LENGTH - 1:  # a practice game without the button can be left at any time
        row = (*row, resign)
    with_try = (*row[:-1], try_button(game), row[-1])
    # Other buttons matter more in these rows; `/try` and the answer to a move open the board, too.
    may_be_left_out = game.practice is not None or position.phase is Phase.CHOOSE
    return (row if may_be_left_out and not _fits_on_phone(with_try) else with_try,)


def _fits_on_phone(row: tuple[Button, ...]) -> bool:
    """Return whether a row of buttons stays in one line on a phone."""
    return sum(len(button.label) + FRAME for button in row) <= PHONE_ROW


def try_button(game: GameView, ply: int | None = None) -> Button:
    """Return the button that opens the viewer's try-board.

    :param ply: the number of moves after which it opens; None opens it where the viewer left it.
    """
    if ply is None:
        return Button(ComponentId("try", game.id, game.revision), TRY_OUT())
    return Button(ComponentId("try", game.id, None, str(ply)), TRY_OUT())


def time_buttons(game_id: int, revision: int) -> Row:
    """Return the row of buttons for a player whose opponent has run out of time.

    :param revision: `GameView.revision`, to recognise a late press.
    """
    offered = (
        ("give", clocks.GIVE_TIME(), Style.success),
        ("remind", clocks.REMIND(), Style.secondary),
        ("claim", clocks.CLAIM(), Style.danger),
    )
    return tuple(
        Button(ComponentId(kind, game_id, revision), label, style) for kind, label, style in offered
    )


def _practice_buttons(game: GameView, position: Position) -> tuple[Button, ...]:
    """Return the buttons for a hint and for an undo in a practice game; empty in other games."""
    if game.practice is None:
        return ()
    made_for = game.revision_at(position.ply)
    helps = [("hint", practice.HINT())]
    if position.turn > 2 and position.ply > game.opening_plies:
        helps.append(("undo-yes", practice.TAKE_BACK()))
    return tuple(Button(ComponentId(kind, game.id, made_for), label) for kind, label in helps)


def _turn_controls(position: Position) -> Iterator[tuple[str, str, str, Style]]:
    match position.phase:
        case Phase.OFFER:
            yield "offer", "", labels.OFFER_KOMI(), Style.primary
        case Phase.CHOOSE:
            for colour, choice in labels.CHOOSE.items():
                yield "choose", colour.label.lower(), choice(), Style.primary
        case Phase.SETUP | Phase.PLAY:
            label = next_stone_label(position) if position.mid_turn else labels.MOVE()
            yield "move", "", label, Style.primary
            for move, (kind, name) in labels.MOVE_BUTTONS.items():
                if position.is_legal(move):
                    yield kind, "", name(), Style.secondary
    yield "resign", "", labels.RESIGN(), Style.secondary


def next_stone_label(position: Position) -> str:
    """Return the label of the button that continues an unfinished turn."""
    one_of_two = (placements_of_turn(position), position.placements_left) == (1, 1)
    return labels.SECOND_STONE() if one_of_two else labels.NEXT_STONE()


def move_form(game: GameView) -> Form:
    """Return the form in which a player types the turn at the game's position."""
    two = game.position.placements_left > 1
    example = example_turn(game.position).lower()
    placeholder = labels.turn_placeholder(example) if two and example else example
    return Form(
        ComponentId("move-form", game.id, game.revision),
        labels.move_form(game.id),
        (TextField("text", labels.MOVE_LABEL(), placeholder, LONGEST_TURN),),
    )


def offer_form(game: GameView) -> Form:
    """Return the form for a komi offer, the first step of the opening with a komi pie."""
    board = game.position.topology
    usual = even_komi(game.position.game, board.size)
    label = komi.offer_label(len(board), usual)
    return Form(
        ComponentId("offer-form", game.id, game.revision),
        komi.offer_form(game.id),
        (
            TextField(
                "text", label, komi.offer_example(_example_komi(game.position.game, board.size))
            ),
        ),
    )


def _example_komi(game_key: str, size: int) -> int | None:
    """Return the example in the form for a komi offer; None if no komi is measured for the game.

    It is the smaller komi of `even_komi` at the nearest measured board size, scaled to this size.
    """
    nearest = nearest_even_komi(game_key, size)
    if nearest is None:
        return None
    measured, low, _ = nearest
    return round(low * size / measured)


def button(kind: str, game: GameView, label: str, style: Style = Style.secondary) -> Button:
    """Return a button whose id has the game's current revision, to recognise a late press."""
    return Button(ComponentId(kind, game.id, game.revision), label, style)


def page_button(game_id: int) -> Button:
    """Return the button that requests the web page of a game."""
    return Button(ComponentId("page", game_id), PAGE())
