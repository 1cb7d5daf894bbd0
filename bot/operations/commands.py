"""Operator's tasks on the command line, such as backup, restore and the check of a database."""

import argparse
import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.config.settings import Settings
from bot.config.system_clock import now
from bot.errors.startup import CannotStart
from bot.errors.storage import StorageError
from bot.messages.privacy import to_json
from bot.operations.health import UNHEALTHY, print_health
from bot.operations.ratings import recompute_ratings
from bot.operations.reports import print_reports
from bot.services import build_services
from bot.services.use_cases.operations.database_copy import copy_database
from bot.services.use_cases.operations.doctor import Diagnosis, examine
from bot.store.backup import back_up
from bot.store.engine.database import Database
from bot.store.engine.database_url import with_driver
from bot.store.engine.single_instance_lock import single_instance_lock
from bot.store.migrate import cannot_use, refuse_other_schema
from bot.store.restore import restore

DELETED = (
    "Everything about {} is deleted. Of their {} games, {} were in progress and are resigned now. "
    "{} open challenges are closed. The bot notifies the opponents at once, or when it next starts."
)
NOTHING_STORED = "Nothing about {} is stored: all tables in the file are empty."
NOT_COPIED = (
    "One of the two databases cannot be used ({}): check that both can be reached, then try again."
)
NO_ACCESS = "The database {} cannot be opened ({}): correct DATABASE_URL or the permissions."
LARGEST_ID = 2**63 - 1

Task = Callable[[Settings, Database, argparse.Namespace], Awaitable[int]]


def add_tasks(parser: argparse.ArgumentParser) -> None:
    """Add the operator's tasks to the command-line parser; without a task, the bot runs."""
    tasks = parser.add_subparsers(dest="task", metavar="TASK")
    tasks.add_parser(
        "backup", help="back up the database and verify the backup; the bot may be running"
    )
    restoring = tasks.add_parser("restore", help="restore a backup; stop the bot first")
    restoring.add_argument("copy", type=Path, help="the backup file")
    tasks.add_parser("doctor", help="check the file, replay every game, list the problems")
    copying = tasks.add_parser(
        "copy-database", help="copy a database to an empty one, and verify the copy"
    )
    copying.add_argument("source", metavar="FROM", help="sqlite:///file.db or postgresql://…")
    copying.add_argument("target", metavar="TO", help="an empty database: SQLite or PostgreSQL")
    forgetting = tasks.add_parser(
        "forget", help="delete everything about a person, like /privacy delete"
    )
    forgetting.add_argument("person", type=_person, help="the person's Discord id")
    exporting = tasks.add_parser(
        "export-person", help="print everything about a person, like /privacy export"
    )
    exporting.add_argument("person", type=_person, help="the person's Discord id")
    recomputing = tasks.add_parser(
        "recompute-ratings", help="rate all games again, and store the differences"
    )
    recomputing.add_argument(
        "--check", action="store_true", help="print the differences, change nothing"
    )
    recomputing.add_argument(
        "--without",
        type=int,
        nargs="+",
        default=[],
        metavar="GAME",
        help="exclude these games, as if a moderator had closed them",
    )
    tasks.add_parser("reports", help="list players' reports, and pairs who may be trading wins")
    tasks.add_parser("health", help="check the health of the running bot (needs MONITOR_PORT)")


def run_task(settings: Settings, options: argparse.Namespace) -> int:
    """Run the operator's task named on the command line; return the exit code.

    :raises CannotStart: the task cannot run; the text of the error says why.
    """
    if options.task == "health":
        return print_health()
    if options.task == "copy-database":
        return asyncio.run(_copy(settings, options.source, options.target))
    tasks: dict[str, Task] = {
        "backup": _backup,
        "restore": _restore,
        "doctor": _doctor,
        "forget": _forget,
        "export-person": _export_person,
        "recompute-ratings": recompute_ratings,
        "reports": print_reports,
    }
    return asyncio.run(_with_database(settings, tasks[options.task], options))


