"""Benchmark of the lobby: matches and the list with many standing offers, on both databases.

The environment variable BENCH_OFFERS=10000 sets their number. Two sets of services stand for two
processes. `AT_ONCE` offers are posted at the same moment.
"""

import asyncio
import os
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from sqlalchemy import insert, select, text

from bench.figures import note
from bot.services import Services, build_services
from bot.services.use_cases.lobby import Match, OfferView
from bot.services.values.clocks.clock import Pace
from bot.services.values.views import Actor, Terms
from bot.store.engine.database import Database, Transaction
from bot.store.migrate import migrate
from bot.store.tables.schema import BotTime, games, offers, players
from testbed.cluster import temporary_cluster

OFFERS = int(os.environ.get("BENCH_OFFERS", "10000"))
POSTED = 100
AT_ONCE = 4  # offers posted at the same moment
FIRST, NEW = 1_000_000, 9_000_000  # first user ids of people with standing offers, and of newcomers
BEGIN = datetime(2030, 1, 1, tzinfo=UTC)
PART = 2000


def main() -> None:
    """Print the times of matching an offer and of listing offers, on each database."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure("SQLite", f"sqlite+aiosqlite:///{folder}/games.db"))
    with temporary_cluster() as cluster:
        asyncio.run(_measure("PostgreSQL", cluster.create("lobby")))


async def _measure(name: str, url: str) -> None:
    databases = [Database(url, busy_seconds=10) for _ in range(2)]
    with tempfile.TemporaryDirectory() as backups:
        await migrate(databases[0], Path(backups), BEGIN)
    services = [build_services(each, lambda: BEGIN) for each in databases]
    pattern = await _post(services[0], 1)
    assert isinstance(pattern, OfferView)
    await databases[0].claim(_fill)
    if not databases[0].is_sqlite:
        await databases[0].claim(_analyse)
    taken: list[float] = []
    for start in range(0, POSTED, AT_ONCE):
        people = range(NEW + start, NEW + start + AT_ONCE)
        taken += await asyncio.gather(*(_timed_match(services[who % 2], who) for who in people))
    listing = []
    for number in range(20):
        begun = time.perf_counter()
        await services[0].lobby.show(_actor(NEW + 1000 + number))
        listing.append(time.perf_counter() - begun)
    most = max((await databases[0].read(_games_by_person)).values())
    print(
        f"{name}, {OFFERS} offers on the same terms: a match takes {median(taken) * 1000:.0f} ms "
        f"(median of {POSTED}, {AT_ONCE} at once in two processes), at most "
        f"{max(taken) * 1000:.0f} ms; at most {most} game a person; the list "
        f"{median(listing) * 1000:.0f} ms"
    )
    note(f"{name}, a match, median", median(taken) * 1000, "ms")
    note(f"{name}, a match, the longest", max(taken) * 1000, "ms")
    note(f"{name}, the list", median(listing) * 1000, "ms")
    for each in databases:
        await each.close()


async def _timed_match(services: Services, who: int) -> float:
    begun = time.perf_counter()
    done = await _post(services, who)
    assert isinstance(done, Match)
    return time.perf_counter() - begun


async def _post(services: Services, who: int) -> OfferView | Match:
    terms = Terms(pace=Pace.STANDARD, strict=True)
    return await services.lobby.offer(_actor(who), "lifeline", {"size": 5}, terms)


def _actor(who: int) -> Actor:
    return Actor(who, f"P{who}", who, None, who)


async def _fill(tx: Transaction) -> None:
    """Copy the only standing offer for many other people."""
    (pattern,) = (await tx.connection.execute(select(offers))).mappings()
    for start in range(1, OFFERS, PART):
        ids = range(start, min(start + PART, OFFERS))
        people = [
            {"id": FIRST + each, "name": f"P{each}", "settings": {}, "created_at": BEGIN}
            for each in ids
        ]
        standing = [
            {
                **{name: value for name, value in pattern.items() if name != "id"},
                "user_id": FIRST + each,
                "expires_at": BotTime(BEGIN + timedelta(days=7)),
            }
            for each in ids
        ]
        await tx.connection.execute(insert(players), people)
        await tx.connection.execute(insert(offers), standing)


async def _analyse(tx: Transaction) -> None:
    await tx.connection.execute(text("ANALYZE"))


async def _games_by_person(tx: Transaction) -> Counter[int]:
    rows = await tx.connection.execute(select(games.c.seat0, games.c.seat1))
    return Counter(each for row in rows for each in row)
