"""Asli by Luis Bolaños Mures, 2023: life by region on the square board, with a prison."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import ClassVar, NamedTuple, Self

from rules import bargain, life, refusals, square_play, views
from rules.board import Board, cells_of
from rules.colour import Colour
from rules.moves import PLACES, Hold, Move
from rules.options import Arrangement, Game, Option, Ruleset, Value, Values
from rules.position import Danger, Ending, Link, Outcome, Phase, Position
from rules.reasons import Reason
from rules.topology import Bitboard, Cell, bits, select, square


class _Stone(NamedTuple):
    """What a legal placement does."""

    board: Board
    taken: Bitboard
    minimal: bool
    ever_two_groups: tuple[bool, bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asli(Position):
    """A position of Asli.

    ``balance`` is the signed prison: +k for k Black stones, -k for k White ones.
    ``minimal_incursion``: the last action was one. ``ever_two_groups``: whether Black and White
    ever had two groups. ``history`` has every position that stood; ``drawn``: the last placement
    recreated one.
    """

    game: ClassVar[str] = "asli"
    balance: int = 0
    minimal_incursion: bool = False
    ever_two_groups: tuple[bool, bool] = (False, False)
    history: square_play.History = field(hash=False, repr=False)
    drawn: bool = False

    def legal_moves(self) -> Iterator[Move]:
        """List every legal move."""
        if self.phase is not Phase.PLAY:
            return bargain.terms(self)
        if self.drawn:
            return iter(())
        legal = self._safe()
        for cell in bits(self.board.empty & ~legal):
            if isinstance(self._stone(cell), _Stone):
                legal |= 1 << cell
        places = select(PLACES, legal)
        return places if square_play.hold_refusal(self) else chain(places, (Hold(),))

    def outcome(self) -> Outcome | None:
        """Tell how it ended: a position recreated, or no legal move for the side to move."""
        if self.drawn:
            return Outcome(None, Ending.REPETITION)
        if self.phase is not Phase.PLAY or self._safe() or any(True for _ in self.legal_moves()):
            return None
        return Outcome(self.to_move.other, Ending.NO_MOVES)

    def in_danger(self, colour: Colour) -> tuple[Danger, ...]:
        """List the groups that one enemy placement would remove."""
        if self.phase is not Phase.PLAY or not self.ever_two_groups[colour]:
            return ()
        if self.to_move is not colour:
            return views.threatened(self, colour)
        passed = replace(self, to_move=colour.other, minimal_incursion=False)
        return views.threatened(passed, colour)

    def links(self, colour: Colour) -> tuple[Link, ...]:
        """Link the groups that see each other."""
        return views.threads(self.board, colour)

    @property
    def prison(self) -> tuple[int, int]:
        """The stones of Black and of White in prison; one of the two is always 0."""
        return square_play.prison_of(self.balance)

    def _safe(self) -> Bitboard:
        """Find cells where a stone is legal without a trial.

        It sees a friend then and joins at most one, so that no friend of it can die.
        """
        mover = self.to_move
        return life.in_reach(self.board, mover) & ~life.joints(self.board, mover)

    def _stone(self, cell: Cell) -> _Stone | Reason:
        """Tell what a stone on an empty cell does, or why it cannot stand there."""
        mover, enemy = self.to_move, self.to_move.other
        placement = self.board.place(cell, mover)
        # Who never had two groups has one at most, and it cannot die.
        taken = life.cut_off(placement, enemy) if self.ever_two_groups[enemy] else []
        board = placement.board.without(enemy, taken) if taken else placement.board
        split = len(board.groups[mover]) > 1
        own, group = self.ever_two_groups[mover] or split, placement.group[0]
        # Whoever could die with this stone is in its group or sees nobody but it.
        if own and not life.sees_friend(board, group, mover):
            return refusals.own_group_dead(group)
        incursion = square_play.is_incursion(self.board, placement.region, mover)
        minimal = incursion and len(taken) == 1
        if minimal and self.minimal_incursion:
            return square_play.incursion_refusal(self)
        flags = mover.pair(own, self.ever_two_groups[enemy])
        return _Stone(board, cells_of(taken), minimal, flags)

    def _result(self, move: Move) -> Self | Reason:
        if self.drawn:
            return refusals.game_over(Ending.REPETITION.sentence)
        # super() would look for the class as it was before it got its slots
        return Position._result(self, move)  # noqa: SLF001 - the base class

    def _place(self, cell: Cell) -> Self | Reason:
        stone = self._stone(cell)
        if isinstance(stone, Reason):
            return stone
        enemy = self.to_move.other
        key = (*stone.board.stones, enemy)
        return self._moved(
            PLACES[cell],
            stone.board,
            removed=enemy.pair(stone.taken, 0),
            balance=self.balance + square_play.jailed(enemy, stone.taken),
            minimal_incursion=stone.minimal,
            ever_two_groups=stone.ever_two_groups,
            history={**self.history, key: self.ply + 1},
            drawn=key in self.history,
        )

    def _act(self, move: Move) -> Self | Reason:
        return square_play.act(self, move, self.balance, self.history)


def _begin(ruleset: Ruleset) -> Asli:
    board, komi = Board.of(square(int(ruleset.options["size"]))), ruleset.number("komi")
    return Asli(
        board=board,
        phase=Phase.OFFER if komi is None else Phase.PLAY,
        komi=komi or 0,
        balance=komi or 0,
        history=square_play.began(board),
    )


def _arrange(ruleset: Ruleset, wanted: Arrangement) -> Asli:  # noqa: ARG001 - one signature
    had = tuple(len(wanted.board.groups[colour]) > 1 for colour in Colour)
    black, white = (now or was for now, was in zip(had, wanted.ever_two_groups, strict=True))
    position = Asli(
        board=wanted.board,
        to_move=wanted.to_move,
        balance=wanted.prison,
        minimal_incursion=wanted.minimal_incursion,
        ever_two_groups=(black, white),
        history=square_play.began(wanted.board, wanted.to_move),
    )
    for colour in Colour:
        if position.ever_two_groups[colour]:
            wanted.refuse(life.dead(wanted.board, colour), "sees no other group of its colour")
    return position


def _too_much(options: Values) -> str | None:
    points = int(options["size"]) ** 2
    if int(options.get("komi", 0)) > points:
        return f"Komi cannot be more than the {points} points of the board."
    return None


def _unusual(value: Value, others: Values) -> str | None:  # noqa: ARG001 - one signature for all
    return None if 9 <= int(value) <= 19 else "The usual sizes are 9 to 19."


GAME = Game(
    key="asli",
    name="Asli",
    version=1,
    shape="square",
    options=(
        Option(
            "size",
            "Size",
            "number",
            minimum=5,
            maximum=27,
            default=13,
            suggested=(13, 9, 11, 15, 19),
            lowest=2,
            advice=_unusual,
        ),
        Option("komi", "Komi fixed beforehand", "number", maximum=27**2),
    ),
    summary=(
        "Place a stone on an empty point, or hold: take an enemy stone out of the prison. "
        "A group lives while it can see another group of its colour through empty points, or "
        "while it is its colour's only group ever. Dead enemies go to prison. "
        "A player without a move has lost."
    ),
    hints=(
        "You need two groups that see each other wherever you want to live.",
        "Do not join everything: joining your last two groups is suicide.",
        "A lone group that was never split cannot be taken, but its owner may run out of moves.",
        "An incursion that takes nothing is legal only as a colour's very first stone.",
        "Keep regions that only you touch as free moves and fill shared points first.",
    ),
    begin=_begin,
    arrange=_arrange,
    conflict=_too_much,
    has_prison=True,
    searchable=True,
)
