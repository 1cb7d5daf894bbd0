"""Effects of a move for its preview: captured stones, lost stones, groups left in danger."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from renderer.endangered import Endangered
from renderer.scene import Mark, Scene
from rules.games.liflina import Liflina
from rules.moves import Move, Place
from rules.position import Colour, Danger, Ending, Outcome, Position
from rules.topology import Bitboard, Cell, bits

MOST_TRIED: Final = 12  # cells of an area in which other stones are tried
MOST_FREE: Final = 4  # cells of an area that count as free moves at once


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
    """Return the effects of the moves of one turn; slow on large boards.

    :raises IllegalMove: when one of the moves is illegal.
    """
    after = position
    for move in moves:
        after = after.play(move)
    outcome = outcome_of(position, after)
    endangered = () if outcome else after.in_danger(position.to_move)
    return Effects(*removed_by(position, after), endangered, outcome)


def outcome_of(position: Position, after: Position) -> Outcome | None:
    """Return the outcome of a game that a turn ends or decides; None if the game continues.

    :param position: the position before the turn; `after` is the one after it.
    """
    return after.outcome() or _only_end(position, after)


def _only_end(position: Position, after: Position) -> Outcome | None:
    """Return the opponent's win if the player has lost their last stone, else None.

    The rules end such a game at the player's next turn, and no stone can return before that.
    """
    mover = position.to_move
    _, lost = removed_by(position, after)
    return Outcome(mover.other, Ending.NO_STONES) if lost and not after.stones[mover] else None


def removed_by(position: Position, after: Position) -> tuple[Bitboard, Bitboard]:
    """Return the enemy stones captured and the own stones lost by the moves of one turn.

    :param position: the position before the moves; `after` is the one after them.
    """
    last, before = after.last_turn, position.last_turn
    assert last is not None, "a move has just been made"
    earlier = before.removed if before is not None and position.mid_turn else (0, 0)
    mover = position.to_move
    taken, lost = (last.removed[side] & ~earlier[side] for side in (mover.other, mover))
    return taken, lost


def is_costly(position: Position, after: Position) -> bool:
    """Return whether the moves of one turn lose own stones, or end the game without a win."""
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
    """Return the mover's stones that one enemy stone could take before the moves but not after."""
    mine = position.to_move
    return _endangered(position, mine) & after.stones[mine] & ~_endangered(after, mine)


def threatened_by(position: Position, after: Position) -> Bitboard:
    """Return the enemy stones that one stone of the player can take only after the moves."""
    enemy = position.to_move.other
    return _endangered(after, enemy) & ~_endangered(position, enemy)


def cut_by(before: Position, after: Position, colour: Colour) -> tuple[Bitboard, ...]:
    """Return the two largest groups of a colour that a turn cut apart; empty without such groups.

    They see each other before the turn, but not after it. Groups that the turn captured do not
    count.
    """
    left = set(after.groups(colour))
    cut = {pair for pair in _seeing(before, colour) - _seeing(after, colour) if left >= set(pair)}
    return max(cut, key=lambda pair: (_stones_in(pair), pair), default=())


def _seeing(position: Position, colour: Colour) -> set[tuple[Bitboard, ...]]:
    links = position.links(colour)
    return {
        tuple(sorted((each.group, each.friend)))
        for each in links
        if each.friend not in (0, each.group)  # a line of Liflina may end at the edge or at itself
    }


def joined_by(before: Position, after: Position) -> tuple[Bitboard, ...]:
    """Return the two largest groups of the mover that a turn joins; empty if it joins none."""
    mover = before.to_move
    joined = [
        pair
        for group in after.groups(mover)
        for pair in combinations((each for each in before.groups(mover) if each & group), 2)
    ]
    return max(joined, key=_stones_in, default=())


def _stones_in(groups: Sequence[Bitboard]) -> int:
    return sum(map(int.bit_count, groups))


def second_group_by(before: Position, after: Position) -> Bitboard:
    """Return the mover's earlier group that a new group, placed in an empty area, keeps alive.

    Before the turn it was the mover's only group at this area. Now the two see each other across
    the area, so each keeps the other alive. 0 if no group qualifies, or if groups live by lines
    (Liflina).
    """
    if _lives_by_lines(before):
        return 0
    mover, placed = before.to_move, after.placed_in_turn
    old = before.groups(mover)
    for area, border in before.board.regions:
        around = [group for group in old if group & border]
        if area & placed and len(around) == 1:
            for link in after.links(mover):
                if link.group & placed == link.group and link.friend == around[0]:
                    return around[0]
    return 0


