"""Verified copy of a database to another one, for example from SQLite to PostgreSQL."""

from datetime import datetime
from pathlib import Path

from bot.errors.startup import CannotStart
from bot.services.use_cases.operations.doctor import Diagnosis, examine
from bot.store.database_copy import copy_rows, refuse_rows, refuse_unfit_source
from bot.store.engine.database import Database
from bot.store.migrate import migrate

DIFFERS = "The copy in {} differs from the original: delete it and report this. {}"


async def copy_database(
    source: Database, target: Database, backups: Path, now: datetime
) -> tuple[dict[str, int], Diagnosis]:
    """Copy a database into an empty one, then examine both and compare the results.

    :returns: number of rows by table, and the diagnosis, which is the same for both.
    :raises CannotStart: the source is in use or has another schema, the target is not empty, or the
        copy differs.
    """
    await refuse_unfit_source(source)
    await refuse_rows(target)
    await migrate(target, backups, now)
    rows = await copy_rows(source, target)
    before, after = await examine(source), await examine(target)
    if before != after:
        raise CannotStart(DIFFERS.format(target.address, " ".join(after.problems[:3])))
    return rows, after
