"""Asli by Luis Bolaños Mures, 2023: life by region on the square board, with a prison."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import ClassVar, NamedTuple, Self

from rules import illegal_moves, komi_offer, life_by_region, square_play, threats_and_links
from rules.board import Board, cells_of
from rules.colour import Colour
from rules.moves import PLACES, Hold, Move
from rules.options import Arrangement, Game, Option, Ruleset, Value, Values
from rules.position import Danger, Ending, Link, Outcome, Phase, Position
from rules.reasons import Reason, ReasonKind
from rules.sentences import Sentence
from rules.topology import Bitboard, Cell, bits, select, square


class _Placement(NamedTuple):
    """Effect of a legal placement: the new board, the captured enemy stones, and two flags.

    ``minimal`` means that the placement is a minimal incursion. Both flags become fields of the
    resulting position, which are described at `Asli`.
    """

    board: Board
    taken: Bitboard
    minimal: bool
    ever_two_groups: tuple[bool, bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asli(Position):
    """Position in a game of Asli, with its prison and the history that detects repetition.

    ``balance`` is the signed prison: +k for k Black stones, -k for k White stones.
    ``minimal_incursion`` means that the last move was a minimal incursion: a stone in an empty
    region that touched only enemy stones, which captured exactly one group. ``ever_two_groups`` is,
    for Black and White, whether the colour has ever had two groups; without that, it cannot lose
    its only group. ``history`` holds every earlier position, and ``drawn`` means that the last
    placement repeated one of them.
    """

    game: ClassVar[str] = "asli"
    balance: int = 0
    minimal_incursion: bool = False
    ever_two_groups: tuple[bool, bool] = (False, False)
    history: square_play.History = field(hash=False, repr=False)
    drawn: bool = False

    def legal_moves(self) -> Iterator[Move]:
        if self.phase is not Phase.PLAY:
            return komi_offer.legal_moves(self)
        if self.drawn:
            return iter(())
        legal = self._safe_cells()
        for cell in bits(self.board.empty & ~legal):
            if isinstance(self._try_placement(cell), _Placement):
                legal |= 1 << cell
        places = select(PLACES, legal)
        return places if square_play.hold_refusal(self) else chain(places, (Hold(),))

    def outcome(self) -> Outcome | None:
        """Return the outcome: a draw by repetition, or a loss for a side without a legal move.

        None while the game is in progress.
        """
        if self.drawn:
            return Outcome(None, Ending.REPETITION)
        if (
            self.phase is not Phase.PLAY
            or self._safe_cells()
            or any(True for _ in self.legal_moves())
        ):
            return None
        return Outcome(self.to_move.other, Ending.NO_MOVES)

    def in_danger(self, colour: Colour) -> tuple[Danger, ...]:
        """Return the groups of a colour that one enemy stone would capture, with the killing cells.

        The result is empty outside the phase PLAY, and before the colour has had two groups.
        """
        if self.phase is not Phase.PLAY or not self.ever_two_groups[colour]:
            return ()
        if self.to_move is not colour:
            return threats_and_links.threatened_groups(self, colour)
        passed = replace(self, to_move=colour.other, minimal_incursion=False)
        return threats_and_links.threatened_groups(passed, colour)

    def links(self, colour: Colour) -> tuple[Link, ...]:
        return threats_and_links.links_between_groups(self.board, colour)

    @property
    def prison(self) -> tuple[int, int]:
        return square_play.prison_counts(self.balance)

    def _safe_cells(self) -> Bitboard:
        """Return cells where a stone is certainly legal; other cells may be legal too.

        Such a stone sees a friendly group through empty cells and joins at most one group, so that
        no friendly group can die.
        """
        mover = self.to_move
        return life_by_region.cells_in_reach(self.board, mover) & ~life_by_region.joining_cells(
            self.board, mover
        )

    def _try_placement(self, cell: Cell) -> _Placement | Reason:
        """Return the effect of a stone on an empty cell, or the reason why it is illegal."""
        mover, enemy = self.to_move, self.to_move.other
        placement = self.board.place(cell, mover)
        # A colour that never had two groups has at most one, which cannot die.
        taken = (
            life_by_region.groups_cut_off(placement, enemy) if self.ever_two_groups[enemy] else []
        )
        board = placement.board.without(enemy, taken) if taken else placement.board
        split = len(board.groups[mover]) > 1
        own, group = self.ever_two_groups[mover] or split, placement.group[0]
        # A friendly group that this stone could kill is part of the stone's group, or sees only it.
        if own and not life_by_region.sees_friend(board, group, mover):
            return _own_group_dead(group)
        incursion = square_play.is_incursion(self.board, placement.region, mover)
        minimal = incursion and len(taken) == 1
        if minimal and self.minimal_incursion:
            return square_play.incursion_refusal(self)
        flags = mover.pair(own, self.ever_two_groups[enemy])
        return _Placement(board, cells_of(taken), minimal, flags)

    def _result(self, move: Move) -> Self | Reason:
        if self.drawn:
            return illegal_moves.game_over(Ending.REPETITION.sentence)
        # super() would refer to the class before the dataclass decorator added slots.
        return Position._result(self, move)  # noqa: SLF001 - the base class

    def _place(self, cell: Cell) -> Self | Reason:
        stone = self._try_placement(cell)
        if isinstance(stone, Reason):
            return stone
        enemy = self.to_move.other
        key = (*stone.board.stones, enemy)
        return self._next_position(
            PLACES[cell],
            stone.board,
            removed=enemy.pair(stone.taken, 0),
            balance=self.balance + square_play.prison_change(enemy, stone.taken),
            minimal_incursion=stone.minimal,
            ever_two_groups=stone.ever_two_groups,
            history={**self.history, key: self.ply + 1},
            drawn=key in self.history,
        )

    def passed(self) -> Self:
        return replace(Position.passed(self), minimal_incursion=False)

    def _act(self, move: Move) -> Self | Reason:
        return square_play.play_other_move(self, move, self.balance, self.history)


def _own_group_dead(doomed: Bitboard) -> Reason:
    """Return the reason that forbids a move that kills the mover's own group."""
    sentence = Sentence(
        "One of your groups would die: it would share no empty region with another of your groups."
    )
    return Reason(ReasonKind.OWN_GROUP_DIES, sentence, doomed)


