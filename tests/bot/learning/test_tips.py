"""Tips: order of urgency and content."""

import random
from itertools import chain

import pytest

from bot.learning import tips
from bot.learning.boards import position_after, position_from_text
from bot.learning.tips import Tip, find_tip
from renderer.legend import SHADING
from renderer.phrases import one_of
from renderer.scene import territory_of
from renderer.words import colour_name
from rules.moves import Place, parse_turn
from rules.position import Colour, Phase
from rules.registry import GAMES, find_game
from rules.topology import bits
from rules.values import Danger


def test_an_immediate_win_comes_before_all_other_tips():
    board = position_from_text("lifeline", "... .X.. ..... XXXX O.O", to_move="white")
    (join,) = parse_turn("b1", board.topology)
    cut = position_from_text("lifeline", "OX. .OXX .OO.X OXXO XX.")

    alone = "**You win:** White has no stones left. Just place the last stone."
    assert find_tip(board.play(join)).text == alone
    assert find_tip(cut).text == "**You can win now:** play D3."


def test_the_tip_names_the_winning_cell_where_the_opponent_may_reenter():
    board = position_from_text("liflina", "XXXX. XXXXX XXXXX .XXXX .XXXX")
    (last,) = parse_turn("e5", board.topology)

    assert board.play(last).outcome() is None
    assert find_tip(board).text == "**You can win now:** play A1."


def test_an_own_group_in_danger_comes_before_captures():
    board = position_from_text("lifeline", "O... .OX.X .XO..O .X...O. OO...O X..X. ..XX")

    assert find_tip(board).text == "**Danger:** White can take your group on B4, C5 with C4."


def test_a_possible_capture_comes_second():
    board = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")

    assert find_tip(board).text == "**You can take** Black's group on D2, E3 with D3."


def test_a_tip_marks_what_it_names():
    board = position_from_text("lifeline", ".O. X..O ....X ..OX .XO", to_move="white")
    cells = board.topology.cell

    assert find_tip(board).marked == Danger(1 << cells("d2") | 1 << cells("e3"), 1 << cells("d3"))
    assert find_tip(position_after("lifeline", "a1 e5 c3 g7", size=5)).marked is None


def test_a_large_group_is_named_by_a_few_cells():
    board = position_from_text(
        "asli", "X..OO O.XO. XXXO. .XO.. .XXO.", ever_two_groups=(True, True)
    )

    assert find_tip(board).text == "**Danger:** White can take your group on B1, C1, B2 … with B5."


def test_several_capturing_cells_are_listed():
    board = position_from_text("lifeline", "O.. O... X.X.. OX.X X.O", to_move="white")

    assert find_tip(board).text == "**Danger:** Black can take your group on C1 with C2 or D3."


def test_an_illegal_private_cell_is_not_counted_as_a_free_move():
    board = position_from_text(
        "asli", ".OXX. OO..X OXXXX OOO.X ...OO", ever_two_groups=(True, True)
    )

    assert "Save" not in find_tip(board).text


def test_the_tip_recommends_to_keep_private_cells():
    board = position_from_text("lifeline", "..X XO.X .X.OX XOOO O..")

    assert find_tip(board).text == "**Save A3 for later:** only you can play there."


def test_cells_of_an_area_that_the_enemy_may_enter_are_not_private():
    board = position_from_text("liflina", "..X.. XX... ..... ..... ....O")

    assert board.passed().is_legal(*parse_turn("b5", board.topology))
    assert find_tip(board).text == SHADING()


def test_the_tip_names_a_group_that_sees_one_friend_only():
    board = position_from_text("lifeline", "OO.X O.X.X ..X... X..O... X.O.X. X.O.. .OO.")

    assert find_tip(board).text == (
        "**Careful:** your group on A2, A3, A4 sees only one friend, on D5, E6."
    )


def test_a_quiet_position_gets_an_explanation_of_the_shading():
    board = position_from_text("lifeline", "XO.. ..O.. ...OOO X...... ...... ...O. ...X")

    assert find_tip(board).text == (
        "Shaded regions are territory: dark ones touch only black stones, pale ones only white "
        "stones."
    )
    assert find_tip(board, pictured=False).text == "", "characters have no shading"


def test_a_quiet_position_without_territory_gets_no_tip():
    assert find_tip(position_after("lifeline", "a1 e5 c3 g7", size=5)).text == ""


def test_the_first_turn_is_explained_where_two_stones_may_not_touch():
    for game in GAMES:
        first = find_tip(game.start(game.ruleset({}))).text

        assert ("may not touch" in first) is (game.shape == "hexhex")


