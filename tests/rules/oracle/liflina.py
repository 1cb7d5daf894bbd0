"""Liflina by the letter: straight runs looked at stone by stone, no earlier board again."""

from dataclasses import dataclass, replace

from oracle.board import Board, Cell, Cells, other, square


@dataclass(frozen=True)
class Liflina:
    board: Board
    stage: str  # "offer", "choose", "handicap", "play"
    komi: int = 0  # Black stones that go to prison before play
    prison: int = 0  # +k: k Black stones, -k: k White stones
    black: Cells = frozenset()
    white: Cells = frozenset()
    to_move: str = "black"
    just_minimal: bool = False  # the opponent's action just before was a minimal incursion
    handicap_left: int = 0
    earlier: frozenset = frozenset()
    swapped: bool = False

    @classmethod
    def new(cls, size: int, komi: int | None = None, handicap: int = 0) -> "Liflina":
        """Seats are given with a komi or a handicap; otherwise the first seat offers."""
        if handicap:
            return cls(square(size), "handicap", handicap_left=handicap).remember()
        if komi is None:
            return cls(square(size), "offer")
        return cls(square(size), "play", komi, komi).remember()

    @classmethod
    def at(cls, size: int, black: list[str], white: list[str], to_move: str, **state):
        board = square(size)
        stones = {"black": board.read(black), "white": board.read(white)}
        return cls(board, "play", **stones, to_move=to_move, **state).remember()

    def remember(self) -> "Liflina":
        return replace(self, earlier=self.earlier | {(self.black, self.white, self.to_move)})

    def stones(self, colour: str) -> Cells:
        return self.black if colour == "black" else self.white

    @property
    def seat_to_move(self) -> int:
        if self.stage in ("offer", "choose"):
            return 0 if self.stage == "offer" else 1
        return int((self.to_move == "white") != self.swapped)

    def winner(self) -> str | None:
        return None if self.legal() else other(self.to_move)

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

    def may_hold(self) -> bool:
        return self.prison > 0 if self.to_move == "white" else self.prison < 0

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
        """One or more empty points in a row, then a friendly stone or the edge."""
        empties = 0
        for cell in self.board.run(stone, step):
            if cell in self.black or cell in self.white:
                return empties > 0 and cell in mine
            empties += 1
        return empties > 0

    def owned_by_enemy(self, region: Cells) -> bool:
        enemy = self.stones(other(self.to_move))
        return self.board.touch(region, enemy) and not self.board.touch(
            region, self.stones(self.to_move)
        )

    def place_handicap(self, cell: Cell) -> "Liflina | None":
        after = replace(self, black=self.black | {cell}, handicap_left=self.handicap_left - 1)
        if after.handicap_left:
            return after
        if after.dead("black"):
            return None
        return replace(after, stage="play", to_move="white").remember()

    def place(self, cell: Cell) -> "Liflina | None":
        """The state after a placement, or None when the placement is illegal."""
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

    def play(self, move: str) -> "Liflina":
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
