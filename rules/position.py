"""Positions: the immutable state of a game, and the interface that every game implements.

The modules in `rules.games` implement legal moves and their effects.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from rules import cut_lifelines, illegal_moves
from rules.board import Board
from rules.colour import Colour
from rules.moves import Choose, Move, Offer, Place
from rules.reasons import EXPLAIN_NO_MOVES, IllegalMove, Reason, ReasonKind
from rules.topology import Bitboard, Cell, Topology
from rules.values import (
    KOMI_PHASES,
    CutLifeline,
    Danger,
    Ending,
    LastTurn,
    Link,
    Outcome,
    Phase,
)

__all__ = [
    "KOMI_PHASES",
    "Colour",
    "CutLifeline",
    "Danger",
    "Ending",
    "LastTurn",
    "Link",
    "Outcome",
    "Phase",
    "Position",
]

# When a game is over, these refusals still explain more than "the game is over".
_SPECIFIC_REASONS: dict[Ending, frozenset[ReasonKind]] = {
    Ending.NO_STONES: frozenset({ReasonKind.KOMI_WITHOUT_STONE}),
    Ending.NO_MOVES: EXPLAIN_NO_MOVES,
    Ending.REPETITION: frozenset(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(ABC):
    """Immutable position of any game; `play` returns the next position.

    ``turn`` counts turns from 1, ``ply`` the moves made, and ``placements_left`` the placements
    still due in this turn, at least 1. ``swapped`` means that the seats have exchanged colours.
    ``taken`` counts the Black and the White stones captured so far. ``komi`` is the number of
    White's points left in Lifeline and cornered Lifeline, and the number of Black stones that went
    to prison before play in Asli and Liflina; in the phase CHOOSE it is the number offered.
    """

    game: ClassVar[str]

    board: Board
    to_move: Colour = Colour.BLACK
    phase: Phase = Phase.PLAY
    ply: int = 0
    turn: int = 1
    placements_left: int = 1
    swapped: bool = False
    taken: tuple[int, int] = (0, 0)
    komi: int = 0
    last_turn: LastTurn | None = None

    # Implemented by each game.

    @abstractmethod
    def legal_moves(self) -> Iterator[Move]:
        """Return every legal move, placements first in ascending order of cells.

        Empty when the game is over.
        """

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return the outcome of the game, or None while it is in progress."""

    @abstractmethod
    def in_danger(self, colour: Colour) -> tuple[Danger, ...]:
        """Return the groups of a colour that one enemy move would capture, with the killing cells.

        If the enemy is not to move, the result is as if the enemy were.
        """

    @abstractmethod
    def links(self, colour: Colour) -> tuple[Link, ...]:
        """Return a shortest empty path from each group of a colour to each friend that it reaches.

        The paths of two groups to each other are both listed. In Liflina, the links are the
        straight lifelines of the groups' stones instead.
        """

    @abstractmethod
    def _place(self, cell: Cell) -> Self | Reason:
        """Return the position after placing a stone on an empty cell, or why the stone is illegal.

        Called only in the phases SETUP and PLAY.
        """

    @abstractmethod
    def _act(self, move: Move) -> Self | Reason:
        """Return the position after a move that places no stone, or why the move is illegal."""

    # Common to all games.

    def play(self, move: Move) -> Self:
        """Return the position after a move.

        :raises IllegalMove: the rules forbid the move; ``reason`` has the sentence and the cells.
        """
        result = self._result(move)
        if isinstance(result, Reason):
            raise IllegalMove(_shown(result, self.outcome()))
        return result

    def why_illegal(self, move: Move) -> Reason | None:
        """Return the reason why the rules forbid a move, or None when it is legal."""
        result = self._result(move)
        return _shown(result, self.outcome()) if isinstance(result, Reason) else None

    def why_each_illegal(self, moves: Iterable[Move]) -> Iterator[Reason | None]:
        """Yield what `why_illegal` returns for each of several moves, in a fraction of the time."""
        outcome = self.outcome()
        for move in moves:
            result = self._result(move)
            yield _shown(result, outcome) if isinstance(result, Reason) else None

    def is_legal(self, move: Move) -> bool:
        """Return whether the rules allow a move."""
        return not isinstance(self._result(move), Reason)

    @property
    def topology(self) -> Topology:
        """The board without its stones."""
        return self.board.topology

    @property
    def stones(self) -> tuple[Bitboard, Bitboard]:
        """The stones of Black and of White, each as a bitboard."""
        return self.board.stones

    @property
    def prison(self) -> tuple[int, int]:
        """The numbers of Black and White stones in prison; one of them is always 0."""
        return (0, 0)

    @property
    def swap_follows(self) -> bool:
        """Whether the opponent may swap colours after the current turn."""
        return False

    @property
    def hidden(self) -> Bitboard:
        """The stones that the opponent may not see yet, as a bitboard.

        Only the first stone of the two that open a game with a strong pie is hidden.
        """
        return 0

    @property
    def mid_turn(self) -> bool:
        """Whether part of the current turn has been played."""
        return self.last_turn is not None and self.last_turn.number == self.turn

    @property
    def placed_in_turn(self) -> Bitboard:
        """The cells of the stones placed in the last turn, or so far in the current one."""
        return self.last_turn.placed if self.last_turn else 0

    @property
    def seat_to_move(self) -> int:
        """The seat to move, 0 or 1; seat 0 has Black unless the colours are swapped."""
        return self.to_move ^ self.swapped

    def colour_of(self, seat: int) -> Colour:
        """Return the current colour of a seat; seat 0 has Black unless the colours are swapped."""
        return Colour(seat ^ self.swapped)

    def groups(self, colour: Colour) -> tuple[Bitboard, ...]:
        """Return the groups of a colour, ordered by their first cells."""
        return _sorted(cells for cells, _ in self.board.groups[colour])

    def regions(self) -> tuple[Bitboard, ...]:
        """Return the connected sets of empty cells, ordered by their first cells."""
        return _sorted(cells for cells, _ in self.board.regions)

    def owner(self, region: Bitboard) -> Colour | None:
        """Return the only colour whose stones touch a region, or None if both or neither do."""
        return self.board.owner(region)

    def passed(self) -> Self:
        """Return this position with the other side to move, as if the side to move had passed.

        No game allows that; it shows what a player could do next. The last turn is forgotten, and
        what the rules forbid because of it is allowed.
        """
        return replace(self, to_move=self.to_move.other, placements_left=1, last_turn=None)

    def diagram(self) -> str:
        """Return the board as text, top row first: X Black, O White, dots for empty cells."""
        black, white = self.stones
        rows: dict[int, list[str]] = {}
        for cell, (_, row) in enumerate(self.topology.points):
            mark = "X" if black >> cell & 1 else "O" if white >> cell & 1 else "."
            rows.setdefault(row, []).append(mark)
        widest = max(len(row) for row in rows.values())
        return "\n".join(
            " " * (widest - len(row)) + " ".join(row) for row in reversed(rows.values())
        )

    def __str__(self) -> str:
        return f"{self.diagram()}\n{self.to_move.label} to move, turn {self.turn}"

    def _result(self, move: Move) -> Self | Reason:
        if self.phase in KOMI_PHASES and not isinstance(move, Offer | Choose):
            return illegal_moves.komi_offer_first(self.phase is Phase.OFFER)
        if not isinstance(move, Place):
            return self._act(move)
        cell = move.cell
        if not 0 <= cell < len(self.topology):
            return illegal_moves.off_board(self.topology)
        if not self.board.empty >> cell & 1:
            return illegal_moves.occupied(self.topology, cell)
        return self._place(cell)

    def _next_position(
        self,
        move: Move,
        board: Board,
        *,
        removed: tuple[Bitboard, Bitboard] = (0, 0),
        next_turn: int = 1,
        **changes: Any,
    ) -> Self:
        """Return the position after a move that leads to ``board``.

        :param removed: the stones of Black and of White that the move captured.
        :param next_turn: the number of placements in the next turn, if this move ends the current
            turn.
        :param changes: other fields of the position that change, by name.
        """
        if self.placements_left > 1:
            changes.setdefault("placements_left", self.placements_left - 1)
        else:
            changes.setdefault("placements_left", next_turn)
            changes.setdefault("turn", self.turn + 1)
            changes.setdefault("to_move", self.to_move.other)
        if removed != (0, 0):
            black, white = self.taken
            changes["taken"] = black + removed[0].bit_count(), white + removed[1].bit_count()
        cuts = tuple(self._cuts(move, removed)) if removed != (0, 0) else ()
        last_turn = self._last_turn_with(move, removed, cuts)
        return replace(self, board=board, ply=self.ply + 1, last_turn=last_turn, **changes)

    def _cuts(self, move: Move, removed: tuple[Bitboard, Bitboard]) -> Iterator[CutLifeline]:
        """Yield the lifelines that a move cuts, for the groups that it captures.

        :param removed: the stones of Black and of White that the move captures.
        """
        if isinstance(move, Place):
            for colour in Colour:
                yield from self._cut_lifelines(move.cell, colour, removed[colour])

    def _cut_lifelines(
        self, cell: Cell, colour: Colour, captured: Bitboard
    ) -> Iterator[CutLifeline]:
        """Return the lifelines that a stone on a cell cuts, for the captured groups of one colour.

        :param captured: the stones of the colour that the stone captures.
        """
        return cut_lifelines.cut_between_groups(self.board, cell, colour, captured)

    def _last_turn_with(
        self,
        move: Move,
        removed: tuple[Bitboard, Bitboard],
        cuts: tuple[CutLifeline, ...],
    ) -> LastTurn:
        placed = 1 << move.cell if isinstance(move, Place) else 0
        last = self.last_turn
        if last is None or last.number != self.turn:
            return LastTurn(self.turn, self.to_move, (move,), placed, removed, cuts)
        both = last.removed[0] | removed[0], last.removed[1] | removed[1]
        return LastTurn(
            self.turn,
            self.to_move,
            (*last.moves, move),
            last.placed | placed,
            both,
            (*last.cuts, *cuts),
        )


def _sorted(masks: Iterator[Bitboard]) -> tuple[Bitboard, ...]:
    return tuple(sorted(masks, key=lambda mask: mask & -mask))


def _shown(reason: Reason, outcome: Outcome | None) -> Reason:
    """Return the reason to show to the player for a refused move.

    After the end of a game, it is that the game is over, unless ``reason`` itself explains the
    ending.

    :param outcome: the outcome of the position; None while the game is in progress.
    """
    if outcome is None or reason.kind in _SPECIFIC_REASONS[outcome.ending]:
        return reason
    return illegal_moves.game_over(outcome.ending.sentence)
