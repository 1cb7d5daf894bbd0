"""Overlay of a notice below the board, in place of the result."""

from dataclasses import dataclass, replace

from renderer.scene import Banner, Scene
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Notice:
    """Alarming strip with a bold line and a sentence; without a line, the result of the game."""

    title: str
    text: str = ""

    def over(self, scene: Scene, _position: Position) -> Scene:
        result = scene.banner.title if scene.banner else ""
        return replace(scene, banner=Banner(self.title, self.text or result, alarming=True))
