"""Puzzles from positions of games: the position without its history, and its proved line."""

from rules.colour import Colour
from rules.games.asli import Asli
from rules.position import Position
from rules.setup import setup
from rules.topology import bits
from sparring.puzzles.puzzle import Puzzle, Step


def as_start(position: Position) -> Position:
    """Return a position as the start of a game, without the moves before it.

    It keeps the stones, the side to move, White's komi points and the prison, and whether the last
    move was a minimal incursion and each colour has had two groups.
    """
    return setup(
        position.game,
        {"size": position.topology.size},
        black=_names(position, Colour.BLACK),
        white=_names(position, Colour.WHITE),
        to_move=position.to_move.label,
        komi=_white_points(position),
        prison=position.prison,
        minimal_incursion=getattr(position, "minimal_incursion", False),
        ever_two_groups=position.ever_two_groups if isinstance(position, Asli) else (False, False),
    )


def plain_puzzle(id_: str, position: Position, steps: tuple[Step, ...], nodes: int) -> Puzzle:
    """Return the puzzle of a position, without themes and difficulty.

    :param nodes: the number of positions that the proof visited.
    """
    return Puzzle(
        id=id_,
        game=position.game,
        size=position.topology.size,
        stones=(_names(position, Colour.BLACK), _names(position, Colour.WHITE)),
        to_move=position.to_move.label.lower(),
        komi=_white_points(position),
        prison=position.prison,
        minimal_incursion=getattr(position, "minimal_incursion", False),
        ever_two_groups=position.ever_two_groups if isinstance(position, Asli) else (False, False),
        steps=steps,
        nodes=nodes,
    )


def _white_points(position: Position) -> int:
    return position.komi if position.game in ("lifeline", "cornered") else 0


def _names(position: Position, colour: Colour) -> tuple[str, ...]:
    names = position.topology.names
    return tuple(names[cell] for cell in bits(position.stones[colour]))