def late_positions(key, options, seed):
    """Yield positions of the game proper from a random game, in which the mover does not win."""
    game, rng = find_game(key), random.Random(seed)
    position = game.start(game.ruleset(options))
    while position.outcome() is None:
        if position.phase is Phase.PLAY and not wins_at_once(position):
            yield position
        position = position.play(rng.choice(list(position.legal_moves())))


def wins_at_once(position):
    placements = (move for move in position.legal_moves() if isinstance(move, Place))
    outcomes = (position.play(move).outcome() for move in placements)
    return any(each is not None and each.winner is position.to_move for each in outcomes)


def first_names(position, cells, numbers):
    """Return the names of the first three cells, with the numbers of those that have one."""
    names = [
        f"{position.topology.label(cell)}" + (f" ({numbers[cell]})" if cell in numbers else "")
        for cell in bits(cells)
    ]
    return names[:3], len(names) > 3


@pytest.mark.parametrize(
    ("key", "options"),
    [("lifeline", {"size": 4, "start": "none"}), ("asli", {"size": 5, "komi": 2})],
)
def test_the_largest_own_group_in_danger_is_named_or_else_the_largest_that_can_be_taken(
    key, options
):
    told = set()
    for seed in range(4):
        for position in late_positions(key, options, seed):
            mover, enemy = position.to_move, colour_name(position.to_move.other)
            mine, theirs = (position.in_danger(each) for each in (mover, mover.other))
            if not (mine or theirs):
                continue
            numbers = {cell: cell + 1 for cell in range(0, len(position.topology), 2)}
            largest = max(mine or theirs, key=lambda each: each.group.bit_count())
            group, more = first_names(position, largest.group, {})
            cells, _ = first_names(position, largest.cells, numbers)
            named = ", ".join(group) + (" …" if more else "")
            said = f"**You can take** {enemy}'s group on {named} with {one_of(cells)}."
            if mine:
                said = f"**Danger:** {enemy} can take your group on {named} with {one_of(cells)}."
            assert find_tip(position, numbers) == Tip(said, largest, chance=not mine)
            told.add((bool(mine), len(group), more, len(mine or theirs) > 1))
    assert {(mine, many) for mine, _, _, many in told} == {
        (mine, many) for mine in (False, True) for many in (False, True)
    }
    assert (3, False) in {(count, more) for _, count, more, _ in told}


def lone_groups(position):
    """Return the groups that see exactly one other group, with it, if three or more see any."""
    seen = {}
    for link in position.links(position.to_move):
        seen.setdefault(link.group, set()).add(link.friend)
    alone = [(group, *friends) for group, friends in seen.items() if len(friends) == 1]
    return [(group, it) for group, it in alone if it not in (0, group)] if len(seen) > 2 else []


def kept_cells(position):
    """Return the legal cells of areas that only the mover borders and the enemy may not enter."""
    other, found = position.passed(), 0
    for region in position.regions():
        mine = position.owner(region) is position.to_move
        if mine and not any(other.is_legal(Place(cell)) for cell in bits(region)):
            found |= sum(1 << cell for cell in bits(region) if position.is_legal(Place(cell)))
    is_shared = any(position.owner(region) is None for region in position.regions())
    return found if is_shared and all(position.stones) else 0


def quiet_tip(position):
    def named(cells):
        names, more = first_names(position, cells, {})
        return ", ".join(names) + (" …" if more else "")

    if lone := lone_groups(position):
        group, friend = map(named, lone[0])
        return f"**Careful:** your group on {group} sees only one friend, on {friend}."
    if cells := kept_cells(position):
        return f"**Save {named(cells)} for later:** only you can play there."
    return SHADING() if any(territory_of(position)) else ""


def test_without_danger_and_capture_a_lone_friend_is_named_or_else_what_to_keep():
    told = set()
    for key, options, seeds in (
        ("lifeline", {"size": 4, "start": "none"}, (2, 3)),
        ("asli", {"size": 5, "komi": 2}, (5,)),
        ("liflina", {"size": 5, "komi": 1}, (0,)),
    ):
        for position in chain(*(late_positions(key, options, seed) for seed in seeds)):
            if not any(position.in_danger(colour) for colour in Colour):
                said = quiet_tip(position)
                assert find_tip(position) == Tip(said)
                told.add(said[:6])
    assert told == {"**Care", "**Save", "Shaded", ""}


def test_a_group_whose_only_line_leads_to_itself_sees_no_friend():
    alone = 0
    for position in late_positions("liflina", {"size": 4, "komi": 1}, 2):
        links = position.links(position.to_move)
        groups = {
            each.group: {other.friend for other in links if other.group == each.group}
            for each in links
        }
        alone += len(groups) > 2 and any(seen == {group} for group, seen in groups.items())
        assert (tips._lone_friend(position) is None) is (lone_groups(position) == [])
    assert alone
