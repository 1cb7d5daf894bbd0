"""What a picture shows, as a value: made from a position here, drawn in ``renderer.draw``.

A scene is plain and frozen, so that a picture is a function of scene, theme and width alone.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from renderer.orientation import Orientation
from renderer.typeface import printable
from renderer.words import Words, header_words
from rules.position import Colour, Position
from rules.topology import Bitboard, Topology

if TYPE_CHECKING:
    from renderer.canvas import Canvas

WON_BY = re.compile(r"(.+? wins)[:.] (.+)")  # "Ann wins: Ben resigned."


@dataclass(frozen=True, slots=True)
class Header:
    """What the position cannot know: who plays, and how the game ended if not on the board."""

    black: str = "Black"
    white: str = "White"
    result: str | None = None


def seated(position: Position, names: tuple[str, str], result: str | None = None) -> Header:
    """Put the persons in seats 0 and 1 behind the colours that they have in ``position``."""
    black = position.swapped
    return Header(names[black], names[not black], result)


class Mark(Protocol):
    """Something an overlay adds; a frozen value that can paint itself."""

    def paint(self, canvas: "Canvas") -> None: ...


class Overlay(Protocol):
    """Something to show besides the board itself; the kinds are in ``renderer.overlays``."""

    def over(self, scene: "Scene", position: Position, /) -> "Scene":
        """Add this overlay to ``scene``."""
        ...


@dataclass(frozen=True, slots=True)
class Banner:
    """A strip under the board: a line in bold and a sentence."""

    title: str
    text: str = ""
    alarming: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """Sets of cells are bitboards; pairs are in the order Black, White."""

    topology: Topology
    stones: tuple[Bitboard, Bitboard]
    taken: tuple[Bitboard, Bitboard] = (0, 0)
    """Stones that the last turn removed: ghosts, crossed out."""
    shades: tuple[Bitboard, Bitboard] = (0, 0)
    """Stones of a move not made yet: ghosts."""
    territory: tuple[Bitboard, Bitboard] = (0, 0)
    rings: Bitboard = 0
    """Cells of the last move: a ring in the stone."""
    pointed: Bitboard = 0
    """Cells whose two coordinates are inverted at the edge of the board."""
    named: Bitboard = 0
    """Cells with their own name written in them."""
    marks: tuple[Mark, ...] = ()
    words: Words | None = None
    banner: Banner | None = None
    focus: int | None = None
    """The cell in the middle of a close-up; None shows the whole board."""
    in_sight: Bitboard = 0
    """Cells that a close-up has to show, all of them."""
    orientation: Orientation = Orientation.UPRIGHT

    @property
    def empty(self) -> Bitboard:
        return self.topology.full & ~(self.stones[0] | self.stones[1])


def board_scene(
    position: Position,
    header: Header | None = None,
    overlays: Sequence[Overlay] = (),
    orientation: Orientation = Orientation.UPRIGHT,
) -> Scene:
    """Make the scene of the board as it stands, with what the last turn did, and the overlays."""
    header = header or Header()
    turn = position.last_turn
    placed = turn.placed if turn else 0
    scene = Scene(
        topology=position.topology,
        stones=position.stones,
        taken=turn.removed if turn else (0, 0),
        territory=territory_of(position),
        rings=placed,
        pointed=placed,
        words=header_words(position, (header.black, header.white), over=header.result is not None),
        banner=_result_banner(position, header),
        orientation=orientation,
    )
    for overlay in overlays:
        scene = overlay.over(scene, position)
    return scene


def territory_of(position: Position) -> tuple[Bitboard, Bitboard]:
    """Find the empty regions that touch stones of one colour only.

    While a colour has not entered the board everything would be the other's: none is shown.
    """
    owned = [0, 0]
    if not all(position.stones) and position.outcome() is None:
        return 0, 0
    for region in position.regions():
        owner = position.owner(region)
        if owner is not None:
            owned[owner] |= region
    return owned[0], owned[1]


def _result_banner(position: Position, header: Header) -> Banner | None:
    names = (header.black, header.white)
    result = header.result and _readable(header.result, names)
    outcome = position.outcome()
    if outcome is None:
        parts = WON_BY.fullmatch(result or "")
        if parts:
            return Banner(parts[1], parts[2])
        return Banner(result) if result else None
    if outcome.winner is None:
        return Banner(result or "A draw", outcome.ending.sentence)
    label = outcome.winner.label
    name = printable(names[outcome.winner], label)
    won = f"{label} wins" if name == label else f"{name} ({label}) wins"
    loser = printable(names[outcome.winner.other], outcome.winner.other.label)
    return Banner(result or won, outcome.ending.of(loser))


def _readable(text: str, names: tuple[str, str]) -> str:
    """Replace the names that the font cannot show, then every other word it cannot."""
    for name, colour in zip(names, Colour, strict=True):
        text = text.replace(name, printable(name, colour.label))
    return " ".join(filter(None, (printable(word, "") for word in text.split())))
