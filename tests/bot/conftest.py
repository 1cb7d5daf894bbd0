"""What the tests of the bot share: both kinds of databases, games as the services give them."""

import asyncio
import shutil
from datetime import UTC, datetime
from functools import partial

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from bot.services.games.replay_cache import initial_game, visible_to
from bot.services.views import GameStatus, GameView, Location, Player, Result
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
    """Ask every sandbox of every test: a request that Discord would call malformed is a mistake.

    A test that provokes one takes it from `discord.refusals`.
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
    """Say how many requests the sandbox has judged."""
    reports = [each for found in terminalreporter.stats.values() for each in found]
    properties = [pair for each in reports for pair in getattr(each, "user_properties", ())]
    if made := sum(number for name, number in properties if name == "requests"):
        terminalreporter.write_line(f"The sandbox has judged {made} requests of the bot.")


class CompiledOnce(dict):
    """Compiled statements by the kind of database, where SQLAlchemy asks for one of an engine."""

    def get(self, key, default=None):
        dialect, *statement = key
        return super().get((dialect.name, *statement), default)

    def __setitem__(self, key, compiled):
        dialect, *statement = key
        super().__setitem__((dialect.name, *statement), compiled)


@pytest.fixture(scope="session", autouse=True)
def _statements_are_compiled_once():
    """Keep what a bot that runs for weeks keeps: each test would compile its fifty anew."""
    options = {"compiled_cache": CompiledOnce()}
    with pytest.MonkeyPatch.context() as patch:
        made = partial(create_async_engine, execution_options=options)
        patch.setattr(connections, "create_async_engine", made)
        yield


def pytest_generate_tests(metafunc):
    """Run every test that touches the database on both kinds; markers say otherwise."""
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", kinds_for(metafunc.definition))


def kinds_for(test):
    """Return the kinds of databases for a test, the slow half of them for `make drill` only."""
    if test.get_closest_marker("sqlite") or "file" in test.fixturenames:
        return [SQLITE]
    if test.get_closest_marker("postgresql"):
        return [POSTGRESQL]
    # a test through the whole program takes a second
    later = [pytest.mark.drill] if is_end_to_end(test) else []
    return [SQLITE, pytest.param(POSTGRESQL, marks=later)]


def is_end_to_end(test):
    return test.path.parent.name == "e2e"


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL of this test run alone."""
    try:
        with temporary_cluster() as running:
            yield running
    except NoPostgres as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def migrated_cluster(cluster, tmp_path_factory):
    """The same, with a database of the present schema: emptying it is faster than making one."""

    asyncio.run(migrated(cluster.create(MIGRATED), tmp_path_factory.mktemp("backups")))
    return cluster


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory):
    """An SQLite file of the present schema: a copy takes a fiftieth of the time of all its steps.

    The last connection has taken the log into it, so that the file is all there is.
    """
    file = tmp_path_factory.mktemp("migrated") / "games.db"
    asyncio.run(migrated(f"sqlite+aiosqlite:///{file}", file.parent / "backups"))
    return file


async def migrated(url, backups):
    """Bring a new database to the present schema."""
    database = Database(url)
    await migrate(database, backups, THEN)
    await database.close()


@pytest.fixture
def database_url(kind, tmp_path, request):
    """The address of an empty, migrated database; who asks for the `file` begins with none."""
    if kind == SQLITE:
        file = tmp_path / "games.db"
        if "file" not in request.fixturenames:
            shutil.copyfile(request.getfixturevalue("migrated_file"), file)
        return f"sqlite+aiosqlite:///{file}"
    cluster = request.getfixturevalue("migrated_cluster")
    # a race that the bot loses with itself uses numbers up: none may be taken for granted
    cluster.empty(MIGRATED, first=41 if is_end_to_end(request.node) else 1)
    return cluster.url(MIGRATED)


@pytest.fixture
def game_after():
    """Make the view that somebody has of a game between Ann (seat 0) and Ben, after some moves."""

    def make(moves="", *, game="lifeline", result=None, seats=(ANN, BEN), viewer=None, **options):
        line = initial_game(find_game(game).ruleset({"size": 4, **options}))
        for move in parse_turn(moves, line.position.topology) if moves else ():
            line = line.play(move)
        seen = visible_to(viewer, tuple(each.user_id for each in seats), line)
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
