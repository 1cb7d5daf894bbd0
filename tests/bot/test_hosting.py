"""Tasks of the operator on the command line, with real files."""

import asyncio
import errno
import json
import re
import shutil
import signal
import sqlite3
from contextlib import closing

import pytest

from bot.__main__ import INTERRUPTED, STOPPED, main
from bot.config.settings import load_settings
from bot.config.system_clock import now
from bot.errors.startup import CannotStart
from bot.messages.privacy import exported
from bot.runtime.wiring import open_app
from bot.services import build_services
from bot.store import restore
from bot.store.backup import backups_in, newest_backup_time
from bot.store.engine.database import Database
from bot.store.engine.single_instance_lock import single_instance_lock


@pytest.fixture
def home(tmp_path, monkeypatch, migrated_file):
    """Folder with an empty, migrated database, to which the settings point."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/games.db")
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path / "copies"))
    shutil.copyfile(migrated_file, tmp_path / "games.db")
    return tmp_path


def remember(home, name):
    with closing(sqlite3.connect(home / "games.db")) as connection:
        connection.execute("INSERT INTO meta VALUES ('mark', ?)", (name,))
        connection.commit()


def marks(home):
    with closing(sqlite3.connect(home / "games.db")) as connection:
        return connection.execute("SELECT value FROM meta WHERE key = 'mark'").fetchall()


def test_backup_prints_the_path_of_the_copy(home, capsys):
    assert main(["backup"]) == 0
    (copy,) = backups_in(home / "copies")
    assert capsys.readouterr().out.strip() == str(copy)
    assert newest_backup_time(home / "copies", now()) is not None


def test_a_task_without_disk_space_fails_for_good(home, capsys, monkeypatch):
    def full(*_files):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("bot.store.backup._copy", full)
    assert main(["backup"]) == 2
    assert "(No space left on device): free some disk space." in capsys.readouterr().err


def test_restore_brings_back_the_copy_and_keeps_the_present_database(home, capsys):
    main(["backup"])
    (copy,) = backups_in(home / "copies")
    remember(home, "later")
    assert main(["restore", str(copy)]) == 0
    assert marks(home) == []
    assert "The database from before is in" in capsys.readouterr().out


def test_restore_refuses_a_file_that_is_no_copy(home, capsys):
    remember(home, "mine")
    (home / "other.db").write_text("no database")
    assert main(["restore", str(home / "other.db")]) == 2
    assert marks(home) == [("mine",)]
    assert "cannot be restored" in capsys.readouterr().err


def test_doctor_reports_a_sound_database(home, capsys):
    assert main(["doctor"]) == 0
    assert "All is well." in capsys.readouterr().out


def test_doctor_finds_a_game_with_missing_moves(home, capsys):
    with closing(sqlite3.connect(home / "games.db")) as connection:
        connection.execute(
            "INSERT INTO players (id, name, settings, created_at)"
            " VALUES (1, 'a', '{}', 0), (2, 'b', '{}', 0)"
        )
        connection.execute(
            "INSERT INTO games (id, channel_id, seat0, seat1, game_key, rules_version, options,"
            " ply, undone, turn, status, created_at, updated_at)"
            " VALUES (1, 1, 1, 2, 'lifeline', 1, '{\"size\": 4}', 3, 0, 2, 'running', 0, 0)"
        )
        connection.commit()
    assert main(["doctor"]) == 1
    assert "Game 1: its plies should be 0 to 2" in capsys.readouterr().out


def test_a_folder_in_place_of_the_database_is_not_reported_as_damaged(home, capsys, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{home}/copies")
    (home / "copies").mkdir(exist_ok=True)
    for task in (["doctor"], ["backup"], ["restore", str(home / "games.db")]):
        assert main(task) == 2
        output = capsys.readouterr()
        assert "copies is a folder" in output.err
        assert "damaged" not in output.out + output.err


def test_restore_refuses_a_folder(home, capsys):
    remember(home, "mine")
    assert main(["restore", str(home)]) == 2
    assert "is a folder" in capsys.readouterr().err
    assert marks(home) == [("mine",)]


def test_a_locked_database_is_not_reported_as_damaged_nor_replaced(home, capsys):
    main(["backup"])
    (copy,) = backups_in(home / "copies")
    remember(home, "mine")
    with closing(sqlite3.connect(home / "games.db", isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        capsys.readouterr()
        for task in (["doctor"], ["restore", str(copy)]):
            assert main(task) == 2
            output = capsys.readouterr()
            assert output.out == ""
            assert "(database is locked): stop the other program" in output.err
        other.execute("ROLLBACK")
    assert marks(home) == [("mine",)]


def test_restore_times_out_while_another_program_writes(home, capsys, monkeypatch):
    main(["backup"])
    copies = backups_in(home / "copies")
    remember(home, "mine")
    monkeypatch.setattr(restore, "BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(home / "games.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert main(["restore", str(copies[0])]) == 2
        assert "(database is locked): stop the other program" in capsys.readouterr().err
        # nor if the other program begins to write a moment later
        with pytest.raises(sqlite3.OperationalError, match="database is locked"):
            restore._overwrite(home / "games.db", copies[0])
        other.execute("ROLLBACK")
    assert marks(home) == [("mine",)]
    assert backups_in(home / "copies") == copies


def test_an_interrupted_task_prints_one_line(home, capsys, monkeypatch):
    async def interrupted(*_arguments, **_options):
        signal.raise_signal(signal.SIGINT)
        await asyncio.sleep(60)

    monkeypatch.setattr("bot.operations.commands.back_up", interrupted)
    # a shell that starts the tests in the background ignores the signal
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert main(["backup"]) == STOPPED == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err.splitlines() == [INTERRUPTED]


def test_copy_database_refuses_a_second_run(home, capsys):
    remember(home, "mine")
    source, target = f"sqlite:///{home}/games.db", f"sqlite:///{home}/new/games.db"
    assert main(["copy-database", source, target]) == 0
    assert marks(home / "new") == [("mine",)]
    assert "meta: 1 rows\n" in capsys.readouterr().out
    assert main(["copy-database", source, target]) == 2
    assert "is not empty" in capsys.readouterr().err


def test_copy_database_refuses_a_file_that_is_no_database(home, capsys):
    assert main(["copy-database", "games.db", "sqlite:///new.db"]) == 2
    assert "FROM must begin with sqlite:/// or postgresql://." in capsys.readouterr().err


def test_a_missing_database_is_reported_with_the_setting_to_change(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/none.db")
    assert main(["doctor"]) == 2
    assert "DATABASE_URL" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


def test_restore_is_refused_while_the_bot_runs(home, capsys):
    main(["backup"])
    (copy,) = backups_in(home / "copies")
    remember(home, "mine")
    with single_instance_lock(Database(f"sqlite+aiosqlite:///{home}/games.db")):
        assert main(["restore", str(copy)]) == 2
        assert main(["backup"]) == 0
    assert marks(home) == [("mine",)]
    assert "Another bot is running" in capsys.readouterr().err


@pytest.fixture
def zoe(home):
    """Return the id of a person with a game."""
    with closing(sqlite3.connect(home / "games.db")) as connection:
        connection.execute(
            "INSERT INTO players (id, name, settings, created_at)"
            " VALUES (4711, 'Zoë', '{}', 0), (2, 'b', '{}', 0)"
        )
        connection.execute(
            "INSERT INTO games (id, channel_id, seat0, seat1, game_key, rules_version, options,"
            " ply, undone, turn, seat_to_move, status, created_at, updated_at)"
            " VALUES (1, 1, 4711, 2, 'lifeline', 1, '{\"size\": 4}', 0, 0, 1, 0, 'running', 0, 0)"
        )
        connection.commit()
    return 4711


def test_export_person_prints_the_same_as_privacy_export(home, zoe, capsys):
    async def by_discord():
        database = Database(f"sqlite+aiosqlite:///{home}/games.db")
        tables = await build_services(database, now).privacy.export(zoe)
        await database.close()
        return exported(tables, 10**6).files[0].content.decode()

    assert main(["export-person", str(zoe)]) == 0
    output = capsys.readouterr()
    assert output.out == asyncio.run(by_discord()) + "\n"
    assert json.loads(output.out)["players"][0]["name"] == "Zoë"
    assert output.err == ""


def test_export_person_prints_empty_tables_for_an_unknown_person(home, capsys):
    assert main(["export-person", "4712"]) == 0
    output = capsys.readouterr()
    assert not any(json.loads(output.out).values())
    assert output.err == "Nothing about 4712 is stored: all tables in the file are empty.\n"


def test_recompute_ratings_says_whether_digits_differ_and_corrects_them(home, zoe, capsys):
    assert main(["recompute-ratings"]) == 0
    assert "0 rating changes recomputed. There are no differences." in capsys.readouterr().out
    with closing(sqlite3.connect(home / "games.db")) as connection:
        connection.execute(
            "INSERT INTO ratings (game_key, user_id, value, deviation, volatility, games, hidden)"
            f" VALUES ('lifeline', {zoe}, 1600, 350, 0.06, 0, 0)"
        )
        connection.commit()
    assert main(["recompute-ratings", "--check"]) == 1
    said = capsys.readouterr().out
    assert f"player {zoe}: value is 1600.0, should be 1500.0." in said
    assert "Nothing was changed." in said
    assert main(["recompute-ratings"]) == 0
    assert "All differences are corrected." in capsys.readouterr().out
    assert main(["recompute-ratings", "--check"]) == 0
    assert main(["recompute-ratings", "--check", "--without", "1"]) == 2
    assert "use --without alone" in capsys.readouterr().err


def test_reports_lists_nothing_in_a_database_without_reports(home, zoe, capsys):
    assert main(["reports"]) == 0
    assert capsys.readouterr().out == "No reports.\n"


def test_forget_reports_a_read_only_database_and_deletes_nothing(home, zoe, capsys):
    with (home / "games.db").open("r+b") as file:
        file.seek(18)
        file.write(b"\x03")  # an unknown write version makes SQLite open the file read-only
    assert main(["forget", str(zoe)]) == 2
    said = capsys.readouterr().err
    assert "(attempt to write a readonly database): let the bot's user write the file" in said
    assert "sqlalche" not in said
    assert said.count("\n") == 1


def test_forget_deletes_a_person_from_a_restored_copy(home, zoe, capsys):
    assert main(["forget", str(zoe)]) == 0

    assert "Of their 1 games, 1 were in progress" in capsys.readouterr().out
    with closing(sqlite3.connect(home / "games.db")) as connection:
        left = "\n".join(connection.iterdump())
    assert re.search(r"\b4711\b", left) is None
    assert "Zo" not in left
    assert "deleted player" in left


def test_a_database_of_an_older_schema_is_refused_with_instructions(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/empty.db")
    sqlite3.connect(tmp_path / "empty.db").close()
    (tmp_path / "empty.db").touch()

    for task in ("forget", "export-person"):
        assert main([task, "1"]) == 2
        assert "Start the bot on it once to upgrade" in capsys.readouterr().err


@pytest.mark.parametrize("task", ["doctor", "forget 1", "export-person 1"])
def test_an_unreachable_database_server_is_reported_in_one_line(task, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:s3cret@127.0.0.1:9/games")
    assert main(task.split()) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "s3cret" not in said


def test_copy_database_reports_an_unreachable_server_in_one_line(tmp_path, capsys):
    target = f"sqlite:///{tmp_path}/new.db"
    assert main(["copy-database", "postgresql://127.0.0.1:9/games", target]) == 2
    assert "check that both can be reached" in capsys.readouterr().err


def test_doctor_gives_instructions_for_an_empty_file(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/empty.db")
    (tmp_path / "empty.db").touch()
    assert main(["doctor"]) == 2
    assert "has schema none" in capsys.readouterr().err


def test_doctor_gives_instructions_for_a_copy_of_an_older_version(home, capsys):
    with closing(sqlite3.connect(home / "games.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.commit()
    assert main(["doctor"]) == 2
    said = capsys.readouterr().err
    assert "has schema 0001, but this program needs" in said
    assert "Start the bot on it once" in said


def test_copy_database_does_not_quote_an_invalid_url(capsys):
    assert main(["copy-database", "postgresql://u:a@s3cret:b@h/d", "sqlite:///new.db"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("FROM cannot be read: write @")
    assert "s3cret" not in said


@pytest.mark.parametrize("number", ["9" * 23, str(2**63), "0", "-1", "Zoe"])
def test_refuses_an_invalid_id(capsys, number):
    with pytest.raises(SystemExit) as ended:
        main(["forget", "--", number])
    assert ended.value.code == 2
    assert "must be a Discord id" in capsys.readouterr().err


def test_an_inaccessible_database_is_reported_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/{'x' * 300}.db")
    assert main(["doctor"]) == 2
    assert "cannot be opened (File name too long)" in capsys.readouterr().err


def start_once(home):
    """Start the bot without Discord, and stop it."""

    async def run():
        async with open_app(load_settings(None)):
            pass

    asyncio.run(run())


def test_the_start_is_refused_if_the_database_is_missing_but_copies_exist(home, capsys):
    start_once(home)
    remember(home, "mine")
    main(["backup"])
    (copy,) = backups_in(home / "copies")
    (home / "games.db").unlink()

    with pytest.raises(CannotStart) as refusal:
        start_once(home)

    assert f"There is no database {home}/games.db" in refusal.value.sentence
    assert not (home / "games.db").exists()
    command = f"python -m bot restore {copy}"
    assert command in refusal.value.sentence
    assert main(command.split()[3:]) == 0
    start_once(home)
    assert marks(home) == [("mine",)]


def test_the_start_is_refused_if_the_database_is_an_empty_file(home):
    start_once(home)
    main(["backup"])
    (home / "games.db").write_bytes(b"")

    with pytest.raises(CannotStart, match="python -m bot restore"):
        start_once(home)


def test_the_first_start_creates_the_database(home):
    (home / "games.db").unlink()

    start_once(home)

    assert marks(home) == []


def test_copies_of_another_database_are_never_deleted(home, monkeypatch):
    """Regression: the bot started with a new database while the backup disk was not mounted."""
    monkeypatch.setenv("BACKUPS_KEPT", "2")
    start_once(home)
    main(["backup"])
    main(["backup"])
    lost = backups_in(home / "copies")
    for file in home.glob("games.db*"):
        file.unlink()
    (home / "copies").rename(home / "unmounted")
    start_once(home)
    (home / "unmounted").rename(home / "copies")

    for _ in range(4):
        main(["backup"])

    kept = backups_in(home / "copies")
    assert set(lost) < set(kept)
    assert len(kept) == 4
