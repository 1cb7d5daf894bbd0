"""Sentences about turns that were played; names are escaped by the caller."""

from collections.abc import Sequence

from bot.words.translation import plural, text
from renderer.phrases import all_of
from renderer.words import colour_name
from rules.colour import Colour
from rules.moves import Choose, Hold, Komi, Move, Offer, Place, Swap, format_move
from rules.position import LastTurn
from rules.topology import Topology


def action(name: str, last: LastTurn, topology: Topology) -> str:
    """Return the sentence that reports a turn, such as `**Ann played C3 and took 2.**`."""
    cells, taken, lost = _cells(last.moves, topology), _taken(last), _lost(last)
    match _unplaced(last.moves):
        case Swap():
            return text("**{name} swapped sides and is now Black.**", name=name)
        case Hold():
            return text("**{name} held, skipping a turn and removing a prisoner.**", name=name)
        case Offer(value):
            return text("**{name} offered a komi of {value}.**", name=name, value=value)
        case Choose(colour):
            return _chosen(name, colour, cells)
        case Komi():
            return _spent(name, last, cells)
        case None:
            return _placed(name, cells, taken, lost)


def _placed(name: str, cells: str, taken: int, lost: int) -> str:
    if taken and lost:
        return text(
            "**{name} played {cells}, took {taken} and lost {lost}.**",
            name=name,
            cells=cells,
            taken=taken,
            lost=lost,
        )
    if taken:
        return text(
            "**{name} played {cells} and took {taken}.**", name=name, cells=cells, taken=taken
        )
    if lost:
        return text(
            "**{name} played {cells} and lost {lost}.**",
            name=name,
            cells=cells,
            lost=lost,
        )
    return text("**{name} played {cells}.**", name=name, cells=cells)


def _chosen(name: str, colour: Colour, cells: str) -> str:
    if cells:
        return text(
            "**{name} chose {colour} and played {cells}.**",
            name=name,
            colour=colour_name(colour),
            cells=cells,
        )
    return text("**{name} chose {colour}.**", name=name, colour=colour_name(colour))


def _spent(name: str, last: LastTurn, cells: str) -> str:
    points, taken = _komi_points(last.moves), _taken(last)
    if not cells:
        return plural(
            "**{name} spent {count} point of komi.**",
            "**{name} spent {count} points of komi.**",
            points,
            name=name,
        )
    if taken:
        return plural(
            "**{name} played {cells}, took {taken} and spent {count} point of komi.**",
            "**{name} played {cells}, took {taken} and spent {count} points of komi.**",
            points,
            name=name,
            cells=cells,
            taken=taken,
        )
    return plural(
        "**{name} played {cells} and spent {count} point of komi.**",
        "**{name} played {cells} and spent {count} points of komi.**",
        points,
        name=name,
        cells=cells,
    )


def moved(turn: LastTurn | Sequence[Move], topology: Topology) -> str:
    """Return the private confirmation of a turn to the player who played it.

    :param turn: the turn with its captures; only the moves if the game has changed since.
    """
    moves = turn.moves if isinstance(turn, LastTurn) else turn
    taken, lost = (_taken(turn), _lost(turn)) if isinstance(turn, LastTurn) else (0, 0)
    cells = _cells(moves, topology)
    match _unplaced(moves):
        case Swap():
            return text("You swapped sides and are now Black.")
        case Hold():
            return text("You held: you skipped a turn and removed a prisoner.")
        case Offer(value):
            return text("You offered a komi of {value}.", value=value)
        case Choose(colour):
            return text("You chose {colour}.", colour=colour_name(colour))
        case Komi():
            return _you_spent(_komi_points(moves), cells, taken)
        case None:
            return _you_placed(cells, taken, lost)


def _you_placed(cells: str, taken: int, lost: int) -> str:
    if taken and lost:
        return text(
            "You played {cells}, took {taken} and lost {lost} of your own.",
            cells=cells,
            taken=taken,
            lost=lost,
        )
    if taken:
        return text("You played {cells} and took {taken}.", cells=cells, taken=taken)
    if lost:
        return text("You played {cells} and lost {lost} of your own.", cells=cells, lost=lost)
    return text("You played {cells}.", cells=cells)


def _you_spent(points: int, cells: str, taken: int) -> str:
    if not cells:
        return plural(
            "You spent {count} point of komi.", "You spent {count} points of komi.", points
        )
    if taken:
        return plural(
            "You played {cells}, took {taken} and spent {count} point of komi.",
            "You played {cells}, took {taken} and spent {count} points of komi.",
            points,
            cells=cells,
            taken=taken,
        )
    return plural(
        "You played {cells} and spent {count} point of komi.",
        "You played {cells} and spent {count} points of komi.",
        points,
        cells=cells,
    )


def _cells(moves: Sequence[Move], topology: Topology) -> str:
    placed = [format_move(move, topology).upper() for move in moves if isinstance(move, Place)]
    return all_of(placed) if placed else ""


def _unplaced(moves: Sequence[Move]) -> Swap | Komi | Hold | Offer | Choose | None:
    """Return a turn's first move that is not a placement; None if all moves are placements.

    That move stands for the others, because such moves in one turn are all of the same kind.
    """
    return next((move for move in moves if not isinstance(move, Place)), None)


def _komi_points(moves: Sequence[Move]) -> int:
    return sum(isinstance(move, Komi) for move in moves)


def _taken(last: LastTurn) -> int:
    return last.removed[last.by.other].bit_count()


def _lost(last: LastTurn) -> int:
    return last.removed[last.by].bit_count()


def since_last_look(count: int) -> str:
    """Return the line with the number of turns since a person last saw a game."""
    return plural(
        "{count} turn since you last looked.", "{count} turns since you last looked.", count
    )


def since_last_look_with_capture(
    count: int, name: str, largest: LastTurn, topology: Topology
) -> str:
    """Return the line with the number of turns since a person saw a game, and the largest capture.

    :param name: the name of the player of `largest`.
    """
    return plural(
        "{count} turn since you last looked. {name} took {taken} with {cells}.",
        "{count} turns since you last looked. {name} took {taken} with {cells}.",
        count,
        name=name,
        taken=_taken(largest),
        cells=_cells(largest.moves, topology),
    )


def numbered_turn(number: int, moves: Sequence[Move], topology: Topology) -> str:
    """Return a turn in notation with its number, such as `3 E5 G7` or `4 swap`."""
    return " ".join([str(number), *(_notation(move, topology) for move in moves)])


def _notation(move: Move, topology: Topology) -> str:
    written = format_move(move, topology)
    return written.upper() if isinstance(move, Place) else written


def unseen_so_far(moves: Sequence[Move], topology: Topology, left: int, opponent: str) -> str:
    """Return the private confirmation of an unfinished turn, which is hidden from the opponent.

    :param left: the number of stones that the player still has to place.
    """
    saved = all_of([_notation(move, topology) for move in moves])
    if len(moves) == 1:
        return plural(
            "{move} is saved and hidden from **{opponent}**. One stone to go.",
            "{move} is saved and hidden from **{opponent}**. {count} stones to go.",
            left,
            move=saved,
            opponent=opponent,
        )
    return plural(
        "{moves} are saved and hidden from **{opponent}**. One stone to go.",
        "{moves} are saved and hidden from **{opponent}**. {count} stones to go.",
        left,
        moves=saved,
        opponent=opponent,
    )
