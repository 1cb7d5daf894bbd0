"""Cut lifelines, compared with an independent search in random games of all games."""

from itertools import pairwise

import pytest

from rules.colour import Colour
from rules.moves import Place
from rules.registry import GAMES, find_game
from rules.topology import bits
from tests.rules.helpers import after, start
from tests.rules.random_games import play_random_game

BLACK, WHITE = Colour
SIZES = {game.key: 4 if game.shape == "hexhex" else 6 for game in GAMES} | {"liflina": 7}
SEEDS = range(8)


def components(topology, cells):
    """Return the connected parts of a set of cells, found by a plain search."""
    left, parts = set(cells), []
    while left:
        queue = [left.pop()]
        part = set(queue)
        while queue:
            near = set(bits(topology.neighbours[queue.pop()])) & left
            left -= near
            part |= near
            queue += near
        parts.append(part)
    return parts


def touches(topology, cells, stones):
    return any(set(bits(topology.neighbours[cell])) & stones for cell in cells)


def are_linked(topology, empty, group, friends):
    """Return whether one empty region touches both a group and one of its friends."""
    return any(
        touches(topology, region, group) and touches(topology, region, friends)
        for region in components(topology, empty)
    )


def lines_of(topology, empty, group, own):
    """Return every straight empty run from a group to the edge or to a stone of its colour."""
    at = {point: cell for cell, point in enumerate(topology.points)}
    found = []
    for stone in group:
        x, y = topology.points[stone]
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            run, here = [], (x + dx, y + dy)
            while at.get(here) in empty:
                run.append(at[here])
                here = here[0] + dx, here[1] + dy
            if run and (here not in at or at[here] in own):
                found.append(run)
    return found


def captures(game, seed):
    """Yield each placement of a random game that captures: positions before and after, the cell."""
    ruleset = find_game(game).ruleset({"size": SIZES[game]})
    for before, now in pairwise(play_random_game(ruleset, seed)):
        move = now.last_turn.moves[-1]
        if isinstance(move, Place) and now.taken != before.taken:
            yield before, now, move.cell


def new_cuts(before, now):
    """Return the cuts of the last move only, without those made earlier in the same turn."""
    earlier = before.last_turn.cuts if before.mid_turn else ()
    assert now.last_turn.cuts[: len(earlier)] == earlier
    return now.last_turn.cuts[len(earlier) :]


def captured_groups(before, now, colour, cell):
    """Return the groups that existed before the move and not after it."""
    topology, stones = before.topology, set(bits(before.stones[colour]))
    gone = stones - set(bits(now.stones[colour]))
    return [part for part in components(topology, stones) if part <= gone]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", ["lifeline", "cornered", "asli"])
def test_cuts_every_path_of_a_captured_group_to_a_friend(game, seed):
    seen = 0
    for before, now, cell in captures(game, seed):
        topology, empty = before.topology, set(bits(before.board.empty))
        cuts = {frozenset(bits(cut.link.group)): cut for cut in new_cuts(before, now)}
        assert {cut.cell for cut in cuts.values()} <= {cell}
        expected = {}
        for colour in Colour:
            stones = set(bits(before.stones[colour]))
            for group in captured_groups(before, now, colour, cell):
                if are_linked(topology, empty, group, stones - group):
                    expected[frozenset(group)] = stones, colour
        assert cuts.keys() == expected.keys()
        for group, (stones, colour) in expected.items():
            check_path(topology, empty, cuts[group], stones)
            if colour is not before.to_move:
                # the stone cut every other path as well
                assert not are_linked(topology, empty - {cell}, group, stones - group)
            seen += 1
    assert seen or game == "asli"


def check_path(topology, empty, cut, stones):
    """Check that a cut path led from the group through empty cells to a friend."""
    link = cut.link
    group, path = set(bits(link.group)), list(link.path)
    assert set(path) <= empty
    assert len(set(path)) == len(path)
    assert cut.cell in path
    assert link.start in group
    assert link.end in set(bits(link.friend)) <= stones - group
    steps = [link.start, *path, link.end]
    assert all(topology.neighbours[here] >> there & 1 for here, there in pairwise(steps))


@pytest.mark.parametrize("seed", SEEDS)
def test_cuts_every_straight_line_of_a_captured_group_in_liflina(seed):
    seen = 0
    for before, now, cell in captures("liflina", seed):
        topology, empty = before.topology, set(bits(before.board.empty))
        cuts = {frozenset(bits(cut.link.group)): cut for cut in new_cuts(before, now)}
        enemy = before.to_move.other
        own = set(bits(before.stones[enemy]))
        groups = captured_groups(before, now, enemy, cell)
        assert cuts.keys() == {frozenset(group) for group in groups}
        for group in groups:
            lines = lines_of(topology, empty, group, own)
            assert lines
            assert all(cell in line for line in lines)
            cut = cuts[frozenset(group)]
            assert cut.cell == cell
            assert list(cut.link.path) in lines
            assert len(cut.link.path) == min(map(len, lines))
            seen += 1
    assert seen


def test_a_move_that_captures_nothing_cuts_nothing():
    position = start("lifeline", size=4)
    assert after(position, "a1", "c3").last_turn.cuts == ()


def test_both_stones_of_a_turn_are_listed_in_their_order():
    found = 0
    for seed in range(40):
        ruleset = find_game("cornered").ruleset({"size": 4, "start": "twelve-star"})
        for before, now in pairwise(play_random_game(ruleset, seed)):
            if before.mid_turn and before.last_turn.cuts and len(new_cuts(before, now)):
                assert now.last_turn.cuts[: len(before.last_turn.cuts)] == before.last_turn.cuts
                found += 1
    assert found


def test_joining_the_last_two_groups_cuts_the_path_between_them():
    for seed in range(30):
        for before, now, cell in captures("lifeline", seed):
            mover = before.to_move
            if now.last_turn.removed[mover] >> cell & 1:
                own = [
                    cut
                    for cut in new_cuts(before, now)
                    if cut.link.group & now.last_turn.removed[mover]
                ]
                assert own
                assert all(cut.link.path == (cell,) for cut in own)
                return
    pytest.fail("no random game lost an own group")
