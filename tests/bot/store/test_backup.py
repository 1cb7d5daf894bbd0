import asyncio
import sqlite3
import threading
from contextlib import closing
from datetime import timedelta
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from bot.errors.startup import CannotStart
from bot.store import backup
from bot.store.backup import NAME, back_up, backups_in, verify
from bot.store.engine.database import Database
from bot.store.migrate import migrate
from bot.store.restore import find_damage, restore
from bot.store.tables import key_values, players

pytestmark = pytest.mark.sqlite


@pytest.fixture
def backups(tmp_path):
    return tmp_path / "backups"


@pytest.fixture
def remember(database, now):
    async def add(tx, user_ids):
        for user_id in user_ids:
            await players.remember(tx, user_id, f"P{user_id}", now)

    return lambda *user_ids: database.write(add, user_ids)


def people_in(file):
    with closing(sqlite3.connect(file)) as connection:
        return [user_id for (user_id,) in connection.execute("SELECT id FROM players ORDER BY id")]


def spoil(file):
    """Overwrite the middle of a file, as a failing disk might."""
    content = bytearray(file.read_bytes())
    content[4096 : len(content) - 100] = b"\xa5" * (len(content) - 4196)
    file.write_bytes(bytes(content))


async def test_a_backup_of_a_database_in_use_is_complete_and_one_file(
    database, backups, remember, now
):
    await remember(1, 2)
    copy = await back_up(database, backups, now, kept=None)
    await remember(3)
    assert people_in(copy) == [1, 2]
    assert [file.name for file in backups.iterdir()] == [copy.name]


async def test_only_the_newest_backups_are_kept(database, backups, now):
    made = [await back_up(database, backups, now + timedelta(days=n), kept=3) for n in range(5)]
    assert backups_in(backups) == made[:1:-1]


async def test_backups_dated_in_the_future_are_deleted_before_the_new_one(database, backups, now):
    def made(days):
        return back_up(database, backups, now + timedelta(days=days), kept=2)

    await made(400)
    older = await made(0)
    newer = await made(1)
    assert backups_in(backups) == [newer, older]
    await made(400)
    assert await back_up(database, backups, now + timedelta(days=2), kept=1) in backups_in(backups)


@pytest.mark.parametrize(
    "name", ["lifeline-1-before-the-cup.db", "lifeline-20200102T030405.db", "lifeline.db"]
)
async def test_other_files_in_the_backup_folder_are_kept(database, backups, now, name):
    backups.mkdir()
    (backups / name).write_text("mine")
    copy = await back_up(database, backups, now, kept=1)
    assert set(backups.iterdir()) == {copy, backups / name}
    assert backups_in(backups) == [copy]


async def test_a_backup_is_one_snapshot_despite_concurrent_writes(
    database, remember, file, backups, monkeypatch
):
    await remember(1)
    monkeypatch.setattr(backup, "PAGES", 1)
    checks = []

    class Writing:
        """Stop event that, whenever it is checked, writes a row through another connection."""

        def is_set(self):
            checks.append(len(checks))
            with closing(sqlite3.connect(file)) as other:
                values = (1000 + checks[-1], "x", "{}", 0)
                other.execute(
                    "INSERT INTO players (id, name, settings, created_at) VALUES (?,?,?,?)", values
                )
                other.commit()
            return len(checks) > 1000

    backup._copy(file, backups / "copy.db", Writing())
    assert len(checks) > 10
    assert people_in(backups / "copy.db") == [1]


@pytest.mark.parametrize("checks", [0, 1], ids=["copied", "verified"])
async def test_an_interrupted_backup_leaves_no_file(database, file, backups, monkeypatch, checks):
    monkeypatch.setattr(backup, "PAGES", -1)  # one check, after all pages
    monkeypatch.setattr(backup, "STEPS", 1)
    answers = [False] * checks
    stop = SimpleNamespace(is_set=lambda: not answers or answers.pop())

    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        backup._copy(file, backups / "copy.db", stop)
    assert list(backups.iterdir()) == []


async def test_shutdown_interrupts_a_running_backup(database, backups, now, monkeypatch):
    begun, ended = threading.Event(), threading.Event()

    def copy(_source, _copy, stop):
        begun.set()
        assert stop.wait(60)
        ended.set()

    monkeypatch.setattr(backup, "_copy", copy)
    copying = asyncio.create_task(back_up(database, backups, now, kept=1))
    await asyncio.to_thread(begun.wait)
    copying.cancel()
    with pytest.raises(asyncio.CancelledError):
        await copying
    assert await asyncio.to_thread(ended.wait, 60)


async def test_a_backup_that_fails_verification_leaves_no_file(database, backups, now, monkeypatch):
    def refuse(_file, _stop):
        raise sqlite3.DatabaseError("test error")

    monkeypatch.setattr("bot.store.backup.verify", refuse)
    with pytest.raises(CannotStart, match="could not be written: test error"):
        await back_up(database, backups, now, kept=1)
    assert list(backups.iterdir()) == []


@pytest.mark.parametrize(
    ("begun", "stays"), [({"hours": -2}, False), ({"minutes": -5}, True), ({"days": 400}, False)]
)
@pytest.mark.parametrize("suffix", [".unfinished", ".unfinished-journal"])
async def test_an_abandoned_unfinished_backup_is_deleted_after_an_hour(
    database, backups, now, begun, stays, suffix
):
    backups.mkdir()
    left = (backups / (now + timedelta(**begun)).strftime(NAME)).with_suffix(suffix)
    left.write_text("half a copy")
    mine = backups / "lifeline-1.unfinished"
    mine.write_text("the operator's own file")
    await back_up(database, backups, now, kept=None)
    assert left.exists()
    await back_up(database, backups, now, kept=7)
    assert (left.exists(), mine.exists()) == (stays, True)


