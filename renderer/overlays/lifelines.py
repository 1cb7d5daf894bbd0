"""Overlay of the empty paths that keep groups alive, drawn as threads of beads."""

from dataclasses import dataclass, replace

from renderer.fitting import listed
from renderer.scene import Scene
from renderer.threads import Thread
from renderer.translation import text
from renderer.words import colour_name
from rules.position import Colour, Link, Position
from rules.topology import Bitboard, Topology


@dataclass(frozen=True, slots=True)
class Lifelines:
    """Path of every group to its nearest friend or, in Liflina, its straight lines.

    :ivar only: the colour whose groups are shown; None shows both.
    """

    only: Colour | None = None

    def over(self, scene: Scene, position: Position) -> Scene:
        return replace(scene, marks=threads(position, self.only) + scene.marks)


def threads(position: Position, only: Colour | None = None) -> tuple[Thread, ...]:
    """Return the threads of a position; two groups that are nearest to each other share one."""
    found: dict[frozenset[int | None], Thread] = {}
    for colour in Colour if only is None else (only,):
        endangered = {danger.group for danger in position.in_danger(colour)}
        for link in _shown(position.links(colour)):
            thread = Thread(link.start, link.path, link.end, colour, link.group in endangered)
            ends = (link.start, *link.path, link.end) if _straight(link) else ()
            key = frozenset(ends or (link.group, link.friend))
            if key not in found or thread.cut:
                found[key] = thread
    return tuple(sorted(found.values(), key=lambda thread: thread.cut))


def _straight(link: Link) -> bool:
    """Return whether a link is a line to the edge or within the group, as in Liflina."""
    return link.end is None or link.friend == link.group


def _shown(links: tuple[Link, ...]) -> list[Link]:
    """Return the shortest link of each group, or its two shortest straight lines in Liflina.

    Two lines make a group safe from a single stone; more would cover the board with beads.
    """
    by_group: dict[Bitboard, list[Link]] = {}
    for link in links:
        by_group.setdefault(link.group, []).append(link)
    shown = []
    for group in by_group.values():
        straight = any(map(_straight, group))
        ranked = sorted(group, key=lambda link: len(link.path))
        shown += ranked[: 2 if straight else 1]
    return shown


def lifelines_in_words(position: Position, only: Colour | None = None) -> str:
    """Return a sentence about the path of each lifeline, endangered ones first."""
    board, shown = position.topology, threads(position, only)
    return listed(text("Lifelines"), (_thread_in_words(each, board) for each in reversed(shown)))


def _thread_in_words(thread: Thread, board: Topology) -> str:
    colour, start = colour_name(Colour(thread.colour)), board.label(thread.start)
    path = " ".join(board.label(cell) for cell in thread.path)
    if thread.end is None:
        if thread.cut:
            return text(
                "{colour} {start} to the edge by {path}, which one stone can cut",
                colour=colour,
                start=start,
                path=path,
            )
        return text("{colour} {start} to the edge by {path}", colour=colour, start=start, path=path)
    end = board.label(thread.end)
    if thread.cut:
        return text(
            "{colour} {start} to {end} by {path}, which one stone can cut",
            colour=colour,
            start=start,
            end=end,
            path=path,
        )
    return text(
        "{colour} {start} to {end} by {path}", colour=colour, start=start, end=end, path=path
    )
