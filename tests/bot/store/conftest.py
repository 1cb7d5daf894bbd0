"""Real databases, migrated, and closed again."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from bot.store.database import Database
from bot.store.migrate import migrate

NOW = datetime(2030, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


@pytest.fixture
def now():
    return NOW


@pytest.fixture
def file(tmp_path):
    """The file of an SQLite database; a test that looks into it is marked `sqlite`."""
    return tmp_path / "games.db"


@pytest.fixture
async def connect(database_url):
    """Open the database once more, like another process; closed at the end."""
    opened = []

    def open_database(**options):
        opened.append(Database(database_url, **options))
        return opened[-1]

    yield open_database
    for each in opened:
        await each.close()


@pytest.fixture
async def database(connect, tmp_path):
    made = connect()
    await migrate(made, tmp_path / "backups", NOW)
    return made
