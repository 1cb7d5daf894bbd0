"""Operator's task that recomputes all ratings."""

import argparse
from collections.abc import Iterator

from bot.config.settings import Settings
from bot.config.system_clock import now
from bot.errors.startup import CannotStart
from bot.services import build_services
from bot.services.use_cases.ratings.recomputation import Difference, Recomputed
from bot.store.engine.database import Database
from bot.store.migrate import refuse_other_schema

DIFFERENT = 1
"""The exit code of `--check` if it finds differences."""

MOST_LINES = 20  # printed differences
BOTH = "--check changes nothing, so it cannot exclude games: use --without alone."


async def recompute_ratings(
    settings: Settings, database: Database, options: argparse.Namespace
) -> int:
    """Recompute all ratings, print the differences, and correct them unless this is only a check.

    :returns: the exit code, 1 if a check finds differences, else 0.
    :raises CannotStart: games to exclude are named for a check, which cannot exclude any.
    """
    del settings
    if options.check and options.without:
        raise CannotStart(BOTH)
    await refuse_other_schema(database)
    service = build_services(database, now).recomputation
    done = await (service.check() if options.check else service.recompute(options.without))
    for line in report(done, stored=not options.check):
        print(line)  # noqa: T201 - the output of the task
    return DIFFERENT if options.check and done.differences else 0


def report(done: Recomputed, *, stored: bool) -> Iterator[str]:
    """Yield the lines of the report on recomputed ratings.

    :param stored: whether the differences were corrected.
    """
    for each in done.differences[:MOST_LINES]:
        yield _line(each)
    hidden = len(done.differences) - MOST_LINES
    if hidden > 0:
        yield f"{hidden} more differences are not listed."
    if done.removed:
        yield f"Excluded games: {', '.join(map(str, done.removed))}."
    if not done.differences:
        yield f"{done.events} rating changes recomputed. There are no differences."
    elif stored:
        yield f"{done.events} rating changes recomputed. All differences are corrected."
    else:
        yield f"{done.events} rating changes recomputed. Nothing was changed."


def _line(each: Difference) -> str:
    where = "present rating" if each.game_id is None else f"game {each.game_id}"
    who = f"{where}, {each.game_key}, player {each.user_id}"
    return f"{who}: {each.name} is {each.stored}, should be {each.recomputed}."