@pytest.mark.parametrize("folder", ["games #1", "100%41", "what?mode=rw"])
async def test_backup_and_restore_work_with_special_characters_in_paths(tmp_path, now, folder):
    file = tmp_path / folder / "games.db"
    database = Database(f"sqlite+aiosqlite:///{quote(str(file))}")
    await migrate(database, tmp_path, now)
    await database.write(players.remember, 1, "Ann", now)
    copy = await back_up(database, tmp_path / folder / "copies", now, kept=1)
    await database.write(players.remember, 2, "Ben", now)
    await restore(database, copy, tmp_path / folder, now + timedelta(hours=1))
    await database.close()
    assert (people_in(copy), people_in(file)) == ([1], [1])


async def test_a_backup_that_cannot_be_written_is_refused_with_a_message(database, tmp_path, now):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(CannotStart, match="could not be written"):
        await back_up(database, tmp_path / "taken", now, kept=None)


async def test_backup_and_restore_of_postgresql_refer_to_pg_dump_and_pg_restore(backups, now):
    server = Database("postgresql+asyncpg://nobody@localhost/none")
    with pytest.raises(CannotStart, match="pg_dump"):
        await back_up(server, backups, now, kept=None)
    with pytest.raises(CannotStart, match="pg_restore"):
        await restore(server, backups / "x.db", backups, now)
    assert await find_damage(server) is None


async def test_an_intact_file_shows_no_damage(database):
    assert await find_damage(database) is None


async def test_damage_is_detected(database, file, remember):
    await remember(*range(1, 100))
    await database.close()
    spoil(file)
    assert await find_damage(database)


async def test_a_violated_foreign_key_counts_as_damage(database, file):
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO plies VALUES (77, 0, 0, 'a1', 0)")
        connection.commit()
    with pytest.raises(sqlite3.DatabaseError, match="a row of plies names a missing row of games"):
        verify(file)


async def test_restore_brings_back_the_backup_and_backs_up_the_present(
    database, file, backups, remember, now
):
    await remember(1)
    copy = await back_up(database, backups, now, kept=None)
    await remember(2)
    kept = await restore(database, copy, backups, now + timedelta(hours=1))
    await database.close()
    assert (people_in(file), people_in(kept)) == ([1], [1, 2])


async def test_restore_sets_a_damaged_file_aside(database, file, backups, remember, now):
    await remember(*range(1, 100))
    copy = await back_up(database, backups, now, kept=None)
    await database.close()
    spoil(file)
    spoiled = file.read_bytes()
    aside = await restore(Database(str(database.url)), copy, backups, now)
    assert (people_in(file)[-1], aside.read_bytes()) == (99, spoiled)


@pytest.mark.parametrize("over", ["whole", "damaged"])
async def test_restore_discards_the_fingerprints_of_registered_commands(
    database, file, backups, remember, now, over
):
    await remember(*range(1, 100))
    await database.write(key_values.write, key_values.of_commands(7), "an old fingerprint")
    await database.write(key_values.write, "else", "stays")
    copy = await back_up(database, backups, now, kept=None)
    await database.close()
    if over == "damaged":
        spoil(file)
    await restore(Database(str(database.url)), copy, backups, now + timedelta(hours=1))
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT key FROM meta").fetchall() == [("else",)]


async def test_an_interrupted_restore_over_a_damaged_file_leaves_a_file(
    database, file, backups, remember, now, monkeypatch
):
    await remember(*range(1, 100))
    copy = await back_up(database, backups, now, kept=None)
    await database.close()
    spoil(file)
    spoiled = file.read_bytes()

    def die(*_args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.replace", die)
        with pytest.raises(KeyboardInterrupt):
            await restore(Database(str(database.url)), copy, backups, now)
    assert file.read_bytes() == spoiled
    await restore(Database(str(database.url)), copy, backups, now + timedelta(hours=1))
    assert people_in(file)[-1] == 99


async def test_restore_works_without_an_existing_database(database, file, backups, tmp_path, now):
    copy = await back_up(database, backups, now, kept=None)
    elsewhere = Database(f"sqlite+aiosqlite:///{tmp_path}/new.db")
    assert await restore(elsewhere, copy, backups, now) is None
    verify(tmp_path / "new.db")


@pytest.mark.parametrize("bad", ["missing", "garbage", "newer", "without a version"])
async def test_a_bad_backup_is_refused_and_changes_nothing(
    database, file, backups, remember, now, bad
):
    await remember(1)
    copy = await back_up(database, backups, now, kept=None)
    if bad == "missing":
        copy.unlink()
    elif bad == "garbage":
        copy.write_bytes(b"garbage" * 1000)
    else:
        change = "UPDATE alembic_version SET version_num = '9999'"
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute(change if bad == "newer" else "DELETE FROM alembic_version")
            connection.commit()
    expected = r"cannot be restored|newer than this program|belongs to another program"
    with pytest.raises(CannotStart, match=expected):
        await restore(database, copy, backups, now + timedelta(hours=1))
    await database.close()
    assert people_in(file) == [1]
