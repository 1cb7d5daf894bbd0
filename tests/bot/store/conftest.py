"""Real SQLite files, migrated, and closed again."""

from datetime import UTC, datetime

import pytest

from bot.store.database import Database
from bot.store.migrate import migrate

NOW = datetime(2030, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


@pytest.fixture
def now():
    return NOW


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.db"


@pytest.fixture
async def connect(file):
    """Open the file once more, like another process; closed at the end."""
    opened = []

    def open_database(**options):
        opened.append(Database(f"sqlite+aiosqlite:///{file}", **options))
        return opened[-1]

    yield open_database
    for each in opened:
        await each.close()


@pytest.fixture
async def database(connect, tmp_path):
    made = connect()
    await migrate(made, tmp_path / "backups", NOW)
    return made
