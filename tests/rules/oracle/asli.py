"""Oracle for Asli, with a signed prison and a set of all earlier positions."""

from dataclasses import dataclass, replace

from tests.rules.oracle.board import Cell, Cells, other, square
from tests.rules.oracle.prison import WithPrison


@dataclass(frozen=True)
class Asli(WithPrison):
    ever_two: tuple[bool, bool] = (False, False)  # whether Black and White ever had two groups
    draw: bool = False

    @classmethod
    def new(cls, size: int, komi: int | None = None) -> "Asli":
        """Return the start of a game; without a komi, the first seat offers one."""
        if komi is None:
            return cls(square(size), "offer")
        return cls(square(size), "play", komi, komi).remember()

    def winner(self) -> str | None:
        if self.draw:
            return "draw"
        return None if self.legal() else other(self.to_move)

    def legal(self) -> set[str]:
        return set() if self.draw else super().legal()

    def dead(self, colour: str) -> list[Cells]:
        had_two = self.ever_two[colour == "white"]
        if not had_two and len(self.board.pieces(self.stones(colour))) == 1:
            return []
        return self.board.dead_by_region(self.stones(colour), self.black, self.white)

    def place(self, cell: Cell) -> "Asli | None":
        """Return the state after a placement; None if the placement is illegal."""
        me, enemy = self.to_move, other(self.to_move)
        incursion = self.owned_by_enemy(self.board.region_of(cell, self.black, self.white))
        after = replace(self, **{me: self.stones(me) | {cell}})
        split = len(self.board.pieces(after.stones(me))) >= 2
        black_two, white_two = self.ever_two
        after = replace(
            after,
            ever_two=(
                black_two or (split and me == "black"),
                white_two or (split and me == "white"),
            ),
        )
        taken = after.dead(enemy)
        minimal = incursion and len(taken) == 1
        if minimal and self.just_minimal:
            return None
        lost = frozenset().union(*taken)
        prisoners = len(lost) if enemy == "black" else -len(lost)
        after = replace(after, **{enemy: self.stones(enemy) - lost}, prison=self.prison + prisoners)
        if after.dead(me):
            return None
        repeated = (after.black, after.white, enemy) in self.earlier
        return replace(after, to_move=enemy, just_minimal=minimal, draw=repeated).remember()
