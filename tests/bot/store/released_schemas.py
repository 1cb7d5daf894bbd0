"""Databases with the schemas of all versions, with sample rows, and comparisons of their contents.

The migrations up to a version create its database. After each migration, `released/NNNN.sql` adds
rows to the tables, and values to the columns, that migration NNNN has created.
"""

import hashlib
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from alembic import command
from sqlalchemy import create_engine

from bot.store import migrate
from bot.store.migrate import VERSION_TABLE

FOLDER = Path(__file__).parent / "released"
FINGERPRINTS = dict(
    line.split() for line in (FOLDER / "fingerprints.txt").read_text("utf-8").splitlines()
)
# oldest first; the last is the current schema
VERSIONS = [script.revision for script in migrate._scripts().walk_revisions()][::-1]
OLD = VERSIONS[:-1]

TABLES = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table'",
    "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
}


def create(version, file):
    """Create an SQLite database of a version, with its sample rows; return its contents."""
    file.write_bytes(image(version))
    return contents(file)


@cache
def image(version):
    """Return the SQLite file of a version, with its sample rows."""
    with database_before(version) as connection:
        run_migration(connection, version)
        add_rows(connection, version)
        connection.commit()
        return connection.connection.driver_connection.serialize()


@contextmanager
def database_before(version):
    """Open an SQLite database in memory that has the schema and the rows before a migration."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        if number := VERSIONS.index(version):
            connection.connection.driver_connection.deserialize(image(VERSIONS[number - 1]))
        yield connection
    engine.dispose()


def run_migration(connection, version):
    """Run the migrations up to a version."""
    config = migrate._config()
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def add_rows(connection, version):
    """Add the sample rows of a version."""
    file = FOLDER / f"{version}.sql"
    if file.exists():
        for statement in file.read_text(encoding="utf-8").split(";\n"):
            if statement:
                connection.exec_driver_sql(statement)


def contents(file):
    """Return all rows of an SQLite file as {table: [{column: value}]}."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        found = all_rows(connection)
    engine.dispose()
    return found


def all_rows(connection):
    """Return all rows of a database of either kind as {table: [{column: value}]}."""
    tables = connection.exec_driver_sql(TABLES[connection.dialect.name]).scalars().all()
    return {
        table: [
            dict(row) for row in connection.exec_driver_sql(f'SELECT * FROM "{table}"').mappings()
        ]
        for table in tables
    }


def fingerprint(version):
    """Return a hash of the SQLite schema and all rows of a version."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        connection.connection.driver_connection.deserialize(image(version))
        created = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        schema = sorted(parts(statement) for statement in created.scalars())
        rows = sorted(
            (table, sorted(map(repr, rows))) for table, rows in all_rows(connection).items()
        )
    engine.dispose()
    return hashlib.sha256(repr((schema, rows)).encode()).hexdigest()[:16]


def parts(statement):
    """Return the sorted parts of a statement, because Alembic copies constraints in any order."""
    return sorted(" ".join(part.split()).rstrip(" )") for part in statement.split(","))


def lost(before, after):
    """Return the rows of `before` that are missing or changed in `after`."""
    missing = {
        table: [row for row in rows if not any(row.items() <= new.items() for new in after[table])]
        for table, rows in before.items()
        if table != VERSION_TABLE
    }
    return {table: rows for table, rows in missing.items() if rows}


if __name__ == "__main__":
    lines = [f"{version} {fingerprint(version)}\n" for version in VERSIONS]
    (FOLDER / "fingerprints.txt").write_text("".join(lines), "utf-8")
