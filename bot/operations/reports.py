"""Operator's list of players' reports, and of pairs of players who may be trading wins."""

import argparse
from collections.abc import Iterator

from bot.config.settings import Settings
from bot.config.system_clock import now
from bot.services import build_services
from bot.store.engine.database import Database
from bot.store.migrate import refuse_other_schema
from bot.store.tables.reports import PairRow, ReportRow


async def print_reports(settings: Settings, database: Database, options: argparse.Namespace) -> int:
    """Print the latest reports by players, and the pairs of players who may be trading wins.

    :returns: the exit code, which is always 0.
    """
    del settings, options
    await refuse_other_schema(database)
    service = build_services(database, now).reports
    for line in report_lines(await service.find_latest(), await service.find_likely_traders()):
        print(line)  # noqa: T201 - the output of the task
    return 0


def report_lines(latest: list[ReportRow], pairs: list[PairRow]) -> Iterator[str]:
    """Yield the lines to print: the latest reports, then pairs who may be trading wins."""
    if not latest:
        yield "No reports."
    for each in latest:
        yield (
            f"{each.created_at:%Y-%m-%d %H:%M} report {each.id}: game {each.game_id} "
            f"({each.game_key}), {each.reporter_name} ({each.reporter_id}) reports "
            f"{each.other_name} ({each.other_id}): {each.reason}"
        )
    if pairs:
        yield "Pairs who may be trading wins (rated games with each other):"
    for pair in pairs:
        yield (
            f"players {pair.first} and {pair.second}: {pair.games} games, "
            f"{pair.first_wins}-{pair.second_wins}, {pair.early} ended early; they have "
            f"{pair.first_total} and {pair.second_total} rated games in total"
        )
