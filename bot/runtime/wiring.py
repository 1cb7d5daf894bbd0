"""Puts the parts together, from the settings to the Discord client, and apart again."""

import asyncio
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
from bot.errors import StorageError
from bot.messages.pictures import Pictures
from bot.operations.metrics import Metrics
from bot.runtime.app import App
from bot.runtime.engine_supervisor import keep_ready
from bot.services import Services, build_services
from bot.services.people.limits import Limits
from bot.services.people.rate_limits import Allowance, Rates
from bot.store.backup import refuse_missing
from bot.store.database_origin import give_origin
from bot.store.engine import integrity_check
from bot.store.engine.database import Database
from bot.store.engine.single_instance_lock import single_instance_lock
from bot.store.migrate import cannot_use, migrate
from bot.store.peers import Peers, peers_of
from sparring.engine import Engine


@asynccontextmanager
async def assembled(
    settings: Settings, clock: Callable[[], datetime] | None = None
) -> AsyncIterator[App]:
    """Yield the bot over its migrated database; both are closed at the end.

    :param clock: returns the present; the system's time when left out.

    :raises CannotStart: the database is in use, or cannot be opened or migrated.
    """
    clock = clock or now
    database = Database(settings.database_url)
    peers = peers_of(database, settings.shards)
    with single_instance_lock(database):
        try:
            await peers.join()
            await ready(database, settings.backup_dir, clock())
            await peers.take_shards()
            services = build_services(
                database,
                clock,
                limits(settings),
                rates=Rates(clock, allowance(settings)),
                shards=peers.shards,
            )
            inspect = partial(integrity_check.watch, database)
            async with (
                practising(settings) as engine,
                App(context_of(settings, services, inspect, peers, engine)) as app,
            ):
                yield app
        finally:
            await peers.leave()
            await database.close()


async def ready(database: Database, backups: Path, moment: datetime) -> None:
    """Create or upgrade the tables of a database, unless it is missing and has copies.

    :raises CannotStart: it is missing, or cannot be opened or migrated.
    """
    if database.path is None:
        await migrate(database, backups, moment)
        return
    is_new = await asyncio.to_thread(refuse_missing, database.path, backups)
    await migrate(database, backups, moment)
    try:
        await give_origin(database, is_new=is_new)
    except StorageError as error:
        raise cannot_use(database, error) from error


def context_of(
    settings: Settings,
    services: Services,
    inspect: Callable[[], Coroutine[Any, Any, None]],
    peers: Peers,
    engine: Engine | None,
) -> AppContext:
    """Connect the parts of which one wakes or counts for another."""
    filled, metrics = asyncio.Event(), Metrics()
    services.outbox.on_added(filled.set)
    services.games.on_played(metrics.moves.inc)
    return AppContext(
        services,
        Pictures(services.rates, metrics.render_time.observe),
        filled,
        Backups(settings.backup_dir, settings.backups_kept),
        inspect,
        metrics,
        host(settings),
        peers,
        engine,
    )


@asynccontextmanager
async def practising(settings: Settings) -> AsyncIterator[Engine | None]:
    """Yield who plays for the bot in practice games, if the host offers them."""
    if settings.practice == "off":
        yield None
        return
    engine = Engine()
    keeping = asyncio.create_task(keep_ready(engine)) if settings.practice == "on" else None
    try:
        yield engine
    finally:
        if keeping is not None:
            keeping.cancel()
            await asyncio.wait({keeping})
        await engine.close()


def host(settings: Settings) -> Operator:
    """Return what the host says, and where to be watched."""
    watch = None
    if settings.monitor_port is not None:
        watch = (settings.monitor_host, settings.monitor_port)
    return Operator(
        contact=settings.operator_contact,
        privacy_url=settings.privacy_url,
        terms_url=settings.terms_url,
        source_url=settings.source_url,
        watch=watch,
    )


def limits(settings: Settings) -> Limits:
    """Return what one person may have at once."""
    return Limits(
        open_challenges=settings.max_open_challenges,
        running_games=settings.max_running_games,
        challenge_life=timedelta(days=settings.challenge_days),
    )


def allowance(settings: Settings) -> Allowance:
    """Return what one person may do in a minute."""
    return Allowance(
        actions=settings.actions_per_minute,
        pictures=settings.pictures_per_minute,
        challenges=settings.challenges_per_minute,
        games=settings.games_per_minute,
    )


def use_api(address: str) -> None:
    """Talk to another Discord than the real one; gateways are asked for there, too."""
    discord.http.Route.BASE = address
    discord.asset.Asset.BASE = address
