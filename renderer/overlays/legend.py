"""Overlay of the legend, which explains the signs in a picture."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from renderer.legend import Entry, Sign
from renderer.overlays.danger import Endangered
from renderer.scene import Scene
from renderer.threads import CutThread, Thread
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Legend:
    """Legend of the signs in the picture; put it after the other overlays."""

    def over(self, scene: Scene, _position: Position) -> Scene:
        return replace(scene, legend=tuple(_entries(scene)))


def _entries(scene: Scene) -> Iterator[Entry]:
    if scene.rings:
        yield Entry((Sign.LAST,), int(bool(scene.rings & (scene.stones[1] | scene.taken[1]))))
    if any(scene.taken):
        yield Entry((Sign.TAKEN,), int(not scene.taken[0]))
    if any(isinstance(mark, CutThread) for mark in scene.marks):
        yield Entry((Sign.CUT,))
    if any(isinstance(mark, Thread) and not mark.cut for mark in scene.marks):
        yield Entry((Sign.LIFELINE,))
    if any(isinstance(mark, Endangered) for mark in scene.marks):
        yield Entry((Sign.KILL,))
    both = zip((Sign.BLACK_TERRITORY, Sign.WHITE_TERRITORY), scene.territory, strict=True)
    owned = tuple(sign for sign, cells in both if cells)
    if owned:
        yield Entry(owned)
