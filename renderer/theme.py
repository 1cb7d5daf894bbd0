"""Colours of the three themes, by role. What is drawn in them is decided elsewhere."""

from dataclasses import dataclass, replace

from renderer.palettes import PALETTES

RGB = tuple[int, int, int]

WHITE: RGB = (255, 255, 255)


def rgb(code: str) -> RGB:
    """Read ``"#DCB67A"`` as three levels from 0 to 255."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


@dataclass(frozen=True, slots=True)
class StoneColours:
    light: RGB
    body: RGB
    rim: RGB


@dataclass(frozen=True, slots=True)
class Theme:
    """Flat colours by role; ``tints`` and ``stones`` are in the order Black, White."""

    name: str
    card: RGB
    text: RGB
    muted: RGB
    label: RGB
    pill: RGB
    pill_text: RGB
    board: RGB
    board_alt: RGB
    edge: RGB
    rim: RGB
    grid: RGB
    tints: tuple[RGB, RGB]
    stones: tuple[StoneColours, StoneColours]
    last: RGB
    danger: RGB
    badge: RGB
    shadow: float
    """Strength of the shadow under the board, 0 to 1; at 0 the stones are flat too."""

    @property
    def palette(self) -> bytes:
        """256 colours as 768 bytes, made by ``scripts/make_palettes.py``."""
        return bytes.fromhex(PALETTES[self.name])

    @property
    def flat(self) -> tuple[RGB, ...]:
        """The colours that must come through the palette exactly, without repeats."""
        black, white = self.stones
        roles = (
            *(self.card, self.text, self.muted, self.label, self.pill, self.pill_text),
            *(self.board, self.board_alt, self.edge, self.rim, self.grid, *self.tints),
            *(black.rim, white.rim, self.last, self.danger, self.badge, WHITE),
        )
        return tuple(dict.fromkeys(roles))


DARK = Theme(
    name="dark",
    card=rgb("#2B2D31"),
    text=rgb("#F2F3F5"),
    muted=rgb("#B5BAC1"),
    label=rgb("#C4C9CE"),
    pill=rgb("#404249"),
    pill_text=rgb("#F2F3F5"),
    board=rgb("#DCB67A"),
    board_alt=rgb("#D6AE70"),
    edge=rgb("#A67C43"),
    rim=rgb("#8F6734"),
    grid=rgb("#6A4A22"),
    tints=(rgb("#8C7350"), rgb("#F3E6CC")),
    stones=(
        StoneColours(rgb("#5E646C"), rgb("#1A1C20"), rgb("#08090A")),
        StoneColours(rgb("#FFFFFF"), rgb("#E4E2DC"), rgb("#7E786C")),
    ),
    last=rgb("#E5432A"),
    danger=rgb("#D1242F"),
    badge=rgb("#12406E"),
    shadow=0.55,
)

LIGHT = replace(
    DARK,
    name="light",
    card=rgb("#F2F3F5"),
    text=rgb("#1E1F22"),
    muted=rgb("#5C5E66"),
    label=rgb("#4E5058"),
    pill=rgb("#DFE1E5"),
    pill_text=rgb("#1E1F22"),
    shadow=0.30,
)

HIGH = Theme(
    name="high",
    card=rgb("#FFFFFF"),
    text=rgb("#000000"),
    muted=rgb("#202020"),
    label=rgb("#000000"),
    pill=rgb("#FFE14D"),
    pill_text=rgb("#000000"),
    board=rgb("#C9CCD1"),
    board_alt=rgb("#C9CCD1"),
    edge=rgb("#5A5E66"),
    rim=rgb("#000000"),
    grid=rgb("#000000"),
    tints=(rgb("#83878F"), rgb("#F7F8FA")),
    stones=(
        StoneColours(rgb("#000000"), rgb("#000000"), rgb("#000000")),
        StoneColours(rgb("#FFFFFF"), rgb("#FFFFFF"), rgb("#000000")),
    ),
    last=rgb("#D43A00"),
    danger=rgb("#D1242F"),
    badge=rgb("#00305F"),
    shadow=0.0,
)

THEMES = {theme.name: theme for theme in (DARK, LIGHT, HIGH)}


def find_theme(name: str) -> Theme:
    """Find a theme by its name.

    :raises ValueError: no theme has that name; the text lists those there are.
    """
    try:
        return THEMES[name]
    except KeyError:
        raise ValueError(f"There is no theme “{name}”. Choose {', '.join(THEMES)}.") from None
