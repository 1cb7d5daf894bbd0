"""Liflina by Galdseid, 2024: life by straight lines on the square board, with a prison."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import ClassVar, NamedTuple, Self

from rules import (
    cut_lifelines,
    komi_offer,
    life_by_lines,
    square_play,
    threats_and_links,
)
from rules.board import Board, cells_of
from rules.colour import Colour
from rules.moves import PLACES, Hold, Move
from rules.options import Arrangement, Game, Option, Ruleset, Value, Values
from rules.position import CutLifeline, Danger, Ending, Link, Outcome, Phase, Position
from rules.reasons import Reason, ReasonKind
from rules.sentences import Sentence
from rules.topology import Bitboard, Cell, bits, select, square


class _Placement(NamedTuple):
    """Effect of a legal placement: the new board, the captured enemy stones, and a flag.

    ``minimal`` means that the placement is a minimal incursion, as described at `Liflina`.
    """

    board: Board
    taken: Bitboard
    minimal: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Liflina(Position):
    """Position in a game of Liflina, with its prison and the history that detects repetition.

    ``balance`` is the signed prison: +k for k Black stones, -k for k White stones.
    ``minimal_incursion`` means that the last move was a minimal incursion: a stone in an empty
    region that touched only enemy stones, which captured exactly one group. ``history`` holds every
    position at the start of a turn in the phase PLAY. In the phase SETUP, Black places the handicap
    stones.
    """

    game: ClassVar[str] = "liflina"
    balance: int = 0
    minimal_incursion: bool = False
    history: square_play.History = field(hash=False, repr=False)

    def legal_moves(self) -> Iterator[Move]:
        if self.phase is Phase.SETUP:
            return select(PLACES, self.board.empty)
        if self.phase is not Phase.PLAY:
            return komi_offer.legal_moves(self)
        places = select(PLACES, self.legal_cells())
        return places if square_play.hold_refusal(self) else chain(places, (Hold(),))

    def outcome(self) -> Outcome | None:
        """Return the outcome: a loss for a side to move without a legal move, else None."""
        if self.phase is not Phase.PLAY or not square_play.hold_refusal(self):
            return None
        if any(
            isinstance(self._try_placement(cell), _Placement) for cell in bits(self.board.empty)
        ):
            return None
        return Outcome(self.to_move.other, Ending.NO_MOVES)

    def in_danger(self, colour: Colour) -> tuple[Danger, ...]:
        """Return the groups of a colour that one enemy stone would capture, with the killing cells.

        The result is empty outside the phase PLAY.
        """
        if self.phase is not Phase.PLAY:
            return ()
        attacker = self
        if self.to_move is colour:
            attacker = replace(self, to_move=colour.other, minimal_incursion=False)
        legal = attacker.legal_cells()
        killers = {
            group: life_by_lines.vital_cells(self.board, group, colour) & legal
            for group in self.groups(colour)
        }
        return threats_and_links.as_dangers(killers)

    def links(self, colour: Colour) -> tuple[Link, ...]:
        return tuple(
            life_by_lines.as_link(self.board, group, run, colour)
            for group in self.groups(colour)
            for run in life_by_lines.lifelines(self.board, group, colour)
        )

    @property
    def prison(self) -> tuple[int, int]:
        return square_play.prison_counts(self.balance)

    def _cut_lifelines(
        self, cell: Cell, colour: Colour, captured: Bitboard
    ) -> Iterator[CutLifeline]:
        return cut_lifelines.cut_along_lines(self.board, cell, colour, captured)

    def legal_cells(self) -> Bitboard:
        """Return the cells on which the side to move may place a stone, as a bitboard.

        Only placements that could kill a group are tried out. For the others, it suffices to look
        up the resulting position in the history.
        """
        mover, enemy = self.to_move, self.to_move.other
        trials = 0
        for group, _ in self.board.groups[enemy]:
            trials |= life_by_lines.vital_cells(self.board, group, enemy)
        own, others = self.stones[mover], self.stones[enemy]
        legal = 0
        for cell in bits(self.board.empty):
            bit = 1 << cell
            if trials & bit or not life_by_lines.has_own_line(self.board, cell, mover):
                legal |= bit if isinstance(self._try_placement(cell), _Placement) else 0
            elif (*mover.pair(own | bit, others), enemy) not in self.history:
                legal |= bit
        return legal

    def _try_placement(self, cell: Cell) -> _Placement | Reason:
        """Return the effect of a stone on an empty cell, or the reason why it is illegal."""
        mover, enemy = self.to_move, self.to_move.other
        placement = self.board.place(cell, mover)
        taken = life_by_lines.groups_cut_off(placement.board, cell, enemy)
        board = placement.board.without(enemy, taken) if taken else placement.board
        if not life_by_lines.has_lifeline(board, placement.group[0], mover):
            return _own_group_without_lifeline(placement.group[0])
        incursion = square_play.is_incursion(self.board, placement.region, mover)
        minimal = incursion and len(taken) == 1
        if minimal and self.minimal_incursion:
            return square_play.incursion_refusal(self)
        ply = self.history.get((*board.stones, enemy))
        if ply is not None:
            turn = self.turn - 1 - (self.ply - ply)  # in the phase PLAY each move is a turn
            return _repeats_position(1 << cell | cells_of(taken), ply, turn)
        return _Placement(board, cells_of(taken), minimal)

    def _place(self, cell: Cell) -> Self | Reason:
        if self.phase is Phase.SETUP:
            return self._place_handicap_stone(cell)
        stone = self._try_placement(cell)
        if isinstance(stone, Reason):
            return stone
        enemy = self.to_move.other
        return self._next_position(
            PLACES[cell],
            stone.board,
            removed=enemy.pair(stone.taken, 0),
            balance=self.balance + square_play.prison_change(enemy, stone.taken),
            minimal_incursion=stone.minimal,
            history={**self.history, (*stone.board.stones, enemy): self.ply + 1},
        )

    def _place_handicap_stone(self, cell: Cell) -> Self:
        """Place a handicap stone; all handicap stones form Black's first turn.

        No check is needed: without enemy stones every run ends at the edge or a friend, and the
        options guarantee an empty cell, so all groups have a lifeline.
        """
        board = self.board.place(cell, Colour.BLACK).board
        if self.placements_left > 1:
            return self._next_position(PLACES[cell], board)
        history = square_play.initial_history(board, Colour.WHITE, self.ply + 1)
        return self._next_position(PLACES[cell], board, phase=Phase.PLAY, history=history)

    def passed(self) -> Self:
        return replace(Position.passed(self), minimal_incursion=False)

    def _act(self, move: Move) -> Self | Reason:
        return square_play.play_other_move(self, move, self.balance, self.history)


def _own_group_without_lifeline(doomed: Bitboard) -> Reason:
    """Return the reason that forbids leaving an own group without a lifeline."""
    sentence = Sentence(
        "One of your groups would have no lifeline: no straight empty run to the edge or to "
        "a friend."
    )
    return Reason(ReasonKind.OWN_GROUP_DIES, sentence, doomed)


def _repeats_position(changed: Bitboard, ply: int, turn: int) -> Reason:
    """Return the reason that forbids a placement that repeats an earlier position.

    :param changed: the cells that the placement would change.
    :param ply: the number of moves after which the position first occurred.
    :param turn: the turn that ended with that position.
    """
    sentence = Sentence(
        "That repeats the position after turn {turn}, with the same player to move. "
        "Move elsewhere first.",
        turn=turn,
    )
    if ply == 0:
        sentence = Sentence(
            "That repeats the starting position, with the same player to move. "
            "Move elsewhere first."
        )
    return Reason(ReasonKind.REPEATS_POSITION, sentence, changed, ply)


def _begin(ruleset: Ruleset) -> Liflina:
    board = Board.of(square(int(ruleset.options["size"])))
    komi, handicap = ruleset.number("komi"), ruleset.number("handicap")
    phase = Phase.OFFER if komi is None else Phase.PLAY
    return Liflina(
        board=board,
        phase=phase if handicap is None else Phase.SETUP,
        placements_left=handicap or 1,
        komi=komi or 0,
        balance=komi or 0,
        history=square_play.initial_history(board),
    )


def _arrange(ruleset: Ruleset, wanted: Arrangement) -> Liflina:  # noqa: ARG001 - one signature
    for colour in Colour:
        wanted.refuse(life_by_lines.dead_groups(wanted.board, colour), "has no lifeline")
    return Liflina(
        board=wanted.board,
        to_move=wanted.to_move,
        balance=wanted.prison,
        minimal_incursion=wanted.minimal_incursion,
        history=square_play.initial_history(wanted.board, wanted.to_move),
    )


def _conflict(options: Values) -> str | None:
    points = int(options["size"]) ** 2
    if "komi" in options and "handicap" in options:
        return Sentence("A game can't have both komi and a handicap. Choose one.")
    if int(options.get("komi", 0)) > points:
        return Sentence("Komi can't be more than the board's {points} points.", points=points)
    if int(options.get("handicap", 0)) >= points:
        return Sentence(
            "The handicap must be less than the board's {points} points.", points=points
        )
    return None


def _size_advice(value: Value, others: Values) -> str | None:  # noqa: ARG001 - one signature for all
    if value in (13, 15, 17, 19):
        return None
    return Sentence("The official sizes are 13, 15, 17 and 19. This size is unofficial.")


GAME = Game(
    key="liflina",
    name="Liflina",
    version=1,
    shape="square",
    options=(
        Option(
            "size",
            Sentence("Size"),
            "number",
            minimum=5,
            maximum=19,
            default=19,
            suggested=(19, 17, 15, 13, 11, 10, 9, 8, 7, 6, 5),
            only_suggested=True,
            lowest=2,
            advice=_size_advice,
        ),
        Option("komi", Sentence("Komi"), "number", maximum=19**2),
        Option("handicap", Sentence("Handicap"), "number", minimum=2, maximum=9),
    ),
    summary=Sentence(
        "Place a stone on an empty point, or hold: remove an enemy stone from the prison. "
        "A group lives while one of its stones has a lifeline: a straight empty run to the edge "
        "or to a friend. Dead enemies go to prison. If you can't move, you lose."
    ),
    begin=_begin,
    arrange=_arrange,
    conflict=_conflict,
    has_prison=True,
    searchable=True,
)
