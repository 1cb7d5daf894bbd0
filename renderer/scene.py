"""Scenes: the content of a picture as a value, created here and drawn in ``renderer.draw``.

A scene is immutable and complete: a picture depends only on scene, theme and width.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from renderer.endangered import Endangered
from renderer.layout import FULL_WIDTH, zoom_in
from renderer.legend import Entry, Sign, explained_shading
from renderer.orientation import Orientation
from renderer.phrases import labelled, translated
from renderer.threads import cut_thread, cut_threads
from renderer.translation import text
from renderer.typeface import printable
from renderer.words import DRAW, Words, colour_name, header_words
from rules.endings import decisive_cuts, why_over
from rules.position import Colour, LastTurn, Position
from rules.topology import Bitboard, Topology

if TYPE_CHECKING:
    from renderer.canvas import Canvas


@dataclass(frozen=True, slots=True)
class Header:
    """Players' names, and the result if the board does not show it.

    An empty name stands for the colour.
    """

    black: str = ""
    white: str = ""
    result: str | None = None
    reason: str = ""
    """A sentence about the end of the game, such as “Ben resigned.”"""
    closed: bool = False
    """Whether the game has no winner, whatever the board shows."""

    @property
    def whole_result(self) -> str | None:
        """The result with its reason; None if the board shows the result."""
        if not self.result or not self.reason:
            return self.result
        return labelled(self.result, self.reason)


def seated(
    position: Position,
    names: tuple[str, str],
    result: str | None = None,
    reason: str = "",
    *,
    closed: bool = False,
) -> Header:
    """Return the header of a position: the names of both seats, assigned to their current colours.

    :param names: the names of the players in seats 0 and 1.
    :param result: the result, if the board does not show it; ``reason`` is its reason.
    :param closed: whether the game has no winner, whatever the board shows.
    """
    black = position.swapped
    return Header(names[black], names[not black], result, reason, closed)


class Mark(Protocol):
    """Mark that an overlay adds: an immutable value that can paint itself."""

    def paint(self, canvas: "Canvas") -> None: ...


class Overlay(Protocol):
    """Addition to the picture of a board; the kinds are in ``renderer.overlays``."""

    def over(self, scene: "Scene", position: Position, /) -> "Scene":
        """Return a copy of ``scene`` with this overlay added."""
        ...


@dataclass(frozen=True, slots=True)
class Banner:
    """Strip below the board with a bold line and a sentence."""

    title: str
    text: str = ""
    alarming: bool = False
    hidden: bool = False
    """Whether only its space is drawn, which keeps the frames of a replay equal in height."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Content of a picture, with sets of cells as bitboards and pairs as (Black, White)."""

    topology: Topology
    stones: tuple[Bitboard, Bitboard]
    taken: tuple[Bitboard, Bitboard] = (0, 0)
    """Stones that the last turn removed, drawn as crossed-out ghosts."""
    shades: tuple[Bitboard, Bitboard] = (0, 0)
    """Stones of a move that is not played yet, drawn as ghosts."""
    territory: tuple[Bitboard, Bitboard] = (0, 0)
    latest: Bitboard = 0
    """Cells of the last move, with a square in the stone."""
    pointed: Bitboard = 0
    """Cells whose coordinates are inverted at the edge of the board."""
    named: Bitboard = 0
    """Cells in which their name is written."""
    marks: tuple[Mark, ...] = ()
    words: Words | None = None
    banner: Banner | None = None
    legend: tuple[Entry, ...] = ()
    focus: int | None = None
    """The central cell of a close-up; None shows the whole board."""
    in_sight: Bitboard = 0
    """Cells that a close-up must show."""
    orientation: Orientation = Orientation.UPRIGHT

    @property
    def empty(self) -> Bitboard:
        return self.topology.full & ~(self.stones[0] | self.stones[1])

    @property
    def bare(self) -> Bitboard:
        """Empty cells without ghosts or names, which have room for a territory mark."""
        ghosts = self.taken[0] | self.taken[1] | self.shades[0] | self.shades[1]
        return self.empty & ~(ghosts | self.named)


