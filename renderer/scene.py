"""What a picture shows, as a value: made from a position here, drawn in ``renderer.draw``.

A scene is plain and frozen, so that a picture is a function of scene, theme and width alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from renderer.words import Words, header_words
from rules.position import Position
from rules.topology import Bitboard, Topology

if TYPE_CHECKING:
    from renderer.canvas import Canvas


@dataclass(frozen=True, slots=True)
class Header:
    """What the position cannot know: who plays, and how the game ended if not on the board."""

    black: str = "Black"
    white: str = "White"
    result: str | None = None


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

    @property
    def empty(self) -> Bitboard:
        return self.topology.full & ~(self.stones[0] | self.stones[1])


def board_scene(
    position: Position, header: Header | None = None, overlays: Sequence[Overlay] = ()
) -> Scene:
    """Make the scene of the board as it stands, with what the last turn did, and the overlays."""
    header = header or Header()
    turn = position.last_turn
    placed = turn.placed if turn else 0
    scene = Scene(
        topology=position.topology,
        stones=position.stones,
        taken=turn.removed if turn else (0, 0),
        territory=_territory(position),
        rings=placed,
        pointed=placed,
        words=header_words(position, (header.black, header.white)),
        banner=_result_banner(position, header.result),
    )
    for overlay in overlays:
        scene = overlay.over(scene, position)
    return scene


def _territory(position: Position) -> tuple[Bitboard, Bitboard]:
    """Find the empty regions that touch stones of one colour only."""
    owned = [0, 0]
    for region in position.regions():
        owner = position.owner(region)
        if owner is not None:
            owned[owner] |= region
    return owned[0], owned[1]


def _result_banner(position: Position, result: str | None) -> Banner | None:
    outcome = position.outcome()
    if outcome is None:
        return Banner(result) if result else None
    won = f"{outcome.winner.label} wins" if outcome.winner is not None else "A draw"
    return Banner(result or won, outcome.ending.sentence)
