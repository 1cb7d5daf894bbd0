"""Play during backups, after a restore, and on a read-only or full disk."""

import asyncio
import random
import sqlite3
from contextlib import closing
from itertools import pairwise

import pytest
from sqlalchemy import event, text

from bot.errors.startup import CannotStart
from bot.errors.storage import DatabaseUnavailable
from bot.services.use_cases.operations.doctor import examine
from bot.store.backup import back_up, backups_in
from bot.store.engine.database import Database
from bot.store.restore import restore

pytestmark = pytest.mark.sqlite
ANN, BEN = 101, 102
GAMES, COPIES = 3, 8


async def allow_writing(world, *, allowed):
    """Make SQLite refuse writes, as on a read-only file, or allow them again."""

    async def switch(tx):
        await tx.connection.execute(text(f"PRAGMA query_only = {'OFF' if allowed else 'ON'}"))

    # as many reads as the pool may have connections, so that each connection is switched
    await asyncio.gather(*(world.database.read(switch) for _ in range(6)))


async def test_players_get_an_error_while_the_file_is_read_only(world):
    game = await world.game()
    await allow_writing(world, allowed=False)
    with pytest.raises(DatabaseUnavailable, match="nothing changed") as refused:
        await world.play(ANN, game, "a1 c3")
    assert "readonly" in refused.value.cause
    assert (await world.games.get(game)).position.ply == 0
    await allow_writing(world, allowed=True)
    await world.play(ANN, game, "a1 c3")
    assert (await world.games.get(game)).position.ply == 2


async def test_a_game_number_reused_after_a_failed_commit_shows_the_new_game(world, clock):
    small, large = await world.challenge(size=4), await world.challenge(size=7)

    def no_space(_connection):
        raise OSError(28, "No space left on device")

    event.listen(world.database.engine.sync_engine, "commit", no_space)
    with pytest.raises(DatabaseUnavailable):
        await world.challenges.accept(world.act(BEN), small.id)
    event.remove(world.database.engine.sync_engine, "commit", no_space)
    clock.advance(seconds=1)
    game = (await world.challenges.accept(world.act(BEN), large.id)).id
    assert (await world.games.get(game)).position.topology.size == 7
    await world.play(ANN, game, "g7 d4")


async def play_on(world, game, rng, keep_playing):
    """Play legal moves until `keep_playing` is empty or the game is over."""
    while keep_playing:
        view = await world.games.get(game)
        if view.to_move is None:
            return
        moves = await world.games.legal_moves_text(game, view.to_move.user_id, "", 25)
        await world.play(view.to_move.user_id, game, rng.choice(moves))


def stored_plies(file):
    with closing(sqlite3.connect(file)) as connection:
        query = "SELECT game_id, ply, move FROM plies"
        return set(connection.execute(query).fetchall())


async def test_every_backup_made_during_play_is_complete(world, clock, tmp_path):
    games = [await world.game(size=5) for _ in range(GAMES)]
    keep_playing, rng = [True], random.Random(1)
    players = [asyncio.create_task(play_on(world, game, rng, keep_playing)) for game in games]
    copies = []
    for number in range(COPIES):
        await asyncio.sleep(0.05)
        copies.append(
            await back_up(world.database, tmp_path, clock().replace(hour=number), kept=COPIES)
        )
    keep_playing.clear()
    await asyncio.gather(*players)

    plies = [stored_plies(copy) for copy in copies]
    for copy in copies:
        database = Database(f"sqlite+aiosqlite:///{copy}")
        assert (await examine(database)).problems == ()
        await database.close()
    assert all(before <= after for before, after in pairwise(plies))
    assert plies[-1] <= stored_plies(world.database.path)
    assert len(plies[-1]) > len(plies[0])


async def test_games_go_on_from_the_backup_after_a_restore(world, clock, tmp_path):
    game = await world.game(size=5)
    await world.play(ANN, game, "a1 c3")
    copy = await back_up(world.database, tmp_path, clock(), kept=None)
    await world.play(BEN, game, "e5 e1")
    await world.database.close()

    kept = await restore(world.database, copy, tmp_path, clock().replace(year=2031))
    world.restart()
    await world.play(BEN, game, "g7 d1")

    assert [move for *_, move in sorted(stored_plies(world.database.path))] == [
        *("a1", "c3"),
        *("g7", "d1"),
    ]
    assert [move for *_, move in sorted(stored_plies(kept))] == ["a1", "c3", "e5", "e1"]
    assert (await examine(world.database)).problems == ()


async def test_keeps_good_backups_when_the_database_is_damaged(world, clock, tmp_path):
    good = await world.services.maintenance.back_up_if_due(tmp_path, kept=1)
    await world.database.close()
    file = world.database.path
    content = bytearray(file.read_bytes())
    content[8192:-200] = b"\xa5" * (len(content) - 8392)
    file.write_bytes(bytes(content))
    clock.advance(days=2)
    with pytest.raises(CannotStart, match="could not be written"):
        await world.services.maintenance.back_up_if_due(tmp_path, kept=1)
    assert backups_in(tmp_path) == [good]
