"""Overlay of a turn that is not played yet, and of the turns expected after it."""

from dataclasses import dataclass, replace

from renderer.overlays.candidates import Badge
from renderer.overlays.preview import Preview
from renderer.scene import Scene
from rules.colour import Colour
from rules.moves import Move, Place
from rules.position import Position
from rules.topology import Cell


@dataclass(frozen=True, slots=True)
class Plan:
    """Overlay of the effect of ``moves``, a turn that is planned but not played.

    If there are `later` moves, their stones appear as ghosts too, and all stones are numbered in
    order. Its ``over`` raises `IllegalMove` if a move is illegal in the position.
    """

    moves: tuple[Move, ...]
    later: tuple[Move, ...] = ()

    def over(self, scene: Scene, position: Position) -> Scene:
        shown = Preview(self.moves).over(scene, position)
        if not self.later:
            return shown
        placed: dict[Cell, Colour] = {}
        for move in (*self.moves, *self.later):
            if isinstance(move, Place):
                placed[move.cell] = position.to_move
            position = position.play(move)
        black, white = shown.shades
        for cell, colour in placed.items():
            black |= (colour is Colour.BLACK) << cell
            white |= (colour is Colour.WHITE) << cell
        badges = (Badge(cell, str(number)) for number, cell in enumerate(placed, start=1))
        return replace(shown, shades=(black, white), marks=(*shown.marks, *badges))