def _begin(ruleset: Ruleset) -> Asli:
    board, komi = Board.of(square(int(ruleset.options["size"]))), ruleset.number("komi")
    return Asli(
        board=board,
        phase=Phase.OFFER if komi is None else Phase.PLAY,
        komi=komi or 0,
        balance=komi or 0,
        history=square_play.initial_history(board),
    )


def _arrange(ruleset: Ruleset, wanted: Arrangement) -> Asli:  # noqa: ARG001 - one signature
    has_two_groups = tuple(len(wanted.board.groups[colour]) > 1 for colour in Colour)
    black, white = (
        now or before for now, before in zip(has_two_groups, wanted.ever_two_groups, strict=True)
    )
    position = Asli(
        board=wanted.board,
        to_move=wanted.to_move,
        balance=wanted.prison,
        minimal_incursion=wanted.minimal_incursion,
        ever_two_groups=(black, white),
        history=square_play.initial_history(wanted.board, wanted.to_move),
    )
    for colour in Colour:
        if position.ever_two_groups[colour]:
            wanted.refuse(
                life_by_region.dead_groups(wanted.board, colour),
                "sees no other group of its colour",
            )
    return position


def _komi_too_large(options: Values) -> str | None:
    points = int(options["size"]) ** 2
    if int(options.get("komi", 0)) > points:
        return Sentence("Komi can't be more than the board's {points} points.", points=points)
    return None


def _size_advice(value: Value, others: Values) -> str | None:  # noqa: ARG001 - one signature for all
    return None if 9 <= int(value) <= 19 else Sentence("The usual sizes are 9 to 19.")


GAME = Game(
    key="asli",
    name="Asli",
    version=1,
    shape="square",
    options=(
        Option(
            "size",
            Sentence("Size"),
            "number",
            minimum=5,
            maximum=27,
            default=13,
            suggested=(13, 9, 11, 15, 19),
            lowest=2,
            advice=_size_advice,
        ),
        Option("komi", Sentence("Komi"), "number", maximum=27**2),
    ),
    summary=Sentence(
        "Place a stone on an empty point, or hold: remove an enemy stone from the prison. "
        "A group lives while it sees another group of its colour through empty points, or while "
        "its colour has never had two groups. Dead enemies go to prison. "
        "If you can't move, you lose."
    ),
    begin=_begin,
    arrange=_arrange,
    conflict=_komi_too_large,
    has_prison=True,
    searchable=True,
)
