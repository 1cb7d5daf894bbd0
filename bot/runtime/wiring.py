"""Construction of the bot from its settings: database, services, engine, Discord client."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import discord

from bot.config.settings import Settings
from bot.config.system_clock import now
from bot.context.app_context import AppContext, Backups, Operator
from bot.context.request_limit import RequestLimit
from bot.errors.storage import StorageError
from bot.messages.pictures import PictureRenderer
from bot.operations.metrics import Metrics
from bot.runtime.app import App
from bot.services import Services, build_services
from bot.services.values.people.limits import Limits
from bot.services.values.people.rate_limits import Allowance, RateLimiter
from bot.store.backup import refuse_missing
from bot.store.database_origin import give_origin
from bot.store.engine import integrity_check
from bot.store.engine.database import Database
from bot.store.engine.single_instance_lock import single_instance_lock
from bot.store.migrate import cannot_use, migrate
from bot.store.peer_processes import Peers, peers_of
from sparring import jit
from sparring.engine import Engine, EngineError

log = logging.getLogger(__name__)

ENGINE_CHECK_INTERVAL = 60.0  # seconds


@asynccontextmanager
async def open_app(
    settings: Settings, clock: Callable[[], datetime] | None = None
) -> AsyncIterator[App]:
    """Yield the bot with its migrated database, and close both at the end.

    :param clock: returns the current time; the system clock by default.
    :raises CannotStart: if the database is in use, or cannot be opened or migrated.
    """
    clock = clock or now
    database = Database(settings.database_url)
    peers = peers_of(database, settings.shard_assignment)
    with single_instance_lock(database):
        try:
            await peers.join()
            await prepare_database(database, settings.backup_dir, clock())
            await peers.take_shards()
            services = build_services(
                database,
                clock,
                limits(settings),
                rates=RateLimiter(clock, allowance(settings)),
                shards=peers.shards,
            )
            inspect = partial(integrity_check.watch, database)
            async with (
                open_engine(settings) as engine,
                App(build_context(settings, services, inspect, peers, engine)) as app,
            ):
                yield app
        finally:
            await peers.leave()
            await database.close()


async def prepare_database(database: Database, backups: Path, moment: datetime) -> None:
    """Create or migrate the tables of a database.

    :raises CannotStart: if its file is missing but backups exist, or it cannot be opened or
        migrated.
    """
    if database.path is None:
        await migrate(database, backups, moment)
        return
    await asyncio.to_thread(refuse_missing, database.path, backups)
    await migrate(database, backups, moment)
    try:
        await give_origin(database)
    except StorageError as error:
        raise cannot_use(database, error) from error


def build_context(
    settings: Settings,
    services: Services,
    inspect: Callable[[], Coroutine[Any, Any, None]],
    peers: Peers,
    engine: Engine | None,
) -> AppContext:
    """Return the application context, with services connected to outbox worker and metrics."""
    filled, metrics = asyncio.Event(), Metrics()
    services.outbox.on_added(filled.set)
    services.games.on_played(metrics.moves.inc)
    return AppContext(
        services,
        PictureRenderer(services.rates, metrics.render_time.observe),
        filled,
        Backups(settings.backup_dir, settings.backups_kept),
        inspect,
        metrics,
        operator(settings),
        peers,
        engine,
        RequestLimit(peers.shards.share),
    )


@asynccontextmanager
async def open_engine(settings: Settings) -> AsyncIterator[Engine | None]:
    """Yield the engine that plays practice games; None with PRACTICE=off.

    With PRACTICE=on, its process is started at once and kept running.
    """
    if settings.practice == "off":
        yield None
        return
    engine = Engine()
    supervising = asyncio.create_task(supervise(engine)) if settings.practice == "on" else None
    try:
        yield engine
    finally:
        if supervising is not None:
            supervising.cancel()
            await asyncio.wait({supervising})
        await engine.close()


def operator(settings: Settings) -> Operator:
    """Return the operator's contact, links and monitor address from the settings."""
    monitor_address = None
    if settings.monitor_port is not None:
        monitor_address = (settings.monitor_host, settings.monitor_port)
    return Operator(
        contact=settings.operator_contact,
        privacy_url=settings.privacy_url,
        terms_url=settings.terms_url,
        source_url=settings.source_url,
        monitor_address=monitor_address,
    )


def limits(settings: Settings) -> Limits:
    """Return each user's limits on challenges and games, and the time until challenges expire."""
    return Limits(
        open_challenges=settings.max_open_challenges,
        running_games=settings.max_running_games,
        challenge_life=timedelta(days=settings.challenge_days),
    )


def allowance(settings: Settings) -> Allowance:
    """Return the per-user rate limits per minute."""
    return Allowance(
        actions=settings.actions_per_minute,
        pictures=settings.pictures_per_minute,
        challenges=settings.challenges_per_minute,
        games=settings.games_per_minute,
    )


def use_api(address: str) -> None:
    """Replace the address of Discord's API and images in this whole process.

    The address of the gateway follows, because the API returns it.
    """
    discord.http.Route.BASE = address
    discord.asset.Asset.BASE = address


async def supervise(engine: Engine) -> None:
    """Keep the process of the engine running until cancelled.

    This compiles or loads its code before the first practice game needs it. If the engine cannot
    start, only practice games wait.
    """
    if not jit.is_available():
        log.warning("PRACTICE=on, but levels 1 and 2 only: %s", jit.MISSING_MESSAGE)
        return
    while True:
        try:
            await engine.start()
        except EngineError:
            log.error(  # noqa: TRY400 - the text is enough
                "PRACTICE=on, but %s. Practice games wait; retrying each minute.",
                engine.error,
            )
        await asyncio.sleep(ENGINE_CHECK_INTERVAL)
