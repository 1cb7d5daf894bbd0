"""Cornered Lifeline: the first published rules of Lifeline, with three openings and komi.

The openings are the pie (White may swap colours), 12* (turns of two stones) and "no balance", which
has neither.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from rules import hexhex_play, illegal_moves, life_by_region, threats_and_links
from rules.board import Board, cells_of
from rules.colour import Colour
from rules.moves import PLACES, Choose, Komi, Move, Offer, Swap
from rules.options import Arrangement, Game, Option, Ruleset, Value, Values
from rules.position import Danger, Ending, Link, Outcome, Phase, Position
from rules.reasons import Reason, ReasonKind
from rules.sentences import Sentence
from rules.topology import Bitboard, Cell, Topology, hexhex, select

PIE, TWELVE_STAR, NONE = "pie", "twelve-star", "none"
MOST_NEIGHBOURS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Cornered(Position):
    """Position in a game of cornered Lifeline; ``start`` is the opening, such as `PIE`.

    A group is cornered if it reaches other groups through empty cells, but only enemy groups. While
    an enemy stone is on the board, these are exactly the groups that are not alive by region.
    """

    game: ClassVar[str] = "cornered"
    start: str = PIE

    def legal_moves(self) -> Iterator[Move]:
        doubtful = self._cells_to_try()
        for place in select(PLACES, self._open_cells()):
            if not doubtful >> place.cell & 1 or self.is_legal(place):
                yield place
        if self.to_move is Colour.WHITE:
            yield from (move for move in (Swap(), Komi()) if self.is_legal(move))

    def outcome(self) -> Outcome | None:
        """Return the outcome: a loss for a side that cannot complete its turn, else None."""
        if self.phase is not Phase.PLAY or any(True for _ in self.legal_moves()):
            return None
        bare = not self.stones[self.to_move]
        return Outcome(self.to_move.other, Ending.NO_STONES if bare else Ending.NO_MOVES)

    def in_danger(self, colour: Colour) -> tuple[Danger, ...]:
        """Return the groups of a colour that one enemy stone would capture, with the killing cells.

        The result is empty outside the phase PLAY.
        """
        if self.phase is not Phase.PLAY:
            return ()
        if self.to_move is not colour:
            return threats_and_links.threatened_groups(self, colour)
        enemy_turn = replace(
            self, to_move=colour.other, placements_left=self._placements_per_turn(), last_turn=None
        )
        return threats_and_links.threatened_groups(enemy_turn, colour)

    def links(self, colour: Colour) -> tuple[Link, ...]:
        return threats_and_links.links_between_groups(self.board, colour)

    @property
    def swap_follows(self) -> bool:
        return self.start == PIE and hexhex_play.is_first_turn(self)

    def _placements_per_turn(self) -> int:
        return 2 if self.start == TWELVE_STAR else 1

    def _open_cells(self) -> Bitboard:
        if self.phase is Phase.SETUP:
            return hexhex_play.first_cells(self)
        return life_by_region.cells_in_reach(self.board, self.to_move)

    def _cells_to_try(self) -> Bitboard:
        """Return the cells whose legality needs a trial; placements on all others are legal."""
        if self.phase is Phase.SETUP:
            return 0
        # If all groups are alive, a stone can corner only the friends that it joins.
        joints = life_by_region.joining_cells(self.board, self.to_move)
        if self.placements_left == 1:
            return self.topology.full if self._own_cornered_stones() else joints
        # After a placement on such a cell, every other non-adjacent one still is such a cell.
        sound = (self._open_cells() & ~joints).bit_count()
        return joints if sound > MOST_NEIGHBOURS + 1 else self.topology.full

    def _own_cornered_stones(self) -> Bitboard:
        """Return the stones of the groups that the side to move has cornered itself in this turn.

        Only groups that gained a stone in this turn can be cornered: any other group still sees the
        friend that it saw before. The result is 0 at the start of a turn.
        """
        return _cornered(self.board, self.to_move, self.placed_in_turn) if self.mid_turn else 0

    def _place(self, cell: Cell) -> Self | Reason:
        if self.phase is Phase.SETUP:
            refusal = hexhex_play.first_stone_refusal(self, cell)
            return refusal or self._checked(self._place_first_stone(cell))
        region, border = self.board.region_of(cell)
        if not border & self.stones[self.to_move]:
            return _no_friend_in_region(self.topology, cell, region)
        return self._checked(self._place_in_play(cell))

    def _place_first_stone(self, cell: Cell) -> Self:
        board = self.board.place(cell, self.to_move).board
        phase = hexhex_play.phase_after(board.stones)
        return self._next_position(
            PLACES[cell], board, next_turn=self._placements_per_turn(), phase=phase
        )

    def _place_in_play(self, cell: Cell) -> Self:
        enemy = self.to_move.other
        placement = self.board.place(cell, self.to_move)
        cornered = life_by_region.groups_cut_off(placement, enemy)
        board = placement.board.without(enemy, cornered) if cornered else placement.board
        removed = enemy.pair(cells_of(cornered), 0)
        return self._next_position(
            PLACES[cell], board, removed=removed, next_turn=self._placements_per_turn()
        )

    def _checked(self, after: Self) -> Self | Reason:
        """Return the position ``after`` a move, or the reason why the move is illegal.

        In play, a completed turn may not leave a cornered group of the mover. A turn of two moves
        must have a legal second move.
        """
        if after.turn == self.turn:
            possible = any(True for _ in after.legal_moves())
            return after if possible else _turn_not_completable(after.placed_in_turn)
        doomed = _cornered(after.board, self.to_move, after.placed_in_turn)
        if doomed and self.phase is Phase.PLAY:
            return _own_group_cornered(doomed)
        return after

    def _act(self, move: Move) -> Self | Reason:
        match move:
            case Komi():
                refusal = hexhex_play.komi_refusal(self)
                return refusal or self._checked(
                    hexhex_play.spend_komi(self, self._placements_per_turn())
                )
            case Swap():
                allowed = self.start == PIE and hexhex_play.may_swap(self)
                return hexhex_play.swap_colours(self) if allowed else illegal_moves.swap_too_late()
            case Offer() | Choose():
                return illegal_moves.no_komi_offer()
            case _:
                return illegal_moves.no_hold()


def _cornered(board: Board, colour: Colour, among: Bitboard) -> Bitboard:
    """Return the stones of the cornered groups of a colour that contain one of the given stones."""
    if not board.stones[colour.other]:
        return 0
    return cells_of(
        group
        for group in board.groups[colour]
        if group[0] & among and not life_by_region.sees_friend(board, group[0], colour)
    )


def _no_friend_in_region(topology: Topology, cell: Cell, region: Bitboard) -> Reason:
    """Return the reason that forbids a stone in a region that no group of the mover touches."""
    sentence = Sentence(
        "None of your groups touches the empty region around {cell}. Play in a region that your "
        "stones touch.",
        cell=topology.label(cell),
    )
    return Reason(ReasonKind.NO_FRIEND_IN_REGION, sentence, region)


def _turn_not_completable(cells: Bitboard) -> Reason:
    """Return the reason that forbids a first move after which the turn has no legal second move.

    :param cells: the cells to highlight.
    """
    sentence = Sentence("Your turn has two moves, and this one would leave no legal second move.")
    return Reason(ReasonKind.TURN_NOT_COMPLETABLE, sentence, cells)


def _own_group_cornered(doomed: Bitboard) -> Reason:
    """Return the reason that forbids cornering groups of one's own colour."""
    sentence = Sentence(
        "One of your groups would be cornered: it would reach only enemy groups at the end of "
        "your turn."
    )
    return Reason(ReasonKind.OWN_GROUP_DIES, sentence, doomed)


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
            wanted.refuse(life_by_region.dead_groups(wanted.board, colour), "is cornered")
    start = ruleset.text("start")
    return Cornered(
        board=wanted.board,
        to_move=wanted.to_move,
        placements_left=2 if start == TWELVE_STAR else 1,
        komi=wanted.komi,
        start=start,
    )


