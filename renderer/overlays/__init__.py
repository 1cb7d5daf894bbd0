"""Overlays: additions to the picture of a board, one module per kind and one entry here.

An overlay is an immutable value with ``over(scene, position) -> scene``. Most of them add marks,
immutable values that paint themselves on a canvas.
"""

from collections.abc import Callable, Sequence

from renderer.overlays.candidates import Candidates
from renderer.overlays.danger import Danger
from renderer.overlays.illegal import Illegal
from renderer.overlays.lifelines import Lifelines
from renderer.overlays.numbers import SHOWN, Numbers, last_turns
from renderer.overlays.preview import Preview
from renderer.overlays.tap_zones import TapZones
from renderer.overlays.zoom import Zoom
from renderer.scene import Overlay
from rules.moves import Place, parse_turn
from rules.position import Position
from rules.reasons import InvalidMove
from rules.sentences import Sentence
from rules.topology import Cell

__all__ = [
    "OVERLAYS",
    "Candidates",
    "Danger",
    "Illegal",
    "Lifelines",
    "Numbers",
    "Preview",
    "TapZones",
    "Zoom",
    "parse_overlay",
]

History = Sequence[Position]
"""The positions of a game up to the one shown, which is the last."""


class OverlayError(ValueError):
    """Error for an unknown overlay, or for one that doesn't fit the position.

    The message names valid input.
    """


def _candidates(text: str, history: History) -> Overlay:
    return Candidates(_cells(text, history[-1]))


def _illegal(text: str, history: History) -> Overlay:
    position = history[-1]
    for move in parse_turn(text, position.topology):
        reason = position.why_illegal(move)
        if reason:
            return Illegal(move, reason)
        position = position.play(move)
    raise OverlayError(f"“{text}” is allowed here. Name a move that is not.")


def _preview(text: str, history: History) -> Overlay:
    return Preview(parse_turn(text, history[-1].topology))


def _numbers(text: str, history: History) -> Overlay:
    if text and not text.isdecimal():
        raise OverlayError(f"“numbers:{text}” is not a number of turns. Type numbers:12.")
    return Numbers(last_turns(history, int(text or SHOWN)))


def _zoom(text: str, history: History) -> Overlay:
    return Zoom(_cells(text, history[-1])[0])


def _cells(text: str, position: Position) -> tuple[Cell, ...]:
    moves = parse_turn(text, position.topology)
    if not all(isinstance(move, Place) for move in moves):
        raise InvalidMove(
            Sentence("“{text}” isn't a list of cells. Type cells such as E6 F7.", text=text)
        )
    return tuple(move.cell for move in moves if isinstance(move, Place))


OVERLAYS: dict[str, Callable[[str, History], Overlay]] = {
    "candidates": _candidates,
    "danger": lambda _text, _history: Danger(),
    "illegal": _illegal,
    "lifelines": lambda _text, _history: Lifelines(),
    "numbers": _numbers,
    "preview": _preview,
    "zones": lambda _text, _history: TapZones(),
    "zoom": _zoom,
}
"""Factories of overlays from the text after the colon, as in ``zoom:e6``, and the positions."""


def parse_overlay(text: str, history: History) -> Overlay:
    """Return the overlay described by a text such as "danger", "zoom:e6" or "preview:c3 e5".

    :raises OverlayError: the overlay does not exist, or does not fit the position.
    :raises InvalidMove: the cells or moves after the colon cannot be parsed.
    """
    name, _, rest = text.partition(":")
    try:
        make = OVERLAYS[name.strip().lower()]
    except KeyError:
        raise OverlayError(f"There is no overlay “{name}”. Choose {', '.join(OVERLAYS)}.") from None
    return make(rest.strip(), history)
