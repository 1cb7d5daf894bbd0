"""Curve of the winning chances in a review, with the turns at which these changed most."""

from collections.abc import Sequence
from dataclasses import dataclass

from renderer.chances import Chance
from renderer.page.markup import escape_text
from renderer.page.panels import id_of
from renderer.page.steps import Steps
from renderer.phrases import percent
from renderer.translation import Message, text

AXIS = Message("The dark area shows Black's chances. The line in the middle is 50%.")
WIDTH, HEIGHT = 500, 140
_MARK = 11  # radius of a turning point's number


@dataclass(frozen=True, slots=True)
class Turning:
    """Turn with a costly move, and Black's winning chances, 0 to 1, before and after that move."""

    turn: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Review:
    """Winning chances in the order of turns, and the turning points of a review."""

    chances: tuple[Chance, ...]
    turning: tuple[Turning, ...] = ()


def curve(review: Review, steps: Steps) -> str:
    """Return the HTML of the curve and its links to turns; empty without chances to show.

    The area is dark below the curve, for Black, and light above it, for White.
    """
    chances = [each for each in review.chances if each.turn >= steps.first]
    if not chances:
        return ""
    start, end = chances[0].turn, max(chances[-1].turn, chances[0].turn + 1)
    wide = WIDTH / (end - start)
    points = [(round((one.turn - start) * wide), _height(one)) for one in chances]
    area = "L".join(f"{x} {y}" for x, y in [*points, (WIDTH, points[-1][1])])
    marks, links = [], []
    turning = [one for one in review.turning if steps.first <= one.turn <= steps.last]
    for number, one in enumerate(turning, start=1):
        at = max(index for index, each in enumerate(chances) if each.turn <= max(one.turn, start))
        x, y = points[at]
        x, y = _inside(x, WIDTH), _inside(y, HEIGHT)
        marks.append(f"<circle cx={x} cy={y} r={_MARK} /><text x={x} y={y}>{number}</text>")
        links.append(
            f"<li><label for={id_of(one.turn, steps)}>{escape_text(_change(one))}</label></li>"
        )
    title = escape_text(text("Winning chances"))
    return (
        f"<section id=curve><h2>{title}</h2><svg viewBox='0 0 {WIDTH} {HEIGHT}' role=img "
        f'aria-label="{escape_text(_summary(chances))}" style=--c0:{start};--cw:{wide:.3f}>'
        f"<rect width={WIDTH} height={HEIGHT} class=white-share />"
        f"<path class=black-share d='M0 {HEIGHT}L{area}V{HEIGHT}z'/>"
        f"<path class=even-line d='M0 {HEIGHT // 2}H{WIDTH}'/><path id=cursor d='M0 0V{HEIGHT}'/>"
        f"<g class=turning>{''.join(marks)}</g></svg>"
        f"<p class=axis>{escape_text(AXIS())}</p>"
        f"<ol>{''.join(links)}</ol></section>"
    )


def _inside(place: int, length: int) -> int:
    return min(max(place, _MARK + 1), length - _MARK - 1)


def turning_points(review: Review | None) -> frozenset[int]:
    """Return the turns of a review's turning points, to which the curve links."""
    return frozenset(one.turn for one in review.turning) if review else frozenset()


def _height(chance: Chance) -> int:
    return round(HEIGHT * (1 - chance.black))


def _change(one: Turning) -> str:
    return text(
        "Turn {turn}: Black's chances {before} → {after}",
        turn=one.turn,
        before=_percent(one.before),
        after=_percent(one.after),
    )


def _percent(chance: float) -> str:
    return percent(chance)


def _summary(chances: Sequence[Chance]) -> str:
    return text(
        "Black's winning chances go from {start} on turn {first} to {end} on turn {last}.",
        first=chances[0].turn,
        last=chances[-1].turn,
        start=_percent(chances[0].black),
        end=_percent(chances[-1].black),
    )