def board_scene(
    position: Position,
    header: Header | None = None,
    overlays: Sequence[Overlay] = (),
    orientation: Orientation = Orientation.UPRIGHT,
) -> Scene:
    """Return the scene of a position, with the effects of the last turn and the overlays.

    A legend below the board explains shaded cells, or the rings around the last stones, unless an
    overlay has added a longer legend.
    """
    header = header or Header()
    turn = position.last_turn
    placed = turn.placed if turn else 0
    scene = Scene(
        topology=position.topology,
        stones=position.stones,
        taken=turn.removed if turn else (0, 0),
        territory=territory_of(position),
        latest=placed,
        pointed=placed,
        marks=cut_threads(position),
        words=header_words(
            position,
            (header.black, header.white),
            over=header.result is not None,
            closed=header.closed,
        ),
        banner=_result_banner(position, header),
        orientation=orientation,
    )
    if position.outcome() is not None:
        scene = _with_last_stones(scene, position)
    for overlay in overlays:
        scene = overlay.over(scene, position)
    return scene if scene.legend else replace(scene, legend=_explained_shading(scene))


def _explained_shading(scene: Scene) -> tuple[Entry, ...]:
    """Return the legend entries for the shaded cells; in a close-up, for the visible ones."""
    black, white = scene.territory
    if scene.focus is not None:
        layout = zoom_in(scene.topology, scene.focus, FULL_WIDTH, scene.orientation, scene.in_sight)
        shown = sum(
            1 << cell
            for cell, (x, y) in enumerate(layout.centres)
            if 0 <= x < layout.width and 0 <= y < layout.height
        )
        black, white = black & shown, white & shown
    return explained_shading((black, white))


def _with_last_stones(scene: Scene, position: Position) -> Scene:
    """Return the scene of a finished game with the loser's last stones, which the last turn took.

    Without them, the board would not show why the game ended. The winner's stones that were removed
    in the same turn also stay on it, so the header does not count them as lost. The scene is
    unchanged if the loser still has stones, or lost none in that turn.
    """
    loser, turn = position.to_move, position.last_turn
    if turn is None or position.stones[loser] or not turn.removed[loser]:
        return scene
    winners = (position.stones[loser.other] | turn.removed[loser.other]) & ~turn.removed[loser]
    stones = (turn.removed[0], winners) if loser is Colour.BLACK else (winners, turn.removed[1])
    cuts = tuple(cut_thread(position, cut) for cut in decisive_cuts(position))
    words = scene.words and _before_own_losses(scene.words, loser.other, turn)
    doomed = Endangered(turn.removed[loser], 0)
    return replace(
        scene,
        stones=stones,
        taken=(0, 0),
        marks=(*cuts, doomed),
        words=words,
        legend=(Entry((Sign.DOOMED,), loser),),
    )


def _before_own_losses(words: Words, winner: Colour, turn: LastTurn) -> Words:
    seats = tuple(
        replace(seat, held=seat.held - turn.removed[winner].bit_count() * (colour is winner))
        for colour, seat in zip(Colour, words.seats, strict=True)
    )
    return replace(words, seats=(seats[0], seats[1]), last_caption=text("last move"))


def territory_of(position: Position) -> tuple[Bitboard, Bitboard]:
    """Return the empty regions that touch stones of only one colour, for Black and White.

    Both sets are empty until both colours have had stones, and after a game that ended with the
    loss of a colour's last stones, because the whole board would belong to one player.
    """
    owned = [0, 0]
    if any(
        not stones and (not taken or position.outcome() is not None)
        for stones, taken in zip(position.stones, position.taken, strict=True)
    ):
        return 0, 0
    for region in position.regions():
        owner = position.owner(region)
        if owner is not None:
            owned[owner] |= region
    return owned[0], owned[1]


def _result_banner(position: Position, header: Header) -> Banner | None:
    names = _printable_names(header)
    result = header.result and _readable(header.result, header)
    outcome = None if header.closed else position.outcome()
    if outcome is None:
        return Banner(result, _readable(header.reason, header)) if result else None
    if outcome.winner is None:
        return Banner(result or DRAW(), translated(outcome.ending.sentence))
    label, name = colour_name(outcome.winner), names[outcome.winner]
    if name == label:
        won = text("{colour} wins", colour=label)
    else:
        won = text("{name} ({colour}) wins", name=name, colour=label)
    why = why_over(position, name, names[outcome.winner.other])
    return Banner(result or won, translated(why))


def _printable_names(header: Header) -> tuple[str, str]:
    """Return the names of Black and White in characters that the fonts have.

    A name that is empty or cannot be shown is replaced by the colour.
    """
    black, white = map(colour_name, Colour)
    return printable(header.black, black), printable(header.white, white)


def _readable(words: str, header: Header) -> str:
    """Return a text about the players in characters that the fonts have.

    Names that cannot be shown are replaced by the colours; other words that cannot be shown are
    left out.
    """
    names = (header.black, header.white)
    for name, shown in zip(names, _printable_names(header), strict=True):
        if name:
            words = words.replace(name, shown)
    return " ".join(filter(None, (printable(word, "") for word in words.split())))