async def _with_database(settings: Settings, task: Task, options: argparse.Namespace) -> int:
    database = Database(settings.database_url)
    if database.path is not None and options.task != "restore":
        _refuse_missing(database.path)
    try:
        return await task(settings, database, options)
    except StorageError as error:
        raise cannot_use(database, error) from error
    finally:
        await database.close()


async def _copy(settings: Settings, source_url: str, target_url: str) -> int:
    source, target = _open("FROM", source_url), _open("TO", target_url)
    if source.path is not None:
        _refuse_missing(source.path)
    try:
        with single_instance_lock(source), single_instance_lock(target):
            rows, diagnosis = await copy_database(source, target, settings.backup_dir, now())
    except StorageError as error:
        cause = error.__cause__ or error
        raise CannotStart(NOT_COPIED.format(getattr(cause, "orig", cause))) from error
    finally:
        await source.close()
        await target.close()
    for table, number in rows.items():
        _print(f"{table}: {number} rows")
    for line in report(diagnosis):
        _print(line)
    return UNHEALTHY if diagnosis.problems else 0


def _open(argument: str, url: str) -> Database:
    try:
        return Database(with_driver(url))
    except ValueError as error:
        raise CannotStart(f"{argument} {error}.") from None


async def _backup(settings: Settings, database: Database, options: argparse.Namespace) -> int:
    del options
    _print(str(await back_up(database, settings.backup_dir, now(), kept=settings.backups_kept)))
    return 0


async def _restore(settings: Settings, database: Database, options: argparse.Namespace) -> int:
    with single_instance_lock(database):
        kept = await restore(database, options.copy, settings.backup_dir, now())
    _print(f"Restored {options.copy}.")
    if kept is not None:
        _print(f"The database from before is in {kept}.")
    return 0


async def _forget(settings: Settings, database: Database, options: argparse.Namespace) -> int:
    del settings
    await refuse_other_schema(database)
    deleted = await build_services(database, now).privacy.delete(options.person)
    _print(
        DELETED.format(
            options.person, deleted.rows["games"], deleted.running, deleted.open_challenges
        )
    )
    return 0


async def _export_person(
    settings: Settings, database: Database, options: argparse.Namespace
) -> int:
    del settings
    await refuse_other_schema(database)
    tables = await build_services(database, now).privacy.export(options.person)
    # bytes, because the terminal's encoding may lack characters of names
    sys.stdout.buffer.write(to_json(tables) + b"\n")
    if not any(tables.values()):
        print(NOTHING_STORED.format(options.person), file=sys.stderr)  # noqa: T201 - stdout has the file
    return 0


async def _doctor(settings: Settings, database: Database, options: argparse.Namespace) -> int:
    del settings, options
    diagnosis = await examine(database)
    for line in report(diagnosis):
        _print(line)
    return UNHEALTHY if diagnosis.problems else 0


def report(diagnosis: Diagnosis) -> list[str]:
    """Return the lines of the doctor's report, problems first."""
    waiting = ", ".join(f"{count} {name}" for name, count in sorted(diagnosis.outbox.items()))
    return [
        *diagnosis.problems,
        f"{diagnosis.games} games with {diagnosis.plies} moves replayed.",
        f"Messages to Discord: {waiting or 'none'}.",
        "All is well." if not diagnosis.problems else f"{len(diagnosis.problems)} problems.",
    ]


def _person(text: str) -> int:
    number = int(text) if re.fullmatch(r"[0-9]{1,19}", text) else 0
    if not 0 < number <= LARGEST_ID:
        raise argparse.ArgumentTypeError("must be a Discord id, a number of up to 19 digits")
    return number


def _refuse_missing(file: Path) -> None:
    try:
        exists = file.exists()
    except OSError as error:
        raise CannotStart(NO_ACCESS.format(file, error.strerror)) from error
    if not exists:
        raise CannotStart(f"There is no database {file}. Set DATABASE_URL to where it is.")


def _print(line: str) -> None:
    print(line)  # noqa: T201 - the output of the task
