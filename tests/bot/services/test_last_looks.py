"""Looks: the number of moves that a person had seen when they open a game again."""

import asyncio
import random

import pytest
from sqlalchemy import func, select

from bot.messages.board_views import since_last_look
from bot.services.values.views import Player, Terms
from bot.store.engine.database import DatabaseBusy
from bot.store.tables import servers
from bot.store.tables.schema import last_looks
from rules.moves import format_move
from testbed.games import random_turn
from tests.bot.services.conftest import ANN, BEN, CAT, GUILD


@pytest.fixture
async def game_id(world):
    """Game of size 4 in which Ann has played A1; Ben is to move."""
    made = await world.challenges.propose(
        world.act(ANN), Player(BEN, "Ben"), "lifeline", {"size": 4, "start": "none"}, Terms()
    )
    number = (await world.challenges.accept(world.act(BEN), made.id)).id
    await world.play(ANN, number, "a1")
    return number


@pytest.fixture
def look(world, game_id):
    """Open the game as a person; return the number of moves that they had seen."""

    async def run(user_id):
        game = await world.games.get_visible(world.act(user_id), game_id)
        return await world.services.last_looks.record(user_id, game)

    return run


def moves_of(game):
    return [format_move(move, game.position.topology) for move in game.record.moves]


async def play(world, game_id, *cells):
    for cell in cells:
        game = await world.games.get(game_id)
        await world.press(game.to_move.user_id, game_id, cell)


async def test_a_person_who_watches_is_told_what_they_have_not_seen(world, game_id, look):
    assert await look(CAT) is None
    await play(world, game_id, "g4", "c3", "e5")
    assert await look(CAT) == 1
    assert await look(CAT) == 4


async def test_a_turn_of_ones_own_counts_as_a_look(world, game_id, look):
    assert await look(ANN) == 1
    await play(world, game_id, "g4", "c3")
    assert await look(ANN) == 3
    assert await look(BEN) == 2


async def test_a_player_who_has_neither_looked_nor_played_has_seen_nothing(look):
    assert await look(BEN) is None
    assert await look(BEN) == 1


async def test_half_a_turn_shows_neither_player_a_new_turn(world):
    number = await world.game()
    for seen in (None, 0):
        for user_id in (ANN, BEN):
            game = await world.games.get_visible(world.act(user_id), number)
            assert await world.services.last_looks.record(user_id, game) == seen
        if seen is None:
            await world.play(ANN, number, "a1")


async def test_a_planned_turn_does_not_count_as_a_look(world, game_id, look):
    boards, plans = world.services.try_board, world.services.plans
    view = await boards.open(world.act(ANN), game_id)
    for cell in ("g4", "c3"):
        view = await boards.try_move(world.act(ANN), game_id, view.place, cell)
    await plans.plan(world.act(ANN), game_id, view.place)
    await play(world, game_id, "g4")
    game = await world.games.get(game_id)
    assert game.position.ply == 3, "the plan was played"
    assert await look(ANN) == 1


async def test_moves_taken_back_have_been_seen_by_nobody(world, game_id, look):
    await play(world, game_id, "g4")
    assert await look(CAT) is None
    await look(ANN)
    await world.services.undo.undo(world.act(BEN), game_id)
    await play(world, game_id, "e5", "c3")
    assert await look(CAT) == 1
    assert await look(BEN) == 2, "the new turn is theirs"


async def test_looks_are_kept_over_a_restart(world, game_id, look):
    await look(CAT)
    world.restart()
    await play(world, game_id, "g4")
    assert await look(CAT) == 1


async def test_opening_a_game_again_stores_nothing_when_nothing_has_happened(
    world, game_id, look, monkeypatch
):
    await look(CAT)
    monkeypatch.setattr(world.database, "write", None)
    assert await look(CAT) == 1
    assert await look(ANN) == 1, "she has played it herself"


async def test_a_board_is_shown_when_the_look_cannot_be_stored(world, game_id, look, monkeypatch):
    async def busy(*_, **__):
        raise DatabaseBusy

    await look(CAT)
    await play(world, game_id, "g4")
    with monkeypatch.context() as patch:
        patch.setattr(world.database, "write", busy)
        assert await look(CAT) == 1
    assert await look(CAT) == 1
    assert await look(CAT) == 2


async def test_looks_of_two_processes_at_once_are_one(world, game_id, look):
    _, other = world.open()
    game = await world.games.get_visible(world.act(CAT), game_id)
    found = await asyncio.gather(
        *(each.last_looks.record(CAT, game) for each in (world.services, other) for _ in range(3))
    )
    assert None in found
    assert set(found) <= {None, 1}
    assert await count(world) == 1


async def count(world):
    async def query(tx):
        return (
            await tx.connection.execute(select(func.count()).select_from(last_looks))
        ).scalar_one()

    return await world.database.read(query)


async def test_looks_go_with_the_server_of_the_game(world, look, clock):
    await look(CAT)
    await world.database.write(servers.erase, GUILD + 1, clock(), "withdrawn")
    assert await count(world) == 1
    await world.database.write(servers.erase, GUILD, clock(), "withdrawn")
    assert await count(world) == 0


async def test_looks_are_deleted_after_a_year(world, look, clock):
    await look(CAT)
    clock.advance(days=364)
    assert (await world.services.maintenance.clean_up()).last_looks == 0
    clock.advance(days=2)
    assert (await world.services.maintenance.clean_up()).last_looks == 1
    assert await count(world) == 0


async def test_the_line_counts_the_turns_and_leads_to_the_first_of_them(world, game_id):
    await play(world, game_id, "g4", "c3")
    game = await world.games.get(game_id)
    assert since_last_look(game, None) == ("", ())
    assert since_last_look(game, 2) == ("", ()), "the board tells of the last turn"
    assert since_last_look(game, 99) == ("", ())
    line, (button,) = since_last_look(game, 1)
    assert line == "2 turns since you last looked."
    assert (button.label, button.id.number) == ("Replay turns", 2)


async def test_the_line_names_the_largest_capture(world):
    rng, number, taken = random.Random(3), await world.game(), {}
    while len(taken) < 2:
        game = await world.mover_view(number)
        await world.play(game.to_move.user_id, number, random_turn(game.position, rng))
        last = (await world.games.get(number)).position.last_turn
        if last.removed[last.by.other]:
            taken[game.to_move.name, game.position.ply] = last.removed[last.by.other].bit_count()
    game = await world.games.get(number)
    (name, ply), most = max(taken.items(), key=lambda each: each[1])

    line, buttons = since_last_look(game, 0)

    (cell,) = moves_of(game)[ply : ply + 1]
    turns = game.position.turn - 1
    assert line == f"{turns} turns since you last looked. {name} took {most} with {cell.upper()}."
    assert buttons
