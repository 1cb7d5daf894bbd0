"""Overlay of a legend that explains the signs in a picture."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from renderer.endangered import Endangered
from renderer.legend import Entry, Sign, explained_shading
from renderer.scene import Scene
from renderer.threads import CutThread, Thread
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Legend:
    """Overlay of a legend of all signs in the picture; apply it after the other overlays."""

    def over(self, scene: Scene, _position: Position) -> Scene:
        return replace(scene, legend=tuple(_entries(scene)))


def _entries(scene: Scene) -> Iterator[Entry]:
    if scene.latest:
        stone = int(bool(scene.latest & (scene.stones[1] | scene.taken[1])))
        names = scene.topology.labels(scene.latest)
        yield Entry((Sign.LAST,), stone, names[0] if len(names) == 1 else "")
    if any(scene.taken):
        yield Entry((Sign.TAKEN,), int(not scene.taken[0]))
    if any(isinstance(mark, CutThread) for mark in scene.marks):
        yield Entry((Sign.CUT,))
    if any(isinstance(mark, Thread) and not mark.cut for mark in scene.marks):
        yield Entry((Sign.LIFELINE,))
    endangered = [mark for mark in scene.marks if isinstance(mark, Endangered)]
    if any(mark.kills and not mark.chance for mark in endangered):
        yield Entry((Sign.KILL,))
    if any(mark.chance for mark in endangered):
        yield Entry((Sign.CHANCE,))
    yield from scene.legend  # the rings of the last stones
    yield from explained_shading(scene.territory)
