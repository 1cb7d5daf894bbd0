"""A database copied, there and back: every row arrives, and every game replays."""

import pytest
from sqlalchemy import MetaData, select, text

from bot.errors import CannotStart
from bot.services import build_services
from bot.services.operations.database_copy import copy_database
from bot.services.views import Player
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from bot.store.peers import peers_of
from bot.store.tables.notes import of_commands

ANN, BEN = 101, 102


@pytest.fixture
async def other(kind, cluster, tmp_path):
    """An empty database of the other kind, without a table."""
    if kind == "postgresql":
        url = f"sqlite+aiosqlite:///{tmp_path}/other.db"
    else:
        url = cluster.create("other")
    made = Database(url)
    yield made
    await made.close()
    if kind == "sqlite":
        cluster.drop("other")


@pytest.fixture
async def house(world):
    """A house that is lived in: games of every state, clocks, challenges, wishes, messages."""
    first = await world.game()
    await world.play(ANN, first, "a1 c3")
    await world.services.undo.undo(world.act(ANN), first)
    await world.play(ANN, first, "b1 c3")
    over = await world.game()
    await world.games.resign(world.act(BEN), over)
    await world.services.reviews.ask(world.act(ANN), over)
    await world.challenge()
    await world.change_settings(world.act(ANN), digest_at=600, reminders=False)
    await world.services.guilds.change(7, threads=False)
    await world.outbox.take_due(2)
    return world


async def everything(database):
    """Return all rows of all tables, read by the types that the tables have."""

    async def read(tx):
        known = MetaData()
        await tx.connection.run_sync(known.reflect)
        return {
            table.name: [
                dict(row)
                for row in (
                    await tx.connection.execute(select(table).order_by(*table.primary_key))
                ).mappings()
            ]
            for table in known.sorted_tables
        }

    return await database.read(read)


async def test_every_row_arrives(house, other, tmp_path, clock):
    rows, found = await copy_database(house.database, other, tmp_path, clock())
    assert await everything(other) == await everything(house.database)
    assert (rows["games"], rows["plies"], found.games, found.problems) == (2, 2, 2, ())
    assert min(rows[name] for name in ("players", "outbox", "deadlines", "interactions")) > 0


async def test_the_new_house_does_not_believe_to_know_which_commands_discord_has(
    house, other, tmp_path, clock
):
    await house.services.notes.write(of_commands(7), "an old fingerprint")
    await house.services.notes.write("else", "stays")
    rows, _ = await copy_database(house.database, other, tmp_path, clock())
    notes = build_services(other, clock).notes
    assert (await notes.read(of_commands(7)), await notes.read("else")) == (None, "stays")
    assert rows["meta"] == len((await everything(other))["meta"])


async def test_a_game_that_waits_to_be_looked_back_on_waits_in_the_new_house_as_well(
    house, other, tmp_path, clock
):
    await copy_database(house.database, other, tmp_path, clock())
    services = build_services(other, clock)
    wanted = await services.reviews.next()
    await services.reviews.keep(wanted.game_id, {"points": []})
    assert await services.reviews.found(wanted.game_id) == {"points": []}


async def test_the_game_goes_on_in_the_new_house_with_new_numbers(house, other, tmp_path, clock):
    await copy_database(house.database, other, tmp_path, clock())
    services = build_services(other, clock)
    (move,) = await services.games.legal_moves_text(1, BEN, "", 1)
    played = await services.games.play(house.act(BEN), 1, move)
    made = await services.challenges.propose(
        house.act(ANN), Player(BEN, "Ben"), "lifeline", {"size": 4}
    )
    assert played.game.position.ply == 3
    assert made.id == 4


async def test_a_house_that_is_lived_in_is_not_moved_into(house, other, tmp_path, clock):
    await copy_database(house.database, other, tmp_path, clock())
    before = await everything(other)
    with pytest.raises(CannotStart, match=r"is not empty \(it has \d+ rows in .*name a new one"):
        await copy_database(house.database, other, tmp_path, clock())
    assert await everything(other) == before


async def test_a_house_that_is_lived_in_is_not_even_upgraded(house, other, tmp_path, clock):
    await copy_database(house.database, other, tmp_path, clock())

    async def age(tx):
        await tx.connection.execute(text("UPDATE alembic_version SET version_num = '0008'"))

    await other.write(age)
    with pytest.raises(CannotStart, match="is not empty"):
        await copy_database(house.database, other, tmp_path / "copies", clock())
    assert (await everything(other))["alembic_version"] == [{"version_num": "0008"}]
    assert not (tmp_path / "copies").exists()


async def test_a_database_of_an_older_program_is_upgraded_first(house, other, tmp_path, clock):
    async def age(tx):
        await tx.connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))

    await house.database.write(age)
    with pytest.raises(CannotStart, match=r"has schema 0001.*start the bot on it once"):
        await copy_database(house.database, other, tmp_path, clock())


@pytest.mark.postgresql
async def test_a_database_on_which_a_bot_runs_is_not_copied(house, other, tmp_path, clock):
    bot = peers_of(house.database)
    await bot.join()
    with pytest.raises(CannotStart, match="A bot is running on the database"):
        await copy_database(house.database, other, tmp_path, clock())
    await bot.leave()


async def test_a_copy_that_is_not_like_the_original_is_said(
    house, other, tmp_path, clock, monkeypatch
):
    async def lose(source, target):
        await migrate(target, tmp_path, clock())
        return {}

    monkeypatch.setattr("bot.services.operations.database_copy.copy_rows", lose)
    with pytest.raises(CannotStart, match="is not like the original"):
        await copy_database(house.database, other, tmp_path, clock())
