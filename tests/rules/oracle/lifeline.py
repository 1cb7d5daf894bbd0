"""Oracle for Lifeline: try every placement, remove dead groups, compare the boards."""

from dataclasses import dataclass, replace

from tests.rules.oracle.board import Board, Cell, Cells, hexhex, other


@dataclass(frozen=True)
class Lifeline:
    board: Board
    start: str
    stage: str  # "offer", "choose", "strong", "weak" (both set-ups), "play"
    black: Cells = frozenset()
    white: Cells = frozenset()
    to_move: str = "black"
    first_of_pair: Cell | None = None
    stones_placed: int = 0
    may_swap: bool = False
    swapped: bool = False
    komi: int = 0

    @classmethod
    def new(cls, size: int, start: str, komi: int | None = None) -> "Lifeline":
        """Return the start of a game; with a komi, the offer and the choice have been made."""
        if start == "komi-pie" and komi is not None:
            return cls(hexhex(size), start, "weak", komi=komi)
        stage = {"strong-pie": "strong", "komi-pie": "offer"}.get(start, "weak")
        return cls(hexhex(size), start, stage)

    @classmethod
    def at(cls, size: int, black: list[str], white: list[str], to_move: str, komi: int = 0):
        board = hexhex(size)
        stones = {"black": board.read(black), "white": board.read(white)}
        return cls(board, "none", "play", **stones, to_move=to_move, komi=komi)

    def stones(self, colour: str) -> Cells:
        return self.black if colour == "black" else self.white

    @property
    def empty(self) -> Cells:
        return self.board.cells - self.black - self.white

    @property
    def seat_to_move(self) -> int:
        if self.stage in ("offer", "choose"):
            return 0 if self.stage == "offer" else 1
        return int((self.to_move == "white") != self.swapped)

    def winner(self) -> str | None:
        if self.stage != "play" or self.stones(self.to_move):
            return None
        return other(self.to_move)

    def legal(self) -> set[str]:
        if self.winner():
            return set()
        if self.stage == "offer":
            return {f"offer {k}" for k in range(len(self.board.cells) + 1)}
        if self.stage == "choose":
            return {"black", "white"}
        moves = {self.board.names[cell] for cell in self.empty if self.may_place(cell)}
        if self.may_swap:
            moves.add("swap")
        if self.stage == "play" and self.to_move == "white" and self.komi and self.white:
            moves.add("komi")
        return moves

    def may_place(self, cell: Cell) -> bool:
        if self.stage == "weak":
            return not self.board.touch(frozenset({cell}), self.stones(self.to_move))
        if self.stage == "play":
            return self.after_turn(frozenset({cell})) != (self.black, self.white)
        if self.first_of_pair is None:
            return any(self.pair(cell, second) for second in self.empty - {cell})
        return self.pair(self.first_of_pair, cell)

    def pair(self, first: Cell, second: Cell) -> bool:
        before = replace(self, **{self.to_move: self.stones(self.to_move) - {first}})
        changed = before.after_turn(frozenset({first, second})) != (before.black, before.white)
        return changed and second not in self.board.adjacent[first]

    def after_turn(self, placed: Cells) -> tuple[Cells, Cells]:
        """Return the board after placing stones, removing dead enemies, then dead friends."""
        stones = {"black": self.black, "white": self.white}
        stones[self.to_move] |= placed
        for colour in (other(self.to_move), self.to_move):
            for group in self.board.dead_by_region(stones[colour], **stones):
                stones[colour] -= group
        return stones["black"], stones["white"]

    def play(self, move: str) -> "Lifeline":
        if move.startswith("offer"):
            return replace(self, stage="choose", komi=int(move.split()[1]), to_move="white")
        if self.stage == "choose":
            return replace(self, stage="weak", to_move="black", swapped=move == "black")
        if move == "swap":
            return replace(self, may_swap=False, swapped=not self.swapped)
        if move == "komi":
            return replace(self, komi=self.komi - 1, to_move="black")
        return self.place(self.board.by_name[move])

    def place(self, cell: Cell) -> "Lifeline":
        if self.stage == "play":
            black, white = self.after_turn(frozenset({cell}))
            return replace(self, black=black, white=white, to_move=other(self.to_move))
        if self.stage == "weak":
            return self.place_in_set_up(cell)
        mine = self.stones(self.to_move)
        if self.first_of_pair is None:
            half = {self.to_move: mine | {cell}}
            return replace(self, first_of_pair=cell, may_swap=False, **half)
        before = replace(self, **{self.to_move: mine - {self.first_of_pair}})
        black, white = before.after_turn(frozenset({self.first_of_pair, cell}))
        after = replace(self, black=black, white=white, first_of_pair=None)
        if self.to_move == "white":
            return replace(after, stage="play", to_move="black")
        return replace(after, to_move="white", may_swap=True)

    def place_in_set_up(self, cell: Cell) -> "Lifeline":
        placed = self.stones_placed + 1
        return replace(
            self,
            **{self.to_move: self.stones(self.to_move) | {cell}},
            to_move=other(self.to_move),
            stones_placed=placed,
            stage="play" if placed == 4 else "weak",
            may_swap=self.start == "weak-pie" and placed == 1,
        )
