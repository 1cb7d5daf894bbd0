"""Lock on an SQLite file: a second bot is refused, and a dead process holds no lock."""

import errno
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.errors.startup import CannotStart, NotNow
from bot.store.engine.database import Database
from bot.store.engine.single_instance_lock import single_instance_lock

pytestmark = pytest.mark.sqlite

# a process that holds the lock until it ends
HOLDER = """
import sys, time
from bot.store.engine.database import Database
from bot.store.engine.single_instance_lock import single_instance_lock

with single_instance_lock(Database(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(database):
    command = [sys.executable, "-c", HOLDER, str(database.url)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_second_bot_is_refused_with_a_message(database, holder):
    with (
        pytest.raises(CannotStart, match=r"Another bot is running on .*games\.db\. Stop that one"),
        single_instance_lock(database),
    ):
        pass


def test_a_second_bot_is_refused_through_a_symbolic_link(database, holder, tmp_path):
    other = tmp_path / "elsewhere" / "other.db"
    other.parent.mkdir()
    other.symlink_to(database.path)
    with (
        pytest.raises(CannotStart, match="Another bot is running on"),
        single_instance_lock(Database(f"sqlite+aiosqlite:///{other}")),
    ):
        pass


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
def test_the_lock_is_free_when_its_process_has_ended(database, holder, sent):
    holder.send_signal(sent)
    holder.wait()
    with single_instance_lock(database):
        pass


def test_the_lock_can_be_released_and_taken_again(database):
    for _ in range(2):
        with single_instance_lock(database):
            pass


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="such a path is then taken as it is")
def test_a_link_to_itself_is_refused_with_a_message(tmp_path):
    loop = tmp_path / "games.db"
    loop.symlink_to(loop)
    with (
        pytest.raises(CannotStart, match="leads to itself"),
        single_instance_lock(Database(f"sqlite+aiosqlite:///{loop}")),
    ):
        pass


def test_a_lock_file_that_cannot_be_written_is_refused_with_a_message(tmp_path):
    (tmp_path / "games.db.lock").mkdir()
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/games.db")
    with (
        pytest.raises(CannotStart, match=r"games\.db\.lock cannot be written"),
        single_instance_lock(database),
    ):
        pass


@pytest.mark.parametrize("operation", ["mkdir", "open"])
def test_a_lock_on_a_full_disk_may_be_retried(tmp_path, monkeypatch, operation):
    def full(*_arguments, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, operation, full)
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/games.db")
    with pytest.raises(NotNow, match="free some disk space"), single_instance_lock(database):
        pass


def test_nothing_is_locked_on_postgresql():
    database = Database("postgresql+asyncpg://nobody@localhost/none")
    with single_instance_lock(database), single_instance_lock(database):
        pass
