"""Temporary PostgreSQL cluster, reached through a Unix socket in its folder."""

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name)
DEBIAN_USER = "postgres"
TIMEOUT = 30.0  # seconds until the cluster must be ready
# the cluster is temporary, so it need not survive a crash
FAST_SETTINGS = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
SAFE_SETTINGS = ("fsync=on",)
TERMINATE_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid();"
)


class NoPostgres(Exception):  # noqa: N818 - it says what is missing, nothing went wrong
    """Error when PostgreSQL is not installed, or this user may not run PostgreSQL."""


class Cluster:
    """PostgreSQL cluster with a running server; `folder` has its files and its socket."""

    def __init__(self, folder: Path, programs: Path, user: str | None) -> None:
        self.folder = folder
        self._programs = programs
        self._user = user
        self._server: subprocess.Popen[bytes] | None = None
        self._empty_statements: dict[str, str] = {}
        self._sessions: dict[str, _Session] = {}

    @property
    def pid(self) -> int:
        """Process id of the PostgreSQL server's main process."""
        assert self._server is not None, "it is running"
        return self._server.pid

    def url(self, name: str) -> str:
        """Return the URL of a database in the format of `DATABASE_URL`."""
        return f"postgresql+asyncpg://{DEBIAN_USER}@/{name}?host={self.folder}"

    def create(self, name: str, template: str = "template0") -> str:
        """Create a database from a template, which must have no connections; return its URL."""
        self.sql(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url(name)

    def drop(self, name: str) -> None:
        """Delete a database and terminate its connections."""
        if name in self._sessions:
            self._sessions.pop(name).close()
        self.sql(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def empty(self, name: str, *, first: int = 1) -> None:
        """Delete every row of a migrated database and terminate its connections.

        :param first: start value of the sequences.
        """
        if name not in self._empty_statements:
            tables = self.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", name)
            numbers = self.sql("SELECT sequencename FROM pg_sequences", name)
            version = self.sql("SELECT version_num FROM alembic_version", name)
            names = tables.split(), numbers.split()
            self._empty_statements[name] = _empty_statements(*names, version)
        statements = self._empty_statements[name].format(first=first)
        if name in self._sessions:
            with suppress(RuntimeError):  # a test may have terminated every connection
                return self._sessions[name].run(statements)
            self._sessions.pop(name).close()
        self._sessions[name] = _Session(self._psql(name))
        return self._sessions[name].run(statements)

    def sql(self, statement: str, name: str = "postgres") -> str:
        """Run an SQL statement with psql and return the output without headings."""
        # changing the user would fork this process, which takes ten times as long
        return self._run(*self._psql(name), "-c", statement).strip()

    def _psql(self, name: str) -> list[str]:
        options = ["-h", str(self.folder), "-U", DEBIAN_USER, "-d", name, "-qAtX"]
        return [str(self._programs / "psql"), *options, "-v", "ON_ERROR_STOP=1"]

    def start(self, settings: tuple[str, ...]) -> None:
        """Start the server with PostgreSQL settings and wait until it accepts connections."""
        given = [f"-c{each}" for each in (*settings, "listen_addresses=", "max_connections=200")]
        socket = ["-k", str(self.folder)]
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data")]
        if shutil.which("setpriv"):
            # the server ends with the test run, even if the run is killed
            command = ["setpriv", "--pdeathsig", "QUIT", *command]
        with (self.folder / "server.log").open("ab") as log:
            self._server = subprocess.Popen(
                [*command, *socket, *given], stdout=log, stderr=log, user=self._user
            )
        self._wait()

    def stop(self) -> None:
        """Stop the server immediately, as a crash would."""
        for name in list(self._sessions):
            self._sessions.pop(name).close()
        if self._server is not None:
            with suppress(ProcessLookupError):
                self._server.send_signal(signal.SIGQUIT)
            self._server.wait()
            self._server = None

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs as the cluster's owner and return the output."""
        return self._run(str(self._programs / program), *arguments, user=self._user)

    def _run(self, *command: str, user: str | None = None) -> str:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, user=user, cwd=self.folder
        )
        if done.returncode:
            raise RuntimeError(f"{command[0]}: {done.stderr}")
        return done.stdout

    def _wait(self) -> None:
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            with suppress(RuntimeError):
                self.run("pg_isready", "-q", "-h", str(self.folder))
                return
            time.sleep(0.05)
        raise RuntimeError((self.folder / "server.log").read_text(errors="replace"))


class _Session:
    """psql process that stays connected, because a new connection takes four times as long."""

    END = "-- end --"

    def __init__(self, command: list[str]) -> None:
        self._psql = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert self._psql.stdin is not None
        assert self._psql.stdout is not None
        self._stdin, self._stdout = self._psql.stdin, self._psql.stdout

    def close(self) -> None:
        with suppress(BrokenPipeError):
            self._stdin.close()
        self._psql.wait()
        self._stdout.close()

    def run(self, statements: str) -> None:
        """Run statements.

        :raises RuntimeError: a statement failed.
        """
        printed = []
        with suppress(BrokenPipeError):  # its output before it ended is read below
            self._stdin.write(f"{statements}\n\\echo {self.END}\n".encode())
            self._stdin.flush()
        for line in self._stdout:
            if line.decode().strip() == self.END:
                return
            printed.append(line.decode())
        raise RuntimeError("".join(printed))


@contextmanager
def temporary_cluster(*, durable: bool = False) -> Iterator[Cluster]:
    """Yield a new PostgreSQL cluster, which is stopped and deleted at the end.

    :param durable: flush writes to the disk, for benchmarks.
    :raises NoPostgres: when the cluster cannot be started here; the text gives the reason.
    """
    programs, user = _programs(), _user()
    folder = Path(tempfile.mkdtemp(prefix="lifeline-postgres-"))
    cluster = Cluster(folder, programs, user)
    # an interrupted test run leaves no server behind
    atexit.register(cluster.stop)
    try:
        if user is not None:
            shutil.chown(folder, user)
        options = ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        cluster.run("initdb", "-D", str(folder / "data"), "-U", DEBIAN_USER, *options)
        cluster.start(SAFE_SETTINGS if durable else FAST_SETTINGS)
        yield cluster
    finally:
        cluster.stop()
        atexit.unregister(cluster.stop)
        shutil.rmtree(folder, ignore_errors=True)


def _empty_statements(tables: list[str], sequences: list[str], version: str) -> str:
    """Return statements that empty a database, four times faster than creating a new one."""
    rows = [f'DELETE FROM "{table}";' for table in tables]
    rows.append(f"INSERT INTO alembic_version VALUES ('{version}');")
    numbers = [f'ALTER SEQUENCE "{each}" RESTART WITH {{first}};' for each in sequences]
    # replica mode disables foreign keys, so the order does not matter
    return " ".join([TERMINATE_OTHERS, "SET session_replication_role = replica;", *rows, *numbers])


def _programs() -> Path:
    if not PROGRAMS:
        raise NoPostgres("PostgreSQL is not installed (Debian's package postgresql).")
    return PROGRAMS[-1]


def _user() -> str | None:
    """Return the user to run as, because initdb refuses root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam(DEBIAN_USER).pw_name
    except KeyError:
        raise NoPostgres(
            "PostgreSQL does not run as root, and there is no user postgres."
        ) from None
