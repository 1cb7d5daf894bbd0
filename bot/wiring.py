"""Puts the parts together, from the settings to the Discord client, and apart again."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import discord

from bot.app import App
from bot.desk import Backups, Desk, Host
from bot.errors import StoreTrouble
from bot.host.practice import keep_ready
from bot.messages.pictures import Pictures
from bot.present import now
from bot.services import Services, build_services
from bot.services.limits import Limits
from bot.services.rates import Allowance, Rates
from bot.settings import Settings
from bot.store import wholeness
from bot.store.backup import refuse_lost
from bot.store.database import Database
from bot.store.migrate import migrate, why_not
from bot.store.origin import give_origin
from bot.store.peers import Peers, peers_of
from bot.store.sole import sole_use
from bot.telemetry.gauges import Gauges
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
    peers = peers_of(database, settings.share)
    with sole_use(database):
        try:
            await peers.join()
            await ready(database, settings.backup_dir, clock())
            await peers.take_shards()
            services = build_services(
                database,
                clock,
                limits(settings),
                rates=Rates(clock, allowance(settings)),
                share=peers.share,
            )
            inspect = partial(wholeness.watch, database)
            async with (
                practising(settings) as partner,
                App(desk_of(settings, services, inspect, peers, partner)) as app,
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
    is_new = await asyncio.to_thread(refuse_lost, database.path, backups)
    await migrate(database, backups, moment)
    try:
        await give_origin(database, is_new=is_new)
    except StoreTrouble as trouble:
        raise why_not(database, trouble) from trouble


def desk_of(
    settings: Settings,
    services: Services,
    inspect: Callable[[], Coroutine[Any, Any, None]],
    peers: Peers,
    partner: Engine | None,
) -> Desk:
    """Connect the parts of which one wakes or counts for another."""
    filled, gauges = asyncio.Event(), Gauges()
    services.outbox.on_added(filled.set)
    services.games.on_played(gauges.moves.inc)
    return Desk(
        services,
        Pictures(services.rates, gauges.render_time.observe),
        filled,
        Backups(settings.backup_dir, settings.backups_kept),
        inspect,
        gauges,
        host(settings),
        peers,
        partner,
    )


@asynccontextmanager
async def practising(settings: Settings) -> AsyncIterator[Engine | None]:
    """Yield who plays for the bot in practice games, if the host offers them."""
    if settings.practice == "off":
        yield None
        return
    partner = Engine()
    keeping = asyncio.create_task(keep_ready(partner)) if settings.practice == "on" else None
    try:
        yield partner
    finally:
        if keeping is not None:
            keeping.cancel()
            await asyncio.wait({keeping})
        await partner.close()


def host(settings: Settings) -> Host:
    """Return what the host says, and where to be watched."""
    watch = None
    if settings.monitor_port is not None:
        watch = (settings.monitor_host, settings.monitor_port)
    return Host(
        contact=settings.host_contact,
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
