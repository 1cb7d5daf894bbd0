"""Puts the parts together, from the settings to the Discord client, and apart again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import discord

from bot.app import App
from bot.desk import Backups, Desk
from bot.pictures import Pictures
from bot.services import build_services
from bot.services.limits import Limits
from bot.settings import Settings
from bot.store.database import Database
from bot.store.migrate import migrate
from bot.store.sole import sole_use


@asynccontextmanager
async def assembled(settings: Settings) -> AsyncIterator[App]:
    """Yield the bot over its migrated database; both are closed at the end.

    :raises CannotStart: the database is in use, or cannot be opened or migrated.
    """
    database = Database(settings.database_url)
    with sole_use(database):
        try:
            await migrate(database, settings.backup_dir, now())
            services = build_services(database, now, limits(settings))
            filled = asyncio.Event()
            services.outbox.on_added(filled.set)
            backups = Backups(settings.backup_dir, settings.backups_kept)
            async with App(Desk(services, Pictures(), filled, backups)) as app:
                yield app
        finally:
            await database.close()


def now() -> datetime:
    return datetime.now(UTC)


def limits(settings: Settings) -> Limits:
    """Return what one person may have at once."""
    return Limits(
        open_challenges=settings.max_open_challenges,
        running_games=settings.max_running_games,
        challenge_life=timedelta(days=settings.challenge_days),
    )


def use_api(address: str) -> None:
    """Talk to another Discord than the real one; gateways are asked for there, too."""
    discord.http.Route.BASE = address
    discord.asset.Asset.BASE = address
