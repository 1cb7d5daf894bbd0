"""Effects of a turn, compared with the boards before and after it."""

import random
from itertools import chain
from types import SimpleNamespace

import pytest

from bot.learning import move_effects
from bot.learning.move_effects import (
    Effects,
    effects_of,
    free_moves_left,
    is_costly,
    legal_cells,
    outcome_of,
    removed_by,
)
from rules.colour import Colour
from rules.moves import Place
from rules.position import Ending, Outcome
from rules.registry import find_game
from rules.setup import setup
from rules.topology import bits

GAMES = [  # with the number of random games
    ("lifeline", {"size": 3}, 9),
    ("cornered", {"size": 4, "start": "twelve-star"}, 2),
    ("asli", {"size": 4, "komi": 2}, 3),
    ("liflina", {"size": 4, "komi": 1}, 2),
]


def random_turns(key, options, seed):
    """Yield each position of a random game with the rest of its turn, one or two moves."""
    game, rng = find_game(key), random.Random(seed)
    position, played = game.start(game.ruleset(options)), []
    while position.outcome() is None and position.ply < 80:
        move = rng.choice(list(position.legal_moves()))
        played.append((position, move))
        position = position.play(move)
    for number, (before, _) in enumerate(played):
        yield before, [move for each, move in played[number:] if each.turn == before.turn]


def board_after(before, moves):
    """Return the position after a turn, and the stones that the turn took, and lost."""
    after, enemy, own = before, before.to_move.other, before.stones[before.to_move]
    for move in moves:
        after = after.play(move)
        own |= 1 << move.cell if isinstance(move, Place) else 0
    return after, before.stones[enemy] & ~after.stones[enemy], own & ~after.stones[enemy.other]


def test_the_effects_of_a_turn_are_those_on_the_board():
    seen = set()
    turns = (random_turns(*game, seed) for *game, count in GAMES for seed in range(count))
    for before, moves in chain(*turns):
        (after, taken, lost), mover = board_after(before, moves), before.to_move
        if after.last_turn is None or after.last_turn.by is not mover:
            continue  # an offer, a choice or a swap
        ended = over = after.outcome()
        if over is None and lost and not after.stones[mover]:
            over = Outcome(mover.other, Ending.NO_STONES)  # at the next turn of the mover
        assert removed_by(before, after) == (taken, lost)
        assert outcome_of(before, after) == over
        endangered = () if over else after.in_danger(mover)
        assert effects_of(before, moves) == Effects(taken, lost, endangered, over)
        ends_badly = ended is not None and ended.winner is not mover
        assert is_costly(before, after) is (bool(lost) or ends_badly)
        seen |= {("taken", taken > 0), ("lost", lost > 0), ("over", over is not None)}
        seen |= {
            ("danger", endangered != ()),
            ("second stone takes", before.mid_turn and taken > 0),
        }
    kinds = ("taken", "lost", "over", "danger", "second stone takes")
    assert seen == {(kind, happens) for kind in kinds for happens in (False, True)}


@pytest.mark.parametrize(
    ("winner", "costly"), [(Colour.BLACK, False), (Colour.WHITE, True), (None, True)]
)
def test_a_turn_that_loses_nothing_is_costly_only_if_the_game_ends_without_a_win(winner, costly):
    before = SimpleNamespace(to_move=Colour.BLACK, last_turn=None, mid_turn=False)
    turn = SimpleNamespace(removed=(0, 0))
    after = SimpleNamespace(last_turn=turn, outcome=lambda: Outcome(winner, Ending.REPETITION))
    assert is_costly(before, after) is costly


def area_of_five():
    """Return a position with an empty area of five legal cells, and these cells."""
    for seed in range(40):
        for position, _ in random_turns("lifeline", {"size": 4, "start": "none"}, seed):
            for area, _ in position.board.regions:
                cells = [cell for cell in bits(area) if position.is_legal(Place(cell))]
                if area.bit_count() == len(cells) == 5:
                    return position, cells
    raise AssertionError


@pytest.mark.parametrize(("costly", "is_told"), [(0, False), (1, False), (2, True), (4, True)])
def test_a_turn_keeps_groups_apart_where_half_of_the_cells_beside_it_would_join_them(
    costly, is_told, monkeypatch
):
    position, (turn, *others) = area_of_five()
    losses = {cell: (1 << number) - 1 for number, cell in enumerate(others[:costly], start=1)}

    def removed(before, after):
        return 0, losses.get(after.last_turn.placed.bit_length() - 1, 0)

    monkeypatch.setattr(move_effects, "removed_by", removed)
    after = position.play(Place(turn))
    worst = others[costly - 1]
    expected = (worst, losses[worst]) if is_told else None
    assert move_effects.joins_elsewhere(position, after) == expected
    losses[turn] = 1
    assert move_effects.joins_elsewhere(position, after) is None


def test_free_moves_are_counted_only_for_a_side_that_may_place_a_stone():
    # White may only hold: worked example AS-10
    stones = {"black": ["a2", "b1"], "white": ["a1"], "ever_two_groups": (True, False)}
    white = setup("asli", {"size": 3}, **stones, to_move="white", prison=(1, 0))
    mine, theirs = legal_cells(white), legal_cells(white.passed())
    assert (mine, bool(theirs)) == (set(), True)
    assert free_moves_left(white) is None
    assert free_moves_left(white.passed()) == (len(theirs), 0)
