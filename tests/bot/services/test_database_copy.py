"""Copies between SQLite and PostgreSQL: all rows are copied and all games replay."""

import shutil

import pytest
from sqlalchemy import MetaData, select, text

from bot.errors.startup import CannotStart
from bot.services import build_services
from bot.services.use_cases.operations.database_copy import copy_database
from bot.services.values.views import Player
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from bot.store.peer_processes import peers_of
from bot.store.tables.key_values import of_commands
from tests.bot.conftest import MIGRATED, POSTGRESQL

ANN, BEN = 101, 102


@pytest.fixture
def new_url(kind, tmp_path, request):
    """URL of an empty database of the other kind, without tables."""
    if kind == POSTGRESQL:
        yield f"sqlite+aiosqlite:///{tmp_path}/new.db"
        return
    cluster = request.getfixturevalue("cluster")
    yield cluster.create("new")
    cluster.drop("new")


@pytest.fixture
def migrated_url(kind, tmp_path, request):
    """URL of a database of the other kind, with empty tables."""
    if kind == POSTGRESQL:
        shutil.copyfile(request.getfixturevalue("migrated_file"), tmp_path / "other.db")
        return f"sqlite+aiosqlite:///{tmp_path}/other.db"
    cluster = request.getfixturevalue("migrated_cluster")
    cluster.empty(MIGRATED)
    return cluster.url(MIGRATED)


@pytest.fixture
async def new_target(new_url):
    made = Database(new_url)
    yield made
    await made.close()


@pytest.fixture
async def target(migrated_url):
    made = Database(migrated_url)
    yield made
    await made.close()


@pytest.fixture
async def original(world):
    """Database with games in every state, clocks, challenges, settings and messages."""
    first = await world.game()
    await world.play(ANN, first, "a1 c3")
    await world.services.undo.undo(world.act(ANN), first)
    await world.play(ANN, first, "b1 c3")
    over = await world.game()
    await world.games.resign(world.act(BEN), over)
    await world.services.reviews.request(world.act(ANN), over)
    await world.challenge()
    await world.change_settings(world.act(ANN), digest="10:00", reminders="off")
    await world.services.server_settings.change(7, threads=False)
    await world.outbox.take_due(2)
    return world


async def all_rows(database):
    """Return all rows of all tables, with types reflected from the database."""

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


@pytest.mark.both_databases
async def test_copies_every_row(original, new_target, tmp_path, clock):
    rows, found = await copy_database(original.database, new_target, tmp_path, clock())
    assert await all_rows(new_target) == await all_rows(original.database)
    assert (rows["games"], rows["plies"], found.games, found.problems) == (2, 2, 2, ())
    assert min(rows[name] for name in ("players", "outbox", "deadlines", "interactions")) > 0


@pytest.mark.both_databases
async def test_does_not_copy_the_state_of_synced_commands(original, target, tmp_path, clock):
    await original.services.key_values.write(of_commands(7), "an old fingerprint")
    await original.services.key_values.write("else", "stays")
    rows, _ = await copy_database(original.database, target, tmp_path, clock())
    key_values = build_services(target, clock).key_values
    assert (await key_values.read(of_commands(7)), await key_values.read("else")) == (None, "stays")
    assert rows["meta"] == len((await all_rows(target))["meta"])


@pytest.mark.both_databases
async def test_a_pending_review_is_still_pending_in_the_copy(original, target, tmp_path, clock):
    await copy_database(original.database, target, tmp_path, clock())
    services = build_services(target, clock)
    wanted = await services.reviews.claim_next()
    await services.reviews.store(wanted.game_id, {"points": []})
    assert await services.reviews.get(wanted.game_id) == {"points": []}


@pytest.mark.both_databases
async def test_games_go_on_in_the_copy_and_new_ones_get_new_numbers(
    original, target, tmp_path, clock
):
    await copy_database(original.database, target, tmp_path, clock())
    services = build_services(target, clock)
    (move,) = await services.games.legal_moves_text(1, BEN, "", 1)
    seen = await services.games.get(1, viewer_id=BEN)
    played = await services.games.play(original.act(BEN), 1, move, revision=seen.revision)
    made = await services.challenges.propose(
        original.act(ANN), Player(BEN, "Ben"), "lifeline", {"size": 4}
    )
    assert played.game.position.ply == 3
    assert made.id == 4


async def test_refuses_a_target_database_with_rows(original, target, tmp_path, clock):
    await copy_database(original.database, target, tmp_path, clock())
    before = await all_rows(target)
    with pytest.raises(CannotStart, match=r"is not empty \(it has \d+ rows in .*copy to a new one"):
        await copy_database(original.database, target, tmp_path, clock())
    assert await all_rows(target) == before


async def test_does_not_migrate_a_target_database_with_rows(original, target, tmp_path, clock):
    await copy_database(original.database, target, tmp_path, clock())

    async def make_older(tx):
        await tx.connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))

    await target.write(make_older)
    with pytest.raises(CannotStart, match="is not empty"):
        await copy_database(original.database, target, tmp_path / "copies", clock())
    assert (await all_rows(target))["alembic_version"] == [{"version_num": "0001"}]
    assert not (tmp_path / "copies").exists()


async def test_migrates_an_older_source_database_first(original, target, tmp_path, clock):
    async def make_older(tx):
        await tx.connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))

    await original.database.write(make_older)
    with pytest.raises(CannotStart, match=r"has schema 0001.*Start the bot on it once"):
        await copy_database(original.database, target, tmp_path, clock())


@pytest.mark.postgresql
async def test_refuses_a_source_database_in_use(original, target, tmp_path, clock):
    bot = peers_of(original.database)
    await bot.join()
    with pytest.raises(CannotStart, match="A bot is running on the database"):
        await copy_database(original.database, target, tmp_path, clock())
    await bot.leave()


async def test_reports_a_copy_that_differs_from_the_source(
    original, target, tmp_path, clock, monkeypatch
):
    async def copy_nothing(source, target):
        await migrate(target, tmp_path, clock())
        return {}

    monkeypatch.setattr("bot.services.use_cases.operations.database_copy.copy_rows", copy_nothing)
    with pytest.raises(CannotStart, match="differs from the original"):
        await copy_database(original.database, target, tmp_path, clock())
