"""What a position is, for every game: the board, whose turn it is, and the interface of the rules.

The games in `rules.games` say what is legal and what it does.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from rules import refusals
from rules.board import Board
from rules.colour import Colour
from rules.moves import Choose, Move, Offer, Place
from rules.reasons import IllegalMove, Reason, ReasonKind
from rules.topology import Bitboard, Cell, Topology
from rules.values import BARGAINING, Danger, Ending, LastTurn, Link, Outcome, Phase

__all__ = [
    "BARGAINING",
    "Colour",
    "Danger",
    "Ending",
    "LastTurn",
    "Link",
    "Outcome",
    "Phase",
    "Position",
]

# The reasons that tell a player who has lost more than that the game is over.
_TELLING: dict[Ending, frozenset[ReasonKind]] = {
    Ending.NO_STONES: frozenset({ReasonKind.KOMI_WITHOUT_STONE}),
    Ending.NO_MOVES: frozenset(
        {
            ReasonKind.NO_FRIEND_IN_REGION,
            ReasonKind.OWN_GROUP_CORNERED,
            ReasonKind.OWN_GROUP_DEAD,
            ReasonKind.OWN_GROUP_WITHOUT_LIFELINE,
            ReasonKind.MINIMAL_INCURSION,
            ReasonKind.REPEATS_POSITION,
            ReasonKind.TURN_NOT_COMPLETABLE,
        }
    ),
    Ending.REPETITION: frozenset(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(ABC):
    """A position of any game; a frozen value. `play` gives the next one.

    ``turn`` counts turns from 1 and ``ply`` the moves made; ``placements_left`` are owed in this
    turn, 1 or more. ``swapped``: the seats have exchanged colours. ``taken`` counts the stones of
    Black and of White removed so far. ``komi``: White's points left in Lifeline and cornered; the
    Black stones that went to prison before play in Asli and Liflina; in CHOOSE the number offered.
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

    # What each game says.

    @abstractmethod
    def legal_moves(self) -> Iterator[Move]:
        """Every legal move: cells in ascending order, then the others. Empty when it is over."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @abstractmethod
    def in_danger(self, colour: Colour) -> tuple[Danger, ...]:
        """List the groups of a colour that one enemy move would remove, with those moves' cells.

        When the enemy is not to move, as if it were their turn.
        """

    @abstractmethod
    def links(self, colour: Colour) -> tuple[Link, ...]:
        """For each group of a colour the friends it sees, each by a shortest empty path.

        In Liflina the lifelines of its stones. A pair of groups is listed from both sides.
        """

    @abstractmethod
    def _place(self, cell: Cell) -> Self | Reason:
        """Place on an empty cell, outside OFFER and CHOOSE."""

    @abstractmethod
    def _act(self, move: Move) -> Self | Reason:
        """Make a move that is no placement."""

    # What follows for all.

    def play(self, move: Move) -> Self:
        """Make a move and return the position after it.

        :raises IllegalMove: the rules do not allow it; ``reason`` has the sentence and the cells.
        """
        result = self._result(move)
        if isinstance(result, Reason):
            raise IllegalMove(self._reason(result))
        return result

    def why_illegal(self, move: Move) -> Reason | None:
        """Why the rules do not allow a move; None when they do."""
        result = self._result(move)
        return self._reason(result) if isinstance(result, Reason) else None

    def is_legal(self, move: Move) -> bool:
        """Whether the rules allow a move."""
        return not isinstance(self._result(move), Reason)

    @property
    def topology(self) -> Topology:
        """The board without its stones."""
        return self.board.topology

    @property
    def stones(self) -> tuple[Bitboard, Bitboard]:
        """The stones of Black and of White."""
        return self.board.stones

    @property
    def prison(self) -> tuple[int, int]:
        """The stones of Black and of White in prison; one of the two is always 0."""
        return (0, 0)

    @property
    def hidden(self) -> Bitboard:
        """The stones that the opponent may not see yet: the first of a strong-pie pair."""
        return 0

    @property
    def mid_turn(self) -> bool:
        """Whether part of the present turn has been played."""
        return self.last_turn is not None and self.last_turn.number == self.turn

    @property
    def placed_in_turn(self) -> Bitboard:
        """The cells that got stones in the last turn, or in the part played of the present one."""
        return self.last_turn.placed if self.last_turn else 0

    @property
    def seat_to_move(self) -> int:
        """The seat, 0 or 1, whose move it is."""
        return self.to_move ^ self.swapped

    def colour_of(self, seat: int) -> Colour:
        """Tell the colour that a seat, 0 or 1, has now."""
        return Colour(seat ^ self.swapped)

    def groups(self, colour: Colour) -> tuple[Bitboard, ...]:
        """List the groups of a colour, by their first cells."""
        return _sorted(cells for cells, _ in self.board.groups[colour])

    def regions(self) -> tuple[Bitboard, ...]:
        """List the connected sets of empty cells, by their first cells."""
        return _sorted(cells for cells, _ in self.board.regions)

    def owner(self, region: Bitboard) -> Colour | None:
        """Tell the only colour that a region touches; None when it touches both or none."""
        return self.board.owner(region)

    def diagram(self) -> str:
        """Draw the board as text, top row first: X Black, O White, a dot for an empty cell."""
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
        if self.phase in BARGAINING and not isinstance(move, Offer | Choose):
            return refusals.not_yet(self.phase is Phase.OFFER)
        if not isinstance(move, Place):
            return self._act(move)
        cell = move.cell
        if not 0 <= cell < len(self.topology):
            return refusals.off_board(self.topology)
        if not self.board.empty >> cell & 1:
            return refusals.occupied(self.topology, cell)
        return self._place(cell)

    def _reason(self, reason: Reason) -> Reason:
        """Let the end of the game, if it has come, explain a refusal.

        A player without a legal move still hears why what they tried is none of them.
        """
        outcome = self.outcome()
        if outcome is None or reason.kind in _TELLING[outcome.ending]:
            return reason
        return refusals.game_over(outcome.ending.sentence)

    def _moved(
        self,
        move: Move,
        board: Board,
        *,
        removed: tuple[Bitboard, Bitboard] = (0, 0),
        next_turn: int = 1,
        **changes: Any,
    ) -> Self:
        """Make the position after a move that leads to this board.

        :param removed: the stones of Black and of White that it removed.
        :param next_turn: the placements of the next turn, should this move end the present one.
        :param changes: further fields.
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
        last_turn = self._turn_with(move, removed)
        return replace(self, board=board, ply=self.ply + 1, last_turn=last_turn, **changes)

    def _turn_with(self, move: Move, removed: tuple[Bitboard, Bitboard]) -> LastTurn:
        placed = 1 << move.cell if isinstance(move, Place) else 0
        last = self.last_turn
        if last is None or last.number != self.turn:
            return LastTurn(self.turn, self.to_move, (move,), placed, removed)
        both = last.removed[0] | removed[0], last.removed[1] | removed[1]
        return LastTurn(self.turn, self.to_move, (*last.moves, move), last.placed | placed, both)


def _sorted(masks: Iterator[Bitboard]) -> tuple[Bitboard, ...]:
    return tuple(sorted(masks, key=lambda mask: mask & -mask))
