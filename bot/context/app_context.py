"""Application context of handlers and jobs, and the type of the Discord client that carries it."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord

from bot.context.gateway_sessions import GatewaySessions
from bot.context.recent_members import RecentMembers
from bot.context.request_limit import RequestLimit
from bot.messages.pictures import PictureRenderer
from bot.operations.metrics import Metrics
from bot.services import Services
from bot.store.engine.shard_assignment import GUILD_SHIFT
from bot.store.peer_processes import Peers
from sparring import jit
from sparring.engine import Engine
from sparring.levels import is_searchable


@dataclass(frozen=True, slots=True)
class Backups:
    """Folder of the database backups, and the number of backups to keep."""

    folder: Path
    kept: int


@dataclass(frozen=True, slots=True)
class Operator:
    """The operator's contact and links for players, and the address and port of the monitor."""

    contact: str | None = None
    privacy_url: str | None = None
    terms_url: str | None = None
    source_url: str | None = None
    monitor_address: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class AppContext:
    """Services and shared resources of the running bot, built once in bot/runtime/wiring.py.

    `outbox_filled` is set when an outbox message is added. `inspect` checks a database file that
    was too large to check before the start. It never returns, but raises CannotStart if the file is
    damaged.
    """

    services: Services
    pictures: PictureRenderer
    outbox_filled: asyncio.Event
    backups: Backups
    inspect: Callable[[], Coroutine[Any, Any, None]]
    metrics: Metrics = field(default_factory=Metrics)
    operator: Operator = Operator()
    peers: Peers = field(default_factory=Peers)
    engine: Engine | None = None
    request_limit: RequestLimit = field(default_factory=RequestLimit)
    # who used the bot in a server
    active_members: RecentMembers = field(default_factory=RecentMembers)
    # by server id: the server's language and the time when it was read
    server_languages: dict[int, tuple[str, float]] = field(default_factory=dict)

    @property
    def can_review_any(self) -> bool:
        """Whether this bot offers reviews of finished games, which need the engine and numba."""
        return self.engine is not None and jit.is_available()

    def why_no_reviews(self) -> str:
        """Return why `can_review_any` is False, for the operator's log."""
        return "PRACTICE=off" if self.engine is None else jit.why_unavailable()

    def can_review(self, game_key: str) -> bool:
        """Return whether this bot can review games of this kind."""
        return self.can_review_any and is_searchable(game_key)


class BotClient(discord.AutoShardedClient):
    """Discord client that carries the application context and the state of its shards."""

    context: AppContext
    sessions: GatewaySessions

    def serves(self, guild_id: int) -> bool:
        """Return whether a server is on a shard of this process; others are of other processes."""
        return (guild_id >> GUILD_SHIFT) % (self.shard_count or 1) in self.shards


Interaction = discord.Interaction[BotClient]


def raw_data(interaction: Interaction) -> Mapping[str, Any]:
    """Return the `data` object of an interaction as Discord sent it, empty if it has none."""
    data: Any = interaction.data
    return data or {}
