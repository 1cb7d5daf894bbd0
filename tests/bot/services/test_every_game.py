"""Random games of every ruleset: one message per turn, stored rows equal to the replay."""

import random
from dataclasses import replace

import pytest

from bot.services.use_cases.operations.doctor import examine
from bot.services.values.views import GameStatus, Player
from rules.colour import Colour
from rules.registry import GAMES, find_game

ANN, BEN = 101, 102
VARIANTS = [
    ("lifeline", {"size": 3, "start": "strong-pie"}),
    ("lifeline", {"size": 3, "start": "weak-pie"}),
    ("lifeline", {"size": 4, "start": "komi-pie"}),
    ("lifeline", {"size": 3, "start": "none"}),
    ("cornered", {"size": 3, "start": "pie"}),
    ("cornered", {"size": 4, "start": "twelve-star", "komi": 2}),
    ("cornered", {"size": 3, "start": "none"}),
    ("asli", {"size": 5}),
    ("asli", {"size": 5, "komi": 1}),
    ("liflina", {"size": 5}),
    ("liflina", {"size": 5, "handicap": 2}),
]
# games without a variant above are played on their smallest boards
VARIANTS += [
    (game.key, {"size": game.option("size").minimum})
    for game in GAMES
    if game.key not in {key for key, _ in VARIANTS}
]


@pytest.fixture(
    params=VARIANTS, ids=lambda variant: "-".join(map(str, [variant[0], *variant[1].values()]))
)
async def game(world, request):
    key, options = request.param
    made = await world.challenges.propose(world.act(ANN), Player(BEN, "Ben"), key, options)
    number = (await world.challenges.accept(world.act(BEN), made.id)).id
    await world.posted()
    return number


async def play_on(world, game, rng):
    """Play one random legal move and return the result."""
    view = await world.mover_view(game)
    who = view.to_move.user_id
    offered = await world.games.legal_moves_text(game, who, "", 999)
    return await world.play(who, game, rng.choice(offered), revision=view.revision)


async def test_a_random_game_posts_every_turn_and_replays_as_stored(world, game):
    await play_to_the_end(world, game)


# the statements do not depend on the game
@pytest.mark.postgresql
@pytest.mark.parametrize("game", [("cornered", {"size": 3, "start": "pie"})], indirect=True)
async def test_a_random_game_on_postgresql_posts_every_turn_and_replays_as_stored(world, game):
    await play_to_the_end(world, game)


async def play_to_the_end(world, game):
    rng, announced = random.Random(4), []
    for number in range(1, 200):
        played = await play_on(world, game, rng)
        assert [ply for _, ply in await world.posted()] == [number] * played.turn_complete
        announced.append(played.turn_complete)
        if played.game.status is GameStatus.FINISHED:
            break
        shown = await world.games.get(game)
        assert (shown.position.ply == number) == played.turn_complete
    assert announced[-1]
    world.restart()
    view = await world.games.get(game)
    # the result of an action does not include whether it is a player's first game
    assert replace(view, is_first=False) == replace(
        played.game, turn_message_id=view.turn_message_id
    )
    assert (await examine(world.database)).problems == ()


async def test_undo_of_every_kind_of_move_restores_the_position(world, game, clock):
    rng = random.Random(5)
    before = await world.games.get(game)
    for _ in range(8):
        played = await play_on(world, game, rng)
        if played.game.status is GameStatus.FINISHED:
            return
        mover = before.to_move.user_id
        undone = await world.services.undo.undo(world.act(mover), game)
        assert undone.game.position == before.position
        for text in undone.moves:
            await world.play(mover, game, text)
        before = await world.games.get(game)
    assert (await examine(world.database)).problems == ()


async def test_each_seat_makes_its_decision_in_a_komi_pie(world):
    made = await world.challenges.propose(world.act(ANN), Player(BEN, "Ben"), "asli", {"size": 5})
    game = (await world.challenges.accept(world.act(BEN), made.id)).id
    await world.play(ANN, game, "offer 3")
    chosen = (await world.play(BEN, game, "black")).game
    assert (chosen.player(Colour.BLACK).name, chosen.to_move.name) == ("Ben", "Ben")
    assert chosen.position.topology == find_game("asli").topology(chosen.ruleset)
