"""Lifeline, cornered rules: the first published version, with the pie, 12* and komi."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from rules import hexhex_play, life, refusals, views
from rules.board import Board, cells_of
from rules.colour import Colour
from rules.moves import PLACES, Choose, Komi, Move, Offer, Swap
from rules.options import Arrangement, Game, Option, Ruleset, Value, Values
from rules.position import Danger, Ending, Link, Outcome, Phase, Position
from rules.reasons import Reason
from rules.topology import Bitboard, Cell, hexhex, select

PIE, TWELVE_STAR, NONE = "pie", "twelve-star", "none"
MOST_NEIGHBOURS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Cornered(Position):
    """A position of cornered Lifeline; ``start`` is the way the game begins.

    While an enemy stone is on the board, a group is cornered exactly when it is not alive by
    region: then every group it reaches is an enemy, and it reaches one.
    """

    game: ClassVar[str] = "cornered"
    start: str = PIE

    def legal_moves(self) -> Iterator[Move]:
        """List every legal move."""
        doubtful = self._doubtful()
        for place in select(PLACES, self._open_cells()):
            if not doubtful >> place.cell & 1 or self.is_legal(place):
                yield place
        if self.to_move is Colour.WHITE:
            yield from (move for move in (Swap(), Komi()) if self.is_legal(move))

    def outcome(self) -> Outcome | None:
        """Tell who won: the side to move has lost when it cannot complete a turn."""
        if self.phase is not Phase.PLAY or any(True for _ in self.legal_moves()):
            return None
        bare = not self.stones[self.to_move]
        return Outcome(self.to_move.other, Ending.NO_STONES if bare else Ending.NO_MOVES)

    def in_danger(self, colour: Colour) -> tuple[Danger, ...]:
        """List the groups that one enemy placement would remove."""
        if self.phase is not Phase.PLAY:
            return ()
        if self.to_move is not colour:
            return views.threatened(self, colour)
        enemy_turn = replace(
            self, to_move=colour.other, placements_left=self._quota(), last_turn=None
        )
        return views.threatened(enemy_turn, colour)

    def links(self, colour: Colour) -> tuple[Link, ...]:
        """Link the groups that see each other."""
        return views.threads(self.board, colour)

    def _quota(self) -> int:
        return 2 if self.start == TWELVE_STAR else 1

    def _open_cells(self) -> Bitboard:
        if self.phase is Phase.SETUP:
            return hexhex_play.first_cells(self)
        return life.in_reach(self.board, self.to_move)

    def _doubtful(self) -> Bitboard:
        """Find the cells where a turn could go wrong: the others need no trial."""
        if self.phase is Phase.SETUP:
            return 0
        # From sound groups, a stone can corner no friends but those that it joins.
        joints = life.joints(self.board, self.to_move)
        if self.placements_left == 1:
            return self.topology.full if self._cornered_in_turn() else joints
        # After such a stone every other such cell that is not beside it is one still.
        sound = (self._open_cells() & ~joints).bit_count()
        return joints if sound > MOST_NEIGHBOURS + 1 else self.topology.full

    def _cornered_in_turn(self) -> Bitboard:
        """Find the groups of the side to move that it has cornered itself in this turn.

        Only groups that got a stone in it can be cornered: whoever saw a friend before still does.
        """
        return _cornered(self.board, self.to_move, self.placed_in_turn) if self.mid_turn else 0

    def _place(self, cell: Cell) -> Self | Reason:
        if self.phase is Phase.SETUP:
            refusal = hexhex_play.first_stone_refusal(self, cell)
            return refusal or self._judged(self._set_up(cell))
        region, border = self.board.region_of(cell)
        if not border & self.stones[self.to_move]:
            return refusals.no_friend_in_region(self.topology, cell, region)
        return self._judged(self._played(cell))

    def _set_up(self, cell: Cell) -> Self:
        board = self.board.place(cell, self.to_move).board
        phase = hexhex_play.phase_with(board.stones)
        return self._moved(PLACES[cell], board, next_turn=self._quota(), phase=phase)

    def _played(self, cell: Cell) -> Self:
        enemy = self.to_move.other
        placement = self.board.place(cell, self.to_move)
        cornered = life.cut_off(placement, enemy)
        board = placement.board.without(enemy, cornered) if cornered else placement.board
        removed = enemy.pair(cells_of(cornered), 0)
        return self._moved(PLACES[cell], board, removed=removed, next_turn=self._quota())

    def _judged(self, after: Self) -> Self | Reason:
        """Refuse what leaves a friend cornered at the end of the turn, or no way to end it."""
        if after.turn == self.turn:
            possible = any(True for _ in after.legal_moves())
            return after if possible else refusals.turn_not_completable(after.placed_in_turn)
        doomed = _cornered(after.board, self.to_move, after.placed_in_turn)
        if doomed and self.phase is Phase.PLAY:
            return refusals.own_group_cornered(doomed)
        return after

    def _act(self, move: Move) -> Self | Reason:
        match move:
            case Komi():
                refusal = hexhex_play.komi_refusal(self)
                return refusal or self._judged(hexhex_play.komi_spent(self, self._quota()))
            case Swap():
                allowed = self.start == PIE and hexhex_play.may_swap(self)
                return hexhex_play.swapped(self) if allowed else refusals.swap_too_late()
            case Offer() | Choose():
                return refusals.no_bargain()
            case _:
                return refusals.no_hold()


def _cornered(board: Board, colour: Colour, among: Bitboard) -> Bitboard:
    """Find the cornered groups of a colour that contain one of some stones."""
    if not board.stones[colour.other]:
        return 0
    return cells_of(
        group
        for group in board.groups[colour]
        if group[0] & among and not life.sees_friend(board, group[0], colour)
    )


def _begin(ruleset: Ruleset) -> Cornered:
    return Cornered(
        board=Board.of(hexhex(int(ruleset.options["size"]))),
        phase=Phase.SETUP,
        komi=ruleset.number("komi") or 0,
        start=ruleset.text("start"),
    )


def _arrange(ruleset: Ruleset, wanted: Arrangement) -> Cornered:
    for colour in Colour:
        if wanted.board.stones[colour.other]:
            wanted.refuse(life.dead(wanted.board, colour), "is cornered")
    start = ruleset.text("start")
    return Cornered(
        board=wanted.board,
        to_move=wanted.to_move,
        placements_left=2 if start == TWELVE_STAR else 1,
        komi=wanted.komi,
        start=start,
    )


def _small(value: Value, others: Values) -> str | None:  # noqa: ARG001 - one signature for all
    return "A size of 6 or more is advised for the cornered rules." if int(value) < 6 else None


GAME = Game(
    key="cornered",
    name="Lifeline, cornered rules",
    version=1,
    shape="hexhex",
    options=(
        Option(
            "size",
            "Size",
            "number",
            minimum=3,
            maximum=12,
            default=7,
            suggested=(7, 6, 8, 10, 12),
            advice=_small,
        ),
        Option(
            "start",
            "Start",
            "choice",
            choices=(PIE, TWELVE_STAR, NONE),
            labels=(
                "Pie: White may swap after the first stone",
                "12*: one stone first, then two a turn",
                "No balance: no swap",
            ),
            default=PIE,
        ),
        Option(
            "komi",
            "Komi points for White",
            "number",
            maximum=397,  # the cells of the largest board
            default=0,
            suggested=tuple(range(13)),
        ),
    ),
    summary=(
        "Place a stone in an empty region that touches one of your groups. A group that reaches "
        "only enemy groups is cornered and removed; you may not corner your own. "
        "A player who cannot complete a turn has lost."
    ),
    hints=(
        "You need two groups that see each other wherever you want to live.",
        "Joining your last two groups is suicide while the enemy has a stone.",
        "Keep regions that only you touch as free moves and fill shared cells first.",
    ),
    begin=_begin,
    arrange=_arrange,
    searchable=True,
)
