"""What a move would do that a player wants to know before: stones taken, lost, left in danger."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from renderer.overlays.danger import Endangered
from renderer.scene import Mark, Scene
from rules.moves import Move
from rules.position import Danger, Ending, Outcome, Position
from rules.topology import Bitboard


@dataclass(frozen=True, slots=True)
class Effects:
    """Sets of cells; `endangered` are the mover's groups that one answer could kill.

    `outcome` is set when the game ends with it, or can only end so.
    """

    taken: Bitboard
    lost: Bitboard
    endangered: tuple[Danger, ...]
    outcome: Outcome | None = None

    @property
    def in_danger(self) -> tuple[Bitboard, ...]:
        return tuple(danger.group for danger in self.endangered)


def effects_of(position: Position, moves: Sequence[Move]) -> Effects:
    """Play moves of one turn on the side and look around; takes long on large boards.

    :raises IllegalMove: the rules do not allow one.
    """
    after = position
    for move in moves:
        after = after.play(move)
    outcome = after.outcome() or _only_end(position, after)
    endangered = () if outcome else after.in_danger(position.to_move)
    return Effects(*removed_by(position, after), endangered, outcome)


def _only_end(position: Position, after: Position) -> Outcome | None:
    """Return how a game ends whose mover has lost their last stone: the opponent wins it.

    The rules end it when they are to move without one; nothing brings one back until then.
    """
    mover = position.to_move
    _, lost = removed_by(position, after)
    return Outcome(mover.other, Ending.NO_STONES) if lost and not after.stones[mover] else None


def removed_by(position: Position, after: Position) -> tuple[Bitboard, Bitboard]:
    """Return the stones of the enemy and of the mover that moves of one turn have removed."""
    last, before = after.last_turn, position.last_turn
    assert last is not None, "a move has just been made"
    earlier = before.removed if before is not None and position.mid_turn else (0, 0)
    mover = position.to_move
    taken, lost = (last.removed[side] & ~earlier[side] for side in (mover.other, mover))
    return taken, lost


@dataclass(frozen=True, slots=True)
class DangerOverlay:
    """An overlay of the groups that a move leaves in danger."""

    dangers: tuple[Danger, ...]

    def over(self, scene: Scene, _position: Position) -> Scene:
        marks: tuple[Mark, ...] = tuple(
            Endangered(danger.group, danger.cells) for danger in self.dangers
        )
        return replace(scene, marks=scene.marks + marks)