def _size_advice(value: Value, others: Values) -> str | None:  # noqa: ARG001 - one signature for all
    return Sentence("The cornered rules work best at size 6 or more.") if int(value) < 6 else None


GAME = Game(
    key="cornered",
    name="Lifeline, cornered rules",
    version=1,
    shape="hexhex",
    options=(
        Option(
            "size",
            Sentence("Size"),
            "number",
            minimum=3,
            maximum=12,
            default=7,
            suggested=(7, 6, 8, 10, 12),
            advice=_size_advice,
        ),
        Option(
            "start",
            Sentence("Opening"),
            "choice",
            choices=(PIE, TWELVE_STAR, NONE),
            labels=(
                Sentence("One stone and swap: Black places one, White places one or swaps sides"),
                Sentence("Two a turn: Black begins with one stone, then each turn places two"),
                Sentence("No swap: one stone each, and Black has the advantage of moving first"),
            ),
            known_as=("Pie", "12*", "No balance"),
            default=PIE,
        ),
        Option(
            "komi",
            Sentence("Komi"),
            "number",
            maximum=397,  # the cells of the largest board
            default=0,
            suggested=tuple(range(13)),
        ),
    ),
    summary=Sentence(
        "Place a stone in an empty region that touches one of your groups. A group that reaches "
        "only enemy groups is cornered and removed. You may not corner your own groups. If you "
        "can't complete a turn, you lose."
    ),
    begin=_begin,
    arrange=_arrange,
    searchable=True,
    quick_size=6,
)
