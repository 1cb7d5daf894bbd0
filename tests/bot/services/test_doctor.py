import pytest
from sqlalchemy import text

from bot.services.use_cases.operations.doctor import examine

ANN, BEN = 101, 102


@pytest.fixture
async def played(world):
    """A finished, a resigned and an unfinished game with a swap; the outbox is empty."""
    first = await world.game(size=3)
    while (view := await world.games.get(first)).to_move is not None:
        (move,) = await world.games.legal_moves_text(first, view.to_move.user_id, "", 1)
        await world.play(view.to_move.user_id, first, move)
    await world.games.resign(world.act(ANN), await world.game())
    third = await world.game()
    await world.play(ANN, third, "a1 c3")
    await world.play(BEN, third, "swap")
    await world.posted()
    return world


async def spoil(world, statement):
    async def change(tx):
        await tx.connection.execute(text(statement))

    await world.database.write(change)
    return (await examine(world.database)).problems


@pytest.mark.both_databases
async def test_finds_no_problem_in_a_healthy_database(played):
    found = await examine(played.database)
    assert found.problems == ()
    assert (found.games, found.plies) == (3, found.plies)
    assert found.plies > 6
    assert set(found.outbox) == {"sent"}


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("DELETE FROM plies WHERE game_id = 3 AND ply = 1", "Game 3: its plies should be 0 to 2"),
        ("UPDATE plies SET move = 'b1' WHERE game_id = 3 AND ply = 1", "Game 3: it does not rep"),
        ("UPDATE plies SET seat = 0 WHERE game_id = 3 AND ply = 2", "ply 2 was made by seat 0"),
        (
            "UPDATE games SET rules_version = 9 WHERE id = 3",
            "Game 3: it does not replay: Version 9",
        ),
        ("UPDATE games SET winner_seat = 1 - winner_seat WHERE id = 1", "Game 1: winner_seat is"),
        ("UPDATE games SET seat_to_move = 1 WHERE id = 3", "seat_to_move is stored as 1 but rep"),
        ("UPDATE games SET status = 'finished' WHERE id = 3", "Game 3: status is stored as 'fini"),
        ("UPDATE games SET largest_cut = 30 WHERE id = 1", "Game 1: largest_cut is stored as 30"),
        ("UPDATE games SET cut_ply = 1 WHERE id = 2", "Game 2: cut_ply is stored as 1"),
        ("UPDATE outbox SET status = 'dead' WHERE id = 1", "1 messages could not be delivered"),
    ],
)
async def test_names_each_inconsistency(played, statement, message):
    (problem,) = await spoil(played, statement)
    assert message in problem


@pytest.mark.sqlite
async def test_stops_at_a_damaged_file(played, tmp_path):
    await played.database.close()
    file = tmp_path / "games.db"
    file.write_bytes(file.read_bytes()[:4096] + b"\xa5" * 8192)
    found = await examine(played.database)
    assert found.games == 0
    assert "is damaged" in found.problems[0]
    assert "restore a backup" in found.problems[0]
