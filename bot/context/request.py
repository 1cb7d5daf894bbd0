"""`Request`: an interaction with the context, the actor and the actor's settings."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import discord

from bot.context.app_context import AppContext, BotClient, Interaction
from bot.messages.message_draft import Viewer
from bot.messages.pictures import PictureRenderer
from bot.services import Services
from bot.services.use_cases.people.personal_settings import Reader
from bot.services.values.people.permissions import Rank
from bot.services.values.views import Actor
from bot.words.escaping import name_of

P = ParamSpec("P")
Handled = Coroutine[Any, Any, None]
READER = "reader"  # key of the cached `Reader` in `Interaction.extras`


@dataclass(frozen=True, slots=True)
class Request:
    """Interaction with shortcuts to the context, the services and the actor.

    Every handler of a command, an autocomplete or a component takes a `Request`.
    """

    interaction: Interaction

    @property
    def client(self) -> BotClient:
        return self.interaction.client

    @property
    def context(self) -> AppContext:
        return self.interaction.client.context

    @property
    def services(self) -> Services:
        return self.context.services

    @property
    def pictures(self) -> PictureRenderer:
        return self.context.pictures

    @property
    def actor(self) -> Actor:
        """The person who used the interaction, with their rank in its channel."""
        interaction = self.interaction
        return Actor(
            user_id=interaction.user.id,
            name=name_of(interaction.user.display_name),
            interaction_id=interaction.id,
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id or 0,
            rank=_rank(interaction),
        )

    async def reader(self) -> Reader:
        """Return the actor's settings that shape an answer; they are read once per interaction."""
        extras = self.interaction.extras
        if READER not in extras:
            extras[READER] = await self.services.personal_settings.reader(self.interaction.user.id)
        reader: Reader = extras[READER]
        return reader

    def forget_reader(self) -> None:
        """Forget the settings that `reader` keeps; call it when the actor has changed them."""
        self.interaction.extras.pop(READER, None)

    async def viewer(self) -> Viewer:
        """Return the actor as the reader of a private message, with all personal settings."""
        return Viewer(self.interaction.user.id, (await self.reader()).settings)

    async def default_game(self) -> str:
        """Return the key of the game to explain when the person names none.

        It is the game played in this channel, or else the server's default game.
        """
        played = await self.services.games.find_game_key_here(self.actor)
        return (
            played
            or (await self.services.server_settings.get_settings(self.actor.guild_id)).usual_game
        )


def with_request(
    handler: Callable[Concatenate[Request, P], Handled],
) -> Callable[Concatenate[Interaction, P], Handled]:
    """Turn a handler that takes a `Request` into a callback for discord.py.

    It must be the innermost decorator, because discord.py reads the options from the wrapped
    signature.
    """

    @wraps(handler)
    async def callback(interaction: Interaction, /, *args: P.args, **kwargs: P.kwargs) -> None:
        await handler(Request(interaction), *args, **kwargs)

    return callback


def _rank(interaction: Interaction) -> Rank:
    # Discord sends the member's permissions in the channel with each interaction
    permissions = interaction.permissions
    if interaction.guild_id is None:
        return Rank.MEMBER
    if permissions.manage_guild or permissions.administrator:
        return Rank.MANAGER
    if not permissions.manage_messages:
        return Rank.MEMBER
    # the permission may be limited to one channel, like the one of a voice channel's owner
    member = interaction.user
    everywhere = isinstance(member, discord.Member) and member.guild_permissions.manage_messages
    return Rank.MODERATOR if everywhere else Rank.CHANNEL_MODERATOR
