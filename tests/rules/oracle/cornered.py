"""Oracle for cornered Lifeline, including 12* turns that must be completed."""

from dataclasses import dataclass, replace

from tests.rules.oracle.board import Board, Cell, Cells, hexhex, other

SET_UP_STONES = 4


@dataclass(frozen=True)
class Cornered:
    board: Board
    start: str
    komi: int = 0
    black: Cells = frozenset()
    white: Cells = frozenset()
    to_move: str = "black"
    stones_placed: int = 0  # of the set-up
    left: int = 1  # placements owed in this turn
    may_swap: bool = False
    swapped: bool = False

    @classmethod
    def new(cls, size: int, start: str, komi: int = 0) -> "Cornered":
        return cls(hexhex(size), start, komi)

    @classmethod
    def at(
        cls, size: int, black: list[str], white: list[str], to_move: str, *, twelve=False, komi=0
    ):
        board = hexhex(size)
        return cls(
            board,
            "twelve-star" if twelve else "none",
            komi,
            board.read(black),
            board.read(white),
            to_move,
            SET_UP_STONES,
            2 if twelve else 1,
        )

    @property
    def turn_length(self) -> int:
        return 2 if self.start == "twelve-star" and self.stones_placed else 1

    @property
    def in_set_up(self) -> bool:
        return self.stones_placed < SET_UP_STONES

    @property
    def seat_to_move(self) -> int:
        return int((self.to_move == "white") != self.swapped)

    def stones(self, colour: str) -> Cells:
        return self.black if colour == "black" else self.white

    def winner(self) -> str | None:
        return None if self.legal() else other(self.to_move)

    def legal(self) -> set[str]:
        empty = self.board.cells - self.black - self.white
        moves = {self.board.names[cell] for cell in empty if self.may_place(cell)}
        if self.may_swap:
            moves.add("swap")
        if self.may_spend() and self.spend().turn_can_stand():
            moves.add("komi")
        return moves

    def may_place(self, cell: Cell) -> bool:
        mine = self.stones(self.to_move)
        if self.in_set_up:
            if self.board.touch(frozenset({cell}), mine):
                return False
        elif not self.board.touch(self.board.region_of(cell, self.black, self.white), mine):
            return False
        return self.place(cell).turn_can_stand()

    def may_spend(self) -> bool:
        return bool(self.to_move == "white" and not self.in_set_up and self.white and self.komi)

    def turn_can_stand(self) -> bool:
        """Return whether the turn so far is legal or can still be completed legally."""
        if self.left == 0:
            return self.in_set_up or not self.cornered(self.to_move)
        empty = self.board.cells - self.black - self.white
        return any(self.may_place(cell) for cell in empty) or (
            self.may_spend() and self.spend().turn_can_stand()
        )

    def cornered(self, colour: str) -> list[Cells]:
        """Return the groups of a colour that reach at least one group, and only enemies."""
        everyone = [
            (side, group)
            for side in ("black", "white")
            for group in self.board.pieces(self.stones(side))
        ]
        regions = self.board.regions(self.black, self.white)
        shores = [self.board.border(region) for region in regions]
        found = []
        for side, group in everyone:
            within_reach = self.board.border(group).union(
                *(shore for shore in shores if shore & group)
            )
            reached = {
                owner
                for owner, neighbour in everyone
                if neighbour != group and neighbour & within_reach
            }
            if side == colour and reached == {other(colour)}:
                found.append(group)
        return found

    def spend(self) -> "Cornered":
        return replace(self, komi=self.komi - 1, left=self.left - 1)

    def place(self, cell: Cell) -> "Cornered":
        """Return the state after one placement, before the turn passes to the opponent."""
        mine = self.stones(self.to_move) | {cell}
        after = replace(self, **{self.to_move: mine}, left=self.left - 1, may_swap=False)
        if self.in_set_up:
            return replace(after, stones_placed=self.stones_placed + 1)
        enemy = other(self.to_move)
        taken = frozenset().union(*after.cornered(enemy))
        return replace(after, **{enemy: after.stones(enemy) - taken})

    def play(self, move: str) -> "Cornered":
        if move == "swap":
            return replace(self, may_swap=False, swapped=not self.swapped)
        after = self.spend() if move == "komi" else self.place(self.board.by_name[move])
        if after.left:
            return after
        first_stone = self.in_set_up and after.stones_placed == 1
        return replace(
            after,
            to_move=other(self.to_move),
            left=after.turn_length,
            may_swap=self.start == "pie" and first_stone,
        )
