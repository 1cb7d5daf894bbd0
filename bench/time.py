"""Benchmark of deadlines with many games in progress, and of the outbox's throughput."""

import asyncio
import logging
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from statistics import median

from sqlalchemy import insert

from bench import NO_USER_LIMITS
from bench.figures import note
from bot.config.settings import Settings
from bot.delivery import worker
from bot.runtime.wiring import open_app, use_api
from bot.services import Services, build_services
from bot.services.values.clocks.clock import Pace
from bot.services.values.clocks.due_dates import BotDue
from bot.services.values.people.limits import Limits
from bot.services.values.views import Actor, Player, Terms
from bot.store.engine.database import Database, Transaction
from bot.store.migrate import migrate
from bot.store.tables.schema import BotTime, clocks, deadlines, games, players
from sandbox import Sandbox
from sandbox import Settings as SandboxSettings
from testbed.connected_bot import connected

NOW = datetime(2030, 1, 1, tzinfo=UTC)
RUNNING = (1_000, 100_000)  # games
DUE = 20  # due deadlines among these games
ROUNDS = 15
PEOPLE = 200
INTERACTIONS = count(1)
ROWS = 400  # messages
CHANNELS = 100
ABSENT = timedelta(minutes=15)  # long enough for posted boards to be updated
# People who move after an outage. The longest move waits for those of the others in the same
# instant: no checkpoint, sync or garbage collection takes as long.
MOVERS = 4
QUIET = 5  # seconds of moves for comparison


def main() -> None:
    """Print the time to handle deadlines by number of games and after an outage, and messages/s."""
    logging.disable(logging.WARNING)
    worker.MOST = 10_000  # measures the bot, not Discord's rate limits
    for number in RUNNING:
        asyncio.run(_sweep(number))
    asyncio.run(_outage(RUNNING[-1]))
    asyncio.run(_rows())
    asyncio.run(_posts())


async def _sweep(number: int) -> None:
    async with _database() as (database, services):
        await database.write(_fill, number)
        sweep = services.deadlines
        await sweep.record_heartbeat()
        _print(f"{number} games, heartbeat", await _timed(sweep.record_heartbeat))
        _print(f"{number} games, next deadline", await _timed(sweep.next_due))
        _print(f"{number} games, find what is due", await _timed(lambda: sweep.find_due(DUE)))
        due = await sweep.find_due(DUE)
        assert len(due) == DUE
        begun = time.perf_counter()
        for each in due:
            assert await sweep.handle(each)
        _print(f"{number} games, do one thing due", (time.perf_counter() - begun) / DUE)


async def _outage(number: int) -> None:
    """Play moves and work on the outbox while an outage ends and posted boards are updated."""
    begin = NOW - timedelta(seconds=time.monotonic())
    async with _database(lambda: begin + timedelta(seconds=time.monotonic())) as (
        database,
        services,
    ):
        await database.write(_fill, number)
        await services.deadlines.record_heartbeat()
        games = [await _begin(services, person) for person in range(MOVERS)]
        begin += ABSENT
        waits: list[float] = []
        work = [_move_on(services, game, person, waits) for person, game in enumerate(games)]
        tasks = [asyncio.create_task(each) for each in (*work, _deliver(services))]
        await asyncio.sleep(QUIET)  # warm-up: compiles and caches everything
        waits.clear()
        await asyncio.sleep(QUIET)
        usual = waits.copy()
        waits.clear()
        begun = time.perf_counter()
        await services.deadlines.record_heartbeat()
        seconds = time.perf_counter() - begun
        tasks.append(asyncio.create_task(_watch(services)))
        await asyncio.sleep(QUIET)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    _print(f"{number} games after an outage, all clocks right", seconds)
    _print("  a move before, median", median(usual))
    _print("  the longest before", max(usual))
    _print("  a move afterwards, median", median(waits))
    _print("  the longest afterwards", max(waits))


async def _begin(services: Services, person: int) -> int:
    """Start a timed game between two people without other games."""
    first, second = (Player(PEOPLE + 2 * person + seat, f"Q{person}") for seat in (0, 1))
    terms = Terms(pace=Pace.STANDARD, strict=True)
    made = await services.challenges.propose(_actor(first), second, "lifeline", {"size": 12}, terms)
    return (await services.challenges.accept(_actor(second), made.id)).id


async def _move_on(services: Services, game_id: int, person: int, waits: list[float]) -> None:
    """Play and undo a move repeatedly; record the duration of each move."""
    mover = Player(PEOPLE + 2 * person, f"Q{person}")
    while True:
        begun = time.perf_counter()
        await services.games.play(_actor(mover), game_id, "a1")
        waits.append(time.perf_counter() - begun)
        await asyncio.sleep(0.05)
        await services.undo.undo(_actor(mover), game_id)
        await asyncio.sleep(0.05)


async def _watch(services: Services) -> None:
    """Handle due deadlines like their loop; the first ones update posted boards."""
    while True:
        for each in await services.deadlines.find_due(DUE):
            await services.deadlines.handle(each)
        await asyncio.sleep(0.05)


