"""Overlay of the empty paths that keep groups alive, drawn as lines."""

from dataclasses import dataclass, replace

from renderer.endangered import Endangered
from renderer.fitting import listed
from renderer.scene import Scene
from renderer.threads import Thread, colours_of, threads
from renderer.translation import text
from renderer.words import colour_name
from rules.position import Colour, Position
from rules.topology import Topology


@dataclass(frozen=True, slots=True)
class Lifelines:
    """Overlay of each group's path to its nearest friend; in Liflina, of straight lifelines.

    :ivar only: the colour whose groups are shown; None shows both.
    :ivar warnings: whether the cells where one stone would cut a path are marked.
    """

    only: Colour | None = None
    warnings: bool = True

    def over(self, scene: Scene, position: Position) -> Scene:
        marks = threads(position, self.only) + scene.marks
        if self.warnings:
            dangers = (each for one in colours_of(self.only) for each in position.in_danger(one))
            marks += tuple(Endangered(0, danger.cells) for danger in dangers)
        return replace(scene, marks=marks)


def lifelines_in_words(position: Position, only: Colour | None = None) -> str:
    """Return a list in words of the lifelines and their paths, endangered lifelines first."""
    board, shown = position.topology, threads(position, only)
    return listed(text("Lifelines"), (_thread_in_words(each, board) for each in reversed(shown)))


def _thread_in_words(thread: Thread, board: Topology) -> str:
    colour, start = colour_name(Colour(thread.colour)), board.label(thread.start)
    path = " ".join(board.label(cell) for cell in thread.path)
    if thread.end is None:
        if thread.cut:
            return text(
                "{colour} from {start} to the edge through {path}, which one stone can cut",
                colour=colour,
                start=start,
                path=path,
            )
        return text(
            "{colour} from {start} to the edge through {path}",
            colour=colour,
            start=start,
            path=path,
        )
    end = board.label(thread.end)
    if thread.cut:
        return text(
            "{colour} from {start} to {end} through {path}, which one stone can cut",
            colour=colour,
            start=start,
            end=end,
            path=path,
        )
    return text(
        "{colour} from {start} to {end} through {path}",
        colour=colour,
        start=start,
        end=end,
        path=path,
    )
