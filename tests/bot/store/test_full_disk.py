"""Behaviour on a full disk, on a small tmpfs; skipped where mounting is not permitted."""

import os
import subprocess

import pytest

from bot.errors.startup import CannotStart, NotNow
from bot.errors.storage import DatabaseUnavailable
from bot.store.backup import back_up, backups_in, verify
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from bot.store.restore import find_damage
from bot.store.tables import players
from tests.bot.store.released_schemas import OLD, contents, create

SMALL = 1600  # kilobytes


@pytest.fixture
def small_disk(tmp_path):
    """Folder on a file system of SMALL kilobytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}k", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("mounting a file system is not permitted")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
async def database(small_disk, now):
    made = Database(f"sqlite+aiosqlite:///{small_disk}/games.db")
    await migrate(made, small_disk, now)
    yield made
    await made.close()


def fill(folder):
    """Fill the file system; return the file that takes the space."""
    with (folder / "ballast").open("wb", buffering=0) as ballast:
        size = 4096
        while size:
            try:
                ballast.write(b"x" * size)
            except OSError:
                size //= 2
    return folder / "ballast"


async def test_a_full_disk_is_reported_and_writing_works_again_after_freeing_space(
    database, small_disk, now
):
    await database.write(players.remember, 1, "Ann", now)
    ballast = fill(small_disk)
    with pytest.raises(DatabaseUnavailable, match="can't save right now") as refused:
        await database.write(players.remember, 2, "x" * 20_000, now)
    assert "full" in refused.value.cause
    ballast.unlink()
    await database.write(players.remember, 2, "Ben", now)
    await database.close()
    verify(small_disk / "games.db")


async def test_a_backup_for_which_there_is_no_room_leaves_the_older_ones(database, small_disk, now):
    good = await back_up(database, small_disk / "copies", now, kept=1)
    fill(small_disk)
    with pytest.raises(CannotStart, match=r"could not be written .*: free some disk space"):
        await back_up(database, small_disk / "copies", now.replace(year=2031), kept=1)
    assert backups_in(small_disk / "copies") == [good]
    verify(good)


@pytest.mark.parametrize("name", ["games.db", "new.db"])
async def test_a_start_on_a_full_disk_gives_advice_and_may_be_retried(
    database, small_disk, now, name
):
    await database.close()
    fill(small_disk)
    started = Database(f"sqlite+aiosqlite:///{small_disk}/{name}")
    with pytest.raises(NotNow, match="free some disk space"):
        await migrate(started, small_disk, now)
    await started.close()


async def test_a_file_on_a_full_disk_is_not_reported_as_damaged(database, small_disk):
    await database.close()
    fill(small_disk)
    with pytest.raises(CannotStart, match="free some disk space"):
        await find_damage(database)


@pytest.mark.parametrize("left", [40_000, 160_000])
async def test_a_migration_on_a_full_disk_may_be_retried(small_disk, now, left):
    old = small_disk / "old.db"
    before = create(OLD[0], old)
    ballast = fill(small_disk)
    os.truncate(ballast, ballast.stat().st_size - left)
    database = Database(f"sqlite+aiosqlite:///{old}")
    with pytest.raises(NotNow, match="free some disk space"):
        await migrate(database, small_disk / "copies", now)
    assert contents(old) == before
    ballast.unlink()
    assert await migrate(database, small_disk / "copies", now) is not None
    await database.close()
