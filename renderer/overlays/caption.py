"""Overlay of a caption below the board."""

from dataclasses import dataclass, replace

from renderer.phrases import labelled
from renderer.scene import Banner, Scene
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Caption:
    """Overlay that shows ``title`` as a bold line in the banner below the board.

    The previous banner, such as the result of the game, follows in small letters.
    """

    title: str

    def over(self, scene: Scene, position: Position) -> Scene:  # noqa: ARG002 - an overlay's
        return replace(scene, banner=Banner(self.title, _in_a_line(scene.banner)))


def _in_a_line(banner: Banner | None) -> str:
    if banner is None or not banner.text:
        return "" if banner is None else banner.title
    return labelled(banner.title, banner.text)
