"""The largest cut of each game: its stones, its seat and its place among the moves."""

import random

import pytest

from bot.services.use_cases.history import LARGE_CUT, OTHER_CUTS
from bot.services.use_cases.operations.doctor import examine
from bot.services.values.games.replay_cache import Cut, replay_moves, ruleset_of
from bot.store.tables import games
from rules.moves import Place, format_move, parse_move
from rules.record import positions
from rules.registry import find_game
from testbed.games import random_turn

ANN, BEN = 101, 102


def cuts(record):
    """Return the complete turns that take stones of the opponent, from the positions alone."""
    replayed = list(positions(record))
    ends = [
        (before, after)
        for before, after, following in zip(
            replayed, replayed[1:], [*replayed[2:], None], strict=False
        )
        if following is None or following.last_turn.number != after.last_turn.number
    ]
    if ends and ends[-1][1].mid_turn and ends[-1][1].outcome() is None:
        ends.pop()
    made = [
        Cut(after.last_turn.removed[1 - before.to_move].bit_count(), before.seat_to_move, after.ply)
        for before, after in ends
    ]
    return [each for each in made if each.stones]


def largest(record):
    return max(cuts(record), key=lambda cut: cut.stones, default=None)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("lifeline", {"size": 3, "start": "weak-pie"}),
        ("lifeline", {"size": 4, "start": "strong-pie"}),
        ("cornered", {"size": 4}),
        ("cornered", {"size": 4, "start": "twelve-star"}),
        ("asli", {"size": 5}),
        ("liflina", {"size": 5}),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_the_largest_cut_is_the_first_turn_that_took_most_stones_of_the_opponent(
    game, options, seed
):
    rng, replayed = random.Random(seed), replay_moves(find_game(game).ruleset(options), ())
    while replayed.position.outcome() is None and replayed.position.ply < 60:
        moves = list(replayed.position.legal_moves())
        others = [move for move in moves if not isinstance(move, Place)]
        replayed = replayed.play(rng.choice(others if others and rng.random() < 0.3 else moves))
        assert replayed.largest_cut == largest(replayed.record)


async def stored(world, game_id):
    row = await world.database.read(games.find, game_id)
    return None if row.largest_cut is None else Cut(row.largest_cut, row.cut_seat, row.cut_ply)


async def play_to_a_cut(world, **options):
    """Play a game until a turn has taken stones; return its number and the moves."""
    rng, number = random.Random(7), await world.game(**options)
    while await stored(world, number) is None:
        view = await world.games.get(number)
        await world.play(view.to_move.user_id, number, random_turn(view.position, rng))
    return number, (await world.games.get(number)).record


async def test_the_largest_cut_is_stored_with_its_turn_and_gone_after_an_undo(world):
    number, record = await play_to_a_cut(world)
    found = await stored(world, number)
    assert found == largest(record)
    shown = await world.games.get(number, ply=found.ply)
    assert shown.position.last_turn.removed[shown.position.to_move].bit_count() == found.stones
    cutter = shown.seats[found.seat].user_id

    await world.services.undo.undo(world.act(cutter), number)

    assert await stored(world, number) is None
    assert (await examine(world.database)).problems == ()


async def test_the_largest_cut_outlives_a_resignation(world):
    number, record = await play_to_a_cut(world, size=3, start="none")
    await world.games.resign(world.act(BEN), number)
    assert await stored(world, number) == largest(record)
    assert (await examine(world.database)).problems == ()


def test_a_swap_leaves_the_cut_to_the_person_who_made_it():
    rules = ruleset_of("lifeline", 1, {"size": 4, "start": "weak-pie"})
    replayed, rng = replay_moves(rules, ["a1", "swap"]), random.Random(5)
    while replayed.largest_cut is None:
        for word in random_turn(replayed.position, rng).split():
            replayed = replayed.play(parse_move(word, replayed.position.topology))
    words = [format_move(move, replayed.position.topology) for move in replayed.record.moves]
    assert words[1] == "swap"
    assert replayed.position.swapped
    # Black's first turn was seat 0's, and the turns after the swap alternate from seat 0
    assert replayed.largest_cut.seat == (replayed.largest_cut.ply - 3) % 2


async def won(world, stones, *, cut_seat=1, **values):
    """Finish a game that Ben wins in seat 1, with a cut; return its number."""
    number = await world.game()
    await world.games.resign(world.act(ANN), number)
    await world.set_game(number, largest_cut=stones, cut_seat=cut_seat, cut_ply=9, **values)
    return number


async def record_cut(world, number):
    return (await world.services.history.get_score(number)).record_cut


@pytest.mark.parametrize(
    ("largest", "others", "praised"),
    [
        (LARGE_CUT, [1] * OTHER_CUTS, True),
        (LARGE_CUT - 1, [1] * OTHER_CUTS, False),
        (20, [1, 19, 1], True),
        (20, [1, 20, 1], False),
        (20, [1] * (OTHER_CUTS - 1), False),
        (20, [1, 1, None], False),
    ],
)
async def test_a_win_with_the_largest_cut_of_a_server_is_praised(world, largest, others, praised):
    for each in others:
        await won(world, each)
    assert await record_cut(world, await won(world, largest)) == (largest if praised else 0)


@pytest.mark.parametrize(
    "values",
    [
        {"cut_seat": 0},
        {"winner_seat": None, "ending": "agreed"},
        {"engine_seat": 0, "engine_level": 2},
        {"guild_id": None},
        {"guild_id": 8},
        {"largest_cut": None, "cut_seat": None},
    ],
)
async def test_no_other_game_is_praised(world, values):
    for _ in range(OTHER_CUTS):
        await won(world, 1)
    number = await won(world, 20)
    assert await record_cut(world, number) == 20

    await world.set_game(number, **values)

    assert await record_cut(world, number) == 0


@pytest.mark.parametrize(
    "values",
    [
        {"winner_seat": None, "ending": "moderated"},
        {"engine_seat": 0, "engine_level": 2},
        {"guild_id": 8},
    ],
)
async def test_a_larger_cut_elsewhere_does_not_count(world, values):
    for _ in range(OTHER_CUTS):
        await won(world, 1)
    await world.set_game(await won(world, 30), **values)
    assert await record_cut(world, await won(world, 20)) == 20
