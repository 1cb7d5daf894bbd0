"""Overlay of groups that one enemy stone would kill, with the killing cells and the lifelines."""

from dataclasses import dataclass, replace

from renderer.endangered import Endangered
from renderer.scene import Scene
from renderer.threads import threads
from rules.position import Colour, Position


@dataclass(frozen=True, slots=True)
class Danger:
    """Overlay that marks all groups, of both colours, that one enemy stone would capture."""

    def over(self, scene: Scene, position: Position) -> Scene:
        dangers = [danger for colour in Colour for danger in position.in_danger(colour)]
        cut = tuple(thread for thread in threads(position) if thread.cut)
        rings = tuple(Endangered(danger.group, danger.cells) for danger in dangers)
        return replace(scene, marks=cut + scene.marks + rings)
