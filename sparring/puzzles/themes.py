"""Themes of a puzzle, computed by the rules from its line."""

from collections.abc import Callable, Sequence
from typing import Final

from rules.colour import Colour
from rules.moves import Hold, Komi
from rules.position import LastTurn, Position
from sparring.puzzles.puzzle import FIRST_STEPS_TURNS, Puzzle, Theme

# The positions of a line in order, each after one turn; the first is the puzzle.
_Line = Sequence[Position]


def find_themes(puzzle: Puzzle) -> tuple[Theme, ...]:
    """Return the themes of a puzzle, in the order of `Theme`."""
    found = [theme for theme, applies in _TESTS.items() if applies(puzzle.line)]
    if len(puzzle.steps) == FIRST_STEPS_TURNS:
        found.append(Theme.FIRST_STEPS)
    return tuple(found)


def _is_cut(line: _Line) -> bool:
    """Return whether the first turn cuts an enemy group's last lifeline."""
    return _taken(line[1], line[0].to_move.other) and bool(_last(line[1]).cuts)


def _is_save(line: _Line) -> bool:
    """Return whether the first turn saves all friendly groups that were in danger."""
    mover = line[0].to_move
    return bool(line[0].in_danger(mover)) and not line[1].in_danger(mover)


def _is_race(line: _Line) -> bool:
    """Return whether groups of both colours are in danger and the first turn captures."""
    start, mover = line[0], line[0].to_move
    return (
        bool(start.in_danger(mover))
        and bool(start.in_danger(mover.other))
        and _taken(line[1], mover.other)
    )


def _is_sacrifice(line: _Line) -> bool:
    """Return whether a solver's turn loses friendly stones, or its stone is captured at once."""
    mover = line[0].to_move
    own_turns = any(_taken(position, mover) for position in line[1::2])
    return own_turns or any(
        _last(reply).removed[mover] & _last(turn).placed
        for turn, reply in zip(line[1::2], line[2::2], strict=False)
    )


def _is_last_placement(line: _Line) -> bool:
    """Return whether no stone is captured, so that the side with the last placement wins."""
    return not any(_taken(position, colour) for position in line[1:] for colour in Colour)


def _is_hold(line: _Line) -> bool:
    return any(isinstance(_last(position).moves[0], Hold) for position in line[1::2])


def _is_komi(line: _Line) -> bool:
    return any(isinstance(_last(position).moves[0], Komi) for position in line[1::2])


def _taken(position: Position, colour: Colour) -> bool:
    return position.last_turn is not None and bool(position.last_turn.removed[colour])


def _last(position: Position) -> LastTurn:
    if position.last_turn is None:
        raise ValueError("A position of a line has a last turn.")
    return position.last_turn


_TESTS: Final[dict[Theme, Callable[[_Line], bool]]] = {
    Theme.CUT: _is_cut,
    Theme.SAVE: _is_save,
    Theme.RACE: _is_race,
    Theme.SACRIFICE: _is_sacrifice,
    Theme.LAST_PLACEMENT: _is_last_placement,
    Theme.HOLD: _is_hold,
    Theme.KOMI: _is_komi,
}
