"""Try-board of a puzzle: a private message in which a person plays both sides.

Nothing is stored: the number in a control's id is the index in the puzzle's line of the position
at which the board begins, and its value holds the moves tried from there.
"""

from collections.abc import Iterable, Sequence

from bot.learning.alternative_text import describe_picture
from bot.learning.steps import TitleOverlay
from bot.messages.cell_buttons import rows_of_five
from bot.messages.component_ids import ComponentId, OldComponent
from bot.messages.message_draft import BoardImage, MessageDraft, Viewer
from bot.messages.outgoing_message import MAX_OPTIONS, Button, Option, Row, Select
from bot.messages.puzzle import SPECIAL_MOVES, named
from bot.words import labels
from bot.words import puzzle as puzzle_words
from bot.words import try_board as words
from bot.words.moves import colour_wins
from bot.words.translation import translated
from renderer.orientation import in_reading_order
from renderer.overlays.candidates import Candidates
from renderer.overlays.caption import Caption
from renderer.overlays.numbers import Numbers
from renderer.phrases import sentences
from renderer.scene import Overlay
from renderer.words import colour_name
from rules.endings import why_over
from rules.moves import format_move
from rules.position import Colour, LastTurn, Position
from rules.reasons import IllegalMove, InvalidMove
from rules.topology import Topology
from sparring.puzzles.puzzle import Puzzle

BETWEEN = "."  # the moves of an id
MOST_TRIED = 14  # moves, so that an id has at most 100 characters
MOST_BUTTONS = 20  # with more legal turns there are menus


def chosen_moves(id_: ComponentId, chosen: str) -> tuple[str, ...]:
    """Return the tried moves in the custom id of a menu, followed by the chosen move.

    The id's value begins with the number of the menu, which keeps the ids of menus unique.
    """
    return (*tried_moves(id_)[1:], chosen)


def tried_moves(id_: ComponentId) -> tuple[str, ...]:
    """Return the tried moves in the custom id of a button, in order."""
    return tuple(filter(None, id_.value.split(BETWEEN)))


def puzzle_try(puzzle: Puzzle, begins: int, moves: Sequence[str], viewer: Viewer) -> MessageDraft:
    """Return the message with the board after moves tried in a puzzle.

    :param begins: the index in the puzzle's line of the position at which the board begins.
    :param moves: in notation, of both sides in turn.
    :raises OldComponent: when the position does not exist or a move is not legal.
    """
    position, turns = _played(puzzle, begins, moves)
    tried = _in_words(turns, position.topology)
    legal = _legal(position, viewer) if len(moves) < MOST_TRIED else []
    lines = [words.banner(), *([words.tried(tried)] if tried else []), _task(position, legal)]
    choose = _buttons if len(legal) <= MOST_BUTTONS else _menus
    back = Button(_id(puzzle, begins, moves[:-1]), labels.BACK(), disabled=not moves)
    return MessageDraft(
        "\n".join(lines),
        _image(position, turns, legal, tried, viewer),
        rows=(*choose(puzzle, begins, moves, legal, position.to_move), (back,)),
    )


def _played(
    puzzle: Puzzle, begins: int, moves: Sequence[str]
) -> tuple[Position, tuple[LastTurn, ...]]:
    """Return the position after tried moves, and the turn to which each move belongs.

    :raises OldComponent: when the first position does not exist or a move is illegal.
    """
    if begins >= len(puzzle.line):
        raise OldComponent
    position, turns = puzzle.line[begins], list[LastTurn]()
    for move in moves:
        try:
            position = position.play(puzzle.move(move))
        except (IllegalMove, InvalidMove):
            raise OldComponent from None
        assert position.last_turn is not None, "a move has been played"
        turns.append(position.last_turn)
    return position, tuple(turns)


def _legal(position: Position, viewer: Viewer) -> list[str]:
    """Return the legal turns: cells in reading order, then the turns without a cell."""
    topology = position.topology
    found = [format_move(move, topology) for move in position.legal_moves()]
    cells = [topology.cell(each) for each in found if each not in SPECIAL_MOVES]
    ordered = in_reading_order(topology, cells, viewer.display_settings.orientation)
    return [topology.names[cell] for cell in ordered] + [
        each for each in SPECIAL_MOVES if each in found
    ]


def _in_words(turns: Iterable[LastTurn], topology: Topology) -> list[str]:
    return [
        words.turn(number, colour_name(turn.by), named(format_move(turn.moves[0], topology)))
        for number, turn in enumerate(turns, start=1)
    ]


def _task(position: Position, legal: Sequence[str]) -> str:
    outcome = position.outcome()
    if outcome is None:
        return words.tap_cell(colour_name(position.to_move)) if legal else puzzle_words.TRIED_ALL()
    if outcome.winner is None:
        return words.NO_MOVES()
    winner, loser = colour_name(outcome.winner), colour_name(outcome.winner.other)
    return colour_wins(translated(why_over(position, winner, loser)), winner)


def _image(
    position: Position,
    turns: tuple[LastTurn, ...],
    legal: Sequence[str],
    tried: Sequence[str],
    viewer: Viewer,
) -> BoardImage:
    topology = position.topology
    cells = tuple(topology.cell(each) for each in legal if each not in SPECIAL_MOVES)
    overlays: tuple[Overlay, ...] = (Numbers(turns, first=1),) if turns else ()
    if cells and len(legal) <= MOST_BUTTONS:
        overlays = (*overlays, Candidates(cells))
    about = words.numbers(tried) if tried else words.NOTHING_PLAYED()
    return BoardImage(
        "puzzle.png",
        position,
        # the picture is saved and shared without the text
        overlays=(*overlays, TitleOverlay(words.TRY_OUT()), Caption(words.CAPTION())),
        display_settings=viewer.display_settings,
        words=sentences(about, describe_picture(position, overlays)),
    )


def _buttons(
    puzzle: Puzzle, begins: int, moves: Sequence[str], legal: Sequence[str], to_move: Colour
) -> tuple[Row, ...]:
    """Return a button for each legal turn, numbered as in the picture."""
    del to_move
    special = {kind: label() for kind, label in labels.MOVE_BUTTONS.values()}
    return rows_of_five(
        [
            Button(_id(puzzle, begins, (*moves, turn)), special.get(turn, str(number)))
            for number, turn in enumerate(legal, start=1)
        ]
    )


def _menus(
    puzzle: Puzzle, begins: int, moves: Sequence[str], legal: Sequence[str], to_move: Colour
) -> tuple[Row, ...]:
    """Return menus of the legal turns by name."""
    rows = []
    for number, first in enumerate(range(0, len(legal), MAX_OPTIONS)):
        turns = legal[first : first + MAX_OPTIONS]
        title = puzzle_words.turns_from(colour_name(to_move), named(turns[0]), named(turns[-1]))
        id_ = _id(puzzle, begins, (str(number), *moves), kind="puzzle-choose")
        rows.append((Select(id_, title, tuple(Option(turn, named(turn)) for turn in turns)),))
    return tuple(rows)


def _id(
    puzzle: Puzzle, begins: int, moves: Sequence[str], kind: str = "puzzle-tried"
) -> ComponentId:
    return ComponentId(kind, puzzle.number, begins, BETWEEN.join(moves))
