"""Oracle for Liflina: runs are followed cell by cell, and no earlier board may recur."""

from dataclasses import dataclass, replace

from tests.rules.oracle.board import Cell, Cells, other, square
from tests.rules.oracle.prison import WithPrison


@dataclass(frozen=True)
class Liflina(WithPrison):
    """Position of Liflina; its stages are "offer", "choose", "handicap" and "play"."""

    handicap_left: int = 0

    @classmethod
    def new(cls, size: int, komi: int | None = None, handicap: int = 0) -> "Liflina":
        """Return the start of a game; without a komi or handicap, the first seat offers a komi."""
        if handicap:
            return cls(square(size), "handicap", handicap_left=handicap).remember()
        if komi is None:
            return cls(square(size), "offer")
        return cls(square(size), "play", komi, komi).remember()

    def winner(self) -> str | None:
        return None if self.legal() else other(self.to_move)

    def dead(self, colour: str) -> list[Cells]:
        mine = self.stones(colour)
        return [
            group
            for group in self.board.pieces(mine)
            if not any(
                self.is_lifeline(stone, step, mine) for stone in group for step in self.board.steps
            )
        ]

    def is_lifeline(self, stone: Cell, step: Cell, mine: Cells) -> bool:
        """Return whether one or more empty points lead to a friendly stone or the edge."""
        empties = 0
        for cell in self.board.run(stone, step):
            if cell in self.black or cell in self.white:
                return empties > 0 and cell in mine
            empties += 1
        return empties > 0

    def place_handicap(self, cell: Cell) -> "Liflina | None":
        after = replace(self, black=self.black | {cell}, handicap_left=self.handicap_left - 1)
        if after.handicap_left:
            return after
        if after.dead("black"):
            return None
        return replace(after, stage="play", to_move="white").remember()

    def place(self, cell: Cell) -> "Liflina | None":
        """Return the state after a placement; None if the placement is illegal."""
        if self.stage == "handicap":
            return self.place_handicap(cell)
        me, enemy = self.to_move, other(self.to_move)
        incursion = self.owned_by_enemy(self.board.region_of(cell, self.black, self.white))
        after = replace(self, **{me: self.stones(me) | {cell}})
        taken = after.dead(enemy)
        minimal = incursion and len(taken) == 1
        if minimal and self.just_minimal:
            return None
        lost = frozenset().union(*taken)
        prisoners = len(lost) if enemy == "black" else -len(lost)
        after = replace(after, **{enemy: self.stones(enemy) - lost}, prison=self.prison + prisoners)
        if after.dead(me) or (after.black, after.white, enemy) in self.earlier:
            return None
        return replace(after, to_move=enemy, just_minimal=minimal).remember()
