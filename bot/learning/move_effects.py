"""Effects of a move for its preview: captured stones, lost stones, groups left in danger."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from renderer.endangered import Endangered
from renderer.scene import Mark, Scene
from rules.moves import Move
from rules.position import Colour, Danger, Ending, Outcome, Position
from rules.topology import Bitboard


@dataclass(frozen=True, slots=True)
class Effects:
    """Effects of a move: cells of captured and lost stones, and groups in danger after it.

    `endangered` are the player's groups that one enemy stone could capture. `outcome` is set if the
    move ends the game, or decides it.
    """

    taken: Bitboard
    lost: Bitboard
    endangered: tuple[Danger, ...]
    outcome: Outcome | None = None

    @property
    def in_danger(self) -> tuple[Bitboard, ...]:
        return tuple(danger.group for danger in self.endangered)


def effects_of(position: Position, moves: Sequence[Move]) -> Effects:
    """Return the effects of moves of one turn; slow on large boards.

    :raises IllegalMove: when one of the moves is illegal.
    """
    after = position
    for move in moves:
        after = after.play(move)
    outcome = after.outcome() or _only_end(position, after)
    endangered = () if outcome else after.in_danger(position.to_move)
    return Effects(*removed_by(position, after), endangered, outcome)


def _only_end(position: Position, after: Position) -> Outcome | None:
    """Return the opponent's win if the player has lost their last stone, else None.

    The rules end such a game at the player's next turn, and no stone can return before that.
    """
    mover = position.to_move
    _, lost = removed_by(position, after)
    return Outcome(mover.other, Ending.NO_STONES) if lost and not after.stones[mover] else None


def removed_by(position: Position, after: Position) -> tuple[Bitboard, Bitboard]:
    """Return the captured enemy stones and the lost own stones of moves of one turn."""
    last, before = after.last_turn, position.last_turn
    assert last is not None, "a move has just been made"
    earlier = before.removed if before is not None and position.mid_turn else (0, 0)
    mover = position.to_move
    taken, lost = (last.removed[side] & ~earlier[side] for side in (mover.other, mover))
    return taken, lost


def is_costly(position: Position, after: Position) -> bool:
    """Return whether moves of one turn lose own stones, or end the game without a win."""
    outcome, (_, lost) = after.outcome(), removed_by(position, after)
    return bool(lost) or (outcome is not None and outcome.winner is not position.to_move)


@dataclass(frozen=True, slots=True)
class DangerOverlay:
    """Overlay that marks groups in danger; with `chance`, groups that the reader can take."""

    dangers: tuple[Danger, ...]
    chance: bool = False

    def over(self, scene: Scene, _position: Position) -> Scene:
        marks: tuple[Mark, ...] = tuple(
            Endangered(danger.group, danger.cells, self.chance) for danger in self.dangers
        )
        return replace(scene, marks=scene.marks + marks)


def saved_by(position: Position, after: Position) -> Bitboard:
    """Return the own stones that one enemy stone could take before the moves, and not after."""
    mine = position.to_move
    return _endangered(position, mine) & after.stones[mine] & ~_endangered(after, mine)


def threatened_by(position: Position, after: Position) -> Bitboard:
    """Return the enemy stones that one stone of the player can take only after the moves."""
    enemy = position.to_move.other
    return _endangered(after, enemy) & ~_endangered(position, enemy)


def cut_by(before: Position, after: Position, colour: Colour) -> tuple[Bitboard, ...]:
    """Return the two largest groups of a colour that saw each other only before the moves.

    Empty if there are none. The moves have captured none of them.
    """
    cut = _seeing(before, colour) - _seeing(after, colour)
    return max(cut, key=lambda pair: (sum(map(int.bit_count, pair)), pair), default=())


def _seeing(position: Position, colour: Colour) -> set[tuple[Bitboard, ...]]:
    links = position.links(colour)
    return {tuple(sorted((each.group, each.friend))) for each in links if each.friend}


def closed_by(before: Position, after: Position, colour: Colour) -> Bitboard:
    """Return the empty cells in areas that only one colour borders after a turn, and not before.

    Larger areas than a quarter of the board are nobody's yet.
    """
    closed = _areas(after, colour) & ~_areas(before, colour)
    return closed if 4 * closed.bit_count() <= len(after.topology) else 0


def _areas(position: Position, colour: Colour) -> Bitboard:
    own, enemy = position.stones[colour], position.stones[colour.other]
    cells = 0
    for area, border in position.board.regions:
        if border & own and not border & enemy:
            cells |= area
    return cells


def _endangered(position: Position, colour: Colour) -> Bitboard:
    stones = 0
    for danger in position.in_danger(colour):
        stones |= danger.group
    return stones
