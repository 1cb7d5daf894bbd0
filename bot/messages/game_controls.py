"""The controls of a game: the buttons of a turn, and the forms that some of them open."""

from collections.abc import Iterator
from enum import StrEnum

from bot.messages.component_ids import ComponentId
from bot.messages.outgoing_message import Button, Form, Option, Row, Select, Style, TextField
from bot.services.views import GameView
from bot.words import labels, practice
from renderer.words import placements_of_turn
from rules.position import BARGAINING, Phase, Position

LONGEST_TURN = 60  # characters: the nine stones of a handicap, and what stands between them


class BoardView(StrEnum):
    """A way to look at a board; the value is what stands in ids and arguments."""

    PLAIN = "plain"
    DANGER = "danger"
    LIFELINES = "lifelines"
    NUMBERS = "numbers"
    ZOOM = "zoom"
    TEXT = "text"


def board_view_menu(game: GameView, position: Position) -> Row:
    """Return the menu with which anybody can look at a board in another way."""
    options = tuple(Option(look.value, *labels.BOARD_VIEWS[look.value]) for look in BoardView)
    made_for = ComponentId("look", game.id, game.revision_at(position.ply))
    return (Select(made_for, labels.BOARD_VIEW_MENU, options),)


def turn_buttons(game: GameView, position: Position) -> tuple[Row, ...]:
    """Return the controls of a turn as far as `position`: the public one hides a first stone."""
    buttons = [
        Button(ComponentId(kind, game.id, game.revision_at(position.ply), value), label, style)
        for kind, value, label, style in _turn_controls(position)
    ]
    return (tuple(buttons), *_practice_buttons(game, position))


def time_buttons(game_id: int, revision: int) -> Row:
    """Return what somebody can do whose opponent's time is up."""
    offered = (
        ("give", labels.GIVE_TIME, Style.success),
        ("remind", labels.REMIND, Style.secondary),
        ("claim", labels.CLAIM, Style.danger),
    )
    return tuple(
        Button(ComponentId(kind, game_id, revision), label, style) for kind, label, style in offered
    )


def _practice_buttons(game: GameView, position: Position) -> tuple[Row, ...]:
    if game.practice is None:
        return ()
    made_for = game.revision_at(position.ply)
    helps = [("hint", practice.HINT)]
    if position.phase not in BARGAINING:  # before the colours are chosen nobody has a stone
        helps.append(("threats", practice.THREATS))
    if position.turn > 2:
        helps.append(("undo-yes", practice.TAKE_BACK))
    return (tuple(Button(ComponentId(kind, game.id, made_for), label) for kind, label in helps),)


def _turn_controls(position: Position) -> Iterator[tuple[str, str, str, Style]]:
    match position.phase:
        case Phase.OFFER:
            yield "offer", "", labels.OFFER, Style.primary
        case Phase.CHOOSE:
            for colour, label in labels.CHOOSE.items():
                yield "choose", colour.label.lower(), label, Style.primary
        case Phase.SETUP | Phase.PLAY:
            label = next_stone_label(position) if position.mid_turn else labels.MOVE
            yield "move", "", label, Style.primary
            for move, (kind, label) in labels.MOVE_BUTTONS.items():
                if position.is_legal(move):
                    yield kind, "", label, Style.secondary
    yield "resign", "", labels.RESIGN, Style.secondary


def next_stone_label(position: Position) -> str:
    """Return what the button says that leads on in the middle of a turn."""
    one_of_two = (placements_of_turn(position), position.placements_left) == (1, 1)
    return labels.SECOND_STONE if one_of_two else labels.NEXT_STONE


def move_form(game: GameView) -> Form:
    """Return the form in which a move is typed."""
    two = game.position.placements_left > 1
    placeholder = labels.TURN_PLACEHOLDER if two else labels.MOVE_PLACEHOLDER
    return Form(
        ComponentId("move-form", game.id, game.revision),
        labels.MOVE_FORM.format(game.id),
        (TextField("text", labels.MOVE_LABEL, placeholder, LONGEST_TURN),),
    )


def offer_form(game: GameView) -> Form:
    """Return the form in which a number is offered."""
    label = labels.OFFER_LABEL.format(0, len(game.position.topology.names))
    return Form(
        ComponentId("offer-form", game.id, game.revision),
        labels.OFFER_FORM.format(game.id),
        (TextField("text", label, labels.OFFER_PLACEHOLDER),),
    )


def button(kind: str, game: GameView, label: str, style: Style = Style.secondary) -> Button:
    """Return a button about the game as it is now."""
    return Button(ComponentId(kind, game.id, game.revision), label, style)