async def _deliver(services: Services) -> None:
    """Process the outbox like its worker, without Discord."""
    while True:
        for row in await services.outbox.take_due(8):
            await services.outbox.mark_sent(row, row.id)
        await asyncio.sleep(0.05)


def _actor(player: Player) -> Actor:
    return Actor(player.user_id, player.name, next(INTERACTIONS), 1, 1)


async def _rows() -> None:
    """Take and complete outbox messages without Discord, to find the limit of the database."""
    async with _database() as (_, services):
        await _challenge(services, ROWS)
        begun = time.perf_counter()
        while rows := await services.outbox.take_due(8):
            for row in rows:
                await services.outbox.mark_sent(row, row.id)
        seconds = time.perf_counter() - begun
    print(f"{'outbox rows taken and closed, no Discord':<44} {ROWS / seconds:.0f}/s")
    note("outbox rows taken and closed, no Discord", ROWS / seconds, "/s")


async def _posts() -> None:
    """Post challenge cards through the whole program to a sandbox without rate limits."""
    quick = SandboxSettings(rate_limits=False)
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(settings=quick, validate=False) as discord:
            use_api(discord.api_base)
            url = f"sqlite+aiosqlite:///{folder}/games.db"
            settings = Settings(
                database_url=url,
                backup_dir=Path(folder),
                max_open_challenges=1000,
                **NO_USER_LIMITS,
            )
            async with open_app(settings) as app:
                guild = discord.create_guild("Hall")
                channels = [guild.create_text_channel(f"c{n}").id for n in range(CHANNELS)]
                await _challenge(app.context.services, ROWS, guild.id, channels)
                begun = time.perf_counter()
                async with connected(app, discord):
                    while await app.context.services.outbox.next_due() is not None:  # noqa: ASYNC110 - polls as a host would
                        await asyncio.sleep(0.05)
                    seconds = time.perf_counter() - begun
    print(f"{'messages posted, Discord allows 50/s in all':<44} {ROWS / seconds:.0f}/s")
    note("messages posted", ROWS / seconds, "/s")


async def _challenge(
    services: Services, number: int, guild: int = 1, channels: list[int] | None = None
) -> None:
    locations = channels or list(range(1, CHANNELS + 1))
    for made in range(number):
        actor = Actor(1000 + made, f"P{made}", 1 + made, guild, locations[made % len(locations)])
        await services.challenges.propose(actor, Player(7, "Ben"), "lifeline", {"size": 4})


@asynccontextmanager
async def _database(
    clock: Callable[[], datetime] = lambda: NOW,
) -> AsyncIterator[tuple[Database, Services]]:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{folder}/games.db")
        await migrate(database, Path(folder), NOW)
        try:
            yield database, build_services(database, clock, Limits(open_challenges=1000))
        finally:
            await database.close()


async def _fill(tx: Transaction, number: int) -> None:
    """Store games in progress with a clock; twenty of them are due."""
    people = [{"id": n, "name": f"P{n}", "settings": {}, "created_at": NOW} for n in range(PEOPLE)]
    await tx.connection.execute(insert(players), people)
    ids = range(1, number + 1)
    await tx.connection.execute(insert(games), [_game(n) for n in ids])
    await tx.connection.execute(insert(clocks), [_clock(n) for n in ids])
    rows = [
        {
            "kind": kind.value,
            "subject": n,
            "bot_due_at": BotTime(
                NOW - timedelta(hours=1) if _is_due(kind, n) else NOW + timedelta(minutes=n)
            ),
        }
        for n in ids
        for kind in (BotDue.REMINDER, BotDue.FALL)
    ]
    await tx.connection.execute(insert(deadlines), rows)


def _is_due(kind: BotDue, number: int) -> bool:
    """Return whether a deadline of a game is due."""
    return kind is BotDue.REMINDER and number <= DUE


def _game(number: int) -> dict[str, object]:
    return {
        "id": number,
        "guild_id": 1,
        "channel_id": number % CHANNELS,
        "seat0": number % PEOPLE,
        "seat1": (number + 1) % PEOPLE,
        "game_key": "lifeline",
        "rules_version": 1,
        "options": {"size": 4},
        "ply": 0,
        "undone": 0,
        "turn": 1,
        "seat_to_move": 0,
        "status": "running",
        "turn_message_id": number,
        "created_at": NOW,
        "updated_at": NOW,
    }


def _clock(number: int) -> dict[str, object]:
    days = timedelta(days=3)
    row = {"game_id": number, "pace": "standard", "strict": False, "left0": days, "left1": days}
    return row | {"seat": 0, "since": BotTime(NOW - timedelta(days=2)), "version": 0}


async def _timed(work: Callable[[], Awaitable[object]]) -> float:
    seconds = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        await work()
        seconds.append(time.perf_counter() - begun)
    return median(seconds)


def _print(label: str, seconds: float) -> None:
    print(f"{label:<44} {seconds * 1000:.1f} ms")
    note(label.strip(), seconds * 1000, "ms")
