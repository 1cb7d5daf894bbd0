"""Lifeline by Michael Amundsen and Luis Bolaños Mures, 2022: current rules, all openings."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar, Self

from rules import hexhex_play, illegal_moves, komi_offer, life_by_region, threats_and_links
from rules.board import Board, cells_of
from rules.colour import Colour
from rules.moves import PLACES, Choose, Komi, Move, Offer, Swap
from rules.options import Arrangement, Game, Option, Ruleset, Value, Values
from rules.position import KOMI_PHASES, Danger, Ending, Link, Outcome, Phase, Position
from rules.reasons import Reason, ReasonKind
from rules.sentences import Sentence
from rules.topology import Bitboard, Cell, Topology, hexhex, select

STRONG_PIE, WEAK_PIE, KOMI_PIE, NONE = "strong-pie", "weak-pie", "komi-pie", "none"
SWAP_STARTS = (STRONG_PIE, WEAK_PIE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifeline(Position):
    """Position in a game of Lifeline; ``start`` is the opening, such as `STRONG_PIE`."""

    game: ClassVar[str] = "lifeline"
    start: str = STRONG_PIE

    def legal_moves(self) -> Iterator[Move]:
        if self.phase in KOMI_PHASES:
            return komi_offer.legal_moves(self)
        if self.phase is Phase.SETUP:
            places = select(PLACES, hexhex_play.first_cells(self))
            return chain(places, (Swap(),)) if self._may_swap() else places
        places = select(PLACES, life_by_region.cells_in_reach(self.board, self.to_move))
        # Most games have no komi, and building a refusal at every ply would be slow.
        if self.komi and not hexhex_play.komi_refusal(self):
            return chain(places, (Komi(),))
        return places

    def outcome(self) -> Outcome | None:
        """Return the outcome: a loss for a side to move that has no stones, else None."""
        if self.phase is not Phase.PLAY or self.stones[self.to_move]:
            return None
        return Outcome(self.to_move.other, Ending.NO_STONES)

    def in_danger(self, colour: Colour) -> tuple[Danger, ...]:
        """Return the groups of a colour that one enemy stone would capture, with the killing cells.

        The result is empty outside the phase PLAY.
        """
        if self.phase is not Phase.PLAY:
            return ()
        return threats_and_links.threatened_groups(replace(self, to_move=colour.other), colour)

    def links(self, colour: Colour) -> tuple[Link, ...]:
        return threats_and_links.links_between_groups(self.board, colour)

    @property
    def swap_follows(self) -> bool:
        return self.start in SWAP_STARTS and hexhex_play.is_first_turn(self)

    @property
    def hidden(self) -> Bitboard:
        """The first stone of a turn of two (strong pie), until the second is placed; else 0."""
        return self.placed_in_turn if self.mid_turn else 0

    def _may_swap(self) -> bool:
        return self.start in SWAP_STARTS and hexhex_play.may_swap(self)

    def _place(self, cell: Cell) -> Self | Reason:
        if self.phase is Phase.SETUP:
            return hexhex_play.first_stone_refusal(self, cell) or self._place_first_stone(cell)
        region, border = self.board.region_of(cell)
        # On a hexhex board this is equivalent to the rule "the board must have changed". Tests
        # compare it with a literal implementation of that rule.
        if not border & self.stones[self.to_move]:
            return _nothing_changes(self.topology, cell, region)
        return self._place_in_play(cell)

    def _place_first_stone(self, cell: Cell) -> Self:
        board = self.board.place(cell, self.to_move).board
        phase = hexhex_play.phase_after(board.stones)
        pairs = self.start == STRONG_PIE and phase is Phase.SETUP
        return self._next_position(PLACES[cell], board, next_turn=2 if pairs else 1, phase=phase)

    def _place_in_play(self, cell: Cell) -> Self:
        mover, enemy = self.to_move, self.to_move.other
        placement = self.board.place(cell, mover)
        dead = life_by_region.groups_cut_off(placement, enemy)
        board = placement.board.without(enemy, dead) if dead else placement.board
        lost = 0
        # A stone can cost a friendly group its last friend only by joining the two.
        if placement.joined > 1 and not life_by_region.sees_friend(
            board, placement.group[0], mover
        ):
            board = board.without(mover, [placement.group])
            lost = placement.group[0]
        return self._next_position(PLACES[cell], board, removed=mover.pair(lost, cells_of(dead)))

    def _act(self, move: Move) -> Self | Reason:
        match move:
            case Offer() | Choose():
                refusal = komi_offer.refusal(self, move)
                return refusal or komi_offer.play(self, move, phase=Phase.SETUP)
            case Swap():
                return (
                    hexhex_play.swap_colours(self)
                    if self._may_swap()
                    else illegal_moves.swap_too_late()
                )
            case Komi():
                return hexhex_play.komi_refusal(self) or hexhex_play.spend_komi(self)
            case _:
                return illegal_moves.no_hold()


def _nothing_changes(topology: Topology, cell: Cell, region: Bitboard) -> Reason:
    """Return the reason that forbids placing a stone that would die at once."""
    sentence = Sentence(
        "Your stone on {cell} would die at once: none of your groups touches this empty region.",
        cell=topology.label(cell),
    )
    return Reason(ReasonKind.NOTHING_CHANGES, sentence, region)


def _begin(ruleset: Ruleset) -> Lifeline:
    start, komi = ruleset.text("start"), ruleset.number("komi")
    bargaining = start == KOMI_PIE and komi is None
    return Lifeline(
        board=Board.of(hexhex(int(ruleset.options["size"]))),
        phase=Phase.OFFER if bargaining else Phase.SETUP,
        placements_left=2 if start == STRONG_PIE else 1,
        komi=komi or 0,
        start=start,
    )


def _arrange(ruleset: Ruleset, wanted: Arrangement) -> Lifeline:
    for colour in Colour:
        wanted.refuse(
            life_by_region.dead_groups(wanted.board, colour), "sees no other group of its colour"
        )
    return Lifeline(
        board=wanted.board,
        to_move=wanted.to_move,
        komi=wanted.komi,
        start=ruleset.text("start"),
    )


def _conflict(options: Values) -> str | None:
    if "komi" not in options:
        return None
    if options["start"] != KOMI_PIE:
        return Sentence(
            "You can set the komi only with the opening “{start}”.", start=_START.name_of(KOMI_PIE)
        )
    cells = len(hexhex(int(options["size"])))
    if int(options["komi"]) > cells:
        return Sentence("Komi can't be more than the board's {cells} cells.", cells=cells)
    return None


def _size_advice(value: Value, others: Values) -> str | None:
    least = {WEAK_PIE: 6, KOMI_PIE: 7}.get(str(others["start"]), 0)
    if int(value) < least:
        start = _START.name_of(str(others["start"]))
        return Sentence(
            "The opening “{start}” works best at size {least} or more.",
            start=start,
            least=least,
        )
    return None


_START = Option(
    "start",
    Sentence("Opening"),
    "choice",
    choices=(STRONG_PIE, WEAK_PIE, KOMI_PIE, NONE),
    labels=(
        Sentence("Two stones and swap: Black places two, White places two or swaps sides"),
        Sentence("One stone and swap: Black places one, White places one or swaps sides"),
        Sentence(
            "Komi offer: one player says how many turns White may skip, the other picks a colour"
        ),
        Sentence("No swap: one stone each, and Black has the advantage of moving first"),
    ),
    known_as=("Strong pie", "Weak pie", "Komi pie", "No balance"),
    default=STRONG_PIE,
)

GAME = Game(
    key="lifeline",
    name="Lifeline",
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
            suggested=(7, 5, 6, 8, 10, 12),
            advice=_size_advice,
        ),
        _START,
        Option(
            "komi",
            Sentence("Komi"),
            "number",
            maximum=397,  # the cells of the largest board
            suggested=tuple(range(1, 13)),
        ),
    ),
    summary=Sentence(
        "Place a stone on an empty cell. A group lives while it sees another group of its "
        "colour through empty cells. Dead groups are removed, the enemy's first. "
        "The last player to place a stone wins."
    ),
    begin=_begin,
    arrange=_arrange,
    conflict=_conflict,
    searchable=True,
    quick_size=5,
)
