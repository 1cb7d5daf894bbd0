"""Shared fixtures: databases of both kinds, views of games, the request check of the sandbox."""

import asyncio
import shutil
from datetime import UTC, datetime
from functools import partial

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from bot.services.values.games.replay_cache import initial_game, visible_to
from bot.services.values.views import GameStatus, GameView, Location, Player, Result
from bot.store.engine import connections
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from rules.moves import parse_turn
from rules.registry import find_game
from sandbox.log import RequestLog
from testbed.cluster import NoPostgres, temporary_cluster

ANN = Player(11, "Ann")
BEN = Player(22, "Ben")
THEN = datetime(2025, 3, 1, tzinfo=UTC)

SQLITE, POSTGRESQL = "sqlite", "postgresql"
MIGRATED = "games"


@pytest.fixture(autouse=True)
def requests_are_well_formed(monkeypatch, record_property):
    """Fail every test whose sandboxes got requests that Discord would refuse as malformed.

    A test that provokes a malformed request removes it from `discord.refusals`.
    """
    logs, begin = [], RequestLog.__init__

    def remember(log):
        begin(log)
        logs.append(log)

    monkeypatch.setattr(RequestLog, "__init__", remember)
    yield
    record_property("requests", sum(len(log.entries) for log in logs))
    assert [str(refusal) for log in logs for refusal in log.refusals] == []


def pytest_terminal_summary(terminalreporter):
    """Report the number of requests checked by the sandboxes."""
    reports = [each for found in terminalreporter.stats.values() for each in found]
    properties = [pair for each in reports for pair in getattr(each, "user_properties", ())]
    if made := sum(number for name, number in properties if name == "requests"):
        terminalreporter.write_line(f"The sandbox has judged {made} requests of the bot.")


class CompiledOnce(dict):
    """Cache of compiled statements by dialect, shared by all engines of the test run."""

    def get(self, key, default=None):
        dialect, *statement = key
        return super().get((dialect.name, *statement), default)

    def __setitem__(self, key, compiled):
        dialect, *statement = key
        super().__setitem__((dialect.name, *statement), compiled)


@pytest.fixture(scope="session", autouse=True)
def _statements_are_compiled_once():
    """Share compiled statements between tests, because compiling them takes most of the time."""
    options = {"compiled_cache": CompiledOnce()}
    with pytest.MonkeyPatch.context() as patch:
        made = partial(create_async_engine, execution_options=options)
        patch.setattr(connections, "create_async_engine", made)
        yield


def pytest_generate_tests(metafunc):
    """Run every database test on the kinds of databases that its place and its marks name."""
    if "kind" in metafunc.fixturenames:
        without_drills = metafunc.config.getoption("markexpr") == "not drill"
        metafunc.parametrize("kind", kinds_for(metafunc.definition, without_drills=without_drills))


def kinds_for(test, *, without_drills):
    """Return the kinds of databases for a test.

    Tests of the store and tests marked `both_databases` execute nearly every statement. The
    other tests would repeat these on PostgreSQL, so there they are drills. Collecting these to
    deselect them would take a sixth of the time of the collection.
    """
    if test.get_closest_marker("sqlite") or "file" in test.fixturenames:
        return [SQLITE]
    if test.get_closest_marker("postgresql"):
        return [POSTGRESQL]
    if test.path.parent.name == "store" or test.get_closest_marker("both_databases"):
        return [SQLITE, POSTGRESQL]
    return (
        [SQLITE] if without_drills else [SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.drill)]
    )


def is_end_to_end(test):
    return test.path.parent.name == "e2e"


@pytest.fixture(scope="session")
def cluster():
    """Temporary PostgreSQL cluster of this test run."""
    try:
        with temporary_cluster() as running:
            yield running
    except NoPostgres as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def migrated_cluster(cluster, tmp_path_factory):
    """Cluster with a migrated database; emptying it is faster than migrating again."""

    asyncio.run(migrated(cluster.create(MIGRATED), tmp_path_factory.mktemp("backups")))
    return cluster


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory):
    """Migrated SQLite file; copying it takes a fiftieth of the time of all migrations.

    Closing the last connection has merged the write-ahead log into it.
    """
    file = tmp_path_factory.mktemp("migrated") / "games.db"
    asyncio.run(migrated(f"sqlite+aiosqlite:///{file}", file.parent / "backups"))
    return file


async def migrated(url, backups):
    """Migrate a new database to the current schema."""
    database = Database(url)
    await migrate(database, backups, THEN)
    await database.close()


@pytest.fixture
def database_url(kind, tmp_path, request):
    """URL of an empty, migrated database; tests that use `file` get a path without a database."""
    if kind == SQLITE:
        file = tmp_path / "games.db"
        if "file" not in request.fixturenames:
            shutil.copyfile(request.getfixturevalue("migrated_file"), file)
        return f"sqlite+aiosqlite:///{file}"
    cluster = request.getfixturevalue("migrated_cluster")
    # ids may have gaps, so end-to-end tests begin with another number
    cluster.empty(MIGRATED, first=41 if is_end_to_end(request.node) else 1)
    return cluster.url(MIGRATED)


@pytest.fixture
def game_after():
    """Return a function that makes a view of a game between Ann (seat 0) and Ben after moves."""

    def make(moves="", *, game="lifeline", result=None, seats=(ANN, BEN), viewer=None, **options):
        replayed = initial_game(find_game(game).ruleset({"size": 4, **options}))
        for move in parse_turn(moves, replayed.position.topology) if moves else ():
            replayed = replayed.play(move)
        seen = visible_to(viewer, tuple(each.user_id for each in seats), replayed)
        return GameView(
            id=7,
            location=Location(1, 2),
            seats=seats,
            ruleset=seen.record.ruleset,
            record=seen.record,
            position=seen.position,
            turn_ply=seen.turn_ply,
            status=GameStatus.RUNNING if result is None else GameStatus.FINISHED,
            result=result,
            turn_message_id=None,
            created_at=THEN,
            updated_at=THEN,
        )

    return make


@pytest.fixture
def ben_resigned():
    return Result(winner_seat=0, ending="resigned", sentence="Ben resigned.")
