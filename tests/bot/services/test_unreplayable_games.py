"""Stored games that cannot be replayed: each fails alone and blocks no other game."""

import pytest
from sqlalchemy import text

from bot.errors.storage import CannotReplay
from bot.services.use_cases.operations.doctor import examine
from bot.services.values.views import Player

ANN, BEN, BOT = 101, 102, 900
NEWER_RULES = "UPDATE games SET rules_version = 9 WHERE id = :id"
ILLEGAL_MOVE = "UPDATE plies SET move = 'zz99' WHERE game_id = :id"
STRANGE_OPTIONS = "UPDATE games SET options = '[]' WHERE id = :id"


@pytest.fixture
def spoil(world):
    """Return a function that changes a stored game so that it cannot be replayed."""

    async def spoiling(game_id, statement=NEWER_RULES):
        async def change(tx):
            await tx.connection.execute(text(statement), {"id": game_id})

        await world.database.write(change)
        world.restart()  # with an empty cache

    return spoiling


@pytest.fixture
def practice(world):
    """Return a function that begins a practice game in which the bot is to move."""

    async def begin(user_id=ANN):
        actor = world.act(user_id)
        engine, options = Player(BOT, "Bot"), {"size": 4}
        game = await world.services.practice.begin(actor, engine, 1, "lifeline", options)
        if not game.waits_for(BOT):
            await world.play(user_id, game.id, "a1 c3")
        return game.id

    return begin


@pytest.mark.both_databases
@pytest.mark.parametrize("statement", [NEWER_RULES, ILLEGAL_MOVE, STRANGE_OPTIONS])
async def test_the_engine_plays_on_in_other_practice_games(world, practice, spoil, statement):
    broken, whole = await practice(), await practice(BEN)
    await spoil(broken, statement)

    turns, failures = await world.services.practice.find_waiting(10)

    assert [turn.game.id for turn in turns] == [whole]
    assert [failure.game_id for failure in failures] == [broken]


@pytest.mark.both_databases
async def test_broken_games_do_not_count_towards_the_limit(world, practice, spoil):
    for game_id in (await practice(), await practice(BEN)):
        await spoil(game_id)
    whole = await practice()

    turns, failures = await world.services.practice.find_waiting(2)
    assert turns == []
    broken = [failure.game_id for failure in failures]
    turns, failures = await world.services.practice.find_waiting(2, left_out=broken)

    assert [turn.game.id for turn in turns] == [whole]
    assert failures == []


@pytest.mark.parametrize("statement", [NEWER_RULES, ILLEGAL_MOVE, STRANGE_OPTIONS])
async def test_doctor_names_each_broken_game(world, practice, spoil, statement):
    broken = await practice()
    await spoil(broken, statement)

    (problem,) = (await examine(world.database)).problems

    assert problem.startswith(f"Game {broken}: it does not replay: ")


@pytest.mark.both_databases
async def test_a_broken_game_does_not_hold_up_reviews_of_others(world, spoil):
    broken, whole = await world.game(), await world.game()
    for game_id in (broken, whole):
        await world.play(ANN, game_id, "a1 c3")
        await world.games.resign(world.act(ANN), game_id)
        await world.services.reviews.request(world.act(ANN), game_id)
    await spoil(broken)

    for _ in range(3):
        with pytest.raises(CannotReplay):
            await world.services.reviews.claim_next()

    assert await world.services.reviews.claim_next() is None  # given up
    wanted = await world.services.reviews.claim_next()
    assert wanted.game_id == whole
