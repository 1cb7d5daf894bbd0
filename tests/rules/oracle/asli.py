"""Asli by the letter: one signed number for the prison, a set of all earlier positions."""

from dataclasses import dataclass, replace

from oracle.board import Board, Cell, Cells, other, square


@dataclass(frozen=True)
class Asli:
    board: Board
    stage: str  # "offer", "choose", "play"
    komi: int = 0  # Black stones that go to prison before play
    prison: int = 0  # +k: k Black stones, -k: k White stones
    black: Cells = frozenset()
    white: Cells = frozenset()
    to_move: str = "black"
    ever_two: tuple[bool, bool] = (False, False)  # Black, White had two groups at some time
    just_minimal: bool = False  # the opponent's action just before was a minimal incursion
    earlier: frozenset = frozenset()
    draw: bool = False
    swapped: bool = False

    @classmethod
    def new(cls, size: int, komi: int | None = None) -> "Asli":
        """With a komi the seats are given; without one the first seat offers it."""
        if komi is None:
            return cls(square(size), "offer")
        return cls(square(size), "play", komi, komi).remember()

    @classmethod
    def at(cls, size: int, black: list[str], white: list[str], to_move: str, **state) -> "Asli":
        board = square(size)
        stones = {"black": board.read(black), "white": board.read(white)}
        return cls(board, "play", **stones, to_move=to_move, **state).remember()

    def remember(self) -> "Asli":
        return replace(self, earlier=self.earlier | {(self.black, self.white, self.to_move)})

    def stones(self, colour: str) -> Cells:
        return self.black if colour == "black" else self.white

    @property
    def seat_to_move(self) -> int:
        if self.stage in ("offer", "choose"):
            return 0 if self.stage == "offer" else 1
        return int((self.to_move == "white") != self.swapped)

    def winner(self) -> str | None:
        if self.draw:
            return "draw"
        return None if self.legal() else other(self.to_move)

    def legal(self) -> set[str]:
        if self.draw:
            return set()
        if self.stage == "offer":
            return {f"offer {k}" for k in range(len(self.board.cells) + 1)}
        if self.stage == "choose":
            return {"black", "white"}
        empty = self.board.cells - self.black - self.white
        moves = {self.board.names[cell] for cell in empty if self.place(cell)}
        if self.may_hold():
            moves.add("hold")
        return moves

    def may_hold(self) -> bool:
        return self.prison > 0 if self.to_move == "white" else self.prison < 0

    def dead(self, colour: str) -> list[Cells]:
        had_two = self.ever_two[colour == "white"]
        if not had_two and len(self.board.pieces(self.stones(colour))) == 1:
            return []
        return self.board.dead_by_region(self.stones(colour), self.black, self.white)

    def owned_by_enemy(self, region: Cells) -> bool:
        enemy = self.stones(other(self.to_move))
        return self.board.touch(region, enemy) and not self.board.touch(
            region, self.stones(self.to_move)
        )

    def place(self, cell: Cell) -> "Asli | None":
        """The state after a placement, or None when the placement is illegal."""
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

    def play(self, move: str) -> "Asli":
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
