"""Canvas: the image being drawn, with its layout and theme, and basic drawing operations."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer import shapes
from renderer.layout import Layout, Point
from renderer.script_fonts import Font
from renderer.theme import RGB, Theme
from renderer.typeface import draw_text


@dataclass(slots=True)
class Canvas:
    """RGB image being drawn, with its layout and theme."""

    image: Image.Image
    layout: Layout
    theme: Theme

    def paste_sprite(self, sprite: Image.Image, centre: Point) -> None:
        """Paste a sprite, centred on a point and blended by its alpha channel.

        Pillow does so without holding the GIL.
        """
        x, y = centre
        self.image.paste(sprite, (x - sprite.width // 2, y - sprite.height // 2), sprite)

    def fill(self, mask: Image.Image, colour: RGB, centre: Point) -> None:
        """Paint a flat colour through a mask that is centred on a point."""
        x, y = centre
        self.image.paste(colour, (x - mask.width // 2, y - mask.height // 2), mask)

    def pill(self, box: tuple[float, float, float, float], radius: float, colour: RGB) -> None:
        """Paint a rectangle with rounded corners in one colour.

        :param box: left, top, right and bottom in pixels.
        """
        left, top, right, bottom = (round(edge) for edge in box)
        mask = shapes.rounded(right - left, bottom - top, radius)
        self.image.paste(colour, (left, top), mask)

    def text(
        self, at: tuple[float, float], text: str, face: Font, colour: RGB, anchor: str
    ) -> None:
        place = (round(at[0]), round(at[1]))
        draw_text(ImageDraw.Draw(self.image), place, text, face, colour, anchor)
