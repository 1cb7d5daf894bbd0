"""Overlay of the position after a move that has not been played."""

from dataclasses import dataclass, replace

from renderer.phrases import labelled
from renderer.scene import Scene, territory_of
from renderer.threads import CutThread, cut_threads
from renderer.words import NOT_PLAYED, last_words
from rules.moves import Move
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Preview:
    """Overlay of the effect of ``moves``, a turn or a part of a turn that is not played yet.

    The picture shows it in place of the last turn's effect. Its ``over`` raises `IllegalMove` if a
    move is illegal.
    """

    moves: tuple[Move, ...]

    def over(self, scene: Scene, position: Position) -> Scene:
        after = position
        for move in self.moves:
            after = after.play(move)
        return scene if after is position else with_unplayed_turn(scene, after)


def with_unplayed_turn(scene: Scene, after: Position) -> Scene:
    """Return the scene with the last turn of ``after`` drawn as not played yet."""
    turn = after.last_turn
    if turn is None:
        return scene
    last, _, _ = last_words(turn, after.topology)
    line = labelled(last, NOT_PLAYED())
    words = scene.words and replace(
        scene.words, last=last, last_caption=NOT_PLAYED(), last_line=line
    )
    black, white = (stones & ~turn.placed for stones in after.stones)
    others = (mark for mark in scene.marks if not isinstance(mark, CutThread))
    shades = after.stones[0] & turn.placed, after.stones[1] & turn.placed
    return replace(
        scene,
        stones=(black, white),
        taken=turn.removed,
        shades=shades,
        territory=territory_of(after),
        latest=0,
        marks=(*others, *cut_threads(after)),
        pointed=turn.placed,
        words=words,
    )
