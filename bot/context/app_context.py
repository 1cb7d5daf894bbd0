"""What commands, components and jobs work with, and the type of the client that carries it."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord

from bot.messages.message_draft import Viewer
from bot.messages.pictures import PictureRenderer
from bot.operations.metrics import Metrics
from bot.services import Services
from bot.services.people.permissions import Rank
from bot.services.views import Actor
from bot.store.peers import Peers
from bot.words.escaping import name_of
from sparring import jit
from sparring.engine import Engine
from sparring.levels import is_searchable


@dataclass(frozen=True, slots=True)
class Backups:
    """Where copies of the database go, and how many stay."""

    folder: Path
    kept: int


@dataclass(frozen=True, slots=True)
class Operator:
    """What whoever runs the bot says about that, and the address and port to watch it, if any."""

    contact: str | None = None
    privacy_url: str | None = None
    terms_url: str | None = None
    source_url: str | None = None
    watch: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class AppContext:
    """The parts, put together in bot/runtime/wiring.py; `outbox_filled` is set when a post is due.

    `inspect` looks after the database's file and never returns: CannotStart says what is wrong.
    """

    services: Services
    pictures: PictureRenderer
    outbox_filled: asyncio.Event
    backups: Backups
    inspect: Callable[[], Coroutine[Any, Any, None]]
    metrics: Metrics = field(default_factory=Metrics)
    host: Operator = Operator()
    peers: Peers = field(default_factory=Peers)
    engine: Engine | None = None

    @property
    def reviews_games(self) -> bool:
        """Whether finished games can be looked back on here: it needs numba."""
        return self.engine is not None and jit.is_available()

    def reviews(self, game_key: str) -> bool:
        """Return whether finished games of this kind can be looked back on here."""
        return self.reviews_games and is_searchable(game_key)


class BotClient(discord.AutoShardedClient):
    """A Discord client that knows the desk."""

    context: AppContext


Interaction = discord.Interaction[BotClient]


def sent_data(interaction: Interaction) -> Mapping[str, Any]:
    """Return the interaction's own data, as Discord sent it."""
    data: Any = interaction.data
    return data or {}


def actor(interaction: Interaction) -> Actor:
    """Return who used the interaction, and where."""
    return Actor(
        user_id=interaction.user.id,
        name=name_of(interaction.user.display_name),
        interaction_id=interaction.id,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id or 0,
        rank=_rank(interaction),
    )


def _rank(interaction: Interaction) -> Rank:
    # Discord says with each interaction what the person may do in that channel
    may = interaction.permissions
    if interaction.guild_id is None:
        return Rank.MEMBER
    if may.manage_guild or may.administrator:
        return Rank.MANAGER
    if not may.manage_messages:
        return Rank.MEMBER
    # whoever was given it in one channel, as the owner of a voice channel is, has no say in others
    member = interaction.user
    everywhere = isinstance(member, discord.Member) and member.guild_permissions.manage_messages
    return Rank.MODERATOR if everywhere else Rank.CHANNEL_MODERATOR


async def usual_rules(interaction: Interaction) -> str:
    """Return the key of the game whose rules are meant where none is named.

    It is what is played in this place, else what the server usually plays.
    """
    services = interaction.client.context.services
    here = await services.games.played_here(actor(interaction))
    return here or (await services.guilds.settings(interaction.guild_id)).usual_game


async def viewer(interaction: Interaction) -> Viewer:
    """Return the person who asks, with what that person prefers."""
    players = interaction.client.context.services.players
    return Viewer(interaction.user.id, await players.preferences(interaction.user.id))
