"""Common base of the oracles for Asli and Liflina: prison, komi offers, holds, incursions."""

from dataclasses import dataclass, replace
from typing import Self

from tests.rules.oracle.board import Board, Cell, Cells, other, square


@dataclass(frozen=True)
class WithPrison:
    board: Board
    stage: str  # "offer", "choose", "play"; a game may add others
    komi: int = 0  # Black stones that go to prison before play
    prison: int = 0  # +k: k Black stones, -k: k White stones
    black: Cells = frozenset()
    white: Cells = frozenset()
    to_move: str = "black"
    just_minimal: bool = False  # the opponent's previous action was a minimal incursion
    earlier: frozenset = frozenset()
    swapped: bool = False

    @classmethod
    def at(cls, size: int, black: list[str], white: list[str], to_move: str, **state) -> Self:
        board = square(size)
        stones = {"black": board.read(black), "white": board.read(white)}
        return cls(board, "play", **stones, to_move=to_move, **state).remember()

    def remember(self) -> Self:
        return replace(self, earlier=self.earlier | {(self.black, self.white, self.to_move)})

    def stones(self, colour: str) -> Cells:
        return self.black if colour == "black" else self.white

    @property
    def seat_to_move(self) -> int:
        if self.stage in ("offer", "choose"):
            return 0 if self.stage == "offer" else 1
        return int((self.to_move == "white") != self.swapped)

    def legal(self) -> set[str]:
        if self.stage == "offer":
            return {f"offer {k}" for k in range(len(self.board.cells) + 1)}
        if self.stage == "choose":
            return {"black", "white"}
        empty = self.board.cells - self.black - self.white
        moves = {self.board.names[cell] for cell in empty if self.place(cell)}
        if self.stage == "play" and self.may_hold():
            moves.add("hold")
        return moves

    def place(self, cell: Cell) -> Self | None:
        """Return the state after a placement; None if the placement is illegal."""
        raise NotImplementedError

    def may_hold(self) -> bool:
        return self.prison > 0 if self.to_move == "white" else self.prison < 0

    def owned_by_enemy(self, region: Cells) -> bool:
        enemy = self.stones(other(self.to_move))
        return self.board.touch(region, enemy) and not self.board.touch(
            region, self.stones(self.to_move)
        )

    def play(self, move: str) -> Self:
        if move.startswith("offer"):
            return replace(self, stage="choose", komi=int(move.split()[1]), to_move="white")
        if self.stage == "choose":
            started = {"stage": "play", "to_move": "black", "prison": self.komi}
            chosen = replace(self, **started, swapped=move == "black")
            return chosen.remember()
        if move == "hold":
            released = self.prison - 1 if self.to_move == "white" else self.prison + 1
            held = replace(self, prison=released, to_move=other(self.to_move), just_minimal=False)
            return held.remember()
        return self.place(self.board.by_name[move])