def second_friend_by(before: Position, after: Position) -> tuple[Bitboard, ...]:
    """Return the mover's largest group that saw one friend before a turn, and now sees more.

    A friend is another group of the mover.

    :returns: the group and that friend, both as before the turn; empty if no group qualifies, or if
        groups live by lines (Liflina).
    """
    if _lives_by_lines(before):
        return ()
    mover = before.to_move
    earlier, later = _friends(before, mover), _friends(after, mover)
    found = [
        (group, *friends)
        for group, friends in earlier.items()
        for now, others in later.items()
        if len(friends) == 1 and group & now and len(others) > 1 and not now & next(iter(friends))
    ]
    return max(found, key=_stones_in, default=())


def _lives_by_lines(position: Position) -> bool:
    """Return whether a group may live without a friend, by a line to the edge."""
    return isinstance(position, Liflina)


def _friends(position: Position, colour: Colour) -> dict[Bitboard, set[Bitboard]]:
    """Return, for each group of a colour, the other groups of the colour that it sees.

    Groups that see no other group are left out.
    """
    friends: dict[Bitboard, set[Bitboard]] = {}
    for first, second in _seeing(position, colour):
        friends.setdefault(first, set()).add(second)
        friends.setdefault(second, set()).add(first)
    return friends


def joins_elsewhere(before: Position, after: Position) -> tuple[Cell, Bitboard] | None:
    """Return the worst cell near a turn: a stone there would have lost the most own stones.

    Stones are lost when groups of the mover are joined into one that dies. Only a small empty area
    around the turn is searched. It counts only if a stone on at least half of its other legal cells
    would lose own stones.

    :returns: the cell and the stones that would be lost; None without such a cell, or if the turn
        itself loses stones.
    """
    placed = after.placed_in_turn
    area = next((cells for cells, _ in before.board.regions if cells & placed), 0)
    if area.bit_count() > MOST_TRIED or removed_by(before, after)[1]:
        return None
    losses = {
        cell: removed_by(before, before.play(Place(cell)))[1]
        for cell in bits(area & ~placed)
        if before.is_legal(Place(cell))
    }
    costly = {cell: lost for cell, lost in losses.items() if lost}
    if not costly or 2 * len(costly) < len(losses):
        return None
    return max(costly.items(), key=lambda each: each[1].bit_count())


def free_moves_by(before: Position, after: Position) -> Bitboard:
    """Return the cells that a turn reserved for the mover as free moves for later; 0 for none.

    Only the mover's stones border the areas of these cells now, so that only the mover may play
    there.
    """
    mover = before.to_move
    cells = closed_by(before, after, mover)
    if not 0 < cells.bit_count() <= MOST_FREE:
        return 0
    mine = after.passed()
    is_free = (
        mine.is_legal(Place(cell)) and not after.is_legal(Place(cell)) for cell in bits(cells)
    )
    return cells if all(is_free) else 0


def kept_in_sight_by(before: Position, after: Position) -> tuple[Bitboard, ...]:
    """Return two groups of the mover that an enemy stone on the turn's cell would have cut apart.

    After the turn they still see each other or are one group. The tuple is empty without such
    groups.
    """
    mover, there = before.to_move, _enemy_there(before, after)
    pair = () if there is None else cut_by(before, there, mover)
    now = {each for each in after.groups(mover) if any(each & group for group in pair)}
    together = len(now) == 1 or tuple(sorted(now)) in _seeing(after, mover)
    return pair if together else ()


def kept_open_by(before: Position, after: Position) -> Bitboard:
    """Return the cells that an enemy stone in place of the turn would have closed off; 0 for none.

    Only the enemy's stones would then border their area; see `closed_by`.
    """
    there = _enemy_there(before, after)
    return 0 if there is None else closed_by(before, there, before.to_move.other)


def _enemy_there(before: Position, after: Position) -> Position | None:
    """Return the position with an enemy stone in place of a turn; None if that stone is illegal.

    It is also None for a turn that is not exactly one stone.
    """
    placed, enemy = after.placed_in_turn, before.passed()
    if before.mid_turn or placed.bit_count() != 1:
        return None
    move = Place(placed.bit_length() - 1)
    return enemy.play(move) if enemy.is_legal(move) else None


def free_moves_left(position: Position) -> tuple[int, int] | None:
    """Return how many cells each side may play on, if no cell is open to both sides.

    :returns: the number of the side to move, then the opponent's; None if a cell is open to both
        sides, or if the side to move may play on no cell.
    """
    mine, theirs = legal_cells(position), legal_cells(position.passed())
    return None if mine & theirs or not mine else (len(mine), len(theirs))


def legal_cells(position: Position) -> set[Cell]:
    """Return the cells on which the side to move may place a stone."""
    return {move.cell for move in position.legal_moves() if isinstance(move, Place)}


def closed_by(before: Position, after: Position, colour: Colour) -> Bitboard:
    """Return the empty cells of areas that a turn closed, so that only one colour borders them.

    0 if they are more than a quarter of the board, which is too large to belong to a colour yet.
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
